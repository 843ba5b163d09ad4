// Lookup of bots by name.
#include "capi/bot_option.h"

#include "capi/boundary.h"

namespace nl::capi {

std::unique_ptr<Bot> bot_for(std::string_view name, std::uint64_t seed, const Rules& rules) {
  auto bot = make_bot(name, seed);
  if (bot == nullptr) {
    // Names the file in a bot's name: the list of bots would not explain the error.
    if (const std::size_t colon = name.find(':');
        colon != std::string_view::npos &&
        (name.starts_with("net:") || name.starts_with("strongest:"))) {
      throw Misuse("bot " + std::string(name) + ": expected a network's file, got '" +
                   std::string(name.substr(colon + 1)) + "', which can't be read as one");
    }
    std::string list;
    for (const std::string_view known : bot_names()) list += " " + std::string(known);
    throw Misuse("bot " + std::string(name) + ": expected one of" + list);
  }
  if (!bot->knows(rules)) throw Misuse(never_met(name));
  return bot;
}

}  // namespace nl::capi
