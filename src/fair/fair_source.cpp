// Random source of a fair game: outcomes derived from the ceremony's key.
#include "fair/fair_source.h"

namespace nl {
namespace {

constexpr std::string_view kWordsLabel = "ninelives fair 1 words\n";

// The numbers of the purposes are part of the documented derivation and never change.
static_assert(static_cast<int>(Chance::Deal) == 0 && static_cast<int>(Chance::First) == 1 &&
              static_cast<int>(Chance::Shuffle) == 2 && static_cast<int>(Chance::Steal) == 3 &&
              static_cast<int>(Chance::Nope) == 4 && static_cast<int>(Chance::Mark) == 5 &&
              static_cast<int>(Chance::Blind) == 6);

std::array<std::uint8_t, 4> big_endian(std::uint32_t value) {
  return {static_cast<std::uint8_t>(value >> 24), static_cast<std::uint8_t>(value >> 16),
          static_cast<std::uint8_t>(value >> 8), static_cast<std::uint8_t>(value)};
}

}  // namespace

FairWords::FairWords(const Bytes32& key, Chance what, int number)
    : key_(key), what_(what), number_(static_cast<std::uint32_t>(number)), next_(bytes_.size()) {}

void FairWords::next_block() {
  const auto purpose = static_cast<std::uint8_t>(what_);
  const auto number = big_endian(number_);
  const auto block = big_endian(block_++);
  bytes_ = hmac_sha256(key_, {as_bytes(kWordsLabel), Bytes(&purpose, 1), number, block});
  next_ = 0;
}

std::uint32_t FairWords::operator()() {
  if (next_ == bytes_.size()) next_block();
  std::uint32_t word = 0;
  for (int i = 0; i < 4; ++i) word = word << 8 | bytes_[next_++];
  return word;
}

}  // namespace nl
