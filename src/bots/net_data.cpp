// The trained networks, put into the program byte by byte: nothing to find when it starts.
#include "bots/net_file.h"

asm(R"(
  .pushsection .rodata
  .balign 16
  .hidden nl_policy_begin
  .hidden nl_policy_end
  .hidden nl_critic_begin
  .hidden nl_critic_end
  .global nl_policy_begin
  .global nl_policy_end
  .global nl_critic_begin
  .global nl_critic_end
nl_policy_begin:
  .incbin ")" NINELIVES_NETS R"(/policy.nlnet"
nl_policy_end:
nl_critic_begin:
  .incbin ")" NINELIVES_NETS R"(/critic.nlnet"
nl_critic_end:
  .popsection
)");

extern "C" {
[[gnu::visibility("hidden")]] extern const std::uint8_t nl_policy_begin[];
[[gnu::visibility("hidden")]] extern const std::uint8_t nl_policy_end[];
[[gnu::visibility("hidden")]] extern const std::uint8_t nl_critic_begin[];
[[gnu::visibility("hidden")]] extern const std::uint8_t nl_critic_end[];
}

namespace nl {

const Network& policy_network() {
  static const Network network({nl_policy_begin, nl_policy_end});
  return network;
}

const Network& critic_network() {
  static const Network network({nl_critic_begin, nl_critic_end});
  return network;
}

}  // namespace nl
