// HTTP handler for /g/GAME: a page with link preview, GAME.jsonl (record), GAME.png (picture).
// DELETE needs the token of a seat of that game.
#pragma once

#include "site/game_archive.h"
#include "site/http_response.h"

namespace nl {

inline constexpr std::string_view kGamesPath = "/g/";

// `target` begins with kGamesPath. Games that ended before `oldest` are expired.
HttpResponse game_response(const GameArchive& archive, const HttpRequest& request, Time oldest);

}  // namespace nl
