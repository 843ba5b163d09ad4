// Verifier of fair records: derives every outcome from the seeds again.
#include "fair/fair_check.h"

#include <algorithm>

#include "fair/fair_line.h"
#include "fair/fair_source.h"
#include "game/open_cards.h"

namespace nl {
namespace {

constexpr std::string_view kNoFairLine = "there is no \"fair\" line: this game can't be verified";

bool same(const Outcome& a, const Outcome& b) {
  return a.what == b.what && a.pile == b.pile && a.card == b.card && a.seat == b.seat;
}

std::string deal_difference(const Deal& ours, const Deal& theirs) {
  if (theirs.first != ours.first) {
    return "by the seeds seat " + std::to_string(ours.first) + " begins";
  }
  for (std::size_t seat = 0; seat < ours.hands.size(); ++seat) {
    if (theirs.hands.at(seat) != ours.hands[seat]) {
      return "by the seeds the hand of seat " + std::to_string(seat) + " is " +
             cards_json(ours.hands[seat]).dump();
    }
  }
  if (theirs.pile != ours.pile) return "the pile is not the one that follows from the seeds";
  if (theirs.removed != ours.removed) return "other cards were removed by the seeds";
  return {};
}

// Plays a game twice, line by line: once with the recorded outcomes, and once with the outcomes
// derived from the seeds. The first difference ends it.
class FairReplay {
 public:
  explicit FairReplay(const FairDeal& deal) : random_(deal) {}

  std::optional<Difference> feed(int line, const RecordLine& content) {
    if (closed_) return closed(line, content);
    if (const auto* outcome = std::get_if<Outcome>(&content)) return check(line, *outcome);
    if (next_ < expected_.size() && !std::holds_alternative<OtherLine>(content)) {
      return Difference{
          line, "a chance line is missing before this one: " + record_text(expected_[next_])};
    }
    if (auto difference = replay_.feed(line, content)) return difference;
    if (const auto* deal = std::get_if<Deal>(&content)) return check(line, *deal);
    if (const auto* step = std::get_if<Step>(&content)) play(*step);
    closed_ = std::holds_alternative<End>(content);
    return std::nullopt;
  }

  std::optional<Difference> finish(int line) {
    if (!replay_.dealt()) return Difference{line, "there is no deal"};
    if (next_ < expected_.size()) return Difference{line, "a chance line is missing at the end"};
    if (auto difference = replay_.finish()) return difference;
    if (game_->over() && !closed_) return Difference{line, "the game is over, but has no end line"};
    return std::nullopt;
  }

  bool ended() const { return closed_; }

 private:
  static std::optional<Difference> closed(int line, const RecordLine& content) {
    if (std::holds_alternative<OtherLine>(content)) return std::nullopt;
    return Difference{line, "the game has ended already"};
  }

  std::optional<Difference> check(int line, const Deal& deal) {
    const Header& header = replay_.header();
    game_.emplace(header, random_);
    const Deal ours = deal_of(header.rules, OpenCards::state(*game_));
    const std::string reason = deal_difference(ours, deal);
    if (reason.empty()) return std::nullopt;
    return Difference{line, reason};
  }

  std::optional<Difference> check(int line, const Outcome& outcome) {
    if (is_lone_nope(outcome)) return std::nullopt;
    if (next_ == expected_.size()) return Difference{line, "no chance line belongs here"};
    const Outcome& expected = expected_[next_++];
    if (!same(outcome, expected)) {
      return Difference{line, "by the seeds this is " + record_text(expected)};
    }
    return replay_.feed(line, outcome);
  }

  // A single Nope needs no draw; a line for it is allowed.
  bool is_lone_nope(const Outcome& outcome) {
    if (outcome.what != Chance::Nope || next_ != 0 || noped_ == kNoSeat) return false;
    const auto drawn = [](const Outcome& expected) { return expected.what == Chance::Nope; };
    if (std::any_of(expected_.begin(), expected_.end(), drawn)) return false;
    return outcome.seat == std::exchange(noped_, kNoSeat);
  }

  // The replay has verified the step in the same state.
  void play(const Step& step) {
    const std::size_t before = game_->events(kWatcher).size();
    const Verdict verdict = step.text == kForfeit ? game_->judge_forfeit(step.seat)
                                                  : game_->judge(step.seat, step.text);
    game_->take(std::get<Accepted>(verdict));
    expected_ = game_->outcomes();
    next_ = 0;
    noped_ = kNoSeat;
    if (game_->rules().nope_way != NopeWay::Commit) return;
    for (const Event& event : game_->events(kWatcher).subspan(before)) {
      if (event.kind == EventKind::Noped) noped_ = event.seat;
    }
  }

  FairSource random_;
  Replay replay_;
  std::optional<Game<FairSource>> game_;
  Seat noped_ = kNoSeat;  // owner of the last counted Nope
  std::vector<Outcome> expected_;
  std::size_t next_ = 0;
  bool closed_ = false;
};

// A game's lines as JSON, and the position of its fair line.
struct ParsedGame {
  Header header{};
  std::string terms{};
  int fair_line = 0;
  Json fair{};
};

bool begins_game(std::string_view line) {
  try {
    const Json json = parse_object(line);
    return JsonReader(json).has("record");
  } catch (const JsonError&) {
    return false;
  }
}

std::optional<Difference> parse_game(const std::vector<NumberedLine>& game, ParsedGame& parsed) {
  int number = game.front().number;
  try {
    for (const NumberedLine& line : game) {
      number = line.number;
      const Json json = parse_object(line.text);
      if (&line == &game.front()) {
        if (!JsonReader(json).has("record")) throw RecordError("a game begins with its header");
        parsed.header = std::get<Header>(parse_record_line(line.text));
        parsed.terms = terms_of(json);
      }
      const JsonReader fair = JsonReader(json)["fair"];
      if (!fair.exists()) continue;
      if (parsed.fair_line != 0) throw RecordError("this is a second \"fair\" line");
      parsed.fair_line = number;
      parsed.fair = fair.value();
    }
  } catch (const JsonError& error) {
    return Difference{number, error.what()};
  } catch (const RecordError& error) {
    return Difference{number, error.what()};
  }
  if (parsed.fair_line == 0) return Difference{number, std::string(kNoFairLine)};
  return std::nullopt;
}

void check_written_down(const FairDeal& deal, const PlayerNotes& written) {
  if (written.server_commitment && *written.server_commitment != deal.server_commitment()) {
    throw FairError("this is not the commitment that the server published");
  }
  for (const auto& [seat, share] : written.shares) {
    if (seat >= deal.shares().size()) throw FairError("there is no such seat in this game");
    const SeatShare& used = deal.shares()[seat];
    if (used.status != ShareStatus::Given || used.share != share) {
      throw FairError("the share that you gave for seat " + std::to_string(seat) + " was not used");
    }
  }
}

std::optional<Difference> play_lines(const std::vector<NumberedLine>& game, FairReplay& replay) {
  int number = 0;
  try {
    for (const NumberedLine& line : game) {
      number = line.number;
      if (auto difference = replay.feed(number, parse_record_line(line.text))) return difference;
    }
  } catch (const RecordError& error) {
    return Difference{number, error.what()};
  }
  return replay.finish(number);
}

}  // namespace

FairVerdict check_fair(const std::vector<NumberedLine>& game, const PlayerNotes& written) {
  FairVerdict verdict;
  ParsedGame parsed;
  verdict.difference = parse_game(game, parsed);
  if (verdict.difference) return verdict;
  try {
    const FairDeal deal = read_fair(parsed.fair, parsed.terms, parsed.header.seats);
    check_written_down(deal, written);
    for (const SeatShare& share : deal.shares()) ++verdict.shares[static_cast<int>(share.status)];
    FairReplay replay(deal);
    verdict.difference = play_lines(game, replay);
    verdict.ended = replay.ended();
  } catch (const FairError& error) {
    verdict.difference = Difference{parsed.fair_line, error.what()};
  }
  return verdict;
}

int check_fair_games(std::istream& in, const PlayerNotes& written,
                     const std::function<void(const FairVerdict&)>& judged) {
  std::vector<NumberedLine> game;
  int number = 0;
  for (std::string text; std::getline(in, text);) {
    ++number;
    if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
    if (begins_game(text) && !game.empty()) judged(check_fair(std::exchange(game, {}), written));
    game.push_back({number, text});
  }
  if (!game.empty()) judged(check_fair(game, written));
  return number;
}

}  // namespace nl
