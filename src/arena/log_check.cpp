#include "arena/log_check.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "arena/about_log.h"
#include "arena/identity.h"
#include "arena/sealed_seed.h"
#include "arena/tournament.h"
#include "bots/bot.h"
#include "bots/worth.h"
#include "text/notation.h"
#include "text/rules_text.h"

namespace nl {
namespace {

class Checker {
 public:
  Checker(const std::string& log, const std::string& engine, int deals)
      : text_(log), engine_(engine), deals_(deals) {}

  LogCheck check() {
    std::istringstream in(text_);
    lines_ = read_log(in);
    result_.lines = static_cast<int>(lines_.size());
    if (lines_.empty()) fault("the log has no games");
    count_strange_lines();
    check_engines();
    check_seed();
    check_hashes();
    if (result_.faults.empty()) replay();
    return std::move(result_);
  }

 private:
  void fault(const std::string& what) { result_.faults.push_back(what); }

  void count_strange_lines() {
    std::istringstream in(text_);
    int strange = 0;
    for (std::string line; std::getline(in, line);) {
      std::istringstream one(line);
      std::istringstream same(line);
      const SeedClaim claim = read_claim(one);
      std::istringstream about(line);
      strange += !claim.commitment && !claim.revealed && read_log(same).empty() &&
                 read_about_log(about).lines.empty();
    }
    if (strange != 0) fault(std::to_string(strange) + " lines are of no deal");
  }

  void check_engines() {
    std::set<std::string> others;
    for (const DealLine& line : lines_) {
      if (line.engine != engine_) others.insert(line.engine);
    }
    for (const std::string& other : others) {
      fault("engine " + other + " has played, this one is " + engine_);
    }
  }

  void check_seed() {
    std::istringstream in(text_);
    const SeedClaim claim = read_claim(in);
    if (!claim.commitment) return;
    if (!claim.revealed) return fault("the seed was not revealed");
    if (commitment_to(*claim.revealed) != *claim.commitment) {
      fault("the revealed seed is not the one that was committed to");
    }
    const auto other = std::find_if(lines_.begin(), lines_.end(), [&](const DealLine& line) {
      return line.key.seed != claim.revealed->seed;
    });
    if (other != lines_.end()) {
      fault("deals of seed " + std::to_string(other->key.seed) + ", which was not committed to");
    }
  }

  // Bots by their hashes on each board; of a program the log alone knows what it was.
  void check_hashes() {
    std::map<BoardKey, std::map<std::string, std::set<std::string>>> hashes;
    std::map<BoardKey, const DealKey*> some;
    for (const DealLine& line : lines_) {
      some[line.key.board] = &line.key;
      for (std::size_t i = 0; i < line.key.hashes.size(); ++i) {
        hashes[line.key.board][line.key.agents[i]].insert(line.key.hashes[i]);
      }
    }
    for (const auto& [board, agents] : hashes) {
      const auto plan = plan_of(*some.at(board));
      if (!plan) return fault("no rules are called " + board.preset);
      for (const auto& [name, known] : agents) check_hash(name, known, *plan);
    }
  }
  void check_hash(const std::string& name, const std::set<std::string>& known,
                  const TournamentPlan& plan) {
    if (make_bot(name, 1) == nullptr) return;
    const std::string hash = bot_identity(name, plan.rules, plan.board.seats);
    if (known == std::set{hash}) return;
    fault("bot " + name + " plays otherwise now: its hash is " + hash + ", not " + *known.begin());
  }

  // Logs from before there were hashes were played with other seeds for the agents.
  static bool can_replay(const DealKey& key) {
    return !key.hashes.empty() &&
           std::all_of(key.agents.begin(), key.agents.end(), [](const std::string& name) {
             return make_bot(name, 1) != nullptr && !name.ends_with("ms");
           });
  }

  void replay() {
    std::map<std::pair<BoardKey, std::vector<std::string>>, int> replayed;
    for (const DealLine& line : lines_) {
      if (!can_replay(line.key)) continue;
      if (++replayed[{line.key.board, line.key.agents}] > deals_) continue;
      replay(line);
    }
  }

  // Processors may round differently.
  static bool alike(const std::vector<std::vector<double>>& a,
                    const std::vector<std::vector<double>>& b) {
    return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
      return std::ranges::equal(x, y, [](double p, double q) { return std::abs(p - q) < 1e-3; });
    });
  }

  void replay(const DealLine& line) {
    ++result_.replayed;
    TournamentPlan plan = *plan_of(line.key);
    plan.luck = !line.luck.empty() && critic_learned(plan.rules, plan.board.seats);
    run_tournament(plan, {},
                   {[&](const DealLine& again) {
                      if (again.places != line.places || !alike(again.luck, line.luck)) {
                        fault("deal " + std::to_string(line.key.deal) + " of " +
                              line.key.agents[0] + " and others ends otherwise");
                      }
                    },
                    {}});
  }

  // As the arena wrote it: a preset, and behind it house rules.
  std::optional<TournamentPlan> plan_of(const DealKey& key) const {
    std::istringstream words(key.board.preset);
    std::string name;
    words >> name;
    const auto preset = parse_preset(name);
    const auto expansions = parse_expansions(key.board.expansions);
    if (!preset || !expansions) return std::nullopt;
    TournamentPlan plan;
    plan.board = key.board;
    plan.rules = make_rules(*preset, *expansions);
    for (std::string word; words >> word;) {
      const std::size_t equals = word.find('=');
      if (equals == std::string::npos) return std::nullopt;
      set_field(plan.rules, word.substr(0, equals), word.substr(equals + 1));
    }
    plan.rules.nope_way = NopeWay::Commit;
    for (const std::string& agent : key.agents) plan.field.push_back({.name = agent});
    plan.seed = key.seed;
    plan.first = key.deal;
    plan.deals = 1;
    plan.seating = key.seating;
    return plan;
  }

  const std::string& text_;
  const std::string& engine_;
  int deals_;
  std::vector<DealLine> lines_;
  LogCheck result_;
};

}  // namespace

LogCheck check_log(const std::string& log, const std::string& engine, int deals) {
  return Checker(log, engine, deals).check();
}

}  // namespace nl
