// Daily board: rules of attempts, ranking, and JSON.
#include "site/daily_book.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "names/names.h"
#include "text/rules_text.h"

namespace nl {
namespace {

using Stage = DailyRow::Stage;
constexpr int kLastStage = static_cast<int>(Stage::Removed);
constexpr int kMostTenths = 1'000;

Json row_json(const DailyRow& row) {
  return {{"key", to_hex(row.key)},
          {"name", row.name},
          {"ticket", row.ticket},
          {"said", row.said.count()},
          {"stage", static_cast<int>(row.stage)},
          {"tenths", row.score.tenths},
          {"place", row.score.place}};
}

DailyRow read_daily_row(const JsonReader& json) {
  constexpr auto kTime = std::numeric_limits<std::int64_t>();
  DailyRow row{.key = json["key"].hex<LadderKey>(),
               .name = clean_name(json["name"].text()),
               .ticket = json["ticket"].text(),
               .said = Time{json["said"].number(kTime.min(), kTime.max())},
               .stage = static_cast<Stage>(json["stage"].number(0, kLastStage)),
               .score = {json["tenths"].number(-kMostTenths, kMostTenths),
                         json["place"].number(0, kMaxSeats)}};
  row.look = NameLook(row.name);
  return row;
}

}  // namespace

const DailyRow* DailyBook::find(const LadderKey& key) const {
  const auto found =
      std::find_if(rows_.begin(), rows_.end(), [&](const DailyRow& row) { return row.key == key; });
  return found == rows_.end() ? nullptr : &*found;
}

const DailyRow* DailyBook::find_ticket(std::string_view ticket) const {
  const auto found = std::find_if(rows_.begin(), rows_.end(),
                                  [&](const DailyRow& row) { return row.ticket == ticket; });
  return found == rows_.end() ? nullptr : &*found;
}

DailyRow* DailyBook::row_of(std::string_view ticket) {
  return const_cast<DailyRow*>(std::as_const(*this).find_ticket(ticket));
}

bool DailyBook::is_taken(const NameLook& look, const LadderKey& by) const {
  return std::any_of(rows_.begin(), rows_.end(), [&](const DailyRow& row) {
    return row.key != by && row.stage != Stage::Removed && look.is_like(row.look);
  });
}

DailyBook::Result DailyBook::enter(const LadderKey& key, std::string_view name, Time said, Time now,
                                   const std::string& fresh_ticket) {
  auto* row = const_cast<DailyRow*>(find(key));
  const bool late = std::chrono::abs(now - said) > kStatementLife;
  if (late || (row != nullptr && said <= row->said)) return Result::Stale;
  if (row != nullptr && row->stage != Stage::Named) return Result::Played;
  const std::string clean = clean_name(name);
  if (clean.empty()) return Result::BadName;
  const NameLook look(clean);
  if (is_taken(look, key)) return Result::Taken;
  if (row == nullptr) {
    if (rows_.size() >= kMostDailyRows) return Result::Full;
    row = &rows_.emplace_back(DailyRow{.key = key, .ticket = fresh_ticket});
  }
  row->name = clean;
  row->look = look;
  row->said = said;
  return Result::Done;
}

// The key stays, so that the same player gets no second attempt.
bool DailyBook::remove(const LadderKey& key, Time said, Time now) {
  auto* row = const_cast<DailyRow*>(find(key));
  const bool late = std::chrono::abs(now - said) > kStatementLife;
  if (row == nullptr || late || said <= row->said || row->stage == Stage::Removed) return false;
  *row = {.key = key, .said = said, .stage = Stage::Removed};
  return true;
}

bool DailyBook::move_on(std::string_view ticket, Stage from, Stage to) {
  DailyRow* row = ticket.empty() ? nullptr : row_of(ticket);
  if (row == nullptr || row->stage != from) return false;
  row->stage = to;
  return true;
}

bool DailyBook::start(std::string_view ticket) {
  return move_on(ticket, Stage::Named, Stage::Playing);
}

bool DailyBook::finish(std::string_view ticket, bool counts) {
  return move_on(ticket, Stage::Playing, counts ? Stage::Finished : Stage::Void);
}

bool DailyBook::give_up(std::string_view ticket) {
  return move_on(ticket, Stage::Finished, Stage::Void);
}

bool DailyBook::score(std::string_view ticket, const DailyScore& score, int coach) {
  if (coach != coach_) return give_up(ticket);
  if (!move_on(ticket, Stage::Finished, Stage::Scored)) return false;
  row_of(ticket)->score = {std::clamp(score.tenths, -kMostTenths, kMostTenths), score.place};
  return true;
}

std::vector<DailyRow> DailyBook::ranked() const {
  std::vector<DailyRow> scored;
  for (const DailyRow& row : rows_) {
    if (row.stage == Stage::Scored) scored.push_back(row);
  }
  std::stable_sort(scored.begin(), scored.end(), [](const DailyRow& a, const DailyRow& b) {
    return a.score.tenths > b.score.tenths;
  });
  return scored;
}

// The first line has the time by which the document expires.
std::string DailyBook::text() const {
  Json rows = Json::array();
  for (const DailyRow& row : rows_) rows.push_back(row_json(row));
  return Json{{"time", start_of(date_).count()},
              {"date", date_},
              {"coach", coach_},
              {"rows", std::move(rows)}}
      .dump();
}

std::optional<DailyBook> DailyBook::parse(std::string_view text) {
  try {
    const Json document = parse_object(text);
    const JsonReader json(document);
    DailyBook book(json["date"].text(), json["coach"].number(0, std::numeric_limits<int>::max()));
    for (const JsonReader& row : json["rows"].items(kMostDailyRows)) {
      book.rows_.push_back(read_daily_row(row));
    }
    return book;
  } catch (const JsonError&) {
    return std::nullopt;
  }
}

}  // namespace nl
