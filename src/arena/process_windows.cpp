// Where there is no POSIX nobody starts a program: whoever asks for one is told so.
#ifdef _WIN32
#include <stdexcept>

#include "arena/process_agent.h"

namespace nl {

void ProcessAgent::begin(const Rules&, int, Seat, std::uint64_t) {
  throw std::runtime_error(command_ + ": programs as agents need POSIX, which Windows is not");
}

Action ProcessAgent::act(const Rules&, const View&, Past) { return make_action(kWords); }

std::optional<double> ProcessAgent::micros_taken() const { return std::nullopt; }

void ProcessAgent::stop() {}

}  // namespace nl
#endif
