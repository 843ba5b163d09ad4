// Interface of bots, and their list. A bot gets a view and its seat's last events, so it can't
// know more than a person would.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bots/reason.h"
#include "engine/action.h"
#include "engine/past.h"
#include "engine/rules.h"
#include "engine/view.h"

namespace nl {

struct Weighed {
  Action action{};
  double chance = 0;
};

// Answer that a bot computed later, in a batch.
struct LaterAnswer {
  int row;  // the caller's own number
  Seat seat;
  Action action;
};

class Bot {
 public:
  virtual ~Bot() = default;

  // Returns one of `v.legal`, which is not empty. Randomness comes from the bot's own stream,
  // independent of the game's.
  virtual Action act(const Rules& rules, const View& v, Past past) = 0;

  // Probability of each legal action, in their order; the sum is 1. Empty if the bot can't tell;
  // then callers have to sample it.
  virtual std::vector<Weighed> chances(const Rules&, const View&, Past) { return {}; }

  // True if it can play by these rules. A learned bot may not know some of their cards; a table
  // then uses another bot, and measurements leave it out.
  virtual bool knows(const Rules&) const { return true; }

  // True if past events influence its play. If false, callers need not record history.
  virtual bool remembers(const Rules&) const { return false; }

  // Reason for the last result of act().
  virtual Reason reason() const { return {}; }

  // True if many questions at once take less time than one by one. A caller with many games then
  // calls ask() for each and gets the answers later. Each equals act() after reseed() with that
  // seed. The view and the past are borrowed until ask() returns. The answers, in the order of the
  // questions, are valid until the next answer_all().
  virtual bool answers_in_batches(const Rules&) const { return false; }
  virtual void ask(const Rules&, const ViewRef&, Past, std::uint64_t /*seed*/, int /*row*/) {}
  virtual std::span<const LaterAnswer> answer_all() { return {}; }

  // Same as a new bot with this seed, without the lookup of its name or an allocation.
  virtual void reseed(std::uint64_t seed) = 0;
};

// From the weakest to the strongest.
std::span<const std::string_view> bot_names();

// Null if there is no bot of that name. The same seed gives the same play. A level (easy, medium,
// hard) is a name, too. A searching bot takes a budget: ismcts:400, ismcts:50ms. A trained one
// takes a file: net:runs/mine/net.nlnet. A best-response search takes its target and a number of
// tries: hunt:net:400.
std::unique_ptr<Bot> make_bot(std::string_view name, std::uint64_t seed);

// Error message for a bot that was not trained on these rules.
std::string never_met(std::string_view bot);

// Levels for people who don't know the bots.
struct Level {
  std::string_view name;
  std::string_view bot;
};
std::span<const Level> bot_levels();

// The default bot.
inline constexpr std::string_view kDefaultBot = "careful";

}  // namespace nl
