// Korean sentences, for tests that name them.
#pragma once

#include "text/language.h"

namespace nl {

inline const Language kKorean = find_language("ko").value();

}  // namespace nl
