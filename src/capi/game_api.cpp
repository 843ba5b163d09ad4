// C interface of one game: actions and observations. Texts are in text_api.cpp.
#include <algorithm>
#include <cstring>
#include <optional>

#include "capi/bot_option.h"
#include "capi/boundary.h"
#include "capi/game_handle.h"
#include "capi/ninelives.h"
#include "capi/rules_option.h"
#include "engine/privileged.h"
#include "text/build_version.h"

namespace nl::capi {

namespace {

constexpr nl_game* kNoGame = nullptr;

void* room_for(void* bytes, std::size_t size, std::size_t needed) {
  if (bytes != nullptr && size >= needed) return bytes;
  throw Misuse("expected room for " + std::to_string(needed) + " bytes");
}

int step_game(Game& g, int seat, int action, const nl_step& step) {
  if (step.mask == nullptr) throw Misuse("expected a step with a mask");
  if (seat >= 0) g.apply(seat, action);
  ActionSet set;
  if (step.skip_forced != 0) g.skip_forced(step.turns, set);
  const int next = g.next();
  if (step.skip_forced == 0 && next >= 0) set = g.legal_now(next);
  encode(set, *reinterpret_cast<ByteMask*>(step.mask));
  if (next >= 0) {
    g.observe(next, step.level, step.observation, observation_size(step.level), set);
  }
  *step.alive = static_cast<std::int32_t>(g.state().alive);
  return next;
}

}  // namespace
}  // namespace nl::capi

using namespace nl;
using namespace nl::capi;

int nl_api_version(void) { return NL_API_VERSION; }
const char* nl_version(void) { return build_version().data(); }

int nl_observation_size(int level) {
  return guarded(-1, [&] { return static_cast<int>(observation_size(level)); });
}
int nl_privileged_size(void) { return static_cast<int>(kPrivilegedSize); }

nl_game* nl_game_new(const char* rules, int seats, uint64_t seed, uint64_t number) {
  return guarded(kNoGame, [&] {
    return new nl_game{Game(parse_rules(given_text(rules, "rules"), seats), seed, number)};
  });
}
nl_game* nl_game_new_explicit(const char* rules, int seats) {
  return guarded(kNoGame,
                 [&] { return new nl_game{Game(parse_rules(given_text(rules, "rules"), seats))}; });
}
nl_game* nl_game_copy(const nl_game* game) {
  return with_game(game, kNoGame, [&](auto& g) { return new nl_game{g}; });
}
int nl_game_restore(nl_game* game, const nl_game* from) {
  std::optional<Game> copy;  // one lock at a time, whatever two callers restore from each other
  const int copied = with_game(from, -1, [&](auto& g) {
    copy = g;
    return 0;
  });
  if (copied != 0) return copied;
  return with_game(game, -1, [&](auto& g) {
    g = std::move(*copy);
    return 0;
  });
}
void nl_game_free(nl_game* game) { delete game; }

int nl_game_seats(const nl_game* game) {
  return with_game(game, -1, [&](auto& g) { return g.seats(); });
}
int nl_game_over(const nl_game* game) {
  return with_game(game, -1, [&](auto& g) { return g.state().over() ? 1 : 0; });
}
int nl_game_winner(const nl_game* game) {
  return with_game(game, -1, [&](auto& g) {
    const State& s = g.state();
    return s.over() ? static_cast<int>(winner(s)) : -1;
  });
}
unsigned nl_game_alive(const nl_game* game) {
  return with_game(game, 0u, [&](auto& g) { return static_cast<unsigned>(g.state().alive); });
}
unsigned nl_game_actors(const nl_game* game) {
  return with_game(game, 0u, [&](auto& g) { return static_cast<unsigned>(g.actors_now()); });
}
int nl_game_next_actor(const nl_game* game) {
  return with_game(game, -1, [&](auto& g) { return g.next(); });
}
int nl_game_phase(const nl_game* game) {
  return with_game(game, -1, [&](auto& g) { return static_cast<int>(g.state().top().phase); });
}
int nl_game_moves(const nl_game* game) {
  return with_game(game, -1, [&](auto& g) {
    const auto& history = g.history();
    return static_cast<int>(std::count_if(history.begin(), history.end(),
                                          [](const PastStep& step) { return !step.deal; }));
  });
}
int nl_game_events(const nl_game* game) {
  return with_game(game, -1, [&](auto& g) { return static_cast<int>(g.events().size()); });
}

int nl_game_legal(const nl_game* game, int seat, uint8_t mask[NL_ACTIONS]) {
  return with_game(game, -1, [&](auto& g) {
    const ActionSet set = g.legal_now(seat);
    ByteMask bytes;
    encode(set, bytes);
    std::memcpy(room_for(mask, NL_ACTIONS, NL_ACTIONS), bytes.data(), bytes.size());
    return set.size();
  });
}
int nl_game_apply(nl_game* game, int seat, int action) {
  return with_game(game, -1, [&](auto& g) {
    g.apply(seat, action);
    return 0;
  });
}
int nl_game_forfeit(nl_game* game, int seat) {
  return with_game(game, -1, [&](auto& g) {
    g.leave(seat);
    return 0;
  });
}
int nl_game_skip_forced(nl_game* game) {
  return with_game(game, -1, [&](auto& g) { return g.skip_forced(0); });
}
int nl_game_skip_forced_until(nl_game* game, int turns) {
  return with_game(
      game, -1, [&](auto& g) { return g.skip_forced(checked_range("turns", turns, 1, 1 << 30)); });
}
int nl_game_turns(const nl_game* game) {
  return with_game(game, -1, [&](auto& g) { return g.turns(); });
}
int nl_game_step(nl_game* game, int seat, int action, const nl_step* step) {
  return with_game(game, int{NL_FAILED}, [&](auto& g) {
    if (step == nullptr) throw Misuse("expected a step, got NULL");
    return step_game(g, seat, action, *step);
  });
}
int nl_game_answer(nl_game* game, int action, nl_turn* turn) {
  return with_free_game(game, int{NL_FAILED}, int{NL_BUSY}, [&](auto& g) {
    if (turn == nullptr || turn->step.alive == nullptr) throw Misuse("expected a turn to fill in");
    const std::int32_t lived = *turn->step.alive;
    turn->asked = step_game(g, checked_seat(turn->asked, g.seats()), action, turn->step);
    const bool late = turn->step.turns != 0 && g.turns() >= turn->step.turns;
    return late || *turn->step.alive != lived ? int{NL_LOOK} : turn->asked;
  });
}
int nl_game_sample(nl_game* game) {
  return with_game(game, -1, [&](auto& g) { return static_cast<int>(g.sample().id); });
}
int nl_game_bot_action(const nl_game* game, int seat, const char* bot, uint64_t seed) {
  return with_game(game, -1, [&](auto& g) {
    const View v = g.view_of(checked_seat(seat, g.seats()));
    if (v.legal.empty()) throw Misuse("seat " + std::to_string(seat) + " is not asked");
    const auto player = bot_for(given_text(bot, "bot"), seed, g.rules());
    const History past = player->remembers(g.rules()) ? g.past_of(v.viewer) : History{};
    return static_cast<int>(player->act(g.rules(), v, past).id);
  });
}

int nl_game_observe(const nl_game* game, int seat, int level, uint8_t* bytes, size_t size) {
  return with_game(game, -1, [&](auto& g) {
    g.observe(seat, level, bytes, size);
    return static_cast<int>(observation_size(level));
  });
}
int nl_game_privileged(const nl_game* game, int seat, uint8_t* bytes, size_t size) {
  return with_game(game, -1, [&](auto& g) {
    const Seat viewer = checked_seat(seat, g.seats());
    room_for(bytes, size, kPrivilegedSize);
    encode_privileged(g.state(), viewer, bytes);
    return static_cast<int>(kPrivilegedSize);
  });
}
int nl_game_odds(const nl_game* game, int seat, int place, int* kittens, int* cards) {
  return with_game(game, -1, [&](auto& g) {
    const View v = g.view_of(checked_seat(seat, g.seats()));
    checked_range("place", place, 0, v.pile_size == 0 ? 0 : v.pile_size - 1);
    const Odds odds = kitten_odds(g.rules(), v, unseen(g.rules(), v), place);
    if (kittens == nullptr || cards == nullptr) throw Misuse("odds: expected two places, got NULL");
    *kittens = odds.kittens;
    *cards = odds.cards;
    return 0;
  });
}
nl_game* nl_game_determinize(const nl_game* game, int seat, uint64_t seed) {
  return with_game(game, kNoGame, [&](auto& g) { return new nl_game{g.determinized(seat, seed)}; });
}

int nl_game_chance(const nl_game* game, uint16_t weights[NL_CARDS]) {
  return with_game(game, -1, [&](auto& g) {
    const ChanceNode& node = g.chance();
    if (weights != nullptr) std::copy(node.weights.begin(), node.weights.end(), weights);
    return node.total();
  });
}
int nl_game_choose(nl_game* game, int outcome) {
  return with_game(game, -1, [&](auto& g) {
    g.choose(outcome);
    return 0;
  });
}

int64_t nl_game_save(const nl_game* game, uint8_t* bytes, size_t size) {
  return with_game(game, int64_t{-1}, [&](auto& g) {
    const auto saved = g.save();
    if (bytes != nullptr && size >= saved.size()) {
      std::memcpy(bytes, saved.data(), saved.size());
    }
    return static_cast<int64_t>(saved.size());
  });
}
nl_game* nl_game_load(const uint8_t* bytes, size_t size) {
  return guarded(kNoGame, [&] { return new nl_game{Game::load(bytes, size)}; });
}
