// Log of small games: reader, writer and tables.
#include "arena/small_log.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "arena/board_text.h"
#include "text/json_reader.h"

namespace nl {
namespace {

int count_of(const JsonReader& json) { return json.number(0, std::numeric_limits<int>::max()); }

SolvedGame read_solved(const JsonReader& json) {
  return {json["game"].text(),      read_unsigned(json["sets"]), json["value"].real(),
          json["points"].real(),    count_of(json["rounds"]),    json["seconds"].real(),
          json["processor"].real(), count_of(json["threads"])};
}

ExploitedBot read_exploited(const JsonReader& json) {
  return {json["bot"].text(), json["game"].text(), json["scores"].real(), json["loses"].real(),
          count_of(json["samples"])};
}

// Replaces an earlier line of the same name.
template <class Line, class Same>
void put(std::vector<Line>& lines, Line line, Same same) {
  const auto found = std::find_if(lines.begin(), lines.end(), same);
  if (found == lines.end()) {
    lines.push_back(std::move(line));
  } else {
    *found = std::move(line);
  }
}

void read_line(const std::string& line, SmallLog& log) {
  const Json document = parse_object(line);
  const JsonReader json(document);
  if (json.has("bot")) {
    ExploitedBot read = read_exploited(json);
    put(log.exploited, read,
        [&](const ExploitedBot& one) { return one.bot == read.bot && one.game == read.game; });
  } else {
    SolvedGame read = read_solved(json);
    put(log.solved, read, [&](const SolvedGame& one) { return one.game == read.game; });
  }
}

}  // namespace

TableRows solved_table(const SmallLog& log) {
  TableRows rows{{"game", "information sets", "value", "points", "rounds", "seconds",
                  "of the processor", "threads"}};
  for (const SolvedGame& one : log.solved) {
    rows.push_back({one.game, std::to_string(one.sets), fixed_digits(one.value, 4),
                    fixed_digits(one.points, 3), std::to_string(one.rounds),
                    fixed_digits(one.seconds, 1), fixed_digits(one.processor, 1),
                    std::to_string(one.threads)});
  }
  return rows;
}

TableRows exploited_table(const SmallLog& log) {
  TableRows rows{{"game"}};
  const std::vector<std::string> bots = log.bots();
  rows[0].insert(rows[0].end(), bots.begin(), bots.end());
  std::vector<std::string> games;
  for (const ExploitedBot& one : log.exploited) {
    if (std::find(games.begin(), games.end(), one.game) == games.end()) games.push_back(one.game);
  }
  for (const std::string& game : games) {
    rows.push_back({game});
    for (const std::string& bot : bots) {
      const ExploitedBot* found = log.find(bot, game);
      rows.back().push_back(found == nullptr ? "" : fixed_digits(found->loses, 2));
    }
  }
  rows.push_back({"mean of the games that all played"});
  for (const std::string& bot : bots) {
    const auto mean = log.mean_loss(bot);
    rows.back().push_back(mean ? fixed_digits(*mean, 2) : "");
  }
  return rows;
}

const ExploitedBot* SmallLog::find(const std::string& bot, const std::string& game) const {
  const auto found = std::find_if(exploited.begin(), exploited.end(), [&](const ExploitedBot& one) {
    return one.bot == bot && one.game == game;
  });
  return found == exploited.end() ? nullptr : &*found;
}

std::vector<std::string> SmallLog::bots() const {
  std::vector<std::string> names;
  for (const ExploitedBot& one : exploited) {
    if (std::find(names.begin(), names.end(), one.bot) == names.end()) names.push_back(one.bot);
  }
  return names;
}

std::optional<double> SmallLog::mean_loss(const std::string& bot) const {
  const std::vector<std::string> all = bots();
  double sum = 0;
  int games = 0;
  for (const ExploitedBot& one : exploited) {
    if (one.bot != bot) continue;
    const bool shared = std::all_of(all.begin(), all.end(), [&](const std::string& other) {
      return find(other, one.game) != nullptr;
    });
    if (!shared) continue;
    sum += one.loses;
    ++games;
  }
  return games == 0 ? std::nullopt : std::optional(sum / games);
}

std::string to_line(const SolvedGame& one) {
  return nlohmann::json{{"game", one.game},           {"sets", one.sets},
                        {"value", one.value},         {"points", one.points},
                        {"rounds", one.rounds},       {"seconds", one.seconds},
                        {"processor", one.processor}, {"threads", one.threads}}
      .dump();
}

std::string to_line(const ExploitedBot& one) {
  return nlohmann::json{{"bot", one.bot},
                        {"game", one.game},
                        {"scores", one.scores},
                        {"loses", one.loses},
                        {"samples", one.samples}}
      .dump();
}

SmallLog read_small_log(std::istream& stream) {
  SmallLog log;
  for (std::string line; std::getline(stream, line);) {
    try {
      read_line(line, log);
    } catch (const JsonError&) {
    }
  }
  return log;
}

void print_small_games(std::ostream& out, const SmallLog& log, bool markdown) {
  out << (markdown ? "\n## " : "\n") << "Small games, solved exactly\n\n"
      << "Two players, one kitten, a Defuse each and the cards of the letters (S skip, A attack, F "
         "see the future,\nH shuffle, N nope, V favor, C cat), so many of them dealt to each as "
         "the "
         "number says. `value` is the first\nplayer's share of wins between two perfect players; "
         "nobody can win more than `points` (hundredths of a win)\nbeyond it. `ninelives solve` "
         "makes it; seconds are by the clock of a machine of two shared cores, building the game "
         "included, and\nof the "
         "processor over all threads.\n\n";
  if (!log.solved.empty()) print_columns(out, solved_table(log), markdown);
  if (log.exploited.empty()) return;
  out << "\nExploitability of each bot there: how many points the best answer to it wins beyond an "
         "even game, over both\nseats (`ninelives exploit`). A bot that plays at random is asked "
         "many "
         "times at each information set; what is left\nof that noise counts against it.\n\n";
  print_columns(out, exploited_table(log), markdown);
}

}  // namespace nl
