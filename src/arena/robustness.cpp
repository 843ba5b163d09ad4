// Robustness columns of the board.
#include "arena/robustness.h"

#include <sstream>

#include "arena/robustness_data.h"

namespace nl {
namespace {

// The same player under another name.
std::string measured_as(const std::string& agent) {
  return agent == "strongest" || agent == "hard" ? "net" : agent;
}

template <class Log>
Log read_lines(Log (*read)(std::istream&), const std::string& lines) {
  std::istringstream in(lines);
  return read(in);
}

}  // namespace

const LearnerLine* Robustness::attack(const std::string& agent, const BoardKey& board) const {
  return learners.find(measured_as(agent), board);
}

const LearnerLine* Robustness::team(const std::string& agent, const BoardKey& board) const {
  return learners.find_team(measured_as(agent), board);
}

std::string Robustness::attacked_in(const std::string& agent) const {
  return learners.kinds(measured_as(agent));
}

std::optional<double> Robustness::given_away(const std::string& agent) const {
  return small.mean_loss(measured_as(agent));
}

bool Robustness::may_be_rated(const std::string& agent, const BoardKey& board) const {
  if (about.find(agent).kind != "learned" || attack(agent, board) != nullptr) return true;
  const BoardKey cut_from{.seats = board.seats};
  return board == cut_from && given_away(agent).has_value();
}

Robustness known_with(const std::string& lines) {
  const std::string all =
      std::string(learners_file()) + '\n' + std::string(small_games_file()) + '\n' + lines;
  return {read_lines(read_small_log, all), read_lines(read_learner_log, all),
          read_lines(read_about_log, lines), false};
}

}  // namespace nl
