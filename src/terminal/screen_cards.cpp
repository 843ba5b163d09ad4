// Drawing of the hand.
#include "terminal/screen_cards.h"

#include <algorithm>
#include <ftxui/screen/string.hpp>

#include "terminal/card_art.h"
#include "terminal/screen_cells.h"
#include "terminal/screen_theme.h"

namespace nl {
namespace {

using namespace ftxui;

constexpr int kWidestCard = 14;
constexpr int kWidestLarge = 22;
constexpr int kNarrowestCard = 8;
constexpr int kSmallHeight = 3;

bool seated(const Scene& scene) { return scene.view.viewer < scene.view.seats; }
bool cursed(const Scene& scene) { return holds(scene.view.cursed, scene.view.viewer); }

int copies_of(const View& v, Card card) { return v.hand.n[static_cast<std::size_t>(card)]; }

bool is_open(const View& v, Card card) {
  return v.viewer < v.seats && v.marked[v.viewer].n[static_cast<std::size_t>(card)] != 0;
}

// Choices of the question that are cards of the hand.
std::vector<HandCard> chosen_from(const Scene& scene) {
  std::vector<HandCard> cards;
  if (!scene.question) return cards;
  const auto& choices = scene.question->choices;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (!is_in_hand(choices[i])) continue;
    cards.push_back({.card = choices[i].card,
                     .copies = std::max(1, choices[i].copies),
                     .choice = static_cast<int>(i),
                     .number = choices[i].number,
                     .dull = !choices[i].action.has_value(),
                     .open = choices[i].card != kNoCard && is_open(scene.view, choices[i].card)});
  }
  return cards;
}

std::vector<HandCard> lying_cards(const Scene& scene) {
  const View& v = scene.view;
  std::vector<HandCard> cards;
  if (cursed(scene)) {
    cards.assign(v.hand_size[v.viewer], HandCard{});
    return cards;
  }
  for (int kind = 0; kind < kCardKinds; ++kind) {
    const Card card = card_at(kind);
    if (copies_of(v, card) == 0) continue;
    cards.push_back({.card = card, .copies = copies_of(v, card), .open = is_open(v, card)});
  }
  return cards;
}

// "╭3──────x2╮"
std::string upper_edge(const HandCard& card, int width, bool selected) {
  const std::string number = card.number >= 0 ? std::to_string(card.number) : "";
  const std::string copies = card.copies > 1 ? "x" + std::to_string(card.copies) : "";
  std::string edge = (selected ? "╔" : "╭") + number;
  const int rest = width - 2 - cell_width(number) - cell_width(copies);
  for (int i = 0; i < rest; ++i) edge += selected ? "═" : "─";
  return edge + copies + (selected ? "╗" : "╮");
}

std::string lower_edge(const HandCard& card, int width, bool selected) {
  const std::string mark = card.open ? "*" : "";
  std::string edge = selected ? "╚" : "╰";
  for (int i = cell_width(mark) + 2; i < width; ++i) edge += selected ? "═" : "─";
  return edge + mark + (selected ? "╝" : "╯");
}

std::string centred(std::string_view line, int width) {
  const int left = std::max(0, width - cell_width(line)) / 2;
  return pad(std::string(static_cast<std::size_t>(left), ' ').append(line), width);
}

std::string name_of(const Words& w, Card card) {
  return card == kNoCard ? w.ui("screen_back") : w.card(card);
}

// Pieces of equal length, each with a hyphen where the word goes on. Wide characters need none.
Lines equal_pieces(const std::string& word, int width) {
  const Lines letters = ftxui::Utf8ToGlyphs(word);
  const bool wide_letters = std::any_of(
      letters.begin(), letters.end(), [](const std::string& one) { return cell_width(one) != 1; });
  if (wide_letters || cell_width(word) <= width) return wrap(word, width);
  const std::size_t most = static_cast<std::size_t>(width - 1);
  const std::size_t count = (letters.size() + most - 1) / most;
  const std::size_t length = (letters.size() + count - 1) / count;
  Lines pieces;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (i % length == 0) pieces.emplace_back();
    pieces.back() += letters[i];
    if (i % length == length - 1 && i + 1 < letters.size()) pieces.back() += '-';
  }
  return pieces;
}

// Pieces of a word that is wider than a line: as many of its parts on each line as fit.
Lines pieces_of_word(const Words& w, const std::string& word, int width) {
  const Lines parts = w.parts_of(word);
  if (cell_width(word) <= width || parts.size() == 1) return equal_pieces(word, width);
  Lines pieces(1);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const int hyphen = i + 1 < parts.size() ? 1 : 0;
    std::string& piece = pieces.back();
    if (!piece.empty() && cell_width(piece + parts[i]) + hyphen > width) {
      piece += '-';
      pieces.push_back(parts[i]);
    } else {
      piece += parts[i];
    }
  }
  return pieces;
}

// A name may be broken after a hyphen, too.
Lines words_in(std::string_view name) {
  Lines words(1);
  for (const char c : name) {
    if (c != ' ') words.back() += c;
    if (c == ' ' || c == '-') words.emplace_back();
  }
  std::erase(words, "");
  return words;
}

// The whole name on lines of that width; two of its parts share a line if they fit.
Lines name_lines(const Words& w, const std::string& name, int width) {
  Lines lines(1);
  for (const std::string& word : words_in(name)) {
    for (const std::string& part : pieces_of_word(w, word, width)) {
      std::string& line = lines.back();
      const std::string joined = line + (line.empty() || line.back() == '-' ? "" : " ") + part;
      if (cell_width(joined) <= width) {
        line = joined;
      } else {
        lines.push_back(part);
      }
    }
  }
  // Rather without a blank than without a row of the picture.
  if (lines.size() == 3 && cell_width(lines[1] + lines[2]) <= width) {
    lines[1] += lines[2];
    lines.pop_back();
  }
  return lines;
}

int picture_width(std::size_t cards, int width, int most = kWidestCard) {
  if (cards == 0) return kCardWidth;
  return std::min(most, width / static_cast<int>(cards));
}

// Small cards: as many per row as leave room for a name, in as few rows as possible.
struct SmallGrid {
  int rows = 1;
  int columns = 1;
  int width = kNarrowestCard;
};

SmallGrid small_grid(std::size_t cards, int width) {
  const int count = std::max(1, static_cast<int>(cards));
  const int most = std::max(1, width / kNarrowestCard);
  SmallGrid grid;
  grid.rows = (count + most - 1) / most;
  grid.columns = (count + grid.rows - 1) / grid.rows;
  grid.width = std::min(kWidestCard, width / grid.columns);
  return grid;
}

Element small_card(const Scene& scene, const HandCard& card, int width) {
  const bool selected = card.choice >= 0 && card.choice == scene.selected;
  const std::string side = selected ? "║" : "│";
  Element name = text(pad(name_of(scene.w, card.card), width - 2));
  Element element = vbox({text(upper_edge(card, width, selected)),
                          hbox({text(side), selected ? name | inverted : name, text(side)}),
                          text(lower_edge(card, width, selected))}) |
                    tone_colour(card_art(card.card).tone);
  if (card.dull) element |= dim;
  return selected ? element | bold : element;
}

Element hand_small(const Scene& scene, const std::vector<HandCard>& cards, int width, Hits& hits) {
  const SmallGrid grid = small_grid(cards.size(), width);
  Elements rows;
  for (std::size_t i = 0; i < cards.size();) {
    Elements row;
    for (int column = 0; column < grid.columns && i < cards.size(); ++column, ++i) {
      Element card = small_card(scene, cards[i], grid.width);
      if (cards[i].choice >= 0) card |= hit_area(hits, cards[i].choice);
      row.push_back(card);
    }
    rows.push_back(hbox(std::move(row)));
  }
  return vbox(std::move(rows));
}

// "3 Nope x2": a card of the hand in words; in brackets if it can't be played now.
std::string card_words(const Scene& scene, const HandCard& card) {
  const bool selected = card.choice >= 0 && card.choice == scene.selected;
  std::string words = card.number >= 0 ? std::to_string(card.number) + ' ' : "";
  words += name_of(scene.w, card.card);
  if (card.copies > 1) words += " x" + std::to_string(card.copies);
  if (card.dull) words = '(' + words + ')';
  return (selected ? ">" : " ") + words + (card.open ? "* " : " ");
}

// Cards of each row.
std::vector<std::vector<std::size_t>> rows_of_words(const Scene& scene,
                                                    const std::vector<HandCard>& cards, int width) {
  std::vector<std::vector<std::size_t>> rows;
  int room = 0;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const int needed = cell_width(card_words(scene, cards[i]));
    if (rows.empty() || needed > room) {
      rows.emplace_back();
      room = width;
    }
    rows.back().push_back(i);
    room -= needed;
  }
  return rows;
}

Element hand_words(const Scene& scene, const std::vector<HandCard>& cards, int width, Hits& hits) {
  Elements rows;
  for (const auto& row : rows_of_words(scene, cards, width)) {
    Elements line;
    for (const std::size_t i : row) {
      const HandCard& card = cards[i];
      Element word = text(card_words(scene, card)) | tone_colour(card_art(card.card).tone);
      if (card.dull) word |= dim;
      if (card.choice >= 0 && card.choice == scene.selected) word |= inverted;
      if (card.choice >= 0) word |= hit_area(hits, card.choice);
      line.push_back(std::move(word));
    }
    rows.push_back(hbox(std::move(line)));
  }
  return vbox(std::move(rows));
}

Element hand_pictures(const Scene& scene, const std::vector<HandCard>& cards, int width, bool large,
                      Hits& hits) {
  const int wide = picture_width(cards.size(), width, large ? kWidestLarge : kWidestCard);
  Elements row;
  for (const HandCard& card : cards) {
    const bool selected = card.choice >= 0 && card.choice == scene.selected;
    Element element = large ? large_card_element(scene.w, card, wide, selected)
                            : card_element(scene.w, card, wide, selected);
    if (card.choice >= 0) element |= hit_area(hits, card.choice);
    row.push_back(element);
  }
  return hbox(std::move(row));
}

// True if a picture leaves room for the whole name of each card.
bool pictures_fit(const Scene& scene, const std::vector<HandCard>& cards, int wide) {
  constexpr std::size_t kMostNameRows = 3;
  if (wide < kCardWidth) return false;
  return std::all_of(cards.begin(), cards.end(), [&](const HandCard& card) {
    return name_lines(scene.w, name_of(scene.w, card.card), wide - 2).size() <= kMostNameRows;
  });
}

}  // namespace

bool is_in_hand(const Choice& choice) {
  return choice.copies > 0 || (choice.action && choice.action->verb() == Verb::Blind);
}

std::vector<HandCard> hand_cards(const Scene& scene) {
  if (!seated(scene)) return {};
  auto cards = chosen_from(scene);
  return cards.empty() ? lying_cards(scene) : cards;
}

bool names_fit(const Scene& scene, const std::vector<HandCard>& cards, int width) {
  const int room = small_grid(cards.size(), width).width - 2;
  return std::all_of(cards.begin(), cards.end(), [&](const HandCard& card) {
    return cell_width(name_of(scene.w, card.card)) <= room;
  });
}

int hand_height(const Scene& scene, const std::vector<HandCard>& cards, int width, HandLook look) {
  if (cards.empty()) return 0;
  switch (look) {
    case HandLook::Large:
      return picture_width(cards.size(), width, kWidestLarge) >= kLargeWidth ? kLargeHeight : 0;
    case HandLook::Pictures:
      return pictures_fit(scene, cards, picture_width(cards.size(), width)) ? kCardHeight : 0;
    case HandLook::Small: return kSmallHeight * small_grid(cards.size(), width).rows;
    case HandLook::Named: return static_cast<int>(rows_of_words(scene, cards, width).size());
  }
  return 0;
}

Element hand_element(const Scene& scene, const std::vector<HandCard>& cards, int width,
                     HandLook look, Hits& hits) {
  switch (look) {
    case HandLook::Large: return hand_pictures(scene, cards, width, true, hits);
    case HandLook::Pictures: return hand_pictures(scene, cards, width, false, hits);
    case HandLook::Small: return hand_small(scene, cards, width, hits);
    case HandLook::Named: break;
  }
  return hand_words(scene, cards, width, hits);
}

namespace {

constexpr std::size_t kTextRows = kLargeHeight - kCardHeight;

// A card's text in up to three rows; dots mark a cut.
Lines card_text_rows(const Words& w, Card card, int width) {
  if (card == kNoCard) return Lines(kTextRows);
  Lines rows = wrap(w.card_short(card), width);
  const bool more = rows.size() > kTextRows;
  rows.resize(kTextRows);
  if (more) rows.back() = clip(rows.back() + "...", width);
  return rows;
}

Element card_of(const Words& w, const HandCard& card, int width, bool selected,
                const Lines& below) {
  const std::string side = selected ? "║" : "│";
  const int inner = width - 2;
  const auto row = [&](std::string_view line) { return text(side + centred(line, inner) + side); };
  const CardArt& art = card_art(card.card);
  // A long name takes the last row of the picture.
  constexpr std::size_t kRows = kCardHeight - 2;
  Lines name = name_lines(w, name_of(w, card.card), inner);
  name.resize(std::clamp<std::size_t>(name.size(), kRows - art.lines.size(), kRows));
  Elements rows = {text(upper_edge(card, width, selected))};
  for (std::size_t i = 0; i + name.size() < kRows; ++i) rows.push_back(row(art.lines[i]));
  for (const std::string& line : name) {
    rows.push_back(selected ? hbox({text(side), text(centred(line, inner)) | inverted, text(side)})
                            : row(line));
  }
  for (const std::string& line : below) rows.push_back(row(line));
  rows.push_back(text(lower_edge(card, width, selected)));
  Element element = vbox(std::move(rows)) | tone_colour(art.tone);
  if (card.dull) element |= dim;
  if (selected) element |= bold;
  return element;
}

}  // namespace

Element card_element(const Words& w, const HandCard& card, int width, bool selected) {
  return card_of(w, card, width, selected, {});
}

Element large_card_element(const Words& w, const HandCard& card, int width, bool selected) {
  return card_of(w, card, width, selected, card_text_rows(w, card.card, width - 2));
}

}  // namespace nl
