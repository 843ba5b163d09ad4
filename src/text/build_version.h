// Commit that the program was built from.
#pragma once

#include <string_view>

namespace nl {

// Short hash; "unknown" if it was built outside of a checkout.
std::string_view build_commit();

}  // namespace nl
