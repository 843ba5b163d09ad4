// Source of secrets: ids, tokens, seeds, shares. A simulator brings its own source, so that a run
// can be repeated exactly.
#pragma once

#include <cstdint>
#include <span>

#include "fair/secret.h"

namespace nl {

class Entropy {
 public:
  virtual ~Entropy() = default;
  virtual void fill(std::span<std::uint8_t> bytes) = 0;

  template <class Value>
  Value draw() {
    Value value{};
    fill(value);
    return value;
  }
};

class SecureEntropy final : public Entropy {
 public:
  void fill(std::span<std::uint8_t> bytes) override { fill_secret(bytes); }
};

}  // namespace nl
