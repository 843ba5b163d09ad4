// System call filter of sandboxed agents, as a BPF program for seccomp.
#pragma once

#include <string>

namespace nl {

// The file descriptor at which the sandbox's command expects the filter.
inline constexpr int kFilterDescriptor = 3;

// The program's bytes; empty on systems and processors without one.
std::string seccomp_filter();

}  // namespace nl
