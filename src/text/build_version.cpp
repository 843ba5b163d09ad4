// Commit that the program was built from: the only file that a new commit compiles again.
#include "net/build_commit.h"

#include "build_commit_text.h"

namespace nl {

std::string_view build_commit() { return NINELIVES_COMMIT; }

}  // namespace nl
