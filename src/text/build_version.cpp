// Version and commit of this build: the only file that a new commit recompiles.
#include "text/build_version.h"

#include "build_version_text.h"

namespace nl {

std::string_view build_version() { return NINELIVES_VERSION; }

std::string_view release_version() { return NINELIVES_RELEASE; }

std::string_view build_commit() { return NINELIVES_COMMIT; }

}  // namespace nl
