// This machine's addresses, as others can reach it.
#pragma once

#include <string>
#include <vector>

namespace nl {

// The IPv4 addresses of this machine's networks, without the loopback.
std::vector<std::string> lan_addresses();

}  // namespace nl
