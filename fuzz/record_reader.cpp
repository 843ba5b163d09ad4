// Fuzz target: bytes as a record. Any file is read, replayed or refused with a reason.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>

#include "../tests/engine/invariants.h"
#include "game/replay.h"

namespace {

// A line that is none is left out, so that the rest is reached too.
std::optional<nl::RecordLine> parsed(const std::string& line) {
  try {
    return nl::parse_record_line(line);
  } catch (const nl::RecordError&) {
    return std::nullopt;
  }
}

void replay_lines(const std::string& text) {
  std::istringstream in(text);
  std::optional<nl::Replay> replay;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    const auto content = parsed(line);
    if (!content) continue;
    if (!replay || std::holds_alternative<nl::Header>(*content)) replay.emplace();
    const auto difference = replay->feed(number, *content);
    if (difference && difference->reason.empty()) __builtin_trap();
    const bool good = !difference && replay->dealt();
    if (good && nl::broken(replay->header().rules, replay->state()) != nullptr) __builtin_trap();
  }
  if (replay) (void)replay->finish();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  replay_lines(text);
  std::istringstream in(text);
  try {
    nl::replay_all(in, {}, [](const nl::Difference&) {});
  } catch (const nl::RecordError&) {
  }
  return 0;
}
