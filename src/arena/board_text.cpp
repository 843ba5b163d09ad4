// Leaderboards as text, Markdown and JSON.
#include "arena/board_text.h"

#include <algorithm>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace nl {
namespace {

std::string points(const Estimate& e) {
  return fixed_digits(e.value, 0) + " [" + fixed_digits(e.low, 0) + ", " + fixed_digits(e.high, 0) +
         ']';
}

std::string percent(const Estimate& e) {
  return fixed_digits(e.value * 100, 1) + " [" + fixed_digits(e.low * 100, 1) + ", " +
         fixed_digits(e.high * 100, 1) + ']';
}

std::string duration(double micros) {
  if (micros < 1000) return fixed_digits(micros, 0) + " us";
  return fixed_digits(micros / 1000, micros < 10'000 ? 1 : 0) + " ms";
}

// The share of wins minus luck, and the relative width of its interval.
void add_luck_columns(const Board& board, const std::vector<const BoardRow*>& order,
                      TableRows& rows) {
  rows[0].insert(rows[0].end(), {"wins less luck %", "interval"});
  for (std::size_t i = 0; i < order.size(); ++i) {
    const BoardRow& row = *order[i];
    const double wide = row.win_share.high - row.win_share.low;
    const double left = row.less_luck.high - row.less_luck.low;
    rows[i + 1].push_back(board.complete() ? percent(row.less_luck) : "?");
    rows[i + 1].push_back(wide > 0 ? fixed_digits(left / wide, 2) : "?");
  }
}

TableRows ranking_table(const Board& board, const Robustness& known) {
  TableRows rows{{"#", "agent", "strength", "wins %", "mean place", "alpha-rank", "deals", "games",
                  "p50", "p99", "class", "illegal", "late"}};
  const std::vector<const BoardRow*> order = rated_first(board, known);
  for (const BoardRow* at : order) {
    const BoardRow& row = *at;
    const bool rated = known.may_be_rated(row.agent, board.key);
    rows.push_back({rated ? std::to_string(rows.size()) : "-", shown_name(row),
                    rated ? points(row.strength) : "unrated",
                    board.complete() ? percent(row.win_share) : "?",
                    fixed_digits(row.mean_place, 2), fixed_digits(row.alpha_rank, 3),
                    std::to_string(row.deals), std::to_string(row.games), duration(row.p50_micros),
                    duration(row.p99_micros), time_class(row.p99_micros),
                    std::to_string(row.illegal), std::to_string(row.timeouts)});
  }
  if (board.luck_measured) add_luck_columns(board, order, rows);
  for (const auto& [heading, shown] : robustness_columns()) {
    rows[0].push_back(heading);
    for (std::size_t i = 0; i < order.size(); ++i) {
      rows[i + 1].push_back(shown(known, order[i]->agent, board.key));
    }
  }
  return rows;
}

// Of the games that the row's or the column's agent won, the share of the row's.
TableRows cross_table(const Board& board) {
  TableRows rows{{"wins against, %"}};
  for (const BoardRow& row : board.rows) rows[0].push_back(row.agent);
  for (std::size_t i = 0; i < board.rows.size(); ++i) {
    std::vector<std::string> cells{board.rows[i].agent};
    for (std::size_t j = 0; j < board.rows.size(); ++j) {
      const BoardRow& row = board.rows[i];
      cells.push_back(row.has_met[j] && i != j ? percent(row.wins_from[j]) : "");
    }
    rows.push_back(std::move(cells));
  }
  return rows;
}

void print_board(std::ostream& out, const Board& board, bool markdown, const Robustness& known) {
  out << (markdown ? "\n## " : "\n") << board_title(board.key) << "\n\n";
  out << played_text(board) << "\n\n";
  if (!board.rows.empty()) {
    print_columns(out, ranking_table(board, known), markdown);
    out << '\n';
    print_columns(out, cross_table(board), markdown);
  }
  for (const Match& match : board.matches) {
    out << "\nA match, which rates nobody: " << match.games << " games of " << match.deals
        << " deals.\n\n";
    print_columns(out, match_table(match), markdown);
  }
}

std::string engines_of(const std::vector<Board>& boards) {
  std::vector<std::string> engines;
  for (const Board& board : boards) {
    for (const std::string& engine : board.engines) {
      if (std::find(engines.begin(), engines.end(), engine) == engines.end()) {
        engines.push_back(engine);
      }
    }
  }
  std::string list;
  for (const std::string& engine : engines) list += (list.empty() ? "" : ", ") + engine;
  return list;
}

std::string machines_of(const std::vector<Board>& boards) {
  std::set<std::string> machines;
  for (const Board& board : boards) machines.insert(board.machines.begin(), board.machines.end());
  std::string list;
  for (const std::string& machine : machines) list += (list.empty() ? "" : ", ") + machine;
  return list;
}

void print_reading(std::ostream& out, const std::vector<Board>& boards, bool markdown,
                   const std::string& date) {
  if (markdown) out << "# Leaderboard\n\n";
  out << "Made by `ninelives leaderboard` on " << date << ", engine " << engines_of(boards) << ".\n"
      << "Strength is by who wins, in points: 400 are odds of ten to one between two at a table. "
         "0 is the mean of the\nanchors (random, careful, counting, net) where all of them play, "
         "otherwise of the field. Every line-up counts the\nsame; in brackets 95 % intervals from "
         "a bootstrap over deals, the same deals for all line-ups. alpha-rank is the share of "
         "time\nthat a "
         "population which copies its betters spends with an agent. p50 and p99 are times a "
         "decision: of the\nprocessor, which programs are asked for where the machine tells it; "
         "the class is the "
         "shortest of 100 us, 10 ms and 1 s that p99 is in.\nAn illegal or late answer loses the "
         "game.\n";
  out << "Games of programs and of bots with a clock can't be replayed: such a row is *not "
         "verified*, and rests on the log alone.\n";
  if (std::any_of(boards.begin(), boards.end(), [](const Board& b) { return b.luck_measured; })) {
    out << "\"Wins less luck\" are wins less what chance brought beyond what was to be expected, "
           "by "
           "a value that was fixed before\n(`--luck`): the same share on the average. \"Interval\" "
           "is "
           "how wide its interval is, that of wins being 1.\n";
  }
  if (const std::string machines = machines_of(boards); !machines.empty()) {
    out << "Times were taken on " << machines << ".\n";
  }
  out << "Exploitability is what the best answer to an agent wins beyond an even game, in points "
         "on the average of small\ngames that are solved exactly: winning much is not the same as "
         "being hard "
         "to beat.\n\"A learner wins\" is the share of wins of a network trained against nobody "
         "but this agent, at the end of its\ntraining, and for how many million decisions that "
         "was: a lower bound of what can be won from it (training.md).\n\"Against a team\" is the "
         "agent's "
         "own share where all other seats learned together that it must not win.\n\"Attacked in\" "
         "names the kinds of game, with the numbers of players: it says nothing of any other.\n? "
         "is "
         "not measured yet. A "
         "learned agent that nobody has tried to exploit in this game is not rated.\n";
}

nlohmann::json estimate_json(const Estimate& e) { return {e.value, e.low, e.high}; }

nlohmann::json matches_json(const Board& board) {
  nlohmann::json matches = nlohmann::json::array();
  for (const Match& match : board.matches) {
    nlohmann::json rows = nlohmann::json::array();
    for (const MatchRow& row : match.rows) {
      rows.push_back({{"agent", row.agent},
                      {"seats", row.seats},
                      {"win_share", estimate_json(row.win_share)}});
    }
    matches.push_back({{"deals", match.deals}, {"games", match.games}, {"agents", rows}});
  }
  return matches;
}

nlohmann::json board_json(const Board& board, const Robustness& known) {
  nlohmann::json rows = nlohmann::json::array();
  for (const BoardRow& row : board.rows) {
    nlohmann::json ahead = nlohmann::json::object();
    for (std::size_t j = 0; j < board.rows.size(); ++j) {
      if (row.has_met[j] && board.rows[j].agent != row.agent) {
        ahead[board.rows[j].agent] = estimate_json(row.wins_from[j]);
      }
    }
    const bool rated = known.may_be_rated(row.agent, board.key);
    rows.push_back({{"agent", row.agent},
                    {"rated", rated},
                    {"verified", row.verifiable},
                    {"strength", rated ? estimate_json(row.strength) : nlohmann::json()},
                    {"win_share", estimate_json(row.win_share)},
                    {"mean_place", row.mean_place},
                    {"alpha_rank", row.alpha_rank},
                    {"wins_from", ahead},
                    {"deals", row.deals},
                    {"games", row.games},
                    {"decisions", row.decisions},
                    {"illegal", row.illegal},
                    {"timeouts", row.timeouts},
                    {"p50_us", row.p50_micros},
                    {"p99_us", row.p99_micros},
                    {"class", time_class(row.p99_micros)},
                    {"kind", known.about.find(row.agent).kind}});
    if (board.luck_measured) rows.back()["less_luck"] = estimate_json(row.less_luck);
    if (const auto loss = known.given_away(row.agent)) rows.back()["exploitability"] = *loss;
    rows.back()["attacked_in"] = known.attacked_in(row.agent);
    if (const LearnerLine* line = known.team(row.agent, board.key)) {
      rows.back()["wins_against_team"] = line->won;
    }
    if (const LearnerLine* line = known.attack(row.agent, board.key)) {
      rows.back()["learner_wins"] = {line->won, line->error};
      rows.back()["learner_decisions"] = line->decisions;
    }
  }
  return {{"preset", board.key.preset},     {"expansions", board.key.expansions},
          {"seats", board.key.seats},       {"deals", board.deals},
          {"games", board.games},           {"seatings", board.seatings},
          {"complete", board.complete()},   {"anchored", board.anchored},
          {"engines", board.engines},       {"machines", board.machines},
          {"matches", matches_json(board)}, {"agents", rows}};
}

void print_json(std::ostream& out, const std::vector<Board>& boards, const std::string& date,
                const Robustness& known) {
  nlohmann::json json = {{"date", date}, {"boards", nlohmann::json::array()}};
  for (const Board& board : boards) json["boards"].push_back(board_json(board, known));
  out << json.dump(2) << '\n';
}

}  // namespace

void print_columns(std::ostream& out, const TableRows& rows, bool markdown) {
  std::vector<std::size_t> widths(rows[0].size(), 0);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::string line = markdown ? "|" : "";
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const std::string gap(widths[i] - rows[r][i].size(), ' ');
      line += markdown ? ' ' + rows[r][i] + gap + " |" : rows[r][i] + gap + "  ";
    }
    out << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
    if (r != 0 || !markdown) continue;
    out << '|';
    for (const std::size_t width : widths) out << std::string(width + 2, '-') << '|';
    out << '\n';
  }
}

std::string exploitability(const Robustness& known, const std::string& agent, const BoardKey&) {
  const auto loss = known.given_away(agent);
  return loss ? fixed_digits(*loss, 1) : "?";
}

// A share in percent, with its interval if known, and the number of training decisions.
std::string shown_attack(const LearnerLine& line, int digits) {
  const std::string share = line.error == 0
                                ? fixed_digits(100 * line.won, digits)
                                : percent({line.won, line.won - line.error, line.won + line.error});
  if (line.decisions == 0) return share;
  return share + " in " + fixed_digits(line.decisions / 1e6, line.decisions < 1e6 ? 1 : 0) + " M";
}

std::string learner_wins(const Robustness& known, const std::string& agent, const BoardKey& key) {
  const LearnerLine* line = known.attack(agent, key);
  return line == nullptr ? "?" : shown_attack(*line, 1);
}

std::string wins_against_team(const Robustness& known, const std::string& agent,
                              const BoardKey& key) {
  if (key.seats == 2) return "";  // a team is two players or more
  const LearnerLine* line = known.team(agent, key);
  return line == nullptr ? "?" : shown_attack(*line, 2);
}

std::string attacked_in(const Robustness& known, const std::string& agent, const BoardKey&) {
  const std::string kinds = known.attacked_in(agent);
  return kinds.empty() ? "nowhere" : kinds;
}

std::string kind_shown(const Robustness& known, const std::string& agent, const BoardKey&) {
  return known.about.find(agent).kind;
}

std::string training_shown(const Robustness& known, const std::string& agent, const BoardKey&) {
  const AboutLine about = known.about.find(agent);
  if (about.kind != "learned") return "";
  if (about.budget.decisions == 0) return "?";
  return fixed_digits(about.budget.decisions / 1e6, 1) + " M decisions, " +
         fixed_digits(about.budget.hours, 1) + " h on " + about.budget.machine;
}

std::vector<RobustnessColumn> robustness_columns() {
  return {{"kind", kind_shown},
          {"trained for", training_shown},
          {"exploitability", exploitability},
          {"attacked in", attacked_in},
          {"against a team %, in decisions", wins_against_team},
          {"a learner wins %, in decisions", learner_wins}};
}

std::vector<const BoardRow*> rated_first(const Board& board, const Robustness& known) {
  std::vector<const BoardRow*> order;
  for (const BoardRow& row : board.rows) order.push_back(&row);
  std::stable_partition(order.begin(), order.end(), [&](const BoardRow* row) {
    return known.may_be_rated(row->agent, board.key);
  });
  return order;
}

std::string shown_name(const BoardRow& row) {
  return row.verifiable ? row.agent : row.agent + " (not verified)";
}

TableRows match_table(const Match& match) {
  TableRows rows{{"agent", "seats", "wins of a seat, %"}};
  for (const MatchRow& row : match.rows) {
    rows.push_back({row.agent, std::to_string(row.seats), percent(row.win_share)});
  }
  return rows;
}

std::string time_class(double micros) {
  if (micros <= 100) return "100 us";
  if (micros <= 10'000) return "10 ms";
  return micros <= 1'000'000 ? "1 s" : "none";
}

std::string played_text(const Board& board) {
  std::string seatings;
  for (const std::string& seating : board.seatings) {
    seatings += (seatings.empty() ? "" : ", ") + seating;
  }
  std::string text = std::to_string(board.games) + " games of " + std::to_string(board.deals) +
                     " deals, " + std::to_string(board.lineups) +
                     " line-ups; orders around the table: " + seatings + '.';
  if (!board.complete()) {
    text += " Only " + std::to_string(board.lineups) + " of " + std::to_string(board.all_lineups) +
            " line-ups of these agents have played, so their shares of wins can't be compared.";
  }
  return text;
}

std::string fixed_digits(double number, int digits) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(digits) << number;
  return out.str() == "-0" ? "0" : out.str();
}

std::string board_title(const BoardKey& key) {
  const std::string with = key.expansions == "none" ? "" : " with " + key.expansions;
  return key.preset + with + ", " + std::to_string(key.seats) + " players";
}

void print_boards(std::ostream& out, const std::vector<Board>& boards, BoardFormat format,
                  const std::string& date, const Robustness& known) {
  if (format == BoardFormat::AsJson) return print_json(out, boards, date, known);
  if (format == BoardFormat::Html) return print_boards_html(out, boards, date, known);
  const bool markdown = format == BoardFormat::Markdown;
  print_reading(out, boards, markdown, date);
  for (const Board& board : boards) print_board(out, board, markdown, known);
  if (known.has_small_tables()) print_small_games(out, known.small, markdown);
}

}  // namespace nl
