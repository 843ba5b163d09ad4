#include "store/sealed_store.h"

#include <sodium.h>

#include <algorithm>
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

// The header's entry carries the engine's hash in front.
constexpr std::size_t kEngineDigits = 16;

std::string with_engine(std::string_view header) {
  std::string digits(kEngineDigits, '0');
  std::array<char, kEngineDigits> written;
  const auto end = std::to_chars(written.data(), written.data() + written.size(), kEngineHash, 16);
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

// What fails below is for good: after a commit that threw nobody knows what is there. Who wants to
// know opens the store anew.
template <class Work>
auto SealedStore::with_blobs(Work work) {
  try {
    return work();
  } catch (const StoreError& error) {
    broken_ = error.what();
    throw;
  }
}

void SealedStore::check_working() const {
  if (!broken_.empty()) throw StoreError("the store has failed before: " + broken_);
}

// ---- starting -----------------------------------------------------------------------------------

SealedStore::SealedStore(const SealKey& key, std::shared_ptr<BlobStore> blobs, StoreStart start)
    : seal_(key), blobs_(std::move(blobs)), start_(std::move(start)), loss_(start_.lost_before) {
  check_key();
  recover();
  check_tally();
}

// A loss that nobody has accepted ends the start, before anything was changed.
void SealedStore::lose(const std::string& what) {
  if (!start_.accept_loss) {
    throw StoreError(what +
                     ". Put the files back from a backup, or start once with --accept-loss: what "
                     "is missing is then given up, and every open game is voided with its seeds");
  }
  loss_ += loss_.empty() ? what : "; " + what;
}

void SealedStore::check_key() {
  const auto found = blobs_->read_cell(Cell::KeyCheck);
  if (!found) {
    if (!start_.fresh) lose("the database is empty beside its key");
    batch_.cells[Cell::KeyCheck] = seal_.close_note(kCheckPlace, check_note());
    batch_.cells[Cell::Ledger] = ledger_.close(seal_, reached_);
    return with_blobs([&] { blobs_->commit(std::exchange(batch_, {})); });
  }
  try {
    if (seal_.open_note(kCheckPlace, blob_of(*found)) == check_note()) return;
  } catch (const SealError&) {
  }
  throw StoreError("the key is not the one that this database was sealed with");
}

// Walks every open room from its beginning. What doesn't fit together is refused as a whole: a
// server that has lost a part of its memory had better say so than go on.
void SealedStore::recover() {
  recovered_.emplace();
  Ledger seen;
  for (const RoomId& id : blobs_->open_rooms()) recover_room(id, seen);
  check_ledger(seen);
  ledger_ = seen;
}

void SealedStore::recover_room(const RoomId& id, Ledger& seen) {
  try {
    ReadRoom read_room = read(id);
    recovered_->push_back(std::move(read_room.room));
    seen.add(seal_, id, read_room.end);
    open_[id] = {.end = read_room.end, .stored = read_room.end};
  } catch (const DamagedRoom& fault) {
    lose(fault.what());
    batch_.forgotten.insert(id);
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

// How far the database reaches, against what was acknowledged. A count that is behind it was not
// yet on the disk when the power went; after a stop in good order the two are equal.
void SealedStore::check_tally() {
  if (!start_.tally) return;
  const std::optional<TallyNote> note = read_tally();
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
  const bool anew = !note || !loss_.empty();
  if (anew) start_.tally->begin(seal_, tally_note(false));
  if (!anew) start_.tally->write_now(seal_, tally_note(false));
  if (counted_ && loss_.empty()) return;
  // From here on the ledger counts, and agrees with what is left.
  batch_.cells[Cell::KeyCheck] = seal_.close_note(kCheckPlace, check_note());
  auto kept = std::exchange(recovered_, std::nullopt);
  commit();
  recovered_ = std::move(kept);
}

std::optional<TallyNote> SealedStore::read_tally() {
  try {
    return start_.tally->read(seal_);
  } catch (const SealError& fault) {
    lose(std::string("ninelives.count, which says how much was acknowledged: ") + fault.what());
    return std::nullopt;
  }
}

TallyNote SealedStore::tally_note(bool stopped_well) const {
  return {reached_, ledger_.rooms(), stopped_well};
}

void SealedStore::stop_well() {
  if (!start_.tally || !broken_.empty() || !batch_.empty()) return;
  start_.tally->write_now(seal_, tally_note(true));
}

void SealedStore::count_copy(const std::filesystem::path& file) const {
  Tally(file).begin(seal_, tally_note(true));
}

// ---- changes ------------------------------------------------------------------------------------

void SealedStore::open_room(const RoomId& id, std::string_view header) {
  check_working();
  const bool known =
      batch_.rooms.contains(id) || (!batch_.forgotten.contains(id) &&
                                    with_blobs([&] { return blobs_->find_room(id).has_value(); }));
  if (known) throw StoreError("there is a room " + hex(id) + " already");
  batch_.rooms[id].opened = true;
  write(id, open_[id], {EntryKind::Header, with_engine(header), {}});
}

void SealedStore::append(const RoomId& id, const Entry& entry) {
  write(id, open_room_of(id), entry);
}

void SealedStore::write(const RoomId& id, OpenRoom& room, const Entry& entry) {
  RoomChange& change = batch_.rooms[id];
  if (change.blobs.empty()) change.first = room.end.number;
  seal_.close(id, entry, room.end, change.blobs);
}

void SealedStore::close_room(const RoomId& id) {
  const OpenRoom room = open_room_of(id);
  RoomChange& change = batch_.rooms[id];
  if (change.blobs.empty()) change.first = room.end.number;
  change.ending = seal_.close_note(id, end_bytes(id, room.end));
  leave_ledger(id, room);
  open_.erase(id);
}

void SealedStore::forget_room(const RoomId& id) {
  check_working();
  const auto change = batch_.rooms.find(id);
  const bool is_new = change != batch_.rooms.end() && change->second.opened;
  if (!is_new) stored_room_of(id);
  if (change != batch_.rooms.end()) batch_.rooms.erase(change);
  if (!is_new) batch_.forgotten.insert(id);
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
    if (start_.tally) start_.tally->write(seal_, tally_note(false));
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

// ---- reading ------------------------------------------------------------------------------------

std::vector<StoredRoom> SealedStore::open_rooms() {
  check_working();
  if (recovered_) return *std::exchange(recovered_, std::nullopt);
  std::vector<StoredRoom> rooms;
  for (const RoomId& id : with_blobs([&] { return blobs_->open_rooms(); })) {
    rooms.push_back(read(id).room);
  }
  return rooms;
}

StoredRoom SealedStore::read_room(const RoomId& id) {
  check_working();
  const FoundRoom found = stored_room_of(id);
  ReadRoom read_room = read(id);
  const auto open = open_.find(id);
  const bool whole =
      found.open ? open == open_.end() || read_room.end == open->second.stored
                 : seal_.open_note(id, blob_of(found.ending)) == end_bytes(id, read_room.end);
  if (!whole) throw StoreError("room " + hex(id) + " was cut short");
  return std::move(read_room.room);
}

SealedStore::ReadRoom SealedStore::read(const RoomId& id) {
  ReadRoom result{{.id = id}, {}};
  auto& [room, end] = result;
  Entry entry;
  bool complete = true;
  try {
    blobs_->read_blobs(id, [&](FoundBytes bytes) {
      complete = seal_.open(id, blob_of(bytes), end, entry);
      if (complete) room.entries.push_back(std::exchange(entry, {}));
    });
    if (!complete) throw SealError("its last entry is cut off");
    take_engine(room);
  } catch (const SealError& error) {
    throw DamagedRoom("room " + hex(id) + ", blob " + std::to_string(end.number) + ": " +
                      error.what());
  }
  return result;
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
