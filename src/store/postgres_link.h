// PostgreSQL connection for the store: statements that throw, and batches that are sent at once as
// one transaction. Every wait has a deadline: a missing answer is treated like a broken connection.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "store/blob_store.h"

struct pg_conn;
struct pg_result;

namespace nl {

// True if this program was built with PostgreSQL.
bool has_postgres();

// Values for a statement's $1, $2, …
class SqlValues {
 public:
  using Bytes = std::span<const std::uint8_t>;

  SqlValues& number(std::uint64_t value);
  SqlValues& bytes(Bytes value);
  SqlValues& text(std::string_view value);
  SqlValues& numbers(const std::vector<std::uint64_t>& values);
  SqlValues& list(const std::vector<Bytes>& values);
  SqlValues& texts(const std::vector<std::string>& values);

 private:
  friend class PostgresLink;
  void array(std::uint32_t type, std::uint32_t array_type, const std::vector<std::string>& values);

  std::vector<std::uint32_t> types_;
  std::vector<std::string> values_;  // in PostgreSQL's binary form
};

// Result rows; columns are bigint, bytea, text or boolean.
class SqlRows {
 public:
  explicit SqlRows(pg_result* result) : result_(result, &clear) {}

  int size() const;
  std::uint64_t number(int row, int column) const;
  FoundBytes bytes(int row, int column) const;
  std::string text(int row, int column) const;
  bool flag(int row, int column) const;
  bool is_null(int row, int column) const;

 private:
  static void clear(pg_result* result);
  std::shared_ptr<pg_result> result_;
};

class PostgresLink {
 public:
  // `where`: postgres://…, possibly with several hosts; `name`: the connection's application name.
  // Throws StoreError.
  PostgresLink(const std::string& where, const std::string& name,
               std::chrono::milliseconds patience = std::chrono::seconds(5));
  ~PostgresLink();
  PostgresLink(const PostgresLink&) = delete;
  PostgresLink& operator=(const PostgresLink&) = delete;

  SqlRows run(const char* sql, const SqlValues& values = {});
  // Several statements without values, sent at once.
  void run_script(const std::string& sql);

  // Runs all as one transaction, sent at once. After any error but FencedError or ContestedError,
  // only reading tells whether it was committed.
  struct Step {
    const char* sql;
    SqlValues values;
  };
  void run_together(const std::vector<Step>& steps);

 private:
  const char* prepared(const char* sql, const SqlValues& values);
  void send(const char* sql, const SqlValues& values);
  void flush();
  void wait(bool for_writing);
  pg_result* next();
  SqlRows answer();
  [[noreturn]] void fail(const std::string& what);
  void check(const pg_result* result);

  pg_conn* connection_ = nullptr;
  const std::chrono::milliseconds patience_;
  std::chrono::steady_clock::time_point deadline_{};
  std::map<std::string, std::string, std::less<>> prepared_;
};

}  // namespace nl
