// The engine in a browser: reads a record, plays it, and shows every step through anybody's eyes;
// and re-derives a fair game's cards. No rules here: those are src/engine, as everywhere.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "fair/fair_check.h"
#include "protocol/event_json.h"
#include "protocol/view_json.h"
#include "table/review.h"
#include "text/notation.h"
#include "text/replay.h"

// The page throws the text as an error; nothing here goes on after that.
extern "C" [[noreturn]] __attribute__((import_module("page"), import_name("fail"))) void page_fail(
    const char* text, std::size_t size);

namespace nl {
namespace {

[[noreturn]] void fail(std::string_view text) { page_fail(text.data(), text.size()); }

constexpr std::size_t kViewers = kMaxSeats + 1;  // every seat, and a watcher

constexpr std::size_t place_of(Seat viewer) { return viewer < kMaxSeats ? viewer : kMaxSeats; }

// The game after one action; the first one is the deal.
struct FilmStep {
  State state{};
  std::array<Knowledge, kViewers> known{};
  std::vector<Event> events{};
  std::string action{};  // "2 play favor"
};

class Film {
 public:
  explicit Film(std::string_view record) {
    int number = 0;
    for (const std::string& line : lines_of(record)) feed(++number, parse_record_line(line));
    check(replay_.finish());
    if (!replay_.dealt()) fail("there is no deal");
    if (told_.size() > 0 || !next_action_.empty()) take();
  }

  Json summary() const {
    const Header& header = replay_.header();
    Json json = {{"frames", frames_.size()},
                 {"seats", header.seats},
                 {"preset", preset_name(header.preset)},
                 {"over", replay_.state().over()}};
    json["review"] = {{"turns", review_.turns},
                      {"longest_chain", review_.longest_chain},
                      {"plays", numbers(review_.plays)},
                      {"nopes", numbers(review_.nopes)},
                      {"escapes", numbers(review_.escapes)}};
    Json actions = Json::array();
    for (const FilmStep& frame : frames_) actions.push_back(frame.action);
    json["actions"] = std::move(actions);
    return json;
  }

  // Through the eyes of a seat or a watcher, or with all cards open.
  Json frame(std::size_t index, Seat viewer, bool open) const {
    if (index >= frames_.size()) fail("there is no such step");
    const FilmStep& frame = frames_[index];
    const Rules& rules = replay_.header().rules;
    const View view = nl::view(rules, frame.state, frame.known[place_of(viewer)], viewer);
    Json json = {{"view", view_json(rules, view)}, {"events", Json::array()}};
    for (const Event& event : frame.events) {
      const Event shown = open ? event : redact(event, viewer);
      if (shown.kind != EventKind::None) json["events"].push_back(event_json(shown));
    }
    if (open) add_open_cards(json, frame.state);
    return json;
  }

 private:
  static std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      const std::string_view line = text.substr(0, end);
      if (line.find_first_not_of(" \t\r") != std::string_view::npos) lines.emplace_back(line);
      if (end == std::string_view::npos) break;
      text.remove_prefix(end + 1);
    }
    return lines;
  }

  static void check(const std::optional<Difference>& difference) {
    if (difference) fail(std::to_string(difference->line) + ": " + difference->reason);
  }

  // A step is played when the next line that is no outcome comes: then the step before is complete.
  void feed(int number, const RecordLine& line) {
    check(replay_.feed(number, line));
    if (std::holds_alternative<Deal>(line)) take();
    const auto* step = std::get_if<Step>(&line);
    if (step == nullptr) return;
    if (!next_action_.empty()) take();
    next_action_ = std::to_string(step->seat) + ' ' + step->text;
  }

  void on_event(const Event& event) {
    const int seats = replay_.header().seats;
    if (frames_.empty() && told_.empty()) {
      for (Seat seat = 0; seat < kMaxSeats; ++seat) known_[seat] = Knowledge(seat, seats);
      known_[kMaxSeats] = Knowledge(kWatcher, seats);
    }
    for (Seat seat = 0; seat < seats; ++seat) known_[seat].fold(redact(event, seat));
    known_[kMaxSeats].fold(redact(event, kWatcher));
    review_.add(event);
    told_.push_back(event);
  }

  void take() {
    frames_.push_back(
        {replay_.state(), known_, std::exchange(told_, {}), std::exchange(next_action_, {})});
  }

  static Json numbers(const std::array<int, kMaxSeats>& list) { return list; }

  static void add_open_cards(Json& json, const State& s) {
    json["hands"] = Json::array();
    for (Seat seat = 0; seat < s.seats; ++seat) json["hands"].push_back(cards_json(s.hands[seat]));
    json["pile"] = Json::array();
    for (int place = 0; place < s.pile_size; ++place) {
      json["pile"].push_back(card_name(s.from_top(place)));
    }
  }

  Replay replay_{[this](const Event& event, const Replay&) { on_event(event); }};
  std::vector<FilmStep> frames_;
  std::array<Knowledge, kViewers> known_{};
  std::vector<Event> told_;
  std::string next_action_;
  Review review_;
};

std::optional<Film> film;
std::string answer;

const char* say(const Json& json) {
  answer = json.dump();
  return answer.c_str();
}

std::vector<NumberedLine> numbered(std::string_view text) {
  std::vector<NumberedLine> lines;
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    ++number;
    const std::string_view line = text.substr(0, end);
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) {
      lines.push_back({number, std::string(line)});
    }
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

}  // namespace
}  // namespace nl

// ---- what the page calls; texts are given as address and size, and returned with a zero at the
// end

extern "C" {

__attribute__((export_name("take_memory"))) void* take_memory(std::size_t size) {
  return std::malloc(size);
}

__attribute__((export_name("open_record"))) const char* open_record(const char* text,
                                                                    std::size_t size) {
  nl::film.emplace(std::string_view(text, size));
  return nl::say(nl::film->summary());
}

// `eyes`: a seat, or anything above for all cards open.
__attribute__((export_name("show"))) const char* show(std::size_t frame, unsigned eyes) {
  if (!nl::film) nl::fail("there is no record");
  const bool open = eyes >= nl::kMaxSeats;
  return nl::say(nl::film->frame(frame, open ? nl::kWatcher : static_cast<nl::Seat>(eyes), open));
}

// `kept`: empty, or the server's commitment, the seat and the share as the player wrote them down:
// 64 digits, one digit, 64 digits.
__attribute__((export_name("verify"))) const char* verify(const char* text, std::size_t size,
                                                          const char* kept, std::size_t kept_size) {
  nl::WrittenDown written;
  const std::string_view all(kept, kept_size);
  if (all.size() == 129) {
    written.server_commitment = nl::parse_bytes32(all.substr(0, 64));
    const auto share = nl::parse_bytes32(all.substr(65));
    if (share) written.shares.emplace_back(static_cast<nl::Seat>(all[64] - '0'), *share);
  }
  const auto lines = nl::numbered({text, size});
  if (lines.empty()) nl::fail("there is no record");
  const nl::FairVerdict verdict = nl::check_fair(lines, written);
  nl::Json json = {{"ok", !verdict.difference},     {"given", verdict.shares[0]},
                   {"supplied", verdict.shares[1]}, {"missing", verdict.shares[2]},
                   {"ended", verdict.ended},        {"own", !written.shares.empty()}};
  if (verdict.difference) {
    json["reason"] = std::to_string(verdict.difference->line) + ": " + verdict.difference->reason;
  }
  return nl::say(json);
}
}
