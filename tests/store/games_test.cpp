// Tests of whole games in the store: they come back unchanged, and no file reveals a card.
#include <gtest/gtest.h>

#include <cstdio>
#include <ctime>

#include "engine/games_hash.h"
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

// A server with many rooms is there again soon after a crash: nothing is lost on the way, and what
// is read grows with the rooms, not with their square.
TEST(NET_7_Games, LongAThousandRoomsAreReadBack) {
  constexpr int kManyRooms = 1'000, kEvents = 200;
  constexpr std::clock_t kLongest = 60 * CLOCKS_PER_SEC;  // of the processor, whoever else uses it
  Folder folder;
  {
    SqliteStore store(folder.path());
    for (int room = 0; room < kManyRooms; ++room) {
      store.open_room(room_id(room), "header");
      for (int i = 0; i < kEvents; ++i) store.append(room_id(room), event(std::to_string(i)));
    }
    store.commit();
  }
  const std::clock_t start = std::clock();
  SqliteStore store(folder.path());
  const auto rooms = store.open_rooms();
  EXPECT_LT(std::clock() - start, kLongest);
  EXPECT_EQ(rooms.size(), static_cast<std::size_t>(kManyRooms));
  for (int room = 0; room < kManyRooms; ++room) {
    const std::vector<std::string> told = texts(store.read_room(room_id(room)));
    ASSERT_EQ(told.size(), std::size_t{kEvents + 1}) << room << ", with its header";
    EXPECT_EQ(told.back(), std::to_string(kEvents - 1)) << room;
  }
}

}  // namespace
}  // namespace nl
