// Switch for core dumps: a core file would hold every hand and the pile in clear.
#pragma once

namespace nl {

// Crashes of this process leave no core file from now on, and no process of the same user can read
// its memory. False if the system refuses.
bool forbid_core_dumps();

}  // namespace nl
