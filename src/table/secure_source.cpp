// Random words from libsodium.
#include "table/secure_source.h"

#include <sodium.h>

#include <stdexcept>

namespace nl {
namespace {

void start_sodium() {
  static const bool kStarted = sodium_init() >= 0;
  if (!kStarted) throw std::runtime_error("no secure random generator on this machine");
}

}  // namespace

SecureWords::SecureWords() : next_(words_.size()) { start_sodium(); }

std::uint32_t SecureWords::operator()() {
  if (next_ == words_.size()) {
    randombytes_buf(words_.data(), sizeof words_);
    next_ = 0;
  }
  return words_[next_++];
}

std::uint64_t secure_seed() {
  SecureWords words;
  const std::uint64_t high = words();
  return high << 32 | words();
}

}  // namespace nl
