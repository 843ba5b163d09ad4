// Subcommand `serve`: the game server.
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <iostream>
#include <memory>

#include "app/commands.h"
#include "app/options.h"
#include "app/serve_options.h"
#include "app/ssh_supervisor.h"
#include "coach/daily_points.h"
#include "net/live_settings.h"
#include "net/net_server.h"
#include "net/server_log.h"
#include "net/settings_check.h"
#include "net/systemd_notify.h"
#include "net/systemd_socket.h"
#include "net/tls_context.h"
#include "store/no_core_dumps.h"
#include "store/postgres_link.h"
#include "store/store.h"

namespace nl {
namespace {

struct ServeFlags {
  NetOptions options;
  LanguageOption language;
  std::string config;
  bool check = false;  // prints the settings only
  bool list = false;   // prints all settings only
  CLI::App* command = nullptr;
};

// One call in this thread takes the signals, without handlers; threads started later inherit the
// mask. Signals that would end the process without a reason here are ignored: SIGUSR1 is meant for
// another program, and SIGPIPE and SIGXFSZ are also reported by errno.
sigset_t take_signals() {
  for (const int signal : {SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR,
                           SIGXFSZ, SIGXCPU, SIGSTKFLT}) {
    std::signal(signal, SIG_IGN);
  }
  for (int signal = SIGRTMIN; signal <= SIGRTMAX; ++signal) std::signal(signal, SIG_IGN);
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

// Sentences for people; a JSON log has the same facts as events.
void print_addresses(const ServeFlags& flags, const NetServer& server) {
  if (flags.options.log.form == "json") return;
  const Words& w = words(flags.language.language());
  for (const std::string& address : server.addresses()) {
    const std::size_t slashes = address.find("//") + 2;
    std::string host = address.substr(slashes, address.rfind('/') - slashes);
    if (address.starts_with("https")) host.insert(0, "wss://");
    std::cout << w.ui("serve_open", {{"address", address}, {"host", host}}) << '\n';
  }
  if (server.rooms_restored() != 0) {
    std::cout << w.ui("serve_restored", {{"number", std::to_string(server.rooms_restored())}})
              << '\n';
  }
  std::cout << w.ui("serve_stop_hint") << std::endl;
}

// Applies the command line again: it overrides the file, which is read after it.
void say_again(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    if (option->count() != 0) option->run_callback();
  }
}

// The file, overridden by the command line.
void read_settings(ServeFlags& flags) {
  SettingLines lines;
  if (!flags.config.empty()) lines = read_server_file(flags.options, flags.config);
  say_again(*flags.command);
  for (const char* option : {"--store", "--node-url"}) {
    const auto* given = flags.command->get_option(option);
    if (given->count() == 0) continue;
    const auto text = given->as<std::string>();
    if (text.empty()) throw ProgramError(kExitBadInput, std::string(option) + " is empty");
    if (has_password(text)) {
      throw ProgramError(kExitBadInput,
                         "--store has a password, which everybody on this machine can read: put it "
                         "into PGPASSFILE or the settings file");
    }
  }
  check_server_options(flags.options, flags.config, lines);
  // Ssh sessions connect from this machine and name the address of their player.
  if (flags.options.ssh_port != 0) {
    for (const char* local : {"127.0.0.0/8", "::1"}) {
      flags.options.trusted_proxies.emplace_back(local);
    }
  }
  take_systemd_socket(flags.options);
}

void set_log(const ServeFlags& flags) {
  const std::string_view wrong = start_log(flags.options.log);
  if (wrong.empty()) return;
  const std::string allowed = wrong == "log"        ? "debug info warning error off"
                              : wrong == "log_form" ? "text json"
                                                    : "off hash plain";
  const Values values = {{"field", std::string(wrong)}, {"allowed", allowed}};
  throw ProgramError(kExitBadInput,
                     words(flags.language.language()).refusal(Refusal::FieldValue, values));
}

// Logs invalid settings and continues with the old ones.
void reload(NetServer& server, ServeFlags& flags) {
  ServeFlags wanted = flags;
  try {
    flags.options = NetOptions{.web = flags.options.web,
                               .on_failure = flags.options.on_failure,
                               .on_reload = flags.options.on_reload};
    read_settings(flags);
    set_log(flags);
    server.reload(flags.options);
    log_event(LogLevel::Info, "reloaded");
  } catch (const std::exception& error) {
    flags.options = wanted.options;
    set_log(flags);
    log_event(LogLevel::Error, "reload_failed", {{"reason", error.what()}});
  }
}

void warn_of_surroundings() {
  if (!forbid_core_dumps()) log_event(LogLevel::Warning, "core_dumps_possible");
  if (geteuid() == 0) log_event(LogLevel::Warning, "running_as_root");
}

// Waits for a stop or a failure. True if it was asked to stop.
bool run_server(ServeFlags& flags, const sigset_t& signals, NetServer& server) {
  notify_systemd("READY=1");
  int signal = 0;
  while (sigwait(&signals, &signal) == 0 && signal == SIGHUP) {
    if (!server.failure().empty()) break;
    notify_systemd("RELOADING=1\nMONOTONIC_USEC=" +
                   std::to_string(monotonic_time().count() * 1'000));
    reload(server, flags);
    notify_systemd("READY=1");
  }
  return signal != SIGHUP;
}

// Empty without --ssh.
std::unique_ptr<SshSupervisor> start_ssh_server(const ServeFlags& flags, std::uint16_t port) {
  if (flags.options.ssh_port == 0) return nullptr;
  std::vector<std::string> command = ssh_server_command(flags.options, port);
  command.insert(command.end(), {"--lang", flags.language.code});
  return std::make_unique<SshSupervisor>(std::move(command));
}

bool database_answers(const std::string& store) {
  try {
    PostgresLink(store, "ninelives");
    return true;
  } catch (const StoreError&) {
    return false;
  }
}

// While the database is away no core feeds the watchdog, and a restart would help nobody.
constexpr const char* kFeedWatchdog = "WATCHDOG=1";

// After a failure the server keeps its port open, alive but not ready. False: the process must end.
bool wait_for_database(const ServeFlags& flags, const sigset_t& signals) {
  constexpr timespec kPause = {.tv_sec = 0, .tv_nsec = 200'000'000};
  bool told = false;
  while (!database_answers(flags.options.store)) {
    if (!std::exchange(told, true)) log_event(LogLevel::Warning, "waiting_for_database");
    notify_systemd(kFeedWatchdog);
    const int signal = sigtimedwait(&signals, nullptr, &kPause);
    if (signal == SIGTERM || signal == SIGINT) return false;
  }
  return true;
}

// A node that has lost its epoch or its database restarts with a new epoch: everything it announced
// is in the store, and it reads the rest there.
void run_node(ServeFlags& flags, const sigset_t& signals) {
  constexpr timespec kPause = {.tv_sec = 0, .tv_nsec = 200'000'000};
  bool printed = false;
  bool away = false;
  // One socket for all epochs: the port stays open between them.
  const ListeningSocket socket(flags.options);
  const auto ssh_server = start_ssh_server(flags, socket.port());
  for (;;) {
    try {
      flags.options.systemd_socket = socket.fd();
      flags.options.port = socket.port();
      NetServer server(flags.options);
      away = false;
      if (!std::exchange(printed, true)) print_addresses(flags, server);
      bool ends = run_server(flags, signals, server);
      if (!ends) {
        server.leave_cluster();
        ends = !wait_for_database(flags, signals);
      }
      if (ends) notify_systemd("STOPPING=1");
      server.stop();  // other exceptions are failures of a stop
      if (ends) return;
      flags.options.previous_epoch = server.epoch();
      log_event(LogLevel::Warning, "starting_again");
    } catch (const StoreError& error) {
      if (!printed) throw;
      if (!std::exchange(away, true)) {
        log_event(LogLevel::Warning, "database_away", {{"reason", error.what()}});
      }
    }
    notify_systemd(kFeedWatchdog);
    const int signal = sigtimedwait(&signals, nullptr, &kPause);
    if (signal == SIGTERM || signal == SIGINT) return;
  }
}

void run_alone(ServeFlags& flags, const sigset_t& signals) {
  NetServer server(flags.options);
  const auto ssh_server = start_ssh_server(flags, server.port());
  print_addresses(flags, server);
  run_server(flags, signals, server);
  notify_systemd("STOPPING=1");
  server.stop();
  if (!server.failure().empty()) throw ProgramError(kExitDifferent, server.failure());
}

void serve(ServeFlags& flags) {
  const sigset_t signals = take_signals();  // before any thread; afterwards the log has one
  umask(S_IRWXG | S_IRWXO);                 // new files are private
  set_log(flags);
  if (flags.options.tls_cert.empty() != flags.options.tls_key.empty()) {
    throw ProgramError(kExitBadInput, words(flags.language.language()).ui("serve_tls_pair"));
  }
  flags.options.score_daily = [](const std::string& record,
                                 const auto& ends) -> std::optional<DailyScore> {
    const auto points = daily_points(record, kDailySeat, ends);
    return points ? std::optional(DailyScore{points->tenths, points->place}) : std::nullopt;
  };
  flags.options.daily_coach = kCoachVersion;
  flags.options.on_failure = [] { kill(getpid(), SIGHUP); };
  flags.options.on_reload = [] { kill(getpid(), SIGHUP); };
  warn_of_surroundings();
  try {
    if (flags.options.store.empty()) {
      run_alone(flags, signals);
    } else {
      run_node(flags, signals);
    }
    if (flags.options.log.form != "json") {
      std::cout << words(flags.language.language()).ui("serve_stopped") << std::endl;
    }
  } catch (const StoreError& error) {
    throw ProgramError(kExitDifferent, error.what());
  } catch (const NetError& error) {
    throw ProgramError(kExitDifferent, error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    throw ProgramError(kExitBadInput, error.what());
  }
  end_log();
}

// As at a start, up to the certificate; neither the data folder nor the database is touched.
void check_only(const ServeFlags& flags) {
  try {
    make_settings(flags.options);
    server_tls(flags.options);
  } catch (const NetError& error) {
    throw ProgramError(kExitBadInput, error.what());
  }
  std::cout << words(flags.language.language()).ui("serve_settings_fine") << std::endl;
}

}  // namespace

void add_serve(CLI::App& program) {
  auto* command = program.add_subcommand("serve", "A server for games over the network");
  auto flags = std::make_shared<ServeFlags>();
  NetOptions& options = flags->options;
  options.web = built_web_folder();
  flags->language.add_to(*command);
  command->add_flag("--check", flags->check,
                    "check the settings, say what is wrong, and start nothing");
  command->add_flag("--settings", flags->list,
                    "print all settings with their defaults as a file for --config");
  command->add_option("--config", flags->config, "a TOML file with these and more settings");
  command->add_option("--port", options.port, "0: any that is free")->capture_default_str();
  command->add_option("--bind", options.bind, "the address to listen at")->capture_default_str();
  command->add_option("--data", options.data, "the folder of the games; made on first start")
      ->capture_default_str();
  command->add_option("--key", options.key, "the key's file (default: in the data folder)");
  command->add_option("--store", options.store,
                      "postgres://…, for several nodes on one set of rooms (default: the folder)");
  command->add_option("--node-url", options.node_url,
                      "this node's WebSocket as clients reach it: wss://host/n/1/ws");
  command->add_option("--keep-days", options.keep_days, "closed rooms are kept so long, sealed")
      ->check(CLI::Range(0, 36'500))
      ->capture_default_str();
  command->add_flag("--accept-loss", options.accept_loss,
                    "start although acknowledged games are missing: they are voided, and named");
  command->add_option("--tls-cert", options.tls_cert, "certificate chain, PEM");
  command->add_option("--tls-key", options.tls_key, "its private key, PEM");
  command->add_option("--origin", options.origins,
                      "a page's origin that may connect (default: this server's own pages)");
  command->add_option("--ssh", options.ssh_port,
                      "a port where people play with an ssh client alone (default: none)");
  command->add_option("--web", options.web, "the folder of the browser's client")
      ->check(CLI::ExistingDirectory);
  command->add_option("--threads", options.threads, "for connections")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  command->add_flag("--open-metrics", options.open_metrics,
                    "/metrics for everybody at the players' port (default: metrics_port alone)");
  command->add_option("--log", options.log.level, "debug, info, warning, error or off")
      ->capture_default_str();
  command->add_option("--log-form", options.log.form, "text or json")->capture_default_str();
  command->add_option("--log-addresses", options.log.addresses, "of clients: off, hash or plain")
      ->capture_default_str();
  command->footer(
      "Exit status: 0 stopped by SIGINT or SIGTERM, 1 the store or the network failed, "
      "2 bad options.");
  flags->command = command;
  command->callback([flags] {
    if (flags->list) {
      std::cout << settings_reference();
      return;
    }
    try {
      read_settings(*flags);
    } catch (const NetError& error) {
      throw ProgramError(kExitDifferent, error.what());
    }
    if (flags->check) return check_only(*flags);
    serve(*flags);
  });
}

}  // namespace nl
