// Reader and writer of agents' self-descriptions in the arena log: kind, training.
#pragma once

#include <istream>
#include <string>
#include <vector>

namespace nl {

// Training budget of a learned agent.
struct TrainingBudget {
  double decisions = 0;  // seen in training
  double hours = 0;
  std::string machine{};
};

struct AboutLine {
  std::string agent;
  std::string hash{};
  std::string kind{};  // rules, search, learned, text (a language model), program
  std::string training{};
  TrainingBudget budget{};
};

std::string to_line(const AboutLine& about);

struct AboutLog {
  std::vector<AboutLine> lines{};

  // By its name on a board, which is NAME or NAME#HASH. The program's own bots are known.
  AboutLine find(const std::string& agent) const;
};

// Other lines are skipped.
AboutLog read_about_log(std::istream& log);

}  // namespace nl
