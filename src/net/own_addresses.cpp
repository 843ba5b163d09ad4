// Addresses of this machine's interfaces (getifaddrs).
#include "net/own_addresses.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <array>
#include <memory>

namespace nl {
namespace {

bool is_unspecified(const std::string& bind) {
  in_addr v4{};
  if (inet_pton(AF_INET, bind.c_str(), &v4) == 1) return v4.s_addr == 0;
  in6_addr v6{};
  return inet_pton(AF_INET6, bind.c_str(), &v6) == 1 && IN6_IS_ADDR_UNSPECIFIED(&v6);
}

}  // namespace

std::vector<std::string> lan_addresses() {
  ifaddrs* first = nullptr;
  if (getifaddrs(&first) != 0) return {};
  const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> owner(first, freeifaddrs);
  std::vector<std::string> found;
  for (const ifaddrs* one = first; one != nullptr; one = one->ifa_next) {
    const bool usable = one->ifa_addr != nullptr && one->ifa_addr->sa_family == AF_INET &&
                        (one->ifa_flags & IFF_LOOPBACK) == 0 && (one->ifa_flags & IFF_UP) != 0;
    if (!usable) continue;
    std::array<char, INET_ADDRSTRLEN> text{};
    const auto* address = reinterpret_cast<const sockaddr_in*>(one->ifa_addr);
    if (inet_ntop(AF_INET, &address->sin_addr, text.data(), text.size()) != nullptr) {
      found.emplace_back(text.data());
    }
  }
  return found;
}

std::vector<std::string> listened_hosts(const std::string& bind) {
  if (!is_unspecified(bind)) {
    return {bind.find(':') == std::string::npos ? bind : '[' + bind + ']'};
  }
  std::vector<std::string> hosts = lan_addresses();
  hosts.emplace_back("127.0.0.1");
  return hosts;
}

}  // namespace nl
