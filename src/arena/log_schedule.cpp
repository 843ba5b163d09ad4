// Schedules in an arena log.
#include "arena/log_schedule.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "arena/digest.h"
#include "arena/sealed_seed.h"

namespace nl {
namespace {

constexpr std::size_t kLinkDigits = 32;
constexpr std::string_view kLinkStart = ",\"chain\":\"";
constexpr std::string_view kLinkEnd = "\"}";

std::size_t link_at(const std::string& line) {
  const std::size_t length = kLinkStart.size() + kLinkDigits + kLinkEnd.size();
  if (line.size() <= length || !line.ends_with(kLinkEnd)) return std::string::npos;
  const std::size_t at = line.size() - length;
  return line.compare(at, kLinkStart.size(), kLinkStart) == 0 ? at : std::string::npos;
}

std::vector<std::string> lines_of_log(const std::string& log) {
  std::vector<std::string> lines;
  std::istringstream in(log);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TournamentPlan plan_of(const Schedule& schedule, std::uint64_t seed) {
  TournamentPlan plan;
  plan.board = schedule.board;
  for (std::size_t i = 0; i < schedule.agents.size(); ++i) {
    plan.field.push_back({.name = schedule.agents[i], .hash = schedule.hashes[i]});
  }
  plan.seed = schedule.seed.value_or(seed);
  plan.first = schedule.first;
  plan.deals = schedule.deals;
  plan.seating = schedule.seating;
  return plan;
}

class ScheduleCheck {
 public:
  explicit ScheduleCheck(const std::string& log) : log_(log), lines_(lines_of_log(log)) {
    std::istringstream in(log_);
    claim_ = read_claim(in);
  }

  std::vector<std::string> faults() {
    check_chain();
    for (const std::string& line : lines_) follow(line);
    if (schedules_ == 0) {
      fault("the log has no schedule: nobody can tell which deals are missing");
    } else if (!missing_.empty()) {
      fault(name_of(*missing_.begin()) + " is missing, of " + std::to_string(missing_.size()) +
            " that were scheduled and are not there");
    }
    return std::move(faults_);
  }

 private:
  void fault(const std::string& what) { faults_.push_back(what); }

  void check_chain() {
    std::string link;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const std::size_t at = link_at(lines_[i]);
      const std::string bare = at == std::string::npos ? "" : lines_[i].substr(0, at) + '}';
      if (bare.empty() || chained_line(link, bare) != lines_[i]) {
        return fault("line " + std::to_string(i + 1) +
                     " breaks the chain of hashes: it was changed, "
                     "or a line before it was");
      }
      link = link_of(lines_[i]);
    }
  }

  void follow(const std::string& line) {
    if (read_reveal(line)) revealed_ = true;
    if (const auto schedule = read_schedule(line)) return add(*schedule);
    std::istringstream one(line);
    for (const DealLine& deal : read_log(one)) {
      if (!scheduled_.contains(deal.key)) {
        fault(name_of(deal.key) + " was played without being scheduled before");
      }
      missing_.erase(deal.key);
    }
  }

  void add(const Schedule& schedule) {
    ++schedules_;
    if (!schedule.seed && schedule.commitment != claim_.commitment.value_or("none")) {
      fault("the commitment to the seed that was scheduled is not in the log");
    }
    if (!schedule.seed && revealed_) fault("deals were scheduled after their seed was revealed");
    if (schedule.seed && claim_.commitment) fault("a seed was scheduled that was not committed to");
    const std::uint64_t seed = claim_.revealed ? claim_.revealed->seed : 0;
    for (const DealKey& key : deals_of(plan_of(schedule, seed))) {
      if (scheduled_.insert(key).second) missing_.insert(key);
    }
  }

  const std::string& log_;
  std::vector<std::string> lines_;
  SeedClaim claim_;
  bool revealed_ = false;
  int schedules_ = 0;
  std::set<DealKey> scheduled_;
  std::set<DealKey> missing_;
  std::vector<std::string> faults_;
};

}  // namespace

Schedule schedule_of(const TournamentPlan& plan, const std::string& commitment) {
  Schedule schedule{.board = plan.board,
                    .agents = {},
                    .hashes = {},
                    .first = plan.first,
                    .deals = plan.deals,
                    .seating = plan.seating,
                    .engine = plan.engine,
                    .seed = {},
                    .commitment = commitment};
  if (commitment.empty()) schedule.seed = plan.seed;
  for (const Entrant& entrant : plan.field) {
    schedule.agents.push_back(entrant.name);
    schedule.hashes.push_back(entrant.hash);
  }
  return schedule;
}

std::string to_line(const Schedule& schedule) {
  nlohmann::json json = {
      {"preset", schedule.board.preset}, {"expansions", schedule.board.expansions},
      {"seats", schedule.board.seats},   {"agents", schedule.agents},
      {"hashes", schedule.hashes},       {"first", schedule.first},
      {"deals", schedule.deals},         {"seating", seating_name(schedule.seating)},
      {"engine", schedule.engine}};
  if (schedule.seed) {
    json["seed"] = *schedule.seed;
  } else {
    json["commitment"] = schedule.commitment;
  }
  return nlohmann::json{{"schedule", json}}.dump();
}

std::optional<Schedule> read_schedule(const std::string& line) {
  if (line.find("\"schedule\"") == std::string::npos) return std::nullopt;
  try {
    const Json document = parse_object(line);
    const JsonReader json = JsonReader(document)["schedule"];
    Schedule schedule;
    schedule.board = {json["preset"].text(), json["expansions"].text(),
                      json["seats"].number(0, 255)};
    schedule.agents = json["agents"].texts();
    schedule.hashes = json["hashes"].texts();
    schedule.first = read_unsigned(json["first"]);
    schedule.deals = read_unsigned(json["deals"]);
    schedule.engine = json["engine"].text_or("");
    schedule.commitment = json["commitment"].text_or("");
    if (json.has("seed")) schedule.seed = read_unsigned(json["seed"]);
    const auto seating = parse_seating(json["seating"].text());
    if (!seating || schedule.agents.empty() || schedule.hashes.size() != schedule.agents.size() ||
        schedule.board.seats < 2 || schedule.board.seats > kMaxSeats ||
        schedule.deals > 1'000'000) {
      return std::nullopt;
    }
    schedule.seating = *seating;
    return schedule;
  } catch (const JsonError&) {
    return std::nullopt;
  }
}

std::string chained_line(const std::string& previous, const std::string& line) {
  const std::string link =
      to_hex(sha256({as_bytes(previous + '\n' + line)})).substr(0, kLinkDigits);
  return line.substr(0, line.size() - 1) + std::string(kLinkStart) + link + std::string(kLinkEnd);
}

std::string link_of(const std::string& line) {
  const std::size_t at = link_at(line);
  return at == std::string::npos ? "" : line.substr(at + kLinkStart.size(), kLinkDigits);
}

std::string last_link(const std::string& log) {
  std::string link;
  for (const std::string& line : lines_of_log(log)) {
    if (const std::string found = link_of(line); !found.empty()) link = found;
  }
  return link;
}

void LogWriter::write(const std::string& line) {
  const std::string chained = chained_line(link_, line);
  link_ = link_of(chained);
  out_ << chained << '\n' << std::flush;
}

std::vector<std::string> faults_in_schedule(const std::string& log) {
  return ScheduleCheck(log).faults();
}

}  // namespace nl
