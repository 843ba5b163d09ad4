// Agents' self-descriptions in the arena log.
#include "arena/about_log.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "bots/bot.h"
#include "text/json_reader.h"

namespace nl {
namespace {

AboutLine read_about(const std::string& text) {
  const Json document = parse_object(text);
  const JsonReader json(document);
  const JsonReader budget = json["budget"];
  return {json["about"].text(),
          json["hash"].text(),
          json["kind"].text(),
          json["training"].text(),
          {budget["decisions"].real(), budget["hours"].real(), budget["machine"].text()}};
}

std::string bot_kind(std::string_view bot) {
  const std::string_view name = bot.substr(0, bot.find(':'));
  if (name.starts_with("net") || name == "strongest" || name == "hard") return "learned";
  return name == "flat" || name == "ismcts" || name == "hunt" ? "search" : "rules";
}

// Training budget of the network in data/nets (docs/train/training.md).
TrainingBudget bot_budget(std::string_view bot) {
  if (bot != "net" && !bot.starts_with("net+search")) return {};
  // Every run, aborted and unshipped ones too (docs/train/model-card.md).
  return {22.6e9, 1.7, "one H200"};
}

bool is_called(const AboutLine& line, const std::string& agent) {
  return agent == line.agent || agent == line.agent + '#' + line.hash.substr(0, 8);
}

}  // namespace

std::string to_line(const AboutLine& about) {
  const nlohmann::json json = {{"about", about.agent},
                               {"hash", about.hash},
                               {"kind", about.kind},
                               {"training", about.training},
                               {"budget",
                                {{"decisions", about.budget.decisions},
                                 {"hours", about.budget.hours},
                                 {"machine", about.budget.machine}}}};
  return json.dump();
}

AboutLine AboutLog::find(const std::string& agent) const {
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    if (is_called(*line, agent)) return *line;
  }
  const std::string name = agent.substr(0, agent.find('#'));
  if (make_bot(name, 1) == nullptr) return {.agent = agent, .kind = "program"};
  return {.agent = agent, .kind = bot_kind(name), .budget = bot_budget(name)};
}

AboutLog read_about_log(std::istream& stream) {
  AboutLog log;
  for (std::string line; std::getline(stream, line);) {
    try {
      log.lines.push_back(read_about(line));
    } catch (const JsonError&) {
    }
  }
  return log;
}

}  // namespace nl
