// PostgreSQL schema of the store: created at the first start, migrated step by step.
#pragma once

#include "store/postgres_link.h"

namespace nl {

inline constexpr std::size_t kAllSteps = SIZE_MAX;

// Whoever comes first does it, and the others wait. Throws StoreError where a newer program has
// been there. Fewer steps: as a program of before would have left it.
void bring_up_to_date(PostgresLink& link, std::size_t steps = kAllSteps);

}  // namespace nl
