#include "arena/tournament.h"

#include <atomic>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "arena/process_agent.h"
#include "text/notation.h"

namespace nl {
namespace {

std::unique_ptr<Agent> make_agent(const Entrant& entrant) {
  if (entrant.command.empty()) return std::make_unique<BotAgent>(entrant.name);
  return std::make_unique<ProcessAgent>(entrant.command, entrant.timeout_ms);
}

// A seat of a line-up, with the agent that fills it; one entrant may fill several.
using LineUp = std::vector<std::size_t>;

struct Task {
  LineUp lineup;
  DealKey key;
};

std::vector<Task> tasks_of(const TournamentPlan& plan, const std::set<DealKey>& played) {
  std::vector<Task> tasks;
  const auto all = lineups(plan.field.size(), plan.board.seats);
  for (std::uint64_t deal = plan.first; deal < plan.first + plan.deals; ++deal) {
    for (const LineUp& lineup : all) {
      Task task{lineup, {plan.board, {}, plan.seed, deal}};
      for (const std::size_t i : lineup) task.key.agents.push_back(plan.field[i].name);
      if (!played.contains(task.key)) tasks.push_back(std::move(task));
    }
  }
  return tasks;
}

// One thread's own agents: a program answers one game at a time.
class Worker {
 public:
  explicit Worker(const TournamentPlan& plan) : plan_(plan) {}

  DealLine play(const Task& task) {
    DealLine line{task.key, plan_.engine, {}, std::vector<AgentTally>(task.lineup.size())};
    for (int rotation = 0; rotation < plan_.board.seats; ++rotation) {
      play_rotation(task, rotation, line);
    }
    return line;
  }

 private:
  void play_rotation(const Task& task, int rotation, DealLine& line) {
    const std::size_t seats = task.lineup.size();
    std::vector<Agent*> seated(seats);
    const auto seat_of = [&](std::size_t i) {
      return (i + static_cast<std::size_t>(rotation)) % seats;
    };
    for (std::size_t i = 0; i < seats; ++i) seated[seat_of(i)] = &agent(i, task.lineup[i]);
    const GameResult result =
        play_game(plan_.rules, seated, {task.key.seed, task.key.deal, rotation});
    std::vector<int>& places = line.places.emplace_back();
    for (std::size_t i = 0; i < seats; ++i) {
      const SeatResult& seat = result.seats[seat_of(i)];
      places.push_back(seat.place);
      AgentTally& tally = line.tallies[i];
      tally.decisions += seat.decisions;
      tally.illegal += seat.illegal;
      tally.timeouts += seat.timeouts;
      for (const float micros : seat.micros) tally.times.add(micros);
    }
  }
  Agent& agent(std::size_t place, std::size_t entrant) {
    std::unique_ptr<Agent>& made = agents_[{place, entrant}];
    if (!made) made = make_agent(plan_.field[entrant]);
    return *made;
  }

  const TournamentPlan& plan_;
  std::map<std::pair<std::size_t, std::size_t>, std::unique_ptr<Agent>> agents_;
};

// Hands finished deals on in the order of the plan, whichever thread finished first.
class InOrder {
 public:
  explicit InOrder(const std::function<void(const DealLine&)>& done) : done_(done) {}

  void add(std::size_t number, DealLine line) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(number, std::move(line));
    while (!waiting_.empty() && waiting_.begin()->first == next_) {
      done_(waiting_.begin()->second);
      waiting_.erase(waiting_.begin());
      ++next_;
    }
  }

 private:
  const std::function<void(const DealLine&)>& done_;
  std::mutex mutex_;
  std::map<std::size_t, DealLine> waiting_;
  std::size_t next_ = 0;
};

}  // namespace

std::vector<Entrant> field_of(const std::vector<std::string>& bots,
                              const std::vector<std::string>& programs, int timeout_ms) {
  std::vector<Entrant> field;
  for (const std::string& bot : bots) {
    if (make_bot(bot, 1) == nullptr) throw std::invalid_argument("there is no bot '" + bot + "'");
    field.push_back({bot});
  }
  for (const std::string& program : programs) {
    const std::size_t equals = program.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw std::invalid_argument("an agent is NAME=COMMAND, not '" + program + "'");
    }
    field.push_back({program.substr(0, equals), program.substr(equals + 1), timeout_ms});
  }
  std::set<std::string> names;
  for (const Entrant& entrant : field) {
    if (!names.insert(entrant.name).second) {
      throw std::invalid_argument("two agents are called '" + entrant.name + "'");
    }
  }
  if (field.size() < 2) throw std::invalid_argument("an arena needs two agents or more");
  return field;
}

TournamentPlan plan_for(const Header& game, const std::vector<std::string>& house_rules) {
  TournamentPlan plan;
  plan.board = {std::string(preset_name(game.preset)), expansions_name(game.expansions),
                game.seats};
  for (const std::string& rule : house_rules) plan.board.preset += ' ' + rule;
  plan.rules = game.rules;
  plan.rules.nope_way = NopeWay::Commit;  // nobody gains by being asked last
  return plan;
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

void run_tournament(const TournamentPlan& plan, const std::set<DealKey>& played,
                    const TournamentHooks& hooks) {
  const std::vector<Task> tasks = tasks_of(plan, played);
  std::atomic<std::size_t> next{0};
  InOrder in_order(hooks.done);
  const auto work = [&] {
    Worker worker(plan);
    for (std::size_t i = next++; i < tasks.size(); i = next++) {
      if (hooks.stop && hooks.stop()) return;
      in_order.add(i, worker.play(tasks[i]));
    }
  };
  std::vector<std::thread> helpers;
  for (int i = 1; i < plan.threads; ++i) helpers.emplace_back(work);
  work();
  for (std::thread& helper : helpers) helper.join();
}

}  // namespace nl
