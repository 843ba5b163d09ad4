// Subcommand `ssh`: the ssh server beside a game server.
#include <unistd.h>

#include <csignal>
#include <iostream>
#include <memory>

#include "app/commands.h"
#include "app/options.h"
#include "client/address.h"
#include "net/net_options.h"
#include "net/server_log.h"
#include "ssh/ssh_server.h"
#include "store/no_core_dumps.h"

namespace nl {
namespace {

struct SshFlags {
  SshOptions options;
  LanguageOption language;
  LogOptions log;
  pid_t parent = 0;  // the server that started this program; without it there are no new sessions
};

sigset_t block_stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM}) sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGHUP, SIG_IGN);
  return signals;
}

// Runs until a signal, or until the last session after its server's end.
void wait_for_end(SshServer& server, const sigset_t& signals, pid_t parent) {
  constexpr timespec kLook = {.tv_sec = 0, .tv_nsec = 200'000'000};
  bool orphan = false;
  while (sigtimedwait(&signals, nullptr, &kLook) < 0) {
    if (parent == 0) continue;
    if (!orphan && getppid() != parent) {
      orphan = true;
      server.stop_listening();
    }
    if (orphan && server.sessions() == 0) return;
  }
}

void serve_ssh(const SshFlags& flags) {
  const Words& w = words(flags.language.language());
  if (!parse_address(flags.options.server, kDefaultPort)) {
    throw ProgramError(
        kExitBadInput,
        w.refusal(Refusal::FieldValue,
                  {{"field", "--server"}, {"allowed", "HOST HOST:PORT [IPV6]:PORT wss://HOST"}}));
  }
  const sigset_t signals = block_stop_signals();  // before any thread
  start_log(flags.log);
  if (!forbid_core_dumps()) log_event(LogLevel::Warning, "core_dumps_possible");
  if (geteuid() == 0) log_event(LogLevel::Warning, "running_as_root");
  try {
    SshServer server(flags.options);
    log_event(LogLevel::Info, "ssh_listening",
              {{"port", server.port()}, {"host_key", server.host_fingerprint()}});
    const std::string port = std::to_string(server.port());
    std::cout << w.ui("ssh_open", {{"port", port}, {"fingerprint", server.host_fingerprint()}})
              << std::endl;
    wait_for_end(server, signals, flags.parent);
  } catch (const SshError& error) {
    end_log();
    throw ProgramError(kExitDifferent, error.what());
  }
  end_log();
}

}  // namespace

void add_ssh(CLI::App& program) {
  auto* command = program.add_subcommand(
      "ssh", "Lets people play with an ssh client alone, beside a server of games");
  auto flags = std::make_shared<SshFlags>();
  SshOptions& options = flags->options;
  flags->language.add_to(*command);
  command->add_option("--server", options.server, "HOST, HOST:PORT or wss://HOST")
      ->capture_default_str();
  command->add_option("--port", options.port, "0: any that is free")->capture_default_str();
  command->add_option("--bind", options.bind, "the address to listen at")->capture_default_str();
  command->add_option("--data", options.data, "the folder of keys and players; made on first start")
      ->capture_default_str();
  command->add_option("--sessions", options.sessions, "connections at once")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  command->add_option("--per-address", options.per_address, "connections of one address")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  command->add_option("--log", flags->log.level, "debug, info, warning, error or off")
      ->capture_default_str();
  command->add_option("--log-form", flags->log.form, "text or json")->capture_default_str();
  command->add_option("--parent", flags->parent, "process of the server that started it")
      ->group("");
  command->footer(
      "Exit status: 0 stopped by SIGINT or SIGTERM, 1 the port or a key can't be used, 2 bad "
      "options.");
  command->callback([flags] { serve_ssh(*flags); });
}

}  // namespace nl
