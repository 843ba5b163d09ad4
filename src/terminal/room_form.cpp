// Form for a new room: settings, boxes and times.
#include "terminal/room_form.h"

#include <algorithm>
#include <array>

#include "terminal/game_choice.h"
#include "terminal/time_words.h"
#include "text/notation.h"

namespace nl {
namespace {

constexpr std::array<int, 5> kWindows = {3, 5, 10, 20, 1};
constexpr std::array<int, 5> kTurns = {60, 120, 300, 0, 30};
// Hours per decision; zero: a live table.
constexpr std::array<int, 5> kClocks = {0, 1, 12, 24, 72};

RoomSettings settings_of(int preset, Expansions expansions) {
  RoomSettings settings;
  settings.preset = static_cast<Preset>(preset);
  settings.expansions = expansions;
  return settings;
}

void next(int& value, std::size_t count) { value = (value + 1) % static_cast<int>(count); }

int value_at(const std::array<int, 5>& values, int index) {
  return values[static_cast<std::size_t>(index)];
}

}  // namespace

std::string turn_words(const Words& w, int seconds) {
  if (seconds == 0) return w.ui("net_turn_unlimited");
  return w.ui("net_turn_limit", {{"number", std::to_string(seconds)}});
}

std::string clock_words(const Words& w, std::chrono::hours hours) {
  if (hours.count() == 0) return w.ui("clock_live");
  return w.ui("clock_slow", {{"text", span_words(hours, w)}});
}

NumberRange RoomForm::seat_range() const {
  const RoomSettings settings = settings_of(preset_, expansions_);
  return {settings.rules().min_players, most_seats(settings)};
}

RoomSettings RoomForm::settings() const {
  RoomSettings settings = settings_of(preset_, expansions_);
  const NumberRange range = seat_range();
  settings.seats = seats_ == 0 ? range.high : std::clamp(seats_, range.low, range.high);
  settings.window = Time{1'000 * value_at(kWindows, window_)};
  settings.turn = Time{1'000 * value_at(kTurns, turn_)};
  settings.hours = std::chrono::hours(value_at(kClocks, clock_));
  settings.listed = listed_;
  return settings;
}

int RoomForm::bots() const { return std::min(bots_, settings().seats - 1); }

std::vector<Menu::Item> RoomForm::items(const Words& w) {
  const int seats = settings().seats;
  const int bots = this->bots();
  const NumberRange range = seat_range();
  std::vector<Menu::Item> items = {
      {w.ui("settings_preset", {{"preset", w.preset(static_cast<Preset>(preset_))}}),
       [this] { next(preset_, kPresets); }}};
  add_boxes(w, items);
  items.push_back({w.ui("net_form_seats", {{"number", std::to_string(seats)}}),
                   [this, seats, range] { seats_ = seats >= range.high ? range.low : seats + 1; }});
  items.push_back({w.ui("net_form_bots", {{"number", std::to_string(bots)}}),
                   [this, bots, seats] { bots_ = (bots + 1) % seats; }});
  add_times(w, items);
  items.push_back({listed_ ? w.ui("net_form_listed") : w.ui("net_form_private"),
                   [this] { listed_ = !listed_; }});
  return items;
}

void RoomForm::add_boxes(const Words& w, std::vector<Menu::Item>& items) {
  for (const BoxRow& box : box_rows()) {
    items.push_back({box_line(w, box.bit, expansions_), [this, bit = box.bit] {
                       expansions_ = static_cast<Expansions>(expansions_ ^ bit);
                     }});
  }
}

// A slow room has one clock for everybody.
void RoomForm::add_times(const Words& w, std::vector<Menu::Item>& items) {
  items.push_back({clock_words(w, std::chrono::hours(value_at(kClocks, clock_))),
                   [this] { next(clock_, kClocks.size()); }});
  if (clock_ != 0) return;
  items.push_back(
      {w.ui("net_form_window", {{"number", std::to_string(value_at(kWindows, window_))}}),
       [this] { next(window_, kWindows.size()); }});
  items.push_back({turn_words(w, value_at(kTurns, turn_)), [this] { next(turn_, kTurns.size()); }});
}

}  // namespace nl
