// Matchmaking: seats waiting players and fills tables with bots.
#include "server/table_finder.h"

#include <utility>

#include "names/names.h"
#include "protocol/room_messages.h"
#include "server/seat_token.h"

namespace nl {
namespace {

constexpr std::string_view kFillingBot = "medium";
// Players in the matchmaking queue; more are refused.
constexpr std::size_t kMaxSeekers = 2'000;

}  // namespace

void TableFinder::find_table(SessionId id, ServerSession& session, ParsedRequest& parsed) {
  if (session.room != nullptr) return server_.refuse(id, parsed, NetRefusal::AlreadyInRoom);
  if (draining_) return server_.refuse(id, parsed, NetRefusal::Draining);
  const auto& request = std::get<FindRequest>(*parsed.request);
  const std::string name = clean_name(request.name);
  if (name.empty()) return server_.refuse(id, parsed, NetRefusal::BadName);
  const auto& [settings, fault] = request.settings;
  if (!fault.empty()) return server_.refuse(id, parsed, NetRefusal::BadSettings, fault);
  if (!server_.spend(session.address, &AddressQuota::entries))
    return server_.refuse(id, parsed, NetRefusal::TooFast);
  stop_finding(id);
  if (queue_.size() >= kMaxSeekers) return server_.refuse(id, parsed, NetRefusal::ServerFull);
  std::vector<TableKind> kinds = accepted_kinds(settings, request.accepted);
  if (kinds.empty()) return server_.refuse(id, parsed, NetRefusal::BadSettings, "seats");
  queue_.changed(kinds);
  const Seeker seeker{.session = id,
                      .name = name,
                      .address = session.address,
                      .together = request.together,
                      .kinds = std::move(kinds),
                      .until = now_ + std::chrono::seconds(request.wait_s)};
  queue_.add(seeker);
  send_queue_state(seeker);
  fill_tables();
}

void TableFinder::stop_finding(SessionId id) {
  const auto seeker = queue_.remove(id);
  if (!seeker) return;
  queue_.changed(seeker->kinds);
  send_queue_states();
}

void TableFinder::fill_tables() {
  const auto next = [this] { return queue_.take(now_, entropy_); };
  for (auto table = next(); !table.people.empty(); table = next()) {
    open_table(table);
    for (const Seeker& one : table.people) queue_.changed(one.kinds);
  }
  send_queue_states();
  server_.close_cut_sessions();
}

void TableFinder::send_queue_state(const Seeker& one) {
  const TableQueue::Nearest nearest = queue_.nearest(one);
  server_.send(one.session,
               message_text(FindingMessage{nearest.waiting, nearest.kind.seats, one.until, now_}));
}

// Rate-limited like presence messages of a room.
void TableFinder::send_queue_states() {
  const Time next = queue_state_sent_at_ + times_.presence;
  if (now_ >= next && !queue_.all_up_to_date()) {
    queue_state_sent_at_ = now_;
    for (const Seeker& one : queue_.take_outdated()) send_queue_state(one);
  }
  const auto filled = queue_.next();
  const bool tells = !queue_.all_up_to_date() && (!filled || next < *filled);
  output_.set_timer(kQueueTimer, tells ? std::optional(next) : filled);
}

// As if the first player had created the room, and the others had followed a link.
void TableFinder::open_table(const TableQueue::Table& table) {
  const std::vector<Seeker>& people = table.people;
  const Seeker& host = people.front();
  ServerSession& session = sessions_.at(host.session);
  RoomSettings settings = table.kind.settings();
  settings.matched = distinct_addresses(people);
  const int bots = settings.seats - static_cast<int>(people.size());
  // Refuses if the address may add no more bots: no table starts half empty.
  CreateRequest create{host.name, {settings}, bots};
  if (const auto why = server_.why_no_room(session, create)) {
    server_.refuse(host.session, {.type = "find"}, *why);
    for (std::size_t i = 1; i < people.size(); ++i) queue_.add(people[i]);
    return;
  }
  create.bots = 0;  // seated below, by their level
  const RoomId id = server_.new_room(session);
  Room& room = *session.room;
  const auto post = [&](SessionId who, Request request) {
    ServerSession& session_of_request = sessions_.at(who);
    session_of_request.room = &room;
    const std::string type(message_type(request));
    room.post({.session = who,
               .at = now_,
               .request = std::move(request),
               .type = type,
               .fair = session_of_request.fair,
               .address = session_of_request.address},
              now_);
  };
  post(host.session, std::move(create));
  for (std::size_t i = 1; i < people.size(); ++i) {
    post(people[i].session, JoinRequest{room_code(id), people[i].name});
  }
  for (int i = 0; i < bots; ++i) post(host.session, AddBotRequest{std::string(kFillingBot)});
  post(host.session, StartRequest{});
  server_.after(room);
}

}  // namespace nl
