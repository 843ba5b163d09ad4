// PostgreSQL connection: statements, pipelines, deadlines.
#include "store/postgres_link.h"

#include <poll.h>

#include <array>
#include <bit>

#if NINELIVES_POSTGRES
#include <libpq-fe.h>
#endif

namespace nl {

#if NINELIVES_POSTGRES

namespace {

constexpr std::uint32_t kBytea = 17;
constexpr std::uint32_t kBigint = 20;
constexpr std::uint32_t kText = 25;
constexpr std::uint32_t kByteaArray = 1001;
constexpr std::uint32_t kBigintArray = 1016;
constexpr std::uint32_t kTextArray = 1009;

// Big-endian, as the protocol requires.
template <class Number>
std::string big(Number number) {
  std::string bytes(sizeof number, '\0');
  for (std::size_t i = 0; i < sizeof number; ++i) {
    bytes[i] = static_cast<char>(number >> (8 * (sizeof number - 1 - i)));
  }
  return bytes;
}

std::string text_of(SqlValues::Bytes bytes) { return {bytes.begin(), bytes.end()}; }

bool begins_with(const char* text, std::string_view what) {
  return text != nullptr && std::string_view(text).starts_with(what);
}

// The library's messages end in a newline or have several lines.
std::string one_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (char& c : text) c = c == '\n' ? ' ' : c;
  return text;
}

}  // namespace

bool has_postgres() { return true; }

// ---- values -------------------------------------------------------------------------------------

SqlValues& SqlValues::number(std::uint64_t value) {
  types_.push_back(kBigint);
  values_.push_back(big(value));
  return *this;
}
SqlValues& SqlValues::bytes(Bytes value) {
  types_.push_back(kBytea);
  values_.push_back(text_of(value));
  return *this;
}
SqlValues& SqlValues::text(std::string_view value) {
  types_.push_back(kText);
  values_.emplace_back(value);
  return *this;
}

void SqlValues::array(std::uint32_t type, std::uint32_t array_type,
                      const std::vector<std::string>& values) {
  const auto count = static_cast<std::uint32_t>(values.size());
  const std::uint32_t dimensions = count == 0 ? 0 : 1;
  std::string bytes = big(dimensions) + big(std::uint32_t{0}) + big(type);
  if (count != 0) bytes += big(count) + big(std::uint32_t{1});
  for (const std::string& value : values) {
    bytes += big(static_cast<std::uint32_t>(value.size())) + value;
  }
  types_.push_back(array_type);
  values_.push_back(std::move(bytes));
}

SqlValues& SqlValues::numbers(const std::vector<std::uint64_t>& values) {
  std::vector<std::string> all;
  for (const std::uint64_t value : values) all.push_back(big(value));
  array(kBigint, kBigintArray, all);
  return *this;
}
SqlValues& SqlValues::list(const std::vector<Bytes>& values) {
  std::vector<std::string> all;
  for (const Bytes value : values) all.push_back(text_of(value));
  array(kBytea, kByteaArray, all);
  return *this;
}
SqlValues& SqlValues::texts(const std::vector<std::string>& values) {
  array(kText, kTextArray, values);
  return *this;
}

// ---- rows ---------------------------------------------------------------------------------------

void SqlRows::clear(pg_result* result) { PQclear(result); }

int SqlRows::size() const { return PQntuples(result_.get()); }

FoundBytes SqlRows::bytes(int row, int column) const {
  const char* const data = PQgetvalue(result_.get(), row, column);
  const int length = PQgetlength(result_.get(), row, column);
  return {reinterpret_cast<const std::uint8_t*>(data), static_cast<std::size_t>(length)};
}
std::uint64_t SqlRows::number(int row, int column) const {
  std::uint64_t value = 0;
  for (const std::uint8_t byte : bytes(row, column)) value = value << 8 | byte;
  return value;
}
std::string SqlRows::text(int row, int column) const { return text_of(bytes(row, column)); }
bool SqlRows::flag(int row, int column) const { return number(row, column) != 0; }
bool SqlRows::is_null(int row, int column) const {
  return PQgetisnull(result_.get(), row, column) != 0;
}

// ---- the connection -----------------------------------------------------------------------------

PostgresLink::PostgresLink(const std::string& where, const std::string& name,
                           std::chrono::milliseconds patience)
    : patience_(patience) {
  // Options in the address override the ones before it.
  constexpr int kExpand = 1;
  const std::string silence = std::to_string(patience.count());
  const std::array<const char*, 10> keys = {"connect_timeout",  "tcp_user_timeout",
                                            "keepalives_idle",  "keepalives_interval",
                                            "keepalives_count", "target_session_attrs",
                                            "dbname",           "application_name",
                                            "client_encoding",  nullptr};
  const std::array<const char*, 10> values = {"2",    silence.c_str(), "2",           "1",
                                              "3",    "read-write",    where.c_str(), name.c_str(),
                                              "UTF8", nullptr};
  connection_ = PQconnectdbParams(keys.data(), values.data(), kExpand);
  try {
    if (PQstatus(connection_) != CONNECTION_OK) fail(PQerrorMessage(connection_));
    PQsetNoticeProcessor(
        connection_, [](void*, const char*) {}, nullptr);
    PQsetnonblocking(connection_, 1);
    run_script("SET search_path = ninelives");
    // An asynchronous commit is no acknowledgement.
    if (run("SHOW synchronous_commit").text(0, 0) == "off") {
      run_script("SET synchronous_commit = on");
    }
  } catch (...) {
    PQfinish(connection_);
    throw;
  }
}

PostgresLink::~PostgresLink() { PQfinish(connection_); }

void PostgresLink::fail(const std::string& what) {
  throw BackendError("PostgreSQL: " + one_line(what));
}

void PostgresLink::wait(bool for_writing) {
  pollfd socket{.fd = PQsocket(connection_),
                .events = static_cast<short>(for_writing ? POLLIN | POLLOUT : POLLIN),
                .revents = 0};
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      deadline_ - std::chrono::steady_clock::now());
  const int ready = left.count() <= 0 ? 0 : poll(&socket, 1, static_cast<int>(left.count()));
  if (ready == 0) fail("no answer in time");
  if (PQconsumeInput(connection_) == 0) fail(PQerrorMessage(connection_));
}

void PostgresLink::flush() {
  for (int left = PQflush(connection_); left != 0; left = PQflush(connection_)) {
    if (left < 0) fail(PQerrorMessage(connection_));
    wait(true);
  }
}

pg_result* PostgresLink::next() {
  flush();
  while (PQisBusy(connection_) != 0) wait(false);
  return PQgetResult(connection_);
}

void PostgresLink::check(const pg_result* result) {
  const ExecStatusType status = PQresultStatus(result);
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return;
  const char* const state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const char* const message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  const std::string what = message != nullptr ? message : PQresultErrorMessage(result);
  if (begins_with(state, "NL001")) throw FencedError(what);
  if (begins_with(state, "NL002")) throw ContestedError(what);
  fail(what);
}

// Reads to the end of one statement's results, then throws their error.
SqlRows PostgresLink::answer() {
  SqlRows rows(nullptr);
  std::exception_ptr wrong;
  while (pg_result* result = next()) {
    SqlRows held(result);
    try {
      check(result);
      rows = held;
    } catch (const StoreError&) {
      if (!wrong) wrong = std::current_exception();
    }
  }
  if (wrong) std::rethrow_exception(wrong);
  return rows;
}

const char* PostgresLink::prepared(const char* sql, const SqlValues& values) {
  const auto known = prepared_.find(sql);
  if (known != prepared_.end()) return known->second.c_str();
  const std::string name = "s" + std::to_string(prepared_.size());
  const int sent = PQsendPrepare(connection_, name.c_str(), sql,
                                 static_cast<int>(values.types_.size()), values.types_.data());
  if (sent == 0) fail(PQerrorMessage(connection_));
  answer();
  return prepared_.emplace(sql, name).first->second.c_str();
}

void PostgresLink::send(const char* name, const SqlValues& values) {
  std::vector<const char*> data;
  std::vector<int> lengths;
  for (const std::string& value : values.values_) {
    data.push_back(value.data());
    lengths.push_back(static_cast<int>(value.size()));
  }
  const std::vector<int> binary(data.size(), 1);
  const int sent = PQsendQueryPrepared(connection_, name, static_cast<int>(data.size()),
                                       data.data(), lengths.data(), binary.data(), 1);
  if (sent == 0) fail(PQerrorMessage(connection_));
}

SqlRows PostgresLink::run(const char* sql, const SqlValues& values) {
  deadline_ = std::chrono::steady_clock::now() + patience_;
  send(prepared(sql, values), values);
  return answer();
}

void PostgresLink::run_script(const std::string& sql) {
  deadline_ = std::chrono::steady_clock::now() + patience_;
  if (PQsendQuery(connection_, sql.c_str()) == 0) fail(PQerrorMessage(connection_));
  answer();
}

void PostgresLink::run_together(const std::vector<Step>& steps) {
  deadline_ = std::chrono::steady_clock::now() + patience_;
  std::vector<const char*> names;
  for (const Step& step : steps) names.push_back(prepared(step.sql, step.values));
  if (PQenterPipelineMode(connection_) == 0) fail(PQerrorMessage(connection_));
  for (std::size_t i = 0; i < steps.size(); ++i) send(names[i], steps[i].values);
  if (PQpipelineSync(connection_) == 0) fail(PQerrorMessage(connection_));
  std::exception_ptr wrong;
  // Each statement's results end in a null; the last one answers the commit.
  for (bool committed = false; !committed;) {
    pg_result* const result = next();
    if (result == nullptr) continue;
    const SqlRows held(result);
    const ExecStatusType status = PQresultStatus(result);
    committed = status == PGRES_PIPELINE_SYNC;
    if (committed || status == PGRES_PIPELINE_ABORTED) continue;
    try {
      check(result);
    } catch (const StoreError&) {
      if (!wrong) wrong = std::current_exception();
      if (PQstatus(connection_) != CONNECTION_OK) break;
    }
  }
  PQexitPipelineMode(connection_);
  if (wrong) std::rethrow_exception(wrong);
}

#else  // built without libpq

namespace {
[[noreturn]] void no_postgres() {
  throw StoreError("this program was built without PostgreSQL (libpq-dev was not there)");
}
}  // namespace

bool has_postgres() { return false; }
SqlValues& SqlValues::number(std::uint64_t) { return *this; }
SqlValues& SqlValues::bytes(Bytes) { return *this; }
SqlValues& SqlValues::text(std::string_view) { return *this; }
SqlValues& SqlValues::numbers(const std::vector<std::uint64_t>&) { return *this; }
SqlValues& SqlValues::list(const std::vector<Bytes>&) { return *this; }
SqlValues& SqlValues::texts(const std::vector<std::string>&) { return *this; }
void SqlRows::clear(pg_result*) {}
int SqlRows::size() const { return 0; }
FoundBytes SqlRows::bytes(int, int) const { return {}; }
std::uint64_t SqlRows::number(int, int) const { return 0; }
std::string SqlRows::text(int, int) const { return {}; }
bool SqlRows::flag(int, int) const { return false; }
bool SqlRows::is_null(int, int) const { return true; }
PostgresLink::PostgresLink(const std::string&, const std::string&,
                           std::chrono::milliseconds patience)
    : patience_(patience) {
  no_postgres();
}
PostgresLink::~PostgresLink() = default;
SqlRows PostgresLink::run(const char*, const SqlValues&) { no_postgres(); }
void PostgresLink::run_script(const std::string&) { no_postgres(); }
void PostgresLink::run_together(const std::vector<Step>&) { no_postgres(); }

#endif

}  // namespace nl
