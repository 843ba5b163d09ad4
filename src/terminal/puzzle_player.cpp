// Daily puzzle: question, solution and streak file.
#include "terminal/puzzle_player.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <ctime>
#include <fstream>

#include "coach/next_kitten.h"
#include "engine/odds.h"
#include "terminal/parse_line.h"
#include "terminal/plain_game.h"
#include "terminal/saved_games.h"
#include "terminal/table_model.h"
#include "terminal/tty.h"

namespace nl {
namespace {

namespace chrono = std::chrono;

constexpr std::string_view kRight = "right";
constexpr std::string_view kWrong = "wrong";

std::optional<int> digits(std::string_view text) {
  int n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  const bool whole = error == std::errc{} && end == text.data() + text.size() && n >= 0;
  return whole ? std::optional(n) : std::nullopt;
}

std::string stars(int of_five) {
  const bool ascii = plain_locale();
  std::string text;
  for (int i = 0; i < 5; ++i) text += i < of_five ? (ascii ? "*" : "★") : (ascii ? "." : "☆");
  return text;
}

// One puzzle in progress: its page, its question and the reply to the answer.
class PuzzleTable {
 public:
  PuzzleTable(const Puzzle& puzzle, const Words& w)
      : puzzle_(puzzle), w_(w), rules_(*puzzle_rules(puzzle.game)), view_(view_of(puzzle, rules_)) {
    for (int seat = 0; seat < view_.seats; ++seat) {
      const Values number{{"number", std::to_string(seat + 1)}};
      names_.push_back(w.ui(seat == view_.viewer ? "puzzle_you" : "player", number));
    }
  }

  TableModel table_model() const {
    TableModel table_model{.rules = rules_};
    table_model.names = names_;
    table_model.view = view_;
    table_model.odds = next_draw_odds(rules_, view_);
    return table_model;
  }
  Speech speech() const { return table_model().speech(w_); }
  Question question() const { return question_for(rules_, view_, speech()); }

  Lines shown() const {
    Lines lines;
    if (puzzle_.game.find('(') != std::string::npos) {
      lines.push_back(w_.ui("puzzle_small", {{"name", puzzle_.game}}));
    }
    lines.push_back(w_.ui("puzzle_seat", {{"number", std::to_string(view_.viewer + 1)}}));
    append(lines, table_lines(view_, speech()));
    append(lines, play_lines(view_, speech()));
    lines.push_back(w_.ui("puzzle_deck", {{"list", deck_text()}}));
    append(lines, known_lines());
    if (question().phase != Phase::Turn) append(lines, hand_lines(view_, speech()));
    lines.push_back(odds_line(table_model().odds, w_));
    lines.push_back("");
    return lines;
  }

  bool is_right(Action answer) const { return answer == puzzle_.answer; }
  Lines verdict(Action answer) const {
    Lines lines{w_.ui(is_right(answer) ? "puzzle_right" : "puzzle_wrong",
                      {{"choice", words_of(puzzle_.answer)}})};
    const PuzzleReason reason = reason_of(puzzle_, rules_, view_);
    const std::string key = reason.key.substr(reason.key.find('/') + 1);
    lines.push_back(w_.ui(key, {{"percent", std::to_string(reason.percent)}}));
    // The shares justify only the answer with the smallest one.
    const auto rows = next_kittens(rules_, view_);
    if (is_safest(rows, view_.viewer, puzzle_.answer, 1)) append(lines, kitten_lines(rows));
    return lines;
  }

 private:
  static void append(Lines& lines, Lines more) {
    for (std::string& line : more) lines.push_back(std::move(line));
  }
  std::string words_of(Action action) const {
    return w_.action(action, question_context(view_), names_);
  }
  // Cards in the pile and in other hands, as far as the player can infer.
  std::string deck_text() const {
    const Counts cards = unseen(rules_, view_);
    std::string list;
    for (int kind = 0; kind < kCardKinds; ++kind) {
      const Card card = card_at(kind);
      if (cards[card] == 0) continue;
      const Values copies{{"card", w_.card(card)}, {"number", std::to_string(cards[card])}};
      list +=
          (list.empty() ? "" : ", ") + (cards[card] > 1 ? w_.ui("copies", copies) : w_.card(card));
    }
    return list;
  }
  Lines kitten_lines(const std::vector<NextKitten>& rows) const {
    Lines lines;
    for (const NextKitten& row : rows) {
      lines.push_back(
          w_.ui("puzzle_kitten", {{"choice", words_of(row.answer)},
                                  {"percent", std::to_string(row.percent[view_.viewer])}}));
    }
    return lines;
  }
  // Facts that the player has learned earlier and that the table doesn't show.
  Lines known_lines() const {
    Lines lines;
    for (int i = 0; i < view_.known.facts(); ++i) {
      const PileFact& fact = view_.known.fact(i);
      if (fact.card == kNoKitten) continue;
      const Values values{{"card", w_.card(fact.card)},
                          {"low", std::to_string(fact.low + 1)},
                          {"high", std::to_string(fact.high + 1)}};
      lines.push_back(w_.ui(fact.exact() ? "puzzle_known_place" : "puzzle_known_range", values));
    }
    for (int i = 0; i < view_.known.held(); ++i) {
      const HeldCard held = view_.known.held(i);
      lines.push_back(w_.ui("puzzle_known_held",
                            {{"name", names_[held.seat()]}, {"card", w_.card(held.card())}}));
    }
    return lines;
  }
  const Puzzle& puzzle_;
  const Words& w_;
  Rules rules_;
  View view_;
  std::vector<std::string> names_;
};

// Asks until there is an answer.
Action read_answer(Console& console, const PuzzleTable& table, const Words& w) {
  const Question question = table.question();
  while (true) {
    console.say(question_lines(question, w));
    const ParsedLine parsed = parse_line(question, console.read_line(), table.speech());
    if (const auto* choice = std::get_if<Choice>(&parsed)) return *choice->action;
    if (const auto* wrong = std::get_if<std::string>(&parsed)) {
      console.say(*wrong);
      continue;
    }
    const Command& command = std::get<Command>(parsed);
    if (command.kind == Command::Verb::Quit || command.kind == Command::Verb::Back) {
      throw Stopped{Stopped::Why::Quit};
    }
    // A hint would give the answer away.
    if (command.kind == Command::Verb::Hint) {
      console.say(w.ui("puzzle_no_hint"));
    } else if (const auto lines = look(command, table.table_model(), w, false)) {
      console.say(*lines);
    }
  }
}

}  // namespace

std::string day_text(Day day) {
  char text[32];
  std::snprintf(text, sizeof text, "%04d-%02u-%02u", static_cast<int>(day.year()),
                static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
  return text;
}

std::optional<Day> parse_day(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  const auto year = digits(text.substr(0, 4));
  const auto month = digits(text.substr(5, 2));
  const auto day = digits(text.substr(8, 2));
  if (!year || !month || !day) return std::nullopt;
  const Day found{chrono::year(*year), chrono::month(static_cast<unsigned>(*month)),
                  chrono::day(static_cast<unsigned>(*day))};
  return found.ok() ? std::optional(found) : std::nullopt;
}

Day today() {
  const std::time_t now = std::time(nullptr);
  std::tm here{};
  localtime_r(&now, &here);
  return {chrono::year(here.tm_year + 1900), chrono::month(static_cast<unsigned>(here.tm_mon + 1)),
          chrono::day(static_cast<unsigned>(here.tm_mday))};
}

Streak::Streak(std::filesystem::path file) : file_(std::move(file)) {
  std::ifstream in(file_);
  for (std::string day, how; in >> day >> how;) {
    const auto parsed = parse_day(day);
    const bool known = how == kRight || how == kWrong;
    if (parsed && known) answers_.emplace_back(*parsed, how == kRight);
  }
}

std::optional<bool> Streak::answered(Day day) const {
  const auto found = std::find_if(answers_.begin(), answers_.end(),
                                  [&](const auto& answer) { return answer.first == day; });
  return found == answers_.end() ? std::nullopt : std::optional(found->second);
}

void Streak::add(Day day, bool right) {
  if (answered(day)) return;
  answers_.emplace_back(day, right);
  if (file_.empty()) return;
  std::error_code ignored;  // an unwritable streak is ignored
  std::filesystem::create_directories(file_.parent_path(), ignored);
  std::ofstream(file_, std::ios::app) << day_text(day) << ' ' << (right ? kRight : kWrong) << '\n';
}

int Streak::days(Day until) const {
  auto day = chrono::sys_days(until);
  if (!answered(until)) day -= chrono::days(1);
  int count = 0;
  while (answered(day).value_or(false)) {
    ++count;
    day -= chrono::days(1);
  }
  return count;
}

std::filesystem::path default_streak_file() {
  const std::filesystem::path games = default_games_folder();
  return games.empty() ? games : games.parent_path() / "puzzles";
}

bool play_puzzle(Console& console, const Puzzle& puzzle, const std::string& title,
                 Language language) {
  const Words& w = words(language);
  const PuzzleTable table(puzzle, w);
  console.say(title + "  " + stars(difficulty(puzzle)));
  console.say(table.shown());
  const Action answer = read_answer(console, table, w);
  console.blank();
  console.say(table.verdict(answer));
  return table.is_right(answer);
}

void play_todays_puzzle(Console& console, const std::filesystem::path& streak, Language language) {
  const Words& w = words(language);
  const Day day = today();
  const std::string title = w.ui("puzzle_title", {{"date", day_text(day)}});
  const bool right = play_puzzle(console, puzzle_of_day(day), title, language);
  Streak days(streak);
  days.add(day, right);
  console.say(w.ui("puzzle_streak", {{"number", std::to_string(days.days(day))}}));
}

}  // namespace nl
