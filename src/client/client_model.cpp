#include "client/client_model.h"

#include <algorithm>

#include "server/request.h"
#include "table/names.h"

namespace nl {
namespace {

constexpr int kMostEvents = 1'000'000;
constexpr int kMostGames = 1'000'000'000;
constexpr std::size_t kMostRecordLines = 100'000;
constexpr int kChatColumns = 300;
constexpr int kReasonColumns = 160;

std::size_t last_turn(const std::vector<Event>& events, std::size_t begin) {
  for (std::size_t i = events.size(); i > begin; --i) {
    if (events[i - 1].kind == EventKind::TurnStarted) return i - 1;
  }
  return begin;
}

// How long there is left to a deadline of the server's, whatever this machine's clock shows.
Time left_of(const Json& message) {
  if (!message.contains("now") || !message["now"].is_number_integer()) throw BadMessage("now");
  if (!message["deadline"].is_number_integer()) throw BadMessage("deadline");
  const auto left = message["deadline"].get<std::int64_t>() - message["now"].get<std::int64_t>();
  return Time(std::clamp<std::int64_t>(left, 0, 24 * 3'600'000));
}

std::optional<NetRefusal> net_refusal(std::string_view code) {
  for (int i = 0; i < kNetRefusals; ++i) {
    if (refusal_code(static_cast<NetRefusal>(i)) == code) return static_cast<NetRefusal>(i);
  }
  return std::nullopt;
}

std::optional<Refusal> rule_refusal(std::string_view code) {
  for (int i = 0; i < kRefusals; ++i) {
    if (refusal_code(static_cast<Refusal>(i)) == code) return static_cast<Refusal>(i);
  }
  return std::nullopt;
}

SeatMask seats_where(const std::vector<RoomPlayer>& players, bool (*is)(const RoomPlayer&)) {
  SeatMask mask = 0;
  for (std::size_t seat = 0; seat < players.size(); ++seat) {
    if (is(players[seat])) mask |= seat_bit(static_cast<Seat>(seat));
  }
  return mask;
}

bool sits_in(const std::vector<RoomPlayer>& players, const std::string& name) {
  return std::any_of(players.begin(), players.end(),
                     [&](const RoomPlayer& player) { return player.name == name; });
}

}  // namespace

// ---- the connection -----------------------------------------------------------------------------

void ClientModel::opened() {
  outgoing_.clear();  // what was meant for the connection that broke
  say({{"t", "hello"}, {"version", kProtocolVersion}, {"fair", true}});
}

void ClientModel::closed(std::string_view reason) {
  const bool was_on = std::exchange(welcomed_, false);
  outgoing_.clear();
  question_.reset();
  window_.reset();
  entering_ = false;
  fetching_ = false;
  if (reason == "replaced" || reason == "version") {
    ended_ = true;
    end_reason_ = reason;
  } else if (was_on) {
    tell({.kind = News::Kind::LostServer, .text = clean_text(reason, kReasonColumns)});
  }
}

void ClientModel::received(std::string_view text, Time now) {
  if (ended_) return;
  try {
    const Json message = Json::parse(text);
    if (!message.is_object()) throw BadMessage("message");
    dispatch(message, now);
  } catch (const BadMessage& bad) {
    tell({.kind = News::Kind::ServerFault, .text = clean_text(bad.what(), kReasonColumns)});
  } catch (const FieldError& bad) {
    tell({.kind = News::Kind::ServerFault, .text = clean_text(bad.what(), kReasonColumns)});
  } catch (const Json::exception&) {
    tell({.kind = News::Kind::ServerFault, .text = "JSON"});
  }
}

void ClientModel::dispatch(const Json& message, Time now) {
  const std::string& type = text_of(message, "t");
  if (type == "welcome") {
    if (std::exchange(was_welcomed_, true)) tell(News::Kind::FoundServer);
    welcomed_ = true;
    return enter();
  }
  if (type == "rooms") {
    rooms_ = read_rooms(message);
    rooms_known_ = true;
  }
  if (type == "refused") return on_refused(message);
  if (type == "joined") return on_joined(message);
  if (type == "left") return on_left(message);
  if (!in_room_) return;
  if (type == "room") return on_room(message);
  if (type == "fair") return on_fair(message);
  if (type == "view") return on_view(message);
  if (type == "events") return on_events(message);
  if (type == "question") return on_question(message, now);
  if (type == "window") return on_window(message, now);
  if (type == "chat") return on_chat(message);
  if (type == "over") return on_over(message);
  if (type == "record") return on_record(message);
}

// ---- into a room --------------------------------------------------------------------------------

void ClientModel::set_errand(Errand errand) {
  errand_ = std::move(errand);
  refused_entry_ = false;
  if (welcomed_ && !in_room_) enter();
}

// Back to where we were, or to what the player came for.
void ClientModel::enter() {
  if (!own_.token.empty()) {
    entering_ = true;
    say({{"t", "resume"},
         {"room", own_.room},
         {"token", own_.token},
         {"game", game_},
         {"last", last_}});
  } else if (in_room_) {
    say({{"t", "watch"}, {"room", room_.code}});
  } else if (!errand_.token.empty()) {
    entering_ = true;
    say({{"t", "resume"}, {"room", errand_.room}, {"token", errand_.token}});
  } else {
    run_errand();
  }
}

void ClientModel::run_errand() {
  entering_ = errand_.kind != Errand::Kind::Browse;
  switch (errand_.kind) {
    case Errand::Kind::Browse: return list();
    case Errand::Kind::Join:
      return say({{"t", "join"}, {"room", errand_.room}, {"name", errand_.name}});
    case Errand::Kind::Watch: return say({{"t", "watch"}, {"room", errand_.room}});
    case Errand::Kind::Create: {
      Json message = {{"t", "create"}, {"name", errand_.name}};
      message.update(errand_.settings);
      return say(message);
    }
  }
}

void ClientModel::on_joined(const Json& message) {
  const std::string& code = text_of(message, "room");
  if (!is_room_code(code)) throw BadMessage("room");
  entering_ = false;
  in_room_ = true;
  if (message.contains("token")) {
    own_ = {code, clean_name(errand_.name), text_of(message, "token")};
  } else if (message.contains("seat") && own_.token.empty()) {
    own_ = {code, clean_name(errand_.name), errand_.token};
  }
  errand_.token.clear();
  room_.code = code;
  room_.seat = message.contains("seat")
                   ? static_cast<Seat>(number_of(message, "seat", 0, kMaxSeats - 1))
                   : kWatcher;
}

void ClientModel::forget_room() {
  in_room_ = false;
  room_ = {};
  room_known_ = false;
  own_ = {};
  game_ = 0;
  last_ = 0;
  events_.clear();
  question_.reset();
  window_.reset();
  over_ = false;
  errand_ = {.name = errand_.name};
}

void ClientModel::leave() {
  if (in_room_) say({{"t", "leave"}});
}

void ClientModel::on_left(const Json& message) {
  if (!in_room_) return;
  const std::string reason = message.contains("reason") ? text_of(message, "reason") : "";
  if (reason == "kicked") tell(News::Kind::Kicked);
  if (reason == "closed") tell(News::Kind::Closed);
  forget_room();
}

// ---- the room -----------------------------------------------------------------------------------

void ClientModel::on_room(const Json& message) {
  const RoomInfo before = std::exchange(room_, read_room(message));
  if (std::exchange(room_known_, true)) tell_changes(before);
  name_seats();
  if (room_.phase == RoomPhase::Lobby) {
    over_ = false;
    question_.reset();
    window_.reset();
  }
}

void ClientModel::name_seats() {
  names_.clear();
  for (const RoomPlayer& player : room_.players) names_.push_back(player.name);
  const std::size_t wanted = game_ != 0 ? seen_.view.seats : 0;
  while (names_.size() < wanted) names_.push_back("?");
  make_distinct(names_);
}

void ClientModel::tell_changes(const RoomInfo& before) {
  using Kind = News::Kind;
  for (const RoomPlayer& player : room_.players) {
    if (!sits_in(before.players, player.name)) tell(Kind::Joined, player.name);
  }
  for (const RoomPlayer& player : before.players) {
    if (!sits_in(room_.players, player.name)) tell(Kind::Left, player.name);
  }
  const std::size_t same = std::min(before.players.size(), room_.players.size());
  for (std::size_t seat = 0; seat < same; ++seat) {
    const RoomPlayer& was = before.players[seat];
    const RoomPlayer& is = room_.players[seat];
    if (was.name != is.name || seat == room_.seat) continue;
    const bool out = room_.phase == RoomPhase::Playing && game_ != 0 &&
                     !holds(seen_.view.alive, static_cast<Seat>(seat));
    if (out) continue;  // who is out may come and go
    if (was.bot.empty() && !is.bot.empty()) {
      tell(Kind::Replaced, is.name);
    } else if (!was.held && is.held) {
      tell(Kind::Held, is.name);
    } else if (was.connected && !is.connected) {
      tell(Kind::Away, is.name);
    } else if (!was.connected && is.connected) {
      tell(Kind::Back, is.name);
    }
  }
  const bool other_host = room_.host < room_.players.size() &&
                          before.host < before.players.size() &&
                          room_.players[room_.host].name != before.players[before.host].name;
  if (other_host) tell(Kind::Host, room_.players[room_.host].name);
}

SeatMask ClientModel::bots() const {
  return seats_where(room_.players, [](const RoomPlayer& player) { return !player.bot.empty(); });
}
SeatMask ClientModel::away() const {
  return seats_where(room_.players, [](const RoomPlayer& player) { return !player.connected; });
}
SeatMask ClientModel::held() const {
  return seats_where(room_.players, [](const RoomPlayer& player) { return player.held; });
}

void ClientModel::remove(Seat seat) {
  if (seat >= room_.players.size()) return;
  const bool bot = !room_.players[seat].bot.empty();
  say({{"t", bot ? "remove_bot" : "kick"}, {"seat", seat}});
}

void ClientModel::on_fair(const Json& message) {
  const int game = number_of(message, "game", 0, kMostGames);
  if (watching()) return;
  const bool begins = text_of(message, "stage") == "commit";
  if (const auto answer = part_.answer(message, room_.seat, entropy_)) say(*answer);
  if (begins && game != game_) tell({.kind = News::Kind::Shuffling, .number = game});
}

// ---- the game -----------------------------------------------------------------------------------

void ClientModel::begin_game(int game) {
  game_ = game;
  last_ = 0;
  events_.clear();
  question_.reset();
  window_.reset();
  over_ = false;
  record_.clear();
  fetching_ = false;
  verdict_.reset();
}

void ClientModel::take_view(const Json& view) {
  SeenGame seen = read_view(view);
  const Seat expected = watching() ? kWatcher : room_.seat;
  if (seen.view.viewer != expected) throw BadMessage("viewer");
  view_json_ = view;
  seen_ = seen;
  name_seats();
  // A question stays as long as the viewer is asked, whatever others do meanwhile.
  const bool asked = question_ && seen_.view.may_act && question_->phase == seen_.view.phase();
  if (asked) {
    seen_.view.legal = question_->legal;
  } else {
    question_.reset();
  }
  if (seen_.view.phase() != Phase::Window) window_.reset();
}

void ClientModel::take_events(const Json& events, int from, bool seen_before) {
  if (!events.is_array()) throw BadMessage("events");
  std::vector<Event> fresh;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (from + static_cast<int>(i) <= last_) continue;
    fresh.push_back(read_event(events[i], seen_.view.viewer, seen_.view.seats));
  }
  const int missed = from - last_ - 1;
  if (missed > 0 && last_ > 0) tell({.kind = News::Kind::Missed, .number = missed});
  last_ = std::max(last_, from - 1 + static_cast<int>(events.size()));
  const std::size_t begin = seen_before ? last_turn(fresh, 0) : 0;
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    events_.push_back(fresh[i]);
    tell({.kind = News::Kind::Happened, .event = fresh[i], .before = i < begin});
  }
}

// Kittens that everybody saw leave the game are in no view, but follow from the events.
void ClientModel::note_dead_kittens() {
  for (const Event& event : events_) {
    const bool gone = event.kind == EventKind::Died || event.kind == EventKind::Forfeited;
    if (gone) seen_.view.known.fold(event);
  }
}

void ClientModel::on_view(const Json& message) {
  const int game = number_of(message, "game", 1, kMostGames);
  const int n = number_of(message, "n", 0, kMostEvents);
  const int from = number_of(message, "from", 1, kMostEvents + 1);
  if (!message.contains("view") || !message.contains("events") || !message.contains("rules")) {
    throw BadMessage("view");
  }
  rules_ = rules_from_json(message["rules"]);
  // Somebody who comes into a running game reads of the current turn, not of all before it.
  const bool into_running_game =
      game != game_ && from + static_cast<int>(message["events"].size()) > 12;
  if (game != game_) begin_game(game);
  syncing_ = false;
  take_view(message["view"]);
  take_events(message["events"], from, into_running_game);
  last_ = n;
  note_dead_kittens();
}

void ClientModel::on_events(const Json& message) {
  const int game = number_of(message, "game", 1, kMostGames);
  const int from = number_of(message, "from", 1, kMostEvents);
  if (game != game_ || from != last_ + 1) {
    if (!std::exchange(syncing_, true)) say({{"t", "sync"}});
    return;
  }
  if (message.contains("view")) {
    Json patched = view_json_;
    patched.merge_patch(message["view"]);
    take_view(patched);
  }
  take_events(message.value("events", Json::array()), from, false);
  note_dead_kittens();
}

void ClientModel::on_question(const Json& message, Time now) {
  if (number_of(message, "game", 1, kMostGames) != game_ || syncing_) return;
  const auto phase = parse_phase(text_of(message, "phase"));
  if (!phase || !message.contains("legal")) throw BadMessage("question");
  NetQuestion question{
      .decision = static_cast<Decision>(number_of(message, "decision", 1, 2'000'000'000)),
      .phase = *phase,
      .asked = now};
  if (message.contains("deadline")) question.deadline = now + left_of(message);
  if (watching() || *phase != seen_.view.phase()) throw BadMessage("question");
  question.legal = seen_.view.legal = read_legal(message["legal"], seen_.view);
  seen_.view.may_act = 1;
  question_ = question;
}

void ClientModel::on_window(const Json& message, Time now) {
  if (number_of(message, "game", 1, kMostGames) != game_) return;
  if (!message.contains("deadline")) throw BadMessage("deadline");
  window_ = NetWindow{number_of(message, "nopes", 0, 255), now, now + left_of(message)};
}

const NetQuestion* ClientModel::question() const { return question_ ? &*question_ : nullptr; }

const NetWindow* ClientModel::window() const { return window_ ? &*window_ : nullptr; }

bool ClientModel::playing() const {
  return has_game() && !over_ && !watching() && room_.phase == RoomPhase::Playing &&
         holds(seen_.view.alive, room_.seat);
}

void ClientModel::answer(Action action) {
  if (!question_ || question_->answered) return;
  question_->answered = true;
  say({{"t", "answer"},
       {"game", game_},
       {"decision", question_->decision},
       {"action", answer_text(seen_.view, action)}});
}

void ClientModel::on_refused(const Json& message) {
  const std::string& code = text_of(message, "reason");
  const std::string re = message.contains("re") ? text_of(message, "re") : "";
  News told{.kind = News::Kind::Refused, .net = net_refusal(code)};
  if (message.contains("field")) told.text = clean_text(text_of(message, "field"), 40);
  const auto rule = rule_refusal(code);
  if (rule) {
    told.rule.why = *rule;
    if (message.contains("card")) {
      told.rule.card =
          read_event({{"kind", "played"}, {"card", message["card"]}}, kWatcher, 2).card;
    }
    if (message.contains("seat")) {
      told.rule.seat = static_cast<Seat>(number_of(message, "seat", 0, kMaxSeats - 1));
    }
  }
  if (!rule && !told.net) throw BadMessage("reason");
  if (entering_ && re == "resume") {
    // The seat is gone; what the player came for may still be had.
    if (!own_.token.empty()) {
      tell(News::Kind::SeatLost);
      forget_room();
    }
    errand_.token.clear();
    return run_errand();
  }
  if (entering_ && (re == "join" || re == "watch" || re == "create")) {
    entering_ = false;
    refused_entry_ = true;
  }
  if (re == "watch" && in_room_) forget_room();
  // What came too fast was not even read: it may have been the answer.
  const bool unread = told.net == NetRefusal::TooFast && re.empty();
  if ((re == "answer" || unread) && question_) question_->answered = false;
  tell(std::move(told));
}

void ClientModel::on_chat(const Json& message) {
  News told{.kind = News::Kind::Chat};
  if (message.contains("name")) told.name = clean_name(text_of(message, "name"));
  told.text = clean_text(text_of(message, "text"), kChatColumns);
  if (!told.text.empty()) tell(std::move(told));
}

// ---- the end ------------------------------------------------------------------------------------

void ClientModel::on_over(const Json& message) {
  if (number_of(message, "game", 1, kMostGames) != game_) return;
  over_ = true;
  question_.reset();
  window_.reset();
  if (verdict_ || fetching_) return;
  record_.clear();
  fetching_ = true;
  say({{"t", "record"}, {"from", 0}});
}

void ClientModel::on_record(const Json& message) {
  if (!fetching_ || number_of(message, "game", 1, kMostGames) != game_) return;
  const auto from = static_cast<std::size_t>(number_of(message, "from", 0, kMostRecordLines));
  const auto total = static_cast<std::size_t>(number_of(message, "total", 0, kMostRecordLines));
  const Json lines = message.value("lines", Json::array());
  if (from != record_.size() || !lines.is_array()) throw BadMessage("record");
  for (const Json& line : lines) {
    const std::string text = line.is_string() ? line.get<std::string>() : "";
    // Lines of JSON and nothing else get into a file.
    const Json parsed = Json::parse(text, nullptr, false);
    if (parsed.is_discarded() || text.find('\n') != std::string::npos) throw BadMessage("record");
    record_.push_back(parsed.dump() == text ? text : parsed.dump());
  }
  if (lines.empty() || record_.size() >= total) {
    fetching_ = false;
    return judge();
  }
  say({{"t", "record"}, {"from", record_.size()}});
}

void ClientModel::judge() {
  std::vector<NumberedLine> lines;
  for (const std::string& line : record_)
    lines.push_back({static_cast<int>(lines.size()) + 1, line});
  if (lines.empty()) throw BadMessage("record");
  verdict_ = check_fair(lines, part_.written());
  if (verdict_->difference) {
    tell({.kind = News::Kind::NotVerified,
          .text = clean_text(verdict_->difference->reason, kReasonColumns),
          .number = verdict_->difference->line});
  } else {
    tell({.kind = News::Kind::Verified,
          .number = verdict_->shares[static_cast<int>(ShareStatus::Given)]});
  }
}

}  // namespace nl
