// Small room for unit tests: its clients connect without delay and keep all that they receive.
#pragma once

#include "server/sim_client.h"

namespace nl {

inline WorldOptions quick_world() {
  WorldOptions options;
  options.store_delay = Time{1};
  return options;
}

// A browser that wants to be called; its keys are those of RFC 8291's example.
inline PlainJson browser(const std::string& endpoint = "https://push.example/1") {
  return {
      {"t", "subscribe"},
      {"endpoint", endpoint},
      {"p256dh",
       "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"},
      {"auth", "BTBZMqHH6r4Tts7J_aSIgg"}};
}

class TestTable {
 public:
  // The first of the people creates the room; all of them sit in it.
  explicit TestTable(int people, PlainJson create = {}, WorldOptions options = quick_world(),
                     std::uint64_t seed = 1)
      : world(seed, options) {
    create["t"] = "create";
    create["name"] = "Ann";
    if (!create.contains("seats")) create["seats"] = people + create.value("bots", 0);
    add().open_with(create);
    clients[0]->connect();
    world.run_for(Time{50});
    for (int i = 1; i < people; ++i) join("P" + std::to_string(i));
  }

  SimWorld world;
  std::vector<std::unique_ptr<SimClient>> clients;

  SimClient& add(ClientHabits habits = {.delay_ms = 1, .comes_back = false, .fair = false}) {
    clients.push_back(std::make_unique<SimClient>(world, habits));
    clients.back()->keep_messages = true;
    clients.back()->answers = false;
    return *clients.back();
  }
  SimClient& join(const std::string& name) {
    SimClient& client = add();
    client.open_with({{"t", "join"}, {"room", code()}, {"name", name}});
    client.connect();
    world.run_for(Time{50});
    return client;
  }
  SimClient& watch() {
    SimClient& client = add();
    client.open_with({{"t", "watch"}, {"room", code()}});
    client.connect();
    world.run_for(Time{50});
    return client;
  }
  SimClient& operator[](std::size_t i) { return *clients[i]; }
  std::string code() const { return clients[0]->room; }
  const Room& room() const { return *world.room(code()); }
  const FairGame& game() const { return *room().state().game(); }

  void start() { says(0, {{"t", "start"}}); }
  void says(std::size_t client, const PlainJson& message) {
    clients[client]->say(message);
    world.run_for(Time{30});
  }
  // The client answers its last question; the reason if it was refused.
  std::string answers(std::size_t client, const std::string& action) {
    return reason_after(
        client, [&] { clients[client]->answer(clients[client]->last_of("question"), action); });
  }
  std::string reason(std::size_t client, const PlainJson& message) {
    return reason_after(client, [&] { clients[client]->say(message); });
  }
  // Draws or passes on until a seat with this card has the turn; then plays it. The seat.
  Seat play_when_held(const std::string& card) {
    for (int i = 0; i < 400 && !game().over(); ++i) {
      const Seat seat = game().next_asked();
      if (seat >= clients.size()) {
        world.run_for(Time{2'000});  // a bot answers by itself
        continue;
      }
      const PlainJson question = clients[seat]->last_of("question");
      if (question["phase"] == "turn" && has(question["legal"], "play " + card)) {
        answers(seat, "play " + card);
        return seat;
      }
      const auto& legal = question["legal"];
      answers(seat, has(legal, "pass") ? "pass" : legal[0].get<std::string>());
    }
    return kNoSeat;
  }
  static bool has(const PlainJson& list, const std::string& text) {
    return std::find(list.begin(), list.end(), text) != list.end();
  }
  Seat holder_of(Card card, Seat other_than) const {
    for (Seat seat = 0; seat < game().seats(); ++seat) {
      if (seat != other_than && game().view(seat).hand[card] != 0) return seat;
    }
    return kNoSeat;
  }
  // Everybody has enough of everything.
  static PlainJson rich() {
    return {{"window_ms", 3'000},
            {"rules", {{"copies.nope", 22}, {"copies.skip", 22}, {"first", "zero"}, {"hand", 8}}}};
  }

 private:
  template <class Deed>
  std::string reason_after(std::size_t client, Deed deed) {
    const std::size_t before = clients[client]->received.size();
    deed();
    world.run_for(Time{30});
    const auto& all = clients[client]->received;
    for (std::size_t i = before; i < all.size(); ++i) {
      if (all[i].at("t").get<std::string>() == "refused") return all[i].at("reason");
    }
    return "";
  }
};

}  // namespace nl
