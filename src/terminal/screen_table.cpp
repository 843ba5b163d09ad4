// Drawing of the table page.
#include "terminal/screen_table.h"

#include <algorithm>

#include "terminal/screen_cards.h"
#include "terminal/screen_cells.h"
#include "terminal/screen_question.h"
#include "terminal/screen_theme.h"

namespace nl {
namespace {

using namespace ftxui;

// ---- players and piles ------------------------------------------------------------------------

constexpr int kFewestRows = 6;  // so that the log has some room with two players, too
constexpr int kRoomyHeight = 30;
// On lower screens a second row of the headline would cost the hand's pictures.
constexpr int kTallHeight = 36;
constexpr int kRoomyWidth = 100;

bool roomy(ScreenSize size) { return size.height >= kRoomyHeight && size.width >= kRoomyWidth; }

int name_width(int width) { return width >= 56 ? 20 : 14; }

int players_width(ScreenSize size) { return std::clamp(size.width * 11 / 20, 40, 64); }

std::string marked_cards(const Scene& scene, Seat seat) {
  std::string list;
  for (int kind = 0; kind < kCardKinds; ++kind) {
    const int copies = scene.view.marked[seat].n[static_cast<std::size_t>(kind)];
    if (copies == 0) continue;
    if (!list.empty()) list += ", ";
    list += scene.w.card(card_at(kind));
    if (copies > 1) list += " x" + std::to_string(copies);
  }
  return list;
}

// In narrow layouts it omits that the player on turn has one turn to take.
std::string owed_turns(const Scene& scene, Seat seat) {
  const View& v = scene.view;
  const int owed = seat == v.turn ? v.owed : v.pending[seat];
  const bool more_to_say = holds(v.with_marks, seat);
  if (owed == 0 || (owed == 1 && (seat != v.turn || more_to_say))) return "";
  return scene.w.ui("screen_owes", {{"number", std::to_string(owed)}});
}

Element player_state(const Scene& scene, Seat seat, int width) {
  const View& v = scene.view;
  if (!holds(v.alive, seat)) {
    return text(pad(scene.w.ui("screen_dead"), width)) | ink(Color::RedLight);
  }
  const std::string cards =
      scene.w.ui("screen_cards", {{"number", std::to_string(v.hand_size[seat])}});
  const std::string turns = owed_turns(scene, seat);
  std::string rest = turns;
  const auto add = [&](const std::string& words) { rest += (rest.empty() ? "" : ", ") + words; };
  if (holds(v.cursed, seat)) add(scene.w.ui("screen_cursed"));
  const std::string open = holds(v.with_marks, seat) ? marked_cards(scene, seat) : "";
  if (!open.empty()) add(scene.w.ui("screen_marked", {{"cards", open}}));
  std::string all = pad(cards, 10) + rest;
  // Narrow spacing fits both a curse and the turns into a small screen.
  const bool crowded = cell_width(all) > width && !turns.empty() && holds(v.cursed, seat);
  if (crowded) {
    all = cards + " " + turns + " " + scene.w.ui("screen_cursed");
    if (!open.empty()) all += " " + scene.w.ui("screen_marked", {{"cards", open}});
  }
  return text(pad(all, width));
}

// A bot's face, if the name leaves room for it.
std::string bot_mark(const Scene& scene, Seat seat, int room) {
  const std::string face = seat < scene.faces.size() ? scene.faces[seat] : "";
  const bool fits = cell_width(scene.names[seat]) + 1 + cell_width(face) <= room;
  return face.empty() || !fits ? scene.w.ui("screen_bot") : face;
}

// Tag of a seat that is not the player's.
std::string short_tag(const Scene& scene, Seat seat, int room) {
  const bool gone = !holds(scene.view.alive, seat) && !holds(scene.bots, seat);
  if (gone) return "";
  if (holds(scene.bots, seat)) return " " + bot_mark(scene, seat, room);
  if (holds(scene.held, seat)) return " " + scene.w.ui("screen_held");
  return holds(scene.away, seat) ? " " + scene.w.ui("screen_away") : "";
}

Element player_row(const Scene& scene, Seat seat, int width) {
  const View& v = scene.view;
  const bool on_turn = seat == v.turn && !v.over();
  const std::string head = (on_turn                ? "> "
                            : holds(v.alive, seat) ? "  "
                                                   : "x ") +
                           std::to_string(seat + scene.first_number) + " ";
  const int room = name_width(width);
  const std::string bot = short_tag(scene, seat, room);
  const std::string name = clip(scene.names[seat], room - cell_width(bot));
  const int rest = room + 1 - cell_width(name);
  Element shown = seat == v.viewer ? text(name) | underlined : text(name);
  Element row = hbox({text(head), std::move(shown), text(pad(bot, rest)),
                      player_state(scene, seat, width - cell_width(head) - room - 1)});
  if (!holds(v.alive, seat)) return row | dim;
  return on_turn ? row | bold : row;
}

std::string pile_words(const Scene& scene) {
  const View& v = scene.view;
  std::string words = scene.w.ui("screen_pile", {{"number", std::to_string(v.pile_size)}});
  if (v.doom_on_top) words += " " + scene.w.ui("screen_doom_on_top");
  return words;
}

std::string discard_words(const Scene& scene) {
  const Card top = scene.view.discard_top;
  if (top == kNoCard) return scene.w.ui("screen_discard_none");
  return scene.w.ui("screen_discard", {{"card", scene.w.card(top)}});
}

Element pile_line(const Scene& scene, int width) {
  const std::string pile = pile_words(scene);
  Element left = text(pile + "  ") | bold;
  Element right = text(clip(discard_words(scene), width - cell_width(pile) - 2));
  if (scene.view.discard_top != kNoCard) {
    right |= tone_colour(card_art(scene.view.discard_top).tone);
  }
  if (scene.view.doom_on_top) left |= ink(Color::RedLight);
  return hbox({std::move(left), std::move(right)});
}

// Visible edges of the cards under the top discard.
int fanned_cards(const View& v) {
  constexpr int kMost = 4;
  int cards = 0;
  for (const int copies : v.discard.n) cards += copies;
  return std::clamp(cards - 1, 0, kMost);
}

Element card_edge(int height) {
  Elements rows = {text("╮")};
  for (int i = 2; i < height; ++i) rows.push_back(text("│"));
  rows.push_back(text("╯"));
  return vbox(std::move(rows)) | tone_colour(CardTone::Back);
}

// Portrait of the player on turn: a bot's own face, or a face chosen by the seat.
Element portrait(const Scene& scene, Seat seat) {
  constexpr int kWidth = 13;
  constexpr std::string_view kEyes = "oO^*e-";
  const std::string face = seat < scene.faces.size() ? scene.faces[seat] : "";
  const bool has_face = face.size() == 7;  // "(=^.^=)"
  const std::string left(1, has_face ? face[2] : kEyes[seat % kEyes.size()]);
  const std::string mouth(1, has_face ? face[3] : '.');
  const std::string right(1, has_face ? face[4] : left[0]);
  const std::string name = clip(scene.names[seat], kWidth);
  const int indent = (kWidth - cell_width(name)) / 2;
  return vbox({text("  /\\_____/\\"), text(" (  " + left + " " + mouth + " " + right + "  )"),
               text(" ( ==   == )"), text("  )       ("), text(" (  |   |  )"),
               text("  \\_|_ _|_/"),
               text(std::string(static_cast<std::size_t>(indent), ' ') + name) | bold}) |
         ink(Color::YellowLight) | size(WIDTH, EQUAL, kWidth);
}

Element piles_art(const Scene& scene, int height) {
  const View& v = scene.view;
  const auto pile_card = [&](Card card, int copies) {
    return card_element(scene.w, {.card = card, .copies = copies}, 12, false);
  };
  const Card top = v.doom_on_top ? Card::Imploding : kNoCard;
  Elements cards = {text("  "), pile_card(top, v.pile_size), text("  ")};
  if (v.discard_top != kNoCard) cards.push_back(pile_card(v.discard_top, 1));
  for (int under = fanned_cards(v); under > 0; --under) cards.push_back(card_edge(height));
  if (!v.over() && v.turn < v.seats) {
    cards.push_back(text("  "));
    cards.push_back(portrait(scene, v.turn));
  }
  return hbox(std::move(cards)) | size(HEIGHT, EQUAL, height);
}

std::string direction(const Scene& scene) {
  return scene.view.forward ? scene.w.ui("screen_forward") : scene.w.ui("screen_backward");
}

Element players_panel(const Scene& scene, ScreenSize screen) {
  const int width = players_width(screen) - 2;
  Elements rows;
  for (Seat seat = 0; seat < scene.view.seats; ++seat) {
    rows.push_back(player_row(scene, seat, width));
  }
  rows.push_back(filler());
  rows.push_back(pile_line(scene, width));
  if (roomy(screen)) rows.push_back(piles_art(scene, kCardHeight));
  const std::string title = scene.w.ui("screen_players") + " " + direction(scene);
  return panel(title, vbox(std::move(rows))) | size(WIDTH, EQUAL, width + 2);
}

// ---- the log ----------------------------------------------------------------------------------

int log_width(ScreenSize size) { return size.width - players_width(size) - 2; }

Lines wrapped_log(const Scene& scene, int width) {
  Lines rows;
  for (const std::string& line : scene.log) {
    bool first = true;
    for (std::string& part : wrap(line, width - 2)) {
      rows.push_back((first ? "- " : "  ") + std::move(part));
      first = false;
    }
  }
  return rows;
}

Element log_panel(const Scene& scene, ScreenSize screen, int height) {
  const int width = log_width(screen);
  const Lines all = wrapped_log(scene, width);
  const int room = height - 2;
  const int count = static_cast<int>(all.size());
  const int most = std::max(0, count - room);
  const int back = std::clamp(scene.log_back + scene.log_to_come, 0, most);
  const int begin = std::max(0, count - back - room);
  Elements rows;
  for (int i = begin; i < std::min(count, begin + room); ++i) {
    rows.push_back(text(all[static_cast<std::size_t>(i)]));
  }
  std::string title = scene.w.ui("screen_log");
  const int scrolled = std::clamp(scene.log_back, 0, most);
  if (scrolled > 0) title += " -" + std::to_string(scrolled);
  return panel(title, vbox(std::move(rows))) | size(WIDTH, EQUAL, width + 2) |
         size(HEIGHT, EQUAL, height);
}

Element title_bar(const Scene& scene, int width) {
  if (!scene.banner.empty()) {
    return text(pad(" " + scene.banner, width)) | inverted | ink(Color::RedLight);
  }
  const std::string left = " Nine Lives  " + scene.title;
  const Seat viewer = scene.view.viewer;
  const std::string right = viewer < scene.view.seats ? scene.names[viewer] + " " : "";
  return text(pad(left, width - cell_width(right)) + right) | inverted;
}

// A long sentence continues in a second row if there is a spare one; the position is always the
// same.
int headline_height(ScreenSize size) { return size.height >= kTallHeight ? 2 : 1; }

// The latest event, in the most visible place.
Element headline(const Scene& scene, ScreenSize screen) {
  const auto most = static_cast<std::size_t>(headline_height(screen));
  Lines rows;
  if (!scene.headline.empty()) rows = wrap(scene.headline, screen.width - 5);
  if (rows.size() > most) {
    rows = most == 1 ? Lines{scene.headline} : Lines{rows[0], rows[1] + " " + rows[2]};
  }
  rows.resize(most);
  Elements all;
  for (const std::string& row : rows) {
    const std::string mark = row.empty() || !all.empty() ? "    " : " >> ";
    all.push_back(text(pad(mark + row, screen.width)) | bold | ink(Color::YellowLight));
  }
  return vbox(std::move(all));
}

// Pictures if hand and answers both have room, else small cards, else only names, always in the
// same place. No name is cut.
HandLook hand_look(const Scene& scene, const std::vector<HandCard>& cards, ScreenSize size,
                   int room) {
  const int answers = question_height(scene, size.width);
  const auto fits = [&](HandLook look) {
    const int height = hand_height(scene, cards, size.width, look);
    return height > 0 && room - height >= answers;
  };
  if (size.width >= kRoomyWidth && fits(HandLook::Large)) return HandLook::Large;
  if (fits(HandLook::Pictures)) return HandLook::Pictures;
  const bool small = names_fit(scene, cards, size.width) && fits(HandLook::Small);
  return small ? HandLook::Small : HandLook::Named;
}

}  // namespace

Element too_small_page(const Words& w, ScreenSize size) {
  const Values values = {{"width", std::to_string(kSmallest.width)},
                         {"height", std::to_string(kSmallest.height)}};
  return lines_of(wrap(w.ui("screen_too_small", values), size.width), size.width);
}

int table_top_height(const Scene& scene, ScreenSize size) {
  const int rows = std::max(kFewestRows, scene.view.seats + 1);
  return 1 + headline_height(size) + rows + 2 + (roomy(size) ? kCardHeight : 0);
}

int log_room(const Scene& scene, ScreenSize size) {
  return table_top_height(scene, size) - 3 - headline_height(size);
}

int log_lines(const Scene& scene, ScreenSize size) {
  return static_cast<int>(wrapped_log(scene, log_width(size)).size());
}

Element table_top(const Scene& scene, ScreenSize screen) {
  const int height = table_top_height(scene, screen) - 1 - headline_height(screen);
  return vbox({title_bar(scene, screen.width), headline(scene, screen),
               hbox({players_panel(scene, screen), log_panel(scene, screen, height)}) |
                   size(HEIGHT, EQUAL, height)});
}

Element table_page(const Scene& scene, ScreenSize screen, Hits& hits) {
  hits.clear();
  if (is_too_small(screen)) return too_small_page(scene.w, screen);
  const auto cards = hand_cards(scene);
  const int room = screen.height - table_top_height(scene, screen) - 1;
  const HandLook look = hand_look(scene, cards, screen, room);
  const int hand = hand_height(scene, cards, screen.width, look);
  Elements rows = {table_top(scene, screen)};
  if (hand > 0) {
    rows.push_back(hand_element(scene, cards, screen.width, look, hits) |
                   size(HEIGHT, EQUAL, hand));
  }
  rows.push_back(question_element(scene, {screen.width, room - hand}, hits) |
                 size(HEIGHT, EQUAL, room - hand));
  rows.push_back(text(whole_words(scene.keys, screen.width)) | dim);
  return vbox(std::move(rows));
}

}  // namespace nl
