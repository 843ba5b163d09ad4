// Addresses at which other machines reach this one.
#pragma once

#include <string>
#include <vector>

namespace nl {

// The IPv4 addresses of this machine's networks, without the loopback.
std::vector<std::string> lan_addresses();

// Addresses of a server that listens here, ready to type. If it listens on all interfaces, those
// that others can reach come first and this machine's own last.
std::vector<std::string> listened_hosts(const std::string& bind);

}  // namespace nl
