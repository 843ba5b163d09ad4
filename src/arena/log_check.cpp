// Check of an arena log.
#include "arena/log_check.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "arena/about_log.h"
#include "arena/identity.h"
#include "arena/log_schedule.h"
#include "arena/sealed_seed.h"
#include "arena/tournament.h"
#include "bots/bot.h"
#include "bots/position_value.h"
#include "text/notation.h"
#include "text/rules_text.h"

namespace nl {
namespace {

class Checker {
 public:
  Checker(const std::string& log, const CheckPlan& plan) : text_(log), plan_(plan) {}

  LogCheck check() {
    std::istringstream in(text_);
    lines_ = read_log(in);
    result_.lines = static_cast<int>(lines_.size());
    if (lines_.empty()) fault("the log has no games");
    for (const std::string& wrong : faults_in_schedule(text_)) fault(wrong);
    count_strange_lines();
    check_engines();
    check_seed();
    check_hashes();
    const std::vector<Lineup> lineups = lineups_of_log();
    for (const Lineup& lineup : lineups) check_deals(lineup);
    if (!result_.faults.empty()) return std::move(result_);
    for (const Lineup& lineup : lineups) replay(lineup);
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
      strange += !claim.commitment && !claim.revealed && !read_schedule(line) &&
                 read_log(same).empty() && read_about_log(about).lines.empty();
    }
    if (strange != 0) fault(std::to_string(strange) + " lines are of no deal");
  }

  void check_engines() {
    std::set<std::string> others;
    for (const DealLine& line : lines_) {
      if (line.engine != plan_.engine) others.insert(line.engine);
    }
    for (const std::string& other : others) {
      fault("engine " + other + " has played, this one is " + plan_.engine);
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

  // Hashes of the bots on each board; a program's identity is only in the log.
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

  // Logs without hashes were played with other agent seeds.
  static bool can_replay(const DealKey& key) {
    return !key.hashes.empty() &&
           std::all_of(key.agents.begin(), key.agents.end(), [](const std::string& name) {
             return make_bot(name, 1) != nullptr && !name.ends_with("ms");
           });
  }

  // All deals of one line-up in one kind of game: their keys differ in the deal only.
  using Lineup = std::vector<const DealLine*>;

  std::vector<Lineup> lineups_of_log() const {
    std::map<std::pair<DealKey, bool>, Lineup> found;
    for (const DealLine& line : lines_) {
      DealKey key = line.key;
      key.deal = 0;
      found[{std::move(key), line.luck.empty()}].push_back(&line);
    }
    std::vector<Lineup> lineups;
    for (auto& [key, lineup] : found) lineups.push_back(std::move(lineup));
    return lineups;
  }

  void check_deals(const Lineup& lineup) {
    std::set<std::uint64_t> deals;
    for (const DealLine* line : lineup) {
      if (!deals.insert(line->key.deal).second) fault(name_of(line->key) + " is there twice");
    }
  }

  void replay(const Lineup& lineup) {
    if (!can_replay(lineup[0]->key)) {
      result_.of_others += static_cast<int>(lineup.size());
      return;
    }
    result_.of_bots += static_cast<int>(lineup.size());
    std::set<DealKey> left_out = draw(lineup);
    std::map<std::uint64_t, const DealLine*> by_deal;
    for (const DealLine* line : lineup) by_deal[line->key.deal] = line;
    TournamentPlan plan = *plan_of(lineup[0]->key);
    plan.first = by_deal.begin()->first;
    plan.luck = !lineup[0]->luck.empty() && critic_learned(plan.rules, plan.board.seats);
    plan.deals = by_deal.rbegin()->first - plan.first + 1;
    for (const DealKey& key : deals_of(plan)) {
      if (!by_deal.contains(key.deal)) left_out.insert(key);
    }
    run_tournament(
        plan, left_out,
        {[&](const DealLine& again) { compare(again, *by_deal.at(again.key.deal)); }, {}});
  }

  // Removes the deals that are not replayed, and returns them.
  std::set<DealKey> draw(const Lineup& lineup) {
    Lineup rest = lineup;
    std::ranges::shuffle(rest, lot_);
    rest.erase(rest.begin(),
               rest.begin() + std::min<std::ptrdiff_t>(plan_.deals, std::ssize(rest)));
    std::set<DealKey> left_out;
    for (const DealLine* line : rest) left_out.insert(line->key);
    return left_out;
  }

  // Processors may round differently.
  static bool alike(const std::vector<std::vector<double>>& a,
                    const std::vector<std::vector<double>>& b) {
    return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
      return std::ranges::equal(x, y, [](double p, double q) { return std::abs(p - q) < 1e-3; });
    });
  }
  // Decision times differ in each run.
  static bool alike(const AgentTally& a, const AgentTally& b) {
    return a.decisions == b.decisions && a.illegal == b.illegal && a.timeouts == b.timeouts;
  }
  static bool alike(const DealLine& a, const DealLine& b) {
    return a.places == b.places && alike(a.luck, b.luck) &&
           std::ranges::equal(a.tallies, b.tallies,
                              [](const auto& x, const auto& y) { return alike(x, y); });
  }

  void compare(const DealLine& again, const DealLine& line) {
    ++result_.replayed;
    if (!alike(again, line)) fault(name_of(line.key) + " ends otherwise");
  }

  // In the arena's notation: a preset, followed by house rules.
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
    for (std::size_t i = 0; i < key.agents.size(); ++i) {
      plan.field.push_back(
          {.name = key.agents[i], .hash = i < key.hashes.size() ? key.hashes[i] : ""});
    }
    plan.seed = key.seed;
    plan.seating = key.seating;
    plan.threads = plan_.threads;
    return plan;
  }

  const std::string& text_;
  const CheckPlan& plan_;
  std::random_device lot_;
  std::vector<DealLine> lines_;
  LogCheck result_;
};

}  // namespace

LogCheck check_log(const std::string& log, const CheckPlan& plan) {
  return Checker(log, plan).check();
}

}  // namespace nl
