// Hash of a game's state.
#include "store/state_hash.h"

#include <sodium.h>

#include <vector>

#include "engine/canonical_form.h"
#include "store/engine_hash.h"

namespace nl {

namespace {

// Four bytes a number, the lowest first: no number of a state is larger.
class Bytes {
 public:
  void operator()(std::uint64_t number) {
    for (int i = 0; i < 4; ++i) bytes_.push_back(static_cast<std::uint8_t>(number >> 8 * i));
  }
  const std::vector<std::uint8_t>& all() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

}  // namespace

std::uint64_t own_engine() { return kEngineHash; }

StateHash state_hash(const State& s) {
  Bytes written;
  write(s, written);
  StateHash hash;
  crypto_generichash(hash.data(), hash.size(), written.all().data(), written.all().size(), nullptr,
                     0);
  return hash;
}

}  // namespace nl
