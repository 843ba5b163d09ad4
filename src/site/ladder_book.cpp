// Ladder rows, rated games and their JSON.
#include "site/ladder_book.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "names/confusables.h"
#include "names/names.h"
#include "text/rules_text.h"

namespace nl {
namespace {

constexpr Time kCountsFor = kLadderDay;               // since a game's end
constexpr Time kMarkLife = kLadderDay + kLadderHour;  // clocks of nodes may differ

bool holds_key(const std::vector<LadderKey>& keys, const LadderKey& key) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

// Case-folds Latin letters only: in other scripts capitals look different or alike for other
// reasons.
std::string small_letters(std::string_view name) {
  std::string small(name);
  for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return small;
}

bool is_stronger(const LadderRow& a, const LadderRow& b) {
  const auto sure = [](const Rating& rating) { return rating.mu - 3 * rating.sigma; };
  if (sure(a.rating) != sure(b.rating)) return sure(a.rating) > sure(b.rating);
  return a.games != b.games ? a.games > b.games : a.key < b.key;
}

// ---- as JSON ------------------------------------------------------------------------------------

Json row_json(const LadderRow& row) {
  return {{"key", to_hex(row.key)},   {"name", row.name},
          {"mu", row.rating.mu},      {"sigma", row.rating.sigma},
          {"games", row.games},       {"joined", row.joined.count()},
          {"said", row.said.count()}, {"played", row.played.count()}};
}

Time read_time(const JsonReader& json) {
  constexpr auto kTime = std::numeric_limits<std::int64_t>();
  return Time{json.number(kTime.min(), kTime.max())};
}

LadderRow read_row(const JsonReader& json) {
  LadderRow row{.key = json["key"].hex<LadderKey>(),
                .name = clean_name(json["name"].text()),
                .rating = {json["mu"].real(), json["sigma"].real()},
                .games = json["games"].number(0, std::numeric_limits<int>::max()),
                .joined = read_time(json["joined"]),
                .said = read_time(json["said"]),
                .played = read_time(json["played"])};
  row.look = NameLook(row.name);
  return row;
}

}  // namespace

NameLook::NameLook(std::string_view name)
    : plain(skeleton(name)), small(skeleton(small_letters(name))) {}

// ---- who is on it -------------------------------------------------------------------------------

const LadderRow* LadderBook::find(const LadderKey& key) const {
  const auto found = std::find_if(rows_.begin(), rows_.end(),
                                  [&](const LadderRow& row) { return row.key == key; });
  return found == rows_.end() ? nullptr : &*found;
}

LadderRow* LadderBook::row_of(const LadderKey& key) {
  return const_cast<LadderRow*>(std::as_const(*this).find(key));
}

bool LadderBook::is_taken(std::string_view name, const LadderKey& by) const {
  const NameLook wanted(name);
  return std::any_of(rows_.begin(), rows_.end(), [&](const LadderRow& row) {
    return row.key != by && wanted.is_like(row.look);
  });
}

Time LadderBook::last_said(const LadderKey& key) const {
  const LadderRow* row = find(key);
  Time last = row != nullptr ? row->said : Time{0};
  for (const Gone& gone : gone_) {
    if (gone.key == key) last = std::max(last, gone.said);
  }
  return last;
}

LadderBook::Result LadderBook::join(const LadderKey& key, std::string_view name, Time said,
                                    Time now) {
  if (std::chrono::abs(now - said) > kStatementLife || said <= last_said(key)) {
    return Result::Stale;
  }
  forget_old(now);
  const std::string clean = clean_name(name);
  if (clean.empty()) return Result::BadName;
  if (is_taken(clean, key)) return Result::Taken;
  LadderRow* row = row_of(key);
  if (row == nullptr) {
    if (rows_.size() >= kMostLadderRows) return Result::Full;
    row = &rows_.emplace_back(LadderRow{.key = key, .joined = now});
  }
  row->name = clean;
  row->look = NameLook(clean);
  row->said = said;
  return Result::Done;
}

LadderBook::Result LadderBook::leave(const LadderKey& key, Time said, Time now) {
  if (std::chrono::abs(now - said) > kStatementLife || said <= last_said(key)) {
    return Result::Stale;
  }
  forget_old(now);
  if (std::erase_if(rows_, [&](const LadderRow& row) { return row.key == key; }) == 0) {
    return Result::Unknown;
  }
  for (Counted& counted : counted_) std::erase(counted.keys, key);
  gone_.push_back({key, said});
  return Result::Done;
}

void LadderBook::forget_old(Time now) {
  std::erase_if(rows_, [&](const LadderRow& row) {
    return std::max(row.joined, row.played) < now - kIdleRowLife;
  });
  std::erase_if(counted_, [&](const Counted& one) { return one.ended < now - kMarkLife; });
  std::erase_if(gone_, [&](const Gone& one) { return one.said < now - 2 * kStatementLife; });
}

std::vector<LadderRow> LadderBook::ranked() const {
  std::vector<LadderRow> played;
  for (const LadderRow& row : rows_) {
    if (row.games != 0) played.push_back(row);
  }
  std::sort(played.begin(), played.end(), is_stronger);
  return played;
}

std::ptrdiff_t LadderBook::rank(const LadderRow& row) const {
  return 1 + std::count_if(rows_.begin(), rows_.end(), [&](const LadderRow& other) {
           return other.games != 0 && is_stronger(other, row);
         });
}

// ---- games --------------------------------------------------------------------------------------

// Games of people whose keys were on the ladder from the deal on.
std::vector<Seat> LadderBook::rated_seats(const FinishedGame& game) const {
  std::vector<Seat> seats;
  std::vector<LadderKey> seen;
  for (Seat seat = 0; seat < game.players.size(); ++seat) {
    const Player& player = game.players[seat];
    if (!player.person() || !player.ladder || holds_key(seen, *player.ladder)) continue;
    const LadderRow* row = find(*player.ladder);
    if (row == nullptr || row->joined > game.dealt) continue;
    seen.push_back(*player.ladder);
    seats.push_back(seat);
  }
  return seats;
}

bool LadderBook::met_too_often(const std::vector<LadderKey>& keys, Time since) const {
  for (std::size_t a = 0; a < keys.size(); ++a) {
    for (std::size_t b = a + 1; b < keys.size(); ++b) {
      const auto met = std::count_if(counted_.begin(), counted_.end(), [&](const Counted& one) {
        return one.ended > since && holds_key(one.keys, keys[a]) && holds_key(one.keys, keys[b]);
      });
      if (met >= kMostGamesOfAPair || met_lately(keys[a], keys[b])) return true;
    }
  }
  return false;
}

// True if the two met, and fewer than kGamesBetween games of either counted since.
bool LadderBook::met_lately(const LadderKey& a, const LadderKey& b) const {
  std::size_t between = 0;
  for (auto one = counted_.rbegin(); one != counted_.rend() && between < kGamesBetween; ++one) {
    const int of_the_two = holds_key(one->keys, a) + holds_key(one->keys, b);
    if (of_the_two == 2) return true;
    between += static_cast<std::size_t>(of_the_two);
  }
  return false;
}

bool LadderBook::count(const FinishedGame& game, Time now) {
  if (!game.rated) return false;
  const bool known = std::any_of(counted_.begin(), counted_.end(),
                                 [&](const Counted& one) { return one.game == game.id; });
  if (known || game.ended < now - kCountsFor) return false;
  const std::vector<Seat> seats = rated_seats(game);
  const auto winner = std::find(seats.begin(), seats.end(), game.winner);
  if (seats.size() < 2 || winner == seats.end() || holds(game.helped, game.winner)) return false;
  Counted counted{.game = game.id, .ended = game.ended};
  for (const Seat seat : seats) counted.keys.push_back(*game.players[seat].ladder);
  if (met_too_often(counted.keys, game.ended - kLadderDay)) return false;
  std::vector<Rating> table;
  for (const LadderKey& key : counted.keys) table.push_back(row_of(key)->rating);
  rate(table, static_cast<std::size_t>(winner - seats.begin()));
  for (std::size_t i = 0; i < table.size(); ++i) {
    LadderRow& row = *row_of(counted.keys[i]);
    row.rating = table[i];
    row.played = std::max(row.played, game.ended);
    ++row.games;
  }
  counted_.push_back(std::move(counted));
  forget_old(now);
  return true;
}

// ---- as a text ----------------------------------------------------------------------------------

std::string LadderBook::text() const {
  Json json = {
      {"ladder", 1}, {"rows", Json::array()}, {"counted", Json::array()}, {"gone", Json::array()}};
  for (const LadderRow& row : rows_) json["rows"].push_back(row_json(row));
  for (const Counted& one : counted_) {
    Json keys = Json::array();
    for (const LadderKey& key : one.keys) keys.push_back(to_hex(key));
    json["counted"].push_back(
        {{"game", to_hex(one.game)}, {"ended", one.ended.count()}, {"keys", std::move(keys)}});
  }
  for (const Gone& one : gone_) {
    json["gone"].push_back({{"key", to_hex(one.key)}, {"said", one.said.count()}});
  }
  std::string text = json.dump() + '\n';
  assert(parse(text).has_value());
  return text;
}

std::optional<LadderBook> LadderBook::parse(std::string_view text) {
  try {
    const Json document = parse_object(text);
    const JsonReader json(document);
    json["ladder"].number(1, 1);  // the version
    LadderBook book;
    for (const JsonReader& row : json["rows"].items()) book.rows_.push_back(read_row(row));
    for (const JsonReader& one : json["counted"].items()) {
      Counted counted{.game = one["game"].hex<GameId>(), .ended = read_time(one["ended"])};
      for (const JsonReader& key : one["keys"].items()) {
        counted.keys.push_back(key.hex<LadderKey>());
      }
      book.counted_.push_back(std::move(counted));
    }
    for (const JsonReader& one : json["gone"].items()) {
      book.gone_.push_back({one["key"].hex<LadderKey>(), read_time(one["said"])});
    }
    return book;
  } catch (const JsonError&) {
    return std::nullopt;
  }
}

}  // namespace nl
