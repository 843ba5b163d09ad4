// Bots by the names that callers give.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "bots/bot.h"

namespace nl::capi {

// Throws what says which name is wrong and what it may be, or that the bot can't play by these
// rules: a learned one that never met their cards would only pass on what another bot says.
std::unique_ptr<Bot> bot_for(std::string_view name, std::uint64_t seed, const Rules& rules);

}  // namespace nl::capi
