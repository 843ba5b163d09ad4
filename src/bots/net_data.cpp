// Trained networks, embedded into the program.
#include "bots/net_file.h"

// Section of read-only data in this system's object files, and a local label. Apple's linker may
// move apart everything that begins with a global label, so there the end is no label, and a byte
// follows it.
#if defined(__APPLE__)
#define NL_NAME(name) "_" #name
#define NL_SECTION "__TEXT,__const"
#define NL_INSIDE ".private_extern "
#define NL_END(name) ".alt_entry " NL_NAME(name) "\n"
#elif defined(_WIN32)  // nothing leaves a library that isn't exported
#define NL_NAME(name) #name
#define NL_SECTION ".rdata,\"dr\""
#define NL_INSIDE ".global "
#define NL_END(name)
#else
#define NL_NAME(name) #name
#define NL_SECTION ".rodata"
#define NL_INSIDE ".hidden "
#define NL_END(name)
#endif

#define NL_LABEL(name) \
  ".global " NL_NAME(name) "\n" NL_INSIDE NL_NAME(name) "\n" NL_NAME(name) ":\n"

// The bytes of a file, from nl_NAME_begin to nl_NAME_end.
#define NL_EMBED(name, file)                                                                 \
  asm(".pushsection " NL_SECTION "\n.balign 16\n" NL_LABEL(                                  \
      nl_##name##_begin) ".incbin \"" NINELIVES_NETS "/" file "\"\n" NL_END(nl_##name##_end) \
          NL_LABEL(nl_##name##_end) ".byte 0\n.popsection\n");                               \
  extern "C" {                                                                               \
  [[gnu::visibility("hidden")]] extern const std::uint8_t nl_##name##_begin[];               \
  [[gnu::visibility("hidden")]] extern const std::uint8_t nl_##name##_end[];                 \
  }

NL_EMBED(policy, "policy.nlnet")
NL_EMBED(critic, "critic.nlnet")
NL_EMBED(net, "net.nlnet")

namespace nl {

const Network& policy_network() {
  static const Network network({nl_policy_begin, nl_policy_end});
  return network;
}

const Network& net_network() {
  static const Network network({nl_net_begin, nl_net_end});
  return network;
}

std::span<const std::uint8_t> net_weights() { return {nl_net_begin, nl_net_end}; }

const Network& critic_network() {
  static const Network network({nl_critic_begin, nl_critic_end});
  return network;
}

}  // namespace nl
