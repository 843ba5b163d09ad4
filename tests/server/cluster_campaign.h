// Campaign of the cluster simulator: players at tables whose nodes die, sleep or lose their
// database.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>

#include "server/answer_book.h"
#include "server/cluster_world.h"
#include "server/schema.h"
#include "server/sim_seeds.h"

namespace nl {

// A player who follows the room from node to node and notes what it is told.
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
  // An old tab was told the same of a number as everybody.
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
    // A player who joined and never heard of it is there already; the table has its two.
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
      answered_at_ = node_;
      say(last_answer_);
    });
  }
  // Nobody can know whether it was heard, and it must count once.
  void say_again() {
    if (last_answer_.is_null() || !over.is_null()) return;
    ++repeated;
    if (node_ != answered_at_) world_.sometimes.reach("answer_repeated_elsewhere");
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
  std::size_t answered_at_ = 0;
  std::string token_;
  int game_ = 0;
  bool came_back_ = false;
  PlainJson last_answer_;
  std::vector<PlainJson> told_;
  std::map<std::size_t, PlainJson> told_in_old_tabs_;
};

// Tables of two on three nodes, and faults for a minute.
class Campaign {
 public:
  // At every other seed nothing is done in a player's place, however long that takes.
  explicit Campaign(std::uint64_t seed, int tables = 1)
      : patient_(seed % 2 == 0),
        world_(seed, 3, patient_ ? ServerTimes{.grace = kNever} : ServerTimes{}),
        dice_(seed ^ 0x636C75u) {
    for (int i = 0; i < tables; ++i) tables_.push_back(std::make_unique<Table>(world_, opening()));
  }

  std::string play() {
    for (const auto& table : tables_) sit_down(*table);
    plan_faults();
    for (int i = 0; i < 3'600 && !is_over(); ++i) {
      for (const auto& table : tables_) stir(*table);
      world_.run_for(Time{1'000});
      if (!world_.fault.empty()) return world_.fault;
    }
    if (!is_over()) return "the game does not end";
    longest = std::max(Time{0}, world_.now() - last_fault_);
    for (const auto& table : tables_) {
      if (std::string fault = ending(*table); !fault.empty()) return fault;
    }
    return {};
  }

  int moves = 0;
  int repeated = 0;
  int behind = 0;
  int faults = 0;
  Time longest{0};  // from the last fault to the end of all games
  int takeovers() const { return world_.takeovers; }
  int old_words() const { return world_.old_words; }
  int fences() const { return world_.fences; }
  const Sometimes& sometimes() const { return world_.sometimes; }
  const std::string& trace() const { return world_.database.trace.text(); }

 private:
  struct Table {
    Table(ClusterWorld& world, PlainJson opening) : host(world, std::move(opening)) {}
    Guest host;
    std::optional<Guest> guest{};
    bool over() const { return !host.over.is_null() && guest && !guest->over.is_null(); }
  };

  PlainJson opening() {
    return {{"t", "create"},
            {"name", "Host"},
            {"seats", 2},
            {"window_ms", 500 + dice_.below(1'000)},
            {"turn_s", patient_ ? 0 : 5},
            {"rules", {{"hand", 1 + dice_.below(4)}, {"faster", true}}}};
  }
  PlainJson changed_settings() {
    PlainJson settings = opening();
    settings["t"] = "settings";
    settings.erase("name");
    return settings;
  }
  void sit_down(Table& table) {
    table.host.connect();
    wait([&] { return !table.host.room.empty(); });
    table.guest.emplace(world_,
                        PlainJson{{"t", "join"}, {"room", table.host.room}, {"name", "Guest"}});
    table.guest->connect();
    const PlainJson& lobby = table.host.lobby;
    wait([&] { return lobby.is_object() && lobby["players"].size() == 2; });
  }
  // Lines break as long as there are other faults. In the lobby the host changes its mind first, so
  // that there are commits to lose.
  void stir(Table& table) {
    if (table.host.lobby["phase"] == "lobby") {
      table.host.say(dice_.once_in(3) ? changed_settings() : PlainJson{{"t", "start"}});
    }
    const bool quiet = world_.now() > last_fault_;
    if (!quiet && dice_.once_in(20)) (dice_.once_in(2) ? table.host : *table.guest).hang_up();
  }
  bool is_over() const {
    return std::all_of(tables_.begin(), tables_.end(), [](const auto& t) { return t->over(); });
  }
  std::string ending(Table& table) {
    Guest& host = table.host;
    Guest& guest = *table.guest;
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
  void wait(const std::function<bool()>& done) {
    for (int i = 0; i < 600 && !done(); ++i) world_.run_for(Time{200});
  }
  void plan_faults() {
    const int many = 3 + dice_.below(6);
    for (int i = 0; i < many; ++i) {
      const Time when(dice_.below(dice_.once_in(8) ? 3'000 : 60'000));  // some in the lobby
      world_.in(when, [this] { do_harm(); });
      last_fault_ = std::max(last_fault_, world_.now() + when + kLongest);
    }
  }
  void do_harm() {
    ++faults;
    const auto node = static_cast<std::size_t>(dice_.below(3));
    const Time span(500 + dice_.below(static_cast<int>(kLongest.count()) - 500));
    switch (dice_.below(8)) {
      case 0: return world_.kill(node);
      case 1: return world_.pause(node, span);
      case 2: return world_.cut(node, span);
      case 3: return world_.lose_answer(node);
      case 4: return world_.sleep_on_word(node, span);
      case 5:
        world_.hold(node, span);
        // Before its next renewal the node may be told to stop, not knowing that others have
        // evicted it.
        if (dice_.once_in(2)) world_.in(span + Time{1}, [this, node] { world_.deploy(node); });
        return;
      case 6: return world_.balance(node);
      default: return world_.deploy(node);
    }
  }
  static constexpr Time kNever{365 * 86'400'000LL};
  static constexpr Time kLongest{12'500};  // a pause or a cut

  const bool patient_;
  ClusterWorld world_;
  Dice dice_;
  Time last_fault_{0};  // its end
  std::vector<std::unique_ptr<Table>> tables_;
};

}  // namespace nl
