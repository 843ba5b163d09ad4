// SQLite wrapper: statements that throw, and files opened so that commits survive a power cut.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "store/store.h"

namespace nl {

class Database;

// A prepared statement: bind… then step() until it returns false, then reset().
class Statement {
 public:
  Statement(Database& database, const char* sql);
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement() { sqlite3_finalize(statement_); }

  Statement& bind(int place, std::int64_t value);
  Statement& bind(int place, std::span<const std::uint8_t> bytes);  // must live until the step
  bool step();                                                      // true: there is a row
  void run();                                                       // runs to the end, and resets
  void reset() { sqlite3_reset(statement_); }

  std::int64_t number(int column) const { return sqlite3_column_int64(statement_, column); }
  std::span<const std::uint8_t> bytes(int column) const;

 private:
  void begin_binding(int place);

  Database& database_;
  sqlite3_stmt* statement_ = nullptr;
};

// A statement that ends its read in this scope: half-read statements would block checkpoints.
class Reading {
 public:
  explicit Reading(Statement& statement) : statement_(statement) {}
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  ~Reading() { statement_.reset(); }

 private:
  Statement& statement_;
};

// A file that is no database, or not ours.
class DamagedError : public StoreError {
  using StoreError::StoreError;
};

class Database {
 public:
  // Exclusive: a second process is refused.
  explicit Database(const std::filesystem::path& file);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database() { sqlite3_close_v2(handle_); }

  void run(const char* sql);
  // Works without an open transaction, too: some failures have rolled it back already.
  void roll_back() { sqlite3_exec(handle_, "ROLLBACK", nullptr, nullptr, nullptr); }
  StoreError error(int code) const;
  // Until this call the log stays as it was found, even on close: it may be needed for recovery.
  void trust_log();
  // Checkpoints the whole log into the file and empties the log.
  void take_over_log() { run("PRAGMA wal_checkpoint(TRUNCATE)"); }
  [[noreturn]] void fail(int code) const;
  sqlite3* handle() { return handle_; }

 private:
  std::string name_;
  sqlite3* handle_ = nullptr;
};

// Online copy of a database, made in small steps; it includes writes made meanwhile over the same
// connection.
class DatabaseCopy {
 public:
  // Throws StoreError if the file exists.
  DatabaseCopy(Database& from, const std::filesystem::path& file);
  DatabaseCopy(const DatabaseCopy&) = delete;
  DatabaseCopy& operator=(const DatabaseCopy&) = delete;
  ~DatabaseCopy();

  // True: the copy is complete and durable.
  bool step(int pages);

 private:
  void end();

  const std::string name_;
  sqlite3* copy_ = nullptr;
  sqlite3_backup* backup_ = nullptr;
};

}  // namespace nl
