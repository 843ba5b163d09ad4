// Tests of the engine at compile time: whole games are played before the program exists.
#include <gtest/gtest.h>

#include <type_traits>

#include "engine/games_hash.h"

namespace nl {
namespace {

constexpr PlayedGame official_base() {
  return fingerprint_game(make_rules(Preset::Official), 2, kHashSeed, 0);
}
constexpr PlayedGame everything() {
  return fingerprint_game(make_rules(Preset::Srs, kImploding | kStreaking), 3, kHashSeed, 1);
}

static_assert(official_base().decisions > 10, "a whole game in the compiler");
static_assert(everything().decisions > 10, "… and one with all cards");

static_assert(sizeof(State) <= 640);
static_assert(sizeof(Knowledge) <= 192);
static_assert(sizeof(Event) <= 16);
static_assert(sizeof(Action) == 1);
static_assert(std::is_trivially_copyable_v<State> && std::is_trivially_copyable_v<Rules> &&
              std::is_trivially_copyable_v<View> && std::is_trivially_copyable_v<Knowledge> &&
              std::is_trivially_copyable_v<Event> && std::is_trivially_copyable_v<ActionSet>);
static_assert(std::has_unique_object_representations_v<State>);

TEST(Constexpr, TheCompilerPlaysTheSameGameAsTheProgram) {
  constexpr PlayedGame base = official_base();
  constexpr PlayedGame all = everything();
  // Not constant: read at run time, so that nothing here is folded.
  const volatile std::uint64_t seed = kHashSeed;
  const PlayedGame played = fingerprint_game(make_rules(Preset::Official), 2, seed, 0);
  EXPECT_EQ(base.fingerprint, played.fingerprint);
  EXPECT_EQ(base.decisions, played.decisions);
  const Rules rules = make_rules(Preset::Srs, kImploding | kStreaking);
  EXPECT_EQ(all.fingerprint, fingerprint_game(rules, 3, seed, 1).fingerprint);
}

}  // namespace
}  // namespace nl
