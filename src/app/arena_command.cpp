// Subcommands `arena` and `leaderboard`: tournaments between agents.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cinttypes>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <mutex>
#include <thread>
#include <tuple>

#include "app/commands.h"
#include "app/options.h"
#include "arena/board_text.h"
#include "arena/log_check.h"
#include "arena/log_schedule.h"
#include "arena/machine.h"
#include "arena/sealed_seed.h"
#include "arena/sequential_match.h"
#include "arena/tournament.h"
#include "engine/games_hash.h"
#include "fair/secret.h"
#include "text/notation.h"

namespace nl {
namespace {

constexpr const char* kDefaultLog = "arena.jsonl";

int all_cores() { return static_cast<int>(std::max(1u, std::thread::hardware_concurrency())); }

struct ArenaOptions {
  RulesOptions rules;
  std::vector<std::string> bots{"random", "draw", "careful", "counting", "ismcts:50", "net"};
  std::vector<std::string> programs;  // NAME=COMMAND
  std::vector<int> seats{2, 4};
  std::uint64_t deals = 10;
  std::optional<std::uint64_t> seed;  // none: the log's seed, or a secret one
  std::optional<Seating> seating;
  int threads = 1;
  int timeout_ms = 5000;
  std::string log = kDefaultLog;
  bool quiet = false;
  bool no_sandbox = false;
  bool luck = false;
  std::string machine;
  bool sprt = false;
  std::vector<double> elo{0, 20};
};

std::atomic<bool> stop_requested{false};

void ask_to_stop(int) { stop_requested = true; }

// The log has thousands of games, so the message appears once.
const std::string& engine_hash_text() {
  static const std::string text = [] {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016" PRIx64, engine_hash());
    return std::string(digits);
  }();
  return text;
}

std::string date_in_greenwich() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
  return text;
}

std::string file_text(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::optional<SealedSeed> stored_seed(const std::string& log) {
  return read_reveal(file_text(seed_file(log)));
}

// Draws and stores a seed, and logs its hash before the first card is dealt.
SealedSeed seal_new_seed(const std::string& log, LogWriter& writer, bool quiet) {
  SealedSeed sealed{0, secret_bytes()};
  for (const std::uint8_t byte : secret_bytes()) sealed.seed = sealed.seed << 8 | byte;
  const std::string kept = seed_file(log);
  std::filesystem::create_directories(seed_folder());
  std::filesystem::permissions(seed_folder(), std::filesystem::perms::owner_all);
  std::ofstream(kept) << "";
  std::filesystem::permissions(
      kept, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  std::ofstream(kept) << reveal_line(sealed) << '\n';
  writer.write(commitment_line(sealed));
  if (!quiet) {
    std::cerr << "The deals' seed is secret until all is played; its commitment is "
              << commitment_to(sealed) << '\n';
  }
  return sealed;
}

// True if a log has this line, with any link of the chain.
bool has_line(const std::string& log, const std::string& line) {
  return log.find(line.substr(0, line.size() - 1) + ",\"chain\"") != std::string::npos;
}

// The given seed, or the log's, so that an interrupted run can continue.
std::uint64_t chosen_seed(const ArenaOptions& options, const std::vector<DealLine>& played,
                          LogWriter& writer) {
  if (options.seed) return *options.seed;
  if (const auto kept = stored_seed(options.log)) {
    // A removed log leaves its seed behind, and the new one needs the commitment, too.
    const std::string commitment = commitment_line(*kept);
    if (!has_line(file_text(options.log), commitment)) writer.write(commitment);
    return kept->seed;
  }
  if (!played.empty()) return played.back().key.seed;
  return seal_new_seed(options.log, writer, options.quiet).seed;
}

void reveal_seed(const std::string& log, LogWriter& writer) {
  const auto kept = stored_seed(log);
  if (!kept) return;
  writer.write(reveal_line(*kept));
  std::filesystem::remove(seed_file(log));
}

std::vector<Entrant> chosen_field(const ArenaOptions& options) {
  try {
    const Sandbox sandbox{!options.no_sandbox, {options.log, seed_file(options.log)}};
    return field_of(options.bots, options.programs, options.timeout_ms, sandbox);
  } catch (const std::invalid_argument& error) {
    throw ProgramError(kExitBadInput, error.what());
  }
}

std::vector<DealLine> read_log_file(const std::string& file) {
  std::ifstream log(file);
  return read_log(log);
}

// A kill may have truncated the last line: it is removed, and its deal is played again.
void remove_cut_line(const std::string& file) {
  const std::string text = file_text(file);
  const std::size_t end = text.rfind('\n');
  const std::size_t whole = end == std::string::npos ? 0 : end + 1;
  if (whole != text.size()) std::filesystem::resize_file(file, whole);
}

// Progress line, rewritten in place on a terminal only; the final one states the speed.
class Progress {
 public:
  Progress(std::uint64_t all, int games_a_deal, bool quiet)
      : all_(all),
        games_a_deal_(static_cast<std::uint64_t>(games_a_deal)),
        quiet_(quiet),
        shown_(!quiet && isatty(2) != 0) {}
  ~Progress() {
    if (quiet_ || done_ == 0) return;
    const std::chrono::duration<double> time = Clock::now() - start_;
    const auto games = static_cast<double>(done_ * games_a_deal_);
    std::fprintf(stderr, "%s%.0f games in %.1f s, %.0f games/s\n", shown_ ? "\n" : "", games,
                 time.count(), games / time.count());
  }
  void step(const std::string& title) {
    all_ = std::max(all_, ++done_);  // a log may hold deals of other agents, too
    if (!shown_) return;
    const std::chrono::duration<double> time = Clock::now() - start_;
    const auto filled = static_cast<std::size_t>(done_ * 30 / std::max<std::uint64_t>(all_, 1));
    std::fprintf(stderr, "\r%s  [%s%s]  %" PRIu64 "/%" PRIu64 " deals, %.0f s left  ",
                 title.c_str(), std::string(std::min<std::size_t>(filled, 30), '#').c_str(),
                 std::string(30 - std::min<std::size_t>(filled, 30), '.').c_str(), done_, all_,
                 time.count() / static_cast<double>(done_) * static_cast<double>(all_ - done_));
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::uint64_t all_;
  std::uint64_t games_a_deal_;
  std::uint64_t done_ = 0;
  bool quiet_;
  bool shown_;
  Clock::time_point start_ = Clock::now();
};

TournamentPlan chosen_plan(const ArenaOptions& options, const std::vector<Entrant>& field,
                           int seats, std::uint64_t seed) {
  std::vector<std::string> house_rules = options.rules.sets;
  if (!options.rules.file.empty()) house_rules.push_back(options.rules.file);
  TournamentPlan plan = plan_for(chosen_game(options.rules, seats, Language::English), house_rules);
  plan.field = field;
  plan.seed = seed;
  plan.deals = options.deals;
  plan.seating = options.seating.value_or(usual_seating(seats));
  plan.threads = options.threads;
  plan.luck = options.luck;
  plan.engine = engine_hash_text();
  plan.machine = options.machine.empty() ? this_machine() : options.machine;
  try {
    check_luck(plan);
    identify_bots(plan);
  } catch (const std::invalid_argument& error) {
    throw ProgramError(kExitBadInput, error.what());
  }
  return plan;
}

void play_board(const TournamentPlan& plan, const std::set<DealKey>& played, bool quiet,
                LogWriter& log) {
  const auto done_before = std::count_if(played.begin(), played.end(), [&](const DealKey& key) {
    return key.board == plan.board && key.seed == plan.seed && key.deal < plan.deals;
  });
  const int seats = plan.board.seats;
  const auto all = plan.deals * lineups(plan.field.size(), seats).size();
  Progress progress(all - std::min<std::uint64_t>(all, static_cast<std::uint64_t>(done_before)),
                    static_cast<int>(seats_in_games(seats, plan.seating).size()), quiet);
  run_tournament(plan, played,
                 {[&](const DealLine& line) {
                    log.write(to_line(line));
                    progress.step(board_title(plan.board));
                  },
                  [] { return stop_requested.load(); }});
}

// Only the lines of these agents: other agents' lines in the same log form another board.
std::vector<DealLine> of_plans(std::vector<DealLine> log,
                               const std::vector<TournamentPlan>& plans) {
  std::set<std::tuple<BoardKey, std::string, std::string>> known;
  for (const TournamentPlan& plan : plans) {
    for (const Entrant& entrant : plan.field)
      known.insert({plan.board, entrant.name, entrant.hash});
  }
  std::erase_if(log, [&](const DealLine& line) {
    for (std::size_t i = 0; i < line.key.agents.size(); ++i) {
      const std::string hash = line.key.hashes.empty() ? "" : line.key.hashes[i];
      if (!known.contains({line.key.board, line.key.agents[i], hash})) return true;
    }
    return false;
  });
  return log;
}

void warn_without_sandbox(const std::vector<Entrant>& field) {
  for (const Entrant& entrant : field) {
    if (entrant.sandboxed) continue;
    std::cerr << entrant.name
              << " is played without a sandbox: it can read and write whatever you can, and reach "
                 "the network.\n";
  }
}

// Self-descriptions of submissions, once for each log.
void write_about(const std::vector<Entrant>& field, const std::string& before, LogWriter& log) {
  for (const Entrant& entrant : field) {
    const std::string line = to_line(entrant.about);
    if (entrant.about.agent.empty() || has_line(before, line)) continue;
    log.write(line);
  }
}

// Deals to be played, logged before the first of them. A continued run has logged them already.
void write_schedule(const TournamentPlan& plan, const std::string& log_name, LogWriter& log) {
  const std::string before = file_text(log_name);
  const auto kept = stored_seed(log_name);
  const bool sealed = kept && kept->seed == plan.seed;
  const std::string line = to_line(schedule_of(plan, sealed ? commitment_to(*kept) : ""));
  if (!has_line(before, line)) log.write(line);
}

std::string sprt_line(const SequentialResult& result) {
  char text[160];
  std::snprintf(text, sizeof text,
                "%" PRIu64 " deals: both lost %.0f, split %.0f, both won %.0f; log-likelihood %.2f",
                result.deals, result.counts[0], result.counts[2], result.counts[4], result.ratio);
  return text;
}

// No log: deals that stop when one agent is ahead would overrate agents.
void run_sprt(const ArenaOptions& options, const std::vector<Entrant>& field) {
  if (options.elo.size() != 2) throw ProgramError(kExitBadInput, "--elo: expected two numbers");
  std::uint64_t seed = options.seed.value_or(0);
  if (!options.seed) {
    for (const std::uint8_t byte : secret_bytes()) seed = seed << 8 | byte;
  }
  const TournamentPlan plan = chosen_plan(options, field, 2, seed);
  const SprtPlan sprt{.elo0 = options.elo[0], .elo1 = options.elo[1]};
  const bool shown = !options.quiet && isatty(2) != 0;
  try {
    const SequentialResult result = play_sequentially(plan, sprt, [&](const auto& so_far) {
      if (shown) std::cerr << '\r' << sprt_line(so_far) << "  ";
      return !stop_requested.load();
    });
    if (shown) std::cerr << '\n';
    const char* said = result.verdict == SprtVerdict::Better      ? " is better than "
                       : result.verdict == SprtVerdict::NotBetter ? " is not better than "
                                                                  : " is not decided against ";
    std::cout << sprt_line(result) << '\n'
              << field[0].name << said << field[1].name << " (" << sprt.elo0 << " against "
              << sprt.elo1 << " points, errors of 5 % each; seed " << seed << ")\n";
  } catch (const std::invalid_argument& error) {
    throw ProgramError(kExitBadInput, std::string("--sprt: ") + error.what());
  }
}

void run_arena(const ArenaOptions& options) {
  const std::vector<Entrant> field = chosen_field(options);
  warn_without_sandbox(field);
  std::signal(SIGINT, ask_to_stop);
  if (options.sprt) return run_sprt(options, field);
  const std::vector<DealLine> before = read_log_file(options.log);
  std::set<DealKey> played;
  for (const DealLine& line : before) played.insert(line.key);
  remove_cut_line(options.log);
  std::ofstream file(options.log, std::ios::app);
  if (!file) throw ProgramError(kExitBadInput, options.log + " can't be written");
  LogWriter log(file, file_text(options.log));
  std::vector<TournamentPlan> plans;
  for (const int seats : options.seats) plans.push_back(chosen_plan(options, field, seats, 0));
  const std::uint64_t seed = chosen_seed(options, before, log);
  write_about(field, file_text(options.log), log);
  for (TournamentPlan& plan : plans) {
    plan.seed = seed;
    write_schedule(plan, options.log, log);
  }
  for (const TournamentPlan& plan : plans) play_board(plan, played, options.quiet, log);
  if (!stop_requested) reveal_seed(options.log, log);
  print_boards(std::cout, boards(of_plans(read_log_file(options.log), plans)), BoardFormat::Plain,
               date_in_greenwich(), known_with(file_text(options.log)));
}

struct LeaderboardOptions {
  std::string log = kDefaultLog;
  std::string format = "text";
  std::string date;
  std::string small;
  std::string learners;
  bool check = false;
  std::optional<int> replay;
};

BoardFormat format_of(const std::string& name) {
  if (name == "markdown") return BoardFormat::Markdown;
  if (name == "json") return BoardFormat::AsJson;
  return name == "html" ? BoardFormat::Html : BoardFormat::Plain;
}

// Empty if no file is named.
std::string text_if_named(const std::string& name) {
  if (name.empty()) return "";
  if (!std::ifstream(name)) throw ProgramError(kExitBadInput, name + " can't be read");
  return file_text(name) + '\n';
}

// Also states the number of deals that were not replayed: otherwise a log of programs only would
// pass.
std::string verdict_on(const LogCheck& found) {
  if (!found.faults.empty()) return "the board can't be trusted";
  if (found.replayed == found.lines) return "all is as it says";
  std::string left;
  if (found.replayed < found.of_bots) {
    left = std::to_string(found.of_bots - found.replayed) + " of bots (without --replay all are)";
  }
  if (found.of_others != 0) {
    left += (left.empty() ? "" : " and ") + std::to_string(found.of_others) +
            " of programs or of bots with a clock, which can't be: their rows are not verified";
  }
  return "these are as it says; not played again: " + left;
}

void check_leaderboard(const LeaderboardOptions& options) {
  if (!std::ifstream(options.log)) {
    throw ProgramError(kExitBadInput, options.log + " can't be read");
  }
  CheckPlan plan{.engine = engine_hash_text(), .threads = all_cores()};
  if (options.replay) plan.deals = *options.replay;
  const LogCheck found = check_log(file_text(options.log), plan);
  for (const std::string& fault : found.faults) std::cout << "wrong: " << fault << '\n';
  std::cout << found.lines << " deals in the log, " << found.replayed
            << " played again: " << verdict_on(found) << '\n';
  if (!found.faults.empty()) throw ProgramError(kExitBadInput, options.log + " doesn't hold");
}

void show_leaderboard(const LeaderboardOptions& options) {
  if (options.check) return check_leaderboard(options);
  const std::vector<DealLine> log = read_log_file(options.log);
  if (log.empty()) throw ProgramError(kExitBadInput, options.log + " has no games");
  Robustness known = known_with(text_if_named(options.small) + text_if_named(options.learners) +
                                file_text(options.log));
  known.small_tables = !options.small.empty();
  print_boards(std::cout, boards(log), format_of(options.format),
               options.date.empty() ? date_in_greenwich() : options.date, known);
}

}  // namespace

void add_arena(CLI::App& program) {
  auto* command = program.add_subcommand("arena", "Lets agents play tournaments");
  auto options = std::make_shared<ArenaOptions>();
  options->threads = all_cores();
  options->rules.add_to(*command);
  command
      ->add_option("--bots", options->bots, "bots that take part; a searching one with its budget")
      ->delimiter(',')
      ->capture_default_str();
  command->add_option("--agent", options->programs,
                      "NAME=COMMAND, or a folder with a manifest: a program that takes part");
  command->add_option("--seats", options->seats, "players: one tournament for each number given")
      ->delimiter(',')
      ->capture_default_str();
  command
      ->add_option("--deals", options->deals,
                   "deals for each line-up, each in every order around the table")
      ->capture_default_str();
  command->add_option("--seed", options->seed,
                      "the same seed gives the same deals; none: a secret one, sealed in the log");
  command
      ->add_option_function<std::string>(
          "--orders",
          [options](const std::string& name) { options->seating = parse_seating(name); },
          "orders around the table: all, or balanced for neighbours (from 5 players on)")
      ->check(CLI::IsMember({"all", "balanced"}));
  command->add_option("--threads", options->threads, "games at a time")->check(CLI::PositiveNumber);
  command->add_option("--timeout", options->timeout_ms, "milliseconds a program has for an answer")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command
      ->add_option("--log", options->log,
                   "results are added to it; what it has is not played again")
      ->capture_default_str();
  command->add_flag("--quiet", options->quiet, "no progress bar, no speed");
  command->add_flag(
      "--no-sandbox", options->no_sandbox,
      "programs given as commands may do whatever you may; folders stay in a sandbox");
  command->add_flag("--luck", options->luck,
                    "measures what luck was worth, so that the board can show wins without it; "
                    "about ten games a second");
  command->add_flag("--sprt", options->sprt,
                    "plays the first agent against the second, with two players, until it is shown "
                    "to be better or not; --deals is the most it plays");
  command
      ->add_option("--elo", options->elo,
                   "with --sprt: points of strength that are not better, and that are")
      ->delimiter(',')
      ->capture_default_str();
  command->add_option("--machine", options->machine,
                      "the machine's name in the log; otherwise its processor's");
  command->callback([options] { run_arena(*options); });
}

void add_leaderboard(CLI::App& program) {
  auto* command = program.add_subcommand("leaderboard", "Shows what a log of arena games says");
  auto options = std::make_shared<LeaderboardOptions>();
  command->add_option("--log", options->log, "the log")->capture_default_str();
  command->add_option("--format", options->format, "text, markdown, json or html")
      ->check(CLI::IsMember({"text", "markdown", "json", "html"}))
      ->capture_default_str();
  command->add_option("--small-games", options->small,
                      "a log of solve and exploit: adds to what is known of the bots, with tables");
  command->add_option("--learners", options->learners,
                      "a log of best_response: adds what learners win against the agents");
  command->add_option("--date", options->date, "YYYY-MM-DD in place of today");
  command->add_flag("--check", options->check,
                    "plays deals of the log again and says whether it holds, in place of a board");
  command
      ->add_option("--replay", options->replay,
                   "with --check: deals of each line-up to play again, drawn at random (all)")
      ->check(CLI::NonNegativeNumber);
  command->callback([options] { show_leaderboard(*options); });
}

}  // namespace nl
