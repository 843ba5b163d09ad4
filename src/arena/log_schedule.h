// Schedule and hash chain of an arena's log. The schedule lists all deals before the first card;
// the chain makes every later change of a line visible.
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "arena/tournament.h"

namespace nl {

// Schedule of a tournament, as one line of its log: {"schedule":{…}}.
struct Schedule {
  BoardKey board;
  std::vector<std::string> agents;
  std::vector<std::string> hashes;
  std::uint64_t first = 0;
  std::uint64_t deals = 0;
  Seating seating = Seating::All;
  std::string engine;
  std::optional<std::uint64_t> seed;  // if it was open from the start
  std::string commitment;             // if it was sealed
};

Schedule schedule_of(const TournamentPlan& plan, const std::string& commitment);
std::string to_line(const Schedule& schedule);
std::optional<Schedule> read_schedule(const std::string& line);

// A line with its link: 32 digits of the SHA-256 of the previous link and the line without it.
std::string chained_line(const std::string& previous, const std::string& line);

// The link of a line; empty if it has none.
std::string link_of(const std::string& line);

// The link that the next line of a log continues.
std::string last_link(const std::string& log);

// Writes lines of a log and continues its chain.
class LogWriter {
 public:
  LogWriter(std::ostream& out, const std::string& log_so_far)
      : out_(out), link_(last_link(log_so_far)) {}

  void write(const std::string& line);

 private:
  std::ostream& out_;
  std::string link_;
};

// Sentences about faults: changed lines, missing or unscheduled deals, a removed commitment.
std::vector<std::string> faults_in_schedule(const std::string& log);

}  // namespace nl
