#include "store/ledger.h"

#include <algorithm>

namespace nl {
namespace {

// Room ids are drawn at random, so no room has this one.
constexpr RoomId kLedgerPlace = {'l', 'e', 'd', 'g', 'e', 'r'};

void put_number(std::vector<std::uint8_t>& bytes, std::uint64_t number) {
  for (int shift = 56; shift >= 0; shift -= 8) {
    bytes.push_back(static_cast<std::uint8_t>(number >> shift));
  }
}

}  // namespace

std::vector<std::uint8_t> end_bytes(const RoomId& room, const ChainEnd& end) {
  std::vector<std::uint8_t> bytes(room.begin(), room.end());
  put_number(bytes, end.number);
  bytes.insert(bytes.end(), end.hash.begin(), end.hash.end());
  return bytes;
}

// The digests are keyed: who can't make one can't find others with the same sum.
void Ledger::toggle(const Seal& seal, const RoomId& room, const ChainEnd& end) {
  const ChainHash digest = seal.digest(end_bytes(room, end));
  for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] = sum_[i] ^ digest[i];
}

void Ledger::add(const Seal& seal, const RoomId& room, const ChainEnd& end) {
  toggle(seal, room, end);
  ++rooms_;
}

void Ledger::remove(const Seal& seal, const RoomId& room, const ChainEnd& end) {
  toggle(seal, room, end);
  --rooms_;
}

Blob Ledger::close(const Seal& seal) const {
  std::vector<std::uint8_t> note;
  put_number(note, rooms_);
  note.insert(note.end(), sum_.begin(), sum_.end());
  return seal.close_note(kLedgerPlace, note);
}

Ledger Ledger::open(const Seal& seal, const Blob& blob) {
  const std::vector<std::uint8_t> note = seal.open_note(kLedgerPlace, blob);
  Ledger ledger;
  if (note.size() != 8 + ledger.sum_.size()) throw SealError("this is no ledger");
  for (int i = 0; i < 8; ++i)
    ledger.rooms_ = ledger.rooms_ << 8 | note[static_cast<std::size_t>(i)];
  std::copy(note.begin() + 8, note.end(), ledger.sum_.begin());
  return ledger;
}

}  // namespace nl
