// Lookup of bots by name.
#include "capi/bot_option.h"

#include "capi/boundary.h"

namespace nl::capi {

std::unique_ptr<Bot> bot_for(std::string_view name, std::uint64_t seed, const Rules& rules) {
  auto bot = make_bot(name, seed);
  if (bot == nullptr) {
    std::string list;
    for (const std::string_view known : bot_names()) list += " " + std::string(known);
    throw Misuse("bot " + std::string(name) + ": expected one of" + list);
  }
  if (!bot->knows(rules)) throw Misuse(never_met(name));
  return bot;
}

}  // namespace nl::capi
