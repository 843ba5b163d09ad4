// Session of an ssh player: a room by its code, the puzzle, or the last seat and then the start
// page.
#include "app/ssh_session_program.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands.h"
#include "app/net_visit.h"
#include "app/options.h"
#include "client/ladder_client.h"
#include "net/net_options.h"
#include "protocol/server_message.h"
#include "terminal/game_choice.h"
#include "terminal/input.h"
#include "terminal/play.h"
#include "terminal/replay_screen.h"
#include "terminal/screen_play.h"
#include "terminal/tty.h"

namespace nl {
namespace {

constexpr std::chrono::milliseconds kLongestPause{
    1'000};  // an ssh server runs beside its game server

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Resource limits of one player's process. It ends with the ssh listener.
void limit_resources() {
  const auto set = [](auto resource, rlim_t most) {
    const rlimit limit{most, most};
    setrlimit(resource, &limit);
  };
  constexpr rlim_t kLargestFile = 8 << 20;
  set(RLIMIT_CORE, 0);
  set(RLIMIT_FSIZE, kLargestFile);
  set(RLIMIT_NOFILE, 64);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_DUMPABLE, 0);
  prctl(PR_SET_PDEATHSIG, SIGHUP);
  [[maybe_unused]] const int priority = nice(5);  // bots of a session have the lowest priority
}

// `ko_KR.UTF-8` is Korean.
Language language_of(const std::string& locale) {
  return find_language(locale.substr(0, locale.find_first_of("_.@"))).value_or(Language::English);
}

NetVisit visit_for(const std::string& server) {
  NetVisit visit;
  visit.server = server;
  visit.usual_name = variable("NINELIVES_SSH_USER");
  visit.language = language_of(variable("LANG"));
  visit.plain = !has_terminal();
  if (const std::string join = variable("NINELIVES_SSH_JOIN"); !join.empty()) {
    visit.invitations = {join};
  }
  visit.link = {.forwarded_for = variable("NINELIVES_SSH_CLIENT"), .longest_pause = kLongestPause};
  return visit;
}

void visit_room(NetVisit visit, Errand::Goal goal, const std::string& room,
                const std::string& name = {}) {
  visit.errand = {.kind = goal, .room = room, .name = name};
  visit_server(visit);
}

// Any number of players, so that two players of the ladder meet soon.
Errand errand_to_find(const std::string& name) {
  Errand errand{.kind = Errand::Goal::Find, .name = name, .wait_s = 60};
  errand.settings = {.preset = kDefaultPreset, .expansions = kBase, .seats = 4};
  errand.accepted = {{kDefaultPreset}, {kBase}, {4, 3, 2, 5}};
  return errand;
}

// The server's optional features; empty if it does not answer in time.
std::vector<std::string> features_of(const Address& server, const LinkOptions& options) {
  constexpr std::chrono::seconds kLongest{3};
  const auto end = std::chrono::steady_clock::now() + kLongest;
  WebLink link(server, std::string(kSocketPath), options);
  while (true) {
    for (const LinkEvent& news : link.take()) {
      if (news.kind == LinkEvent::Change::Closed) return {};
      if (news.kind == LinkEvent::Change::Opened) {
        link.send(request_text(HelloRequest{.version = kProtocolVersion}));
        continue;
      }
      const ServerMessage message = parse_server_message(news.text);
      const auto* welcome = std::get_if<WelcomeMessage>(&message);
      if (welcome != nullptr) return welcome->features;
    }
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (left.count() <= 0) return {};
    pollfd wake{link.wake_file(), POLLIN, 0};
    poll(&wake, 1, static_cast<int>(left.count()));
  }
}

// Ladder games come from the queue, so both must be on. Guests have no place for a key.
std::unique_ptr<LadderClient> ladder_for(const NetVisit& visit) {
  const std::string key_file = variable("NINELIVES_SSH_LADDER_KEY");
  const auto server = parse_address(visit.server, kDefaultPort);
  if (key_file.empty() || !server) return nullptr;
  try {
    const auto features = features_of(*server, visit.link);
    const auto has = [&](const char* name) { return std::ranges::count(features, name) != 0; };
    if (!has("ladder") || !has("find")) return nullptr;
  } catch (const JsonError&) {
    return nullptr;
  }
  const auto call = [server = *server, client = visit.link.forwarded_for](const HttpCall& what) {
    return call_server(server, what, client);
  };
  return std::make_unique<LadderClient>(host_header(*server), key_file, call);
}

// An interrupted session resumes at its table; afterwards it shows the start page.
void play_from_start(const NetVisit& visit) {
  if (const auto seat = seat_to_return_to(visit.server)) {
    visit_room(visit, Errand::Goal::Join, seat->room, seat->name);
  }
  PlayOptions options;
  use_player_files(options);
  options.server = visit.server;
  const auto ladder = ladder_for(visit);
  options.ladder = ladder.get();
  options.online = [&](const NetWish& wish, Language language) {
    NetVisit online = visit;
    online.language = language;
    if (ladder && wish.kind == NetWish::Kind::Find) {
      online.errand = errand_to_find(wish.name);
      online.ladder = ladder->signer();
      visit_server(online);
      return;
    }
    visit_room(online, wish.code.empty() ? Errand::Goal::Browse : Errand::Goal::Join, wish.code,
               wish.name);
  };
  if (!visit.plain && full_screen_possible()) {
    play_on_screen(options);
    return;
  }
  catch_interrupts();
  FileInput in(STDIN_FILENO);
  play_plain(options, in, std::cout, !visit.plain);
}

void run_session() {
  const NetVisit visit = visit_for(variable("NINELIVES_SSH_SERVER"));
  const std::string command = variable("NINELIVES_SSH_COMMAND");
  const std::size_t space = command.find(' ');
  const std::string verb = command.substr(0, space);
  const std::string room = space == std::string::npos ? "" : command.substr(space + 1);
  if (verb == "join") return visit_room(visit, Errand::Goal::Join, room);
  if (verb == "watch") return visit_room(visit, Errand::Goal::Watch, room);
  if (verb == "puzzle") return play_puzzle_of_today(visit.language);
  play_from_start(visit);
}

}  // namespace

int run_ssh_session_program() {
  limit_resources();
  try {
    run_session();
    return 0;
  } catch (const ProgramError& error) {
    if (*error.what() != '\0') std::cerr << "ninelives: " << error.what() << '\n';
    return error.status();
  }
}

}  // namespace nl
