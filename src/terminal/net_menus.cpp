// What the pages beside the game offer.
#include <algorithm>
#include <array>

#include "bots/bot.h"
#include "protocol/room_settings.h"
#include "terminal/game_choice.h"
#include "terminal/net_session.h"
#include "terminal/time_words.h"
#include "text/notation.h"

namespace nl {
namespace {

constexpr std::array<int, 5> kWindows = {3, 5, 10, 20, 1};
constexpr std::array<int, 5> kTurns = {60, 120, 300, 0, 30};
constexpr std::array<int, 5> kPaces = {0, 1, 12, 24, 72};  // hours; zero: all sit there together

RoomSettings settings_of(int preset, Expansions expansions) {
  RoomSettings settings;
  settings.preset = static_cast<Preset>(preset);
  settings.expansions = expansions;
  return settings;
}

void next(int& value, int count) { value = (value + 1) % count; }

std::string phase_words(const Words& w, RoomPhase phase) {
  switch (phase) {
    case RoomPhase::Lobby: return w.ui("net_phase_lobby");
    case RoomPhase::Over: return w.ui("net_phase_over");
    default: return w.ui("net_phase_playing");
  }
}

std::string turn_words(const Words& w, int seconds) {
  if (seconds == 0) return w.ui("net_turn_unlimited");
  return w.ui("net_turn_limit", {{"number", std::to_string(seconds)}});
}

std::string pace_words(const Words& w, std::chrono::hours hours) {
  if (hours.count() == 0) return w.ui("pace_live");
  return w.ui("pace_slow", {{"text", span_words(hours, w)}});
}

// Half seconds are told, too.
std::string seconds_words(int ms) {
  const std::string tenths = ms % 1'000 < 100 ? "" : '.' + std::to_string(ms % 1'000 / 100);
  return std::to_string(ms / 1'000) + tenths;
}

std::string level_words(const Words& w, std::size_t level) {
  if (level == 0) return w.ui("level_easy");
  return level == 1 ? w.ui("level_medium") : w.ui("level_hard");
}

}  // namespace

Menu NetSession::menu() {
  switch (page()) {
    case Page::Name: return name_menu();
    case Page::Rooms: return rooms_menu();
    case Page::Form: return form_menu();
    case Page::Refused: return refused_menu();
    case Page::InUse: return in_use_menu();
    case Page::Found: return found_menu();
    case Page::Lobby: return lobby_menu();
    case Page::Bots: return bots_menu();
    case Page::Away: return players_menu(false);
    case Page::HandOver: return players_menu(true);
    case Page::Watchers: return watchers_menu();
    case Page::Over: return over_menu();
    case Page::Leave: return leave_menu();
    case Page::Connecting:
      return {.head = {w().ui("net_connecting", {{"address", options_.address}})}};
    case Page::Shuffle:
    case Page::Game: return shuffle_menu();
  }
  return {};
}

Menu NetSession::name_menu() {
  Menu menu;
  if (refused_ == NetRefusal::BadName) menu.head.push_back(w().ui("net_bad_name"));
  menu.head.push_back(w().ui("net_your_name"));
  if (!options_.usual_name.empty()) {
    menu.foot.push_back(w().ui("net_usual_name", {{"name", options_.usual_name}}));
  }
  return menu;
}

Menu NetSession::rooms_menu() {
  Menu menu;
  const auto& rooms = model_.rooms();
  menu.head.push_back(rooms.empty() ? w().ui("net_no_rooms", {{"address", options_.address}})
                                    : w().ui("net_rooms", {{"address", options_.address}}));
  constexpr std::size_t kMost = 12;
  for (const ListedRoom& room : rooms) {
    if (menu.items.size() == kMost) break;
    const bool open = room.phase == RoomPhase::Lobby && room.taken < room.seats;
    const Values values = {
        {"name", room.host},
        {"game", w().preset(room.preset) + ", " + w().expansions(room.expansions)},
        {"number", std::to_string(room.taken)},
        {"high", std::to_string(room.seats)},
        {"text", phase_words(w(), room.phase)}};
    menu.items.push_back({open ? w().ui("net_room_join", values) : w().ui("net_room_watch", values),
                          [this, room, open] {
                            options_.errand.kind = open ? Errand::Goal::Join : Errand::Goal::Watch;
                            options_.errand.room = room.code;
                            begin_errand();
                          }});
  }
  menu.items.push_back({w().ui("net_create"), [this] { inner_ = Page::Form; }});
  menu.foot.push_back(w().ui("net_type_code"));
  return menu;
}

// ---- a new room ---------------------------------------------------------------------------------

NumberRange NetSession::form_seats() const {
  const RoomSettings settings = settings_of(form_.preset, form_.expansions);
  return {settings.rules().min_players, most_seats(settings)};
}

Json NetSession::form_settings() const {
  RoomSettings settings = settings_of(form_.preset, form_.expansions);
  const NumberRange range = form_seats();
  settings.seats = form_.seats == 0 ? range.high : std::clamp(form_.seats, range.low, range.high);
  settings.window = Time{1'000 * kWindows[static_cast<std::size_t>(form_.window)]};
  settings.turn = Time{1'000 * kTurns[static_cast<std::size_t>(form_.turn)]};
  settings.hours = std::chrono::hours(kPaces[static_cast<std::size_t>(form_.pace)]);
  settings.listed = form_.listed;
  Json json = settings_json(settings);
  json["bots"] = std::min(form_.bots, settings.seats - 1);
  return json;
}

Menu NetSession::form_menu() {
  const Json settings = form_settings();
  const auto number = [](int n) { return std::to_string(n); };
  const int seats = settings["seats"].get<int>();
  const int bots = settings["bots"].get<int>();
  const NumberRange range = form_seats();
  Menu menu{.head = {w().ui("net_form")}};
  menu.items = {
      {w().ui("net_form_create"),
       [this] {
         options_.errand.kind = Errand::Goal::Create;
         options_.errand.settings = form_settings();
         inner_.reset();
         began_ = true;
         model_.set_errand(options_.errand);
       }},
      {w().ui("settings_preset", {{"preset", w().preset(static_cast<Preset>(form_.preset))}}),
       [this] { next(form_.preset, kPresets); }},
      {w().ui("net_form_seats", {{"number", number(seats)}}),
       [this, seats, range] { form_.seats = seats >= range.high ? range.low : seats + 1; }},
      {w().ui("net_form_bots", {{"number", number(bots)}}),
       [this, bots, seats] { form_.bots = (bots + 1) % seats; }},
      {form_.listed ? w().ui("net_form_listed") : w().ui("net_form_private"),
       [this] { form_.listed = !form_.listed; }},
      {w().ui("net_back"), [this] { inner_.reset(); }}};
  add_time_items(menu);
  add_box_items(menu);
  return menu;
}

// After the bots. A slow room has one clock for all.
void NetSession::add_time_items(Menu& menu) {
  const auto at = [](const auto& values, int index) {
    return values[static_cast<std::size_t>(index)];
  };
  std::vector<Menu::Item> items = {{pace_words(w(), std::chrono::hours(at(kPaces, form_.pace))),
                                    [this] { next(form_.pace, static_cast<int>(kPaces.size())); }}};
  if (form_.pace == 0) {
    items.push_back(
        {w().ui("net_form_window", {{"number", std::to_string(at(kWindows, form_.window))}}),
         [this] { next(form_.window, static_cast<int>(kWindows.size())); }});
    items.push_back({turn_words(w(), at(kTurns, form_.turn)),
                     [this] { next(form_.turn, static_cast<int>(kTurns.size())); }});
  }
  menu.items.insert(menu.items.begin() + 4, items.begin(), items.end());
}

// After the preset.
void NetSession::add_box_items(Menu& menu) {
  auto place = menu.items.begin() + 2;
  for (const BoxRow& box : box_rows()) {
    place = menu.items.insert(place,
                              {box_line(w(), box.bit, form_.expansions), [this, bit = box.bit] {
                                 form_.expansions = static_cast<Expansions>(form_.expansions ^ bit);
                               }});
    ++place;
  }
}

Menu NetSession::refused_menu() {
  Menu menu{.head = {refusal_}};
  const auto again = [this](Errand::Goal kind) {
    options_.errand.kind = kind;
    begin_errand();
  };
  if (refused_ == NetRefusal::BadName) {
    menu.items.push_back({w().ui("net_other_name"), [this] { began_ = false; }});
  }
  const bool there_is_one = refused_ != NetRefusal::UnknownRoom;
  if (model_.errand().kind == Errand::Goal::Join && there_is_one) {
    menu.items.push_back({w().ui("net_watch_room"), [again] { again(Errand::Goal::Watch); }});
  }
  if (!options_.errand.name.empty()) {
    menu.items.push_back({w().ui("net_see_rooms"), [again] { again(Errand::Goal::Browse); }});
  }
  menu.items.push_back({w().ui("net_leave"), [this] { go(NetEnd::Left); }});
  return menu;
}

// ---- in a room ----------------------------------------------------------------------------------

Lines NetSession::settings_lines() const {
  const RoomSettings& room = model_.room().settings;
  std::string game = w().preset(room.preset) + ", " + w().expansions(room.expansions) + '.';
  if (!room.house_rules.empty()) {
    const std::string number = std::to_string(room.house_rules.size());
    game += ' ' + w().ui("net_house_rules", {{"number", number}});
  }
  if (room.slow()) return {game, pace_words(w(), room.hours) + '.'};
  const auto turn = std::chrono::duration_cast<std::chrono::seconds>(room.turn);
  const std::string window = seconds_words(static_cast<int>(room.window.count()));
  return {game, w().ui("net_form_window", {{"number", window}}) + ". " +
                    turn_words(w(), static_cast<int>(turn.count())) + '.'};
}

Lines NetSession::player_lines() const {
  const RoomInfo& room = model_.room();
  Lines lines;
  const Sight seen = sight();
  for (std::size_t i = 0; i < room.players.size(); ++i) {
    const auto seat = static_cast<Seat>(i);
    std::string line = "  - " + called(room.players[i].name) + player_tag(seen.speech(w()), seat);
    if (seat == room.host) line += ' ' + w().ui("net_host_tag");
    if (seat == room.seat) line += ' ' + w().ui("net_you_tag");
    if (holds(room.open, seat)) line += ' ' + w().ui("net_open_tag");
    lines.push_back(std::move(line));
  }
  for (std::size_t i = room.players.size(); i < static_cast<std::size_t>(room.settings.seats);
       ++i) {
    lines.push_back("  - " + w().ui("net_free_seat"));
  }
  if (room.watchers > 0) {
    lines.push_back("  " + w().ui("net_watchers", {{"number", std::to_string(room.watchers)}}));
  }
  return lines;
}

void NetSession::add_host_items(Menu& menu) {
  const RoomInfo& room = model_.room();
  menu.items.push_back({w().ui("net_start"), [this] { model_.start(); }});
  if (static_cast<int>(room.players.size()) < room.settings.seats) {
    menu.items.push_back({w().ui("net_add_bot"), [this] { inner_ = Page::Bots; }});
  }
  add_watchers_item(menu);
  if (room.players.size() < 2) return;
  menu.items.push_back({w().ui("net_send_away"), [this] { inner_ = Page::Away; }});
  const bool another = std::any_of(
      room.players.begin(), room.players.end(),
      [&](const RoomPlayer& p) { return p.bot.empty() && &p != &room.players[room.host]; });
  if (another) menu.items.push_back({w().ui("net_hand_over"), [this] { inner_ = Page::HandOver; }});
}

Menu NetSession::lobby_menu() {
  const RoomInfo& room = model_.room();
  Menu menu;
  menu.code = room.code;
  menu.head.push_back(w().ui("net_lobby", {{"code", room.code}}));
  for (std::string& line : settings_lines()) menu.head.push_back(std::move(line));
  menu.head.emplace_back();
  menu.head.push_back(w().ui("net_invite"));
  const Lines plain = {"ninelives join " + options_.address};
  for (const std::string& line : options_.invitations.empty() ? plain : options_.invitations) {
    menu.head.push_back("  " + line + ' ' + room.code);
  }
  menu.head.emplace_back();
  for (std::string& line : player_lines()) menu.head.push_back(std::move(line));
  if (model_.is_host()) add_host_items(menu);
  add_open_hand_item(menu);
  menu.items.push_back({w().ui("net_leave"), [this] { quit(Time{0}); }});
  if (!model_.is_host()) menu.foot.push_back(w().ui("net_wait_for_host"));
  menu.foot.push_back(w().ui("net_say_hint"));
  return menu;
}

Menu NetSession::bots_menu() {
  Menu menu{.head = {w().ui("choose_level")}};
  const auto levels = bot_levels();
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const std::string bot(levels[i].bot);
    menu.items.push_back({level_words(w(), i), [this, bot] {
                            model_.add_bot(bot);
                            inner_.reset();
                          }});
  }
  menu.items.push_back({w().ui("net_back"), [this] { inner_.reset(); }});
  return menu;
}

Menu NetSession::players_menu(bool to_hand_over) {
  const RoomInfo& room = model_.room();
  Menu menu{.head = {to_hand_over ? w().ui("net_hand_over_whom") : w().ui("net_send_away_whom")}};
  for (std::size_t i = 0; i < room.players.size(); ++i) {
    const auto seat = static_cast<Seat>(i);
    if (seat == room.seat || (to_hand_over && !room.players[i].bot.empty())) continue;
    menu.items.push_back({called(room.players[i].name), [this, seat, to_hand_over] {
                            to_hand_over ? model_.hand_over(seat) : model_.remove(seat);
                            inner_.reset();
                          }});
  }
  menu.items.push_back({w().ui("net_back"), [this] { inner_.reset(); }});
  return menu;
}

// In mid-game, too: from the page that asks whether to leave.
void NetSession::add_watchers_item(Menu& menu) {
  const RoomInfo& room = model_.room();
  const bool limited = room.watchers_muted || room.most_watchers >= 0;
  if (!model_.is_host() || (room.watchers == 0 && !limited)) return;
  menu.items.push_back({w().ui("net_watchers_menu"), [this] {
                          back();
                          inner_ = Page::Watchers;
                        }});
}

// Where another player has asked for it by agreeing first.
void NetSession::add_open_hand_item(Menu& menu) {
  const RoomInfo& room = model_.room();
  if (model_.watching() || room.open == 0) return;
  const bool open = holds(room.open, room.seat);
  menu.items.push_back({open ? w().ui("net_close_hand") : w().ui("net_open_hand"),
                        [this, open] { model_.open_hand(!open); }});
}

std::string NetSession::watcher_name(int number) const {
  if (number == 0) return w().ui("net_a_watcher");
  return w().ui("net_watcher_number", {{"number", std::to_string(number)}});
}

Menu NetSession::watchers_menu() {
  constexpr int kAny = 100'000;
  const RoomInfo& room = model_.room();
  const int most = room.most_watchers < 0 ? kAny : room.most_watchers;
  const bool chat = !room.watchers_muted;
  Menu menu{.head = {w().ui("net_watchers", {{"number", std::to_string(room.watchers)}})}};
  const auto add = [&](const std::string& text, std::function<void()> deed) {
    menu.items.push_back({text, [this, deed = std::move(deed)] {
                            deed();
                            inner_.reset();
                          }});
  };
  add(chat ? w().ui("net_watchers_mute") : w().ui("net_watchers_unmute"),
      [this, most, chat] { model_.set_watchers(most, !chat); });
  if (most == kAny) {
    add(w().ui("net_watchers_no_more"),
        [this, chat, now = room.watchers] { model_.set_watchers(now, chat); });
  } else {
    add(w().ui("net_watchers_any"), [this, chat] { model_.set_watchers(kAny, chat); });
  }
  if (most != 0) add(w().ui("net_watchers_none"), [this, chat] { model_.set_watchers(0, chat); });
  for (const int number : room.watching) {
    add(w().ui("net_watcher_away", {{"name", watcher_name(number)}}),
        [this, number] { model_.remove_watcher(number); });
  }
  add(w().ui("net_back"), [] {});
  return menu;
}

Menu NetSession::shuffle_menu() {
  return {.head = {model_.watching() ? w().ui("net_shuffle_watched") : w().ui("net_shuffle")}};
}

Menu NetSession::over_menu() {
  Menu menu{.head = review()};
  if (const auto& verdict = model_.verdict()) {
    for (auto told = model_.told().rbegin(); told != model_.told().rend(); ++told) {
      const bool judged =
          told->kind == News::Topic::Verified || told->kind == News::Topic::NotVerified;
      if (!judged) continue;
      for (std::string& line : words_of(*told)) menu.head.push_back(std::move(line));
      break;
    }
    if (!options_.record.empty() && !verdict->difference) {
      menu.head.push_back(w().ui("net_record_kept", {{"file", options_.record}}));
    }
  } else {
    menu.head.push_back(w().ui("net_verifying"));
  }
  if (evening_.games() > 0) {
    for (std::string& line : evening_.lines(w())) menu.head.push_back(std::move(line));
  }
  if (model_.is_host()) menu.items.push_back({w().ui("net_rematch"), [this] { model_.rematch(); }});
  if (model_.verdict()) {
    menu.items.push_back({w().ui("home_watch"), [this] { again_ = Again::Replay; }});
    menu.items.push_back({w().ui("home_review"), [this] { again_ = Again::Review; }});
  }
  add_watchers_item(menu);
  menu.items.push_back({w().ui("net_leave"), [this] { quit(Time{0}); }});
  if (!model_.is_host()) menu.foot.push_back(w().ui("net_wait_for_rematch"));
  menu.foot.push_back(w().ui("net_say_hint"));
  return menu;
}

void NetSession::add_auto_pass_item(Menu& menu) {
  menu.items.push_back({auto_pass_ ? w().ui("slow_auto_pass_on") : w().ui("slow_auto_pass_off"),
                        [this] { model_.auto_pass(auto_pass_ = !auto_pass_); }});
}

Menu NetSession::leave_slow_menu() {
  Menu menu{.head = {w().ui("slow_leave")}};
  menu.items.push_back({w().ui("slow_return"), [this] { go(NetEnd::Left, true); }});
  menu.items.push_back({w().ui("net_stay"), [this] { back(); }});
  add_auto_pass_item(menu);
  if (model_.playing()) {
    menu.items.push_back({w().ui("net_give_up"), [this] { give_up(); }});
  } else {
    menu.items.push_back({w().ui("slow_leave_for_good"), [this] { go(NetEnd::Left); }});
  }
  add_watchers_item(menu);
  if (options_.hosts_server) {
    menu.items.push_back({w().ui("net_stop_server"), [this] { go(NetEnd::StopServer); }});
  }
  return menu;
}

Menu NetSession::leave_menu() {
  if (in_slow_room()) return leave_slow_menu();
  const bool playing = model_.playing();
  Menu menu{.head = {playing ? w().ui("net_leave_game") : w().ui("net_leave_table")}};
  if (playing) {
    menu.items.push_back({w().ui("net_give_up"), [this] { give_up(); }});
  } else {
    menu.items.push_back({w().ui("net_leave"), [this] { go(NetEnd::Left); }});
  }
  menu.items.push_back({w().ui("net_stay"), [this] { back(); }});
  if (playing) menu.items.push_back({w().ui("net_go_away"), [this] { go(NetEnd::Left); }});
  add_watchers_item(menu);
  if (options_.hosts_server) {
    menu.items.push_back({w().ui("net_stop_server"), [this] { go(NetEnd::StopServer); }});
  }
  if (leave_deadline_) menu.foot.push_back(w().ui("net_silence_gives_up"));
  return menu;
}

}  // namespace nl
