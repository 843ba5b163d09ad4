// Stubs of agent processes on Windows: they throw, because agents need POSIX.
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

bool ProcessAgent::succeeds(const std::string&) { return false; }

}  // namespace nl
#endif
