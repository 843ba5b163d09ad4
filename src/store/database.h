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

// A prepared statement. bind… then step() until it says false, then reset().
class Statement {
 public:
  Statement(Database& database, const char* sql);
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement() { sqlite3_finalize(statement_); }

  Statement& bind(int place, std::int64_t value);
  Statement& bind(int place, std::span<const std::uint8_t> bytes);  // must live until the step
  bool step();                                                      // true: there is a row
  void run();  // to the end, and ready for the next
  void reset() { sqlite3_reset(statement_); }

  std::int64_t number(int column) const { return sqlite3_column_int64(statement_, column); }
  std::span<const std::uint8_t> bytes(int column) const;

 private:
  void begin_binding(int place);

  Database& database_;
  sqlite3_stmt* statement_ = nullptr;
};

// A statement that is read until here: half-read ones would keep the log from being taken over.
class Reading {
 public:
  explicit Reading(Statement& statement) : statement_(statement) {}
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  ~Reading() { statement_.reset(); }

 private:
  Statement& statement_;
};

// A file that can't be read as a database, or not as ours.
class DamagedError : public StoreError {
  using StoreError::StoreError;
};

class Database {
 public:
  // Exclusively: a second process is refused, not mixed in.
  explicit Database(const std::filesystem::path& file);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database() { sqlite3_close_v2(handle_); }

  void run(const char* sql);
  // Works without an open transaction, too: some failures have rolled it back already.
  void roll_back() { sqlite3_exec(handle_, "ROLLBACK", nullptr, nullptr, nullptr); }
  StoreError error(int code) const;
  // Until this is said the log stays as it was found, whatever is closed: it may be all that is
  // left to look into.
  void trust_log();
  // All of the log is taken over into the file, and the log is empty.
  void take_over_log() { run("PRAGMA wal_checkpoint(TRUNCATE)"); }
  [[noreturn]] void fail(int code) const;
  sqlite3* handle() { return handle_; }

 private:
  std::string name_;
  sqlite3* handle_ = nullptr;
};

// A copy of a database that is in use, made a little at a time; what is written meanwhile over the
// same connection is in it.
class DatabaseCopy {
 public:
  // Throws StoreError if the file is there already.
  DatabaseCopy(Database& from, const std::filesystem::path& file);
  DatabaseCopy(const DatabaseCopy&) = delete;
  DatabaseCopy& operator=(const DatabaseCopy&) = delete;
  ~DatabaseCopy();

  // True: it is whole, and on the disk.
  bool step(int pages);

 private:
  void end();

  const std::string name_;
  sqlite3* copy_ = nullptr;
  sqlite3_backup* backup_ = nullptr;
};

}  // namespace nl
