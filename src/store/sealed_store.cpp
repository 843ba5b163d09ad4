// Sealed store: chains of blobs, commits, takeover and checks.
#include "store/sealed_store.h"

#include <sodium.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <utility>

#include "store/engine_hash.h"

namespace nl {
namespace {

constexpr RoomId kCheckPlace = {'c', 'h', 'e', 'c', 'k'};
constexpr std::string_view kCheckText = "ninelives store 1";

std::vector<std::uint8_t> check_note() { return {kCheckText.begin(), kCheckText.end()}; }

Blob blob_of(FoundBytes bytes) {
  Blob blob;
  if (bytes.size() != blob.size()) throw SealError("a sealed blob has the wrong size");
  std::copy(bytes.begin(), bytes.end(), blob.begin());
  return blob;
}

std::string hex(const RoomId& id) {
  std::string text(2 * id.size() + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), id.data(), id.size());
  text.pop_back();
  return text;
}

// The header's entry starts with the engine's hash.
constexpr std::size_t kEngineDigits = 16;

std::string with_engine(std::string_view header, std::uint64_t engine) {
  std::string digits(kEngineDigits, '0');
  std::array<char, kEngineDigits> written;
  const auto end = std::to_chars(written.data(), written.data() + written.size(), engine, 16);
  std::copy(written.data(), end.ptr, digits.end() - (end.ptr - written.data()));
  return digits + std::string(header);
}

void take_engine(StoredRoom& room) {
  if (room.entries.empty() || room.entries[0].kind != EntryKind::Header ||
      room.entries[0].data.size() < kEngineDigits) {
    throw SealError("the room has no header");
  }
  std::string& data = room.entries[0].data;
  std::from_chars(data.data(), data.data() + kEngineDigits, room.engine, 16);
  data.erase(0, kEngineDigits);
}

class DamagedRoom : public StoreError {
  using StoreError::StoreError;
};

}  // namespace

// ---- failing ------------------------------------------------------------------------------------

// A failure here is permanent: after a commit that threw, the stored state is unknown until the
// store is reopened.
template <class Work>
auto SealedStore::with_blobs(Work work) {
  try {
    return work();
  } catch (const ContestedError&) {
    throw;  // nothing was written
  } catch (const StoreError& error) {
    broken_ = error.what();
    fenced_ = dynamic_cast<const FencedError*>(&error) != nullptr;
    throw;
  }
}

void SealedStore::check_working() const {
  if (!broken_.empty()) throw StoreError("the store has failed before: " + broken_);
}

// ---- starting -----------------------------------------------------------------------------------

SealedStore::SealedStore(const SealKey& key, std::shared_ptr<BlobStore> blobs, StoreStart start)
    : seal_(key),
      blobs_(std::move(blobs)),
      reader_(key, *blobs_),
      start_(std::move(start)),
      loss_(start_.lost_before) {
  check_key();
  recover();
  check_counter();
}

// An unaccepted loss refuses the start before anything is changed.
void SealedStore::lose(const std::string& what) {
  if (!start_.accept_loss) {
    throw StoreError(what +
                     ". Put the files back from a backup, or start once with --accept-loss: what "
                     "is missing is then given up, and every open game is voided with its seeds");
  }
  loss_ += loss_.empty() ? what : "; " + what;
}

void SealedStore::check_key() {
  const bool sealed = reader_.check_key();
  if (sealed && !start_.new_holder) return;
  if (!sealed && !start_.fresh) lose("the database is empty beside its key");
  if (!sealed) batch_.cells[Cell::KeyCheck] = seal_.close_note(kCheckPlace, check_note());
  batch_.cells[Cell::Ledger] = ledger_.close(seal_, reached_);
  with_blobs([&] { blobs_->commit(std::exchange(batch_, {})); });
  reader_.check_key();  // another process may have been first, with another key
}

// Walks every open room from its beginning. A store with contradictions is refused as a whole:
// silent loss would be worse than no start.
void SealedStore::recover() {
  recovered_.emplace();
  Ledger seen;
  for (const RoomId& id : blobs_->open_rooms()) recover_room(id, seen);
  check_ledger(seen);
  ledger_ = seen;
}

void SealedStore::recover_room(const RoomId& id, Ledger& seen) {
  try {
    WholeRoom found = reader_.read(id);
    recovered_->push_back(std::move(found.room));
    seen.add(seal_, id, found.end);
    open_[id] = {.end = found.end, .stored = found.end, .term = found.term};
  } catch (const DamagedRoom& fault) {
    lose(fault.what());
    batch_.forgotten.emplace(id, 0);
  }
}

void SealedStore::check_ledger(const Ledger& seen) {
  const auto stored = blobs_->read_cell(Cell::Ledger);
  LedgerPage page;
  try {
    if (stored) page = Ledger::open(seal_, blob_of(*stored));
  } catch (const SealError& fault) {
    lose(std::string("the database's ledger: ") + fault.what());
  }
  if (!stored || (page.ledger != seen && batch_.forgotten.empty())) {
    lose("the database is not whole: a room is missing, cut short or from before");
  }
  counted_ = page.reached.has_value();
  reached_ = page.reached.value_or(Reached{});
}

// Compares the end of the database with the acknowledged count. A count that lags was not yet
// durable when the power went; after an orderly stop both are equal.
void SealedStore::check_counter() {
  if (!start_.counter) return;
  const std::optional<CommitCount> note = read_counter();
  if (!note && counted_ && !start_.fresh && loss_.empty()) {
    lose("ninelives.count is missing: nobody knows how much was acknowledged");
  }
  if (note && note->reached.commits > reached_.commits) {
    lose("the database and its log end before what was acknowledged: commit " +
         std::to_string(reached_.commits) + " of " + std::to_string(note->reached.commits) + ", " +
         std::to_string(note->reached.blobs - std::min(reached_.blobs, note->reached.blobs)) +
         " stored moves are missing, " + std::to_string(note->rooms) + " rooms were open and " +
         std::to_string(ledger_.rooms()) + " are left");
  } else if (note && note->stopped_well && note->reached != reached_) {
    lose("ninelives.count is from before: it says that the server stopped at commit " +
         std::to_string(note->reached.commits) + ", and the database goes on to " +
         std::to_string(reached_.commits));
  }
  const bool restarts = !note || !loss_.empty();
  if (restarts) start_.counter->begin(seal_, current_count(false));
  if (!restarts) start_.counter->write_now(seal_, current_count(false));
  if (counted_ && loss_.empty()) return;
  // From here on the ledger counts, and matches the remaining rooms.
  batch_.cells[Cell::KeyCheck] = seal_.close_note(kCheckPlace, check_note());
  auto kept = std::exchange(recovered_, std::nullopt);
  commit();
  recovered_ = std::move(kept);
}

std::optional<CommitCount> SealedStore::read_counter() {
  try {
    return start_.counter->read(seal_);
  } catch (const SealError& fault) {
    lose(std::string("ninelives.count, which says how much was acknowledged: ") + fault.what());
    return std::nullopt;
  }
}

CommitCount SealedStore::current_count(bool stopped_well) const {
  return {reached_, ledger_.rooms(), stopped_well};
}

void SealedStore::stop_well() {
  if (!start_.counter || !broken_.empty() || !batch_.empty()) return;
  start_.counter->write_now(seal_, current_count(true));
}

void SealedStore::count_copy(const std::filesystem::path& file) const {
  CommitCounter(file).begin(seal_, current_count(true));
}

// ---- changes ------------------------------------------------------------------------------------

void SealedStore::open_room(const RoomId& id, std::string_view header) {
  begin_room(id, with_engine(header, own_engine()));
  batch_.rooms[id].engine = own_engine();
}

void SealedStore::begin_room(const RoomId& id, const std::string& header) {
  check_working();
  const auto gone = batch_.forgotten.find(id);
  const bool reopened = gone != batch_.forgotten.end();
  const bool known = batch_.rooms.contains(id) ||
                     (!reopened && with_blobs([&] { return blobs_->find_room(id).has_value(); }));
  if (known) throw StoreError("there is a room " + hex(id) + " already");
  batch_.rooms[id].opened = true;
  open_[id].term = reopened ? gone->second : blobs_->first_term();  // terms never fall
  write(id, open_[id], {EntryKind::Header, header, {}});
}

void SealedStore::copy_room(const StoredRoom& room, bool open) {
  begin_room(room.id, with_engine(room.entries.at(0).data, room.engine));
  for (std::size_t i = 1; i < room.entries.size(); ++i) append(room.id, room.entries[i]);
  if (!open) close_room(room.id);
}

void SealedStore::append(const RoomId& id, const Entry& entry) {
  write(id, open_room_of(id), entry);
}

void SealedStore::write(const RoomId& id, OpenRoom& room, const Entry& entry) {
  RoomChange& change = batch_.rooms[id];
  if (change.blobs.empty()) change.first = room.end.number;
  change.term = room.term;
  [[maybe_unused]] const std::uint64_t before = room.end.number;
  seal_.close(id, room.term, entry, room.end, change.blobs);
  assert(room.end.number > before && room.end.number == change.first + change.blobs.size());
}

void SealedStore::close_room(const RoomId& id) {
  const OpenRoom room = open_room_of(id);
  RoomChange& change = batch_.rooms[id];
  if (change.blobs.empty()) change.first = room.end.number;
  change.term = room.term;
  change.ending = seal_.close_note(id, end_bytes(id, room.end));
  leave_ledger(id, room);
  open_.erase(id);
}

void SealedStore::forget_room(const RoomId& id) {
  check_working();
  const auto change = batch_.rooms.find(id);
  const bool is_new = change != batch_.rooms.end() && change->second.opened;
  const Term term = is_new ? open_[id].term : stored_room_of(id).term;
  if (change != batch_.rooms.end()) batch_.rooms.erase(change);
  if (!is_new) batch_.forgotten.emplace(id, term);
  const auto open = open_.find(id);
  if (open == open_.end()) return;
  leave_ledger(id, open->second);
  open_.erase(open);
}

void SealedStore::commit() {
  check_working();
  if (batch_.empty()) return;
  update_ledger();
  ++reached_.commits;
  for (const auto& [id, change] : batch_.rooms) reached_.blobs += change.blobs.size();
  batch_.cells[Cell::Ledger] = ledger_.close(seal_, reached_);
  recovered_.reset();
  with_blobs([&] {
    blobs_->commit(batch_);
    if (start_.counter) start_.counter->write(seal_, current_count(false));
  });
  batch_ = {};
}

void SealedStore::leave_ledger(const RoomId& id, const OpenRoom& room) {
  if (room.stored) ledger_.remove(seal_, id, *room.stored);
}

void SealedStore::update_ledger() {
  for (const auto& [id, change] : batch_.rooms) {
    const auto room = open_.find(id);
    if (room == open_.end()) continue;
    leave_ledger(id, room->second);
    ledger_.add(seal_, id, room->second.end);
    room->second.stored = room->second.end;
  }
}

std::size_t SealedStore::forget_closed(std::chrono::seconds for_so_long) {
  check_working();
  return with_blobs([&] { return blobs_->forget_closed(for_so_long); });
}

std::size_t SealedStore::keep_closed_within(std::uint64_t bytes) {
  check_working();
  return with_blobs([&] { return blobs_->keep_closed_within(bytes); });
}

// ---- rooms that change hands --------------------------------------------------------------------

bool SealedStore::adopt(const OrphanedRooms& orphaned, const std::set<RoomId>& unfit) {
  commit();
  const Ledger before = ledger_;
  Ledger of_the_unfit;
  Adoption& adopted = batch_.adopted.emplace(Adoption{.from = orphaned.from});
  for (const WholeRoom& found : orphaned.rooms) {
    const bool fits = !unfit.contains(found.room.id);
    (fits ? adopted.rooms : adopted.unfit).push_back(found.room.id);
    (fits ? ledger_ : of_the_unfit).add(seal_, found.room.id, found.end);
  }
  adopted.unfit_ledger = of_the_unfit.close(seal_, Reached{});
  try {
    commit();
  } catch (const ContestedError&) {
    ledger_ = before;
    batch_ = {};
    return false;
  }
  for (const WholeRoom& found : orphaned.rooms) {
    if (unfit.contains(found.room.id)) continue;
    open_[found.room.id] = {.end = found.end, .stored = found.end, .term = found.term + 1};
  }
  return true;
}

void SealedStore::release(const std::vector<RoomId>& rooms) {
  commit();
  if (rooms.empty()) return;
  Ledger theirs;
  Release& released = batch_.released.emplace();
  for (const RoomId& id : rooms) {
    const OpenRoom& room = open_room_of(id);
    theirs.add(seal_, id, room.end);
    leave_ledger(id, room);
    released.rooms.emplace(id, room.term);
    open_.erase(id);
  }
  released.ledger = theirs.close(seal_, Reached{});
  commit();
}

void SealedStore::try_backend() {
  check_working();
  with_blobs([&] { return blobs_->read_cell(Cell::KeyCheck); });
}

std::vector<RoomId> SealedStore::held() const {
  std::vector<RoomId> rooms;
  for (const auto& [id, room] : open_) rooms.push_back(id);
  return rooms;
}

// ---- reading ------------------------------------------------------------------------------------

std::vector<StoredRoom> SealedStore::open_rooms() {
  check_working();
  if (recovered_) return *std::exchange(recovered_, std::nullopt);
  std::vector<StoredRoom> rooms;
  for (const RoomId& id : with_blobs([&] { return blobs_->open_rooms(); })) {
    rooms.push_back(reader_.read(id).room);
  }
  return rooms;
}

StoredRoom SealedStore::read_room(const RoomId& id) {
  check_working();
  if (!stored_room_of(id).open) return reader_.read_closed(id);
  WholeRoom found = reader_.read(id);
  const auto open = open_.find(id);
  const bool whole = open == open_.end() || found.end == open->second.stored;
  if (!whole) throw StoreError("room " + hex(id) + " was cut short");
  return std::move(found.room);
}

bool SealedReader::check_key() {
  const auto found = blobs_.read_cell(Cell::KeyCheck);
  if (!found) return false;
  try {
    if (seal_.open_note(kCheckPlace, blob_of(*found)) == check_note()) return true;
  } catch (const SealError&) {
  }
  throw StoreError("the key is not the one that this database was sealed with");
}

// Terms never decrease along a room: a blob from before a takeover can't come after it.
WholeRoom SealedReader::read(const RoomId& id) {
  WholeRoom result{.room = {.id = id}};
  auto& [room, end, term] = result;
  Entry entry;
  bool complete = true;
  try {
    blobs_.read_blobs(id, [&, &last = term, &chain = end, &entries = room.entries](FoundBytes bytes,
                                                                                   Term sealed_in) {
      if (sealed_in < last) throw SealError("it was sealed before the one before it");
      last = sealed_in;
      complete = seal_.open(id, sealed_in, blob_of(bytes), chain, entry);
      if (complete) entries.push_back(std::exchange(entry, {}));
    });
    if (!complete) throw SealError("its last entry is cut off");
    take_engine(room);
  } catch (const SealError& error) {
    throw DamagedRoom("room " + hex(id) + ", blob " + std::to_string(end.number) + ": " +
                      error.what());
  }
  const auto found = blobs_.find_room(id);
  if (found) term = std::max(term, found->term);
  return result;
}

StoredRoom SealedReader::read_closed(const RoomId& id) {
  WholeRoom found = read(id);
  const auto note = blobs_.find_room(id);
  const bool whole = note && seal_.open_note(id, blob_of(note->ending)) == end_bytes(id, found.end);
  if (!whole) throw StoreError("room " + hex(id) + " was cut short");
  return std::move(found.room);
}

OrphanedRooms SealedReader::read(const Shelf& shelf, const std::function<void()>& meanwhile) {
  constexpr std::size_t kAtOnce = 50;
  OrphanedRooms orphaned{.from = shelf.holder};
  Ledger seen;
  for (std::size_t i = 0; i < shelf.open.size(); ++i) {
    if (i % kAtOnce == 0) {
      meanwhile();
      blobs_.fetch(std::span(shelf.open).subspan(i, std::min(kAtOnce, shelf.open.size() - i)));
    }
    orphaned.rooms.push_back(read(shelf.open[i]));
    seen.add(seal_, shelf.open[i], orphaned.rooms.back().end);
  }
  blobs_.fetch({});
  if (!shelf.ledger) throw StoreError("the database has no ledger");
  const LedgerPage page = Ledger::open(seal_, blob_of(*shelf.ledger));
  if (page.ledger != seen) {
    throw StoreError("the database is not whole: a room is missing, cut short or from before");
  }
  orphaned.reached = page.reached.value_or(Reached{});
  return orphaned;
}

SealedStore::OpenRoom& SealedStore::open_room_of(const RoomId& id) {
  check_working();
  const auto found = open_.find(id);
  if (found == open_.end()) throw StoreError("room " + hex(id) + " is not open");
  return found->second;
}

FoundRoom SealedStore::stored_room_of(const RoomId& id) {
  auto found = with_blobs([&] { return blobs_->find_room(id); });
  if (!found || batch_.forgotten.contains(id)) throw StoreError("there is no room " + hex(id));
  return std::move(*found);
}

}  // namespace nl
