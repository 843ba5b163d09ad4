// Replay of a record: frames, keys and drawing.
#include "terminal/screen_replay.h"

#include <algorithm>
#include <ftxui/dom/elements.hpp>
#include <memory>
#include <optional>

#include "game/film.h"
#include "table/table_line.h"
#include "terminal/replay_screen.h"
#include "terminal/screen_cards.h"
#include "terminal/screen_cells.h"
#include "terminal/screen_game.h"
#include "terminal/screen_pages.h"
#include "terminal/screen_table.h"
#include "terminal/screen_theme.h"
#include "terminal/tty.h"
#include "text/characters.h"

namespace nl {
namespace {

using namespace ftxui;

constexpr std::chrono::milliseconds kAutoplay{900};
constexpr std::chrono::milliseconds kLong{3'600'000};

struct ShownGame {
  Film film{};
  std::vector<std::string> names{};
};

// Position: a game of the record and a frame of its film.
struct ReplayPosition {
  const ShownGame* game = nullptr;
  std::size_t still = 0;

  const Header& header() const { return game->film.header(); }
  const Still& picture() const { return game->film.stills()[still]; }
};

class ReplayPositions {
 public:
  ReplayPositions(std::istream& in, Language language) : language_(language) { read(in); }

  const std::vector<ReplayPosition>& all() const { return all_; }
  const std::string& difference() const { return difference_; }

 private:
  void read(std::istream& in) {
    int number = 0;
    for (std::string line; std::getline(in, line) && difference_.empty();) {
      ++number;
      if (line.empty()) continue;
      RecordLine content;
      try {
        content = parse_record_line(line);
      } catch (const RecordError& error) {
        throw RecordError(std::to_string(number) + ": " + error.what());
      }
      if (const auto* header = std::get_if<Header>(&content)) begin(*header);
      if (games_.empty()) continue;
      if (const auto* other = std::get_if<OtherLine>(&content)) {
        read_names(*other, games_.back()->names);
      }
      note(games_.back()->film.feed(number, content));
    }
    finish();
  }

  void begin(const Header& header) {
    finish();
    games_.push_back(std::make_unique<ShownGame>());
    for (int seat = 0; seat < header.seats; ++seat) {
      games_.back()->names.push_back(
          words(language_).ui("player", {{"number", std::to_string(seat + 1)}}));
    }
  }

  void finish() {
    if (!games_.empty() && difference_.empty()) note(games_.back()->film.finish());
  }

  void note(const std::optional<Difference>& difference) {
    if (difference) difference_ = std::to_string(difference->line) + ": " + difference->reason;
    const ShownGame* game = games_.back().get();
    const std::size_t stills = game->film.stills().size();
    const std::size_t before = all_.empty() || all_.back().game != game ? 0 : all_.back().still + 1;
    if (stills > before) all_.push_back({game, stills - 1});
  }

  Language language_;
  std::vector<std::unique_ptr<ShownGame>> games_;
  std::vector<ReplayPosition> all_;
  std::string difference_;
};

std::string hand_text(const Words& w, const Counts& hand) {
  std::string list;
  for (int kind = 0; kind < kCardKinds; ++kind) {
    const int copies = hand.n[static_cast<std::size_t>(kind)];
    if (copies == 0) continue;
    if (!list.empty()) list += ", ";
    list += w.card(card_at(kind)) + (copies > 1 ? " x" + std::to_string(copies) : "");
  }
  return list;
}

std::string pile_text(const Words& w, const State& s) {
  constexpr int kSeen = 8;
  std::string list;
  for (int place = 0; place < std::min<int>(kSeen, s.pile_size); ++place) {
    list += (place > 0 ? ", " : "") + w.card(s.from_top(place));
  }
  return list;
}

class ReplayScreen {
 public:
  ReplayScreen(Terminal& tty, const ReplayPositions& moments, Language language, Seat viewer,
               const Meanwhile& meanwhile)
      : tty_(tty),
        positions_(moments),
        language_(language),
        viewer_(viewer),
        meanwhile_(meanwhile) {}

  Stop run() {
    const auto draw = [this](const Scene& scene, ScreenSize size, Hits& hits) {
      return page(scene, size, hits);
    };
    while (stage_.goes_on()) {
      Scene scene = make_scene();
      stage_.set_help({w().ui("replay_help_title"), {w().ui("replay_help")}});
      const ScreenSize size = tty_.size();
      tty_.show(drawn(draw(scene, size, hits_), size));
      handle(tty_.wait(playing_ ? kAutoplay : kLong, meanwhile_.listen_to), scene, draw);
    }
    return stage_.stopped();
  }

 private:
  const ReplayPosition& here() const { return positions_.all()[at_]; }
  const Words& w() const { return words(language_, wording_of(here().header().preset)); }
  bool open() const { return viewer_ == kEveryone || viewer_ >= here().header().seats; }
  std::size_t last() const { return positions_.all().size() - 1; }

  Scene make_scene() const {
    const ReplayPosition& moment = here();
    const Header& header = moment.header();
    const Seat eyes = open() ? kWatcher : viewer_;
    Scene scene{.w = w()};
    const Values step = {{"number", std::to_string(at_ + 1)}, {"high", std::to_string(last() + 1)}};
    scene.title = w().ui("replay_step", step);
    scene.names = moment.game->names;
    scene.first_number = first_player_number(header.preset);
    scene.view = moment.picture().view(header.rules, eyes);
    std::vector<std::string> bots;
    for (const SeatSetup& seat : moment.game->film.players()) bots.push_back(seat.bot);
    Narrator narrator(w(), moment.game->film.voice(), character_keys(bots));
    for (std::size_t i = 0; i < moment.picture().events; ++i) {
      const Event& event = moment.game->film.events()[i];
      Lines lines = narrator.tell(event, open() ? kEveryone : viewer_, moment.game->names);
      if (is_deed(event) && !lines.empty()) scene.headline = lines.front();
      for (std::string& line : lines) {
        scene.log.push_back(std::move(line));
      }
    }
    scene.log_back = log_back_;
    const Frame& top = scene.view.top();
    scene.prompt = w().question({top.phase, top.seat, scene.view.seats, scene.view.pile_size},
                                kWatcher, moment.game->names);
    if (at_ == last()) scene.notice = positions_.difference();
    scene.keys = w().ui("replay_keys");
    return scene;
  }

  // With open cards, hands and the top of the pile take the place of the hand.
  Element page(const Scene& scene, ScreenSize size, Hits& hits) const {
    if (!open() || is_too_small(size)) return table_page(scene, size, hits);
    const State& s = here().picture().state;
    Elements rows = {table_top(scene, size)};
    const auto add = [&](const std::string& words) {
      for (const std::string& line : wrap(words, size.width - 2)) rows.push_back(text(" " + line));
    };
    for (Seat seat = 0; seat < s.seats; ++seat) {
      if (s.living(seat)) add(scene.names[seat] + ": " + hand_text(w(), s.hands[seat]));
    }
    add(w().ui("replay_pile", {{"cards", pile_text(w(), s)}}));
    rows.push_back(filler());
    rows.push_back(text(" " + clip(scene.notice, size.width - 1)) | ink(Color::YellowLight));
    rows.push_back(text(whole_words(scene.keys, size.width)) | dim);
    return vbox(std::move(rows));
  }

  void handle(Wake wake, const Scene& scene, const ScreenStage::Draw& draw) {
    if (wake == Wake::Interrupted || wake == Wake::Terminated)
      return stage_.stop(Stop::Interrupted);
    if (wake == Wake::Closed) return stage_.stop(Stop::Closed);
    if (wake == Wake::News && !meanwhile_.take_news()) return stage_.stop(Stop::Quit);
    if (wake == Wake::Resized) return tty_.wipe();
    if (wake == Wake::Timeout && playing_) return go(1);
    if (wake != Wake::Pressed || is_too_small(tty_.size())) return;
    const Key& key = tty_.key();
    switch (key.kind) {
      case KeyKind::Right:
      case KeyKind::Down:
      case KeyKind::Enter: playing_ = false; return go(1);
      case KeyKind::Left:
      case KeyKind::Up: playing_ = false; return go(-1);
      case KeyKind::Home: return go_to(0);
      case KeyKind::End: return go_to(last());
      case KeyKind::PageUp:
      case KeyKind::WheelUp:
        log_back_ = std::min(log_back_ + 3, log_lines(scene, tty_.size()));
        return;
      case KeyKind::PageDown:
      case KeyKind::WheelDown: log_back_ = std::max(0, log_back_ - 3); return;
      case KeyKind::Escape: return stage_.stop(Stop::Quit);
      default: break;
    }
    switch (letter_of(key)) {
      case ' ': playing_ = !playing_; return;
      case 's': return next_eyes();
      case 'h':
      case '?':
        return stage_.tell(scene, draw, {w().ui("replay_help_title"), {w().ui("replay_help")}});
      case 'q': return stage_.stop(Stop::Quit);
      default: return;
    }
  }

  void go(int by) {
    if (by < 0 && at_ == 0) return;
    if (by > 0 && at_ == last()) {
      playing_ = false;
      return;
    }
    go_to(by < 0 ? at_ - 1 : at_ + 1);
  }
  void go_to(std::size_t place) {
    at_ = place;
    log_back_ = 0;
  }
  // Switches through the seats, then to all cards open.
  void next_eyes() {
    const int seats = here().header().seats;
    viewer_ = open() ? Seat{0} : static_cast<Seat>(viewer_ + 1);
    if (viewer_ >= seats) viewer_ = kEveryone;
    tty_.wipe();
  }

  Terminal& tty_;
  const ReplayPositions& positions_;
  Language language_;
  Seat viewer_;
  const Meanwhile& meanwhile_;
  ScreenStage stage_{tty_};
  Hits hits_;
  std::size_t at_ = 0;
  int log_back_ = 0;
  bool playing_ = false;
};

}  // namespace

Stop replay_on(Terminal& tty, std::istream& record, Language language, Seat viewer,
               const Meanwhile& meanwhile) {
  const ReplayPositions moments(record, language);
  if (moments.all().empty()) return Stop::Quit;
  const Stop stop = ReplayScreen(tty, moments, language, viewer, meanwhile).run();
  tty.wipe();
  return stop;
}

bool full_screen_possible() { return has_terminal(); }

int replay_on_screen(std::istream& record, Language language, Seat viewer) {
  const ReplayPositions moments(record, language);
  if (moments.all().empty()) return moments.difference().empty() ? kNothingToReplay : 1;
  suit_terminal();
  Tty tty;
  const Stop stop = ReplayScreen(tty, moments, language, viewer, {}).run();
  if (stop == Stop::Interrupted) return 130;
  return moments.difference().empty() ? 0 : 1;
}

}  // namespace nl
