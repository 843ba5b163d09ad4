// Daily board: the stored books of the last days, the records of their games, and the secrets from
// which the deals come. Several nodes share it by compare-and-swap. Thread-safe.
#pragma once

#include <functional>

#include "server/finished_game.h"
#include "site/daily_book.h"
#include "site/document_store.h"

namespace nl {

// Time that a day's data is kept, from the day's beginning.
inline constexpr Time kDailyLife = 8 * kDay;

class DailyBoard {
 public:
  // Without a key there are no deals: for tools that check and copy.
  explicit DailyBoard(DocumentStore& documents, std::optional<Bytes32> key = {})
      : documents_(documents), key_(key) {}

  // All below throw StoreError.
  // `coach`: the version that this server would score the day by.
  struct Entry {
    DailyBook::Result result = DailyBook::Result::Stale;
    std::string ticket{};
  };
  Entry enter(const LadderKey& key, std::string_view name, Time said, Time now, int coach) const;
  bool remove(std::string_view date, const LadderKey& key, Time said, Time now) const;
  // Header and deal, for the attempt that a ticket allows; empty: it is used, unknown, or of
  // another day. From here on no other attempt of its player counts.
  std::vector<std::string> start(const DailyAttempt& attempt, Time now) const;
  // Stores the record until the day is over. True if a score must be computed.
  bool finish(const DailyAttempt& attempt, const FinishedGame& game) const;
  // Attempts of today and yesterday that wait for a score.
  std::vector<DailyAttempt> unscored(Time now) const;
  // Empty: the score can't be computed.
  void score(const DailyAttempt& attempt, const std::optional<DailyScore>& score, int coach) const;

  std::optional<DailyBook> book(std::string_view date) const;
  // Lines of a record; empty if there is none. The caller decides who may read it.
  std::string record(const DailyAttempt& attempt) const;
  Bytes32 commitment(std::string_view date) const;
  // The caller publishes it when the day is over.
  Bytes32 secret(std::string_view date) const;
  bool has_secrets() const { return key_.has_value(); }

  std::unique_ptr<DocumentSweep> sweep(Time now) const;
  // Copies all of another board; returns the number of days.
  std::size_t copy_from(const DailyBoard& other) const;
  // Reads all books; returns their number. Throws StoreError if one is damaged.
  std::size_t check() const;

 private:
  using Change = std::function<bool(DailyBook& book)>;
  void change(std::string_view date, int coach_of_new, const Change& change) const;
  void remove_record(const DailyAttempt& attempt) const;
  std::vector<std::string> dates() const;

  DocumentStore& documents_;
  const std::optional<Bytes32> key_;
};

}  // namespace nl
