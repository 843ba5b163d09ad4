// Upgrade tests: stores of earlier versions (tests/upgrade) are restored and their games end under
// the rules and deal with which they began.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "fair/fair_check.h"
#include "fair/fair_line.h"
#include "server/sim_client.h"
#include "store/folder.h"
#include "store/sqlite_store.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

// ---- recording ----------------------------------------------------------------------------------

// A room, and the moment at which its server is stopped.
struct Scene {
  PlainJson create;
  int people = 2;
  bool (*reached)(const RoomState& room, std::size_t entries);
};

PlainJson room_of(const char* preset, PlainJson expansions, int seats, int bots,
                  PlainJson rules = PlainJson::object()) {
  return {{"t", "create"},  {"name", "Ann"}, {"preset", preset}, {"expansions", expansions},
          {"seats", seats}, {"bots", bots},  {"rules", rules}};
}

bool in_mid_game(const RoomState& room, std::size_t entries, Phase phase) {
  return entries > 25 && room.game() != nullptr && room.game()->phase() == phase;
}

std::vector<Scene> scenes() {
  const PlainJson none = PlainJson::array();
  const PlainJson both = {"imploding", "streaking"};
  return {
      {room_of("official", none, 4, 1), 2,
       [](const RoomState& room, std::size_t) { return room.players().size() == 3; }},
      {room_of("official", {"streaking"}, 3, 1), 2,
       [](const RoomState& room, std::size_t) {
         return room.ceremony() != nullptr && room.ceremony()->committed() != 0;
       }},
      {room_of("family", {"imploding"}, 2, 0, {{"hand", 5}, {"copies.nope", 8}}), 2,
       [](const RoomState& room, std::size_t) { return room.phase() == RoomPhase::Revealing; }},
      {room_of("official", none, 3, 1), 2,
       [](const RoomState& room, std::size_t entries) {
         return in_mid_game(room, entries, Phase::Window) && room.game()->nopes() == 1;
       }},
      {room_of("srs", {"imploding"}, 4, 2), 2,
       [](const RoomState& room, std::size_t entries) {
         return in_mid_game(room, entries, Phase::Turn);
       }},
      {room_of("family", {"streaking"}, 3, 0), 3,
       [](const RoomState& room, std::size_t entries) {
         return in_mid_game(room, entries, Phase::Place);
       }},
      {room_of("implosion", both, 5, 3, {{"faster", true}, {"five", true}}), 2,
       [](const RoomState& room, std::size_t entries) {
         return in_mid_game(room, entries, Phase::Turn);
       }},
      {room_of("official", both, 6, 4), 2,
       [](const RoomState& room, std::size_t entries) {
         return in_mid_game(room, entries, Phase::Window);
       }},
      {room_of("implosion", none, 2, 1), 1,
       [](const RoomState& room, std::size_t) { return room.phase() == RoomPhase::Over; }},
  };
}

class People {
 public:
  explicit People(SimWorld& world) : world_(world) {}

  SimClient& add() {
    all_.push_back(std::make_unique<SimClient>(world_, ClientHabits{}));
    return *all_.back();
  }
  const std::vector<std::unique_ptr<SimClient>>& all() const { return all_; }

 private:
  SimWorld& world_;
  std::vector<std::unique_ptr<SimClient>> all_;
};

void sit_down(SimWorld& world, const Scene& scene, People& people) {
  SimClient& host = people.add();
  host.starts_when_full = true;
  host.open_with(scene.create);
  host.connect();
  while (host.token.empty() && world.step()) continue;
  for (int i = 1; i < scene.people; ++i) {
    SimClient& guest = people.add();
    guest.open_with({{"t", "join"}, {"room", host.room}, {"name", "Ben"}});
    guest.connect();
    while (guest.token.empty() && world.step()) continue;
  }
}

// Facts that the next owner must find again: who sat there, and how the game began.
PlainJson note_of(const Room& room, const People& people) {
  PlainJson note = {{"room", people.all()[0]->room},
                    {"phase", kRoomPhaseNames[room.state().phase()]},
                    {"tokens", PlainJson::array()},
                    {"began", PlainJson::array()}};
  for (const auto& person : people.all()) note["tokens"].push_back(person->token);
  if (const FairGame* game = room.state().game()) {
    for (int i = 0; i < 3; ++i)
      note["began"].push_back(game->record()[static_cast<std::size_t>(i)]);
  }
  return note;
}

// False: this game ends without having come to the scene's moment.
bool play_until(const Scene& scene, SimWorld& world, const Room& room) {
  while (!scene.reached(room.state(), world.log(room.id()).size())) {
    if (room.state().phase() == RoomPhase::Over || !world.step()) return false;
  }
  return true;
}

// The first of many games that comes to the scene's moment.
PlainJson record_room(const Scene& scene, std::uint64_t first_seed, Store& store) {
  for (std::uint64_t seed = first_seed; seed < first_seed + 100; ++seed) {
    SimWorld world(seed, {});
    People people(world);
    sit_down(world, scene, people);
    const Room& room = *world.room(people.all()[0]->room);
    if (!play_until(scene, world, room)) continue;
    const std::vector<Entry>& entries = world.log(room.id());
    store.open_room(room.id(), entries[0].data);
    for (std::size_t i = 1; i < entries.size(); ++i) store.append(room.id(), entries[i]);
    return note_of(room, people);
  }
  throw std::runtime_error("a scene that no game comes to");
}

void record_rooms(const fs::path& folder) {
  SqliteStore store(folder);
  PlainJson notes = PlainJson::array();
  for (const Scene& scene : scenes()) {
    notes.push_back(record_room(scene, 100 * notes.size(), store));
  }
  store.commit();
  std::ofstream(folder / "rooms.json") << notes.dump(1) << '\n';
}

// ---- going on -----------------------------------------------------------------------------------

// A copy, with a key that only its owner can read: what is kept with the sources is everybody's.
class Copy {
 public:
  explicit Copy(const fs::path& folder) {
    fs::copy(folder, folder_.path(), fs::copy_options::recursive);
    fs::permissions(folder_.key(), fs::perms::owner_read | fs::perms::owner_write);
  }
  const fs::path& path() const { return folder_.path(); }

 private:
  Folder folder_;
};

void expect_fair(const std::vector<std::string>& record) {
  std::vector<NumberedLine> lines;
  for (const std::string& text : record)
    lines.push_back({static_cast<int>(lines.size()) + 1, text});
  const FairVerdict verdict = check_fair(lines);
  EXPECT_TRUE(verdict.ended);
  if (verdict.difference) {
    ADD_FAILURE() << "line " << verdict.difference->line << ": " << verdict.difference->reason;
  }
}

// A record's line without the number that chooses wordings: releases before 1.0.0 had none.
std::string line_without_voice(const std::string& line) {
  Json json = parse_json(line);
  if (json.contains("table")) json["table"].erase("voice");
  return json.dump();
}

// Everybody comes back and plays on.
void go_on(const StoredRoom& stored, const PlainJson& note) {
  SimWorld world(7, {});
  world.run_for(Time(24 * 3'600'000));
  world.take_over(stored);
  const Room* room = world.room(note["room"].get<std::string>());
  ASSERT_NE(room, nullptr);
  EXPECT_EQ(kRoomPhaseNames[room->state().phase()], note["phase"].get<std::string>());
  People people(world);
  for (const PlainJson& token : note["tokens"]) {
    SimClient& person = people.add();
    person.room = note["room"];
    person.token = token;
    person.connect();
  }
  const SimClient& host = *people.all()[0];
  world.run_for(Time(2'000));
  if (note["phase"] == "lobby") people.all()[0]->say({{"t", "start"}});
  const Time end = world.now() + Time(20 * 3'600'000);
  while (host.over.is_null() && world.now() < end && world.fault.empty())
    world.run_for(Time(1'000));
  world.run_for(Time(10'000));
  EXPECT_EQ(world.fault, "");
  ASSERT_EQ(room->state().phase(), RoomPhase::Over);
  EXPECT_EQ(host.record, room->state().game()->record());
  expect_fair(host.record);
  for (std::size_t i = 0; i < note["began"].size(); ++i) {
    const auto began = note["began"][i].get<std::string>();
    EXPECT_EQ(line_without_voice(host.record.at(i)), line_without_voice(began));
  }
}

void expect_all_go_on(const fs::path& folder) {
  SCOPED_TRACE(folder.string());
  const Copy copy(folder);
  SqliteStore store(copy.path());
  std::ifstream in(copy.path() / "rooms.json");
  const PlainJson notes = PlainJson::parse(in);
  std::map<std::string, StoredRoom> rooms;
  for (StoredRoom& room : store.open_rooms()) rooms[room_code(room.id)] = std::move(room);
  ASSERT_EQ(rooms.size(), notes.size());
  for (const PlainJson& note : notes) {
    SCOPED_TRACE(note["room"].get<std::string>());
    go_on(rooms.at(note["room"].get<std::string>()), note);
  }
}

TEST(Upgrade, UPG_1_SHIP_3_RoomsOfEarlierVersionsComeToTheirEnd) {
  int versions = 0;
  for (const auto& version :
       fs::directory_iterator(fs::path(NINELIVES_SOURCE_DIR) / "tests/upgrade")) {
    if (!version.is_directory()) continue;
    expect_all_go_on(version.path());
    ++versions;
  }
  EXPECT_GE(versions, 2);
}

TEST(Upgrade, UPG_1_TheRoomsOfThisVersionCanBeKept) {
  const Folder scratch;
  const char* const wanted = std::getenv("NINELIVES_RECORD_ROOMS");
  const fs::path folder = wanted != nullptr ? fs::path(wanted) : scratch.path() / "rooms";
  record_rooms(folder);
  expect_all_go_on(folder);
}

// ---- what a room began with ---------------------------------------------------------------------

RoomState lobby_of_two() {
  RoomState room;
  stored::Created created;
  created.settings.house_rules["hand"] = "5";
  room.apply({Time{0}, created});
  room.apply({Time{0}, stored::BotAdded{"careful"}});
  room.apply({Time{0}, stored::BotAdded{"random"}});
  return room;
}

RoomState dealt(const std::string& header_line) {
  RoomState room = lobby_of_two();
  room.apply({Time{0}, stored::Started{.seed = {1}, .game = {2}, .header = header_line}});
  room.apply({Time{0}, stored::CommitsClosed{}});
  room.apply({Time{0}, stored::Dealt{}});
  return room;
}

void play_to_the_end(RoomState& room) {
  while (room.phase() != RoomPhase::Over) {
    const Seat seat = room.game()->next_asked();
    room.apply({Time{0}, stored::Answered{seat, room.game()->view(seat).legal.nth(0)}});
  }
}

TEST(Upgrade, UPG_1_AGameKeepsTheRulesAndTermsItBeganWith) {
  Header header = lobby_of_two().next_header();
  header.rules.hand = 3;  // as if this build had changed a preset since
  const std::string line = record_text(header);
  const std::string spaced = line.substr(0, 1) + "\"note\":\"a later form\"," + line.substr(1);
  RoomState room = dealt(spaced);
  EXPECT_EQ(room.game()->rules().hand, 3);
  EXPECT_EQ(room.ceremony()->terms(), terms_of(header));
  play_to_the_end(room);
  EXPECT_EQ(room.game()->record()[0], spaced) << "as it was written then";
  expect_fair(room.game()->record());
}

TEST(Upgrade, UPG_1_AStoredGameThatCantBeReadIsAFault) {
  EXPECT_THROW(dealt("{\"record\":99}"), RoomFault);
  EXPECT_THROW(dealt("{\"end\":{\"winner\":0,\"died\":[]}}"), RoomFault);
  EXPECT_THROW(dealt("nothing"), RoomFault);
  EXPECT_THROW(dealt(""), RoomFault);
  Header header = lobby_of_two().next_header();
  header.seats = 3;
  EXPECT_THROW(dealt(record_text(header)), RoomFault);
}

TEST(Upgrade, UPG_1_WhatAGameBeganWithIsStored) {
  const stored::Started begun{
      .seed = {1}, .game = {2}, .header = record_text(lobby_of_two().next_header())};
  const RoomEvent started{Time{0}, begun};
  EXPECT_EQ(parse_stored(stored_text(started)), started);
  Json json = parse_object(stored_text(started));
  json["header"] = 7;
  EXPECT_FALSE(parse_stored(json.dump()));
  json.erase("header");
  EXPECT_FALSE(parse_stored(json.dump())) << "builds before 0.9.0 stored none";
}

}  // namespace
}  // namespace nl
