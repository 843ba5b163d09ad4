#include "terminal/net_session.h"

#include <algorithm>

#include "bots/bot.h"
#include "names/names.h"

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
  const bool watches = options_.errand.kind == Errand::Kind::Watch;
  options_.errand.name = clean_name(options_.errand.name);
  if (options_.errand.kind == Errand::Kind::Join && options_.errand.name.empty()) {
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
    if (model_.errand().kind != Errand::Kind::Browse || !model_.rooms_known()) {
      return Page::Connecting;
    }
    return inner_ == Page::Form ? Page::Form : Page::Rooms;
  }
  if (!model_.room_known()) return Page::Connecting;
  const RoomPhase phase = model_.room().phase;
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
  const Sight sight = sight_of(model_);
  return question_for(sight.rules, sight.view, sight.speech(w()));
}

// One possible target is no choice; everybody can see that there is none.
void NetSession::answer_forced() {
  const auto open = question();
  if (!open || open->phase != Phase::Target || model_.view().legal.size() != 1) return;
  model_.answer(model_.view().legal.nth(0));
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
  if (command.kind == Command::Kind::Quit) {
    quit(now);
    return {};
  }
  if (command.kind == Command::Kind::Back) {
    back();
    return {};
  }
  if (command.kind == Command::Kind::None) return up == Page::Game ? answer(line) : choose(line);
  if (command.kind == Command::Kind::Help) {
    return up == Page::Game ? Lines{w().ui("help"), w().ui("net_help_game")}
                            : Lines{w().ui("net_help")};
  }
  if (command.kind == Command::Kind::Describe) return describe_card(command.argument, w());
  // With other people at the table there are no hints from bots.
  if (command.kind == Command::Kind::Hint) return {w().ui("net_no_hints")};
  if (!model_.has_game()) return {w().ui("no_game_yet")};
  return look(command, sight_of(model_), w(), model_.watching()).value_or(Lines{});
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
    options_.errand.kind = Errand::Kind::Join;
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
  const Sight sight = sight_of(model_);
  return say(read_answer(*open, line, sight.speech(w())));
}

Lines NetSession::pick(const Choice& choice) {
  const Sight sight = sight_of(model_);
  return say(picked_answer(choice, sight.speech(w())));
}

Lines NetSession::say(const Answer& answer) {
  if (const auto* wrong = std::get_if<std::string>(&answer)) return {*wrong};
  model_.answer(*std::get<Choice>(answer).action);
  return {};
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

void NetSession::interrupt(Time now) {
  if (leaving_) {
    if (model_.playing()) return give_up();
    return go(options_.hosts_server ? NetEnd::StopServer : NetEnd::Left);
  }
  if (model_.playing()) return ask_to_leave(now + kSilence);
  if (options_.hosts_server) return ask_to_leave(std::nullopt);
  go(NetEnd::Left);
}

void NetSession::quit(Time) {
  if (leaving_ || model_.playing() || options_.hosts_server) return ask_to_leave(std::nullopt);
  go(NetEnd::Left);
}

// A script that has said all it had to say may still want to see the end.
void NetSession::end_of_input() {
  // Whether there is a server at all is still to be heard.
  if (page() == Page::Connecting && !model_.was_online()) return;
  const bool only_looks = model_.in_room() && !model_.playing() && !model_.is_host();
  if (only_looks && page() != Page::Over) return;
  if (page() != Page::Over) end_text_ = w().ui("input_ended");
  go(page() == Page::Over ? NetEnd::Left : NetEnd::EndOfInput);
}

void NetSession::give_up() {
  if (!model_.online()) {  // nobody would hear of it, so it has not happened
    end_text_ = w().ui("net_gave_up_unheard");
    return go(NetEnd::Left);
  }
  model_.forfeit();
  go(NetEnd::Forfeited);
}

void NetSession::go(NetEnd how) {
  // In mid-game the seat stays ours, whoever plays it meanwhile.
  const bool seat_stays = model_.playing() && how != NetEnd::Forfeited;
  const bool server_stays = how != NetEnd::StopServer;
  if (server_stays) model_.leave();
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
  end_text_ =
      w().ui("net_unreachable", {{"address", options_.address}, {"text", clean_text(why, 120)}});
}

// ---- time and messages --------------------------------------------------------------------------

void NetSession::update(Time now) {
  if (end_ != NetEnd::No) return;
  for (; told_seen_ < model_.told().size(); ++told_seen_) {
    const News& told = model_.told()[told_seen_];
    if (told.kind == News::Kind::Refused && model_.refused_entry()) {
      refusal_ = words_of(told).front();
      refused_ = told.net;
    }
    if (told.kind == News::Kind::Kicked || told.kind == News::Kind::Closed) {
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

void NetSession::keep_record() {
  if (!model_.verdict()) {
    record_kept_ = false;
    return;
  }
  if (std::exchange(record_kept_, true)) return;
  record_.begin();
  record_.save(model_.record());
}

Lines NetSession::review() const { return review_lines(model_.events(), model_.names(), w()); }

}  // namespace nl
