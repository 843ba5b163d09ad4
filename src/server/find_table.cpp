// Tables with strangers: who looks for one waits in a queue, and gets a room that begins by itself.
#include <utility>

#include "names/names.h"
#include "protocol/room_messages.h"
#include "server/server_core.h"

namespace nl {
namespace {

constexpr std::string_view kFillingBot = "medium";

// What strangers can't agree on is the usual.
RoomSettings strangers_table(const Json& wish) {
  Json plain = Json::object();
  for (const char* field : {"preset", "expansions", "seats"}) {
    if (wish.contains(field)) plain[field] = wish[field];
  }
  return settings_from_json(plain);
}

}  // namespace

void ServerCore::find_table(SessionId id, Session& session, ParsedRequest& parsed) {
  if (session.room != nullptr) return refuse(id, parsed, NetRefusal::AlreadyInRoom);
  if (draining_) return refuse(id, parsed, NetRefusal::ServerFull);
  const auto& request = std::get<FindRequest>(*parsed.request);
  const std::string name = clean_name(request.name);
  if (name.empty()) return refuse(id, parsed, NetRefusal::BadName);
  RoomSettings settings;
  try {
    settings = strangers_table(request.settings);
  } catch (const FieldError& fault) {
    return refuse(id, parsed, NetRefusal::BadSettings, fault.field());
  }
  if (!account(session.address).entries.take(now_)) return refuse(id, parsed, NetRefusal::TooFast);
  stop_finding(id);
  queue_.changed(settings);
  queue_.add({id, name, settings, now_ + std::chrono::seconds(request.wait_s)});
  tell_seeker(queue_.like(settings).back());
  fill_tables();
}

void ServerCore::stop_finding(SessionId id) {
  const auto seeker = queue_.remove(id);
  if (!seeker) return;
  queue_.changed(seeker->settings);
  tell_seekers();
}

void ServerCore::tell_seeker(const Seeker& one) {
  const std::size_t waiting = queue_.like(one.settings).size();
  send(one.session, finding_message(waiting, one.settings.seats, one.until, now_));
}

// However often one comes and goes, the others hear of it in peace, as in a room.
void ServerCore::tell_seekers() {
  const Time next = seekers_told_ + pace_.presence;
  if (now_ >= next && !queue_.all_know()) {
    seekers_told_ = now_;
    for (const Seeker& one : queue_.take_unknowing()) tell_seeker(one);
  }
  const auto filled = queue_.next();
  const bool tells = !queue_.all_know() && (!filled || next < *filled);
  output_.set_timer(kQueueTimer, tells ? std::optional(next) : filled);
}

void ServerCore::fill_tables() {
  for (auto people = queue_.take(now_); !people.empty(); people = queue_.take(now_)) {
    open_table(people);
    queue_.changed(people.front().settings);
  }
  tell_seekers();
  bury();
}

// As if the first of them had made the room, and the others had followed a link.
void ServerCore::open_table(const std::vector<Seeker>& people) {
  const Seeker& host = people.front();
  Session& session = sessions_.at(host.session);
  const RoomSettings& settings = host.settings;
  const int bots = settings.seats - static_cast<int>(people.size());
  // An address that may have no more bots is told so: nobody sits down at half a table.
  CreateRequest create{host.name, settings_json(settings), bots};
  if (const auto why = why_no_room(session, create)) {
    refuse(host.session, {.type = "find"}, *why);
    for (std::size_t i = 1; i < people.size(); ++i) queue_.add(people[i]);
    return;
  }
  create.bots = 0;  // they come below, by their level
  const RoomId id = new_room(session);
  Room& room = *session.room;
  const auto post = [&](SessionId who, Request request) {
    Session& asker = sessions_.at(who);
    asker.room = &room;
    const std::string type(request_type(request));
    room.post({.session = who,
               .at = now_,
               .request = std::move(request),
               .type = type,
               .fair = asker.fair,
               .address = asker.address},
              now_);
  };
  post(host.session, std::move(create));
  for (std::size_t i = 1; i < people.size(); ++i) {
    post(people[i].session, JoinRequest{room_code(id), people[i].name});
  }
  for (int i = 0; i < bots; ++i) post(host.session, AddBotRequest{std::string(kFillingBot)});
  post(host.session, StartRequest{});
  after(room);
}

}  // namespace nl
