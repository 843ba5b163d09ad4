// Simulator tests: whole games with delays, losses, crashes and slow readers. No sent event is
// lost,
// all viewers agree, and every game ends.
#include <gtest/gtest.h>

#include <sstream>

#include "fair/fair_check.h"
#include "server/sim_client.h"
#include "server/sim_seeds.h"

namespace nl {
namespace {

struct Plan {
  PlainJson create;
  int people = 2;
  int bots = 0;
  int watchers = 0;
  int crashes = 0;
  WorldOptions world{};
};

Plan plan_of(Dice& dice) {
  Plan plan;
  const auto preset = static_cast<Preset>(dice.below(kPresets));
  PlainJson expansions = PlainJson::array();
  for (const BoxRow& box : box_rows()) {
    if (dice.once_in(2)) expansions.push_back(box.key);
  }
  const int seats = 2 + dice.below(3);
  const int bots = dice.below(seats);
  plan.bots = bots;
  plan.people = seats - bots;
  plan.watchers = dice.below(2);
  plan.crashes = dice.once_in(3) ? 1 + dice.below(2) : 0;
  plan.create = {{"t", "create"},
                 {"name", "Host"},
                 {"preset", preset_name(preset)},
                 {"expansions", expansions},
                 {"seats", seats},
                 {"bots", bots},
                 {"window_ms", 500 + dice.below(2'500)},
                 {"turn_s", 3 + dice.below(10)},
                 {"listed", true},
                 {"rules", {{"hand", 1 + dice.below(4)}, {"faster", true}}}};
  plan.world.store_delay = Time(1 + dice.below(40));
  // Bots whose thought is there at once, in time, or too late.
  const int slowest = dice.once_in(3) ? 1 : 3'000;
  plan.world.thinking = [slowest](const BotJob& job) {
    return Time(1 + static_cast<int>(mix64(job.seed) % static_cast<std::uint64_t>(slowest)));
  };
  plan.world.check_schema = dice.once_in(10);
  plan.world.limits.outbound_bytes = dice.once_in(4) ? 30'000 : 512'000;
  return plan;
}

ClientHabits habits_of(Dice& dice, bool host) {
  const auto sometimes = [&](int one_in, int n) { return dice.once_in(one_in) ? n : 0; };
  ClientHabits habits;
  habits.delay_ms = 1 + dice.below(300);
  habits.thinks_ms = 500 + dice.below(3'000);
  habits.silent_in = sometimes(4, 5);
  habits.lost_in = sometimes(3, 40);
  habits.stops_in = sometimes(5, 60);
  habits.noise_in = sometimes(3, 30);
  habits.comes_back = host || !dice.once_in(6);
  habits.fair = !dice.once_in(4);
  habits.reveals = !dice.once_in(5);
  return habits;
}

class Session {
 public:
  explicit Session(std::uint64_t seed) : dice_(seed ^ 0x706C616Eu), plan_(plan_of(dice_)) {
    world_ = std::make_unique<SimWorld>(seed, plan_.world);
    for (int i = 0; i < plan_.people + plan_.watchers; ++i) {
      clients_.push_back(std::make_unique<SimClient>(*world_, habits_of(dice_, i == 0)));
    }
  }

  // Fault of the run; empty: none.
  std::string play() {
    if (!sit_down()) return fault_or("nobody gets into the room");
    for (int i = 0; i < plan_.crashes; ++i) {
      world_->in(Time(5'000 + dice_.below(120'000)), [this] {
        world_->crash();
        world_->in(Time(1 + dice_.below(10'000)), [this] {
          if (!world_->running()) world_->restart();  // two crashes in a row are one
        });
      });
    }
    const Time end = world_->now() + Time(20 * 3'600'000);
    while (!is_over() && world_->now() < end && world_->fault.empty()) world_->run_for(Time(1'000));
    if (!is_over()) return fault_or("the game does not end");
    world_->run_for(Time(120'000));
    // The last crash may be a moment ago: it is up again after ten seconds, and so are the clients.
    if (!world_->running()) world_->run_for(Time(60'000));
    if (!world_->running() || !world_->room(clients_[0]->room)) return fault_or("the room is gone");
    return fault_or(ending());
  }
  std::uint64_t fingerprint() const { return world_->fingerprint(); }
  std::size_t messages() const { return world_->messages(); }

 private:
  std::string fault_or(const std::string& otherwise) const {
    return world_->fault.empty() ? otherwise : world_->fault;
  }
  bool sit_down() {
    clients_[0]->open_with(plan_.create);
    clients_[0]->connect();
    for (int i = 0; i < 100 && clients_[0]->room.empty(); ++i) world_->run_for(Time(500));
    for (std::size_t i = 1; i < clients_.size(); ++i) {
      const bool plays = static_cast<int>(i) < plan_.people;
      PlainJson message = {{"t", plays ? "join" : "watch"}, {"room", clients_[0]->room}};
      if (plays) message["name"] = "Player";
      clients_[i]->open_with(message);
      clients_[i]->connect();
    }
    for (int i = 0; i < 100 && !started(); ++i) {
      world_->run_for(Time(1'000));
      seat_other_bots(i);
      clients_[0]->say({{"t", "start"}});
    }
    return started();
  }
  // Some that think in place of careful ones, which sit behind the host.
  void seat_other_bots(int round) {
    if (room() == nullptr || plan_.bots == 0) return;
    if (round == 0) return clients_[0]->say({{"t", "remove_bot"}, {"seat", 1}});
    if (room()->state().bots() >= plan_.bots) return;
    clients_[0]->say({{"t", "add_bot"}, {"bot", dice_.once_in(2) ? "medium" : "net"}});
  }
  const Room* room() const { return world_->running() ? world_->room(clients_[0]->room) : nullptr; }
  bool started() const { return room() != nullptr && room()->state().in_game(); }
  bool is_over() const { return room() != nullptr && room()->state().phase() == RoomPhase::Over; }

  std::string ending() const {
    const FairGame& game = *room()->state().game();
    for (const auto& client : clients_) {
      if (!client->connected() || client->room.empty()) continue;
      if (client->record.size() != game.record().size()) continue;  // on its way back, or slow
      if (client->record != game.record()) return "another record was told";
    }
    if (clients_[0]->connected() && clients_[0]->over.is_null()) return "the host missed the end";
    return check_record(game);
  }
  static std::string check_record(const FairGame& game) {
    Replay replay;
    const std::string fault = record_fault(game.record(), replay);
    return fault.empty() ? cards_of_end(replay) : fault;
  }
  // Cards that are nowhere can only have gone with the dead, and only where the rules say so.
  static std::string cards_of_end(const Replay& replay) {
    const State& s = replay.state();
    int cards = s.pile_size + s.discard.total();
    for (const Counts& hand : s.hands) cards += hand.total();
    const int all = cards_in_game(replay.header().rules, s.seats).total();
    if (cards > all) return "there are more cards than were dealt";
    return "";
  }

  Dice dice_;
  Plan plan_;
  std::unique_ptr<SimWorld> world_;
  std::vector<std::unique_ptr<SimClient>> clients_;
};

TEST(Simulator, NET_1_NET_3_NET_4_NET_7_BOT_2_EveryGameEndsAndNothingToldIsLost) {
  play_seeds<Session>(1, in_builds(1'000, 25), [](const Session&) {});
}

TEST(Simulator, LongManyMoreGames) {
  std::size_t messages = 0;
  const int games = play_many_seeds<Session>([&](const Session& s) { messages += s.messages(); });
  std::printf("%d games, %zu messages\n", games, messages);
}

TEST(Simulator, ASeedIsRepeatedToTheByte) {
  for (std::uint64_t seed = 7'000; seed < 7'005; ++seed) {
    Session first(seed);
    Session second(seed);
    ASSERT_EQ(first.play(), second.play());
    EXPECT_EQ(first.fingerprint(), second.fingerprint()) << seed;
  }
}

}  // namespace
}  // namespace nl
