// Nine Lives as an OpenSpiel game.
#include "open_spiel/games/ninelives/ninelives.h"

#include <algorithm>
#include <numeric>
#include <sstream>
#include <utility>

#include "open_spiel/abseil-cpp/absl/strings/numbers.h"
#include "open_spiel/abseil-cpp/absl/strings/str_cat.h"
#include "open_spiel/abseil-cpp/absl/strings/str_join.h"
#include "open_spiel/abseil-cpp/absl/strings/str_split.h"
#include "open_spiel/games/ninelives/engine/determinize.h"
#include "open_spiel/games/ninelives/engine/encode.h"
#include "open_spiel/games/ninelives/engine/make_view.h"
#include "open_spiel/games/ninelives/engine/observe.h"
#include "open_spiel/games/ninelives/engine/odds.h"

namespace open_spiel {
namespace ninelives {
namespace {

const GameType kGameType{
    /*short_name=*/"ninelives",
    /*long_name=*/"Nine Lives",
    GameType::Dynamics::kSequential,
    GameType::ChanceMode::kExplicitStochastic,
    GameType::Information::kImperfectInformation,
    GameType::Utility::kZeroSum,
    GameType::RewardModel::kTerminal,
    /*max_num_players=*/6,
    /*min_num_players=*/2,
    /*provides_information_state_string=*/true,
    /*provides_information_state_tensor=*/true,
    /*provides_observation_string=*/true,
    /*provides_observation_tensor=*/true,
    /*parameter_specification=*/
    {{"players", GameParameter(2)},
     {"preset", GameParameter(std::string("official"))},
     {"boxes", GameParameter(std::string(""))},
     {"small_game", GameParameter(std::string(""))},
     {"nope_way", GameParameter(std::string("commit"))},
     {"skip_forced", GameParameter(true)},
     {"sampled_chance", GameParameter(false)},
     {"rng_seed", GameParameter(0)}}};

std::shared_ptr<const Game> Factory(const GameParameters& params) {
  return std::shared_ptr<const Game>(new NineLivesGame(params));
}

REGISTER_SPIEL_GAME(kGameType, Factory);

RegisterSingleTensorObserver single_tensor(kGameType.short_name);

constexpr int kObservationSize = sizeof(nl::CountingObservation);
constexpr int kMemorySize = nl::kEventBytes;
constexpr int kOwnMove = 255;  // the first number of a memory that is an own move

// In the order of the engine's kinds.
constexpr std::array<absl::string_view, nl::kCardKinds> kCardNames = {
    "kitten",       "void_kitten", "runaway",   "defuse",    "attack",   "aimed_attack", "skip",
    "skip_all",     "reverse",     "draw_low",  "favor",     "nope",     "shuffle",      "peek",
    "peek_five",    "sort",        "sort_five", "swap_ends", "gather",   "kittens_up",   "mark",
    "blindfold",    "wild_cat",    "cat_a",     "cat_b",     "cat_c",    "cat_d",        "cat_e",
    "self_attack",  "share",       "potluck",   "bury"};

constexpr std::array<absl::string_view, nl::kPhases> kPhaseNames = {
    "turn",  "chain",   "target", "name",  "five",  "window",  "give",     "take",    "order", "times",
    "collect", "keep",  "guess",  "place", "explode", "end_turn", "over",   "potluck", "bury"};

std::string CardName(nl::Card card) {
  if (card == nl::kNoKitten) return "no_kitten";
  if (nl::index(card) >= nl::kCardKinds) return "none";
  return std::string(kCardNames[nl::index(card)]);
}

std::string PhaseName(nl::Phase phase) {
  return std::string(kPhaseNames[static_cast<std::size_t>(phase)]);
}

CardCounts Named(const nl::Counts& counts) {
  CardCounts named;
  for (int kind = 0; kind < nl::kCardKinds; ++kind) {
    const int n = counts[nl::card_at(kind)];
    if (n != 0) named[CardName(nl::card_at(kind))] = n;
  }
  return named;
}

std::vector<int> Seats(nl::SeatMask mask, int seats) {
  std::vector<int> list;
  for (nl::Seat seat = 0; seat < seats; ++seat) {
    if (nl::holds(mask, seat)) list.push_back(seat);
  }
  return list;
}

nl::Card CardOfLetter(char letter) {
  switch (letter) {
    case 'S': return nl::Card::Skip;
    case 'A': return nl::Card::Attack;
    case 'F': return nl::Card::See;
    case 'H': return nl::Card::Shuffle;
    case 'N': return nl::Card::Nope;
    case 'V': return nl::Card::Favor;
    case 'C': return nl::Card::Tacocat;
    default:
      SpielFatalError(absl::StrCat("ninelives: small_game has an unknown card '",
                                   std::string(1, letter), "'; expected letters of SAFHNVC"));
  }
}

// Two players, one kitten, a Defuse each, and a deck of a few named cards.
nl::Rules SmallGameRules(const std::string& name) {
  const std::vector<std::string> parts = absl::StrSplit(name, ':');
  int dealt = 0;
  if (parts.size() != 2 || !absl::SimpleAtoi(parts[1], &dealt) || dealt < 0) {
    SpielFatalError(absl::StrCat("ninelives: small_game is '", name,
                                 "'; expected DECK:DEALT, for example SAF:0"));
  }
  nl::Rules rules = nl::make_rules(nl::kDefaultPreset);
  rules.max_players = 2;
  rules.hand = static_cast<std::uint8_t>(dealt);
  rules.combos = nl::Combos::Cats;
  rules.first = nl::First::Zero;
  rules.extra_defuses = nl::ExtraDefuses::None;
  rules.extra_defuses_dealt = false;
  rules.copies = {};
  rules.copies[nl::Card::Exploding] = 1;
  rules.copies[nl::Card::Defuse] = 2;
  for (char letter : parts[0]) ++rules.copies[CardOfLetter(letter)];
  return rules;
}

nl::Preset PresetOf(const std::string& name) {
  for (int i = 0; i < nl::kPresets; ++i) {
    const auto preset = static_cast<nl::Preset>(i);
    if (nl::preset_row(preset).key == name) return preset;
  }
  SpielFatalError(absl::StrCat("ninelives: preset is '", name,
                               "'; expected official, srs, family or implosion"));
}

nl::Expansions BoxesOf(const std::string& names) {
  nl::Expansions boxes = nl::kBase;
  for (absl::string_view name : absl::StrSplit(names, '+', absl::SkipEmpty())) {
    nl::Expansions bit = 0;
    for (const nl::BoxRow& row : nl::box_rows()) {
      if (row.key == std::string_view(name.data(), name.size())) bit = row.bit;
    }
    if (bit == 0) {
      SpielFatalError(absl::StrCat("ninelives: boxes has '", name,
                                   "'; expected imploding, streaking or stray, joined by '+'"));
    }
    boxes = static_cast<nl::Expansions>(boxes | bit);
  }
  return boxes;
}

nl::NopeWay NopeWayOf(const std::string& name) {
  if (name == "commit") return nl::NopeWay::Commit;
  if (name == "immediate") return nl::NopeWay::Immediate;
  SpielFatalError(
      absl::StrCat("ninelives: nope_way is '", name, "'; expected commit or immediate"));
}

GameType TypeFor(const GameParameters& params) {
  GameType type = kGameType;
  const auto sampled = params.find("sampled_chance");
  if (sampled != params.end() && sampled->second.bool_value()) {
    type.chance_mode = GameType::ChanceMode::kSampledStochastic;
  }
  return type;
}

std::string NumberWord(nl::Phase phase) {
  if (phase == nl::Phase::Order) return "order";
  return phase == nl::Phase::Times ? "times" : "depth";
}

void AddByte(unsigned byte, std::string& text) {
  constexpr absl::string_view kDigits = "0123456789abcdef";
  text += kDigits[byte >> 4 & 15];
  text += kDigits[byte & 15];
}

// Takes outcomes from a list. At its end it notes the first choice that is missing and goes
// on with some outcome: the caller drops that result and comes again with a longer list.
class ChosenOutcomes {
 public:
  explicit ChosenOutcomes(absl::Span<const std::uint8_t> outcomes) : outcomes_(outcomes) {}

  void shuffle(nl::Chance, int, nl::Card* cards, int n) {
    ChanceNode rest;
    for (int i = 0; i < n; ++i) ++rest.weights[nl::index(cards[i])];
    for (int i = n - 1; i >= 0; --i) {
      cards[i] = nl::card_at(Choose(rest));
      --rest.weights[nl::index(cards[i])];
    }
  }
  nl::Card card(nl::Chance, int, const nl::Counts& from, int) {
    ChanceNode node;
    std::copy(from.n.begin(), from.n.end(), node.weights.begin());
    return nl::card_at(Choose(node));
  }
  nl::Seat seat(nl::Chance, int, nl::SeatMask seats) {
    ChanceNode node;
    node.seats = true;
    for (nl::Seat seat = 0; seat < nl::kMaxSeats; ++seat) {
      node.weights[seat] = nl::holds(seats, seat) ? 1 : 0;
    }
    return static_cast<nl::Seat>(Choose(node));
  }

  bool ran_out() const { return ran_out_; }
  const ChanceNode& missing() const { return missing_; }

 private:
  int Choose(const ChanceNode& node) {
    const auto first = std::find_if(node.weights.begin(), node.weights.end(),
                                    [](std::uint16_t weight) { return weight != 0; });
    const int only = static_cast<int>(first - node.weights.begin());
    if (ran_out_ || *first == node.Total()) return only;
    if (used_ < outcomes_.size()) return outcomes_[used_++];
    missing_ = node;
    ran_out_ = true;
    return only;
  }

  absl::Span<const std::uint8_t> outcomes_;
  std::size_t used_ = 0;
  bool ran_out_ = false;
  ChanceNode missing_{};
};

}  // namespace

int ChanceNode::Total() const { return std::accumulate(weights.begin(), weights.end(), 0); }

// ---- State -------------------------------------------------------------------------------------

struct NineLivesState::EventSink {
  static constexpr bool kListens = true;
  std::vector<nl::Event>& events;
  nl::KnowledgeSink& known;

  void operator()(const nl::Event& event) {
    events.push_back(event);
    known(event);
  }
};

NineLivesState::NineLivesState(std::shared_ptr<const Game> game) : State(std::move(game)) {
  pending_.deal = true;
  if (Parent().sampled()) {
    at_chance_ = true;
  } else {
    Take(pending_);
  }
}

const NineLivesGame& NineLivesState::Parent() const {
  return *static_cast<const NineLivesGame*>(game_.get());
}

template <class Random>
void NineLivesState::Play(const Step& step, Position& position, Random& random) {
  EventSink sink{events_, position.known};
  const nl::Rules& rules = Parent().rules();
  if (step.deal) {
    position.known = nl::KnowledgeSink(num_players_);
    position.state = nl::new_game(rules, num_players_, random, sink);
  } else {
    nl::apply_legal(rules, position.state, step.seat, step.action, random, sink);
  }
}

void NineLivesState::Take(Step step) {
  step.events = static_cast<std::uint32_t>(events_.size());
  if (Parent().sampled()) {
    at_chance_ = false;
    nl::SeededSource random(seed_, 0);
    Play(step, position_, random);
    steps_.push_back(step);
    return;
  }
  pending_ = step;
  outcomes_.clear();
  TryChosen();
}

void NineLivesState::TryChosen() {
  Position trial = position_;
  ChosenOutcomes chosen(outcomes_);
  Play(pending_, trial, chosen);
  at_chance_ = chosen.ran_out();
  if (at_chance_) {
    events_.resize(pending_.events);
    node_ = chosen.missing();
    return;
  }
  position_ = trial;
  steps_.push_back(pending_);
}

void NineLivesState::SkipForced() {
  if (!Parent().skip_forced()) return;
  while (!at_chance_ && !position_.state.over()) {
    const nl::Seat seat = nl::next_actor(position_.state);
    const nl::ActionSet legal = nl::legal(Parent().rules(), position_.state, seat);
    if (legal.size() != 1) return;
    Take({.seat = seat, .action = legal.nth(0)});
  }
}

void NineLivesState::DoApplyAction(Action action) {
  if (!at_chance_) {
    Take({.seat = nl::next_actor(position_.state),
          .action = nl::make_action(static_cast<int>(action))});
  } else if (Parent().sampled()) {
    if (seed_ == 0) seed_ = Parent().DrawSeed();
    Take(pending_);
  } else {
    SPIEL_CHECK_GT(node_.weights[action], 0);
    outcomes_.push_back(static_cast<std::uint8_t>(action));
    TryChosen();
  }
  SkipForced();
}

void NineLivesState::DealWithSeed(std::uint64_t seed) {
  SPIEL_CHECK_TRUE(Parent().sampled() && at_chance_);
  seed_ = seed;
  ApplyAction(0);
}

Player NineLivesState::CurrentPlayer() const {
  if (at_chance_) return kChancePlayerId;
  return position_.state.over() ? kTerminalPlayerId : nl::next_actor(position_.state);
}

std::vector<Action> NineLivesState::LegalActions() const {
  if (at_chance_) return LegalChanceOutcomes();
  std::vector<Action> actions;
  if (position_.state.over()) return actions;
  const nl::Seat seat = nl::next_actor(position_.state);
  const nl::ActionSet legal = nl::legal(Parent().rules(), position_.state, seat);
  actions.reserve(legal.size());
  legal.for_each([&](nl::Action action) { actions.push_back(action.id); });
  return actions;
}

ActionsAndProbs NineLivesState::ChanceOutcomes() const {
  SPIEL_CHECK_TRUE(at_chance_);
  if (Parent().sampled()) return {{0, 1.0}};
  ActionsAndProbs outcomes;
  const double total = node_.Total();
  for (std::size_t i = 0; i < node_.weights.size(); ++i) {
    if (node_.weights[i] != 0) outcomes.emplace_back(i, node_.weights[i] / total);
  }
  return outcomes;
}

std::string NineLivesState::ActionToString(Player player, Action action) const {
  if (player == kChancePlayerId) {
    if (Parent().sampled()) return "deal";
    if (node_.seats) return absl::StrCat("player ", action);
    return absl::StrCat("card ", CardName(nl::card_at(static_cast<int>(action))));
  }
  if (action < 0 || action >= num_distinct_actions_) return "invalid";
  constexpr std::array<absl::string_view, nl::kWords> kWords = {
      "draw", "pass", "nope", "blind", "five", "keep", "defuse"};
  const nl::Action move = nl::make_action(static_cast<int>(action));
  switch (move.verb()) {
    case nl::Verb::Target: return absl::StrCat("target ", (player + move.distance()) % num_players_);
    case nl::Verb::Number:
      return absl::StrCat(NumberWord(position_.state.top().phase), " ", move.number());
    case nl::Verb::Play: return absl::StrCat("play ", CardName(move.card()));
    case nl::Verb::Pair: return absl::StrCat("pair ", CardName(move.card()));
    case nl::Verb::Triple: return absl::StrCat("triple ", CardName(move.card()));
    case nl::Verb::Card: return absl::StrCat("card ", CardName(move.card()));
    case nl::Verb::Reserved: return absl::StrCat("reserved ", action);
    default: return std::string(kWords[action]);
  }
}

std::string NineLivesState::ToString() const {
  std::string text = ToStruct()->ToJson();
  if (at_chance_) absl::StrAppend(&text, " chance [", absl::StrJoin(outcomes_, " "), "]");
  // The fields that the struct omits, in the engine's numbers.
  const nl::State& s = position_.state;
  absl::StrAppend(&text, " frames");
  for (int i = 0; i < s.depth; ++i) {
    const nl::Frame& frame = s.frames[i];
    absl::StrAppend(&text, " ", static_cast<int>(frame.phase), "/", frame.seat, "/", frame.a, "/",
                    frame.b);
  }
  absl::StrAppend(&text, " window ", s.play.waiting, "/", s.play.committed, "/", s.play.nopes,
                  " pending ", absl::StrJoin(s.pending, "/"), " curse ", s.cursed, " way ",
                  s.forward, s.attacked, s.faceup);
  return text;
}

std::vector<double> NineLivesState::Returns() const {
  if (!IsTerminal()) return std::vector<double>(num_players_, 0.0);
  std::vector<double> returns(num_players_, Parent().MinUtility());
  returns[nl::winner(position_.state)] = 1;
  return returns;
}

std::unique_ptr<State> NineLivesState::Clone() const {
  return std::unique_ptr<State>(new NineLivesState(*this));
}

// ---- What a player sees --------------------------------------------------------------------------

nl::View NineLivesState::ViewOf(Player player) const {
  const auto seat = static_cast<nl::Seat>(player);
  nl::View view = nl::view(Parent().rules(), position_.state, position_.known.seats[seat], seat);
  if (at_chance_) {
    view.may_act = 0;
    view.legal = {};
  }
  return view;
}

// All that the player was told since the deal, and the player's own moves, in order.
template <class OnEvent, class OnMove>
void NineLivesState::ForEachMemory(Player player, OnEvent on_event, OnMove on_move) const {
  auto step = steps_.begin();
  for (std::size_t i = 0; i <= events_.size(); ++i) {
    for (; step != steps_.end() && step->events == i; ++step) {
      if (!step->deal && step->seat == player) on_move(step->action);
    }
    if (i == events_.size()) break;
    const nl::Event event = nl::redact(events_[i], static_cast<nl::Seat>(player));
    if (event.kind != nl::EventKind::None) on_event(event);
  }
}

std::string NineLivesState::InformationStateString(Player player) const {
  SPIEL_CHECK_GE(player, 0);
  SPIEL_CHECK_LT(player, num_players_);
  std::string text = absl::StrCat("p", player);
  if (!Dealt()) return text;
  absl::StrAppend(&text, " ");
  for (int n : position_.state.hands[player].n) absl::StrAppend(&text, n > 9 ? "+" : "", n % 10);
  ForEachMemory(
      player,
      [&](const nl::Event& e) {
        text += ' ';
        for (unsigned byte : {unsigned{static_cast<std::uint8_t>(e.kind)}, unsigned{e.seat},
                              unsigned{e.other}, unsigned{static_cast<std::uint8_t>(e.card)},
                              unsigned{e.number}}) {
          AddByte(byte, text);
        }
        for (int i = 0; i < e.secrets; ++i) AddByte(e.secret[i], text);
      },
      [&](nl::Action action) {
        text += " a";
        AddByte(action.id, text);
      });
  return text;
}

void NineLivesState::InformationStateTensor(Player player, absl::Span<float> values) const {
  SPIEL_CHECK_GE(player, 0);
  SPIEL_CHECK_LT(player, num_players_);
  SPIEL_CHECK_EQ(values.size(), Parent().InformationStateTensorSize());
  std::fill(values.begin(), values.end(), 0);
  if (!Dealt()) return;
  ObservationTensor(player, values.subspan(0, kObservationSize));
  std::size_t at = kObservationSize;
  const nl::encoding::Standpoint here(static_cast<nl::Seat>(player), num_players_);
  ForEachMemory(
      player,
      [&](const nl::Event& event) {
        SPIEL_CHECK_LE(at + kMemorySize, values.size());
        std::uint64_t word = nl::event_word(here, nl::EventForSeat(event, true));
        for (int i = 0; i < kMemorySize; ++i, word >>= 8) values[at++] = word & 255;
      },
      [&](nl::Action action) {
        SPIEL_CHECK_LE(at + kMemorySize, values.size());
        values[at] = kOwnMove;
        values[at + 1] = action.id;
        at += kMemorySize;
      });
}

std::string NineLivesState::ObservationString(Player player) const {
  return ToObservationStruct(player)->ToJson();
}

void NineLivesState::ObservationTensor(Player player, absl::Span<float> values) const {
  SPIEL_CHECK_GE(player, 0);
  SPIEL_CHECK_LT(player, num_players_);
  SPIEL_CHECK_EQ(values.size(), kObservationSize);
  std::fill(values.begin(), values.end(), 0);
  if (!Dealt()) return;
  nl::CountingObservation observation;
  const nl::Rules& rules = Parent().rules();
  const auto seat = static_cast<nl::Seat>(player);
  if (at_chance_) {
    nl::encode(rules, ViewOf(player), observation);
  } else {
    nl::observe(rules, nl::cards_in_game(rules, num_players_), position_.state,
                position_.known.seats[seat], seat, observation);
  }
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&observation);
  std::copy(bytes, bytes + kObservationSize, values.begin());
}

// ---- Other worlds ----------------------------------------------------------------------------------

// The player keeps what it knows. The others' knowledge is folded again from the events as the
// player has them: a secret that the player shares stays, all others are forgotten.
void NineLivesState::ForgetSecretsOf(const nl::View& view, nl::State world) {
  position_.state = world;
  position_.known = nl::KnowledgeSink(num_players_);
  for (nl::Event& event : events_) {
    if (!nl::holds(event.knows, view.viewer)) event = nl::redact(event, view.viewer);
    position_.known(event);
  }
  position_.known.set(view.viewer, view.known);
  steps_.erase(std::remove_if(steps_.begin(), steps_.end(),
                              [&](const Step& s) { return s.deal || s.seat != view.viewer; }),
               steps_.end());
}

// The turn shows who has answered; in the commit way it doesn't show how they answered.
void NineLivesState::AnswerWindowAgain(const nl::State& truth, nl::Seat viewer,
                                       const std::function<double()>& rng) {
  nl::Play& play = position_.state.play;
  play.waiting = truth.play.waiting;
  if (Parent().rules().nope_way != nl::NopeWay::Commit) return;
  for (nl::Seat seat = 0; seat < num_players_; ++seat) {
    const bool answered = nl::holds(truth.alive, seat) && seat != play.last && seat != viewer &&
                          !nl::holds(play.waiting, seat);
    if (!answered || position_.state.hands[seat][nl::Card::Nope] == 0) continue;
    if (rng() < 0.5) play.committed |= nl::seat_bit(seat);
  }
}

std::unique_ptr<State> NineLivesState::ResampleFromInfostate(int player_id,
                                                             std::function<double()> rng) const {
  SPIEL_CHECK_GE(player_id, 0);
  SPIEL_CHECK_LT(player_id, num_players_);
  SPIEL_CHECK_FALSE(at_chance_);
  auto other = std::make_unique<NineLivesState>(*this);
  other->resampled_ = true;
  if (IsTerminal()) return other;
  const auto seed = static_cast<std::uint64_t>(rng() * 9007199254740992.0);  // 2^53
  nl::Stream words(nl::mix64(seed));
  const nl::View view = ViewOf(player_id);
  other->seed_ = nl::mix64(seed + 1) | 1;
  other->ForgetSecretsOf(view, nl::determinize(Parent().rules(), view, words));
  if (position_.state.top().phase == nl::Phase::Window) {
    other->AnswerWindowAgain(position_.state, view.viewer, rng);
  }
  return other;
}

// ---- Structs -----------------------------------------------------------------------------------------

std::unique_ptr<StateStruct> NineLivesState::ToStruct() const {
  auto out = std::make_unique<NineLivesStateStruct>();
  const nl::State& s = position_.state;
  out->current_player = CurrentPlayer();
  if (!Dealt()) {
    out->phase = "deal";
    return out;
  }
  out->phase = PhaseName(s.top().phase);
  out->turn = s.turn;
  out->turns_owed = s.owed;
  out->alive = Seats(s.alive, num_players_);
  for (int seat = 0; seat < num_players_; ++seat) out->hands.push_back(Named(s.hands[seat]));
  for (int i = 0; i < s.pile_size; ++i) out->pile.push_back(CardName(s.from_top(i)));
  out->discard = Named(s.discard);
  return out;
}

std::unique_ptr<ObservationStruct> NineLivesState::ToObservationStruct(Player player) const {
  SPIEL_CHECK_GE(player, 0);
  SPIEL_CHECK_LT(player, num_players_);
  auto out = std::make_unique<NineLivesObservationStruct>();
  out->observing_player = player;
  out->current_player = CurrentPlayer();
  if (!Dealt()) {
    out->phase = "deal";
    return out;
  }
  const nl::View view = ViewOf(player);
  out->phase = PhaseName(view.phase());
  out->phase_player = view.over() ? kTerminalPlayerId : view.top().seat;
  out->turn = view.turn;
  out->turns_owed = view.owed;
  out->alive = Seats(view.alive, num_players_);
  out->hand = Named(view.hand);
  for (nl::Seat seat = 0; seat < num_players_; ++seat) {
    out->hand_sizes.push_back(view.hand_size[seat]);
    out->known_hands.push_back(seat == player ? CardCounts{} : Named(nl::known_hand(view, seat)));
  }
  out->pile_size = view.pile_size;
  for (int i = 0; i < view.known.facts(); ++i) {
    const nl::PileFact fact = view.known.fact(i);
    out->known_pile.emplace_back();
    out->known_pile.back().card = CardName(fact.card);
    out->known_pile.back().low = fact.low;
    out->known_pile.back().high = fact.high;
  }
  out->discard = Named(view.discard);
  const nl::Odds odds =
      nl::kitten_odds(Parent().rules(), view, nl::unseen(Parent().rules(), view), 0);
  out->kitten_on_top = view.pile_size == 0 ? 0 : static_cast<double>(odds.kittens) / odds.cards;
  return out;
}

std::unique_ptr<ActionStruct> NineLivesState::ActionToStruct(Player player, Action action) const {
  auto out = std::make_unique<NineLivesActionStruct>();
  out->move = ActionToString(player, action);
  return out;
}

std::vector<Action> NineLivesState::StructToActions(const ActionStruct& action_struct) const {
  const auto* wanted = SafeActionCast<NineLivesActionStruct>(action_struct);
  for (Action action : LegalActions()) {
    if (ActionToString(CurrentPlayer(), action) == wanted->move) return {action};
  }
  return {kInvalidAction};
}

// ---- Serialization -------------------------------------------------------------------------------------

std::string NineLivesState::Serialize() const {
  if (resampled_) SpielFatalError("ninelives: a resampled state has no history to serialize");
  if (!Parent().sampled()) return State::Serialize();
  if (!Dealt()) return "";
  std::vector<Action> actions = History();
  actions.erase(actions.begin());  // the deal
  return absl::StrCat(seed_, ":", absl::StrJoin(actions, ","));
}

std::unique_ptr<State> NineLivesGame::DeserializeState(const std::string& str) const {
  if (!sampled_) return Game::DeserializeState(str);
  std::unique_ptr<State> state = NewInitialState();
  if (str.empty()) return state;
  const std::vector<std::string> parts = absl::StrSplit(str, ':');
  std::uint64_t seed = 0;
  SPIEL_CHECK_EQ(parts.size(), 2);
  SPIEL_CHECK_TRUE(absl::SimpleAtoi(parts[0], &seed));
  static_cast<NineLivesState*>(state.get())->DealWithSeed(seed);
  for (absl::string_view word : absl::StrSplit(parts[1], ',', absl::SkipWhitespace())) {
    Action action = kInvalidAction;
    SPIEL_CHECK_TRUE(absl::SimpleAtoi(word, &action));
    state->ApplyAction(action);
  }
  return state;
}

// ---- Game ------------------------------------------------------------------------------------------------

NineLivesGame::NineLivesGame(const GameParameters& params)
    : Game(TypeFor(params), params),
      players_(ParameterValue<int>("players")),
      skip_forced_(ParameterValue<bool>("skip_forced")),
      sampled_(ParameterValue<bool>("sampled_chance")),
      rng_(ParameterValue<int>("rng_seed")) {
  const std::string small_game = ParameterValue<std::string>("small_game");
  const nl::Preset preset = PresetOf(ParameterValue<std::string>("preset"));
  const nl::Expansions boxes = BoxesOf(ParameterValue<std::string>("boxes"));
  rules_ = small_game.empty() ? nl::make_rules(preset, boxes) : SmallGameRules(small_game);
  rules_.nope_way = NopeWayOf(ParameterValue<std::string>("nope_way"));
  const nl::RulesFault fault = nl::check_rules(rules_, players_);
  if (fault != nl::RulesFault::None) {
    SpielFatalError(absl::StrCat("ninelives: no game with these parameters (fault ",
                                 static_cast<int>(fault), "): ", ToString()));
  }
}

std::unique_ptr<State> NineLivesGame::NewInitialState() const {
  return std::unique_ptr<State>(new NineLivesState(shared_from_this()));
}

std::vector<int> NineLivesGame::ObservationTensorShape() const { return {kObservationSize}; }

std::vector<int> NineLivesGame::InformationStateTensorShape() const {
  return {kObservationSize + kMemorySize * MaxMemories()};
}

// A bound. Each card is drawn and played a few times at most, since no card comes back from the
// discard pile but for five titles, and each play asks its player and then every other seat.
int NineLivesGame::MaxGameLength() const {
  return rules_.copies.total() * (8 + 2 * players_);
}

// A shuffle has a node for each card but the last.
int NineLivesGame::MaxChanceNodesInHistory() const {
  if (sampled_) return 1;
  const int cards = rules_.copies.total();
  return cards * (cards + 2);
}

std::uint64_t NineLivesGame::DrawSeed() const {
  const std::uint64_t high = rng_();
  return (high << 32 | rng_()) | 1;  // 0 stands for no seed yet
}

std::string NineLivesGame::GetRNGState() const {
  std::ostringstream out;
  out << rng_;
  return out.str();
}

void NineLivesGame::SetRNGState(const std::string& rng_state) const {
  if (rng_state.empty()) return;
  std::istringstream in(rng_state);
  in >> rng_;
}

}  // namespace ninelives
}  // namespace open_spiel
