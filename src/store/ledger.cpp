// Ledger: sealed count and sum of all open rooms.
#include "store/ledger.h"

#include <algorithm>
#include <cassert>

namespace nl {
namespace {

// Room ids are drawn at random, so no room has this one.
constexpr RoomId kLedgerPlace = {'l', 'e', 'd', 'g', 'e', 'r'};

}  // namespace

void put_number(std::vector<std::uint8_t>& bytes, std::uint64_t number) {
  for (int shift = 56; shift >= 0; shift -= 8) {
    bytes.push_back(static_cast<std::uint8_t>(number >> shift));
  }
}

std::uint64_t number_at(const std::vector<std::uint8_t>& bytes, std::size_t place) {
  std::uint64_t number = 0;
  for (std::size_t i = place; i < place + 8; ++i) number = number << 8 | bytes.at(i);
  return number;
}

std::vector<std::uint8_t> end_bytes(const RoomId& room, const ChainEnd& end) {
  std::vector<std::uint8_t> bytes(room.begin(), room.end());
  put_number(bytes, end.number);
  bytes.insert(bytes.end(), end.hash.begin(), end.hash.end());
  return bytes;
}

// The digests are keyed: without the key nobody can find another set with the same sum.
void Ledger::toggle(const Seal& seal, const RoomId& room, const ChainEnd& end) {
  const ChainHash digest = seal.digest(end_bytes(room, end));
  for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] = sum_[i] ^ digest[i];
}

void Ledger::add(const Seal& seal, const RoomId& room, const ChainEnd& end) {
  toggle(seal, room, end);
  ++rooms_;
}

void Ledger::remove(const Seal& seal, const RoomId& room, const ChainEnd& end) {
  assert(rooms_ > 0);
  toggle(seal, room, end);
  --rooms_;
}

Blob Ledger::close(const Seal& seal, const Reached& reached) const {
  std::vector<std::uint8_t> note;
  put_number(note, rooms_);
  note.insert(note.end(), sum_.begin(), sum_.end());
  put_number(note, reached.commits);
  put_number(note, reached.blobs);
  const Blob blob = seal.close_note(kLedgerPlace, note);
  assert(open(seal, blob).ledger == *this);
  return blob;
}

LedgerPage Ledger::open(const Seal& seal, const Blob& blob) {
  const std::vector<std::uint8_t> note = seal.open_note(kLedgerPlace, blob);
  LedgerPage page;
  const std::size_t uncounted = 8 + page.ledger.sum_.size();
  if (note.size() != uncounted && note.size() != uncounted + 16) {
    throw SealError("this is no ledger");
  }
  page.ledger.rooms_ = number_at(note, 0);
  std::copy_n(note.begin() + 8, page.ledger.sum_.size(), page.ledger.sum_.begin());
  if (note.size() > uncounted) {
    page.reached = {number_at(note, uncounted), number_at(note, uncounted + 8)};
  }
  return page;
}

}  // namespace nl
