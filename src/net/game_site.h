// What is to be had at /g/GAME: a page that says whose game it was to those who show links, and
// leads to the replay; GAME.jsonl, its record; GAME.png, its picture. DELETE /g/GAME by who played
// it, with the seat's token.
#pragma once

#include "net/game_archive.h"
#include "net/http_answer.h"

namespace nl {

inline constexpr std::string_view kGamesPath = "/g/";

// `target` begins with kGamesPath; what ended before `oldest` is gone.
HttpAnswer game_answer(const GameArchive& archive, const HttpQuestion& question, Time oldest);

}  // namespace nl
