// Blob backend in PostgreSQL, with fenced commits.
#include "store/postgres_blobs.h"

#include <algorithm>

namespace nl {
namespace {

std::vector<RoomId> ids_of(const SqlRows& rows) {
  std::vector<RoomId> ids;
  for (int row = 0; row < rows.size(); ++row) ids.push_back(id_of(rows.bytes(row, 0)));
  return ids;
}

std::vector<SqlValues::Bytes> views_of(const std::vector<RoomId>& rooms) {
  return {rooms.begin(), rooms.end()};
}

StoredBytes copy_of(FoundBytes bytes) { return {bytes.begin(), bytes.end()}; }

// Rows of one transaction, column by column; the batch outlives it.
class Columns {
 public:
  explicit Columns(const Batch& batch) {
    for (const auto& [id, term] : batch.forgotten) {
      forgotten_.push_back(id);
      hold(id, term);
    }
    for (const auto& [id, change] : batch.rooms) add(id, change);
    if (batch.released) {
      for (const auto& [id, term] : batch.released->rooms) hold(id, term);
    }
  }

  std::vector<PostgresLink::Step> steps(Epoch me) const {
    std::vector<PostgresLink::Step> steps;
    steps.push_back(
        {"SELECT fence($1, $2, $3)", SqlValues().number(me).list(held_).numbers(held_terms_)});
    if (!forgotten_.empty()) {
      steps.push_back(
          {"DELETE FROM entry USING room WHERE entry.room = room.number"
           " AND room.id = ANY ($1)",
           SqlValues().list(forgotten_)});
      steps.push_back({"DELETE FROM lobby WHERE room = ANY ($1)", SqlValues().list(forgotten_)});
      steps.push_back({"DELETE FROM room WHERE id = ANY ($1)", SqlValues().list(forgotten_)});
    }
    if (!opened_.empty()) {
      steps.push_back(
          {"INSERT INTO room (id, owner, term, engine) SELECT id, $1, term, engine"
           " FROM unnest($2::bytea[], $3::bigint[], $4::bigint[]) AS new (id, term, engine)",
           SqlValues().number(me).list(opened_).numbers(opened_terms_).numbers(engines_)});
    }
    if (!blobs_.empty()) {
      steps.push_back(
          {"INSERT INTO entry (room, n, term, blob) SELECT room.number, new.n, new.term, new.blob"
           " FROM unnest($1::bytea[], $2::bigint[], $3::bigint[], $4::bytea[])"
           " AS new (id, n, term, blob) JOIN room ON room.id = new.id",
           SqlValues().list(blob_rooms_).numbers(blob_numbers_).numbers(blob_terms_).list(blobs_)});
    }
    if (!ended_.empty()) {
      steps.push_back(
          {"UPDATE room SET open = false, ending = done.ending,"
           " closed = clock_timestamp()"
           " FROM unnest($1::bytea[], $2::bytea[]) AS done (id, ending)"
           " WHERE room.id = done.id",
           SqlValues().list(ended_).list(endings_)});
      steps.push_back({"DELETE FROM lobby WHERE room = ANY ($1)", SqlValues().list(ended_)});
    }
    return steps;
  }

 private:
  void hold(const RoomId& id, Term term) {
    held_.push_back(id);
    held_terms_.push_back(term);
  }
  void add(const RoomId& id, const RoomChange& change) {
    if (change.opened) {
      opened_.push_back(id);
      opened_terms_.push_back(change.term);
      engines_.push_back(change.engine);
    } else {
      hold(id, change.term);
    }
    std::uint64_t number = change.first;
    for (const Blob& blob : change.blobs) {
      blob_rooms_.push_back(id);
      blob_numbers_.push_back(number++);
      blob_terms_.push_back(change.term);
      blobs_.push_back(blob);
    }
    if (!change.ending) return;
    ended_.push_back(id);
    endings_.push_back(*change.ending);
  }

  using List = std::vector<SqlValues::Bytes>;
  List held_, forgotten_, opened_, blob_rooms_, blobs_, ended_, endings_;
  std::vector<std::uint64_t> held_terms_, opened_terms_, engines_, blob_numbers_, blob_terms_;
};

}  // namespace

PostgresBlobs::PostgresBlobs(const std::string& where, Epoch epoch)
    : epoch_(epoch), link_(where, "ninelives " + std::to_string(epoch)) {}

void PostgresBlobs::commit(const Batch& batch) {
  std::vector<PostgresLink::Step> steps = Columns(batch).steps(epoch_);
  if (const auto& adopted = batch.adopted) {
    steps.push_back({"SELECT adopt($1, $2, $3, $4, $5)", SqlValues()
                                                             .number(epoch_)
                                                             .number(adopted->from)
                                                             .list(views_of(adopted->rooms))
                                                             .list(views_of(adopted->unfit))
                                                             .bytes(adopted->unfit_ledger)});
  }
  if (batch.released) {
    std::vector<SqlValues::Bytes> rooms;
    for (const auto& [id, term] : batch.released->rooms) rooms.emplace_back(id);
    steps.push_back({"SELECT let_go($1, $2, $3)",
                     SqlValues().number(epoch_).list(rooms).bytes(batch.released->ledger)});
  }
  for (const auto& [cell, blob] : batch.cells) {
    const auto name = static_cast<std::uint64_t>(cell);
    // The second writer of a key finds the first one's.
    steps.push_back({cell == Cell::KeyCheck
                         ? "INSERT INTO cell VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
                         : "INSERT INTO cell VALUES ($1, $2, $3)"
                           " ON CONFLICT (holder, name) DO UPDATE SET note = excluded.note",
                     SqlValues().number(holder_of(cell)).number(name).bytes(blob)});
  }
  link_.run_together(steps);
}

std::vector<RoomId> PostgresBlobs::open_rooms() {
  return ids_of(
      link_.run("SELECT id FROM room WHERE open AND (owner = $1 OR $1 = 0)"
                " ORDER BY number",
                SqlValues().number(epoch_)));
}

void PostgresBlobs::fetch(std::span<const RoomId> rooms) {
  fetched_.clear();
  fetched_rows_ = SqlRows(nullptr);
  if (rooms.empty()) return;
  fetched_rows_ = link_.run(
      "SELECT room.open, room.ending, room.term, room.id, entry.blob, entry.term"
      " FROM room LEFT JOIN entry ON entry.room = room.number WHERE room.id = ANY ($1)"
      " ORDER BY room.number, entry.n",
      SqlValues().list({rooms.begin(), rooms.end()}));
  for (int row = 0; row < fetched_rows_.size(); ++row) {
    const RoomId id = id_of(fetched_rows_.bytes(row, 3));
    fetched_.try_emplace(id, Range{row, row}).first->second.to = row + 1;
  }
}

std::optional<FoundRoom> PostgresBlobs::find_room(const RoomId& room) {
  const auto found = [](const SqlRows& rows, int row) {
    return FoundRoom{rows.flag(row, 0), copy_of(rows.bytes(row, 1)), rows.number(row, 2)};
  };
  const auto fetched = fetched_.find(room);
  if (fetched != fetched_.end()) return found(fetched_rows_, fetched->second.from);
  const SqlRows rows =
      link_.run("SELECT open, ending, term FROM room WHERE id = $1", SqlValues().bytes(room));
  if (rows.size() == 0) return std::nullopt;
  return found(rows, 0);
}

void PostgresBlobs::read_blobs(const RoomId& room, const TakeBlob& take) {
  if (const auto fetched = fetched_.find(room); fetched != fetched_.end()) {
    for (int row = fetched->second.from; row < fetched->second.to; ++row) {
      if (fetched_rows_.is_null(row, 4)) continue;
      take(fetched_rows_.bytes(row, 4), fetched_rows_.number(row, 5));
    }
    return;
  }
  const SqlRows rows = link_.run(
      "SELECT entry.blob, entry.term FROM entry JOIN room ON room.number = entry.room"
      " WHERE room.id = $1 ORDER BY entry.n",
      SqlValues().bytes(room));
  for (int row = 0; row < rows.size(); ++row) take(rows.bytes(row, 0), rows.number(row, 1));
}

std::optional<StoredBytes> PostgresBlobs::read_cell(Cell cell) {
  const SqlRows rows =
      link_.run("SELECT note FROM cell WHERE holder = $1 AND name = $2",
                SqlValues().number(holder_of(cell)).number(static_cast<std::uint64_t>(cell)));
  if (rows.size() == 0) return std::nullopt;
  return copy_of(rows.bytes(0, 0));
}

std::vector<RoomId> PostgresBlobs::closed_rooms() {
  return ids_of(link_.run("SELECT id FROM room WHERE NOT open ORDER BY number"));
}

// A closed room has no holder: each node deletes those of all.
std::size_t PostgresBlobs::forget_closed(std::chrono::seconds for_so_long) {
  const auto seconds = static_cast<std::uint64_t>(for_so_long.count());
  return static_cast<std::size_t>(
      link_
          .run("WITH old AS (DELETE FROM room WHERE number IN (SELECT number FROM room"
               " WHERE NOT open AND closed <= clock_timestamp() - $1::bigint * interval '1 s'"
               " FOR UPDATE SKIP LOCKED) RETURNING number),"
               " gone AS (DELETE FROM entry USING old WHERE entry.room = old.number)"
               " SELECT count(*) FROM old",
               SqlValues().number(seconds))
          .number(0, 0));
}

std::size_t PostgresBlobs::keep_closed_within(std::uint64_t most) {
  return static_cast<std::size_t>(
      link_
          .run("WITH old AS (DELETE FROM room WHERE number IN (SELECT number FROM room"
               " WHERE number IN (SELECT number FROM (SELECT number, sum(bytes) OVER"
               " (ORDER BY closed DESC, number DESC) AS so_far FROM (SELECT room.number, closed,"
               " sum(length(blob)) AS bytes FROM room JOIN entry ON entry.room = room.number"
               " WHERE NOT open GROUP BY room.number, closed) AS sized) AS summed"
               " WHERE so_far > $1) FOR UPDATE SKIP LOCKED) RETURNING number),"
               " gone AS (DELETE FROM entry USING old WHERE entry.room = old.number)"
               " SELECT count(*) FROM old",
               SqlValues().number(most))
          .number(0, 0));
}

std::uint64_t PostgresBlobs::bytes() {
  return link_
      .run(
          "SELECT sum(pg_total_relation_size(oid))::bigint FROM pg_class"
          " WHERE relnamespace = 'ninelives'::regnamespace AND relkind = 'r' AND relname <> "
          "'paper'")
      .number(0, 0);
}

std::optional<Shelf> PostgresBlobs::shelf(Epoch holder) {
  const SqlRows ledger =
      link_.run("SELECT note FROM cell WHERE holder = $1 AND name = 2", SqlValues().number(holder));
  if (ledger.size() == 0) return std::nullopt;
  return Shelf{holder,
               ids_of(link_.run("SELECT id FROM room WHERE open AND owner = $1 ORDER BY number",
                                SqlValues().number(holder))),
               copy_of(ledger.bytes(0, 0))};
}

std::vector<Shelf> PostgresBlobs::shelves() {
  const SqlRows holders = link_.run("SELECT holder FROM cell WHERE name = 2 ORDER BY holder");
  std::vector<Shelf> all;
  for (int row = 0; row < holders.size(); ++row) {
    if (auto found = shelf(holders.number(row, 0))) all.push_back(std::move(*found));
  }
  return all;
}

}  // namespace nl
