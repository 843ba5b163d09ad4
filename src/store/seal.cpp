// Encryption of blobs with libsodium.
#include "store/seal.h"

#include <sodium.h>

#include <algorithm>
#include <cassert>

namespace nl {
namespace {

constexpr std::size_t kNonceBytes = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t kDataAt = kPlainBytes - kDataBytes;
static_assert(kBlobBytes == kNonceBytes + kPlainBytes + crypto_aead_xchacha20poly1305_ietf_ABYTES);

template <class Range>
void put(std::vector<std::uint8_t>& bytes, const Range& range) {
  bytes.insert(bytes.end(), std::begin(range), std::end(range));
}

// Bindings of chain positions and of notes never collide: their lengths differ.
std::vector<std::uint8_t> bound_to(const RoomId& room, Term term, const ChainEnd& end) {
  std::vector<std::uint8_t> bound;
  const auto put_big = [&](std::uint64_t number) {
    for (int shift = 56; shift >= 0; shift -= 8) {
      bound.push_back(static_cast<std::uint8_t>(number >> shift));
    }
  };
  put(bound, room);
  put_big(end.number);
  put(bound, end.hash);
  if (term != 0) put_big(term);
  return bound;
}

void advance(ChainEnd& end, const Blob& blob) {
  crypto_generichash_state state;
  crypto_generichash_init(&state, nullptr, 0, end.hash.size());
  crypto_generichash_update(&state, end.hash.data(), end.hash.size());
  crypto_generichash_update(&state, blob.data(), blob.size());
  crypto_generichash_final(&state, end.hash.data(), end.hash.size());
  ++end.number;
}

void put_length(std::uint8_t* at, std::size_t length) {
  at[0] = static_cast<std::uint8_t>(length >> 8);
  at[1] = static_cast<std::uint8_t>(length);
}

std::size_t get_length(const std::uint8_t* at) {
  return static_cast<std::size_t>(at[0] << 8 | at[1]);
}

}  // namespace

Blob Seal::seal(const Plain& plain, const Bound& bound) const {
  // This cipher's nonce is long enough to be drawn at random: no counter has to survive a crash.
  Blob blob;
  randombytes_buf(blob.data(), kNonceBytes);
  crypto_aead_xchacha20poly1305_ietf_encrypt(blob.data() + kNonceBytes, nullptr, plain.data(),
                                             plain.size(), bound.data(), bound.size(), nullptr,
                                             blob.data(), key_.data());
  return blob;
}

Seal::Plain Seal::unseal(const Blob& blob, const Bound& bound) const {
  Plain plain;
  const int failed = crypto_aead_xchacha20poly1305_ietf_decrypt(
      plain.data(), nullptr, nullptr, blob.data() + kNonceBytes, blob.size() - kNonceBytes,
      bound.data(), bound.size(), blob.data(), key_.data());
  if (failed != 0) throw SealError("this is not what was stored there, or the key is another");
  return plain;
}

void Seal::close(const RoomId& room, Term term, const Entry& entry, ChainEnd& end,
                 std::vector<Blob>& blobs) const {
  std::size_t from = 0;
  do {  // an entry without data takes one blob too
    const std::size_t length = std::min(kDataBytes, entry.data.size() - from);
    const bool more = from + length < entry.data.size();
    Plain plain{};
    plain[0] = static_cast<std::uint8_t>(entry.kind);
    plain[1] = more;
    put_length(&plain[2], length);
    std::copy(entry.state.begin(), entry.state.end(), plain.begin() + 4);
    std::copy_n(entry.data.begin() + static_cast<std::ptrdiff_t>(from), length,
                plain.begin() + kDataAt);
    blobs.push_back(seal(plain, bound_to(room, term, end)));
    assert(unseal(blobs.back(), bound_to(room, term, end)) == plain);
    advance(end, blobs.back());
    from += length;
  } while (from < entry.data.size());
}

bool Seal::open(const RoomId& room, Term term, const Blob& blob, ChainEnd& end,
                Entry& entry) const {
  const Plain plain = unseal(blob, bound_to(room, term, end));
  if (plain[0] > static_cast<std::uint8_t>(EntryKind::Event)) {
    throw SealError("an entry of a kind that this version doesn't know");
  }
  advance(end, blob);
  entry.kind = static_cast<EntryKind>(plain[0]);
  std::copy_n(plain.begin() + 4, entry.state.size(), entry.state.begin());
  const std::size_t length = get_length(&plain[2]);
  if (length > kDataBytes) throw SealError("an entry's part is longer than its blob");
  entry.data.append(plain.begin() + kDataAt,
                    plain.begin() + kDataAt + static_cast<std::ptrdiff_t>(length));
  return plain[1] == 0;
}

Blob Seal::close_note(const RoomId& place, const std::vector<std::uint8_t>& note) const {
  if (note.size() > kPlainBytes - 2) throw StoreError("a note is too long");
  Plain plain{};
  put_length(plain.data(), note.size());
  std::copy(note.begin(), note.end(), plain.begin() + 2);
  const Blob blob = seal(plain, Bound(place.begin(), place.end()));
  assert(open_note(place, blob) == note);
  return blob;
}

std::vector<std::uint8_t> Seal::open_note(const RoomId& place, const Blob& blob) const {
  const Plain plain = unseal(blob, Bound(place.begin(), place.end()));
  const std::size_t length = get_length(plain.data());
  if (length > kPlainBytes - 2) throw SealError("a note is longer than its blob");
  return {plain.begin() + 2, plain.begin() + 2 + static_cast<std::ptrdiff_t>(length)};
}

ChainHash Seal::digest(const std::vector<std::uint8_t>& bytes) const {
  ChainHash hash;
  crypto_generichash(hash.data(), hash.size(), bytes.data(), bytes.size(), key_.data(), 32);
  return hash;
}

}  // namespace nl
