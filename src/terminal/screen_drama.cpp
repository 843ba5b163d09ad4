// Frames and timing of the full-screen animations.
#include "terminal/screen_drama.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "terminal/big_text.h"
#include "terminal/screen_cards.h"
#include "terminal/screen_cells.h"
#include "terminal/screen_pages.h"
#include "terminal/screen_theme.h"

namespace nl {
namespace {

using namespace ftxui;
using std::chrono::milliseconds;

constexpr int kBigCard = 20;
constexpr int kNopeWar = 3;

// An element in the middle of an empty screen, with a sentence below it.
Element alone(Element middle, const std::string& words, ScreenSize size) {
  Elements rows = {hcenter(std::move(middle)), text("")};
  for (const std::string& row : wrap(words, std::max(1, size.width - 4))) {
    rows.push_back(hcenter(text(row) | bold));
  }
  return vbox({filler(), vbox(std::move(rows)), filler()});
}

Element art_rows(const Lines& lines) {
  Elements rows;
  for (const std::string& line : lines) rows.push_back(text(line));
  return vbox(std::move(rows));
}

// ---- blast --------------------------------------------------------------------------------------

// Character of a cell, by its distance from the edge of the fire.
char spark(double from_edge) {
  if (from_edge > 0.0) return ' ';
  if (from_edge > -1.5) return '.';
  if (from_edge > -3.0) return '*';
  return from_edge > -5.0 ? '+' : '#';
}

Lines fire(double radius, ScreenSize size) {
  constexpr double kCellHeight = 2.0;  // a cell is about twice as high as it is wide
  Lines rows;
  for (int y = 0; y < size.height; ++y) {
    std::string row;
    for (int x = 0; x < size.width; ++x) {
      const double across = x + 0.5 - size.width / 2.0;
      const double down = (y + 0.5 - size.height / 2.0) * kCellHeight;
      const double ragged = ((x * 7 + y * 13) % 5) * 0.4;
      row += spark(std::hypot(across, down) - radius + ragged);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string with_word(std::string row, const std::string& word) {
  if (row.size() < word.size() + 2) return row;
  const std::size_t begin = (row.size() - word.size()) / 2;
  return row.replace(begin, word.size(), word);
}

// ---- which events have a moment -----------------------------------------------------------------

// The card of a war of Nopes, a stolen Defuse or a narrow escape.
Card card_of_moment(const Event& event) {
  switch (event.kind) {
    case EventKind::Noped: return event.number >= kNopeWar ? Card::Nope : kNoCard;
    case EventKind::TookNamed:
    case EventKind::Guessed: return event.card == Card::Defuse ? event.card : kNoCard;
    default: return kNoCard;
  }
}

bool is_kitten_moment(const Event& event) {
  switch (event.kind) {
    case EventKind::DrewKitten:
    case EventKind::Defused: return true;
    case EventKind::Died: return event.card != kNoCard;
    default: return false;
  }
}

// ---- timing -------------------------------------------------------------------------------------

class Drama {
 public:
  Drama(ScreenStage& stage, const Scene& page)
      : stage_(stage), page_(page), left_(page.view.alive) {}

  bool show(const Event& event) {
    const Lines lines = page_.w.event(event, kWatcher, page_.names);
    const std::string words = lines.empty() ? "" : lines.front();
    switch (event.kind) {
      case EventKind::DrewKitten: return turn_over(event.card, words);
      case EventKind::Defused: return defuse(words);
      case EventKind::Died: return explode(event, words);
      default: return show_card(card_of_moment(event), words);
    }
  }

 private:
  template <class Page>
  bool hold(Page page, int ms) {
    const auto draw = [&](const Scene&, ScreenSize size, Hits& hits) {
      hits.clear();
      const ScreenSize above{size.width, std::max(1, size.height - 1)};
      const std::string keys = clip(page_.w.ui("screen_keys_moment"), size.width);
      return vbox({page(above) | flex, text(keys) | dim});
    };
    return stage_.watch(page_, draw, milliseconds(ms));
  }

  bool turn_over(Card card, const std::string& words) {
    const auto shows = [&](Card side, const std::string& said) {
      return
          [&, side, said](ScreenSize size) { return turned_card_page(page_.w, side, said, size); };
    };
    constexpr int kFaceDown = 700;
    constexpr int kHeldBreath = 1'100;
    return hold(shows(kNoCard, ""), kFaceDown) && hold(shows(card, words), kHeldBreath);
  }

  bool show_card(Card card, const std::string& words) {
    constexpr int kShown = 1'000;
    if (card == kNoCard) return true;
    return hold([&](ScreenSize size) { return turned_card_page(page_.w, card, words, size); },
                kShown);
  }

  bool defuse(const std::string& words) {
    constexpr int kCut = 450;
    constexpr int kRelief = 900;
    for (int frame = 0; frame < kDefusalFrames; ++frame) {
      const bool last = frame + 1 == kDefusalFrames;
      const auto page = [&](ScreenSize size) { return defusal_page(page_.w, words, frame, size); };
      if (!hold(page, last ? kRelief : kCut)) return false;
    }
    return true;
  }

  bool explode(const Event& event, const std::string& words) {
    if (event.card == kNoCard) return true;
    constexpr int kFrame = 110;
    constexpr int kMourning = 1'600;
    for (int frame = 0; frame < kBlastFrames; ++frame) {
      const bool inwards = event.card == Card::Imploding;
      if (!hold([&](ScreenSize size) { return blast_page(frame, inwards, size); }, kFrame)) {
        return false;
      }
    }
    const std::string name = event.seat < page_.names.size() ? page_.names[event.seat] : "";
    const auto stone = [&](ScreenSize size) { return tombstone_page(name, words, size); };
    return hold(stone, kMourning) && name_last_two(event.seat);
  }

  bool name_last_two(Seat dead) {
    const int before = count(left_);
    left_ = without(left_, dead);
    if (before != 3 || count(left_) != 2) return true;
    const Seat first = first_seat(left_);
    const Seat second = first_seat(without(left_, first));
    if (second >= page_.names.size()) return true;
    const Values who = {{"seat", page_.names[first]}, {"other", page_.names[second]}};
    return banner("2", page_.w.ui("drama_two_left", who));
  }

  bool banner(const std::string& big, const std::string& words) {
    constexpr int kBanner = 1'000;
    return hold([&](ScreenSize size) { return banner_page(big, words, size); }, kBanner);
  }

  ScreenStage& stage_;
  const Scene& page_;
  SeatMask left_;
};

}  // namespace

Element turned_card_page(const Words& w, Card card, const std::string& words, ScreenSize size) {
  return alone(card_element(w, {.card = card}, kBigCard, false), words, size);
}

Element defusal_page(const Words& w, const std::string& words, int frame, ScreenSize size) {
  static const std::array<Lines, kDefusalFrames> kFrames = {{
      {" .-------.                      ", " | 00:03 |=====================o",
       " '-------'                      ", "                          8<    "},
      {" .-------.                      ", " | 00:01 |==========8<=========o",
       " '-------'                      ", "                                "},
      {" .-------.                      ", " | --:-- |========      8<=====o",
       " '-------'                      ", "                                "},
  }};
  const bool cut = frame + 1 >= kDefusalFrames;
  Element wire = art_rows(kFrames[static_cast<std::size_t>(frame)]) |
                 ink(cut ? Color::GreenLight : Color::YellowLight);
  return alone(std::move(wire), cut ? w.ui("drama_click") + " " + words : " ", size);
}

Element blast_page(int frame, bool inwards, ScreenSize size) {
  const double whole = std::hypot(size.width / 2.0, static_cast<double>(size.height)) + 6.0;
  const int step = inwards ? kBlastFrames - 1 - frame : frame;
  const bool flash = step == kBlastFrames - 1;
  Lines rows = fire(whole * (step + 1) / (kBlastFrames - 1), size);
  const auto middle = rows.size() / 2;
  if (step > 0 && middle < rows.size()) rows[middle] = with_word(rows[middle], "  B O O M  ");
  Element page = art_rows(rows) | ink(step % 2 == 0 ? Color::RedLight : Color::YellowLight);
  return flash ? page | inverted : page;
}

Element tombstone_page(const std::string& name, const std::string& words, ScreenSize size) {
  constexpr int kMostName = 24;
  const std::string shown = clip(name, kMostName);
  const int width = std::max(11, cell_width(shown) + 4);
  const auto centred = [&](const std::string& word) {
    const int left = (width - cell_width(word)) / 2;
    return "|" + pad(std::string(static_cast<std::size_t>(left), ' ') + word, width) + "|";
  };
  const std::string edge(static_cast<std::size_t>(width), '_');
  const Lines stone = {" ." + std::string(static_cast<std::size_t>(width - 2), '-') + ". ",
                       centred(""),
                       centred("R.I.P."),
                       centred(""),
                       centred(shown),
                       centred(""),
                       "|" + edge + "|"};
  return alone(art_rows(stone) | bold, words, size);
}

Element banner_page(const std::string& big, const std::string& words, ScreenSize size) {
  return alone(art_rows(big_text(big)) | ink(Color::YellowLight) | bold, words, size);
}

bool has_drama(std::span<const Event> events) {
  return std::any_of(events.begin(), events.end(), [](const Event& event) {
    return is_kitten_moment(event) || card_of_moment(event) != kNoCard;
  });
}

bool show_drama(ScreenStage& stage, const Scene& page, std::span<const Event> events) {
  Drama drama(stage, page);
  return std::all_of(events.begin(), events.end(),
                     [&](const Event& event) { return drama.show(event); });
}

}  // namespace nl
