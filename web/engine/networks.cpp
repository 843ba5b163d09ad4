// Networks of bots and of the coach, as far as the page has loaded them.
#include <cstdint>
#include <optional>

#include "bots/net_file.h"
#include "record_film.h"

namespace nl {
namespace {

std::optional<Network> policy;
std::optional<Network> net;
std::optional<Network> critic;

const Network& given(const std::optional<Network>& network) {
  if (!network) fail("a network is missing");
  return *network;
}

}  // namespace

const Network& policy_network() { return given(policy); }
const Network& net_network() { return given(net); }
const Network& critic_network() { return given(critic); }

// A page has no files of its own.
const Network* policy_network_from(std::string_view) { return nullptr; }

}  // namespace nl

// which: 0 the policy of the base box, 1 what plays in every box, 2 the critic.
extern "C" __attribute__((export_name("give_network"))) void give_network(int which,
                                                                          const std::uint8_t* bytes,
                                                                          std::size_t size) {
  std::optional<nl::Network>* const places[] = {&nl::policy, &nl::net, &nl::critic};
  places[which]->emplace(std::span(bytes, size));
}
