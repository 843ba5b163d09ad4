// What the trained policy thinks of the legal actions.
#pragma once

#include <vector>

#include "bots/bot.h"
#include "bots/net_file.h"
#include "engine/encode.h"
#include "engine/rules.h"
#include "engine/view.h"

namespace nl {

// Whether the network has met all cards of the box.
bool net_knows(const Network& network, const Rules& rules);

// Whether it looks at past events too.
bool net_remembers(const Network& network);

// The legal actions with the chance that the policy gives each; the chances sum up to 1.
std::vector<Weighed> weigh(const Network& policy, const Rules& rules, const View& v, Past past);

// One of them by its chance.
Weighed draw(const std::vector<Weighed>& choices, Stream& chance);

}  // namespace nl
