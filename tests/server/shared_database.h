// Simulated database shared by several nodes, with the fences of src/store/postgres_schema.cpp.
#pragma once

#include <map>
#include <set>
#include <utility>

#include "server/output.h"
#include "server/ownership_trace.h"
#include "store/sealed_store.h"

namespace nl {

inline const SealKey kClusterKey({7});

struct SharedRoom {
  Epoch owner = 0;
  FoundRoom found{.open = true};
  std::vector<std::pair<Blob, Term>> blobs{};
};

// What PostgreSQL holds.
struct SharedDatabase {
  struct NodeRow {
    Time expires{0};
    bool locked = true;
    std::size_t index = 0;
  };
  std::map<Epoch, NodeRow> nodes{};
  std::map<RoomId, SharedRoom> rooms{};
  std::map<std::pair<Epoch, Cell>, Blob> cells{};
  Epoch last = 0;
  std::set<Epoch> parcels{};  // all that there ever were
  OwnershipTrace trace{};

  std::vector<Epoch> orphans() const {
    std::vector<Epoch> all;
    for (const auto& [key, note] : cells) {
      if (key.second == Cell::Ledger && !nodes.contains(key.first)) all.push_back(key.first);
    }
    return all;
  }
  std::optional<Shelf> shelf(Epoch holder) const {
    const auto note = cells.find({holder, Cell::Ledger});
    if (note == cells.end()) return std::nullopt;
    Shelf shelf{holder, {}, StoredBytes(note->second.begin(), note->second.end())};
    for (const auto& [id, room] : rooms) {
      if (room.owner == holder && room.found.open) shelf.open.push_back(id);
    }
    return shelf;
  }
};

// One node's connection to it.
class SharedBlobs final : public BlobStore {
 public:
  SharedBlobs(SharedDatabase& database, Epoch epoch) : database_(database), epoch_(epoch) {}

  bool unreachable = false;
  bool loses_answer = false;

  void commit(const Batch& batch) override {
    if (unreachable) {
      database_.trace.add_commit(epoch_, batch, "unreachable");
      throw StoreError("no way to the database");
    }
    try {
      fence(batch);
    } catch (const ContestedError&) {
      database_.trace.add_commit(epoch_, batch, "contested");
      throw;
    } catch (const FencedError&) {
      database_.trace.add_commit(epoch_, batch, "refused");
      throw;
    }
    write(batch);
    database_.trace.add_commit(epoch_, batch, loses_answer ? "unanswered" : "stored");
    if (std::exchange(loses_answer, false)) throw StoreError("no answer");
  }
  std::vector<RoomId> open_rooms() override {
    const auto shelf = database_.shelf(epoch_);
    return shelf ? shelf->open : std::vector<RoomId>{};
  }
  std::optional<FoundRoom> find_room(const RoomId& id) override {
    const auto room = database_.rooms.find(id);
    return room == database_.rooms.end() ? std::nullopt : std::optional(room->second.found);
  }
  void read_blobs(const RoomId& id, const TakeBlob& take) override {
    const auto room = database_.rooms.find(id);
    if (room == database_.rooms.end()) return;
    for (const auto& [blob, term] : room->second.blobs) take(blob, term);
  }
  std::optional<StoredBytes> read_cell(Cell cell) override {
    const auto found = database_.cells.find({cell == Cell::KeyCheck ? 0 : epoch_, cell});
    if (found == database_.cells.end()) return std::nullopt;
    return StoredBytes(found->second.begin(), found->second.end());
  }
  std::vector<RoomId> closed_rooms() override { return {}; }
  std::size_t forget_closed(std::chrono::seconds) override { return 0; }
  std::size_t keep_closed_within(std::uint64_t) override { return 0; }
  std::uint64_t bytes() override { return 0; }
  Term first_term() const override { return 1; }

 private:
  void check_own(const RoomId& id, Term term) const {
    const auto room = database_.rooms.find(id);
    const bool own = room != database_.rooms.end() && room->second.owner == epoch_ &&
                     room->second.found.term == term;
    if (!own) throw FencedError("a room is not its own");
  }
  void fence(const Batch& batch) const {
    if (!database_.nodes.contains(epoch_)) throw FencedError("fenced");
    for (const auto& [id, term] : batch.forgotten) check_own(id, term);
    for (const auto& [id, change] : batch.rooms) {
      if (!change.opened) check_own(id, change.term);
    }
    if (!batch.adopted) return;
    const auto shelf = database_.shelf(batch.adopted->from);
    const bool there = shelf && !database_.nodes.contains(batch.adopted->from) &&
                       shelf->open.size() == batch.adopted->rooms.size();
    if (!there) throw ContestedError("another was quicker");
  }
  void write(const Batch& batch) {
    for (const auto& [id, term] : batch.forgotten) database_.rooms.erase(id);
    for (const auto& [id, change] : batch.rooms) {
      SharedRoom& room = database_.rooms[id];
      if (change.opened) room = {.owner = epoch_, .found = {.open = true, .term = change.term}};
      for (const Blob& blob : change.blobs) room.blobs.emplace_back(blob, change.term);
      if (change.ending) room.found.open = false;
    }
    if (batch.adopted) {
      for (const RoomId& id : batch.adopted->rooms) hand_over(id, epoch_);
      database_.cells.erase({batch.adopted->from, Cell::Ledger});
    }
    if (batch.released) {
      const Epoch parcel = ++database_.last;
      database_.parcels.insert(parcel);
      for (const auto& [id, term] : batch.released->rooms) hand_over(id, parcel);
      database_.cells[{parcel, Cell::Ledger}] = batch.released->ledger;
    }
    for (const auto& [cell, blob] : batch.cells) {
      database_.cells[{cell == Cell::KeyCheck ? 0 : epoch_, cell}] = blob;
    }
  }
  void hand_over(const RoomId& id, Epoch owner) {
    database_.rooms[id].owner = owner;
    ++database_.rooms[id].found.term;
  }

  SharedDatabase& database_;
  const Epoch epoch_;
};

}  // namespace nl
