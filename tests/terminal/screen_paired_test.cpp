// Paired tests of the screen: cards differ wherever one player can't look, play is alike to the
// end: that player's terminal or ssh session gets the same bytes from both.
#include <gtest/gtest.h>

#include <map>

#include "client/plain_player.h"
#include "fair/fair_line.h"
#include "terminal/net_pages.h"
#include "terminal/row_update.h"
#include "terminal/screen_table.h"
#include "terminal/screen_theme.h"

namespace nl {
namespace {

constexpr int kSeats = 3;
constexpr Seat kViewer = 1;
constexpr Seat kOther = 2;

// So few cards that two deals often look the same to one player until the end.
const Json kFewCards = {{"seats", kSeats},
                        {"window_ms", 1'000},
                        {"rules",
                         {{"hand", 2},
                          {"first", "zero"},
                          {"copies.attack", 0},
                          {"copies.favor", 0},
                          {"copies.shuffle", 0},
                          {"copies.see", 0},
                          {"copies.skip", 3},
                          {"copies.nope", 3},
                          {"copies.tacocat", 1},
                          {"copies.cattermelon", 1},
                          {"copies.potato", 1},
                          {"copies.beard", 1},
                          {"copies.rainbow", 1}}}};

Action usual_answer(const View& v) {
  if (v.phase() == Phase::Window) {
    return word(v.hand[Card::Nope] > 0 && v.play.nopes == 0 ? Verb::Nope : Verb::Pass);
  }
  if (v.phase() != Phase::Turn) return v.legal.nth(0);
  return v.legal.has(play(Card::Skip)) ? play(Card::Skip) : word(Verb::Draw);
}

// ---- which deals look alike ---------------------------------------------------------------------

FairGame dealt_game(const RoomState& state, std::uint64_t seed) {
  const RoomSettings& settings = state.settings();
  const Header header{settings.preset, settings.expansions, settings.rules(),
                      static_cast<int>(state.players().size())};
  SeededEntropy entropy(seed);
  const auto server_seed = entropy.draw<Bytes32>();
  const auto id = entropy.draw<GameId>();
  FairCeremony ceremony(id, terms_of(header), kSeats, server_seed);
  ceremony.close_commitments();
  return {header, FairSource(ceremony.finish())};
}

// All that the viewer is told of a whole game: the hand, and what happens.
std::string told_of(FairGame game) {
  std::string told;
  for (const auto copies : game.view(kViewer).hand.n) told += std::to_string(copies);
  while (!game.over()) {
    const Seat seat = first_seat(game.acting_seats());
    game.submit(seat, usual_answer(game.view(seat)), game.decision(seat));
  }
  for (const Event& event : game.events(kViewer)) told += event_json(event).dump();
  return told;
}

// Games without a Nope would show little of what could leak.
bool worth_showing(const std::string& told) { return told.find("\"noped\"") != std::string::npos; }

using SeedPair = std::pair<std::uint64_t, std::uint64_t>;

std::vector<SeedPair> pairs_for(const RoomState& state, std::size_t wanted) {
  std::map<std::string, std::pair<std::uint64_t, Counts>> known;
  std::vector<SeedPair> pairs;
  for (std::uint64_t seed = 1; seed < 20'000 && pairs.size() < wanted; ++seed) {
    const FairGame game = dealt_game(state, seed);
    const Counts hidden = game.view(kOther).hand;
    const std::string told = told_of(game);
    if (!worth_showing(told)) continue;
    const auto [before, fresh] = known.try_emplace(told, seed, hidden);
    if (!fresh && before->second.second != hidden) pairs.emplace_back(before->second.first, seed);
  }
  return pairs;
}

// ---- a table whose screens are drawn ------------------------------------------------------------

struct DrawnPlayer {
  DrawnPlayer(SimWorld& world, SessionOptions options)
      : net(world, 1), session(net.model, seats, std::move(options)) {
    net.answers = false;
    // Without its share the deal follows from the server's seed alone.
    net.passes = [](const PlainJson& message) { return message["t"] != "fair"; };
    net.on_change = [this] { look(); };
    net.connect();
    world.run_for(Time{50});
  }
  void look() {
    const Time now = net.world.now();
    session.update(now);
    net.flush();
    pages.take_news();
    pages.turn();
    std::string bytes = std::to_string(now.count()) + '\n';
    Hits hits;
    const ScreenSize size{80, 24};
    const auto rows = pages.at_table()
                          ? drawn(scene_page(pages.table(now), table_page, size, hits), size)
                          : drawn(dialogue_element(pages.menu(now), size, hits), size);
    for (const std::string& row : rows) bytes += row + '\n';
    shown.push_back(bytes + sent(rows));
  }
  // Bytes sent to a terminal or an ssh session: only the cells that changed.
  std::string sent(const std::vector<std::string>& rows) {
    std::string bytes;
    before_.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      bytes += row_update(static_cast<int>(i), before_[i], rows[i]);
    }
    before_ = rows;
    return bytes;
  }
  bool answer() {
    const NetQuestion* open = net.model.question();
    if (open == nullptr || open->answered) return false;
    net.model.answer(usual_answer(net.model.view()));
    net.flush();
    return true;
  }

  NetPlayer net;
  SeatStore seats{"", "server:1"};
  NetSession session;
  NetPages pages{session};
  std::vector<std::string> shown;

 private:
  std::vector<std::string> before_;
};

class DrawnTable {
 public:
  DrawnTable() : world_(9, quick()) {
    sit(creating("Ann", kFewCards));
    const std::string code = players_[0]->net.model.room().code;
    for (const char* name : {"Bob", "Cho"}) sit(joining(name, code));
  }
  const RoomState& state() const {
    return world_.room(players_[0]->net.model.room().code)->state();
  }
  bool play(std::uint64_t seed) {
    world_.entropy().reseed(seed);
    players_[0]->net.does([](ClientModel& model) { model.start(); });
    for (int i = 0; i < 2'000 && !(*this)[kViewer].net.model.verdict(); ++i) step();
    return (*this)[kViewer].net.model.verdict().has_value() && world_.fault.empty();
  }
  DrawnPlayer& operator[](Seat seat) { return *players_[seat]; }

 private:
  static WorldOptions quick() {
    WorldOptions options;
    options.store_delay = Time{1};
    options.check_schema = false;
    return options;
  }
  void sit(SessionOptions options) {
    players_.push_back(std::make_unique<DrawnPlayer>(world_, std::move(options)));
  }
  // One of them answers; countdowns go on.
  void step() {
    for (const auto& player : players_) {
      if (player->answer()) break;
    }
    world_.run_for(Time{150});
    for (const Seat seat : {kViewer, kOther}) players_[seat]->look();
  }

  SimWorld world_;
  std::vector<std::unique_ptr<DrawnPlayer>> players_;
};

TEST(PairedScreens, NET_6_SSH_3_AWholeGameShowsNothingThatItsPlayerCantKnow) {
  use_colours(true);
  const auto pairs = pairs_for(DrawnTable().state(), 3);
  ASSERT_EQ(pairs.size(), 3U);
  for (const auto& [first, second] : pairs) {
    SCOPED_TRACE(std::to_string(first) + " and " + std::to_string(second));
    DrawnTable a;
    DrawnTable b;
    ASSERT_TRUE(a.play(first));
    ASSERT_TRUE(b.play(second));
    const auto& shown = a[kViewer].shown;
    ASSERT_EQ(shown.size(), b[kViewer].shown.size());
    EXPECT_GT(shown.size(), 60U);
    std::printf("%zu screens of seeds %d and %d\n", shown.size(), static_cast<int>(first),
                static_cast<int>(second));
    for (std::size_t i = 0; i < shown.size(); ++i) ASSERT_EQ(shown[i], b[kViewer].shown[i]);
    // The test sees: somebody else's screens do differ.
    EXPECT_NE(a[kOther].shown, b[kOther].shown);
  }
}

}  // namespace
}  // namespace nl
