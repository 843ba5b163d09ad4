// Parser and dispatcher of admin commands.
#include "net/admin.h"

#include <array>

#include "protocol/room_phase.h"
#include "server/seat_token.h"
#include "text/json_reader.h"

namespace nl {
namespace {

// A failed order; the message is for the operator.
class BadOrder : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Order {
  JsonReader json;
  ServerCore& core;
  const AdminActions& hooks;
  Time now;

  std::string text(const char* key) const {
    const auto found = json[key].if_text();
    if (!found) throw BadOrder(std::string(key) + " is missing");
    return *found;
  }
  const Room& room() const {
    const Room* found = core.room(text("room"));
    if (found == nullptr) throw BadOrder("there is no such room");
    return *found;
  }
};

Json parsed_order(std::string_view question) {
  try {
    return parse_object(question);
  } catch (const JsonError&) {
    throw BadOrder("this is no order");
  }
}

int people_in(const Room& room) {
  int people = 0;
  for (const Player& player : room.state().players()) people += player.person() ? 1 : 0;
  return people;
}

Json rooms(const Order& order) {
  Json list = Json::array();
  for (const Room* room : order.core.all_rooms()) {
    const auto seats = static_cast<int>(room->state().players().size());
    list.push_back({{"room", room_code(room->id())},
                    {"in_log", to_hex(std::span(room->id()).last<4>())},
                    {"phase", kRoomPhaseNames[room->state().phase()]},
                    {"people", people_in(*room)},
                    {"bots", seats - people_in(*room)},
                    {"games", room->state().games()},
                    {"entries", room->state().events()}});
  }
  return {{"rooms", std::move(list)}};
}

Json players(const Order& order) {
  const Room& room = order.room();
  Json list = Json::array();
  for (std::size_t seat = 0; seat < room.state().players().size(); ++seat) {
    const Player& player = room.state().players()[seat];
    list.push_back({{"seat", seat},
                    {"name", player.name},
                    {"bot", player.bot},
                    {"host", seat == room.state().host()}});
  }
  return {{"players", std::move(list)}};
}

Json kick(const Order& order) {
  const Room& room = order.room();
  const auto seat = order.json["seat"].if_number(0, kMaxSeats - 1).value_or(-1);
  const bool there = seat >= 0 && seat < static_cast<int>(room.state().players().size());
  if (!there || !room.state().players()[static_cast<std::size_t>(seat)].person()) {
    throw BadOrder("there is nobody at that seat");
  }
  if (room.state().in_game() && seat == room.state().host()) {
    throw BadOrder("this is the host, and a game is on: close the room instead");
  }
  order.core.order(room.id(), OperatorOrder::Kick, static_cast<Seat>(seat), order.now);
  return Json::object();
}

Json close(const Order& order) {
  order.core.order(order.room().id(), OperatorOrder::Close, kNoSeat, order.now);
  return Json::object();
}

Json notice(const Order& order) { return {{"told", order.core.say_to_all(order.text("text"))}}; }

Json drain(const Order& order) {
  order.core.set_draining(order.json["on"].flag_or(true));
  int games = 0;
  for (const Room* room : order.core.all_rooms()) games += room->state().in_game() ? 1 : 0;
  return {{"draining", order.core.draining()}, {"games", games}};
}

Json reload(const Order& order) {
  order.hooks.reload();
  return Json::object();
}

Json backup(const Order& order) {
  order.hooks.backup(order.text("folder"));
  return Json::object();
}

Json reports(const Order& order) { return {{"reports", order.hooks.reports()}}; }

struct AdminVerb {
  std::string_view name;
  Json (*obey)(const Order&);
};

constexpr std::array kVerbs = {
    AdminVerb{"rooms", rooms},   AdminVerb{"players", players}, AdminVerb{"kick", kick},
    AdminVerb{"close", close},   AdminVerb{"notice", notice},   AdminVerb{"drain", drain},
    AdminVerb{"reload", reload}, AdminVerb{"backup", backup},   AdminVerb{"reports", reports}};

Json answer_to(const Order& order) {
  const std::string wanted = order.text("order");
  for (const AdminVerb& verb : kVerbs) {
    if (verb.name == wanted) return verb.obey(order);
  }
  throw BadOrder("there is no such order");
}

}  // namespace

std::string admin_socket_name(const NetOptions& options) {
  if (options.store.empty()) return std::string(kAdminSocket);
  return "admin-" + std::to_string(options.port) + ".sock";
}

std::string admin_verb(std::string_view question) {
  try {
    const Json json = parsed_order(question);
    const auto wanted = JsonReader(json)["order"].if_text();
    for (const AdminVerb& verb : kVerbs) {
      if (wanted == verb.name) return std::string(verb.name);
    }
  } catch (const BadOrder&) {  // admin_answer() says so
  }
  return "unknown";
}

std::string admin_answer(std::string_view question, ServerCore& core, const AdminActions& hooks,
                         Time now) {
  Json answer;
  try {
    const Json json = parsed_order(question);
    answer = answer_to({JsonReader(json), core, hooks, now});
    answer["ok"] = true;
  } catch (const std::exception& bad) {
    answer = {{"ok", false}, {"why", bad.what()}};
  }
  return answer.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace nl
