// Document store in PostgreSQL: sealed rows.
#include "site/postgres_documents.h"

#include <algorithm>
#include <cassert>
#include <functional>

#include "store/postgres_schema.h"

namespace nl {
namespace {

std::uint64_t number_of(DocumentKind kind) { return static_cast<std::uint64_t>(kind); }

SqlValues named(DocumentKind kind, std::string_view name) {
  return SqlValues().number(number_of(kind)).text(name);
}

}  // namespace

PostgresDocuments::PostgresDocuments(std::string where, const SealKey& key)
    : where_(std::move(where)), seal_(key) {
  link_ = std::make_unique<PostgresLink>(where_, "ninelives documents");
  bring_up_to_date(*link_);
}

// Reconnects once, with a short timeout, since a client is waiting. A statement whose answer was
// lost may run twice, so callers of replace(), add() and remove() read again on failure.
SqlRows PostgresDocuments::run(const char* sql, const SqlValues& values) {
  constexpr std::chrono::seconds kPatience{2};
  const std::lock_guard lock(mutex_);
  for (bool again = link_ != nullptr;; again = false) {
    try {
      if (!link_) link_ = std::make_unique<PostgresLink>(where_, "ninelives documents", kPatience);
      return link_->run(sql, values);
    } catch (const BackendError&) {
      link_.reset();
      if (!again) throw;
    }
  }
}

std::uint64_t PostgresDocuments::run_for_number(const char* sql, const SqlValues& values) {
  return run(sql, values).number(0, 0);
}

// A sealed text opens only as the document of this kind and name.
RoomId PostgresDocuments::place_of(std::string_view name) const {
  RoomId place{};
  if (name.size() <= place.size()) {
    std::copy(name.begin(), name.end(), place.begin());
  } else {
    const ChainHash hash = seal_.digest({name.begin(), name.end()});
    std::copy_n(hash.begin(), place.size(), place.begin());
  }
  return place;
}

std::vector<std::uint8_t> PostgresDocuments::closed(DocumentKind kind, std::string_view name,
                                                    const std::string& text) const {
  std::vector<Blob> blobs;
  ChainEnd end;
  seal_.close(place_of(name), number_of(kind), {EntryKind::Event, text, {}}, end, blobs);
  std::vector<std::uint8_t> body;
  for (const Blob& blob : blobs) body.insert(body.end(), blob.begin(), blob.end());
  assert(opened(kind, name, body) == text);
  return body;
}

std::string PostgresDocuments::opened(DocumentKind kind, std::string_view name,
                                      FoundBytes body) const {
  const RoomId place = place_of(name);
  Entry entry;
  ChainEnd end;
  bool complete = false;
  for (; body.size() >= kBlobBytes && !complete; body = body.subspan(kBlobBytes)) {
    Blob blob;
    std::copy_n(body.begin(), blob.size(), blob.begin());
    complete = seal_.open(place, number_of(kind), blob, end, entry);
  }
  if (!complete || !body.empty()) throw SealError(std::string(name) + " was cut short");
  return entry.data;
}

std::optional<StoredDocument> PostgresDocuments::find(DocumentKind kind, std::string_view name) {
  const SqlRows rows =
      run("SELECT body, version FROM paper WHERE kind = $1 AND name = $2", named(kind, name));
  if (rows.size() == 0) return std::nullopt;
  return StoredDocument{.text = opened(kind, name, rows.bytes(0, 0)), .version = rows.number(0, 1)};
}

SqlValues PostgresDocuments::values_of(DocumentKind kind, std::string_view name,
                                       const Document& document) const {
  assert(is_document_name(name) && document.time >= Time{0});
  return named(kind, name)
      .number(static_cast<std::uint64_t>(document.time.count()))
      .number(document.deleted ? 1 : 0)
      .bytes(closed(kind, name, document.text));
}

void PostgresDocuments::write(DocumentKind kind, std::string_view name, const Document& document) {
  run("INSERT INTO paper (kind, name, ended, deleted, body) VALUES ($1, $2, $3, $4 <> 0, $5)"
      " ON CONFLICT (kind, name) DO UPDATE SET ended = excluded.ended, deleted = excluded.deleted,"
      " body = excluded.body WHERE NOT paper.deleted",
      values_of(kind, name, document));
}

// Nodes of version 0.9 use `ended` as the version of the ladder, so it always grows.
bool PostgresDocuments::replace(DocumentKind kind, std::string_view name, DocumentVersion expected,
                                const Document& document) {
  return run_for_number(
             "WITH done AS (UPDATE paper SET ended = greatest($3, ended + 1), deleted = $4 <> 0,"
             " body = $5 WHERE kind = $1 AND name = $2 AND version = $6 RETURNING name)"
             " SELECT count(*) FROM done",
             values_of(kind, name, document).number(expected)) == 1;
}

DocumentStore::Added PostgresDocuments::add(DocumentKind kind, std::string_view name,
                                            const Document& document, std::size_t most) {
  return static_cast<Added>(run_for_number("SELECT add_paper($1, $2, $3, $4 <> 0, $5, $6)",
                                           values_of(kind, name, document).number(most)));
}

bool PostgresDocuments::remove(DocumentKind kind, std::string_view name, DocumentVersion expected) {
  return run_for_number(
             "WITH done AS (DELETE FROM paper WHERE kind = $1 AND name = $2 AND version = $3"
             " RETURNING name) SELECT count(*) FROM done",
             named(kind, name).number(expected)) == 1;
}

std::vector<std::string> PostgresDocuments::names(DocumentKind kind) {
  const SqlRows rows = run("SELECT name FROM paper WHERE kind = $1 ORDER BY name",
                           SqlValues().number(number_of(kind)));
  std::vector<std::string> all;
  for (int row = 0; row < rows.size(); ++row) all.push_back(rows.text(row, 0));
  return all;
}

std::unique_ptr<DocumentSweep> PostgresDocuments::sweep(DocumentKind kind, Time oldest, Time) {
  class Sweep final : public DocumentSweep {
   public:
    explicit Sweep(std::function<std::size_t()> remove_all) : remove_all_(std::move(remove_all)) {}
    bool step() override {
      removed_ += remove_all_();
      return true;
    }

   private:
    std::function<std::size_t()> remove_all_;
  };
  return std::make_unique<Sweep>([this, kind, oldest] {
    return run_for_number(
        "WITH old AS (DELETE FROM paper WHERE kind = $1 AND ended < $2 RETURNING name)"
        " SELECT count(*) FROM old",
        SqlValues().number(number_of(kind)).number(static_cast<std::uint64_t>(oldest.count())));
  });
}

std::size_t PostgresDocuments::keep_within(DocumentKind kind, std::uint64_t bytes) {
  return run_for_number(
      "WITH old AS (DELETE FROM paper WHERE kind = $1 AND name IN (SELECT name FROM"
      " (SELECT name, sum(length(body)) OVER (ORDER BY ended DESC, name) AS so_far"
      " FROM paper WHERE kind = $1) AS sized WHERE so_far > $2) RETURNING name)"
      " SELECT count(*) FROM old",
      SqlValues().number(number_of(kind)).number(bytes));
}

std::uint64_t PostgresDocuments::bytes() {
  return run_for_number("SELECT pg_total_relation_size('paper')", {});
}

std::uint64_t PostgresDocuments::bytes(DocumentKind kind) {
  return run_for_number("SELECT coalesce(sum(length(body)), 0)::bigint FROM paper WHERE kind = $1",
                        SqlValues().number(number_of(kind)));
}

}  // namespace nl
