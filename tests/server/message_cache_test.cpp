// Tests of the message cache: shared parts equal those written for one viewer alone.
#include "server/message_cache.h"

#include <gtest/gtest.h>

#include "protocol/game_messages.h"
#include "protocol/watched.h"

namespace nl {
namespace {

// A viewer's messages, kept as the server does and as one alone would.
struct Onlooker {
  SharedTable shared;
  Json alone = Json::object();
  std::optional<OwnView> own;
  std::vector<Event> news;
};

// An object without its braces; nothing of null.
std::string fields_of(const Json& object) {
  const std::string text = object.is_null() ? "{}" : object.dump();
  return text.substr(1, text.size() - 2);
}

void expect_told_as_if_alone(const Watched& game, std::vector<Onlooker>& onlookers) {
  MessageCache parts;
  for (std::size_t i = 0; i < onlookers.size(); ++i) {
    Onlooker& one = onlookers[i];
    const SharedTable table = parts.table(one.shared, game.view_of(i));
    const Json alone = table_json(table_of(game.view_of(i)));
    ASSERT_EQ(table_json(*table), alone) << "viewer " << i;
    const Json change = alone == one.alone ? Json() : merge_patch(one.alone, alone);
    ASSERT_EQ(parts.patch(one.shared, table), fields_of(change)) << "viewer " << i;
    ASSERT_EQ(parts.events(one.news), events_text(one.news)) << "viewer " << i;
    const OwnView own = own_of(game.rules, game.view_of(i));
    const Json before = one.own ? own_json(*one.own) : Json::object();
    ASSERT_EQ(own_patch_text(one.own ? &*one.own : nullptr, own),
              fields_of(merge_patch(before, own_json(own))))
        << "viewer " << i;
    one.shared = table;
    one.alone = alone;
    one.own = own;
  }
  for (Onlooker& one : onlookers) one.news.clear();
}

TEST(MessageCache, NET_5_NOPE_9_NobodyIsHandedAnothersTableOrNews) {
  for (int number = 0; number < in_builds(400, 20); ++number) {
    SCOPED_TRACE(number);
    const auto seed = static_cast<std::uint64_t>(number);
    Watched game(game_kind(seed), seed);
    std::vector<Onlooker> onlookers(game.viewers.size());
    game.on_event = [&](const Event& event, Seat viewer) {
      const auto place = std::find(game.viewers.begin(), game.viewers.end(), viewer);
      onlookers[static_cast<std::size_t>(place - game.viewers.begin())].news.push_back(event);
    };
    Dice dice(seed);
    for (int step = 0; step < 300 && !game.s.over(); ++step) {
      expect_told_as_if_alone(game, onlookers);
      if (HasFatalFailure()) return;
      game.step(dice);
    }
  }
}

}  // namespace
}  // namespace nl
