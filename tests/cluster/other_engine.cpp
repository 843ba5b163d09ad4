// Engine hash of another rules version, for tests of rolling deploys. It replaces
// src/store/state_hash.cpp.
#define state_hash state_hash_of_before
#define own_engine own_engine_of_before
#include "store/state_hash.cpp"
#undef state_hash
#undef own_engine

namespace nl {

std::uint64_t own_engine() { return ~own_engine_of_before(); }

StateHash state_hash(const State& s) {
  StateHash hash = state_hash_of_before(s);
  for (std::uint8_t& byte : hash) byte = static_cast<std::uint8_t>(~byte);
  return hash;
}

}  // namespace nl
