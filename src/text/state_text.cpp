// Parser and writer of a state in one line.
#include "text/state_text.h"

#include <array>
#include <vector>

#include "text/notation.h"

namespace nl {
namespace {

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (std::size_t from = 0;;) {
    const std::size_t end = text.find(at, from);
    parts.push_back(text.substr(from, end - from));
    if (end == std::string_view::npos) return parts;
    from = end + 1;
  }
}

// ---- writing ----------------------------------------------------------------------------------

std::string card_text(Card card) { return card == kNoCard ? "-" : std::string(card_name(card)); }
std::string seat_text(Seat seat) { return seat == kNoSeat ? "-" : std::to_string(seat); }

std::string counts_text(const Counts& counts) {
  std::string text;
  for (int kind = 0; kind < kCardKinds; ++kind) {
    const int n = counts[card_at(kind)];
    if (n == 0) continue;
    text += (text.empty() ? "" : ",") + std::string(card_name(card_at(kind)));
    if (n > 1) text += '*' + std::to_string(n);
  }
  return text.empty() ? "-" : text;
}

std::string pile_text(const State& s) {
  std::string text;
  for (int place = 0; place < s.pile_size; ++place) {
    text += (place == 0 ? "" : ",") + std::string(card_name(s.from_top(place)));
  }
  return text.empty() ? "-" : text;
}

template <class Range, class Word>
std::string joined(const Range& range, std::size_t count, char between, Word word) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += between;
    text += word(range[i]);
  }
  return text;
}

std::string frame_text(const Frame& frame) {
  return std::string(phase_name(frame.phase)) + ':' + std::to_string(frame.seat) + ':' +
         std::to_string(frame.a) + ':' + std::to_string(frame.b);
}

std::string play_text(const Play& play) {
  return card_text(play.card) + ':' + std::to_string(static_cast<int>(play.combo)) + ':' +
         seat_text(play.by) + ':' + seat_text(play.target) + ':' + card_text(play.named) + ':' +
         std::to_string(play.nopes) + ':' + seat_text(play.last) + ':' +
         std::to_string(play.waiting) + ':' + std::to_string(play.committed);
}

// ---- reading ----------------------------------------------------------------------------------

// Reads the values one after another; after the first invalid one, the rest is ignored.
class Reader {
 public:
  explicit Reader(std::string_view line) : words_(split(line, ' ')) {}

  std::string_view value(std::string_view key) {
    if (next_ >= words_.size() || !words_[next_].starts_with(key) ||
        words_[next_].substr(key.size(), 1) != "=") {
      good_ = false;
      return {};
    }
    return words_[next_++].substr(key.size() + 1);
  }
  int number(std::string_view text, int most) {
    const auto n = parse_number(text, most);
    if (!n) good_ = false;
    return n.value_or(0);
  }
  template <class Int>
  void field(std::string_view key, Int& into, int most) {
    into = static_cast<Int>(number(value(key), most));
  }
  Card card(std::string_view text) {
    if (text == "-") return kNoCard;
    const auto card = parse_card(text);
    if (!card) good_ = false;
    return card.value_or(kNoCard);
  }
  Seat seat(std::string_view text) {
    return text == "-" ? kNoSeat : static_cast<Seat>(number(text, kMaxSeats - 1));
  }
  Counts counts(std::string_view text) {
    Counts counts;
    if (text == "-") return counts;
    for (const std::string_view part : split(text, ',')) {
      const std::size_t star = part.find('*');
      const Card kind = card(part.substr(0, star));
      const int n = star == std::string_view::npos ? 1 : number(part.substr(star + 1), kMaxBox);
      if (kind != kNoCard) counts[kind] = static_cast<std::uint8_t>(n);
    }
    return counts;
  }
  // The parts of a list of fixed length.
  std::vector<std::string_view> list(std::string_view key, char between, std::size_t count) {
    auto parts = split(value(key), between);
    if (parts.size() != count) good_ = false;
    parts.resize(count);
    return parts;
  }
  void fail() { good_ = false; }
  bool good() const { return good_; }
  bool done() const { return good_ && next_ == words_.size(); }

 private:
  std::vector<std::string_view> words_;
  std::size_t next_ = 0;
  bool good_ = true;
};

void read_pile(Reader& in, State& s) {
  const std::string_view text = in.value("pile");
  if (text == "-" || text.empty()) return;
  const auto cards = split(text, ',');
  if (cards.size() > kMaxBox) return in.fail();
  for (auto card = cards.rbegin(); card != cards.rend(); ++card) {
    const Card kind = in.card(*card);
    if (kind == kNoCard) return in.fail();
    s.pile[s.pile_size++] = kind;
  }
}

Frame read_frame(Reader& in, std::string_view text) {
  const auto parts = split(text, ':');
  Frame frame;
  if (parts.size() != 4) {
    in.fail();
    return frame;
  }
  int phase = 0;
  while (phase < kPhases && phase_name(static_cast<Phase>(phase)) != parts[0]) ++phase;
  if (phase == kPhases) in.fail();
  frame.phase = static_cast<Phase>(phase);
  frame.seat = static_cast<Seat>(in.number(parts[1], kMaxSeats - 1));
  frame.a = static_cast<std::uint8_t>(in.number(parts[2], 255));
  frame.b = static_cast<std::uint8_t>(in.number(parts[3], 255));
  return frame;
}

void read_frames(Reader& in, State& s) {
  const auto frames = split(in.value("frames"), '/');
  if (frames.size() > kMaxFrames) return in.fail();
  s.depth = static_cast<std::uint8_t>(frames.size());
  for (std::size_t i = 0; i < frames.size(); ++i) s.frames[i] = read_frame(in, frames[i]);
}

Play read_play(Reader& in) {
  const auto parts = in.list("play", ':', 9);
  Play play;
  play.card = in.card(parts[0]);
  play.combo = static_cast<Combo>(in.number(parts[1], 3));
  play.by = in.seat(parts[2]);
  play.target = in.seat(parts[3]);
  play.named = in.card(parts[4]);
  play.nopes = static_cast<std::uint8_t>(in.number(parts[5], 255));
  play.last = in.seat(parts[6]);
  play.waiting = static_cast<SeatMask>(in.number(parts[7], 63));
  play.committed = static_cast<SeatMask>(in.number(parts[8], 63));
  return play;
}

void derive(State& s) {
  for (Seat seat = 0; seat < s.seats; ++seat) {
    s.hand_size[seat] = static_cast<std::uint8_t>(s.hands[seat].total());
    if (s.marked[seat].kinds() != 0) s.with_marks |= seat_bit(seat);
  }
}

}  // namespace

std::string state_text(const State& s) {
  const auto n = [](int value) { return std::to_string(value); };
  return "seats=" + n(s.seats) + " turn=" + n(s.turn) + " owed=" + n(s.owed) +
         " forward=" + n(s.forward) + " attacked=" + n(s.attacked) + " faceup=" + n(s.faceup) +
         " alive=" + n(s.alive) + " cursed=" + n(s.cursed) +
         " pending=" + joined(s.pending, s.seats, '/', n) +
         " hands=" + joined(s.hands, s.seats, '/', counts_text) +
         " marked=" + joined(s.marked, s.seats, '/', counts_text) + " pile=" + pile_text(s) +
         " discard=" + counts_text(s.discard) + " top=" + card_text(s.discard_top) +
         " frames=" + joined(s.frames, s.depth, '/', frame_text) + " play=" + play_text(s.play) +
         " chances=" + joined(s.chances, kChances, '/', n);
}

std::optional<State> parse_state(std::string_view line) {
  Reader in(line);
  State s;
  in.field("seats", s.seats, kMaxSeats);
  if (!in.good() || s.seats < 2) return std::nullopt;
  in.field("turn", s.turn, s.seats - 1);
  in.field("owed", s.owed, 65535);
  in.field("forward", s.forward, 1);
  in.field("attacked", s.attacked, 1);
  in.field("faceup", s.faceup, 1);
  in.field("alive", s.alive, all_seats(s.seats));
  in.field("cursed", s.cursed, all_seats(s.seats));
  const auto pending = in.list("pending", '/', s.seats);
  const auto hands = in.list("hands", '/', s.seats);
  const auto marked = in.list("marked", '/', s.seats);
  for (std::size_t seat = 0; seat < s.seats; ++seat) {
    s.pending[seat] = static_cast<std::uint16_t>(in.number(pending[seat], 65535));
    s.hands[seat] = in.counts(hands[seat]);
    s.marked[seat] = in.counts(marked[seat]);
  }
  read_pile(in, s);
  s.discard = in.counts(in.value("discard"));
  s.discard_top = in.card(in.value("top"));
  read_frames(in, s);
  s.play = read_play(in);
  // A text of an earlier version may have fewer purposes, but no fewer than the first version.
  constexpr std::size_t kFirstChances = 7;
  const auto chances = split(in.value("chances"), '/');
  if (chances.size() < kFirstChances || chances.size() > kChances) return std::nullopt;
  for (std::size_t i = 0; i < chances.size(); ++i) {
    s.chances[i] = static_cast<std::uint16_t>(in.number(chances[i], 65535));
  }
  if (!in.done() || s.alive == 0) return std::nullopt;
  derive(s);
  return s;
}

}  // namespace nl
