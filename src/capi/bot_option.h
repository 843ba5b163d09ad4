// Bots by the names that callers give.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "bots/bot.h"

namespace nl::capi {

// Throws the reason: an unknown name with the known ones, or a bot that can't play by these rules
// (a learned one that does not know their cards).
std::unique_ptr<Bot> bot_for(std::string_view name, std::uint64_t seed, const Rules& rules);

}  // namespace nl::capi
