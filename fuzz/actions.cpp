// Fuzz target: bytes as a game. The first choose the rules, the rest are actions, legal or not,
// any seat, in turn or not. The state stays a good one.
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include "../tests/engine/invariants.h"
#include "engine/determinize.h"
#include "engine/encode.h"
#include "engine/fingerprint.h"
#include "engine/knowledge_sink.h"
#include "engine/make_view.h"

namespace nl {
namespace {

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  bool empty() const { return at_ >= size_; }
  std::uint8_t next() { return empty() ? std::uint8_t{0} : data_[at_++]; }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

void require(const char* fault) {
  if (fault == nullptr) return;
  std::fprintf(stderr, "%s\n", fault);
  __builtin_trap();
}

Rules read_rules(Bytes& bytes) {
  const std::uint8_t which = bytes.next();
  // Two bits for the first boxes, and one for the box that came later.
  const auto boxes = static_cast<Expansions>(which / 4 % 4 | (which & 64) / 16);
  Rules rules = make_rules(static_cast<Preset>(which % 4), boxes);
  rules.nope_way = (which & 16) != 0 ? NopeWay::Commit : NopeWay::Immediate;
  if ((which & 32) == 0) return rules;
  const std::uint8_t house = bytes.next();
  rules.five = (house & 1) != 0;
  rules.chain = (house & 2) != 0;
  rules.keep_ends = (house & 4) != 0;
  rules.loose = (house & 8) != 0 ? Loose::AtOnce : Loose::AtDraw;
  rules.dead = static_cast<Dead>(house / 16 % 3);
  rules.nope_asks = (house & 64) != 0 ? NopeAsks::All : NopeAsks::Holders;
  rules.faster = (house & 128) != 0;
  return rules;
}

// Both the books and what every seat knows.
struct Listener {
  static constexpr bool kListens = true;
  Bookkeeper books;
  KnowledgeSink known;
  void operator()(const Event& event) {
    books(event);
    known(event);
  }
};

class Game {
 public:
  Game(const Rules& rules, int seats, std::uint64_t seed)
      : rules_(rules), random_(seed, 0), listener_{Bookkeeper(rules_, s_), KnowledgeSink(seats)} {
    s_ = new_game(rules_, seats, random_, listener_);
    all_ = cards_on_table(s_);
  }

  void say(std::uint8_t seat, std::uint8_t what) {
    const State before = s_;
    const int told = listener_.books.events();
    // A seat over 7 means whoever is asked, and then the byte chooses among what is legal.
    if (seat >= 8 && !s_.over()) {
      seat = next_actor(s_);
      const ActionSet choices = legal(rules_, s_, seat);
      what = choices.nth(what % choices.size()).id;
    }
    const bool listed = seat < s_.seats && legal(rules_, s_, seat).has(make_action(what));
    const bool taken = apply(rules_, s_, seat, make_action(what), random_, listener_);
    if (taken != listed) require("apply takes other actions than legal lists");
    if (!taken && (std::memcmp(&before, &s_, sizeof s_) != 0 || told != listener_.books.events())) {
      require("a refused action does something");
    }
    if (taken) check();
  }
  void leave(std::uint8_t seat) {
    const bool may = seat < s_.seats && !s_.over() && s_.living(seat);
    if (forfeit(rules_, s_, seat, random_, listener_) != may) require("a wrong forfeit");
    check();
  }

 private:
  void check() {
    require(broken(rules_, s_));
    if (!adds_up(cards_on_table(s_), listener_.books.gone(), all_)) require("cards vanish");
    // Worlds are dear to deal: now and then is enough.
    if (++checks_ % 32 == 0) check_view(static_cast<Seat>(checks_ / 32 % s_.seats));
  }
  void check_view(Seat seat) {
    const View seen = view(rules_, s_, listener_.known.seats[seat], seat);
    if (seen.known.pile_size() != seen.pile_size) require("knowledge has lost count");
    CountingObservation observation{};
    encode(rules_, seen, observation);
    Stream words(static_cast<std::uint64_t>(checks_));
    const State world = determinize(rules_, seen, words);
    if (world.hand_size != s_.hand_size) require("a world has other hands");
  }

  Rules rules_;
  State s_{};
  SeededSource random_;
  Listener listener_;
  Counts all_{};
  int checks_ = 0;
};

}  // namespace
}  // namespace nl

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  nl::Bytes bytes(data, size);
  const nl::Rules rules = nl::read_rules(bytes);
  const std::uint8_t table = bytes.next();
  const int seats = 2 + table % 5;
  if (nl::check_rules(rules, seats) != nl::RulesFault::None) return 0;
  nl::Game game(rules, seats, table / 5);
  while (!bytes.empty()) {
    const std::uint8_t seat = bytes.next();
    if (seat == 255) {
      game.leave(bytes.next());
    } else {
      game.say(seat, bytes.next());
    }
  }
  return 0;
}
