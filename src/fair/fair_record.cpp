#include "fair/fair_record.h"

#include "fair/fair_line.h"
#include "fair/fair_source.h"
#include "text/notation.h"

namespace nl {
namespace {

struct DeathSink {
  static constexpr bool kListens = true;
  std::vector<Seat> died{};
  void operator()(const Event& event) {
    if (event.kind == EventKind::Died) died.push_back(event.seat);
  }
};

// Repeatable bytes for a rehearsal; a real seed comes from secret_bytes().
Bytes32 rehearsed_bytes(std::uint64_t seed, std::uint64_t game, const std::string& part) {
  const std::string text =
      "ninelives rehearsal " + std::to_string(seed) + ' ' + std::to_string(game) + ' ' + part;
  return sha256({as_bytes(text)});
}

// Random legal play through a source of chance, noted line by line.
class RandomPlay {
 public:
  RandomPlay(const Header& header, const FairDeal& deal, Stream choices,
             const FairRecordOptions& options)
      : header_(header), random_(deal), choices_(choices), options_(options) {}

  std::vector<std::string> play() {
    s_ = new_game(rules(), header_.seats, random_, sink_);
    lines_ = {record_text(header_), record_text(deal_of(rules(), s_))};
    while (!s_.over()) step();
    lines_.push_back(record_text(End{winner(s_), sink_.died}));
    return std::move(lines_);
  }

 private:
  const Rules& rules() const { return header_.rules; }

  std::uint32_t below(int n) { return bounded(choices_, static_cast<std::uint32_t>(n)); }

  void step() {
    const bool leaves = static_cast<int>(below(100)) < options_.forfeit_percent;
    if (leaves) {
      const Seat seat = pick_seat(choices_, s_.alive);
      lines_.push_back(record_text(Step{.seat = seat, .text = "forfeit"}));
      forfeit(rules(), s_, seat, noting_, sink_);
    } else {
      act();
    }
    for (const Outcome& outcome : noting_.take()) lines_.push_back(record_text(outcome));
    if (options_.detail.full) lines_.push_back(record_text(StateLine{state_json(s_)}));
  }

  void act() {
    const Seat seat = next_actor(s_);
    const ActionSet actions = legal(rules(), s_, seat);
    const Action action = actions.nth(static_cast<int>(below(actions.size())));
    Step step{.seat = seat, .text = action_text(s_, seat, action)};
    if (options_.detail.legal) step.legal = legal_texts(rules(), s_, seat);
    lines_.push_back(record_text(step));
    apply_legal(rules(), s_, seat, action, noting_, sink_);
  }

  const Header& header_;
  FairSource random_;
  Stream choices_;
  const FairRecordOptions& options_;
  State s_{};
  DeathSink sink_;
  NotingSource<FairSource> noting_{random_, s_};
  std::vector<std::string> lines_;
};

}  // namespace

FairDeal rehearsed_deal(const Header& header, std::uint64_t seed, std::uint64_t game,
                        const FairCast& cast) {
  const Bytes32 name = rehearsed_bytes(seed, game, "game");
  GameId id;
  std::copy_n(name.begin(), id.size(), id.begin());
  FairCeremony ceremony(id, terms_of(header), header.seats, rehearsed_bytes(seed, game, "server"));
  const Bytes32 digest = game_digest(id, ceremony.terms());
  const auto share = [&](Seat seat) {
    return rehearsed_bytes(seed, game, "share " + std::to_string(seat));
  };
  const auto status = [&](Seat seat) {
    return seat < cast.size() ? cast[seat] : ShareStatus::Supplied;
  };
  for (Seat seat = 0; seat < header.seats; ++seat) {
    if (status(seat) == ShareStatus::Supplied) continue;
    ceremony.commit(seat,
                    share_commitment(digest, ceremony.server_commitment(), seat, share(seat)));
  }
  ceremony.close_commitments();
  for (Seat seat = 0; seat < header.seats; ++seat) {
    if (status(seat) == ShareStatus::Given) ceremony.reveal(seat, share(seat));
  }
  return ceremony.finish();
}

std::vector<std::string> fair_random_record(const Header& header, std::uint64_t seed,
                                            std::uint64_t game, const FairRecordOptions& options) {
  const FairDeal deal = rehearsed_deal(header, seed, game, options.cast);
  const Stream choices(mix64(seed + 1) ^ game);
  std::vector<std::string> lines = RandomPlay(header, deal, choices, options).play();
  lines.push_back(record_text(deal));
  return lines;
}

}  // namespace nl
