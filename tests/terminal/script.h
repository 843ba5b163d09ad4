// Fixture of games through plain mode with typed answers: what goes in, what comes out.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "table/staged.h"
#include "terminal/has.h"
#include "terminal/plain_game.h"
#include "terminal/play.h"

namespace nl {

inline std::string typed(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

inline int count_of(const std::string& text, const std::string& part) {
  int n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

struct PlayedScript {
  std::string out;
  bool stopped = false;  // the input ended before the game did
};

// Plays a table as far as the answers go. If several people sit at it, they don't look at their
// cards before the first turn.
inline PlayedScript play_script(Table& table, const std::vector<std::string>& lines,
                                Language language = Language::English, bool is_terminal = false) {
  const std::string no_looks = count(table.people()) > 1 ? "0\n" : "";
  std::istringstream in(no_looks + typed(lines));
  std::ostringstream out;
  StreamInput input(in);
  Console console(input, out, is_terminal);
  RecordFile record("");
  PlayedScript outcome;
  try {
    PlainHotSeat(table, console, record, language).play();
  } catch (const Stopped&) {
    outcome.stopped = true;
  }
  outcome.out = out.str();
  return outcome;
}

struct SessionTold {
  std::string out;
  int status = 0;
};

inline SessionTold run_session(const PlayOptions& options, const std::vector<std::string>& lines) {
  std::istringstream in(typed(lines));
  std::ostringstream out;
  StreamInput input(in);
  SessionTold session;
  session.status = play_plain(options, input, out, false);
  session.out = out.str();
  return session;
}

}  // namespace nl
