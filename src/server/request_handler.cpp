// Requests outside of rooms: greeting, creating, entering, listing.
#include "server/request_handler.h"

#include <utility>

#include "game/origin.h"
#include "names/names.h"
#include "protocol/messages.h"
#include "protocol/room_messages.h"
#include "server/daily_deal.h"
#include "server/features.h"
#include "server/room_bots.h"
#include "server/seat_token.h"

namespace nl {
namespace {

// Among the requests that name a room.
std::string room_of(const Request& request) {
  if (const auto* join = std::get_if<JoinRequest>(&request)) return join->room;
  if (const auto* watch = std::get_if<WatchRequest>(&request)) return watch->room;
  if (const auto* resume = std::get_if<ResumeRequest>(&request)) return resume->room;
  if (const auto* look = std::get_if<LookRequest>(&request)) return look->room;
  return {};
}

bool is_offered(const ServerFeatures& features, const Request& request) {
  const auto* create = std::get_if<CreateRequest>(&request);
  if (create != nullptr && parse_daily_attempt(create->from.game)) return features.daily;
  return is_on(features, request);
}

}  // namespace

void RequestHandler::dispatch(SessionId id, ServerSession& session, ParsedRequest parsed) {
  if (!parsed.request) {
    server_.refuse(id, parsed, NetRefusal::BadMessage, parsed.field);
    return server_.strike(id, session);
  }
  if (const auto* hello = std::get_if<HelloRequest>(&*parsed.request)) {
    return greet(id, session, parsed, *hello);
  }
  if (std::holds_alternative<PingRequest>(*parsed.request)) {
    return server_.send(id, message_text(PongMessage{now_, parsed.id}));
  }
  if (!session.greeted) return server_.refuse(id, parsed, NetRefusal::HelloFirst);
  if (!is_offered(server_.features_for(session), *parsed.request)) {
    return server_.refuse(id, parsed, NetRefusal::NotHere);
  }
  if (std::holds_alternative<ListRequest>(*parsed.request)) {
    return session.lists.take(now_) ? list(id) : server_.refuse(id, parsed, NetRefusal::TooFast);
  }
  if (const auto* look = std::get_if<LookRequest>(&*parsed.request)) {
    return session.lists.take(now_) ? show(id, session, parsed, look->room)
                                    : server_.refuse(id, parsed, NetRefusal::TooFast);
  }
  if (const auto* tables = std::get_if<TablesRequest>(&*parsed.request)) {
    return session.lists.take(now_) ? send_tables(id, *tables)
                                    : server_.refuse(id, parsed, NetRefusal::TooFast);
  }
  if (std::holds_alternative<FindRequest>(*parsed.request))
    return finder_.find_table(id, session, parsed);
  if (std::holds_alternative<StopFindingRequest>(*parsed.request)) return finder_.stop_finding(id);
  if (std::holds_alternative<CreateRequest>(*parsed.request)) return create(id, session, parsed);
  if (const auto* join = std::get_if<JoinRequest>(&*parsed.request)) {
    return enter(id, session, parsed, join->room);
  }
  if (const auto* watch = std::get_if<WatchRequest>(&*parsed.request)) {
    return enter(id, session, parsed, watch->room);
  }
  if (const auto* resume = std::get_if<ResumeRequest>(&*parsed.request)) {
    return enter(id, session, parsed, resume->room);
  }
  if (session.room == nullptr) return server_.refuse(id, parsed, NetRefusal::NotInRoom);
  const bool talks = std::holds_alternative<ChatRequest>(*parsed.request) ||
                     std::holds_alternative<EmoteRequest>(*parsed.request) ||
                     std::holds_alternative<OpenHandsRequest>(*parsed.request);
  if (talks && !(session.chat.take(now_) && server_.may_chat(session))) {
    return server_.refuse(id, parsed, NetRefusal::TooFast);
  }
  server_.pass_on(id, session, parsed);
}

void RequestHandler::greet(SessionId id, ServerSession& session, const ParsedRequest& parsed,
                           const HelloRequest& hello) {
  if (hello.version != kProtocolVersion) {
    server_.refuse(id, parsed, NetRefusal::BadVersion);
    return server_.cut(id, "version");
  }
  session.greeted = true;
  session.fair = hello.fair;
  const ServerFeatures features = server_.features_for(session);
  server_.send(id, message_text(WelcomeMessage{.message_bytes = limits_.message_bytes,
                                               .now = now_,
                                               .features = names_of(features),
                                               .address = address_,
                                               .nodes = nodes_,
                                               .push = features.push ? push_key_ : std::string()}));
}

void RequestHandler::create(SessionId id, ServerSession& session, ParsedRequest& parsed) {
  if (session.room != nullptr) return server_.refuse(id, parsed, NetRefusal::AlreadyInRoom);
  if (draining_) return server_.refuse(id, parsed, NetRefusal::Draining);
  finder_.stop_finding(id);
  const auto& request = std::get<CreateRequest>(*parsed.request);
  if (clean_name(request.name).empty()) return server_.refuse(id, parsed, NetRefusal::BadName);
  const auto& [settings, fault] = request.settings;
  if (!fault.empty()) return server_.refuse(id, parsed, NetRefusal::BadSettings, fault);
  const bool plays_on = !request.from.game.empty();
  if (plays_on && request.from.lines.empty()) return play_on(id, session, parsed);
  if (const auto rule = unplayable_rule(settings); !rule.empty()) {
    return server_.refuse(id, parsed, NetRefusal::BadSettings, rule);
  }
  const bool slow = settings.slow();
  if (slow && !limits_.features.slow) return server_.refuse(id, parsed, NetRefusal::NotHere);
  if (slow && !server_.allows_slow_room(session.address)) {
    return server_.refuse(id, parsed, NetRefusal::TooManyRooms);
  }
  // For a daily deal that was requested before its cards were read.
  const bool daily = parse_daily_attempt(request.from.game).has_value();
  const auto why = daily ? std::nullopt : server_.why_no_room(session, request);
  if (why) return server_.refuse(id, parsed, *why);
  server_.new_room(session);
  server_.pass_on(id, session, parsed);
}

// The room is made when the record has been read.
void RequestHandler::play_on(SessionId id, ServerSession& session, ParsedRequest& parsed) {
  auto& request = std::get<CreateRequest>(*parsed.request);
  const PlayOnWish& from = request.from;
  if (session.creating) return server_.refuse(id, parsed, NetRefusal::NotNow);
  if (parse_daily_attempt(from.game)) {
    request.from = {.game = from.game, .seat = kDailySeat, .bot = std::string(kDailyBot)};
    request.bots = kDailySeats - 1;
    request.settings.wanted = {.turn = std::chrono::milliseconds(0)};
    // Reading the deal uses up the attempt, so the room must be created in the same step.
    if (const auto why = server_.why_no_room(session, request)) {
      return server_.refuse(id, parsed, *why);
    }
  }
  if (!server_.spend(session.address, &AddressQuota::entries))
    return server_.refuse(id, parsed, NetRefusal::TooFast);
  session.creating = parsed;
  if (output_.read_game(id, from.game)) return;
  session.creating.reset();
  server_.refuse(id, parsed, NetRefusal::UnknownGame);
}

void RequestHandler::game_read(SessionId id, ServerSession& session, std::string_view record) {
  if (!session.creating) return;
  ParsedRequest parsed = *std::exchange(session.creating, std::nullopt);
  auto& request = std::get<CreateRequest>(*parsed.request);
  const PlayOnWish& from = request.from;
  auto origin = origin_at(record, from.game, from.step);
  if (!origin) return server_.refuse(id, parsed, NetRefusal::UnknownGame);
  const Header header = header_of(*origin);
  if (from.seat >= header.seats) return server_.refuse(id, parsed, NetRefusal::UnknownSeat);
  if (!from.bot.empty() && !is_offered_bot(from.bot)) {
    return server_.refuse(id, parsed, NetRefusal::UnknownBot);
  }
  request.settings.wanted = settings_for(header, request.settings.wanted);
  // Otherwise a second game at the same table could show through its prompts who holds a Nope.
  if (request.settings.wanted.rules() != header.rules) {
    return server_.refuse(id, parsed, NetRefusal::UnknownGame);
  }
  request.from.lines = std::move(origin->lines);
  create(id, session, parsed);
}

void RequestHandler::enter(SessionId id, ServerSession& session, ParsedRequest& parsed,
                           const std::string& code) {
  if (session.room != nullptr) return server_.refuse(id, parsed, NetRefusal::AlreadyInRoom);
  if (!codes_.contains(code)) {
    if (!seek(id, session, parsed, code)) server_.refuse(id, parsed, NetRefusal::UnknownRoom);
    return;
  }
  if (session.lookup) return server_.refuse(id, parsed, NetRefusal::NotNow);
  if (!server_.spend(session.address, &AddressQuota::entries))
    return server_.refuse(id, parsed, NetRefusal::TooFast);
  if (!output_.seek(id, code, true)) return go_in(id, session, parsed, code);
  session.lookup = RoomLookup{std::move(parsed), true};
}

void RequestHandler::go_in(SessionId id, ServerSession& session, ParsedRequest& parsed,
                           const std::string& code) {
  if (session.room != nullptr) return server_.refuse(id, parsed, NetRefusal::AlreadyInRoom);
  finder_.stop_finding(id);
  session.room = codes_.find(code)->second;
  const RoomId room = session.room->id();
  server_.pass_on(id, session, parsed);
  // A restored room counts towards the address of the player who returns first.
  const auto still = sessions_.find(id);
  if (still != sessions_.end() && still->second.room != nullptr && rooms_.contains(room)) {
    server_.charge(room, still->second.address);
  }
}

// ---- rooms elsewhere ----------------------------------------------------------------------------

bool RequestHandler::seek(SessionId id, ServerSession& session, ParsedRequest& parsed,
                          const std::string& code) {
  if (session.lookup || !is_room_code(code)) return false;
  if (!server_.spend(session.address, &AddressQuota::entries) || !output_.seek(id, code, false))
    return false;
  session.lookup = RoomLookup{std::move(parsed), false};
  return true;
}

void RequestHandler::found(SessionId id, ServerSession& session, const std::string& url,
                           bool here) {
  if (!session.lookup) return;
  RoomLookup lookup = *std::exchange(session.lookup, std::nullopt);
  ParsedRequest& parsed = lookup.request;
  const std::string code = room_of(*parsed.request);
  const bool looks = std::holds_alternative<LookRequest>(*parsed.request);
  if (codes_.contains(code) && (here || !lookup.held)) {
    looks ? show(id, session, parsed, code) : go_in(id, session, parsed, code);
  } else if (url.empty()) {
    server_.refuse(id, parsed, NetRefusal::UnknownRoom);
  } else {
    server_.send(id, message_text(ElsewhereMessage{url}));
  }
}

// ---- lists --------------------------------------------------------------------------------------

void RequestHandler::list(SessionId id) {
  std::vector<ListedRoom> rooms;
  for (const auto& [room_id, room] : listed_) {
    const auto& summary = room->summary();
    if (!summary || !room->worth_listing()) continue;
    rooms.push_back(*summary);
    if (rooms.size() == limits_.listed) break;
  }
  for (const ListedRoom& room : others_rooms_) {
    if (rooms.size() == limits_.listed) break;
    if (!codes_.contains(room.code)) rooms.push_back(room);
  }
  server_.send(id, message_text(RoomsMessage{std::move(rooms)}));
}

// Describes one room to a client that knows its code, listed or not.
void RequestHandler::show(SessionId id, ServerSession& session, ParsedRequest& parsed,
                          const std::string& code) {
  const auto found = codes_.find(code);
  if (found == codes_.end() && seek(id, session, parsed, code)) return;
  const bool known = found != codes_.end() && found->second->summary();
  if (!known) return server_.refuse(id, parsed, NetRefusal::UnknownRoom);
  server_.send(id, message_text(RoomsMessage{{*found->second->summary()}}));
}

// Lists this node's rooms; without a seat there, a player gets the same answer as for a room that
// doesn't exist.
void RequestHandler::send_tables(SessionId id, const TablesRequest& request) {
  std::vector<OwnTable> tables;
  for (const auto& seat : request.seats) {
    const auto found = codes_.find(seat.room);
    if (found == codes_.end()) continue;
    if (auto table = found->second->own_table(hash_of_token(seat.token))) {
      tables.push_back(std::move(*table));
    }
  }
  server_.send(id, message_text(TablesMessage{std::move(tables), now_}));
}

}  // namespace nl
