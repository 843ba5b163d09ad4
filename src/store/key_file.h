// Key file of a data folder. The key lies in a file of its own that only its owner can
// read, never in the database, so that a copy of the database tells nothing.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>

namespace nl {

// Wiped on destruction.
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

// Call before drawing or sealing; throws StoreError without good randomness.
void start_sodium();

// Throws StoreError if the file is missing, readable by others, or holds no key.
SealKey read_key(const std::filesystem::path& file);

// A new key, or the draft of an interrupted first start; durable under its draft name.
SealKey draft_key(const std::filesystem::path& file);
bool has_draft(const std::filesystem::path& file);
// Gives the draft its final name, durably; empty if there is no draft.
void settle_key(const std::filesystem::path& file);

}  // namespace nl
