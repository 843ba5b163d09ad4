// Subcommands of the program. Each adds itself with its options and its callback.
#pragma once

#include <CLI/CLI.hpp>

#include "terminal/game_choice.h"
#include "text/language.h"

namespace nl {

void add_play(CLI::App& program);
void add_learn(CLI::App& program);
void add_stats(CLI::App& program);
void add_serve(CLI::App& program);
void add_ssh(CLI::App& program);
void add_admin(CLI::App& program);
void add_store(CLI::App& program);
void add_doctor(CLI::App& program);
void add_host(CLI::App& program);
void add_join(CLI::App& program);
void add_find(CLI::App& program);
void add_watch(CLI::App& program);
void add_record(CLI::App& program);
void add_replay(CLI::App& program);
void add_verify(CLI::App& program);
void add_rules(CLI::App& program);
void add_spec(CLI::App& program);
void add_bench(CLI::App& program);
void add_solve(CLI::App& program);
void add_exploit(CLI::App& program);
void add_arena(CLI::App& program);
void add_review(CLI::App& program);
void add_puzzle(CLI::App& program);
void add_leaderboard(CLI::App& program);
void add_man(CLI::App& program);
void add_completions(CLI::App& program);

// The daily puzzle in plain lines. Throws ProgramError if it is broken off.
void play_puzzle_of_today(Language language);

// Plays on a server or at a table of this machine, as the start page asks; prints errors.
void go_online(const NetWish& wish, Language language);

// Files of the player at this machine: games, memory, puzzles and seats, for the start page.
void use_player_files(PlayOptions& options);

// Runs the program; returns the exit status.
int run_program(int argc, char** argv);

}  // namespace nl
