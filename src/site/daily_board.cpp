// Daily board: compare-and-swap of the books, records, secrets.
#include "site/daily_board.h"

#include <algorithm>

#include "fair/commitment.h"
#include "fair/entropy.h"
#include "text/rules_text.h"

namespace nl {
namespace {

constexpr DocumentKind kKind = DocumentKind::Daily;

std::string record_name(const DailyAttempt& attempt) { return attempt.date + '-' + attempt.ticket; }

// The first line has the time by which the document expires.
Document record_document(const DailyAttempt& attempt, const std::vector<std::string>& record) {
  const Time time = start_of(attempt.date);
  std::string text = Json{{"time", time.count()}}.dump() + '\n';
  for (const std::string& line : record) text += line + '\n';
  return {.time = time, .text = std::move(text)};
}

std::optional<DailyBook> read_book(const std::optional<StoredDocument>& document) {
  return document ? DailyBook::parse(document->text) : std::nullopt;
}

std::string fresh_ticket() {
  SecureEntropy entropy;
  return to_hex(entropy.draw<GameId>());
}

}  // namespace

void DailyBoard::change(std::string_view date, int coach_of_new, const Change& change) const {
  constexpr int kTries = 50;
  for (int i = 0; i < kTries; ++i) {
    const auto found = documents_.find(kKind, date);
    auto book = found ? read_book(found) : DailyBook(std::string(date), coach_of_new);
    if (!book) throw StoreError("the daily board of " + std::string(date) + " can't be read");
    if (!change(*book)) return;
    const Document document{.time = start_of(date), .text = book->text()};
    if (found ? documents_.replace(kKind, date, found->version, document)
              : documents_.add(kKind, date, document, kNoQuota) == DocumentStore::Added::Done) {
      return;
    }
  }
  throw StoreError("the daily board changes all the time");
}

DailyBoard::Entry DailyBoard::enter(const LadderKey& key, std::string_view name, Time said,
                                    Time now, int coach) const {
  Entry entry;
  const std::string ticket = fresh_ticket();
  change(utc_date(now), coach, [&](DailyBook& book) {
    entry.result = book.enter(key, name, said, now, ticket);
    if (const DailyRow* row = book.find(key)) entry.ticket = row->ticket;
    return entry.result == DailyBook::Result::Done;
  });
  if (entry.result != DailyBook::Result::Done) entry.ticket.clear();
  return entry;
}

bool DailyBoard::remove(std::string_view date, const LadderKey& key, Time said, Time now) const {
  bool removed = false;
  DailyAttempt attempt{std::string(date), {}};
  if (!book(date)) return false;
  change(date, 0, [&](DailyBook& book) {
    if (const DailyRow* row = book.find(key)) attempt.ticket = row->ticket;
    return removed = book.remove(key, said, now);
  });
  if (removed && !attempt.ticket.empty()) remove_record(attempt);
  return removed;
}

void DailyBoard::remove_record(const DailyAttempt& attempt) const {
  const auto found = documents_.find(kKind, record_name(attempt));
  if (found) documents_.remove(kKind, record_name(attempt), found->version);
}

std::vector<std::string> DailyBoard::start(const DailyAttempt& attempt, Time now) const {
  if (!key_ || attempt.date != utc_date(now) || !book(attempt.date)) return {};
  bool started = false;
  change(attempt.date, 0, [&](DailyBook& book) { return started = book.start(attempt.ticket); });
  return started ? daily_lines(attempt.date, secret(attempt.date)) : std::vector<std::string>{};
}

// After midnight the cards are public.
bool DailyBoard::finish(const DailyAttempt& attempt, const FinishedGame& game) const {
  const auto found = book(attempt.date);
  const DailyRow* row = found ? found->find_ticket(attempt.ticket) : nullptr;
  if (row == nullptr || row->stage != DailyRow::Stage::Playing) return false;
  const bool in_time = utc_date(game.ended) == attempt.date;
  const bool counts = in_time && !holds(game.helped, kDailySeat);
  documents_.add(kKind, record_name(attempt), record_document(attempt, game.record), kNoQuota);
  bool finished = false;
  change(attempt.date, 0,
         [&](DailyBook& book) { return finished = book.finish(attempt.ticket, counts); });
  return finished && counts;
}

std::vector<DailyAttempt> DailyBoard::unscored(Time now) const {
  std::vector<DailyAttempt> all;
  for (const Time day : {now - kDay, now}) {
    const auto found = book(utc_date(day));
    if (!found) continue;
    for (const DailyRow& row : found->rows()) {
      if (row.stage == DailyRow::Stage::Finished) all.push_back({found->date(), row.ticket});
    }
  }
  return all;
}

void DailyBoard::score(const DailyAttempt& attempt, const std::optional<DailyScore>& score,
                       int coach) const {
  if (!book(attempt.date)) return;
  change(attempt.date, 0, [&](DailyBook& book) {
    return score ? book.score(attempt.ticket, *score, coach) : book.give_up(attempt.ticket);
  });
}

std::optional<DailyBook> DailyBoard::book(std::string_view date) const {
  if (!is_utc_date(date)) return std::nullopt;
  return read_book(documents_.find(kKind, date));
}

std::string DailyBoard::record(const DailyAttempt& attempt) const {
  const auto found = documents_.find(kKind, record_name(attempt));
  const std::size_t head = found ? found->text.find('\n') : std::string::npos;
  return head == std::string::npos ? std::string() : found->text.substr(head + 1);
}

// Derived from the store's key: all nodes share the secrets, and a backup of the key includes them.
Bytes32 DailyBoard::secret(std::string_view date) const {
  if (!key_) throw StoreError("there is no key for daily deals");
  return hmac_sha256(*key_, {as_bytes("daily deal "), as_bytes(date)});
}

Bytes32 DailyBoard::commitment(std::string_view date) const {
  return daily_commitment(date, secret(date));
}

// ---- the documents as a whole -------------------------------------------------------------------

std::unique_ptr<DocumentSweep> DailyBoard::sweep(Time now) const {
  return documents_.sweep(kKind, now - kDailyLife, now);
}

std::vector<std::string> DailyBoard::dates() const {
  std::vector<std::string> all = documents_.names(kKind);
  std::erase_if(all, [](const std::string& name) { return !is_utc_date(name); });
  return all;
}

std::size_t DailyBoard::check() const {
  const std::vector<std::string> all = dates();
  for (const std::string& date : all) {
    if (!book(date)) throw StoreError("the daily board of " + date + " can't be read");
  }
  return all.size();
}

std::size_t DailyBoard::copy_from(const DailyBoard& other) const {
  other.check();
  for (const std::string& name : other.documents_.names(kKind)) {
    const auto found = other.documents_.find(kKind, name);
    if (!found) continue;
    const Time time =
        start_of(std::string_view(name).substr(0, std::string_view("2026-11-19").size()));
    documents_.write(kKind, name, {.time = time, .text = found->text});
  }
  return dates().size();
}

}  // namespace nl
