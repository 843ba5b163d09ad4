// Archive of finished games: writing, finding, deleting, expiry.
#include "site/game_archive.h"

#include <cassert>
#include <limits>

#include "text/rules_text.h"

namespace nl {
namespace {

Json written(const ArchivedGame& game) {
  Json json = {{"ended", game.ended.count()}, {"deleted", game.deleted}, {"names", game.names},
               {"bots", game.bots},           {"winner", game.winner},   {"turns", game.turns}};
  json["tokens"] = Json::array();
  for (const TokenHash& token : game.tokens) json["tokens"].push_back(to_hex(token));
  if (!game.ladder.empty()) json["ladder"] = game.ladder;
  return json;
}

ArchivedGame parsed(const JsonReader& json) {
  constexpr auto kTime = std::numeric_limits<std::int64_t>();
  ArchivedGame game{.ended = Time{json["ended"].number(kTime.min(), kTime.max())},
                    .deleted = json["deleted"].flag(),
                    .names = json["names"].texts(),
                    .bots = json["bots"].texts(),
                    .winner = json["winner"].byte(kNoSeat),
                    .turns = json["turns"].number(0, std::numeric_limits<int>::max())};
  for (const std::string& token : json["tokens"].texts()) {
    if (const auto hash = parse_bytes32(token)) game.tokens.push_back(*hash);
  }
  if (json.has("ladder")) game.ladder = json["ladder"].texts();
  return game;
}

ArchivedGame kept_of(const FinishedGame& game) {
  ArchivedGame kept{.ended = game.ended, .winner = game.winner, .turns = game.turns};
  for (const Player& player : game.players) {
    kept.names.push_back(player.name);
    kept.bots.push_back(player.bot);
    if (player.person()) kept.tokens.push_back(player.token);
    if (game.rated) kept.ladder.push_back(player.ladder ? to_hex(*player.ladder) : "");
  }
  kept.tokens.insert(kept.tokens.end(), game.replaced.begin(), game.replaced.end());
  for (const std::string& line : game.record) kept.record += line + '\n';
  return kept;
}

// Empty if the document is damaged: after a power cut a name may have no content.
std::optional<ArchivedGame> read_game(const std::optional<StoredDocument>& document) {
  if (!document) return std::nullopt;
  const std::size_t head = document->text.find('\n');
  if (head == std::string::npos) return std::nullopt;
  try {
    const Json json = parse_object(document->text.substr(0, head));
    ArchivedGame game = parsed(JsonReader(json));
    game.record = document->text.substr(head + 1);
    return game;
  } catch (const JsonError&) {
    return std::nullopt;
  }
}

// A JSON line about the game, then its record.
Document document_of(const ArchivedGame& game) {
  Document document{.time = game.ended,
                    .deleted = game.deleted,
                    .text = written(game).dump() + '\n' + game.record};
  assert(read_game(StoredDocument{.text = document.text, .version = 1}).has_value());
  return document;
}

}  // namespace

void GameArchive::keep(const FinishedGame& game) const {
  const std::string address = game_address(game.id);
  const auto found = documents_.find(DocumentKind::Game, address);
  if (read_game(found)) return;
  const Document document = document_of(kept_of(game));
  if (found) {
    documents_.replace(DocumentKind::Game, address, found->version, document);
  } else {
    documents_.add(DocumentKind::Game, address, document, kNoQuota);
  }
}

std::optional<ArchivedGame> GameArchive::find(std::string_view address, Time oldest) const {
  if (!is_game_address(address)) return std::nullopt;
  auto game = read_game(documents_.find(DocumentKind::Game, address));
  return game && !game->deleted && game->ended >= oldest ? game : std::nullopt;
}

GameArchive::Deletion GameArchive::remove(std::string_view address, std::string_view token) const {
  if (!is_game_address(address)) return Deletion::Unknown;
  const auto found = documents_.find(DocumentKind::Game, address);
  const auto game = read_game(found);
  if (!game || game->deleted) return Deletion::Unknown;
  const TokenHash hash = hash_of_token(token);
  bool played = false;
  for (const TokenHash& one : game->tokens) played |= same_token(one, hash);
  if (!played) return Deletion::NotYours;
  try {
    const Document marker = document_of({.ended = game->ended, .deleted = true});
    if (documents_.replace(DocumentKind::Game, address, found->version, marker)) {
      return Deletion::Done;
    }
  } catch (const StoreError&) {
    return Deletion::Failed;
  }
  // Another player deleted it at the same time.
  return find(address, Time{0}) ? Deletion::Failed : Deletion::Done;
}

std::unique_ptr<DocumentSweep> GameArchive::sweep(Time oldest, Time now) const {
  return documents_.sweep(DocumentKind::Game, oldest, now);
}

void GameArchive::for_each_rated(Time oldest, const VisitGame& visit) const {
  for (const std::string& address : addresses()) {
    const auto game = find(address, oldest);
    if (game && !game->ladder.empty()) visit(address, *game);
  }
}

std::uint64_t GameArchive::bytes() const { return documents_.bytes(DocumentKind::Game); }

std::size_t GameArchive::keep_within(std::uint64_t bytes) const {
  return documents_.keep_within(DocumentKind::Game, bytes);
}

std::vector<std::string> GameArchive::addresses() const {
  std::vector<std::string> all = documents_.names(DocumentKind::Game);
  std::erase_if(all, [](const std::string& name) { return !is_game_address(name); });
  return all;
}

ArchivedGame GameArchive::whole(std::string_view address) const {
  auto game = read_game(documents_.find(DocumentKind::Game, address));
  if (!game) throw StoreError("the finished game " + std::string(address) + " can't be read");
  return std::move(*game);
}

std::size_t GameArchive::copy_from(const GameArchive& other) const {
  const std::vector<std::string> all = other.addresses();
  for (const std::string& address : all) {
    documents_.write(DocumentKind::Game, address, document_of(other.whole(address)));
  }
  return all.size();
}

std::size_t GameArchive::check() const {
  const std::vector<std::string> all = addresses();
  for (const std::string& address : all) whole(address);
  return all.size();
}

}  // namespace nl
