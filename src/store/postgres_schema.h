// PostgreSQL schema of the store: created at the first start, migrated step by step.
#pragma once

#include "store/postgres_link.h"

namespace nl {

inline constexpr std::size_t kAllSteps = SIZE_MAX;

// The first node migrates, the others wait. Throws StoreError if a newer program has migrated the
// database. With fewer steps: the schema of an earlier program.
void bring_up_to_date(PostgresLink& link, std::size_t steps = kAllSteps);

}  // namespace nl
