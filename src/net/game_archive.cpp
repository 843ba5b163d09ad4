#include "net/game_archive.h"

#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "store/file.h"
#include "store/store.h"
#include "text/rules_text.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".jsonl";
constexpr std::string_view kDraft = ".new";

Json written(const ArchivedGame& game) {
  Json json = {{"ended", game.ended.count()}, {"deleted", game.deleted}, {"names", game.names},
               {"bots", game.bots},           {"winner", game.winner},   {"turns", game.turns}};
  json["tokens"] = Json::array();
  for (const TokenHash& token : game.tokens) json["tokens"].push_back(to_hex(token));
  return json;
}

ArchivedGame parsed(const Json& json) {
  ArchivedGame game{.ended = Time{json.at("ended").get<std::int64_t>()},
                    .deleted = json.at("deleted").get<bool>(),
                    .names = json.at("names").get<std::vector<std::string>>(),
                    .bots = json.at("bots").get<std::vector<std::string>>(),
                    .winner = json.at("winner").get<Seat>(),
                    .turns = json.at("turns").get<int>()};
  for (const Json& token : json.at("tokens")) {
    if (const auto hash = parse_bytes32(token.get<std::string>())) game.tokens.push_back(*hash);
  }
  return game;
}

ArchivedGame kept_of(const FinishedGame& game) {
  ArchivedGame kept{.ended = game.ended, .winner = game.winner, .turns = game.turns};
  for (const Player& player : game.players) {
    kept.names.push_back(player.name);
    kept.bots.push_back(player.bot);
    if (player.person()) kept.tokens.push_back(player.token);
  }
  for (const std::string& line : game.record) kept.record += line + '\n';
  return kept;
}

// What is said of the game, in front of its record; nothing where the file is damaged.
std::optional<ArchivedGame> read_head(std::istream& in) {
  std::string first;
  if (!std::getline(in, first)) return std::nullopt;
  const Json json = Json::parse(first, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  try {
    return parsed(json);
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace

fs::path GameArchive::file_of(std::string_view address) const {
  return folder_ / (std::string(address) + std::string(kEnding));
}

void GameArchive::write(std::string_view address, const ArchivedGame& game) const {
  if (!fs::exists(folder_)) make_private_folder(folder_);
  const fs::path file = file_of(address);
  const fs::path draft = file.string() + std::string(kDraft);
  std::error_code error;
  try {
    write_private(draft, archived_text(game), Put::InPlace);
  } catch (const StoreError&) {
    if (fs::is_regular_file(fs::symlink_status(draft, error))) fs::remove(draft, error);
    throw;
  }
  fs::rename(draft, file, error);
  if (error) throw StoreError(file.string() + ": " + error.message());
}

std::optional<ArchivedGame> GameArchive::read(std::string_view address) const {
  if (!is_game_address(address)) return std::nullopt;
  std::ifstream in(file_of(address), std::ios::binary);
  return parse_archived(in);
}

std::string archived_text(const ArchivedGame& game) {
  return written(game).dump() + '\n' + game.record;
}

std::optional<ArchivedGame> parse_archived(std::istream& in) {
  auto game = read_head(in);
  if (game) game->record.assign(std::istreambuf_iterator<char>(in), {});
  return game;
}

void GameArchive::keep(const FinishedGame& game) const {
  const std::string address = game_address(game.id);
  // What can't be read is no game: a power cut may leave a name without content.
  if (!read(address)) write(address, kept_of(game));
}

std::optional<ArchivedGame> GameArchive::find(std::string_view address, Time oldest) const {
  auto game = read(address);
  return game && !game->deleted && game->ended >= oldest ? game : std::nullopt;
}

GameArchive::Deletion GameArchive::remove(std::string_view address, std::string_view token) const {
  const auto game = find(address, Time{0});
  if (!game) return Deletion::Unknown;
  const TokenHash hash = hash_of_token(token);
  bool played = false;
  for (const TokenHash& one : game->tokens) played |= same_token(one, hash);
  if (!played) return Deletion::NotYours;
  try {
    write(address, {.ended = game->ended, .deleted = true});
  } catch (const StoreError&) {
    // Two who delete at once are in each other's way; what counts is what is there now.
    return find(address, Time{0}) ? Deletion::Failed : Deletion::Done;
  }
  return Deletion::Done;
}

// ---- what is too old ----------------------------------------------------------------------------

ArchiveSweep::ArchiveSweep(const GameArchive& archive, Time oldest, Time now)
    : oldest_(oldest), now_(now) {
  std::error_code none;  // no folder: no games
  next_ = fs::directory_iterator(archive.folder(), none);
}

bool ArchiveSweep::is_old(const fs::path& file) const {
  constexpr Time kDraftsAge{60'000};
  struct stat info {};
  if (lstat(file.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return false;
  const Time written = std::chrono::seconds(info.st_mtime);
  if (file.extension() == kDraft) return written < now_ - kDraftsAge;
  if (file.extension() != kEnding) return false;
  std::ifstream in(file, std::ios::binary);
  const auto game = read_head(in);
  return (game ? game->ended : written) < oldest_;
}

bool ArchiveSweep::step() {
  constexpr int kAtOnce = 50;
  std::error_code error;
  for (int i = 0; i < kAtOnce && next_ != fs::directory_iterator(); ++i) {
    const fs::path file = next_->path();
    next_.increment(error);
    if (is_old(file)) removed_ += fs::remove(file, error) ? 1 : 0;
  }
  return next_ == fs::directory_iterator();
}

std::size_t GameArchive::forget_before(Time oldest) const {
  ArchiveSweep sweep(*this, oldest, oldest);
  while (!sweep.step()) {
  }
  return sweep.removed();
}

std::vector<std::string> GameArchive::addresses() const {
  std::vector<std::string> all;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() == kEnding && is_game_address(name)) all.push_back(name);
  }
  return all;
}

std::uint64_t GameArchive::bytes() const {
  std::uint64_t sum = 0;
  std::error_code error;
  for (const std::string& address : addresses()) {
    const auto size = fs::file_size(file_of(address), error);
    if (!error) sum += size;
  }
  return sum;
}

// By the age of their files: to open them all every minute would cost more than they are worth.
std::size_t GameArchive::keep_within(std::uint64_t bytes) const {
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::error_code error;
  for (const std::string& address : addresses()) {
    const fs::path file = file_of(address);
    files.emplace_back(fs::last_write_time(file, error), file);
  }
  std::sort(files.rbegin(), files.rend());
  std::uint64_t so_far = 0;
  std::size_t forgotten = 0;
  for (const auto& [written, file] : files) {
    const auto size = fs::file_size(file, error);
    so_far += error ? 0 : size;
    if (so_far > bytes) forgotten += fs::remove(file, error) ? 1 : 0;
  }
  return forgotten;
}

ArchivedGame GameArchive::whole(std::string_view address) const {
  auto game = read(address);
  if (!game) throw StoreError("the finished game " + std::string(address) + " can't be read");
  return std::move(*game);
}

std::size_t GameArchive::copy_from(const GameArchive& other) const {
  const std::vector<std::string> all = other.addresses();
  for (const std::string& address : all) write(address, other.whole(address));
  return all.size();
}

std::size_t GameArchive::check() const {
  const std::vector<std::string> all = addresses();
  for (const std::string& address : all) whole(address);
  return all.size();
}

}  // namespace nl
