// Version and commit that the program was built from: the only file that a new commit compiles
// again.
#include "text/build_version.h"

#include "build_version_text.h"

namespace nl {

std::string_view build_version() { return NINELIVES_VERSION; }

std::string_view release_version() { return NINELIVES_RELEASE; }

std::string_view build_commit() { return NINELIVES_COMMIT; }

}  // namespace nl
