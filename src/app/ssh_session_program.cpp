// Session of an ssh player: a room by its code, the puzzle, or the last seat and then the start
// page.
#include "app/ssh_session_program.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands.h"
#include "app/net_visit.h"
#include "app/options.h"
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

// An interrupted session resumes at its table; afterwards it shows the start page.
void play_from_start(const NetVisit& visit) {
  if (const auto seat = seat_to_return_to(visit.server)) {
    visit_room(visit, Errand::Goal::Join, seat->room, seat->name);
  }
  PlayOptions options;
  use_player_files(options);
  options.server = visit.server;
  options.online = [visit](const NetWish& wish, Language language) {
    NetVisit online = visit;
    online.language = language;
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
