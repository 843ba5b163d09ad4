// The program: its subcommands, errors and exit status.
#include <cinttypes>
#include <cstdio>
#include <iostream>

#include "app/commands.h"
#include "app/options.h"
#include "app/ssh_session_program.h"
#include "engine/games_hash.h"
#include "protocol/request.h"
#include "text/build_version.h"

namespace nl {
namespace {

// Computes the hashes by playing their games, so the output is true for this program.
std::string version_text() {
  char hashes[64];
  std::snprintf(hashes, sizeof hashes, "%016" PRIx64 " %016" PRIx64, engine_hash(),
                engine_hash(kHashGames, kLaterBoxes));
  return "ninelives " + std::string(build_version()) + " (commit " + std::string(build_commit()) +
         ")\nengine " + hashes + "\nprotocol " + std::to_string(kProtocolVersion);
}

}  // namespace

int run_program(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == kSshSession) return run_ssh_session_program();
  CLI::App program(
      "Nine Lives: the exploding-cat card game, for friends and for learning machines.",
      "ninelives");
  program.set_version_flag("--version", version_text);
  program.require_subcommand(0, 1);
  add_play(program);
  add_host(program);
  add_join(program);
  add_find(program);
  add_watch(program);
  add_learn(program);
  add_stats(program);
  add_serve(program);
  add_ssh(program);
  add_admin(program);
  add_store(program);
  add_doctor(program);
  add_record(program);
  add_replay(program);
  add_verify(program);
  add_rules(program);
  add_spec(program);
  add_bench(program);
  add_solve(program);
  add_exploit(program);
  add_arena(program);
  add_review(program);
  add_puzzle(program);
  add_leaderboard(program);
  add_man(program);
  add_completions(program);
  try {
    if (argc == 1) {
      program.parse("play");  // the usual wish
    } else {
      program.parse(argc, argv);
    }
    if (program.get_subcommands().empty()) std::cout << program.help();
    return 0;
  } catch (const CLI::ParseError& error) {
    const int status = program.exit(error, std::cout, std::cerr);
    return status == 0 ? 0 : kExitBadInput;
  } catch (const ProgramError& error) {
    if (*error.what() != '\0') std::cerr << "ninelives: " << error.what() << '\n';
    return error.status();
  }
}

}  // namespace nl
