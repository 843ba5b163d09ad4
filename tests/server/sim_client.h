// Simulated client: keeps a view, answers at random, loses its connection, sends bad messages.
#pragma once

#include "fair/commitment.h"
#include "server/sim_world.h"

namespace nl {

struct ClientHabits {
  int delay_ms = 50;      // of its connection
  int thinks_ms = 2'000;  // at most, before an answer
  int silent_in = 0;      // once in so many questions it does not answer at all
  int lost_in = 0;        // once in so many messages its connection breaks
  int stops_in = 0;       // … it stops reading for a while
  int noise_in = 0;       // … it says something that makes no sense
  bool comes_back = true;
  bool fair = true;
  bool reveals = true;
};

class SimClient final : public Wire {
 public:
  SimClient(SimWorld& world, ClientHabits habits) : world_(world), habits_(habits) {}

  std::string room;
  std::string token;
  std::optional<Seat> seat;
  int game = 0;
  int last = 0;  // the number of the last event
  PlainJson view;
  PlainJson over;
  std::vector<std::string> record;  // of the game that is over, as far as it was got
  PlainJson lobby;
  std::vector<PlainJson> received;
  bool keep_messages = false;
  bool answers = true;
  bool starts_when_full = false;
  std::string closed_for;
  std::string address;
  Time away{3'000};  // at most, before it comes back

  SessionId session() const { return session_; }
  bool connected() const { return session_ != 0; }

  void connect() {
    if (!world_.running()) return later(Time{200}, [this] { connect(); });
    session_ = world_.connect(this, habits_.delay_ms, address);
    say({{"t", "hello"}, {"version", kProtocolVersion}, {"fair", habits_.fair}});
    if (!opening_.is_null()) say(opening_);
    if (token.empty()) return;
    say({{"t", "resume"}, {"room", room}, {"token", token}, {"game", game}, {"last", last}});
  }
  void disconnect() {
    if (session_ == 0) return;
    world_.room_of.erase(session_);
    world_.lose(std::exchange(session_, 0));
  }
  // Said after each hello, as long as no seat was taken.
  void open_with(PlainJson message) { opening_ = std::move(message); }
  void say(const PlainJson& message) {
    if (session_ != 0) world_.to_server(session_, message.dump());
  }
  void say_bytes(std::string bytes) {
    if (session_ != 0) world_.to_server(session_, std::move(bytes));
  }
  void answer(const PlainJson& question, const std::string& action) {
    say({{"t", "answer"},
         {"game", question["game"]},
         {"decision", question["decision"]},
         {"action", action}});
  }
  // The last message of a type; null: there was none.
  PlainJson last_of(const std::string& type) const {
    for (auto message = received.rbegin(); message != received.rend(); ++message) {
      if ((*message)["t"] == type) return *message;
    }
    return {};
  }

  void arrived(SessionId session, const std::string& text) override {
    if (session != session_) return;
    PlainJson message = PlainJson::parse(text);
    if (keep_messages) received.push_back(message);
    take(message);
    misbehave();
  }
  void broken(SessionId session, const std::string& reason) override {
    world_.room_of.erase(session);
    if (session != session_) return;
    session_ = 0;
    closed_for = reason;
    if (wants_back()) come_back();
  }

 private:
  // A client without a seat tries again: a game that somebody never came to does not begin.
  bool wants_back() const { return habits_.comes_back || !opening_.is_null(); }
  void later(Time delay, std::function<void()> task) { world_.in(delay, std::move(task)); }
  void come_back() {
    later(world_.up_to(static_cast<int>(away.count())), [this] {
      if (session_ == 0) connect();
    });
  }

  void take(const PlainJson& m) {
    const std::string& type = m["t"].get_ref<const std::string&>();
    if (type == "joined") return joined(m);
    if (type == "room") return in_room(m);
    if (type == "fair") return shuffle(m);
    if (type == "view") return whole_view(m);
    if (type == "events") return events(m);
    if (type == "question") return asked(m);
    if (type == "over") {
      over = m;
      record.clear();
      say({{"t", "record"}});
    }
    if (type == "record") take_record(m);
  }
  void take_record(const PlainJson& m) {
    if (m["from"] != record.size()) return;
    for (const PlainJson& line : m["lines"]) record.push_back(line);
    if (record.size() < m["total"]) say({{"t", "record"}, {"from", record.size()}});
  }
  void joined(const PlainJson& m) {
    room = m["room"];
    if (m.contains("token")) {
      token = m["token"];
      opening_ = nullptr;
    }
    seat = m.contains("seat") ? std::optional<Seat>(m["seat"].get<Seat>()) : std::nullopt;
    if (const Room* there = world_.room(room)) world_.room_of[session_] = there->id();
  }
  void in_room(const PlainJson& m) {
    lobby = m;
    if (m.contains("seat")) seat = m["seat"].get<Seat>();
    const bool full = m["players"].size() == m["settings"]["seats"].get<std::size_t>();
    if (starts_when_full && m["phase"] == "lobby" && full && m["host"] == m.value("seat", 99)) {
      say({{"t", "start"}});
    }
  }
  void shuffle(const PlainJson& m) {
    if (!habits_.fair || !seat) return;
    const Bytes32 digest = game_digest(*parse_game_id(m["id"].get<std::string>()),
                                       m["terms"].get_ref<const std::string&>());
    share_ = sha256({as_bytes("a share of " + std::to_string(*seat))});
    const Bytes32 server = *parse_bytes32(m["commitment"].get<std::string>());
    if (m["stage"] == "commit") {
      say({{"t", "commit"},
           {"commitment", to_hex(share_commitment(digest, server, *seat, share_))}});
    } else if (habits_.reveals) {
      say({{"t", "reveal"}, {"share", to_hex(share_)}});
    }
  }
  void whole_view(const PlainJson& m) {
    if (m["game"] == game && m["n"] < last) world_.note_fault("what was told is lost");
    game = m["game"];
    last = m["n"];
    view = m["view"];
    check_view();
  }
  void events(const PlainJson& m) {
    if (m["game"] != game || m["from"] != last + 1) {
      // A connection loses nothing but its end, so the server has left something out.
      return world_.note_fault("a gap in what was told");
    }
    last += static_cast<int>(m["events"].size());
    if (m.contains("view")) view.merge_patch(m["view"]);
    check_view();
  }
  // The folded view must be the one that the server shows this seat, once nothing is under way.
  void check_view() {
    if (check_in_ > 0) return void(--check_in_);
    check_in_ = 3;
    const int seen = last;
    const int played = game;
    const Room* there = world_.running() ? world_.room(room) : nullptr;
    const FairGame* truth = there != nullptr ? there->state().game() : nullptr;
    if (truth == nullptr || there->state().games() != played) return;
    const Seat viewer = seat.value_or(kWatcher);
    if (truth->events(viewer).size() != static_cast<std::size_t>(seen)) return;
    const std::string text = view_json(truth->rules(), truth->view(viewer)).dump();
    if (PlainJson::parse(text) != view) {
      world_.note_fault("a client's view is not the server's: " + view.dump() + " " + text);
    }
  }
  void asked(const PlainJson& m) {
    if (!answers) return;
    if (habits_.silent_in != 0 && world_.dice().once_in(habits_.silent_in)) return;
    const auto& legal = m["legal"];
    const std::string action =
        legal[static_cast<std::size_t>(world_.dice().below(static_cast<int>(legal.size())))];
    later(world_.up_to(habits_.thinks_ms), [this, m, action] { answer(m, action); });
  }
  void misbehave() {
    Dice& dice = world_.dice();
    if (habits_.noise_in != 0 && dice.once_in(habits_.noise_in)) make_noise();
    if (habits_.stops_in != 0 && dice.once_in(habits_.stops_in)) {
      const SessionId session = session_;
      world_.stop_reading(session, true);
      later(world_.up_to(30'000), [this, session] { world_.stop_reading(session, false); });
    }
    if (habits_.lost_in == 0 || !dice.once_in(habits_.lost_in)) return;
    disconnect();
    if (wants_back()) come_back();
  }
  void make_noise() {
    static const std::vector<std::string> kNoise = {
        "{",
        "[]",
        "null",
        R"({"t":7})",
        R"({"t":"answer"})",
        R"({"t":"kick","seat":3})",
        R"({"t":"answer","game":1,"decision":1,"action":"nope"})",
        R"({"t":"start"})",
        R"({"t":"answer","game":1,"decision":99999,"action":"draw"})",
        R"({"t":"chat","text":"hello \u001b[31m there"})",
        R"({"t":"list"})",
        R"({"t":"reveal","share":"00"})",
        R"({"t":"sync"})",
        R"({"t":"resume","room":"x"})"};
    say_bytes(
        kNoise[static_cast<std::size_t>(world_.dice().below(static_cast<int>(kNoise.size())))]);
  }

  SimWorld& world_;
  ClientHabits habits_;
  SessionId session_ = 0;
  PlainJson opening_;
  Bytes32 share_{};
  int check_in_ = 0;
};

}  // namespace nl
