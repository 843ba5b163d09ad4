// Tournament: schedule of line-ups and deals, threads, results.
#include "arena/tournament.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "arena/fork_server.h"
#include "arena/identity.h"
#include "arena/process_agent.h"
#include "arena/submission.h"
#include "bots/position_value.h"
#include "engine/random.h"
#include "text/notation.h"

namespace nl {
namespace {

std::unique_ptr<Agent> make_agent(const Entrant& entrant) {
  if (entrant.command.empty()) return std::make_unique<BotAgent>(entrant.name);
  return std::make_unique<ProcessAgent>(
      entrant.command, entrant.timeout_ms,
      entrant.forked ? Start::Forked : (entrant.sandboxed ? Start::Sandboxed : Start::Open));
}

bool preloads(const std::string& command) { return !preloaded_command(command).modules.empty(); }

Entrant entrant_of(const Submission& submission, const std::string& folder, int timeout_ms) {
  return {
      submission.name,
      sandboxed(submission, folder),
      timeout_ms,
      submission.hash,
      {submission.name, submission.hash, submission.kind, submission.training, submission.budget},
      true,
      preloads(submission.command)};
}

// Imports the modules now: an error appears before the first game, and no game waits for them.
void start_fork_servers(const std::vector<Entrant>& field) {
  for (const Entrant& entrant : field) {
    if (entrant.forked) ForkServer::of(entrant.command);
  }
}

// A seat of a line-up, with its agent; one entrant may fill several seats.
using LineUp = std::vector<std::size_t>;

struct Task {
  LineUp lineup;
  DealKey key;
};

std::vector<Task> tasks_of(const TournamentPlan& plan, const std::set<DealKey>& played) {
  std::vector<Task> tasks;
  auto all = lineups(plan.field.size(), plan.board.seats);
  // By name: the order of the agents on the command line changes nothing.
  for (LineUp& lineup : all) {
    std::stable_sort(lineup.begin(), lineup.end(), [&](std::size_t a, std::size_t b) {
      return plan.field[a].name < plan.field[b].name;
    });
  }
  for (std::uint64_t deal = plan.first; deal < plan.first + plan.deals; ++deal) {
    for (const LineUp& lineup : all) {
      Task task{lineup, {plan.board, {}, {}, plan.seed, deal, plan.seating}};
      for (const std::size_t i : lineup) {
        task.key.agents.push_back(plan.field[i].name);
        task.key.hashes.push_back(plan.field[i].hash);
      }
      if (!played.contains(task.key)) tasks.push_back(std::move(task));
    }
  }
  return tasks;
}

// A running task: its games finish in any order.
struct Played {
  explicit Played(const TournamentPlan& plan, const Task& task, std::size_t games)
      : line{task.key, plan.engine, plan.machine, {}, {}, {}}, left(games) {
    line.places.resize(games, std::vector<int>(task.lineup.size()));
    line.tallies.resize(task.lineup.size());
    if (plan.luck) line.luck.resize(games, std::vector<double>(task.lineup.size()));
  }

  DealLine line;
  std::size_t left;
};

// One game of a task.
struct Round {
  std::size_t task = 0;
  std::size_t game = 0;
};

// The rounds of all tasks, shuffled within a stretch of tasks: so a program that secretly remembers
// can't tell which games share a deal, and a kill costs no more than a stretch.
std::vector<Round> rounds_of(const TournamentPlan& plan, std::size_t tasks, std::size_t games) {
  constexpr std::size_t kStretch = 16;
  std::vector<Round> rounds;
  Stream random(mix64(plan.seed ^ 0x726F756E6473u) ^ plan.first);
  for (std::size_t first = 0; first < tasks; first += kStretch) {
    const std::size_t begin = rounds.size();
    for (std::size_t task = first; task < std::min(tasks, first + kStretch); ++task) {
      for (std::size_t game = 0; game < games; ++game) rounds.push_back({task, game});
    }
    for (std::size_t i = rounds.size() - begin; i > 1; --i) {
      std::swap(rounds[begin + i - 1],
                rounds[begin + bounded(random, static_cast<std::uint32_t>(i))]);
    }
  }
  return rounds;
}

// One thread's own agents: a program plays one game at a time.
class Worker {
 public:
  explicit Worker(const TournamentPlan& plan) : plan_(plan) {}

  // The result by agent of the line-up.
  std::vector<SeatResult> play(const Task& task, std::size_t game, const std::vector<Seat>& seats) {
    std::vector<Agent*> seated(seats.size());
    for (std::size_t i = 0; i < seats.size(); ++i) seated[seats[i]] = &agent(i, task.lineup[i]);
    const GameKey key{task.key.seed, task.key.deal, static_cast<int>(game)};
    GameResult result = play_game(plan_.rules, seated, key);
    if (plan_.luck) measure_luck(plan_.rules, seated, key, result);
    std::vector<SeatResult> by_agent;
    for (const Seat seat : seats) by_agent.push_back(std::move(result.seats[seat]));
    return by_agent;
  }

 private:
  Agent& agent(std::size_t place, std::size_t entrant) {
    std::unique_ptr<Agent>& made = agents_[{place, entrant}];
    if (!made) made = make_agent(plan_.field[entrant]);
    return *made;
  }

  const TournamentPlan& plan_;
  std::map<std::pair<std::size_t, std::size_t>, std::unique_ptr<Agent>> agents_;
};

void add_round(const std::vector<SeatResult>& results, std::size_t game, DealLine& line) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    line.places[game][i] = results[i].place;
    if (!line.luck.empty()) line.luck[game][i] = results[i].luck;
    AgentTally& tally = line.tallies[i];
    tally.decisions += results[i].decisions;
    tally.illegal += results[i].illegal;
    tally.timeouts += results[i].timeouts;
    for (const float micros : results[i].micros) tally.times.add(micros);
  }
}

// Collects rounds and passes finished deals on in the order of the plan, whichever thread finished
// first.
class InOrder {
 public:
  InOrder(const TournamentPlan& plan, const std::vector<Task>& tasks, std::size_t games,
          const std::function<void(const DealLine&)>& done)
      : plan_(plan), tasks_(tasks), games_(games), done_(done) {}

  void add(const Round& round, const std::vector<SeatResult>& results) {
    const std::lock_guard lock(mutex_);
    Played& played = open_.try_emplace(round.task, plan_, tasks_[round.task], games_).first->second;
    add_round(results, round.game, played.line);
    --played.left;
    while (!open_.empty() && open_.begin()->first == next_ && open_.begin()->second.left == 0) {
      done_(open_.begin()->second.line);
      open_.erase(open_.begin());
      ++next_;
    }
  }

 private:
  const TournamentPlan& plan_;
  const std::vector<Task>& tasks_;
  std::size_t games_;
  const std::function<void(const DealLine&)>& done_;
  std::mutex mutex_;
  std::map<std::size_t, Played> open_;
  std::size_t next_ = 0;
};

}  // namespace

std::vector<Entrant> field_of(const std::vector<std::string>& bots,
                              const std::vector<std::string>& programs, int timeout_ms,
                              const Sandbox& sandbox) {
  std::vector<Entrant> field;
  for (const std::string& bot : bots) {
    if (make_bot(bot, 1) == nullptr) {
      throw std::invalid_argument(bot.starts_with("net:")
                                      ? bot.substr(4) + " can't be read as a network"
                                      : "there is no bot '" + bot + "'");
    }
    field.push_back({bot});
  }
  for (const std::string& program : programs) {
    if (std::filesystem::exists(program + "/manifest.json")) {
      const Submission submission = read_submission(program);
      field.push_back(entrant_of(submission, program, timeout_ms));
      continue;
    }
    const std::size_t equals = program.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw std::invalid_argument(
          "an agent is NAME=COMMAND, or a folder with a manifest.json, not '" + program + "'");
    }
    const std::string command = program.substr(equals + 1);
    const std::string name = program.substr(0, equals);
    if (const std::string fault = fault_in_name(name); !fault.empty()) {
      throw std::invalid_argument("agent '" + name + "': " + fault);
    }
    if (sandbox.wanted && !sandbox_works()) {
      throw std::invalid_argument(name + no_sandbox_here() + "; --no-sandbox plays it without");
    }
    const PreloadedCommand forked = preloaded_command(command);
    if (!forked.modules.empty() && !sandbox.wanted) {
      throw std::invalid_argument(name + ": preload: games are forked in a sandbox alone");
    }
    field.push_back(
        {name,
         sandbox.wanted ? sandboxed_command(command, sandbox) : command,
         timeout_ms,
         program_identity(forked.modules.empty() ? command : forked.plain(), sandbox.hidden),
         {},
         sandbox.wanted,
         !forked.modules.empty()});
  }
  std::set<std::string> names;
  for (const Entrant& entrant : field) {
    if (!names.insert(entrant.name).second) {
      throw std::invalid_argument("two agents are called '" + entrant.name + "'");
    }
  }
  if (field.size() < 2) throw std::invalid_argument("an arena needs two agents or more");
  start_fork_servers(field);
  return field;
}

TournamentPlan plan_for(const Header& game, const std::vector<std::string>& house_rules) {
  TournamentPlan plan;
  plan.board = {std::string(preset_name(game.preset)), expansions_name(game.expansions),
                game.seats};
  for (const std::string& rule : house_rules) plan.board.preset += ' ' + rule;
  plan.rules = game.rules;
  plan.rules.nope_way = NopeWay::Commit;  // nobody gains by being asked last
  plan.seating = usual_seating(game.seats);
  return plan;
}

void identify_bots(TournamentPlan& plan) {
  for (Entrant& entrant : plan.field) {
    if (!entrant.command.empty()) continue;
    if (!make_bot(entrant.name, 1)->knows(plan.rules)) {
      throw std::invalid_argument(never_met(entrant.name));
    }
    entrant.hash = bot_identity(entrant.name, plan.rules, plan.board.seats);
  }
}

void check_luck(const TournamentPlan& plan) {
  if (!plan.luck || critic_learned(plan.rules, plan.board.seats)) return;
  throw std::invalid_argument("luck can be measured in the official game of the base box alone");
}

std::vector<std::vector<std::size_t>> lineups(std::size_t field, int seats) {
  const auto wanted = static_cast<std::size_t>(seats);
  if (field <= wanted) {
    LineUp all(wanted);
    for (std::size_t i = 0; i < wanted; ++i) all[i] = i % field;
    return {all};
  }
  std::vector<LineUp> found;
  LineUp chosen(wanted);
  for (std::size_t i = 0; i < wanted; ++i) chosen[i] = i;
  for (;;) {
    found.push_back(chosen);
    std::size_t i = wanted;
    while (i > 0 && chosen[i - 1] == field - wanted + i - 1) --i;
    if (i == 0) return found;
    ++chosen[i - 1];
    for (; i < wanted; ++i) chosen[i] = chosen[i - 1] + 1;
  }
}

std::vector<DealKey> deals_of(const TournamentPlan& plan) {
  std::vector<DealKey> keys;
  for (Task& task : tasks_of(plan, {})) keys.push_back(std::move(task.key));
  return keys;
}

std::string name_of(const DealKey& key) {
  std::string name = "deal " + std::to_string(key.deal) + " of ";
  for (std::size_t i = 0; i < key.agents.size(); ++i) name += (i == 0 ? "" : ",") + key.agents[i];
  return name;
}

void run_tournament(const TournamentPlan& plan, const std::set<DealKey>& played,
                    const TournamentHooks& hooks) {
  const std::vector<Task> tasks = tasks_of(plan, played);
  const auto seats = seats_in_games(plan.board.seats, plan.seating);
  const std::vector<Round> rounds = rounds_of(plan, tasks.size(), seats.size());
  std::atomic<std::size_t> next{0};
  InOrder in_order(plan, tasks, seats.size(), hooks.done);
  const auto work = [&] {
    Worker worker(plan);
    for (std::size_t i = next++; i < rounds.size(); i = next++) {
      if (hooks.stop && hooks.stop()) return;
      const Round& round = rounds[i];
      in_order.add(round, worker.play(tasks[round.task], round.game, seats[round.game]));
    }
  };
  std::vector<std::thread> helpers;
  for (int i = 1; i < plan.threads; ++i) helpers.emplace_back(work);
  work();
  for (std::thread& helper : helpers) helper.join();
}

}  // namespace nl
