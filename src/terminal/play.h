// Local session at one terminal: start page, games one after another.
#pragma once

#include <functional>
#include <ostream>

#include "terminal/console.h"
#include "terminal/game_choice.h"
#include "terminal/input.h"
#include "terminal/record_file.h"
#include "terminal/saved_games.h"
#include "terminal/theme.h"

namespace nl {

// Exit statuses of `ninelives play`.
inline constexpr int kExitPlayed = 0;         // played to the end, or left by `quit`
inline constexpr int kExitEndOfInput = 1;     // the input ended before a game did
inline constexpr int kExitInterrupted = 130;  // Ctrl-C, by the shell's convention

// Plays one game on some surface to its end; throws Stopped if it is interrupted.
using GamePlayer = std::function<void(Table&, RecordFile&, Language, bool resumed)>;

// Actions of a surface; everything else is lines in and out. Each throws Stopped if the program
// must end.
struct Surface {
  GamePlayer play{};
  std::function<void(const SavedGame&, Language)> replay{};
  std::function<void(Language)> learn{};
  std::function<void(const NetWish&, Language)> online{};  // empty: not offered
  std::function<void(Theme)> dress{};                      // changes the theme; empty: no themes
};

// Start page, games, and the question for another one, on both surfaces.
int play_session(const PlayOptions& options, Console& console, const Surface& surface);

// Plain mode. `is_terminal`: people look at the output. Throws FileError and RecordError for an
// unusable file.
int play_plain(const PlayOptions& options, Input& in, std::ostream& out, bool is_terminal);

}  // namespace nl
