// Drawing of the pages beside the table.
#include "terminal/screen_pages.h"

#include <algorithm>

#include "terminal/card_art.h"
#include "terminal/screen_cards.h"
#include "terminal/screen_cells.h"
#include "terminal/screen_table.h"
#include "terminal/screen_theme.h"

namespace nl {
namespace {

using namespace ftxui;

Lines wrapped(const Lines& lines, int width) {
  Lines rows;
  for (const std::string& line : lines) {
    for (std::string& part : wrap(line, width)) rows.push_back(std::move(part));
  }
  return rows;
}

int note_width(ScreenSize size) { return std::clamp(size.width - 8, 1, 72); }

int note_height(const Note& note, ScreenSize size) {
  const int foot = note.foot.empty() ? 0 : 1;
  return std::max(1, size.height - 6 - foot - (note.card == kNoCard ? 0 : kCardHeight));
}

}  // namespace

Element hand_over_page(const Scene& scene, ScreenSize screen) {
  const Lines lines = wrapped(scene.prompt, screen.width - 8);
  Element message = panel(
      "", vbox({text(""), hbox({text("  "), lines_of(lines, screen.width - 8) | bold, text("  ")}),
                text("")}));
  Elements rows = {table_top(scene, screen), vcenter(hcenter(std::move(message))) | flex};
  if (!scene.notice.empty()) {
    for (const std::string& line : wrap(scene.notice, screen.width - 2)) {
      rows.push_back(text(pad(" " + line, screen.width)) | ink(Color::YellowLight));
    }
  }
  rows.push_back(hbox({text(" > "), text(scene.typed) | bold, text("_") | blink}));
  rows.push_back(text(whole_words(scene.keys, screen.width)) | dim);
  return vbox(std::move(rows));
}

int note_scroll_limit(const Note& note, ScreenSize size) {
  const int lines = static_cast<int>(wrapped(note.lines, note_width(size)).size());
  return std::max(0, lines - note_height(note, size));
}

Element with_note(Element page, const Note& note, const Words& w, ScreenSize screen) {
  const int width = note_width(screen);
  const int height = note_height(note, screen);
  Lines lines = wrapped(note.lines, width);
  lines.erase(lines.begin(),
              lines.begin() + std::min(note.scrolled, note_scroll_limit(note, screen)));
  const bool scrolls = note_scroll_limit(note, screen) > 0;
  if (static_cast<int>(lines.size()) > height) lines.resize(static_cast<std::size_t>(height));
  Elements rows;
  for (const std::string& line : lines) rows.push_back(text(" " + pad(line, width) + " "));
  Elements parts;
  if (note.card != kNoCard) {
    parts.push_back(hcenter(card_element(w, {.card = note.card}, 14, false)));
  }
  parts.push_back(vbox(std::move(rows)));
  if (!note.foot.empty()) parts.push_back(hcenter(text(clip(note.foot, width)) | bold));
  parts.push_back(
      hcenter(text(scrolls ? w.ui("screen_note_more") : w.ui("screen_note_keys")) | dim));
  // A blank rim keeps the frame from merging with those below it.
  Element box = panel(note.title, vbox(std::move(parts))) | borderEmpty | clear_under;
  return dbox({std::move(page), vcenter(hcenter(std::move(box)))});
}

}  // namespace nl
