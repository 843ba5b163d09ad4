// Games on several nodes that die, sleep, lose their database or the answers to their commits.
// Whatever happens: what was told once is told again, the same, without gaps, by whichever node has
// the table; every game ends, and its record holds; where nobody but its player may answer a
// question, every answer is in the record once.
// Requirements: CLU-1, CLU-2, CLU-3, CLU-4
#include <gtest/gtest.h>

#include "server/answer_book.h"
#include "server/cluster_world.h"
#include "server/schema.h"
#include "server/sim_seeds.h"

namespace nl {
namespace {

class Guest final : public ClusterClient {
 public:
  Guest(ClusterWorld& world, PlainJson opening) : world_(world), opening_(std::move(opening)) {}

  std::string room;
  PlainJson over;
  PlainJson lobby;
  std::vector<std::string> record;
  AnswerBook book;
  int moves = 0;
  int repeated = 0;
  int behind = 0;  // old tabs that were shown less than this player knew

  void connect() {
    if (session_ != 0) return;
    session_ = world_.connect(this, node_);
    if (session_ == 0) return come_back(Time{60});
    say({{"t", "hello"}, {"version", kProtocolVersion}, {"fair", false}});
    if (token_.empty()) return say(opening_);
    say({{"t", "resume"}, {"room", room}, {"token", token_}, {"game", game_}, {"last", 0}});
    came_back_ = true;
    // As a client whose pings nobody answers: a node may sleep.
    const SessionId session = session_;
    world_.in(Time{6'000}, [this, session] {
      if (session != session_ || !came_back_) return;
      // Or it opens another tab, and this one stays and waits.
      if (!world_.dice().once_in(2)) world_.hang_up(session);
      lost(session);
    });
  }
  void say(const PlainJson& message) {
    if (session_ != 0) world_.say(session_, message.dump());
  }
  void hang_up() {
    world_.hang_up(std::exchange(session_, 0));
    come_back(Time{500});
  }

  void heard(SessionId session, const std::string& text) override {
    if (session != session_) return heard_in_old_tab(PlainJson::parse(text));
    take(PlainJson::parse(text));
  }
  // What an old tab was told is what everybody is told of that number.
  void check_old_tabs() const {
    for (const auto& [number, event] : told_in_old_tabs_) {
      if (number > told_.size() || told_[number - 1] != event) {
        world_.note_fault("two nodes told different events of one number");
      }
    }
  }
  void lost(SessionId session) override {
    if (session != session_) return;
    session_ = 0;
    node_ = static_cast<std::size_t>(world_.dice().below(static_cast<int>(world_.nodes)));
    come_back(Time{100});
  }

 private:
  void come_back(Time delay) {
    node_ = static_cast<std::size_t>(world_.dice().below(static_cast<int>(world_.nodes)));
    world_.in(delay, [this] { connect(); });
  }
  void take(const PlainJson& m) {
    const std::string type = m["t"];
    if (type == "elsewhere") return go_to(m["url"].get<std::string>());
    if (type == "joined") {
      room = m["room"];
      if (m.contains("token")) token_ = m["token"];
    }
    if (type == "room") {
      lobby = m;
      if (std::exchange(came_back_, false)) say_again();
    }
    if (type == "view") return whole_view(m);
    if (type == "events") return events(m);
    if (type == "question") return asked(m);
    if (type == "refused") return refused(m);
    if (type == "over") {
      over = m;
      record.clear();
      say({{"t", "record"}});
    }
    if (type == "record") take_record(m);
  }
  // It is behind, if its node has slept: never ahead, and never at odds.
  void heard_in_old_tab(const PlainJson& m) {
    if (m["t"] != "view" && m["t"] != "events") return;
    if (m["game"] != game_) return;
    for (std::size_t i = 0; i < m["events"].size(); ++i) {
      told_in_old_tabs_[m["from"].get<std::size_t>() + i] = m["events"][i];
    }
    if (m["t"] == "view" && m["n"].get<std::size_t>() < told_.size()) ++behind;
  }
  void go_to(const std::string& url) {
    ++moves;
    world_.hang_up(std::exchange(session_, 0));
    node_ = static_cast<std::size_t>(url.back() - '0');
    world_.in(Time{5}, [this] { connect(); });
  }
  void refused(const PlainJson& m) {
    if (m["reason"] == "unknown_room" && !token_.empty()) world_.note_fault("a room was lost");
    // Who joined and never heard of it is there already; the table has its two.
  }
  void whole_view(const PlainJson& m) {
    const auto from = m["from"].get<std::size_t>();
    if (m["game"] == game_) {
      if (m["n"].get<std::size_t>() < told_.size()) world_.note_fault("what was told is lost");
      for (std::size_t i = 0; i < m["events"].size() && from - 1 + i < told_.size(); ++i) {
        if (told_[from - 1 + i] != m["events"][i]) world_.note_fault("it was told otherwise");
      }
    }
    if (m["game"] != game_) {
      told_.clear();
      told_in_old_tabs_.clear();
    }
    game_ = m["game"];
    told_.resize(std::min(told_.size(), from - 1));
    for (const PlainJson& event : m["events"]) told_.push_back(event);
  }
  void events(const PlainJson& m) {
    if (m["game"] != game_ || m["from"] != told_.size() + 1) world_.note_fault("a gap");
    for (const PlainJson& event : m["events"]) told_.push_back(event);
  }
  void asked(const PlainJson& m) {
    const auto& legal = m["legal"];
    const auto pick = static_cast<std::size_t>(world_.dice().below(static_cast<int>(legal.size())));
    world_.in(world_.up_to(1'500), [this, m, action = legal[pick].get<std::string>()] {
      last_answer_ = {{"t", "answer"},
                      {"game", m["game"]},
                      {"decision", m["decision"]},
                      {"action", book.answer(m, action)}};
      say(last_answer_);
    });
  }
  // Nobody can know whether it was heard, and it must count once.
  void say_again() {
    if (last_answer_.is_null() || !over.is_null()) return;
    ++repeated;
    say(last_answer_);
  }
  void take_record(const PlainJson& m) {
    if (m["from"] != record.size()) return;
    for (const PlainJson& line : m["lines"]) record.push_back(line);
    if (record.size() < m["total"]) say({{"t", "record"}, {"from", record.size()}});
  }

  ClusterWorld& world_;
  const PlainJson opening_;
  SessionId session_ = 0;
  std::size_t node_ = 0;
  std::string token_;
  int game_ = 0;
  bool came_back_ = false;
  PlainJson last_answer_;
  std::vector<PlainJson> told_;
  std::map<std::size_t, PlainJson> told_in_old_tabs_;
};

class Campaign {
 public:
  // At every other table nothing is done in a player's place, however long that takes.
  explicit Campaign(std::uint64_t seed)
      : patient_(seed % 2 == 0),
        world_(seed, 3, patient_ ? ServerPace{.grace = kNever} : ServerPace{}),
        dice_(seed ^ 0x636C75u) {}

  std::string play() {
    Guest host(world_, {{"t", "create"},
                        {"name", "Host"},
                        {"seats", 2},
                        {"window_ms", 500 + dice_.below(1'000)},
                        {"turn_s", patient_ ? 0 : 5},
                        {"rules", {{"hand", 1 + dice_.below(4)}, {"faster", true}}}});
    host.connect();
    wait([&] { return !host.room.empty(); });
    Guest guest(world_, {{"t", "join"}, {"room", host.room}, {"name", "Guest"}});
    guest.connect();
    wait([&] { return host.lobby.is_object() && host.lobby["players"].size() == 2; });
    plan_faults();
    for (int i = 0; i < 3'600 && (host.over.is_null() || guest.over.is_null()); ++i) {
      if (host.lobby["phase"] == "lobby") host.say({{"t", "start"}});
      if (dice_.once_in(20)) (dice_.once_in(2) ? host : guest).hang_up();
      world_.run_for(Time{1'000});
      if (!world_.fault.empty()) return world_.fault;
    }
    if (host.over.is_null() || guest.over.is_null()) return "the game does not end";
    wait([&] { return !host.record.empty() && host.record.size() == guest.record.size(); });
    world_.check_store();
    moves += host.moves + guest.moves;
    behind += host.behind + guest.behind;
    host.check_old_tabs();
    guest.check_old_tabs();
    if (!world_.fault.empty()) return world_.fault;
    if (host.record != guest.record) return "two records of one game";
    for (const Guest* player : {&host, &guest}) {
      repeated += player->repeated;
      const std::string fault = player->book.fault(host.record, player->lobby["seat"]);
      if (patient_ && !fault.empty()) return fault;
    }
    Replay replay;
    return record_fault(host.record, replay);
  }

  int moves = 0;
  int repeated = 0;
  int behind = 0;
  int faults = 0;
  int takeovers() const { return world_.takeovers; }
  int old_words() const { return world_.old_words; }
  int fences() const { return world_.fences; }

 private:
  void wait(const std::function<bool()>& done) {
    for (int i = 0; i < 600 && !done(); ++i) world_.run_for(Time{200});
  }
  void plan_faults() {
    const int many = 3 + dice_.below(6);
    for (int i = 0; i < many; ++i) {
      world_.in(Time(dice_.below(60'000)), [this] { do_harm(); });
    }
  }
  void do_harm() {
    ++faults;
    const auto node = static_cast<std::size_t>(dice_.below(3));
    const Time span(500 + dice_.below(12'000));
    switch (dice_.below(6)) {
      case 0: return world_.kill(node);
      case 1: return world_.pause(node, span);
      case 2: return world_.cut(node, span);
      case 3: return world_.lose_answer(node);
      case 4: return world_.sleep_on_word(node, span);
      default: return world_.deploy(node);
    }
  }
  static constexpr Time kNever{365 * 86'400'000LL};

  const bool patient_;
  ClusterWorld world_;
  Dice dice_;
};

struct Sums {
  int moves = 0, faults = 0, takeovers = 0, fences = 0, repeated = 0, old_words = 0, behind = 0;

  void add(const Campaign& campaign) {
    moves += campaign.moves;
    faults += campaign.faults;
    takeovers += campaign.takeovers();
    fences += campaign.fences();
    repeated += campaign.repeated;
    old_words += campaign.old_words();
    behind += campaign.behind;
  }
  void print(int games) const {
    std::printf(
        "%d games, %d faults, %d takeovers, %d fences, %d moves, %d answers said twice, %d words "
        "of the database heard too late, %d old tabs shown less than their player knew\n",
        games, faults, takeovers, fences, moves, repeated, old_words, behind);
  }
};

TEST(ClusterSimulator, CLU_1_CLU_2_CLU_3_CLU_4_WhateverFailsNothingToldIsLost) {
  Sums sums;
  const int games = in_builds(1'000, 20);
  play_seeds<Campaign>(1, games, [&](const Campaign& campaign) { sums.add(campaign); });
  sums.print(games);
  // Else nothing was tried by it; a few games have no such luck.
  const bool few = games < 1'000;
  EXPECT_TRUE(few || sums.old_words > 0);
  EXPECT_TRUE(few || sums.behind > 0);
}

TEST(ClusterSimulator, CLU_2_ABookTellsWhatCountsTwiceOrNotAtAll) {
  AnswerBook book;
  const auto says = [&](int decision, const char* phase, const char* action) {
    return book.answer({{"decision", decision}, {"phase", phase}}, action);
  };
  const auto fault = [&](const std::vector<std::string>& steps) {
    std::vector<std::string> record = {R"({"record":1})", R"({"seat":0,"do":"draw"})"};
    for (const std::string& step : steps) record.push_back(R"({"seat":1,"do":")" + step + "\"}");
    return book.fault(record, 1);
  };
  says(1, "turn", "play see");
  says(2, "window", "nope");
  EXPECT_EQ(says(1, "turn", "draw"), "play see") << "asked again, it says the same";
  says(4, "turn", "draw");  // 3 was a window that it never saw
  EXPECT_EQ(fault({"play see", "nope", "pass", "draw"}), "");
  EXPECT_EQ(fault({"play see", "draw", "pass"}), "");
  EXPECT_NE(fault({"play see", "draw", "draw"}), "");
  EXPECT_NE(fault({"play see", "play see", "draw"}), "");
  EXPECT_NE(fault({"play see", "nope", "nope", "draw"}), "");
  EXPECT_NE(fault({"play see"}), "");
  EXPECT_NE(fault({"draw"}), "");
  EXPECT_NE(fault({"play see", "play skip"}), "");
}

TEST(ClusterSimulator, LongManyMoreGames) {
  Sums sums;
  sums.print(play_many_seeds<Campaign>([&](const Campaign& campaign) { sums.add(campaign); }));
}

}  // namespace
}  // namespace nl
