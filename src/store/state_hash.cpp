#include "store/state_hash.h"

#include <sodium.h>

namespace nl {

// A state has no padding and equal games have equal bytes, so its bytes can be hashed.
StateHash state_hash(const State& s) {
  StateHash hash;
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const std::uint8_t*>(&s), sizeof s,
                     nullptr, 0);
  return hash;
}

}  // namespace nl
