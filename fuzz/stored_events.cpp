// Fuzz target: events of a store. Any bytes are refused, or they are a room, which is written as it
// was read.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "server/room_state.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace nl;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  RoomState room;
  try {
    for (int lines = 0; !input.empty() && lines < 500; ++lines) {
      const std::size_t end = std::min(input.find('\n'), input.size());
      const auto event = parse_stored(input.substr(0, end));
      input.remove_prefix(std::min(end + 1, input.size()));
      if (!event) continue;
      if (parse_stored(stored_text(*event)) != event) std::abort();
      room.apply(*event);
    }
  } catch (const RoomFault&) {
  }
  return 0;
}
