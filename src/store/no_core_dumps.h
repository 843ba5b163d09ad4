// Switch for core dumps: a core file would hold every hand and the pile in clear.
#pragma once

namespace nl {

// From here on a crash of this process leaves no core file, and no other process of the same user
// can look into it. False if the system refuses.
bool forbid_core_dumps();

}  // namespace nl
