// Subcommands `host`, `join`, `find` and `watch`: network play in the terminal.
#include <pwd.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <memory>

#include "app/commands.h"
#include "app/net_visit.h"
#include "app/options.h"
#include "client/web_link.h"
#include "names/names.h"
#include "net/net_server.h"
#include "net/own_addresses.h"
#include "protocol/room_settings.h"
#include "store/no_core_dumps.h"
#include "store/store.h"
#include "terminal/net_play.h"
#include "terminal/play.h"
#include "terminal/replay_screen.h"
#include "text/notation.h"

namespace nl {
namespace {

struct NetFlags {
  LanguageOption language;
  std::string address;
  std::string room;
  std::string name;
  std::string record;
  bool plain = false;
  bool verbose = false;
  LinkOptions link{};
  std::optional<LadderSigner> ladder{};

  const Words& w() const { return words(language.language()); }
};

struct HostFlags {
  NetFlags common;
  RulesOptions rules;
  NetOptions server;
  int seats = 0;
  int bots = 0;
  double window = 3;
  int turn = 60;
  std::string clock = "live";
  bool public_room = false;
  bool private_room = false;  // the default; still accepted for old scripts
};

ProgramError field_fault(const Words& w, const std::string& field, const std::string& allowed) {
  return {kExitBadInput, w.refusal(Refusal::FieldValue, {{"field", field}, {"allowed", allowed}})};
}

std::string login_name() {
  const passwd* user = getpwuid(getuid());
  return user == nullptr ? "" : clean_name(user->pw_name);
}

Address chosen_address(const NetFlags& flags) {
  const auto address = parse_address(flags.address, kDefaultPort);
  if (!address) throw field_fault(flags.w(), "ADDRESS", "HOST HOST:PORT [IPV6]:PORT wss://HOST");
  return *address;
}

// Plays until the player leaves. When it returns, the link is closed and everything is printed.
NetEnd play_at(const Address& address, const NetFlags& flags, SessionOptions options) {
  SecureEntropy entropy;
  ClientModel model(entropy);
  if (flags.ladder) {
    model.claim_seats([signer = *flags.ladder](const OwnSeat& seat) {
      return signer.claim(seat.room, seat.token);
    });
  }
  const SeatStore seats(default_seat_folder(), address.text());
  options.language = flags.language.language();
  if (options.usual_name.empty()) options.usual_name = login_name();
  options.record = flags.record;
  NetSession session(model, seats, std::move(options));
  const bool is_terminal = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
  try {
    WebLink link(address, std::string(kSocketPath), flags.link);
    if (!flags.plain && full_screen_possible()) {
      play_net_on_screen(session, model, link);
    } else {
      if (!flags.plain && is_terminal) std::cerr << flags.w().ui("no_full_screen") << '\n';
      catch_interrupts(true);
      FileInput in(STDIN_FILENO, link.wake_file());
      model.listen(flags.plain);
      play_net_plain(session, model, link, in, std::cout, is_terminal, flags.verbose);
    }
  } catch (const FileError& error) {
    throw ProgramError(kExitBadInput, flags.w().ui("cannot_open", {{"file", error.what()}}));
  }
  if (session.end() == NetEnd::Unreachable) throw ProgramError(kExitBadInput, "");
  return session.end();
}

[[noreturn]] void leave_program(NetEnd end) {
  switch (end) {
    case NetEnd::Forfeited: throw ProgramError(kExitInterrupted, "");
    case NetEnd::SentAway:
    case NetEnd::Replaced:
    case NetEnd::EndOfInput: throw ProgramError(kExitEndOfInput, "");
    case NetEnd::Version:
    case NetEnd::Unreachable: throw ProgramError(kExitBadInput, "");
    default: throw ProgramError(kExitPlayed, "");
  }
}

// Codes may be read aloud, so capitals are accepted. A malformed code is refused before any other
// question.
std::string chosen_room(const NetFlags& flags) {
  std::string room = flags.room;
  for (char& c : room) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (room.empty() || is_room_code(room)) return room;
  throw ProgramError(kExitBadInput,
                     flags.w().ui("net_no_code", {{"text", clean_text(flags.room, 40)}}));
}

void join(const NetFlags& flags) {
  const std::string room = chosen_room(flags);
  const Address address = chosen_address(flags);
  SessionOptions options{.address = address.text()};
  options.errand = {.kind = room.empty() ? Errand::Goal::Browse : Errand::Goal::Join,
                    .room = room,
                    .name = flags.name};
  leave_program(play_at(address, flags, std::move(options)));
}

struct FindFlags {
  NetFlags common;
  std::vector<std::string> presets{std::string(preset_name(kDefaultPreset))};
  std::vector<std::string> expansions{expansions_name(kBase)};
  std::vector<int> seats{4};
  int wait = 60;
  bool together = false;
};

// All acceptable values. The first of each list is the first choice.
AcceptedTables accepted_tables(const FindFlags& flags) {
  const Language language = flags.common.language.language();
  AcceptedTables accepted{.seats = flags.seats};
  for (const std::string& name : flags.presets) {
    accepted.presets.push_back(chosen_preset(name, language));
  }
  for (const std::string& names : flags.expansions) {
    accepted.boxes.push_back(chosen_expansions(names, language));
  }
  return accepted;
}

void find(const FindFlags& flags) {
  const Address address = chosen_address(flags.common);
  SessionOptions options{.address = address.text()};
  Errand& errand = options.errand;
  errand = {.kind = Errand::Goal::Find, .name = flags.common.name};
  errand.accepted = accepted_tables(flags);
  errand.settings = {.preset = errand.accepted.presets.front(),
                     .expansions = errand.accepted.boxes.front(),
                     .seats = errand.accepted.seats.front()};
  errand.wait_s = flags.wait;
  errand.together = flags.together;
  leave_program(play_at(address, flags.common, std::move(options)));
}

void watch(const NetFlags& flags) {
  const std::string room = chosen_room(flags);
  const Address address = chosen_address(flags);
  SessionOptions options{.address = address.text()};
  options.errand = {.kind = Errand::Goal::Watch, .room = room};
  leave_program(play_at(address, flags, std::move(options)));
}

// ---- hosting ------------------------------------------------------------------------------------

// `live`, or a number of hours or days.
std::chrono::hours chosen_hours(const HostFlags& flags) {
  const std::string& clock = flags.clock;
  if (clock == "live") return std::chrono::hours(0);
  const bool days = clock.ends_with('d');
  int number = 0;
  const char* end = clock.data() + clock.size() - (clock.empty() ? 0 : 1);
  const auto read = std::from_chars(clock.data(), end, number);
  const bool whole = read.ec == std::errc() && read.ptr == end && (days || clock.ends_with('h'));
  const int most = days ? kMostHours / 24 : kMostHours;
  if (!whole || number < 1 || number > most) {
    const std::string hours = std::to_string(kMostHours) + "h";
    const std::string in_days = std::to_string(kMostHours / 24) + "d";
    throw field_fault(flags.common.w(), "--clock", "live 1h.." + hours + " 1d.." + in_days);
  }
  return std::chrono::hours(days ? 24 * number : number);
}

RoomSettings room_settings(const HostFlags& flags) {
  const Language language = flags.common.language.language();
  const Rules rules = chosen_rules(flags.rules, language);  // prints what is wrong with them
  RoomSettings settings;
  settings.preset = chosen_preset(flags.rules.preset, language);
  settings.expansions = chosen_expansions(flags.rules.expansions, language);
  const Rules plain = make_rules(settings.preset, settings.expansions);
  for (const std::string& field : rule_fields()) {
    const std::string value = get_field(rules, field);
    if (value != get_field(plain, field)) settings.house_rules[field] = value;
  }
  settings.window = Time{static_cast<std::int64_t>(flags.window * 1000)};
  settings.turn = Time{1000 * flags.turn};
  settings.hours = chosen_hours(flags);
  settings.listed = flags.public_room && !flags.private_room;
  const int most = most_seats(settings);
  const int least = settings.rules().min_players;
  settings.seats = flags.seats == 0 ? most : flags.seats;
  const auto range = [](int low, int high) {
    return std::to_string(low) + ".." + std::to_string(high);
  };
  if (settings.seats < least || settings.seats > most) {
    throw field_fault(flags.common.w(), "--seats", range(least, most));
  }
  if (flags.bots < 0 || flags.bots >= settings.seats) {
    throw field_fault(flags.common.w(), "--bots", range(0, settings.seats - 1));
  }
  return settings;
}

std::filesystem::path default_data_folder() {
  if (const char* home = std::getenv("XDG_DATA_HOME"); home != nullptr && *home == '/') {
    return std::filesystem::path(home) / "ninelives" / "host";
  }
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home != '/') return "ninelives-host";
  return std::filesystem::path(home) / ".local" / "share" / "ninelives" / "host";
}

// The host has left the table, but others may still play: runs until Ctrl-C.
void keep_serving(const Words& w) {
  std::cout << w.ui("host_goes_on") << std::endl;
  catch_interrupts(true);
  FileInput nothing(-1, -1);
  while (nothing.read(Time{1'000}).kind == InputLine::Outcome::TimeUp) {
  }
}

// Blocks signals in new threads, so that the thread that waits for the keyboard gets them.
sigset_t block_signals() {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  return before;
}

void host(HostFlags flags) {
  const Words& w = flags.common.w();
  const RoomSettings settings = room_settings(flags);
  if (flags.server.data.empty()) flags.server.data = default_data_folder();
  if (!forbid_core_dumps()) std::cerr << w.ui("host_core_dumps") << '\n';
  try {
    std::filesystem::create_directories(flags.server.data.parent_path());
    const sigset_t before = block_signals();
    NetServer server(flags.server);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    const std::string port = ':' + std::to_string(server.port());
    const std::vector<std::string> hosts = listened_hosts(flags.server.bind);
    SessionOptions options{.address = hosts.back() + port, .hosts_server = true};
    for (const std::string& at : hosts)
      options.invitations.push_back("ninelives join " + at + port);
    for (const std::string& line : options.invitations) std::cout << line << '\n';
    std::cout << std::flush;
    const std::string name = flags.common.name.empty() ? login_name() : flags.common.name;
    options.errand = {
        .kind = Errand::Goal::Create, .name = name, .settings = settings, .bots = flags.bots};
    const Address own = parse_address(hosts.back() + port, kDefaultPort).value_or(Address{});
    const NetEnd end = play_at(own, flags.common, std::move(options));
    if (server_goes_on(end)) keep_serving(w);
    server.stop();
    if (!server.failure().empty()) throw ProgramError(kExitDifferent, server.failure());
    std::cout << w.ui("serve_stopped") << std::endl;
    if (end == NetEnd::EndOfInput) throw ProgramError(kExitEndOfInput, "");
  } catch (const StoreError& error) {
    throw ProgramError(kExitDifferent, error.what());
  } catch (const NetError& error) {
    throw ProgramError(kExitDifferent, error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    throw ProgramError(kExitBadInput, error.what());
  }
}

void add_common(CLI::App& command, NetFlags& flags) {
  flags.language.add_to(command);
  command.add_flag("--plain", flags.plain, "lines of text instead of a full screen");
  command.add_flag("--verbose", flags.verbose,
                   "with --plain: the table and the odds with each question of a turn");
  command.add_option("--record", flags.record, "appends each game to this file when it is over");
  command.footer(
      "Exit status: 0 left, 1 sent away or the input ended, 2 bad options or no server, 130 given "
      "up by Ctrl-C.");
}

}  // namespace

NetEnd visit_server(const NetVisit& visit) {
  NetFlags flags;
  flags.language.code = std::string(language_code(visit.language));
  flags.address = visit.server;
  flags.plain = visit.plain;
  flags.link = visit.link;
  flags.ladder = visit.ladder;
  const Address address = chosen_address(flags);
  SessionOptions options{.address = address.text()};
  options.errand = visit.errand;
  options.usual_name = clean_name(visit.usual_name);
  options.invitations = visit.invitations;
  return play_at(address, flags, std::move(options));
}

std::optional<OwnSeat> seat_to_return_to(const std::string& server) {
  const auto address = parse_address(server, kDefaultPort);
  if (!address) return std::nullopt;
  return SeatStore(default_seat_folder(), address->text()).last_free_one();
}

void go_online(const NetWish& wish, Language language) {
  const Words& w = words(language);
  HostFlags flags;
  flags.common.language.code = language_code(language);
  flags.common.name = wish.name;
  flags.common.address = wish.address;
  flags.common.room = wish.code;
  flags.server.data.clear();
  try {
    wish.kind == NetWish::Kind::Host ? host(flags) : join(flags.common);
  } catch (const ProgramError& error) {
    if (*error.what() != '\0') std::cerr << error.what() << '\n';
  }
  std::cout << w.ui("home_enter") << std::endl;
  FileInput(STDIN_FILENO).read(std::nullopt);
}

void add_join(CLI::App& program) {
  auto* command = program.add_subcommand("join", "Sits down in a room of a server");
  auto flags = std::make_shared<NetFlags>();
  command->add_option("address", flags->address, "HOST, HOST:PORT or wss://HOST")->required();
  command->add_option("room", flags->room, "the room's code (default: shows the open rooms)");
  command->add_option("--name", flags->name, "what the others call you (default: is asked)");
  add_common(*command, *flags);
  command->callback([flags] { join(*flags); });
}

void add_find(CLI::App& program) {
  auto* command = program.add_subcommand(
      "find", "Finds a table with strangers on a server: name all that is fine with you");
  auto flags = std::make_shared<FindFlags>();
  command->add_option("address", flags->common.address, "HOST, HOST:PORT or wss://HOST")
      ->required();
  command->add_option("--preset", flags->presets, "rules, the first choice first")
      ->capture_default_str();
  command->add_option("--expansions", flags->expansions, "sets of boxes, the first choice first")
      ->capture_default_str();
  command->add_option("--seats", flags->seats, "numbers of players, the first choice first")
      ->check(CLI::Range(2, kMaxSeats))
      ->capture_default_str();
  command->add_option("--wait", flags->wait, "seconds before bots fill the table")
      ->check(CLI::Range(0, 600))
      ->capture_default_str();
  command->add_flag("--together", flags->together,
                    "others of your network may sit there: such games are not rated");
  command->add_option("--name", flags->common.name, "what the others call you (default: is asked)");
  add_common(*command, flags->common);
  command->callback([flags] { find(*flags); });
}

void add_watch(CLI::App& program) {
  auto* command = program.add_subcommand("watch", "Watches a game on a server");
  auto flags = std::make_shared<NetFlags>();
  command->add_option("address", flags->address, "HOST, HOST:PORT or wss://HOST")->required();
  command->add_option("room", flags->room, "the room's code")->required();
  add_common(*command, *flags);
  command->callback([flags] { watch(*flags); });
}

void add_host(CLI::App& program) {
  auto* command = program.add_subcommand(
      "host", "A server and a seat at its table: for friends on one network");
  auto flags = std::make_shared<HostFlags>();
  flags->server.data.clear();
  flags->rules.add_to(*command);
  command->add_option("--name", flags->common.name, "what the others call you");
  command->add_option("--port", flags->server.port, "0: any that is free")->capture_default_str();
  command->add_option("--bind", flags->server.bind, "the address to listen at")
      ->capture_default_str();
  command->add_option("--data", flags->server.data,
                      "the folder of the games (default: in your data folder)");
  command->add_option("--seats", flags->seats, "how many can play (default: as the rules allow)");
  command->add_option("--bots", flags->bots, "so many of them are bots");
  command->add_option("--window", flags->window, "seconds to answer with a Nope")
      ->check(CLI::Range(0.5, 60.0))
      ->capture_default_str();
  command->add_option("--turn", flags->turn, "seconds for a turn; 0: no limit")
      ->check(CLI::Range(0, 3600))
      ->capture_default_str();
  command
      ->add_option("--clock", flags->clock,
                   "live, or the time for a decision of people who come and go: 12h, 1d")
      ->capture_default_str();
  add_deprecated(*command, "--pace", flags->clock, "--clock");
  command->add_flag("--public", flags->public_room,
                    "the room is listed; otherwise only its code leads to it");
  command->add_flag("--private", flags->private_room, "the default")->group("");
  add_common(*command, flags->common);
  command->callback([flags] { host(*flags); });
}

}  // namespace nl
