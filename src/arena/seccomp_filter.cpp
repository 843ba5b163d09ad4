// System call filter of the sandbox.
#include "arena/seccomp_filter.h"

#ifdef __linux__
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <vector>

namespace nl {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
constexpr std::uint32_t kForeignCalls = 0x40000000;  // x32 calls have this bit
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
constexpr std::uint32_t kForeignCalls = 0x40000000;
#else
constexpr std::uint32_t kArchitecture = 0;
constexpr std::uint32_t kForeignCalls = 0;
#endif

// Mounts, namespaces, other processes, kernel keys and modules, and files by handle. Numbers from
// 424 on are the same for all architectures; older headers don't name them.
constexpr int kNewestMountCalls[] = {428, 429, 430, 431,
                                     432, 433, 442};  // open_tree … mount_setattr
constexpr int kIoUringCalls[] = {425, 426, 427};
constexpr int kProcessCalls[] = {434, 438, 440};  // pidfd_open, pidfd_getfd, process_madvise
constexpr int kDeniedCalls[] = {
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_unshare,
    SYS_setns,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_bpf,
    SYS_process_vm_writev,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_open_by_handle_at,
    SYS_kexec_load,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_swapon,
    SYS_swapoff,
    SYS_reboot,
    SYS_acct,
    SYS_quotactl,
    SYS_syslog,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_adjtimex,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_name_to_handle_at,
    SYS_kcmp,
    SYS_vhangup,
    SYS_fanotify_init,
    SYS_personality,
};

constexpr std::uint32_t kNewNamespaces = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET |
                                         CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;

class Filter {
 public:
  std::string bytes() {
    load(offsetof(seccomp_data, arch));
    jump(BPF_JEQ, kArchitecture, 1, 0);
    give(SECCOMP_RET_KILL_PROCESS);
    load(offsetof(seccomp_data, nr));
    jump(BPF_JGE, kForeignCalls, 0, 1);
    give(refusal(ENOSYS));
    for (const int call : kDeniedCalls) deny(call, EPERM);
    for (const int call : kNewestMountCalls) deny(call, ENOSYS);
    for (const int call : kIoUringCalls) deny(call, ENOSYS);
    for (const int call : kProcessCalls) deny(call, ENOSYS);
    deny(435, ENOSYS);  // clone3: its flags lie in memory; C libraries fall back to clone
    deny_namespaces();
    allow_sockets_of({AF_UNIX, AF_INET, AF_INET6});
    give(SECCOMP_RET_ALLOW);
    return {reinterpret_cast<const char*>(code_.data()), code_.size() * sizeof code_[0]};
  }

 private:
  static constexpr std::uint32_t refusal(int error) {
    return SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error);
  }
  void load(std::size_t offset) {
    code_.push_back({BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<std::uint32_t>(offset)});
  }
  void jump(int test, std::uint32_t value, std::uint8_t yes, std::uint8_t no) {
    code_.push_back(
        sock_filter{static_cast<std::uint16_t>(BPF_JMP | test | BPF_K), yes, no, value});
  }
  void give(std::uint32_t answer) { code_.push_back({BPF_RET | BPF_K, 0, 0, answer}); }
  void deny(int call, int error) {
    jump(BPF_JEQ, static_cast<std::uint32_t>(call), 0, 1);
    give(refusal(error));
  }
  void deny_namespaces() {
    jump(BPF_JEQ, SYS_clone, 0, 4);
    load(offsetof(seccomp_data, args));
    jump(BPF_JSET, kNewNamespaces, 0, 1);
    give(refusal(EPERM));
    give(SECCOMP_RET_ALLOW);
  }
  // Netlink, vsock, packets and the rest reach past the network namespace, or into the kernel.
  void allow_sockets_of(const std::array<int, 3>& families) {
    jump(BPF_JEQ, SYS_socket, 0, 5);
    load(offsetof(seccomp_data, args));
    jump(BPF_JEQ, static_cast<std::uint32_t>(families[0]), 3, 0);
    jump(BPF_JEQ, static_cast<std::uint32_t>(families[1]), 2, 0);
    jump(BPF_JEQ, static_cast<std::uint32_t>(families[2]), 1, 0);
    give(refusal(EAFNOSUPPORT));
  }

  std::vector<sock_filter> code_;
};

}  // namespace

std::string seccomp_filter() { return kArchitecture == 0 ? std::string() : Filter().bytes(); }

}  // namespace nl
#else
namespace nl {

std::string seccomp_filter() { return {}; }

}  // namespace nl
#endif
