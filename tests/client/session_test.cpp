// Tests of network play in plain lines: lobby, game, chat, host.
#include <gtest/gtest.h>

#include "client/ladder_client.h"
#include "client/plain_player.h"
#include "server/signature.h"
#include "terminal/ladder_page.h"

namespace nl {
namespace {

using Page = NetSession::Page;

const Json kQuick = {{"window_ms", 500}, {"seats", 3}};
const Json kRich = {
    {"seats", 2},
    {"turn_s", 0},
    {"rules", {{"copies.nope", 22}, {"copies.skip", 22}, {"first", "zero"}, {"hand", 8}}}};

struct Two {
  explicit Two(const Json& settings, bool hosts = false)
      : world(3, {}), ann(world, creating("Ann", settings, hosts)) {
    bob = std::make_unique<PlainPlayer>(world, joining("Bob", code()));
  }
  std::string code() { return ann.net.model.room().code; }
  void start() {
    ann.chooses("Start the game");
    world.run_for(Time{3'000});
  }
  SimWorld world;
  PlainPlayer ann;
  std::unique_ptr<PlainPlayer> bob;
};

TEST(NetSession, NET_1_TheLobbyShowsWhoIsThereAndHowToJoin) {
  Two two(kQuick);
  EXPECT_EQ(two.ann.session.page(), Page::Lobby);
  EXPECT_TRUE(two.ann.said("Room code: " + two.code()));
  EXPECT_TRUE(two.ann.said("ninelives join server:1 " + two.code()));
  EXPECT_TRUE(two.ann.said("Bob sits down."));
  EXPECT_TRUE(two.ann.said("  - Ann (host) (you)\n  - Bob\n  - a free seat\n"));
  EXPECT_TRUE(two.bob->said("The host starts the game."));
  EXPECT_EQ(two.bob->choice("Start"), 0);
  // Nobody is shown a room before they are told what it is like.
  EXPECT_FALSE(two.ann.said("Time for a Nope: 0 s"));
  EXPECT_FALSE(two.bob->said("Time for a Nope: 0 s"));
}

TEST(NetSession, TheHostsChoicesWork) {
  Two two(kQuick);
  EXPECT_TRUE(has(two.ann.chooses("Add a bot"), "How well do they play?"));
  EXPECT_TRUE(has(two.ann.chooses("Easy"), "(bot)"));
  EXPECT_EQ(two.ann.choice("Add a bot"), 0);  // full
  EXPECT_TRUE(has(two.ann.chooses("Send somebody away"), "Who has to go?"));
  two.ann.types("2");
  EXPECT_EQ(two.ann.net.model.room().players.size(), 2U);
  EXPECT_TRUE(has(two.ann.chooses("somebody else the host"), "Who is the new host?"));
  two.ann.chooses("Bob");
  EXPECT_TRUE(two.bob->net.model.is_host());
  EXPECT_TRUE(two.ann.said("Bob is the host now."));
  two.bob->chooses("Send somebody away");
  two.bob->chooses("Ann");
  EXPECT_EQ(two.ann.session.end(), NetEnd::SentAway);
  EXPECT_EQ(two.ann.session.end_text(), words(Language::English).ui("net_kicked"));
}

TEST(NetSession, NET_5_TheHostMutesLimitsAndRemovesWatchers) {
  Two two(kQuick);
  EXPECT_EQ(two.ann.choice("Who may watch"), 0) << "nobody watches";
  PlainPlayer eve(two.world, watching(two.code()));
  two.world.run_for(Time{1'500});
  eve.types("say hello");
  EXPECT_TRUE(two.ann.said("Watcher 1: hello"));
  EXPECT_EQ(two.bob->choice("Who may watch"), 0) << "the host's alone";
  EXPECT_TRUE(has(two.ann.chooses("Who may watch"), "1 watching."));
  two.ann.chooses("Watchers may not talk");
  EXPECT_TRUE(two.ann.net.model.room().watchers_muted);
  EXPECT_EQ(two.ann.session.page(), Page::Lobby);
  two.ann.chooses("Who may watch");
  two.ann.chooses("Let in no more watchers");
  EXPECT_EQ(two.ann.net.model.room().most_watchers, 1);
  EXPECT_TRUE(two.ann.net.model.room().watchers_muted) << "one wish leaves the other";
  two.ann.chooses("Who may watch");
  two.ann.chooses("Send away: Watcher 1");
  EXPECT_EQ(eve.session.end(), NetEnd::SentAway);
  two.world.run_for(Time{1'500});
  EXPECT_EQ(two.ann.net.model.room().watchers, 0);
  two.ann.chooses("Who may watch");
  two.ann.chooses("Let anybody watch");
  EXPECT_EQ(two.ann.net.model.room().most_watchers, -1);
}

TEST(NetSession, NET_5_TheHostCanDoSoInMidGame) {
  Two two(kQuick);
  PlainPlayer eve(two.world, watching(two.code()));
  two.world.run_for(Time{1'500});
  two.start();
  ASSERT_EQ(two.ann.session.page(), Page::Game);
  two.ann.types("q");
  ASSERT_EQ(two.ann.session.page(), Page::Leave);
  two.ann.chooses("Who may watch");
  ASSERT_EQ(two.ann.session.page(), Page::Watchers);
  two.ann.chooses("Nobody may watch");
  EXPECT_EQ(two.ann.session.page(), Page::Game);
  EXPECT_EQ(eve.session.end(), NetEnd::SentAway);
}

TEST(NetSession, TERM_4_BadInputIsSaidAndTheSameIsAskedAgain) {
  Two two(kRich);
  const std::string menu = two.ann.types("99");
  EXPECT_TRUE(has(menu, "99"));
  EXPECT_TRUE(has(menu, "1. Start the game"));
  EXPECT_TRUE(has(two.ann.types("xyz"), "1. Start the game"));
  EXPECT_TRUE(has(two.bob->types(""), "1. Leave"));
  two.start();
  EXPECT_TRUE(has(two.bob->types("1"), "not your turn"));
  const std::string again = two.ann.types("77");
  EXPECT_TRUE(has(again, "77"));
  EXPECT_TRUE(has(again, "draw to end your turn"));
  EXPECT_TRUE(has(two.ann.types("odds"), "Chance of a kitten"));
  EXPECT_TRUE(has(two.ann.types("hand"), "Your hand, 9 cards:"));
  EXPECT_TRUE(has(two.ann.types("table"), "Bob"));
  EXPECT_TRUE(has(two.ann.types("describe skip"), "Skip"));
  EXPECT_TRUE(has(two.ann.types("help"), "say TEXT"));
}

TEST(NetSession, NOPE_8_TheWindowsTimeIsShownToAllAndTheOutcomeTold) {
  Two two(kRich);
  PlainPlayer watcher(two.world, watching(two.code()));
  two.start();
  const std::string own = two.ann.types("skip");
  EXPECT_TRUE(has(own, "Waiting for Nopes."));
  EXPECT_TRUE(has(own, "3 seconds left."));
  EXPECT_TRUE(two.bob->said("Play a Nope?\n1. Yes\n2. No\n3 seconds left.\n"));
  EXPECT_TRUE(watcher.said("Waiting for Nopes.\n3 seconds left.\n"));
  two.bob->types("5");
  EXPECT_TRUE(two.bob->said(words(Language::English).refusal(Refusal::OneOrTwo)));
  two.bob->types("1");
  EXPECT_TRUE(two.ann.said("Bob Nopes Skip!"));
  EXPECT_TRUE(watcher.said("Bob Nopes Skip!"));
  two.ann.types("2");
  EXPECT_TRUE(two.ann.said("Noped! Your Skip is gone."));
  EXPECT_TRUE(watcher.said("Noped! Ann's Skip is gone."));
  EXPECT_EQ(two.world.fault, "");
}

// All Tacocats and Favors, so that everybody has something to choose.
const Json kSteps = {{"seats", 3},
                     {"turn_s", 30},
                     {"rules",
                      {{"copies.favor", 10},
                       {"copies.tacocat", 44},
                       {"copies.nope", 1},
                       {"first", "zero"},
                       {"hand", 8}}}};

TEST(NetSession, TERM_7_AStepIsTakenBackUntilAllIsChosen) {
  Two two(kSteps);
  PlainPlayer carl(two.world, joining("Carl", two.code()));
  two.start();
  EXPECT_TRUE(has(two.ann.types("back"), "There is nothing to take back here."));
  EXPECT_TRUE(has(two.ann.types("pair tacocat"), "Who is it for?"));
  EXPECT_FALSE(two.bob->said("pair")) << "nobody hears of it before all is chosen";
  EXPECT_TRUE(has(two.ann.types("back"), "draw to end your turn"));
  EXPECT_TRUE(has(two.ann.types("triple tacocat"), "Who is it for?"));
  EXPECT_TRUE(has(two.ann.types("3"), "Which card do you want?"));
  EXPECT_TRUE(has(two.ann.types("back"), "Who is it for?"));
  two.ann.types("2");
  two.ann.types("defuse");
  two.world.run_for(Time{200});
  EXPECT_TRUE(two.bob->said("Ann plays three Tacocats."));
  EXPECT_TRUE(two.bob->said("Ann reaches into your hand with three Tacocats."));
  EXPECT_TRUE(two.bob->said("Ann asks you for Defuse."));
  EXPECT_TRUE(carl.said("Play a Nope?"));
  EXPECT_EQ(two.world.fault, "");
}

TEST(NetSession, TERM_7_NumbersStayWithinATurnAndCombosHaveTheirName) {
  Two two(kSteps);
  PlainPlayer carl(two.world, joining("Carl", two.code()));
  two.start();
  const auto listed = [&](const std::string& text) {
    const auto open = two.ann.session.question();
    for (const Choice& choice : open->choices) {
      if (choice.listed && has(choice.text, text)) return choice.number;
    }
    return -1;
  };
  const int favor = listed("Favor");
  const int pair = listed("Play a pair of Tacocats");
  ASSERT_GT(pair, favor);
  two.ann.types("pair tacocat");
  two.ann.types("2");
  for (PlainPlayer* other : {two.bob.get(), &carl}) other->types("2");
  two.world.run_for(Time{4'000});
  EXPECT_TRUE(two.bob->said("Ann reaches into your hand with a pair of Tacocats."));
  EXPECT_TRUE(two.bob->said("Nobody Nopes a pair of Tacocats."));
  ASSERT_TRUE(two.ann.session.question());
  EXPECT_EQ(listed("Favor"), favor);
  EXPECT_EQ(two.world.fault, "");
}

TEST(NetSession, TheClockOfWhomAllWaitForIsKnown) {
  Two two({{"seats", 2}, {"turn_s", 30}, {"rules", {{"first", "zero"}, {"copies.skip", 30}}}});
  two.start();
  two.ann.types("skip");
  two.bob->types("2");
  two.world.run_for(Time{4'000});
  const auto& clock = two.ann.net.model.clock();
  ASSERT_TRUE(clock);
  EXPECT_EQ(clock->seat, 1);
  EXPECT_LE(clock->deadline - two.world.now(), Time{30'000});
  EXPECT_FALSE(two.bob->net.model.clock()) << "their own comes with the question";
}

TEST(NetSession, NET_10_WhatTheClockDidIsSaidToAll) {
  Two two({{"seats", 2}, {"turn_s", 5}, {"rules", {{"first", "zero"}}}});
  two.start();
  two.world.run_for(Time{6'000});
  for (PlainPlayer* player : {&two.ann, two.bob.get()}) {
    EXPECT_TRUE(player->said("Ann ran out of time."));
  }
}

TEST(NetSession, BotsAreTheirCharactersInTheLanguageOfTheReader) {
  Two two(kQuick);
  two.ann.chooses("Add a bot");
  two.ann.chooses("Easy");
  EXPECT_TRUE(two.ann.said("Mochi sits down."));
  EXPECT_TRUE(two.bob->said("  - Mochi (=^.^=) (bot)"));
  EXPECT_EQ(two.bob->session.game().table_model().names[2], "Mochi");
}

TEST(NetSession, NET_8_WhoHasNoNopeIsToldSoAndHasPassed) {
  Two two({{"seats", 2}, {"rules", {{"copies.nope", 1}, {"copies.skip", 30}, {"first", "zero"}}}});
  two.start();
  two.ann.types("skip");
  EXPECT_TRUE(has(two.bob->types("1"), words(Language::English).refusal(Refusal::NoNope)));
  EXPECT_EQ(two.bob->net.model.window(), nullptr);
}

TEST(NetSession, NET_4_CtrlCAsksAndTheSecondOneGivesUp) {
  Two two(kRich);
  two.start();
  EXPECT_TRUE(has(two.bob->interrupts(), "Leave the game?"));
  EXPECT_TRUE(two.bob->said("Ctrl-C again, or five seconds without an answer, and you give up."));
  EXPECT_EQ(two.bob->session.end(), NetEnd::No);
  two.bob->interrupts();
  EXPECT_EQ(two.bob->session.end(), NetEnd::Forfeited);
  two.world.run_for(Time{100});
  EXPECT_TRUE(two.ann.net.model.over());
}

TEST(NetSession, NET_4_FiveSecondsOfSilenceGiveUpAndAnAnswerStays) {
  Two two(kRich);
  two.start();
  two.bob->interrupts();
  two.bob->chooses("Stay");
  EXPECT_EQ(two.bob->session.page(), Page::Game);
  two.bob->waits(Time{6'000});
  EXPECT_EQ(two.bob->session.end(), NetEnd::No);
  two.bob->interrupts();
  two.bob->waits(Time{4'900});
  EXPECT_EQ(two.bob->session.end(), NetEnd::No);
  EXPECT_TRUE(two.bob->session.wakes_at());
  two.bob->waits(Time{200});
  EXPECT_EQ(two.bob->session.end(), NetEnd::Forfeited);
  two.world.run_for(Time{100});
  EXPECT_TRUE(two.ann.net.model.over());
}

TEST(NetSession, NET_4_AHostIsAskedWhetherToLeaveOrToStopTheServer) {
  Two two(kRich, true);
  EXPECT_TRUE(has(two.ann.interrupts(), "Leave the table, or stop the server?"));
  EXPECT_NE(two.ann.choice("Stop the server"), 0);
  two.ann.chooses("Stay");
  two.start();
  two.ann.interrupts();
  EXPECT_NE(two.ann.choice("Give up"), 0);
  two.ann.chooses("Stop the server");
  EXPECT_EQ(two.ann.session.end(), NetEnd::StopServer);
  EXPECT_FALSE(two.bob->net.model.over());  // the game waits in the store
}

TEST(NetSession, NET_4_TheTokenFileTakesTheSeatBackAndIsNobodysToRead) {
  const SeatFolder folder;
  SimWorld world(5, {});
  PlainPlayer ann(world, creating("Ann", kRich), folder.path);
  const std::string room = ann.net.model.room().code;
  auto bob = std::make_unique<PlainPlayer>(world, joining("Bob", room), folder.path);
  ann.chooses("Start the game");
  world.run_for(Time{3'000});
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path)) {
    ++files;
    EXPECT_EQ(entry.status().permissions(), std::filesystem::perms{0600});
  }
  EXPECT_EQ(files, 2);
  bob->net.comes_back = false;
  bob->net.lose();  // the process is gone
  bob->session.terminated();
  world.run_for(Time{500});
  PlainPlayer again(world, joining("Bob", room), folder.path);
  EXPECT_EQ(again.net.model.room().seat, 1);
  EXPECT_EQ(again.session.page(), Page::Game);
  EXPECT_TRUE(again.net.told_all());
  // Another name at the same keyboard is another player, for whom there is no seat.
  PlainPlayer carl(world, joining("Carl", room), folder.path);
  EXPECT_EQ(carl.session.page(), Page::Refused);
  carl.chooses("Watch that room");
  EXPECT_TRUE(carl.net.model.watching());
  // A client that gives up needs no token any more.
  again.interrupts();
  again.interrupts();
  EXPECT_FALSE(again.seats.find(room, "Bob"));
}

TEST(NetSession, ALostConnectionIsSaidAndComesBack) {
  Two two(kRich);
  two.start();
  two.bob->net.comes_back = false;
  two.bob->net.lose();
  two.bob->update();
  EXPECT_FALSE(two.bob->session.banner().empty());
  EXPECT_TRUE(two.bob->said("Connection lost."));
  two.world.run_for(Time{10'000});
  two.bob->net.connect();
  two.world.run_for(Time{100});
  EXPECT_TRUE(two.bob->session.banner().empty());
  EXPECT_TRUE(two.bob->said("Connected again."));
  EXPECT_TRUE(two.ann.said("Bob lost the connection."));
  EXPECT_TRUE(two.ann.said("Bob is back."));
  EXPECT_TRUE(two.bob->net.told_all());
}

TEST(NetSession, NET_4_WhoGivesUpWithoutAConnectionKeepsTheSeat) {
  const SeatFolder folder;
  SimWorld world(5, {});
  PlainPlayer ann(world, creating("Ann", kRich));
  const std::string room = ann.net.model.room().code;
  PlainPlayer bob(world, joining("Bob", room), folder.path);
  ann.chooses("Start the game");
  world.run_for(Time{3'000});
  bob.net.comes_back = false;
  bob.net.lose();
  bob.update();
  bob.interrupts();
  bob.interrupts();
  EXPECT_EQ(bob.session.end(), NetEnd::Left);
  EXPECT_TRUE(has(bob.session.end_text(), "Your seat is kept"));
  world.run_for(Time{500});
  EXPECT_FALSE(ann.net.model.over());
  PlainPlayer again(world, joining("Bob", room), folder.path);
  EXPECT_EQ(again.session.page(), Page::Game);
}

TEST(NetSession, RoomsAreListedMadeAndFoundByTheirCode) {
  SimWorld world(4, {});
  PlainPlayer ann(world, joining("Ann", ""));
  EXPECT_TRUE(ann.said("No open rooms at server:1 yet."));
  ann.chooses("Make a new room");
  EXPECT_EQ(ann.session.page(), Page::Form);
  for (const char* line :
       {"Rules:", "Seats:", "Bots:", "Time for a Nope:", "Time for a turn:", "Pace:"}) {
    const std::string before = ann.line_of(line);
    ann.chooses(line);
    EXPECT_NE(ann.line_of(line), before);
  }
  ann.chooses("Without Streaking Kittens");
  ann.chooses("With Streaking Kittens");
  ann.chooses("Seats:");  // one more than the fewest
  ann.chooses("Everybody on the server sees");
  ann.chooses("Only people with the cod");
  ann.chooses("Open the room");
  ASSERT_EQ(ann.session.page(), Page::Lobby);
  PlainPlayer bob(world, joining("Bob", ""));
  EXPECT_TRUE(bob.said("Join Ann: "));
  bob.chooses("Join Ann");
  EXPECT_EQ(bob.session.page(), Page::Lobby);
  PlainPlayer carl(world, joining("Carl", ""));
  carl.types(ann.net.model.room().code);
  EXPECT_TRUE(carl.net.model.in_room() || carl.session.page() == Page::Refused);
  PlainPlayer nobody(world, joining("", ""));
  EXPECT_TRUE(nobody.said("What's your name?"));
  nobody.types("Dora");
  EXPECT_EQ(nobody.session.page(), Page::Rooms);
}

TEST(NetSession, WEB_12_StrangersAtTerminalsMeetInATableThatBothAccept) {
  SimWorld world(4, {});
  const std::vector<int> some = {4, 2};
  PlainPlayer ann(world, finding("Ann", {{Preset::Official, Preset::Family}, {}, some}, 60));
  EXPECT_TRUE(ann.said("Looking for a table: 1 of 2 are here. After 60 s bots join in."));
  PlainPlayer bob(world, finding("Bob", {{Preset::Family}, {}, {2, 3}}, 60));
  ann.waits(Time{200});
  bob.waits(Time{200});
  ASSERT_TRUE(ann.net.model.in_room() && bob.net.model.in_room());
  EXPECT_EQ(ann.net.model.room().code, bob.net.model.room().code);
  EXPECT_EQ(ann.net.model.room().settings.preset, Preset::Family);
  EXPECT_EQ(ann.net.model.room().players.size(), 2u);
  PlainPlayer cem(world, finding("Cem", {{Preset::Official}, {}, {3}}, 2));
  cem.waits(Time{4'000});
  EXPECT_TRUE(cem.net.model.in_room()) << "with bots, after two seconds";
  PlainPlayer nobody(world, finding("", {{Preset::Official}, {}, {3}}, 60));
  EXPECT_TRUE(nobody.said("What's your name?"));
}

TEST(NetSession, TalkReachesTheOthersAsItIsAndNothingElseDoes) {
  Two two(kQuick);
  two.bob->types("say hello there");
  EXPECT_TRUE(two.ann.said("Bob: hello there"));
  two.bob->types("say \x1b[31mred\x1b]0;title\x07 \xe2\x80\xae text");
  EXPECT_FALSE(two.ann.said("\x1b"));
  EXPECT_FALSE(two.ann.said("\xe2\x80\xae"));
}

// ---- the ladder ---------------------------------------------------------------------------------

Bytes32 counted_bytes() {
  Bytes32 bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i);
  return bytes;
}

// The figures come from the page's web/src/identity/signer.ts.
TEST(LadderSigner, LAD_1_KeyAndSignaturesAreThoseOfThePage) {
  const LadderSigner signer(counted_bytes());
  EXPECT_EQ(to_hex(signer.key()),
            "704beaa6cb0386f97a968f1b36e155b792d3243591207fa70a3cd90eeee60e72");
  const std::string joins = standing_text("cats.example", true, Time{1'700'000'000'000}, "Ann");
  EXPECT_EQ(to_hex(signer.sign(joins)),
            "6a6afb7d4292ce989e544949edced132bf8cf662d9f4d313b92d8371bd7c8c37"
            "89d83e2a826281121fa3e80707eb345d4d67f7bc3ee33aeb677fac78a4facd09");
  const std::string token = "000102030405060708090a0b0c0d0e0f";
  const LadderRequest claim = signer.claim("4f0c2m8k1q", token);
  EXPECT_EQ(to_hex(claim.signature),
            "168c4a4afe5e05feda89c3bc9a3f022ad99c86e12fb105ae27603aaebf095c15"
            "138f35ee5daea6854fdc30a6c19d0a5c7f81857303042312567182f91dce1e0a");
  const std::string statement = seat_statement("4f0c2m8k1q", hash_of_token(token));
  EXPECT_TRUE(signed_by(claim.key, statement, claim.signature));
}

TEST(LadderSigner, LAD_1_AServerIsNamedAsABrowserNamesIt) {
  EXPECT_EQ(host_header({"cats.example", 443, true}), "cats.example");
  EXPECT_EQ(host_header({"cats.example", 80, false}), "cats.example");
  EXPECT_EQ(host_header({"cats.example", 443, false}), "cats.example:443");
  EXPECT_EQ(host_header({"::1", 9009, false}), "[::1]:9009");
  EXPECT_EQ(host_header({"::1", 443, true}), "[::1]");
}

SeatClaim claim_of(const LadderSigner& signer) {
  return [signer](const OwnSeat& seat) { return signer.claim(seat.room, seat.token); };
}

WorldOptions with_ladder() {
  WorldOptions options;
  options.limits.features.ladder = true;
  return options;
}

TEST(NetSession, LAD_1_AGameOfTheQueueCountsForItsPlayersKeysAndSaysSo) {
  SimWorld world(4, with_ladder());
  std::vector<FinishedGame> kept;
  world.on_kept = [&](const FinishedGame& game) { kept.push_back(game); };
  const LadderSigner keys[] = {LadderSigner({1}), LadderSigner({2})};
  const auto two = [&](const std::string& name) {
    return finding(name, {{Preset::Official}, {}, {2}}, 60);
  };
  PlainPlayer ann(world, two("Ann"), {}, "10.0.0.1");
  ann.net.model.claim_seats(claim_of(keys[0]));
  PlainPlayer bob(world, two("Bob"), {}, "10.1.0.1");
  bob.net.model.claim_seats(claim_of(keys[1]));
  ann.net.answers = bob.net.answers = true;
  for (int i = 0; i < 20'000 && kept.empty(); ++i) world.run_for(Time{200});
  ASSERT_EQ(kept.size(), 1u);
  const Seat seat = ann.net.model.room().seat;
  EXPECT_EQ(kept[0].players[seat].ladder, keys[0].key());
  EXPECT_EQ(kept[0].players[1 - seat].ladder, keys[1].key());
  for (const PlainPlayer* player : {&ann, &bob}) {
    EXPECT_TRUE(player->said("play for the ladder. The game counts if one of them wins."));
  }
  EXPECT_EQ(world.fault, "");
}

TEST(NetSession, LAD_1_ATableOfFriendsIsNotClaimed) {
  SimWorld world(4, with_ladder());
  PlainPlayer ann(world, creating("Ann", kQuick));
  ann.net.model.claim_seats(claim_of(LadderSigner({1})));
  PlainPlayer bob(world, joining("Bob", ann.net.model.room().code));
  ann.waits(Time{200});
  EXPECT_EQ(ann.net.model.room().players.size(), 2u);
  EXPECT_EQ(ann.net.model.room().ladder, SeatMask{0});
}

// The server's ladder as a client sees it.
struct FakeLadder {
  HttpAnswer call(const HttpCall& call) {
    if (down) return {};
    if (call.path == "/ladder.json") {
      Json players = Json::array();
      for (const auto& [key, name] : rows) players.push_back(row_of(name));
      return {200, Json{{"now", now.count()}, {"players", players}}.dump()};
    }
    const std::string key = call.path.substr(std::string("/ladder/").size());
    if (call.body.empty()) {
      return rows.contains(key) ? HttpAnswer{200, row_of(rows[key]).dump()} : HttpAnswer{404, ""};
    }
    return put(key, Json::parse(call.body));
  }
  HttpAnswer put(const std::string& key, const Json& said) {
    const bool on = said["on"];
    const std::string name = said.value("name", "");
    const Time time{said["said"].get<std::int64_t>()};
    Signature signature{};
    EXPECT_TRUE(from_hex(said["signature"].get<std::string>(), signature));
    const std::string text = standing_text("server:1", on, time, name);
    EXPECT_TRUE(signed_by(parse_bytes32(key).value(), text, signature));
    if (time <= last) return {412, "stale"};
    last = time;
    ++statements;
    if (refuses != 0) return {std::exchange(refuses, 0), ""};
    if (on) rows[key] = name;
    if (!on) rows.erase(key);
    return {200, on ? row_of(name).dump() : "off"};
  }
  static Json row_of(const std::string& name) {
    return {{"id", "0"}, {"name", name}, {"points", 1000}, {"games", 0}};
  }

  std::map<std::string, std::string> rows{};  // names by key
  Time now{1'700'000'000'000};                // stands still: statements must differ all the same
  Time last{0};
  int refuses = 0;  // status of the next answer
  int statements = 0;
  bool down = false;
};

class LadderPages : public testing::Test {
 protected:
  // The page after these lines.
  std::string shown(const std::string& typed, const std::string& name = "Ann") {
    std::istringstream lines(typed);
    std::ostringstream out;
    StreamInput in(lines);
    Console console(in, out, false);
    LadderPage page(console, client_, words(Language::English), [this] { ++played_; });
    try {
      page.show(name);
    } catch (const Stopped&) {
      out << "STOPPED";
    }
    return out.str();
  }
  bool has_key() const { return std::filesystem::exists(file_); }

  SeatFolder folder_;
  std::filesystem::path file_ = folder_.path / "ladder.key";
  FakeLadder server_;
  LadderClient client_{"server:1", file_,
                       [this](const HttpCall& call) { return server_.call(call); }};
  int played_ = 0;
};

TEST_F(LadderPages, SSH_1_LAD_1_NobodyJoinsWithoutAYes) {
  for (const char* typed : {"\n", "2\n", "back\n", "x\n7\n\n", "quit\n", ""}) {
    EXPECT_TRUE(has(shown(typed), "Do you want to be on the ladder as Ann?")) << typed;
    EXPECT_EQ(server_.statements, 0) << typed;
    EXPECT_FALSE(has_key()) << typed;
  }
  EXPECT_TRUE(has(shown("\n"), "everybody can see your nickname"));
}

TEST_F(LadderPages, SSH_1_LAD_1_AYesJoinsWithAKeyOfTheirOwnAndLeavingRemovesIt) {
  EXPECT_TRUE(has(shown("1\n\n"), "You are on the ladder as Ann: 1000 points, 0 games."));
  EXPECT_EQ(std::filesystem::status(file_).permissions(), std::filesystem::perms{0600});
  ASSERT_EQ(server_.rows.size(), 1u);
  EXPECT_TRUE(has(shown("1\n\n"), "Take me off the ladder"));
  EXPECT_EQ(played_, 1);
  EXPECT_TRUE(has(shown("x\n2\n2\n\n"), "Really remove your nickname and points?"));
  EXPECT_EQ(server_.rows.size(), 1u) << "that was a no";
  EXPECT_TRUE(has(shown("2\n1\n\n"), "You are off the ladder."));
  EXPECT_TRUE(server_.rows.empty());
  EXPECT_FALSE(has_key());
}

TEST_F(LadderPages, LAD_1_ARefusalIsASentenceAndTheQuestionComesAgain) {
  server_.refuses = 409;
  EXPECT_TRUE(has(shown("1\nBob\n\n"), "Somebody on the ladder has this name"));
  EXPECT_EQ(server_.rows.begin()->second, "Bob");
  server_.rows.clear();
  EXPECT_TRUE(has(shown("1\n \n\n", ""), "Which nickname?"));
  for (const int status : {400, 403, 404, 412, 422, 429, 500, 503, 507}) {
    server_.rows.clear();
    server_.refuses = status;
    const std::string page = shown("1\n\n\n\n");
    EXPECT_TRUE(server_.rows.empty()) << status;
    EXPECT_FALSE(has(page, "You are on the ladder")) << status;
  }
  server_.refuses = 507;
  EXPECT_TRUE(has(shown("1\n\n"), "The ladder is full."));
  server_.down = true;
  EXPECT_TRUE(has(shown("\n"), "The ladder does not answer."));
}

}  // namespace
}  // namespace nl
