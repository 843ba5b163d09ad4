// Tests of a network game on the full screen: real pages and keys, the server in the
// simulator's world.
#include <gtest/gtest.h>

#include <cstdlib>

#include "client/plain_player.h"
#include "terminal/both.h"
#include "terminal/net_pages.h"
#include "terminal/net_play.h"
#include "terminal/tty.h"
#include "text/korean_words.h"

namespace nl {
namespace {

// A line to the simulated server. The world moves on whenever somebody looks whether there is news.
class WorldLink : public Link, public Wire {
 public:
  explicit WorldLink(SimWorld& world) : world_(world), session_(world.connect(this, 5)) {
    news_.push_back({LinkEvent::Change::Opened});
  }
  void send(std::string text) override { world_.to_server(session_, std::move(text)); }
  std::vector<LinkEvent> take() override {
    world_.run_for(Time{100});
    return std::exchange(news_, {});
  }
  int wake_file() const override { return -1; }
  void arrived(SessionId, const std::string& text) override {
    news_.push_back({LinkEvent::Change::Text, text});
  }
  void broken(SessionId, const std::string& reason) override {
    news_.push_back({LinkEvent::Change::Closed, reason});
  }

 private:
  SimWorld& world_;
  SessionId session_;
  std::vector<LinkEvent> news_;
};

// Somebody who only looks, until the game is over. A moment takes its time, or a key is pressed.
class Onlooker : public TypedTerminal {
 public:
  Onlooker(const ClientModel& model, bool skips)
      : TypedTerminal({}, {80, 24}), model_(model), skips_(skips) {}
  Wake wait(std::chrono::milliseconds longest, int) override {
    if (!has(pages.back(), "Any key: skip")) return model_.over() ? Wake::Closed : Wake::News;
    ++moments;
    if (skips_) return Wake::Pressed;
    std::this_thread::sleep_for(longest);
    return Wake::Timeout;
  }

  int moments = 0;

 private:
  const ClientModel& model_;
  bool skips_;
};

// Two people play at random; a third watches them on the full screen.
struct Watched {
  explicit Watched(bool skips) {
    SimWorld world(3, {});
    PlainPlayer ann(world, creating("Ann", {{"seats", 2}}));
    PlainPlayer bob(world, joining("Bob", ann.net.model.room().code));
    SeededEntropy entropy(5);
    ClientModel model(entropy);
    const SeatStore seats("", "server:1");
    NetSession session(model, seats, watching(ann.net.model.room().code));
    WorldLink link(world);
    ann.net.answers = bob.net.answers = true;
    world.in(Time{500}, [&] { ann.net.model.start(), ann.net.flush(); });
    Onlooker terminal(model, skips);
    play_net_on(terminal, session, model, link);
    over = model.over();
    moments = terminal.moments;
    shown.pages = terminal.pages;
    for (const std::string& page : shown.pages) shown.all += in_one_line(page) + ' ';
  }
  std::size_t page_with(const std::string& text) const {
    std::size_t page = 0;
    while (page < shown.pages.size() && !has(shown.pages[page], text)) ++page;
    return page;
  }

  Shown shown{};
  bool over = false;
  int moments = 0;
};

TEST(NetOnTheScreen, TERM_10_AKittenIsTurnedOverThenDefusedOrItExplodes) {
  const Watched game(false);
  ASSERT_TRUE(game.over);
  const std::size_t turned = game.page_with("drew an Exploding Kitten!");
  const std::size_t boom = game.page_with("B O O M");
  ASSERT_LT(turned, game.shown.pages.size());
  ASSERT_LT(boom, game.shown.pages.size());
  EXPECT_LT(turned, boom);
  EXPECT_TRUE(has(game.shown.pages[turned], "Any key: skip"));
  EXPECT_FALSE(has(game.shown.pages[turned], "Discarded: Defuse"));
}

TEST(NetOnTheScreen, TERM_10_AKeySkipsIt) {
  const Watched game(true);
  ASSERT_TRUE(game.over);
  EXPECT_GT(game.moments, 0);
  EXPECT_FALSE(game.shown.says("B O O M"));
}

// A variable of the environment, for as long as a test lasts.
struct Environment {
  explicit Environment(const char* variable) : name(variable) { setenv(name, "1", 1); }
  ~Environment() { unsetenv(name); }
  const char* name;
};

TEST(NetOnTheScreen, TERM_10_NothingMovesWithReducedMotionOrNoColor) {
  for (const char* variable : {"REDUCED_MOTION", "NO_COLOR"}) {
    const Environment set(variable);
    const Watched game(false);
    ASSERT_TRUE(game.over);
    EXPECT_EQ(game.moments, 0) << variable;
  }
}

TEST(OnTheScreen, TERM_10_ReducedMotionStopsMotionAndNoColorColoursToo) {
  EXPECT_FALSE(motion_off());
  {
    const Environment set("REDUCED_MOTION");
    EXPECT_TRUE(motion_off());
    EXPECT_FALSE(colours_off());
  }
  const Environment set("NO_COLOR");
  EXPECT_TRUE(motion_off());
  EXPECT_TRUE(colours_off());
}

// ---- leaving ------------------------------------------------------------------------------------

// Bob joins Ann's room on the full screen.
struct ScreenGuest {
  explicit ScreenGuest(Language language = Language::English)
      : session(model, seats, joins(language)) {}
  SessionOptions joins(Language language) {
    SessionOptions options = joining("Bob", ann.net.model.room().code);
    options.language = language;
    return options;
  }
  void arrives() {
    for (int i = 0; i < 6; ++i) exchange_messages(session, model, link, Time{0});
  }

  SimWorld world{3, {}};
  PlainPlayer ann{world, creating("Ann", {{"seats", 2}})};
  SeededEntropy entropy{5};
  ClientModel model{entropy};
  SeatStore seats{"", "server:1"};
  NetSession session;
  WorldLink link{world};
};

// Ctrl-C at the table, then Esc on the page that asks; then the terminal is closed.
class SecondThoughts : public TypedTerminal {
 public:
  SecondThoughts() : TypedTerminal({"<esc>"}, {80, 24}) {}
  Wake wait(std::chrono::milliseconds longest, int listen_to) override {
    const bool table = has(pages.back(), "╭ Log");
    if (has(pages.back(), "Esc: stay")) return TypedTerminal::wait(longest, listen_to);
    if (!table || ++tables_ < 3) return Wake::News;
    if (asked_) return Wake::Closed;
    asked_ = true;
    return Wake::Interrupted;
  }

 private:
  int tables_ = 0;
  bool asked_ = false;
};

TEST(NetOnTheScreen, NET_4_EscOnTheCtrlCPageGoesBackToTheGame) {
  ScreenGuest bob;
  bob.arrives();
  bob.ann.types("1");
  SecondThoughts terminal;
  play_net_on(terminal, bob.session, bob.model, bob.link);
  EXPECT_EQ(bob.session.end(), NetEnd::Terminated);
  EXPECT_TRUE(bob.model.playing());
  std::size_t asked = 0;
  while (asked < terminal.pages.size() && !has(terminal.pages[asked], "Leave the game?")) ++asked;
  ASSERT_LT(asked, terminal.pages.size());
  EXPECT_TRUE(has(terminal.pages.back(), "╭ Log")) << terminal.pages.back();
}

// A guest in the lobby chooses to leave, which is all that there is to choose.
NetEnd leaves_at(ScreenSize size) {
  ScreenGuest bob;
  bob.arrives();
  TypedTerminal terminal({"1"}, size);
  play_net_on(terminal, bob.session, bob.model, bob.link);
  return bob.session.end();
}

TEST(NetOnTheScreen, TERM_7_KeysDoNothingWhileTheTerminalIsTooSmall) {
  EXPECT_EQ(leaves_at({80, 24}), NetEnd::Left);
  EXPECT_EQ(leaves_at({40, 10}), NetEnd::Terminated);
}

// ---- row N: a draw that the clock forced --------------------------------------------------------

TEST(NetOnBoth, TERM_7_ADrawForcedByTheClockSaysSoToBothSides) {
  SimWorld world(3, {});
  PlainPlayer ann(world, creating("Ann", {{"seats", 2}, {"rules", {{"first", "zero"}}}}));
  PlainPlayer bob(world, joining("Bob", ann.net.model.room().code));
  ann.types("1");
  world.run_for(Time{70'000});
  for (PlainPlayer* player : {&ann, &bob}) {
    EXPECT_TRUE(player->said("Ann ran out of time."));
    NetPages pages(player->session);
    pages.take_news();
    pages.turn();
    ASSERT_TRUE(pages.at_table());
    const Lines log = pages.table(world.now()).log;
    EXPECT_NE(std::find(log.begin(), log.end(), "Ann ran out of time."), log.end());
  }
}

// ---- TERM-2: words of the network ---------------------------------------------------------------

bool has_english(const std::string& text) {
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    const auto small = [&](std::size_t at) { return text[at] >= 'a' && text[at] <= 'z'; };
    if (small(i) && small(i + 1) && small(i + 2)) return true;
  }
  return false;
}

TEST(NetOnBoth, TERM_2_WhyAServerCantBeReachedIsSaidInTheOwnLanguage) {
  for (const std::string cause :
       {"refused", "unknown_host", "timed_out", "no_route", "closed", "no_trust"}) {
    ScreenGuest bob(kKorean);
    bob.session.unreachable(cause);
    EXPECT_TRUE(has(bob.session.end_text(), "연결할 수 없어요"));
    const std::string reason = bob.session.end_text().substr(bob.session.end_text().find(": "));
    EXPECT_FALSE(has_english(reason)) << reason;
  }
}

// ---- after a game -------------------------------------------------------------------------------

TEST(NetOnBoth, TERM_8_AfterAGameThereAreItsScoreAReplayAndAReview) {
  SimWorld world(3, {});
  PlainPlayer ann(world, creating("Ann", {{"seats", 2}}));
  PlainPlayer bob(world, joining("Bob", ann.net.model.room().code));
  ann.types("1");
  ann.net.answers = bob.net.answers = true;
  for (int i = 0; i < 3'000 && !bob.net.model.verdict(); ++i) world.run_for(Time{200});
  bob.update();
  EXPECT_TRUE(bob.said("Score of the evening after 1 game: "));
  EXPECT_NE(bob.choice("Review this game"), 0);
  const std::string told = bob.chooses("See this game again");
  EXPECT_TRUE(has(told, " goes first. The pile has "));
  EXPECT_TRUE(has(told, " wins!"));
  // The next game has a score of its own beside it.
  ann.net.answers = bob.net.answers = false;
  ann.chooses("Play again");
  world.run_for(Time{3'000});
  ann.net.answers = bob.net.answers = true;
  const auto second = [&] { return bob.net.model.game() == 2 && bob.net.model.verdict(); };
  if (bob.session.page() == NetSession::Page::Lobby) ann.chooses("Start");
  for (int i = 0; i < 3'000 && !second(); ++i) world.run_for(Time{200});
  bob.update();
  EXPECT_TRUE(bob.said("Score of the evening after 2 games: "));
}

}  // namespace
}  // namespace nl
