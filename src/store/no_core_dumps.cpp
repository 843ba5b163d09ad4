// Core dumps switched off with setrlimit(2) and prctl(2).
#include "store/no_core_dumps.h"

#include <sys/prctl.h>
#include <sys/resource.h>

namespace nl {

bool forbid_core_dumps() {
  const rlimit none{0, 0};
  return setrlimit(RLIMIT_CORE, &none) == 0 && prctl(PR_SET_DUMPABLE, 0) == 0;
}

}  // namespace nl
