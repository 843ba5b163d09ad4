#include <unistd.h>

#include <csignal>
#include <iostream>
#include <memory>

#include "app/commands.h"
#include "app/options.h"
#include "app/serve_options.h"
#include "net/net_server.h"
#include "net/server_log.h"
#include "store/no_core_dumps.h"
#include "store/store.h"

namespace nl {
namespace {

struct ServeFlags {
  NetOptions options;
  LanguageOption language;
  std::string config;
  std::string log_level = "info";
};

// Signals are taken by one call in this thread, not by handlers; threads started later inherit it.
sigset_t block_stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

void print_addresses(const NetServer& server, const Words& w) {
  for (const std::string& address : server.addresses()) {
    const std::size_t slashes = address.find("//") + 2;
    const std::string host = address.substr(slashes, address.rfind('/') - slashes);
    std::cout << w.ui("serve_open", {{"address", address}, {"host", host}}) << '\n';
  }
  if (server.rooms_restored() != 0) {
    std::cout << w.ui("serve_restored", {{"number", std::to_string(server.rooms_restored())}})
              << '\n';
  }
  std::cout << w.ui("serve_stop_hint") << std::endl;
}

void serve(const ServeFlags& flags) {
  const Words& w = words(flags.language.language());
  if (!start_log(flags.log_level)) {
    const Values values = {{"field", "--log"}, {"allowed", "debug info warning error off"}};
    throw ProgramError(kExitBadInput, w.refusal(Refusal::FieldValue, values));
  }
  NetOptions options = flags.options;
  if (options.tls_cert.empty() != options.tls_key.empty()) {
    throw ProgramError(kExitBadInput, w.ui("serve_tls_pair"));
  }
  const sigset_t signals = block_stop_signals();
  options.on_failure = [] { kill(getpid(), SIGTERM); };
  if (!forbid_core_dumps()) log_event(LogLevel::Warning, "core_dumps_possible");
  try {
    NetServer server(options);
    print_addresses(server, w);
    int signal = 0;
    sigwait(&signals, &signal);
    server.stop();
    if (!server.failure().empty()) throw ProgramError(kExitDifferent, server.failure());
    std::cout << w.ui("serve_stopped") << std::endl;
  } catch (const StoreError& error) {
    throw ProgramError(kExitDifferent, error.what());
  } catch (const NetError& error) {
    throw ProgramError(kExitDifferent, error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    throw ProgramError(kExitBadInput, error.what());
  }
}

// What was said on the command line, once more: it wins over a file that was read after it.
void say_again(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    if (option->count() != 0) option->run_callback();
  }
}

}  // namespace

void add_serve(CLI::App& program) {
  auto* command = program.add_subcommand("serve", "A server for games over the network");
  auto flags = std::make_shared<ServeFlags>();
  NetOptions& options = flags->options;
  options.web = built_web_folder();
  flags->language.add_to(*command);
  command->add_option("--config", flags->config, "a TOML file with these and more settings");
  command->add_option("--port", options.port, "0: any that is free")->capture_default_str();
  command->add_option("--bind", options.bind, "the address to listen at")->capture_default_str();
  command->add_option("--data", options.data, "the folder of the games; made on first start")
      ->capture_default_str();
  command->add_option("--key", options.key, "the key's file (default: in the data folder)");
  command->add_option("--tls-cert", options.tls_cert, "certificate chain, PEM");
  command->add_option("--tls-key", options.tls_key, "its private key, PEM");
  command->add_option("--origin", options.origins,
                      "a page's origin that may connect (default: this server's own pages)");
  command->add_option("--web", options.web, "the folder of the browser's client")
      ->check(CLI::ExistingDirectory);
  command->add_option("--threads", options.threads, "for connections")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  command->add_option("--log", flags->log_level, "debug, info, warning, error or off")
      ->capture_default_str();
  command->footer(
      "Exit status: 0 stopped by SIGINT or SIGTERM, 1 the store or the network failed, "
      "2 bad options.");
  command->callback([flags, command] {
    if (!flags->config.empty()) {
      read_server_file(flags->options, flags->log_level, flags->config);
      say_again(*command);
    }
    serve(*flags);
  });
}

}  // namespace nl
