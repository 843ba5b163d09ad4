// SQLite wrapper: opening, statements and errors.
#include "store/database.h"

#include <fcntl.h>

#include <utility>

#include "store/file.h"

namespace nl {
namespace {

// SQLite errors that our own words explain better.
std::string explained(int code, const std::string& message) {
  switch (code & 0xFF) {
    case SQLITE_FULL: return "the disk is full (" + message + ')';
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return "another process is using it (" + message + ')';
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return "the file is damaged or cut off (" + message + ')';
    default: return message;
  }
}

}  // namespace

Database::Database(const std::filesystem::path& file) : name_(file.string()) {
  constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  const int code = sqlite3_open_v2(name_.c_str(), &handle_, kFlags, nullptr);
  try {
    if (code != SQLITE_OK) fail(code);
    sqlite3_extended_result_codes(handle_, 1);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    run("PRAGMA locking_mode=EXCLUSIVE");
    run("PRAGMA journal_mode=WAL");
    // FULL: a commit is on the disk before it returns. NORMAL loses commits in a power cut.
    run("PRAGMA synchronous=FULL");
    // Checkpoints copy the log into the database in one go, and no answer is sent meanwhile. A page
    // that changed often is copied once, so rare checkpoints are cheaper. But a damaged log loses
    // its content: so every 8 MiB.
    run("PRAGMA wal_autocheckpoint=2048");
    run("PRAGMA temp_store=MEMORY");
    run("PRAGMA cell_size_check=ON");
  } catch (...) {
    sqlite3_close_v2(handle_);
    throw;
  }
}

void Database::run(const char* sql) {
  const int code = sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

StoreError Database::error(int code) const {
  const std::string message = handle_ ? sqlite3_errmsg(handle_) : sqlite3_errstr(code);
  return StoreError(name_ + ": " + explained(code, message));
}

void Database::fail(int code) const {
  const int kind = code & 0xFF;
  if (kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB) throw DamagedError(error(code).what());
  throw error(code);
}

void Database::trust_log() {
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, nullptr);
}

Statement::Statement(Database& database, const char* sql) : database_(database) {
  const int code = sqlite3_prepare_v3(database.handle(), sql, -1, SQLITE_PREPARE_PERSISTENT,
                                      &statement_, nullptr);
  if (code != SQLITE_OK) database.fail(code);
}

// Ends an unfinished earlier call.
void Statement::begin_binding(int place) {
  if (place == 1) reset();
}

Statement& Statement::bind(int place, std::int64_t value) {
  begin_binding(place);
  const int code = sqlite3_bind_int64(statement_, place, value);
  if (code != SQLITE_OK) database_.fail(code);
  return *this;
}

Statement& Statement::bind(int place, std::span<const std::uint8_t> bytes) {
  begin_binding(place);
  const int code = sqlite3_bind_blob(statement_, place, bytes.data(),
                                     static_cast<int>(bytes.size()), SQLITE_STATIC);
  if (code != SQLITE_OK) database_.fail(code);
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  try {
    database_.fail(code);
  } catch (...) {
    reset();
    throw;
  }
}

void Statement::run() {
  while (step()) {
  }
  reset();
}

std::span<const std::uint8_t> Statement::bytes(int column) const {
  const auto* data = static_cast<const std::uint8_t*>(sqlite3_column_blob(statement_, column));
  const int size = sqlite3_column_bytes(statement_, column);
  return {data, static_cast<std::size_t>(size)};
}

DatabaseCopy::DatabaseCopy(Database& from, const std::filesystem::path& file)
    : name_(file.string()) {
  { const File made(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC); }
  sqlite3_open_v2(name_.c_str(), &copy_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
  backup_ = copy_ ? sqlite3_backup_init(copy_, "main", from.handle(), "main") : nullptr;
  if (backup_ != nullptr) return;
  const std::string why = copy_ ? sqlite3_errmsg(copy_) : "no memory";
  end();
  throw StoreError(name_ + ": " + why);
}

DatabaseCopy::~DatabaseCopy() { end(); }

void DatabaseCopy::end() {
  if (backup_ != nullptr) sqlite3_backup_finish(std::exchange(backup_, nullptr));
  sqlite3_close_v2(std::exchange(copy_, nullptr));
}

bool DatabaseCopy::step(int pages) {
  const int code = sqlite3_backup_step(backup_, pages);
  if (code == SQLITE_OK) return false;
  const std::string why = code == SQLITE_DONE ? "" : sqlite3_errstr(code);
  end();
  if (!why.empty()) throw StoreError(name_ + ": " + why);
  return true;
}

}  // namespace nl
