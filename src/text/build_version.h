// Version and commit of this build.
#pragma once

#include <string_view>

namespace nl {

// "1.0.0" at the release's tag, "1.0.0~dev+gCOMMIT" anywhere else. Ends with a zero byte.
std::string_view build_version();

// The present or next release: "1.0.0".
std::string_view release_version();

// Short hash; "unknown" outside of a checkout.
std::string_view build_commit();

}  // namespace nl
