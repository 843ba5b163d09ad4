// Nine Lives, a card game with hidden hands, a shuffled pile and cards that cancel other cards.
//
// A player who draws a kitten and has no Defuse is out; the last player wins. The rules are those
// of the engine in the folder `engine`; this file makes an OpenSpiel game of them.
//
// Parameters:
//   "players"         int    2 to 6                                                  (default 2)
//   "preset"          string official, srs, family, implosion                 (default official)
//   "boxes"           string any of imploding, streaking, stray, joined by '+'       (default "")
//   "small_game"      string DECK:DEALT, for two players, with a deck that is small enough for its
//                            tree to be listed: S skip, A attack, F peek, H shuffle, N nope,
//                            V favor, C cat; SAF:0 has 489 information sets          (default "")
//   "nope_way"        string commit (all answer unseen) or immediate            (default commit)
//   "skip_forced"     bool   a decision with one legal action is taken at once    (default true)
//   "sampled_chance"  bool   one chance node draws a seed from which all randomness follows,
//                            instead of nodes that list all outcomes             (default false)
//   "rng_seed"        int    of the game's generator, for sampled chance             (default 0)
//
// A shuffle is a series of chance nodes, one for each card from the top. In a window for Nopes the
// seats answer in turn order; in the commit way nobody sees the answers of others before all have
// answered. A winner gets 1, each loser -1 / (players - 1).

#ifndef OPEN_SPIEL_GAMES_NINELIVES_NINELIVES_H_
#define OPEN_SPIEL_GAMES_NINELIVES_NINELIVES_H_

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "open_spiel/abseil-cpp/absl/types/optional.h"
#include "open_spiel/abseil-cpp/absl/types/span.h"
#include "open_spiel/games/ninelives/engine/game.h"
#include "open_spiel/games/ninelives/engine/knowledge_sink.h"
#include "open_spiel/games/ninelives/engine/view.h"
#include "open_spiel/json/include/nlohmann/json.hpp"
#include "open_spiel/spiel.h"
#include "open_spiel/spiel_utils.h"

namespace open_spiel {
namespace ninelives {

using CardCounts = std::map<std::string, int>;

struct NineLivesStateContents {
  int current_player = kInvalidPlayer;
  std::string phase;
  int turn = 0;
  int turns_owed = 0;
  std::vector<int> alive;
  std::vector<CardCounts> hands;
  std::vector<std::string> pile;  // the top first
  CardCounts discard;
  NLOHMANN_DEFINE_TYPE_INTRUSIVE(NineLivesStateContents, current_player, phase, turn, turns_owed,
                                 alive, hands, pile, discard);
};
SPIEL_DEFINE_STRUCT(NineLivesStateStruct, StateStruct, NineLivesStateContents);

struct KnownPlace {
  std::string card;  // "no_kitten": any card but a kitten
  int low = 0;       // places from the top, both inclusive
  int high = 0;
  NLOHMANN_DEFINE_TYPE_INTRUSIVE(KnownPlace, card, low, high);
};

struct NineLivesObservationContents {
  int observing_player = kInvalidPlayer;
  int current_player = kInvalidPlayer;
  std::string phase;
  int phase_player = kInvalidPlayer;
  int turn = 0;
  int turns_owed = 0;
  std::vector<int> alive;
  CardCounts hand;
  std::vector<int> hand_sizes;
  std::vector<CardCounts> known_hands;  // cards of other hands that the player knows of
  int pile_size = 0;
  std::vector<KnownPlace> known_pile;
  CardCounts discard;
  double kitten_on_top = 0;  // probability that the top card is a kitten
  NLOHMANN_DEFINE_TYPE_INTRUSIVE(NineLivesObservationContents, observing_player, current_player,
                                 phase, phase_player, turn, turns_owed, alive, hand, hand_sizes,
                                 known_hands, pile_size, known_pile, discard, kitten_on_top);
};
SPIEL_DEFINE_STRUCT(NineLivesObservationStruct, ObservationStruct, NineLivesObservationContents);

struct NineLivesActionStruct : public ActionStruct {
  std::string move;  // as ActionToString() writes it
  SPIEL_STRUCT_BOILERPLATE(NineLivesActionStruct, move);
};

struct NineLivesGameParams : public GameParametersStruct {
  int players = 2;
  std::string preset = "official";
  std::string boxes;
  std::string small_game;
  std::string nope_way = "commit";
  bool skip_forced = true;
  bool sampled_chance = false;
  int rng_seed = 0;

  NineLivesGameParams() { game_name = "ninelives"; }
  explicit NineLivesGameParams(const std::string& json_str) : NineLivesGameParams() {
    nlohmann::json::parse(json_str).get_to(*this);
  }
  nlohmann::json to_json_base() const override { return *this; }
  NLOHMANN_DEFINE_TYPE_INTRUSIVE_WITH_DEFAULT(NineLivesGameParams, game_name, players, preset,
                                              boxes, small_game, nope_way, skip_forced,
                                              sampled_chance, rng_seed);
};

// Frequencies of the outcomes: cards by kind, or seats.
struct ChanceNode {
  std::array<std::uint16_t, nl::kCardPlaces> weights{};
  bool seats = false;

  int Total() const;
};

class NineLivesGame;

class NineLivesState : public State {
 public:
  explicit NineLivesState(std::shared_ptr<const Game> game);
  NineLivesState(const NineLivesState&) = default;

  Player CurrentPlayer() const override;
  std::string ActionToString(Player player, Action action) const override;
  std::string ToString() const override;
  bool IsTerminal() const override { return !at_chance_ && position_.state.over(); }
  std::vector<double> Returns() const override;
  std::string InformationStateString(Player player) const override;
  void InformationStateTensor(Player player, absl::Span<float> values) const override;
  std::string ObservationString(Player player) const override;
  void ObservationTensor(Player player, absl::Span<float> values) const override;
  std::unique_ptr<State> Clone() const override;
  std::vector<Action> LegalActions() const override;
  ActionsAndProbs ChanceOutcomes() const override;
  std::string Serialize() const override;
  // A state that the player can't tell from this one, each equally likely as a deal of individual
  // cards. Seats that may have laid down a Nope unseen have done so with probability 1/2. Its
  // History() stays that of this state, so it can't be serialized.
  std::unique_ptr<State> ResampleFromInfostate(int player_id,
                                               std::function<double()> rng) const override;
  std::unique_ptr<StateStruct> ToStruct() const override;
  std::unique_ptr<ObservationStruct> ToObservationStruct(Player player) const override;
  std::unique_ptr<ActionStruct> ActionToStruct(Player player, Action action) const override;
  std::vector<Action> StructToActions(const ActionStruct& action_struct) const override;

  // With sampled chance: the deal with this seed, instead of one that the game's generator draws.
  void DealWithSeed(std::uint64_t seed);
  const nl::State& EngineState() const { return position_.state; }

 protected:
  void DoApplyAction(Action action) override;

 private:
  struct Position {
    nl::State state{};
    nl::KnowledgeSink known{nl::kMaxSeats};
  };
  // One step: the deal, or a player's move.
  struct Step {
    bool deal = false;
    nl::Seat seat = 0;
    nl::Action action{};
    std::uint32_t events = 0;  // that had happened before it
  };
  struct EventSink;

  const NineLivesGame& Parent() const;
  bool Dealt() const { return !steps_.empty() || resampled_; }
  void Take(Step step);
  void TryChosen();
  void SkipForced();
  template <class Random>
  void Play(const Step& step, Position& position, Random& random);
  nl::View ViewOf(Player player) const;
  void ForgetSecretsOf(const nl::View& view, nl::State world);
  void AnswerWindowAgain(const nl::State& truth, nl::Seat viewer,
                         const std::function<double()>& rng);
  template <class OnEvent, class OnMove>
  void ForEachMemory(Player player, OnEvent on_event, OnMove on_move) const;

  Position position_;
  std::vector<nl::Event> events_;
  std::vector<Step> steps_;
  bool resampled_ = false;

  // Listed chance: the step under way and its outcomes so far.
  bool at_chance_ = false;
  Step pending_{};
  std::vector<std::uint8_t> outcomes_;
  ChanceNode node_{};

  // Sampled chance.
  std::uint64_t seed_ = 0;
};

class NineLivesGame : public Game {
 public:
  explicit NineLivesGame(const GameParameters& params);

  int NumDistinctActions() const override { return nl::kActions; }
  std::unique_ptr<State> NewInitialState() const override;
  int MaxChanceOutcomes() const override { return sampled_ ? 1 : nl::kCardPlaces; }
  int NumPlayers() const override { return players_; }
  double MinUtility() const override { return -1.0 / (players_ - 1); }
  double MaxUtility() const override { return 1; }
  absl::optional<double> UtilitySum() const override { return 0; }
  std::vector<int> InformationStateTensorShape() const override;
  std::vector<int> ObservationTensorShape() const override;
  int MaxGameLength() const override;
  int MaxChanceNodesInHistory() const override;
  std::unique_ptr<State> DeserializeState(const std::string& str) const override;
  std::string GetRNGState() const override;
  void SetRNGState(const std::string& rng_state) const override;

  const nl::Rules& rules() const { return rules_; }
  bool sampled() const { return sampled_; }
  bool skip_forced() const { return skip_forced_; }
  // Events and own moves that an information state tensor has room for.
  int MaxMemories() const { return 2 * MaxGameLength(); }
  std::uint64_t DrawSeed() const;

 private:
  int players_;
  bool skip_forced_;
  bool sampled_;
  nl::Rules rules_;
  mutable std::mt19937 rng_;
};

}  // namespace ninelives
}  // namespace open_spiel

#endif  // OPEN_SPIEL_GAMES_NINELIVES_NINELIVES_H_
