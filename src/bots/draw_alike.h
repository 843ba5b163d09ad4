// A draw by bent chances that goes along with the draw by the chances they were bent from.
#pragma once

#include <vector>

#include "bots/bot.h"
#include "engine/random.h"

namespace nl {

// One of `bent` by its chance there, which is the one that draw(choices, chance) gives as often as
// can be: who plays by bent chances does what the policy would have done wherever that is as good,
// and two games with the same luck part only where it is not. Lots beyond the first come from
// `more`. What `bent` leaves out has no chance.
Weighed draw_alike(const std::vector<Weighed>& choices, const std::vector<Weighed>& bent,
                   Stream& chance, Stream& more);

}  // namespace nl
