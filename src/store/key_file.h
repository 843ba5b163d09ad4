// Key file of a data folder. The key lies in a file of its own that only its owner can
// read, never in the database, so that a copy of the database tells nothing.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>

namespace nl {

// Wiped when it goes out of use.
class SealKey {
 public:
  using Bytes = std::array<std::uint8_t, 32>;

  explicit SealKey(const Bytes& bytes) : bytes_(bytes) {}
  SealKey(const SealKey&) = default;
  SealKey& operator=(const SealKey&) = default;
  ~SealKey();

  const std::uint8_t* data() const { return bytes_.data(); }

 private:
  Bytes bytes_;
};

// Before anything is drawn or sealed; throws StoreError if the machine has no good randomness.
void start_sodium();

// Throws StoreError if there is no such file, others can read it, or it holds no key.
SealKey read_key(const std::filesystem::path& file);

// A new key, or the one of a first start that was cut off; on the disk under a name for drafts.
SealKey draft_key(const std::filesystem::path& file);
bool has_draft(const std::filesystem::path& file);
// The draft gets the key's name, on the disk; empty if there is none.
void settle_key(const std::filesystem::path& file);

}  // namespace nl
