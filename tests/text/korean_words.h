// The second language, for tests that name its sentences.
#pragma once

#include "text/language.h"

namespace nl {

inline const Language kKorean = find_language("ko").value();

}  // namespace nl
