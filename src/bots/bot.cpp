// List of the bots by name.
#include "bots/bot.h"

#include <array>

#include "bots/best_response_search.h"
#include "bots/budget.h"
#include "bots/careful.h"
#include "bots/counting.h"
#include "bots/draw_only.h"
#include "bots/flat.h"
#include "bots/ismcts.h"
#include "bots/net.h"
#include "bots/net_search.h"
#include "bots/random.h"

namespace nl {
namespace {

using Made = std::unique_ptr<Bot>;

template <class BotType>
Made make(std::uint64_t seed, std::string_view budget) {
  return budget.empty() ? std::make_unique<BotType>(seed) : nullptr;
}

template <class BotType>
Made make_thinking(std::uint64_t seed, std::string_view budget) {
  if (budget.empty()) return std::make_unique<BotType>(seed);
  const auto parsed = parse_budget(budget);
  return parsed ? std::make_unique<BotType>(seed, *parsed) : nullptr;
}

// net:FILE plays from the given network.
Made make_net(std::uint64_t seed, std::string_view file) {
  if (file.empty()) return std::make_unique<NetBot>(seed);
  const Network* const policy = policy_network_from(file);
  return policy != nullptr ? std::make_unique<NetBot>(seed, policy) : nullptr;
}

struct Entry {
  std::string_view name;
  Made (*make)(std::uint64_t seed, std::string_view budget);
};

constexpr auto kBots = std::to_array<Entry>({
    {"random", make<RandomBot>},
    {"draw", make<DrawOnlyBot>},
    {"careful", make<CarefulBot>},
    {"counting", make<CountingBot>},
    {"flat", make_thinking<FlatBot>},
    {"ismcts", make_thinking<SearchBot>},
    {"net", make_net},
    {"net+search", make_thinking<NetSearchBot>},
    {"strongest", make_net},  // only a name that stored rooms may have
});

constexpr auto kLevels = std::to_array<Level>({
    {"easy", "careful"},
    {"medium", "counting"},
    {"hard", "strongest"},
});

constexpr auto kNames = [] {
  std::array<std::string_view, kBots.size()> names;
  for (std::size_t i = 0; i < kBots.size(); ++i) names[i] = kBots[i].name;
  return names;
}();

}  // namespace

std::span<const std::string_view> bot_names() { return kNames; }

std::string never_met(std::string_view bot) {
  return "bot " + std::string(bot) +
         ": it never met some cards of these rules; expected a bot that plays every box, such as "
         "counting";
}

std::span<const Level> bot_levels() { return kLevels; }

std::unique_ptr<Bot> make_bot(std::string_view name, std::uint64_t seed) {
  for (const Level& level : kLevels) {
    if (level.name == name) return make_bot(level.bot, seed);
  }
  if (name.ends_with(':')) return nullptr;  // a budget was announced but not given
  const std::size_t colon = name.find(':');
  const std::string_view kind = name.substr(0, colon);
  const std::string_view budget =
      colon == std::string_view::npos ? std::string_view{} : name.substr(colon + 1);
  for (const Entry& entry : kBots) {
    if (entry.name == kind) return entry.make(seed, budget);
  }
  // Not in bot_names(): it is for measurements and too slow for a table.
  return kind == "hunt" ? make_best_response_bot(seed, budget) : nullptr;
}

}  // namespace nl
