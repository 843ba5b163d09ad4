// What stands open beside a store, finished games, notes of voided rooms and the ladder, wherever
// it is: checked and moved with the store.
#pragma once

#include <cstddef>

#include "store/store_place.h"

namespace nl {

struct PaperCount {
  std::size_t games = 0;
  std::size_t voided = 0;
  std::size_t ladder = 0;  // its rows
};

// Both throw StoreError where something can't be read.
PaperCount check_papers(const StorePlace& at);
PaperCount copy_papers(const StorePlace& from, const StorePlace& to);

}  // namespace nl
