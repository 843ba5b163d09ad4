// Questions and game statistics as plain lines.
#include <algorithm>

#include "game/game_statistics.h"
#include "names/names.h"
#include "terminal/plain_game.h"

namespace nl {
namespace {

bool is_hand(const Question& question) {
  return std::any_of(question.choices.begin(), question.choices.end(),
                     [](const Choice& choice) { return choice.copies > 0; });
}

std::string death_words(Card killed_by, const Words& w) {
  if (killed_by == kNoCard) return w.ui("game_stats_gave_up");
  return w.ui(killed_by == Card::Imploding ? "game_stats_imploded" : "game_stats_exploded");
}

std::string count_of(int n) { return std::to_string(n); }

}  // namespace

Lines question_lines(const Question& question, const Words& w) {
  Lines lines = question.text;
  int width = 0;
  bool two_digits = false;
  for (const Choice& choice : question.choices) {
    if (choice.copies > 0) width = std::max(width, columns_of(choice.text));
    two_digits = two_digits || choice.number > 9;
  }
  for (const Choice& choice : question.choices) {
    if (!choice.listed) continue;
    std::string line = two_digits && choice.number < 10 ? " " : "";
    line += count_of(choice.number) + ". ";
    if (choice.copies > 0) {
      line += padded(choice.text, width) + "  " + w.card_short(choice.card);
    } else {
      line += choice.text;
    }
    lines.push_back(std::move(line));
  }
  if (question.phase == Phase::Turn && !is_hand(question) && !question.blind) {
    lines.insert(lines.begin(), w.ui("hand_empty"));
  }
  return lines;
}

Lines quit_question(const RecordFile& record, const Words& w) {
  Lines lines = {w.ui("really_quit")};
  if (!record.path().empty()) {
    lines.push_back(w.ui("record_kept", {{"file", record.path()}}));
  } else if (record.is_kept_beside()) {
    lines.push_back(w.ui("game_kept"));
  }
  return lines;
}

Lines game_statistics_lines(std::span<const Event> events, Names names, const Words& w) {
  const GameStatistics statistics = game_statistics(events);
  Lines lines = {"", w.ui("game_stats_title", {{"number", count_of(statistics.turns)}})};
  int width = 0;
  for (const std::string& name : names) width = std::max(width, columns_of(name));
  const auto place_text = [&](int place) {
    return w.ui("game_stats_place", {{"number", count_of(place)}});
  };
  const int end_width = std::max(columns_of(w.ui("game_stats_winner")), columns_of(place_text(2)));
  const auto line_of = [&](Seat seat, const std::string& end) {
    lines.push_back("  " + padded(names[seat], width) + "  " + padded(end, end_width) + "  " +
                    w.ui("game_stats_player", {{"plays", count_of(statistics.plays[seat])},
                                               {"nopes", count_of(statistics.nopes[seat])},
                                               {"escapes", count_of(statistics.escapes[seat])}}));
    if (seat != statistics.winner)
      lines.back() += "; " + death_words(statistics.killed_by[seat], w);
  };
  if (statistics.winner < names.size()) line_of(statistics.winner, w.ui("game_stats_winner"));
  // The last to die came second.
  int place = 1;
  for (auto seat = statistics.died.rbegin(); seat != statistics.died.rend(); ++seat) {
    line_of(*seat, place_text(++place));
  }
  std::string order;
  for (const Seat seat : statistics.died) order += (order.empty() ? "" : ", ") + names[seat];
  if (!order.empty()) lines.push_back(w.ui("game_stats_deaths", {{"names", order}}));
  if (statistics.longest_chain > 1) {
    lines.push_back(w.ui("game_stats_chain", {{"number", count_of(statistics.longest_chain)}}));
  }
  if (statistics.narrowest < names.size()) {
    lines.push_back(w.ui(
        "game_stats_narrowest",
        {{"seat", names[statistics.narrowest]}, {"number", count_of(statistics.narrowest_pile)}}));
  }
  return lines;
}

}  // namespace nl
