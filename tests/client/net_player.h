// Simulated network player with the real client model. It answers at random, and compares its
// knowledge with what the server would show its seat.
#pragma once

#include "client/client_model.h"
#include "engine/same_view.h"
#include "protocol/event_json.h"
#include "server/sim_world.h"
#include "terminal/plain_game.h"
#include "terminal/table_model.h"

namespace nl {

class NetPlayer final : public Wire {
 public:
  explicit NetPlayer(SimWorld& at, int delay_ms = 5)
      : world(at),
        entropy(static_cast<std::uint64_t>(at.dice().below(1'000'000) + 1)),
        model(entropy),
        delay_(delay_ms) {}
  NetPlayer(SimWorld& at, Errand errand) : NetPlayer(at) {
    model.set_errand(std::move(errand));
    connect();
  }

  SimWorld& world;
  SeededEntropy entropy;
  ClientModel model;
  bool answers = true;
  bool comes_back = true;
  int thinks_ms = 300;
  std::string address;  // empty: unknown
  int lost_in = 0;      // once in so many messages the connection breaks
  int dropped_in = 0;   // once in so many `events` one is lost on the way
  std::function<void()> on_change;
  std::function<bool(const PlainJson&)> passes;  // false: the message gets lost
  std::vector<std::string> received;
  bool keep_messages = false;

  void connect() {
    if (session_ != 0 || model.ended()) return;
    if (!world.running()) return world.in(Time{200}, [this] { connect(); });
    session_ = world.connect(this, delay_, address);
    model.opened();
    flush();
  }
  void lose() {
    if (session_ == 0) return;
    world.room_of.erase(session_);
    world.lose(std::exchange(session_, 0));
    model.closed("lost");
    if (comes_back) world.in(world.up_to(1'500), [this] { connect(); });
  }
  void arrived(SessionId session, const std::string& text) override {
    if (session != session_) return;
    const PlainJson message = PlainJson::parse(text);
    if (passes && !passes(message)) return;
    if (dropped_in != 0 && message["t"] == "events" && world.dice().once_in(dropped_in)) return;
    if (keep_messages) received.push_back(text);
    model.received(text, world.now());
    flush();
    check();
    if (on_change) on_change();
    think();
    if (lost_in != 0 && world.dice().once_in(lost_in)) lose();
  }
  void broken(SessionId session, const std::string& reason) override {
    if (session != session_) return;
    session_ = 0;
    model.closed(reason);
    if (comes_back) world.in(world.up_to(1'500), [this] { connect(); });
  }
  void flush() {
    for (std::string& text : model.take_outgoing()) {
      const std::string wrong = Schema::protocol().fault("client", PlainJson::parse(text));
      if (!wrong.empty()) world.note_fault("a client's message: " + wrong + " in " + text);
      if (session_ != 0) world.to_server(session_, std::move(text));
    }
  }
  template <class UiVerb>
  void does(UiVerb wish) {
    wish(model);
    flush();
    world.run_for(Time{60});
  }

  const FairGame* truth() const {
    const Room* room = model.in_room() ? world.room(model.room().code) : nullptr;
    const FairGame* game = room != nullptr ? room->state().game() : nullptr;
    return game != nullptr && room->state().games() == model.game() ? game : nullptr;
  }
  Seat eyes() const { return model.watching() ? kWatcher : model.room().seat; }

  // All that happened was told, in order, once.
  bool told_all() const {
    const FairGame* game = truth();
    if (game == nullptr) return false;
    const auto expected = game->events(eyes());
    const auto events = model.events();
    if (events.size() != expected.size()) return false;
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (event_json(events[i]) != event_json(expected[i])) return false;
    }
    return true;
  }

 private:
  // The view and what the screens show of it must be the same, whether they are made from the
  // server's view or from what came over the wire. Only moments at which nothing is under way can
  // be compared.
  void check() {
    const FairGame* game = world.running() ? truth() : nullptr;
    if (game == nullptr || !model.has_game()) return;
    const View expected = game->view(eyes());
    if (static_cast<int>(game->events(eyes()).size()) != model.last_event()) return;
    if (expected.may_act != model.view().may_act || expected.phase() != model.view().phase())
      return;
    View told = model.view();
    told.legal = expected.legal;  // in a window everybody is offered the same
    note_difference({""}, {different_field(expected, told)});
    const Words& w = words(Language::English);
    const Speech speech = table_model_of(model).speech(w);
    note_difference(table_lines(expected, speech), table_lines(model.view(), speech));
    if (eyes() == kWatcher) return;
    note_difference(hand_lines(expected, speech), hand_lines(model.view(), speech));
    const Odds odds = next_draw_odds(game->rules(), expected);
    note_difference({odds_line(odds, w)}, {odds_line(model.odds(), w)});
    const NetQuestion* open = model.question();
    if (open == nullptr || open->decision != game->decision(eyes())) return;
    ++questions;
    note_difference(question_lines(question_for(game->rules(), expected, speech), w),
                    question_lines(question_for(model.rules(), model.view(), speech), w));
  }
  void note_difference(const Lines& expected, const Lines& shown) {
    if (expected == shown) return;
    std::string text = "a screen shows something else:";
    for (const std::string& line : expected) text += "\n- " + line;
    for (const std::string& line : shown) text += "\n+ " + line;
    world.note_fault(text);
  }
  void think() {
    const NetQuestion* open = model.question();
    if (!answers || open == nullptr || open->answered || open->decision == thought_) return;
    thought_ = open->decision;
    const ActionSet legal = model.view().legal;
    const Action action = legal.nth(world.dice().below(legal.size()));
    world.in(world.up_to(thinks_ms),
             [this, action, decision = open->decision, game = model.game()] {
               const NetQuestion* still = model.question();
               if (still == nullptr || still->decision != decision || model.game() != game) return;
               model.answer(action);
               flush();
             });
  }

  int delay_;
  SessionId session_ = 0;
  Decision thought_ = 0;

 public:
  int questions = 0;  // number compared
};

// An errand to create a room with these fields of the message `create`.
inline Errand errand_to_create(const std::string& name, const Json& fields) {
  return {.kind = Errand::Goal::Create,
          .name = name,
          .settings = read_settings(JsonReader(fields)),
          .bots = fields.value("bots", 0)};
}

// A room with people, bots and watchers, all of them real clients.
struct NetTable {
  explicit NetTable(Json settings, int people, int watchers = 0, std::uint64_t seed = 1,
                    WorldOptions options = {})
      : world(seed, options) {
    settings["seats"] = people + settings.value("bots", 0);
    add(errand_to_create("Ann", settings));
    for (int i = 1; i < people; ++i) {
      add({.kind = Errand::Goal::Join, .room = code(), .name = "P" + std::to_string(i)});
    }
    for (int i = 0; i < watchers; ++i) add({.kind = Errand::Goal::Watch, .room = code()});
  }
  NetPlayer& add(Errand errand) {
    players.push_back(std::make_unique<NetPlayer>(world, std::move(errand)));
    world.run_for(Time{60});
    return *players.back();
  }
  std::string code() const { return players[0]->model.room().code; }
  NetPlayer& operator[](std::size_t i) { return *players[i]; }
  void start() {
    players[0]->does([](ClientModel& model) { model.start(); });
  }
  bool all_verified() const {
    return std::all_of(players.begin(), players.end(),
                       [](const auto& player) { return player->model.verdict().has_value(); });
  }
  // Until everybody has the record, or it takes too long.
  bool play_to_end() {
    for (int i = 0; i < 20'000 && !all_verified(); ++i) world.run_for(Time{200});
    return all_verified();
  }

  SimWorld world;
  std::vector<std::unique_ptr<NetPlayer>> players;
};

inline bool was_told(const ClientModel& model, ClientNotice::Topic kind) {
  return std::any_of(model.notices().begin(), model.notices().end(),
                     [&](const ClientNotice& told) { return told.kind == kind; });
}

}  // namespace nl
