// SHA-256. Each program links one implementation: libsodium's (fair/sha256.cpp), the page's
// @noble/hashes (web/engine/platform.cpp), or a portable one where neither can be linked, in the
// library of the Python wheel (capi/sha256.cpp).
#pragma once

#include <initializer_list>

#include "text/bytes.h"

namespace nl {

Bytes32 sha256(std::initializer_list<Bytes> parts);

}  // namespace nl
