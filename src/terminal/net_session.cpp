#include "terminal/net_session.h"

#include <algorithm>
#include <array>

#include "bots/bot.h"
#include "game/review.h"
#include "names/names.h"
#include "text/characters.h"

namespace nl {
namespace {

constexpr Time kListEvery{3'000};  // the list of rooms is asked for anew
constexpr std::size_t kLongestTalk = 900;

Lines wrong_choice(const Words& w, const std::string& line, std::size_t items) {
  if (items == 0) return {w.ui("net_nothing_to_choose")};
  const Values values = {
      {"number", clean_text(line, 12)}, {"low", "1"}, {"high", std::to_string(items)}};
  return {w.refusal(read_number(line) ? Refusal::OutOfRange : Refusal::NotANumber, values)};
}

// Why there was no connection, by what the link calls it. A cause that is not here is said as the
// system says it.
std::string_view words_of_cause(std::string_view cause) {
  constexpr auto kCauses = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"refused", "net_cause_refused"},
       {"unknown_host", "net_cause_unknown_host"},
       {"timed_out", "net_cause_timed_out"},
       {"no_route", "net_cause_no_route"},
       {"closed", "net_cause_closed"},
       {"no_trust", "net_cause_no_trust"},
       {"other_server", "net_cause_other_server"}});
  for (const auto& [name, key] : kCauses) {
    if (name == cause) return key;
  }
  return {};
}

}  // namespace

std::optional<std::string> said_to_others(const std::string& line) {
  const std::size_t space = line.find(' ');
  if (space == std::string::npos) return std::nullopt;
  std::string word = line.substr(0, space);
  for (char& c : word) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (command_called(word) != "say") return std::nullopt;
  return line.substr(space + 1);
}

NetSession::NetSession(ClientModel& model, const SeatStore& seats, SessionOptions options)
    : model_(model), seats_(seats), options_(std::move(options)), record_(options_.record) {
  const bool watches = options_.errand.kind == Errand::Goal::Watch;
  options_.errand.name = clean_name(options_.errand.name);
  if (options_.errand.kind == Errand::Goal::Join && options_.errand.name.empty()) {
    // Who comes back is known by the seat.
    if (const auto seat = seats_.only_free_one(options_.errand.room)) {
      options_.errand.name = seat->name;
    }
  }
  if (watches || !options_.errand.name.empty()) begin_errand();
}

const Words& NetSession::w() const {
  return words(options_.language, wording_of(model_.room().settings.preset));
}

NetSession::Page NetSession::page() const {
  if (leaving_) return Page::Leave;
  if (!began_) return Page::Name;
  if (in_use_) return Page::InUse;
  if (found_) return Page::Found;
  if (model_.refused_entry()) return Page::Refused;
  if (!model_.in_room()) {
    if (model_.errand().kind != Errand::Goal::Browse || !model_.rooms_known()) {
      return Page::Connecting;
    }
    return inner_ == Page::Form ? Page::Form : Page::Rooms;
  }
  if (!model_.room_known()) return Page::Connecting;
  const RoomPhase phase = model_.room().phase;
  if (inner_ == Page::Watchers && model_.is_host()) return Page::Watchers;
  if (phase == RoomPhase::Lobby) {
    return inner_ && *inner_ != Page::Form && model_.is_host() ? *inner_ : Page::Lobby;
  }
  if (!model_.has_game()) return Page::Shuffle;
  if (model_.over() || phase == RoomPhase::Over) return Page::Over;
  return phase == RoomPhase::Playing ? Page::Game : Page::Shuffle;
}

// ---- the question -------------------------------------------------------------------------------

std::optional<Question> NetSession::question() const {
  const NetQuestion* open = model_.question();
  if (open == nullptr || open->answered || page() != Page::Game) return std::nullopt;
  const Sight seen = sight();
  return question_for(seen.rules, seen.view, seen.speech(w()));
}

std::uint64_t NetSession::question_key() const {
  const NetQuestion* open = model_.question();
  const auto game = static_cast<std::uint64_t>(model_.game()) << 40;
  return open == nullptr || open->answered ? 0 : game | open->decision;
}

Sight NetSession::sight() const {
  Sight sight = sight_of(model_);
  sight.names = names();
  if (is_drafting()) sight.view = draft_->view();
  numbers_.begin((static_cast<std::size_t>(model_.game()) << 20) + turns_begun(sight.events));
  sight.numbers = &numbers_;
  return sight;
}

const std::vector<std::string>& NetSession::names() const {
  std::vector<std::string> names = model_.names();
  std::vector<std::string> bots;
  for (const RoomPlayer& player : model_.room().players) bots.push_back(player.bot);
  const auto characters = characters_at(bots);
  for (std::size_t seat = 0; seat < std::min(names.size(), characters.size()); ++seat) {
    if (characters[seat]) names[seat] = w().character(characters[seat]->key);
  }
  make_distinct(names);
  for (std::size_t seat = 0; seat < std::min(names.size(), bots.size()); ++seat) {
    called_[model_.room().players[seat].name] = names[seat];
  }
  // Who looks at them keeps looking at the same ones.
  if (names != names_) names_ = std::move(names);
  return names_;
}

std::string NetSession::called(const std::string& name) const {
  names();
  const auto found = called_.find(name);
  return found == called_.end() ? name : found->second;
}

// What was chosen before goes first. One possible target is no choice; everybody can see that there
// is none.
void NetSession::answer_forced() {
  const auto open = question();
  if (!open) return;
  const ActionSet& legal = model_.view().legal;
  if (!planned_.empty()) {
    const Action next = planned_.front();
    planned_.erase(planned_.begin());
    if (legal.has(next)) return model_.answer(next);
    planned_.clear();
  }
  const bool one_target = open->phase == Phase::Target && legal.size() == 1 && !is_drafting();
  if (one_target) model_.answer(legal.nth(0));
}

std::string NetSession::banner() const {
  if (model_.online() || !model_.was_online()) return {};
  return w().ui("net_reconnecting");
}

// ---- what is typed ------------------------------------------------------------------------------

Lines NetSession::type(const std::string& line, Time now) {
  if (const auto text = said_to_others(line)) {
    talk(*text);
    return {};
  }
  const Page up = page();
  if (up == Page::Name) {
    set_name(line);
    return {};
  }
  const Command command = read_command(line);
  if (command.kind == Command::Verb::Quit) {
    quit(now);
    return {};
  }
  if (command.kind == Command::Verb::Back && up == Page::Game) return take_back();
  if (command.kind == Command::Verb::Back) {
    back();
    return {};
  }
  if (command.kind == Command::Verb::None) return up == Page::Game ? answer(line) : choose(line);
  if (command.kind == Command::Verb::Help) {
    return up == Page::Game ? Lines{w().ui("help"), w().ui("net_help_game")}
                            : Lines{w().ui("net_help")};
  }
  if (command.kind == Command::Verb::Describe) return describe_card(command.argument, w());
  // With other people at the table there are no hints from bots.
  if (command.kind == Command::Verb::Hint) return {w().ui("net_no_hints")};
  if (!model_.has_game()) return {w().ui("no_game_yet")};
  return look(command, sight(), w(), model_.watching()).value_or(Lines{});
}

void NetSession::talk(const std::string& text) {
  const std::string clean = clean_text(text.substr(0, kLongestTalk), 300);
  if (!clean.empty() && model_.in_room()) model_.chat(clean);
}

Lines NetSession::choose(const std::string& line) {
  Menu offered = menu();
  const auto number = read_number(line);
  if (number && *number >= 1 && *number <= std::ssize(offered.items)) {
    offered.items[static_cast<std::size_t>(*number - 1)].deed();
    return {};
  }
  if (page() == Page::Rooms && is_room_code(line) && !number) {
    options_.errand.kind = Errand::Goal::Join;
    options_.errand.room = line;
    begin_errand();
    return {};
  }
  return wrong_choice(w(), line, offered.items.size());
}

Lines NetSession::answer(const std::string& line) {
  const auto open = question();
  if (!open) {
    return line.empty() ? Lines{} : Lines{w().ui("net_not_asked")};
  }
  return say(read_answer(*open, line, sight().speech(w())));
}

Lines NetSession::pick(const Choice& choice) {
  return say(picked_answer(choice, sight().speech(w())));
}

// Step by step until all is chosen: only then the server hears of it.
Lines NetSession::say(const Answer& answer) {
  if (const auto* wrong = std::get_if<std::string>(&answer)) return {*wrong};
  if (!is_drafting()) {
    draft_.emplace(model_.rules(), model_.view());
    drafted_ = question_key();
  }
  draft_->choose(*std::get<Choice>(answer).action);
  if (!draft_->complete()) return {};
  planned_.assign(draft_->actions().begin() + 1, draft_->actions().end());
  const Action first = draft_->actions().front();
  draft_.reset();
  model_.answer(first);
  return {};
}

Lines NetSession::take_back() {
  if (!question()) return {};
  if (is_drafting() && draft_->back()) return {};
  return {w().ui("nothing_to_take_back")};
}

void NetSession::set_name(const std::string& line) {
  std::string name = clean_name(line);
  if (name.empty()) name = clean_name(options_.usual_name);
  if (name.empty()) return;
  options_.errand.name = name;
  refused_.reset();
  begin_errand();
}

// ---- leaving ------------------------------------------------------------------------------------

void NetSession::ask_to_leave(std::optional<Time> deadline) {
  leaving_ = true;
  leave_deadline_ = deadline;
}

bool NetSession::in_slow_room() const {
  return model_.in_room() && !model_.watching() && model_.room().settings.slow();
}

// From a slow room people go every day: nobody gives up by that.
void NetSession::interrupt(Time now) {
  const bool gives_up = model_.playing() && !in_slow_room();
  if (leaving_) {
    if (gives_up) return give_up();
    return options_.hosts_server ? go(NetEnd::StopServer) : go(NetEnd::Left, in_slow_room());
  }
  if (gives_up) return ask_to_leave(now + kSilence);
  if (options_.hosts_server || in_slow_room()) return ask_to_leave(std::nullopt);
  go(NetEnd::Left);
}

void NetSession::quit(Time) {
  const bool asks = model_.playing() || options_.hosts_server || in_slow_room();
  if (leaving_ || asks) return ask_to_leave(std::nullopt);
  go(NetEnd::Left);
}

// A script that has said all it had to say may still want to see the end.
void NetSession::end_of_input() {
  // Whether there is a server at all is still to be heard.
  if (page() == Page::Connecting && !model_.was_online()) return;
  const bool only_looks = model_.in_room() && !model_.playing() && !model_.is_host();
  if (only_looks && page() != Page::Over) return;
  if (page() != Page::Over) end_text_ = w().ui("input_ended");
  go(page() == Page::Over ? NetEnd::Left : NetEnd::EndOfInput, in_slow_room());
}

void NetSession::give_up() {
  if (!model_.online()) {  // nobody would hear of it, so it has not happened
    end_text_ = w().ui("net_gave_up_unheard");
    return go(NetEnd::Left);
  }
  model_.forfeit();
  go(NetEnd::Forfeited);
}

void NetSession::go(NetEnd how, bool keep) {
  // In mid-game the seat stays ours, whoever plays it meanwhile.
  const bool seat_stays = keep || (model_.playing() && how != NetEnd::Forfeited);
  const bool server_stays = how != NetEnd::StopServer;
  if (server_stays) model_.leave(keep);
  if (server_stays && !seat_stays && !kept_.token.empty()) seats_.forget(kept_);
  hold_ = {};
  end_ = how;
}

void NetSession::terminated() {
  hold_ = {};
  end_ = NetEnd::Terminated;
}

void NetSession::unreachable(const std::string& why) {
  end_ = NetEnd::Unreachable;
  const std::string_view key = words_of_cause(why);
  const std::string text = key.empty() ? clean_text(why, 120) : w().ui(key);
  end_text_ = w().ui("net_unreachable", {{"address", options_.address}, {"text", text}});
}

// ---- time and messages --------------------------------------------------------------------------

void NetSession::update(Time now) {
  if (end_ != NetEnd::No) return;
  for (; told_seen_ < model_.told().size(); ++told_seen_) {
    const News& told = model_.told()[told_seen_];
    if (told.kind == News::Topic::Refused) planned_.clear();
    if (told.kind == News::Topic::Refused && model_.refused_entry()) {
      refusal_ = words_of(told).front();
      refused_ = told.net;
    }
    if (told.kind == News::Topic::Kicked || told.kind == News::Topic::Closed) {
      end_ = NetEnd::SentAway;
      end_text_ = words_of(told).front();
    }
  }
  if (model_.ended()) {
    end_ = model_.end_reason() == "replaced" ? NetEnd::Replaced : NetEnd::Version;
    end_text_ = end_ == NetEnd::Replaced ? w().ui("net_replaced") : w().ui("net_bad_version");
  }
  if (returning_ && model_.looked()) consider_table();
  keep_seat();
  keep_record();
  keep_score();
  if (leaving_ && leave_deadline_ && now >= *leave_deadline_) {
    if (model_.playing()) return give_up();
    leaving_ = false;
  }
  answer_forced();
  if (page() == Page::Rooms && now >= list_due_ && model_.online()) {
    if (list_due_ != Time{0}) model_.list();
    list_due_ = now + kListEvery;
  }
}

std::optional<Time> NetSession::wakes_at() const {
  if (leaving_ && leave_deadline_) return leave_deadline_;
  if (page() == Page::Rooms) return list_due_;
  return std::nullopt;
}

void NetSession::keep_score() {
  if (evening_room_ != model_.room().code) {
    evening_room_ = model_.room().code;
    evening_ = {};
    scored_ = 0;
  }
  if (!model_.over() || scored_ == model_.game()) return;
  scored_ = model_.game();
  evening_.add(names(), review_of(model_.events()).winner);
}

void NetSession::keep_record() {
  if (!model_.verdict()) {
    record_kept_ = false;
    return;
  }
  if (std::exchange(record_kept_, true)) return;
  record_.begin();
  record_.save(model_.record());
}

Lines NetSession::review() const { return review_lines(model_.events(), names(), w()); }

}  // namespace nl
