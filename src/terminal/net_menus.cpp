// Menus of a network session, page by page.
#include "terminal/net_menus.h"

#include <algorithm>

#include "bots/bot.h"

namespace nl {
namespace {

using Page = NetSession::Page;

std::string phase_words(const Words& w, RoomPhase phase) {
  switch (phase) {
    case RoomPhase::Lobby: return w.ui("net_phase_lobby");
    case RoomPhase::Over: return w.ui("net_phase_over");
    default: return w.ui("net_phase_playing");
  }
}

std::string game_words(const Words& w, Preset preset, Expansions expansions) {
  return w.preset(preset) + ", " + w.expansions(expansions);
}

// With tenths if they are not zero.
std::string seconds_words(int ms) {
  const std::string tenths = ms % 1'000 < 100 ? "" : '.' + std::to_string(ms % 1'000 / 100);
  return std::to_string(ms / 1'000) + tenths;
}

std::string level_words(const Words& w, std::size_t level) {
  if (level == 0) return w.ui("level_easy");
  return level == 1 ? w.ui("level_medium") : w.ui("level_hard");
}

void add_lines(Lines& to, Lines more) {
  for (std::string& line : more) to.push_back(std::move(line));
}

}  // namespace

Menu NetMenus::of_page(Page page) {
  switch (page) {
    case Page::Name: return name();
    case Page::Rooms: return rooms();
    case Page::Form: return form();
    case Page::Refused: return refused();
    case Page::InUse: return in_use();
    case Page::Found: return found();
    case Page::Lobby: return lobby();
    case Page::Bots: return bots();
    case Page::Away: return players(false);
    case Page::HandOver: return players(true);
    case Page::Watchers: return watchers();
    case Page::Over: return over();
    case Page::Leave: return s_.in_slow_room() ? leave_slow() : leave();
    case Page::Connecting: return connecting();
    case Page::Shuffle:
    case Page::Game: return shuffle();
  }
  return {};
}

// ---- before a room ------------------------------------------------------------------------------

Menu NetMenus::connecting() {
  const auto& finding = model_.finding();
  if (!finding) return {.head = {w_.ui("net_connecting", {{"address", s_.options().address}})}};
  return {.head = {w_.ui("net_finding", {{"number", std::to_string(finding->waiting)},
                                         {"of", std::to_string(finding->seats)},
                                         {"seconds", std::to_string(model_.errand().wait_s)}})}};
}

Menu NetMenus::name() {
  Menu menu;
  if (entry_.refused() == NetRefusal::BadName) menu.head.push_back(w_.ui("net_bad_name"));
  menu.head.push_back(w_.ui("net_your_name"));
  if (!s_.options().usual_name.empty()) {
    menu.foot.push_back(w_.ui("net_usual_name", {{"name", s_.options().usual_name}}));
  }
  return menu;
}

Menu NetMenus::rooms() {
  constexpr std::size_t kMost = 12;
  const Values address = {{"address", s_.options().address}};
  const auto& rooms = model_.rooms();
  Menu menu{.head = {rooms.empty() ? w_.ui("net_no_rooms", address) : w_.ui("net_rooms", address)}};
  for (const ListedRoom& room : rooms) {
    if (menu.items.size() == kMost) break;
    menu.items.push_back(room_item(room));
  }
  menu.items.push_back({w_.ui("net_create"), [&s = s_] { s.inner_ = Page::Form; }});
  menu.foot.push_back(w_.ui("net_type_code"));
  return menu;
}

Menu::Item NetMenus::room_item(const ListedRoom& room) {
  const bool open = room.phase == RoomPhase::Lobby && room.taken < room.seats;
  const Values values = {{"name", room.host},
                         {"game", game_words(w_, room.preset, room.expansions)},
                         {"number", std::to_string(room.taken)},
                         {"high", std::to_string(room.seats)},
                         {"text", phase_words(w_, room.phase)}};
  return {open ? w_.ui("net_room_join", values) : w_.ui("net_room_watch", values),
          [&s = s_, code = room.code, open] {
            s.enter(open ? Errand::Goal::Join : Errand::Goal::Watch, code);
          }};
}

Menu NetMenus::form() {
  Menu menu{.head = {w_.ui("net_form")}};
  menu.items.push_back({w_.ui("net_form_create"), [&s = s_] {
                          s.inner_.reset();
                          s.entry_.create(s.form_.settings(), s.form_.bots());
                        }});
  for (Menu::Item& item : s_.form_.items(w_)) menu.items.push_back(std::move(item));
  menu.items.push_back({w_.ui("net_back"), [&s = s_] { s.inner_.reset(); }});
  return menu;
}

Menu NetMenus::refused() {
  Menu menu{.head = {entry_.refusal()}};
  if (entry_.refused() == NetRefusal::BadName) {
    menu.items.push_back({w_.ui("net_other_name"), [&s = s_] { s.entry_.ask_name_again(); }});
  }
  const bool there_is_one = entry_.refused() != NetRefusal::UnknownRoom;
  if (model_.errand().kind == Errand::Goal::Join && there_is_one) {
    menu.items.push_back({w_.ui("net_watch_room"), [&s = s_] { s.enter(Errand::Goal::Watch); }});
  }
  if (!entry_.errand().name.empty()) {
    menu.items.push_back({w_.ui("net_see_rooms"), [&s = s_] { s.enter(Errand::Goal::Browse); }});
  }
  menu.items.push_back({w_.ui("net_leave"), [&s = s_] { s.go(NetEnd::Left); }});
  return menu;
}

Menu NetMenus::in_use() {
  const OwnSeat& seat = *entry_.in_use();
  Menu menu{.head = {w_.ui("net_seat_in_use", {{"name", seat.name}, {"code", seat.room}})}};
  menu.items = {{w_.ui("net_seat_other_name"), [&s = s_] { s.back(); }},
                {w_.ui("net_seat_take_over"), [&s = s_] { s.entry_.take_over(); }},
                {w_.ui("net_leave"), [&s = s_] { s.go(NetEnd::Left); }}};
  return menu;
}

Menu NetMenus::found() {
  const ListedRoom room = model_.found_room().value_or(ListedRoom{});
  const Values values = {{"game", game_words(w_, room.preset, room.expansions)},
                         {"number", std::to_string(room.taken)},
                         {"high", std::to_string(room.seats)},
                         {"code", room.code}};
  const bool over = room.phase == RoomPhase::Over;
  Menu menu{.head = {over ? w_.ui("net_found_over", values) : w_.ui("net_found_table", values)}};
  menu.items = {{w_.ui("net_found_new"), [&s = s_] { s.entry_.open_new_table(); }},
                {w_.ui("net_found_return"), [&s = s_] { s.entry_.return_to_table(); }},
                {w_.ui("net_leave"), [&s = s_] { s.go(NetEnd::StopServer); }}};
  return menu;
}

// ---- in a room ----------------------------------------------------------------------------------

Lines NetMenus::settings_lines() const {
  const RoomSettings& room = model_.room().settings;
  std::string game = game_words(w_, room.preset, room.expansions) + '.';
  if (!room.house_rules.empty()) {
    const std::string number = std::to_string(room.house_rules.size());
    game += ' ' + w_.ui("net_house_rules", {{"number", number}});
  }
  if (room.slow()) return {game, clock_words(w_, room.hours) + '.'};
  const auto turn = std::chrono::duration_cast<std::chrono::seconds>(room.turn);
  const std::string window = seconds_words(static_cast<int>(room.window.count()));
  return {game, w_.ui("net_form_window", {{"number", window}}) + ". " +
                    turn_words(w_, static_cast<int>(turn.count())) + '.'};
}

Lines NetMenus::player_lines() const {
  const RoomInfo& room = model_.room();
  const Speech speech = s_.game().speech();
  Lines lines;
  for (std::size_t i = 0; i < room.players.size(); ++i) {
    const auto seat = static_cast<Seat>(i);
    std::string line = "  - " + s_.game().called(room.players[i].name) + player_tag(speech, seat);
    if (seat == room.host) line += ' ' + w_.ui("net_host_tag");
    if (seat == room.seat) line += ' ' + w_.ui("net_you_tag");
    if (holds(room.open, seat)) line += ' ' + w_.ui("net_open_tag");
    lines.push_back(std::move(line));
  }
  for (std::size_t i = room.players.size(); i < static_cast<std::size_t>(room.settings.seats);
       ++i) {
    lines.push_back("  - " + w_.ui("net_free_seat"));
  }
  if (room.watchers > 0) {
    lines.push_back("  " + w_.ui("net_watchers", {{"number", std::to_string(room.watchers)}}));
  }
  return lines;
}

void NetMenus::add_host_items(Menu& menu) {
  const RoomInfo& room = model_.room();
  menu.items.push_back({w_.ui("net_start"), [&m = model_] { m.start(); }});
  if (static_cast<int>(room.players.size()) < room.settings.seats) {
    menu.items.push_back({w_.ui("net_add_bot"), [&s = s_] { s.inner_ = Page::Bots; }});
  }
  add_watchers_item(menu);
  if (room.players.size() < 2) return;
  menu.items.push_back({w_.ui("net_send_away"), [&s = s_] { s.inner_ = Page::Away; }});
  const bool another = std::any_of(
      room.players.begin(), room.players.end(),
      [&](const RoomPlayer& p) { return p.bot.empty() && &p != &room.players[room.host]; });
  if (!another) return;
  menu.items.push_back({w_.ui("net_hand_over"), [&s = s_] { s.inner_ = Page::HandOver; }});
}

Menu::Item NetMenus::leave_item() {
  return {w_.ui("net_leave"), [&s = s_] { s.quit(); }};
}

Menu NetMenus::lobby() {
  const RoomInfo& room = model_.room();
  Menu menu{.head = {w_.ui("net_lobby", {{"code", room.code}})}, .code = room.code};
  add_lines(menu.head, settings_lines());
  menu.head.emplace_back();
  menu.head.push_back(w_.ui("net_invite"));
  const Lines plain = {"ninelives join " + s_.options().address};
  const Lines& invitations = s_.options().invitations;
  for (const std::string& line : invitations.empty() ? plain : invitations) {
    menu.head.push_back("  " + line + ' ' + room.code);
  }
  menu.head.emplace_back();
  add_lines(menu.head, player_lines());
  if (model_.is_host()) add_host_items(menu);
  add_open_hand_item(menu);
  add_listen_item(menu);
  menu.items.push_back(leave_item());
  if (!model_.is_host()) menu.foot.push_back(w_.ui("net_wait_for_host"));
  menu.foot.push_back(w_.ui("net_say_hint"));
  return menu;
}

Menu NetMenus::bots() {
  Menu menu{.head = {w_.ui("choose_level")}};
  const auto levels = bot_levels();
  for (std::size_t i = 0; i < levels.size(); ++i) {
    menu.items.push_back({level_words(w_, i), [&s = s_, bot = std::string(levels[i].bot)] {
                            s.model_.add_bot(bot);
                            s.inner_.reset();
                          }});
  }
  menu.items.push_back({w_.ui("net_back"), [&s = s_] { s.inner_.reset(); }});
  return menu;
}

Menu NetMenus::players(bool to_hand_over) {
  const RoomInfo& room = model_.room();
  Menu menu{.head = {to_hand_over ? w_.ui("net_hand_over_whom") : w_.ui("net_send_away_whom")}};
  for (std::size_t i = 0; i < room.players.size(); ++i) {
    const auto seat = static_cast<Seat>(i);
    if (seat == room.seat || (to_hand_over && !room.players[i].bot.empty())) continue;
    menu.items.push_back({s_.game().called(room.players[i].name), [&s = s_, seat, to_hand_over] {
                            to_hand_over ? s.model_.hand_over(seat) : s.model_.remove(seat);
                            s.inner_.reset();
                          }});
  }
  menu.items.push_back({w_.ui("net_back"), [&s = s_] { s.inner_.reset(); }});
  return menu;
}

// Also during a game: on the page that asks before leaving.
void NetMenus::add_watchers_item(Menu& menu) {
  const RoomInfo& room = model_.room();
  const bool limited = room.watchers_muted || room.most_watchers >= 0;
  if (!model_.is_host() || (room.watchers == 0 && !limited)) return;
  menu.items.push_back({w_.ui("net_watchers_menu"), [&s = s_] {
                          s.back();
                          s.inner_ = Page::Watchers;
                        }});
}

// Offered once another player has agreed.
void NetMenus::add_open_hand_item(Menu& menu) {
  const RoomInfo& room = model_.room();
  if (model_.watching() || room.open == 0) return;
  const bool open = holds(room.open, room.seat);
  menu.items.push_back({open ? w_.ui("net_close_hand") : w_.ui("net_open_hand"),
                        [&m = model_, open] { m.open_hand(!open); }});
}

// Offered once another player has asked for it. Plain lines ask by themselves.
void NetMenus::add_listen_item(Menu& menu) {
  const RoomInfo& room = model_.room();
  const auto listens = [](const RoomPlayer& player) { return player.listens; };
  if (model_.watching() || std::none_of(room.players.begin(), room.players.end(), listens)) return;
  const bool on = room.players[room.seat].listens;
  menu.items.push_back({on ? w_.ui("net_listen_end") : w_.ui("net_listen"), [&s = s_, on] {
                          s.model_.listen(!on);
                          if (s.leaving_) s.back();
                        }});
}

Menu NetMenus::watchers() {
  constexpr int kAny = 100'000;
  const RoomInfo& room = model_.room();
  const int most = room.most_watchers < 0 ? kAny : room.most_watchers;
  const bool chat = !room.watchers_muted;
  Menu menu{.head = {w_.ui("net_watchers", {{"number", std::to_string(room.watchers)}})}};
  const auto add = [&](const std::string& text, std::function<void()> run) {
    menu.items.push_back({text, [&s = s_, run = std::move(run)] {
                            run();
                            s.inner_.reset();
                          }});
  };
  const auto limit = [&m = model_](int to, bool talk) {
    return [&m, to, talk] { m.set_watchers(to, talk); };
  };
  add(chat ? w_.ui("net_watchers_mute") : w_.ui("net_watchers_unmute"), limit(most, !chat));
  if (most == kAny) {
    add(w_.ui("net_watchers_no_more"), limit(room.watchers, chat));
  } else {
    add(w_.ui("net_watchers_any"), limit(kAny, chat));
  }
  if (most != 0) add(w_.ui("net_watchers_none"), limit(0, chat));
  for (const int number : room.watching) {
    add(w_.ui("net_watcher_away", {{"name", s_.game().watcher_name(number)}}),
        [&m = model_, number] { m.remove_watcher(number); });
  }
  add(w_.ui("net_back"), [] {});
  return menu;
}

Menu NetMenus::shuffle() {
  return {.head = {model_.watching() ? w_.ui("net_shuffle_watched") : w_.ui("net_shuffle")}};
}

// ---- after a game -------------------------------------------------------------------------------

void NetMenus::add_verdict(Menu& menu) const {
  const auto& verdict = model_.verdict();
  if (!verdict) return menu.head.push_back(w_.ui("net_verifying"));
  const auto& told = model_.notices();
  const auto judged = std::find_if(told.rbegin(), told.rend(), [](const ClientNotice& news) {
    return news.kind == ClientNotice::Topic::Verified ||
           news.kind == ClientNotice::Topic::NotVerified;
  });
  if (judged != told.rend()) add_lines(menu.head, s_.game().words_of(*judged));
  if (!s_.options().record.empty() && !verdict->difference) {
    menu.head.push_back(w_.ui("net_record_kept", {{"file", s_.options().record}}));
  }
}

Menu NetMenus::over() {
  Menu menu{.head = s_.game().statistics()};
  add_verdict(menu);
  if (s_.finished_.score().games() > 0) add_lines(menu.head, s_.finished_.score().lines(w_));
  if (model_.is_host()) {
    menu.items.push_back({w_.ui("net_rematch"), [&m = model_] { m.rematch(); }});
  }
  if (model_.verdict()) {
    using Again = NetSession::Again;
    menu.items.push_back({w_.ui("home_watch"), [&s = s_] { s.again_ = Again::Replay; }});
    menu.items.push_back({w_.ui("home_review"), [&s = s_] { s.again_ = Again::Review; }});
  }
  add_watchers_item(menu);
  menu.items.push_back(leave_item());
  if (!model_.is_host()) menu.foot.push_back(w_.ui("net_wait_for_rematch"));
  menu.foot.push_back(w_.ui("net_say_hint"));
  return menu;
}

// ---- leaving ------------------------------------------------------------------------------------

void NetMenus::add_stop_item(Menu& menu) {
  if (!s_.options().hosts_server) return;
  menu.items.push_back({w_.ui("net_stop_server"), [&s = s_] { s.go(NetEnd::StopServer); }});
}

Menu NetMenus::leave_slow() {
  Menu menu{.head = {w_.ui("slow_leave")}};
  menu.items = {
      {w_.ui("slow_return"), [&s = s_] { s.go(NetEnd::Left, true); }},
      {w_.ui("net_stay"), [&s = s_] { s.back(); }},
      {s_.auto_pass_ ? w_.ui("slow_auto_pass_on") : w_.ui("slow_auto_pass_off"),
       [&s = s_] { s.model_.auto_pass(s.auto_pass_ = !s.auto_pass_); }},
  };
  if (model_.playing()) {
    menu.items.push_back({w_.ui("net_give_up"), [&s = s_] { s.give_up(); }});
  } else {
    menu.items.push_back({w_.ui("slow_leave_for_good"), [&s = s_] { s.go(NetEnd::Left); }});
  }
  add_watchers_item(menu);
  add_stop_item(menu);
  return menu;
}

Menu NetMenus::leave() {
  const bool playing = model_.playing();
  Menu menu{.head = {playing ? w_.ui("net_leave_game") : w_.ui("net_leave_table")}};
  if (playing) {
    menu.items.push_back({w_.ui("net_give_up"), [&s = s_] { s.give_up(); }});
  } else {
    menu.items.push_back({w_.ui("net_leave"), [&s = s_] { s.go(NetEnd::Left); }});
  }
  menu.items.push_back({w_.ui("net_stay"), [&s = s_] { s.back(); }});
  if (playing) {
    menu.items.push_back({w_.ui("net_go_away"), [&s = s_] { s.go(NetEnd::Left); }});
  }
  add_listen_item(menu);
  add_watchers_item(menu);
  add_stop_item(menu);
  if (s_.leave_deadline_) menu.foot.push_back(w_.ui("net_silence_gives_up"));
  return menu;
}

}  // namespace nl
