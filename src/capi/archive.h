// Binary archive of values: a mark, the values in memory layout, and a checksum. For the same build
// of the library on the same kind of machine; other marks are refused.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "capi/boundary.h"
#include "engine/encode.h"
#include "engine/games_hash.h"

namespace nl::capi {

// Changes with the layout of the archive.
inline constexpr std::uint64_t kArchiveMark =
    mix64(0x6E6C617263683033u + sizeof(State) + 1000 * sizeof(Knowledge) + 1000000 * sizeof(Rules) +
          100000000 * sizeof(Event));

inline std::uint64_t checksum(std::span<const std::uint8_t> bytes) {
  std::uint64_t sum = bytes.size();
  for (const std::uint8_t byte : bytes) sum = mix64(sum + byte + 0x9E3779B97F4A7C15u);
  return sum;
}

class ByteWriter {
 public:
  ByteWriter() { value(kArchiveMark); }

  template <class Value>
  void value(const Value& value) {
    static_assert(std::is_trivially_copyable_v<Value>);
    const auto* from = reinterpret_cast<const std::uint8_t*>(&value);
    bytes_.insert(bytes_.end(), from, from + sizeof(Value));
  }
  template <class Value>
  void list(const std::vector<Value>& values) {
    value(static_cast<std::uint64_t>(values.size()));
    for (const Value& one : values) value(one);
  }
  std::vector<std::uint8_t> finish() {
    value(checksum(bytes_));
    return std::move(bytes_);
  }

 private:
  std::vector<std::uint8_t> bytes_;
};

class ByteReader {
 public:
  ByteReader(const std::uint8_t* bytes, std::size_t size) {
    if (bytes == nullptr || size < 2 * sizeof(std::uint64_t)) throw Misuse(kNotSaved);
    bytes_ = {bytes, size - sizeof(std::uint64_t)};
    std::uint64_t sum = 0;
    std::memcpy(&sum, bytes + bytes_.size(), sizeof sum);
    std::uint64_t mark = 0;
    value(mark);
    if (mark != kArchiveMark || sum != checksum(bytes_)) throw Misuse(kNotSaved);
  }

  template <class Value>
  void value(Value& value) {
    static_assert(std::is_trivially_copyable_v<Value>);
    if (bytes_.size() - at_ < sizeof(Value)) throw Misuse(kNotSaved);
    std::memcpy(static_cast<void*>(&value), bytes_.data() + at_, sizeof(Value));
    at_ += sizeof(Value);
  }
  template <class Value>
  void list(std::vector<Value>& values) {
    std::uint64_t size = 0;
    value(size);
    if (size > (bytes_.size() - at_) / sizeof(Value)) throw Misuse(kNotSaved);
    values.resize(size);
    for (Value& one : values) value(one);
  }
  // A list whose length the caller knows.
  template <class Value>
  void fill(std::vector<Value>& values) {
    std::uint64_t size = 0;
    value(size);
    if (size != values.size()) throw Misuse(kNotSaved);
    for (Value& one : values) value(one);
  }
  void finish() const {
    if (at_ != bytes_.size()) throw Misuse(kNotSaved);
  }

 private:
  static constexpr const char* kNotSaved =
      "expected bytes that this version of the library has saved";

  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

}  // namespace nl::capi
