// HTTP handler for game pages.
#include "site/game_page.h"

#include "site/game_picture.h"
#include "text/characters.h"
#include "text/words.h"

namespace nl {
namespace {

HttpResponse no_game() { return text_response(404, "not found\n"); }

std::string as_html(std::string_view text) {
  std::string html;
  for (const char c : text) {
    switch (c) {
      case '&': html += "&amp;"; break;
      case '<': html += "&lt;"; break;
      case '>': html += "&gt;"; break;
      case '"': html += "&quot;"; break;
      case '\'': html += "&#39;"; break;
      default: html += c;
    }
  }
  return html;
}

// A bot by its character's name, in the reader's language.
std::string winner_of(const ArchivedGame& game, const Words& words) {
  if (game.winner >= game.names.size()) return {};
  const auto characters = characters_at(game.bots);
  const auto& character = characters[game.winner];
  return character ? words.character(character->key) : game.names[game.winner];
}

std::string meta(std::string_view property, std::string_view content) {
  return "<meta property=\"" + std::string(property) + "\" content=\"" + as_html(content) + "\">\n";
}

HttpResponse page(const ArchivedGame& game, std::string_view address, const HttpRequest& request) {
  const Language language = language_for(request.accept_language);
  const Words& w = words(language);
  const std::string title = w.ui("game_page_title", {{"name", winner_of(game, w)}});
  const std::string about = w.ui("game_page_about", {{"number", std::to_string(game.names.size())},
                                                     {"turns", std::to_string(game.turns)}});
  const std::string path = std::string(kGamesPath) + std::string(address);
  std::string html = "<!doctype html>\n<html lang=\"" + std::string(language_code(language)) +
                     "\"><head><meta charset=\"utf-8\">\n<title>" + as_html(title) + "</title>\n";
  html += meta("og:type", "website") + meta("og:title", title) + meta("og:description", about);
  if (is_plain_host(request.host)) {
    const std::string here = (request.secure ? "https://" : "http://") + std::string(request.host);
    html += meta("og:url", here + path) + meta("og:image", here + path + ".png");
    html += meta("og:image:width", "600") + meta("og:image:height", "315");
  }
  html += "<meta name=\"twitter:card\" content=\"summary_large_image\">\n";
  html += "<script src=\"/game.js\"></script>\n</head>\n<body><p><a href=\"/#g/" +
          std::string(address) + "\">" + as_html(title) + "</a></p></body></html>\n";
  HttpResponse response = text_response(200, std::move(html), "text/html; charset=utf-8");
  add_page_headers(response, request);
  return response;
}

// The page says that there is no such game; an empty answer would explain nothing.
HttpResponse no_game_page(const HttpRequest& request) {
  const Words& w = words(language_for(request.accept_language));
  HttpResponse response = text_response(
      404,
      "<!doctype html>\n<html><head><meta charset=\"utf-8\"><title>Nine Lives</title>\n"
      "<script src=\"/game.js\"></script>\n</head>\n<body><p><a href=\"/\">" +
          as_html(w.ui("no_such_game")) + "</a></p></body></html>\n",
      "text/html; charset=utf-8");
  add_page_headers(response, request);
  return response;
}

HttpResponse removed(const GameArchive& archive, std::string_view address,
                     std::string_view authorization) {
  constexpr std::string_view kBearer = "Bearer ";
  if (!authorization.starts_with(kBearer)) return text_response(401, "whose game is it?\n");
  switch (archive.remove(address, authorization.substr(kBearer.size()))) {
    case GameArchive::Deletion::Done: return text_response(200, "deleted\n");
    case GameArchive::Deletion::NotYours: return text_response(403, "not your game\n");
    case GameArchive::Deletion::Failed: return text_response(500, "it could not be deleted\n");
    case GameArchive::Deletion::Unknown: break;
  }
  return no_game();
}

}  // namespace

HttpResponse game_response(const GameArchive& archive, const HttpRequest& request, Time oldest) {
  std::string_view rest = request.target.substr(kGamesPath.size());
  rest = rest.substr(0, rest.find_first_of("?#"));
  const std::string_view address = rest.substr(0, rest.find('.'));
  const std::string_view ending = rest.substr(address.size());
  if (!is_game_address(address))
    return request.deletes || !ending.empty() ? no_game() : no_game_page(request);
  if (request.deletes) return removed(archive, address, request.authorization);
  const auto game = archive.find(address, oldest);
  if (!game) return ending.empty() ? no_game_page(request) : no_game();
  if (ending.empty()) return page(*game, address, request);
  if (ending == ".jsonl") return text_response(200, game->record, "application/jsonl");
  if (ending != ".png") return no_game();
  const auto character =
      game->winner < game->names.size() ? characters_at(game->bots)[game->winner] : std::nullopt;
  return text_response(200,
                       game_picture(static_cast<int>(game->names.size()), game->winner,
                                    character ? character->fur : std::string()),
                       "image/png");
}

}  // namespace nl
