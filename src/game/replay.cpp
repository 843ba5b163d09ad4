// Replay of a record: checks deal, steps and outcomes.
#include "game/replay.h"

#include <algorithm>

#include "game/open_cards.h"
#include "game/position_fault.h"
#include "text/notation.h"

namespace nl {
namespace {

Counts counted(const Card* cards, int n) {
  Counts counts;
  for (int i = 0; i < n; ++i) ++counts[cards[i]];
  return counts;
}

// Lists whose order is irrelevant are compared as sets.
Json sorted(Json list) {
  std::sort(list.begin(), list.end());
  return list;
}

Json normalized(Json state) {
  for (const char* key : {"discard", "actors", "alive", "cursed"}) {
    if (state.contains(key) && state[key].is_array()) state[key] = sorted(state[key]);
  }
  for (const char* key : {"hands", "marked"}) {
    if (!state.contains(key) || !state[key].is_array()) continue;
    for (Json& list : state[key]) {
      if (list.is_array()) list = sorted(list);
    }
  }
  return state;
}

std::string deal_fault(const Header& header, const Deal& deal) {
  const Rules& rules = header.rules;
  if (static_cast<int>(deal.hands.size()) != header.seats)
    return "there must be a hand for each seat";
  if (deal.first >= header.seats) return "\"first\" is no seat of this game";
  if (rules.first == First::Zero && deal.first != 0) return "seat 0 begins by these rules";
  Counts all = deal.removed;
  for (const Card card : deal.pile) ++all[card];
  for (const Counts& hand : deal.hands) {
    if (hand.total() != rules.hand + 1) return "a hand has the wrong number of cards";
    if (hand[Card::Defuse] == 0) return "a hand has no Defuse";
    if (hand[Card::Exploding] != 0 || hand[Card::Imploding] != 0) return "a hand has a kitten";
    if (hand[Card::Defuse] > 1 && !rules.extra_defuses_dealt) return "a hand has two Defuses";
    for (std::size_t k = 0; k < kCardKinds; ++k)
      all.n[k] = static_cast<std::uint8_t>(all.n[k] + hand.n[k]);
  }
  if (all != rules.copies) return "the cards dealt and removed are not those of the box";
  const Counts pile = counted(deal.pile.data(), static_cast<int>(deal.pile.size()));
  const KittenCount kittens = kittens_in(rules, header.seats);
  if (pile[Card::Exploding] != kittens.exploding || pile[Card::Imploding] != kittens.imploding) {
    return "the pile has the wrong number of kittens";
  }
  if (rules.faster) return {};
  const int defuses =
      rules.copies[Card::Defuse] - header.seats - extra_defuses_in(rules, header.seats);
  if (deal.removed[Card::Defuse] != defuses) return "the wrong number of Defuses was removed";
  return {};
}

}  // namespace

// ---- outcomes ---------------------------------------------------------------------------------

void NotedOutcomes::wrong(std::string why) {
  if (fault_.empty()) fault_ = std::move(why);
}

const Outcome* NotedOutcomes::next(Chance what) {
  if (!fault_.empty()) return nullptr;
  if (used_ == outcomes_.size()) {
    wrong("a chance line is missing");
    return nullptr;
  }
  const Outcome& outcome = outcomes_[used_++];
  if (outcome.what == what) return &outcome;
  wrong("this is not the chance that comes here");
  return nullptr;
}

// The record lists the whole pile from the top; the shuffled part is the lower one.
void NotedOutcomes::shuffle(Chance what, int, Card* cards, int n) {
  const Outcome* outcome = next(what);
  if (!outcome) return;
  if (outcome->pile.size() < s_.pile_size) return wrong("the shuffled pile has too few cards");
  if (outcome->pile.size() > s_.pile_size) return wrong("the shuffled pile has too many cards");
  const std::vector<Card> shuffled(outcome->pile.rbegin(), outcome->pile.rbegin() + n);
  const bool rest_stays = std::equal(outcome->pile.rbegin() + n, outcome->pile.rend(), cards + n);
  if (!rest_stays || counted(shuffled.data(), n) != counted(cards, n)) {
    return wrong("the shuffled pile does not have the cards of the pile");
  }
  std::copy(shuffled.begin(), shuffled.end(), cards);
}

Card NotedOutcomes::card(Chance what, int, const Counts& from, int) {
  const Outcome* outcome = next(what);
  if (outcome && from[outcome->card] != 0) return outcome->card;
  if (outcome) wrong("there is no " + std::string(card_name(outcome->card)) + " to be drawn here");
  return nth_card(from, 0);
}

Seat NotedOutcomes::seat(Chance what, int, SeatMask seats) {
  const Outcome* outcome = next(what);
  if (outcome && holds(seats, outcome->seat)) return outcome->seat;
  if (outcome) wrong("seat " + std::to_string(outcome->seat) + " played no Nope");
  return first_seat(seats);
}

std::string NotedOutcomes::fault(Seat lone_nope) const {
  if (!fault_.empty() || used_ == outcomes_.size()) return fault_;
  const Outcome& left = outcomes_[used_];
  const bool lone = left.what == Chance::Nope && left.seat == lone_nope;
  return lone && used_ + 1 == outcomes_.size() ? "" : "no chance line belongs here";
}

// ---- lines ------------------------------------------------------------------------------------

std::optional<Difference> Replay::feed(int line, const RecordLine& content) {
  if (const auto* other = std::get_if<OtherLine>(&content)) {
    others_.push_back(*other);
    return std::nullopt;
  }
  if (const auto* chance = std::get_if<Outcome>(&content)) return outcome(line, *chance);
  if (const auto fault = play_waiting_step()) return fault;
  if (const auto* header = std::get_if<Header>(&content)) return begin(line, *header);
  if (!begun_) return Difference{line, "a game begins with its header"};
  if (const auto* dealt = std::get_if<Deal>(&content)) return deal(line, *dealt);
  if (const auto* position = std::get_if<StartPosition>(&content)) return begin_at(line, *position);
  if (!dealt()) return Difference{line, "the deal must come first"};
  if (const auto* action = std::get_if<Step>(&content)) return step(line, *action);
  if (const auto* full = std::get_if<StateLine>(&content)) return check_state(line, full->state);
  return end(line, std::get<End>(content));
}

std::optional<Difference> Replay::finish() { return play_waiting_step(); }

std::optional<Difference> Replay::begin(int line, const Header& header) {
  if (begun_) return Difference{line, "one game at a time: this is a second header"};
  header_ = header;
  begun_ = true;
  return std::nullopt;
}

EventListener Replay::listener() const {
  return [this](const Event& event) {
    if (tell_) tell_(event, *this);
  };
}

const State& Replay::state() const { return OpenCards::state(*game_); }

std::optional<Difference> Replay::deal(int line, const Deal& deal) {
  if (dealt()) return Difference{line, "the cards are dealt already"};
  const std::string fault = deal_fault(header_, deal);
  if (!fault.empty()) return Difference{line, fault};
  game_.emplace(header_, deal, listener());
  return std::nullopt;
}

std::optional<Difference> Replay::begin_at(int line, const StartPosition& position) {
  if (dealt()) return Difference{line, "the cards are dealt already"};
  const std::string fault = position_fault(header_, position);
  if (!fault.empty()) return Difference{line, fault};
  game_.emplace(header_, position, listener());
  return std::nullopt;
}

// The checker's wording for a step that the game has refused.
std::string Replay::why_not(const Step& step) const {
  if (game_->over()) return "the game is over";
  if (step.seat >= game_->seats()) return "there is no such seat in this game";
  if (step.text == kForfeit) return "the dead can't forfeit";
  if (!holds(game_->acting_seats(), step.seat)) return "this seat is not asked now";
  const bool understood = parse_action(state(), step.seat, step.text).has_value();
  return '"' + step.text + (understood ? "\" is not legal" : "\" answers no question here");
}

std::optional<Difference> Replay::step(int line, const Step& step) {
  const bool leaves = step.text == kForfeit;
  const Verdict verdict =
      leaves ? game_->judge_forfeit(step.seat) : game_->judge(step.seat, step.text);
  const auto* accepted = std::get_if<Accepted>(&verdict);
  if (accepted == nullptr) return Difference{line, why_not(step)};
  if (!leaves && step.legal && *step.legal != legal_texts(header_.rules, state(), step.seat)) {
    return Difference{line, "the list of legal actions is another"};
  }
  waiting_ = *accepted;
  waiting_line_ = line;
  return std::nullopt;
}

std::optional<Difference> Replay::outcome(int line, const Outcome& outcome) {
  if (!waiting_) return Difference{line, "a chance line must follow an action"};
  outcomes_.push_back(outcome);
  outcome_lines_.push_back(line);
  return std::nullopt;
}

std::optional<Difference> Replay::play_waiting_step() {
  if (!waiting_) return std::nullopt;
  const Accepted accepted = *std::exchange(waiting_, std::nullopt);
  const std::vector<int> lines = std::exchange(outcome_lines_, {});
  NotedOutcomes noted(std::exchange(outcomes_, {}), state());
  ChanceFrom chance(noted);
  game_->take(accepted, chance, listener());
  const std::string fault = noted.fault(state().play.last);
  if (fault.empty()) return std::nullopt;
  const auto at = std::min(noted.at_fault(), lines.size());
  return Difference{at == 0 ? waiting_line_ : lines[at - 1], fault};
}

std::optional<Difference> Replay::check_state(int line, const Json& state) {
  if (stated_ == game_->steps()) return Difference{line, "a second state without an action"};
  stated_ = game_->steps();
  const Json ours = normalized(state_json(this->state()));
  const Json theirs = normalized(state);
  for (const auto& [key, value] : ours.items()) {
    if (!theirs.contains(key)) return Difference{line, "the state lacks \"" + key + '"'};
    if (theirs[key] != value) {
      return Difference{line,
                        '"' + key + "\" should be " + value.dump() + ", not " + theirs[key].dump()};
    }
  }
  return std::nullopt;
}

std::optional<Difference> Replay::end(int line, const End& end) {
  if (ended_) return Difference{line, "the game has ended already"};
  ended_ = true;
  if (!game_->over()) return Difference{line, "the game is not over"};
  if (end.winner != game_->winner()) {
    return Difference{line, "the winner is " + std::to_string(game_->winner())};
  }
  if (end.died != game_->died())
    return Difference{line, "the dead are " + Json(game_->died()).dump()};
  return std::nullopt;
}

// ---- whole files ------------------------------------------------------------------------------

ReplayTotals replay_all(std::istream& in, const Replay::Tell& tell,
                        const std::function<void(const Difference&)>& differs) {
  ReplayTotals totals;
  std::optional<Replay> replay;
  bool differed = false;
  const auto report = [&](const std::optional<Difference>& difference) {
    if (!difference || differed) return;
    differed = true;
    differs(*difference);
  };
  std::string text;
  while (std::getline(in, text)) {
    ++totals.lines;
    if (text.empty()) continue;
    RecordLine content;
    try {
      content = parse_record_line(text);
    } catch (const RecordError& error) {
      throw RecordError(std::to_string(totals.lines) + ": " + error.what());
    }
    if (std::holds_alternative<Header>(content)) {
      if (replay) report(replay->finish());
      replay.emplace(tell);
      differed = false;
      ++totals.games;
    }
    if (!replay) replay.emplace(tell);
    if (!differed) report(replay->feed(totals.lines, content));
  }
  if (replay && !differed) report(replay->finish());
  return totals;
}

}  // namespace nl
