// Network session: pages, input, leaving and timers.
#include "terminal/net_session.h"

#include <array>

#include "names/names.h"
#include "terminal/net_menus.h"
#include "terminal/string_utils.h"

namespace nl {
namespace {

constexpr Time kListEvery{3'000};  // interval of requests for the list of rooms
constexpr std::size_t kLongestTalk = 900;

Lines wrong_choice(const Words& w, const std::string& line, std::size_t items) {
  if (items == 0) return {w.ui("net_nothing_to_choose")};
  const Values values = {
      {"number", clean_text(line, 12)}, {"low", "1"}, {"high", std::to_string(items)}};
  return {w.refusal(read_number(line) ? Refusal::OutOfRange : Refusal::NotANumber, values)};
}

// The link's reason for a failed connection, as a key of lang/. Other reasons are shown in the
// system's words.
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

bool server_goes_on(NetEnd end) {
  switch (end) {
    case NetEnd::Left:
    case NetEnd::Forfeited:
    case NetEnd::SentAway:
    case NetEnd::Replaced: return true;
    default: return false;
  }
}

std::optional<std::string> chat_text(const std::string& line) {
  const std::size_t space = line.find(' ');
  if (space == std::string::npos) return std::nullopt;
  if (command_called(lower(line.substr(0, space))) != "say") return std::nullopt;
  return line.substr(space + 1);
}

NetSession::NetSession(ClientModel& model, const SeatStore& seats, SessionOptions options)
    : model_(model),
      options_(std::move(options)),
      game_(model, options_.language),
      entry_(model, seats, options_.errand),
      finished_(options_.record) {}

// ---- pages --------------------------------------------------------------------------------------

NetSession::Page NetSession::page() const {
  if (leaving_) return Page::Leave;
  if (!entry_.began()) return Page::Name;
  if (entry_.in_use()) return Page::InUse;
  if (entry_.found()) return Page::Found;
  if (model_.refused_entry()) return Page::Refused;
  if (model_.in_room()) return model_.room_known() ? room_page() : Page::Connecting;
  const bool lists = model_.errand().kind == Errand::Goal::Browse && model_.rooms_known();
  if (!lists) return Page::Connecting;
  return inner_ == Page::Form ? Page::Form : Page::Rooms;
}

NetSession::Page NetSession::room_page() const {
  const RoomPhase phase = model_.room().phase;
  if (inner_ == Page::Watchers && model_.is_host()) return Page::Watchers;
  if (phase == RoomPhase::Lobby) {
    return inner_ && *inner_ != Page::Form && model_.is_host() ? *inner_ : Page::Lobby;
  }
  if (!model_.has_game()) return Page::Shuffle;
  if (model_.over() || phase == RoomPhase::Over) return Page::Over;
  return phase == RoomPhase::Playing ? Page::Game : Page::Shuffle;
}

Menu NetSession::menu() { return NetMenus(*this).of_page(page()); }

std::optional<Question> NetSession::question() const {
  return page() == Page::Game ? game_.question() : std::nullopt;
}

std::string NetSession::banner() const {
  if (model_.online() || !model_.was_online()) return {};
  return w().ui("net_reconnecting");
}

// ---- input --------------------------------------------------------------------------------------

Lines NetSession::type(const std::string& line) {
  if (const auto text = chat_text(line)) {
    talk(*text);
    return {};
  }
  if (page() == Page::Name) {
    set_name(line);
    return {};
  }
  if (const auto open = question()) return take(parse_line(*open, line, game_.speech()));
  if (const Command command = read_command(line); command.kind != Command::Verb::None) {
    return obey(command);
  }
  if (page() != Page::Game) return choose_item(line);
  return line.empty() ? Lines{} : Lines{w().ui("net_not_asked")};
}

Lines NetSession::pick(const Choice& choice) {
  const auto open = question();
  if (!open) return {w().ui("net_not_asked")};
  return take(parse_picked(*open, choice, game_.speech()));
}

Lines NetSession::take(const ParsedLine& parsed) {
  if (const auto* command = std::get_if<Command>(&parsed)) return obey(*command);
  if (const auto* wrong = std::get_if<std::string>(&parsed)) return {*wrong};
  game_.play(*std::get<Choice>(parsed).action);
  return {};
}

Lines NetSession::obey(const Command& command) {
  const bool at_table = page() == Page::Game;
  switch (command.kind) {
    case Command::Verb::Quit: quit(); return {};
    case Command::Verb::Back:
      if (at_table) return take_back();
      back();
      return {};
    case Command::Verb::Help:
      return at_table ? Lines{w().ui("help"), w().ui("net_help_game")} : Lines{w().ui("net_help")};
    case Command::Verb::Describe: return describe_card(command.argument, w());
    // With other people at the table there are no hints from bots.
    case Command::Verb::Hint: return {w().ui("net_no_hints")};
    default: break;
  }
  if (!model_.has_game()) return {w().ui("no_game_yet")};
  return look(command, game_.table_model(), w(), model_.watching()).value_or(Lines{});
}

void NetSession::talk(const std::string& text) {
  const std::string clean = clean_text(text.substr(0, kLongestTalk), 300);
  if (!clean.empty() && model_.in_room()) model_.chat(clean);
}

Lines NetSession::choose_item(const std::string& line) {
  const Menu offered = menu();
  const auto number = read_number(line);
  if (number && *number >= 1 && *number <= std::ssize(offered.items)) {
    offered.items[static_cast<std::size_t>(*number - 1)].run();
    return {};
  }
  if (page() == Page::Rooms && is_room_code(line) && !number) {
    enter(Errand::Goal::Join, line);
    return {};
  }
  return wrong_choice(w(), line, offered.items.size());
}

Lines NetSession::take_back() {
  if (!question() || game_.take_back()) return {};
  return {w().ui("nothing_to_take_back")};
}

void NetSession::set_name(const std::string& line) {
  std::string name = clean_name(line);
  if (name.empty()) name = clean_name(options_.usual_name);
  if (name.empty()) return;
  inner_.reset();
  entry_.set_name(std::move(name));
}

void NetSession::enter(Errand::Goal goal, const std::string& room) {
  inner_.reset();
  entry_.begin(goal, room);
}

void NetSession::back() {
  if (leaving_) {
    leaving_ = false;
    leave_deadline_.reset();
  } else if (entry_.in_use()) {
    entry_.take_another_name();
  } else {
    inner_.reset();
  }
}

// ---- leaving ------------------------------------------------------------------------------------

void NetSession::ask_to_leave(std::optional<Time> deadline) {
  leaving_ = true;
  leave_deadline_ = deadline;
}

bool NetSession::in_slow_room() const {
  return model_.in_room() && !model_.watching() && model_.room().settings.slow();
}

// Players leave a slow room every day: that is no forfeit.
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

void NetSession::quit() {
  const bool asks = model_.playing() || options_.hosts_server || in_slow_room();
  if (leaving_ || asks) return ask_to_leave(std::nullopt);
  go(NetEnd::Left);
}

// A script whose input has ended may still want to see the end of the game.
void NetSession::end_of_input() {
  // It is not yet known whether a server runs there.
  if (page() == Page::Connecting && !model_.was_online()) return;
  const bool only_looks = model_.in_room() && !model_.playing() && !model_.is_host();
  if (only_looks && page() != Page::Over) return;
  if (page() != Page::Over) end_text_ = w().ui("input_ended");
  go(page() == Page::Over ? NetEnd::Left : NetEnd::EndOfInput, in_slow_room());
}

void NetSession::give_up() {
  if (!model_.online()) {  // the server would not receive it
    end_text_ = w().ui("net_gave_up_unheard");
    return go(NetEnd::Left);
  }
  model_.forfeit();
  go(NetEnd::Forfeited);
}

void NetSession::go(NetEnd how, bool keep) {
  // During a game the player keeps the seat, even while a bot plays it.
  const bool seat_stays = keep || (model_.playing() && how != NetEnd::Forfeited);
  const bool server_stays = how != NetEnd::StopServer;
  if (server_stays) model_.leave(keep);
  entry_.release(server_stays && !seat_stays);
  end_ = how;
}

void NetSession::terminated() {
  entry_.release(false);
  end_ = NetEnd::Terminated;
}

void NetSession::unreachable(const std::string& why) {
  end_ = NetEnd::Unreachable;
  const std::string_view key = words_of_cause(why);
  const std::string text = key.empty() ? clean_text(why, 120) : w().ui(key);
  end_text_ = w().ui("net_unreachable", {{"address", options_.address}, {"text", text}});
}

// ---- time and messages --------------------------------------------------------------------------

void NetSession::take_news() {
  for (; notices_seen_ < model_.notices().size(); ++notices_seen_) {
    const ClientNotice& news = model_.notices()[notices_seen_];
    if (news.kind == ClientNotice::Topic::Refused) game_.drop_plan();
    if (news.kind == ClientNotice::Topic::Refused && model_.refused_entry()) {
      entry_.note_refusal(game_.words_of(news).front(), news.net);
    }
    if (news.kind == ClientNotice::Topic::Kicked || news.kind == ClientNotice::Topic::Closed) {
      end_ = NetEnd::SentAway;
      end_text_ = game_.words_of(news).front();
    }
  }
  if (!model_.ended()) return;
  end_ = model_.end_reason() == "replaced" ? NetEnd::Replaced : NetEnd::Version;
  end_text_ = end_ == NetEnd::Replaced ? w().ui("net_replaced") : w().ui("net_bad_version");
}

void NetSession::update(Time now) {
  if (end_ != NetEnd::No) return;
  take_news();
  entry_.update();
  finished_.update(model_, game_);
  if (leaving_ && leave_deadline_ && now >= *leave_deadline_) {
    if (model_.playing()) return give_up();
    leaving_ = false;
  }
  if (question()) game_.answer_forced();
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

}  // namespace nl
