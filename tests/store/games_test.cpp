// Whole games in the store: they come back as they were, and nothing of them can be read.
// Requirements: NET-6, NET-7
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>

#include "engine/fingerprint.h"
#include "engine/random_play.h"
#include "fair/fair_record.h"
#include "store/engine_hash.h"
#include "store/folder.h"
#include "store/sqlite_store.h"
#include "text/notation.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

TEST(NET_7_Games, TheEngineHashIsCurrent) {
  EXPECT_EQ(kEngineHash, engine_hash()) << "put this number into src/store/engine_hash.h";
}

TEST(NET_7_Games, AStateHasOneHash) {
  SeededSource random(1, 1);
  NullSink sink;
  const State s = new_game(official(), 4, random, sink);
  State other = s;
  EXPECT_EQ(state_hash(s), state_hash(other));
  std::swap(other.pile[0], other.pile[1]);
  other.owed = 2;
  EXPECT_NE(state_hash(s), state_hash(other));
}

std::vector<std::string> game_lines(int game) {
  const Header header{Preset::Official, kStreaking, make_rules(Preset::Official, kStreaking), 4};
  return fair_random_record(header, 3, static_cast<std::uint64_t>(game));
}

// Longer words only: three letters turn up by chance in a megabyte of noise.
std::vector<std::string> telltale_words() {
  std::vector<std::string> words = {"\"seat\"",  "\"chance\"", "\"deal\"", "\"fair\"", "commitment",
                                    "\"do\":\"", "target ",    "forfeit",  "supplied"};
  for (int kind = 0; kind < kCardKinds; ++kind) {
    const std::string name(card_name(card_at(kind)));
    if (name.size() >= 6) words.push_back(name);
  }
  return words;
}

void expect_unreadable(const fs::path& folder) {
  for (const auto& file : fs::directory_iterator(folder)) {
    const std::string content = file_content(file);
    for (const std::string& word : telltale_words()) {
      EXPECT_EQ(content.find(word), std::string::npos) << word << " in " << file;
    }
  }
}

void play_into(Store& store, int games) {
  for (int game = 0; game < games; ++game) {
    const std::vector<std::string> lines = game_lines(game);
    store.open_room(room_id(game), lines[0]);
    for (const std::string& line : lines) store.append(room_id(game), event(line));
    if (game % 2 == 0) store.close_room(room_id(game));
    if (game % 10 == 9) store.commit();
  }
  store.commit();
}

void expect_games_are_sealed(int games) {
  Folder folder;
  {
    SqliteStore store(folder.path());
    play_into(store, games);
    expect_unreadable(folder.path());
    EXPECT_EQ(texts(store.read_room(room_id(2))).back(), game_lines(2).back());
  }
  expect_unreadable(folder.path());
  SqliteStore store(folder.path());
  EXPECT_EQ(store.open_rooms().size(), static_cast<std::size_t>(games / 2));
}

TEST(NET_6_Games, NoCardOrActionCanBeReadInAnyFile) { expect_games_are_sealed(60); }
TEST(NET_6_Games, LongNoCardOrActionCanBeReadInAnyFile) { expect_games_are_sealed(1'000); }

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Not a test: the figures of this machine.
TEST(LongFigures, CommitsAndEvents) {
  constexpr int kRooms = 1'000;
  for (const int group : {1, 50, 500}) {
    Folder folder;
    const int commits = group == 1 ? 500 : 100;
    SqliteStore store(folder.path());
    for (int room = 0; room < kRooms; ++room) store.open_room(room_id(room), "header");
    store.commit();
    int next = 0;
    const double seconds = seconds_of([&] {
      for (int i = 0; i < commits; ++i) {
        for (int k = 0; k < group; ++k) store.append(room_id(next++ * 7 % kRooms), event("e"));
        store.commit();
      }
    });
    std::printf("groups of %d: %.0f commits/s, %.0f events/s\n", group, commits / seconds,
                commits * group / seconds);
  }
}

TEST(LongFigures, Recovery) {
  Folder folder;
  {
    SqliteStore store(folder.path());
    for (int room = 0; room < 1'000; ++room) {
      store.open_room(room_id(room), "header");
      for (int i = 0; i < 200; ++i)
        store.append(room_id(room), event("{\"seat\":2,\"do\":\"draw\"}"));
    }
    store.commit();
  }
  std::size_t rooms = 0;
  const double seconds =
      seconds_of([&] { rooms = SqliteStore(folder.path()).open_rooms().size(); });
  std::printf("%zu rooms of 200 events read back in %.2f s\n", rooms, seconds);
}

}  // namespace
}  // namespace nl
