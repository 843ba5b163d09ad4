#include "store/postgres_papers.h"

#include <algorithm>

#include "store/postgres_schema.h"

namespace nl {
namespace {

// A text is bound to its kind and name, as a room's blobs are to the room.
RoomId place_of(std::string_view name) {
  RoomId place{};
  if (name.size() > place.size()) throw StoreError("the name of a paper is too long");
  std::copy(name.begin(), name.end(), place.begin());
  return place;
}

std::uint64_t number_of(PaperKind kind) { return static_cast<std::uint64_t>(kind); }

SqlValues named(PaperKind kind, std::string_view name) {
  return SqlValues().number(number_of(kind)).text(name);
}

}  // namespace

PostgresPapers::PostgresPapers(std::string where, const SealKey& key)
    : where_(std::move(where)), seal_(key) {
  link_ = std::make_unique<PostgresLink>(where_, "ninelives papers");
  bring_up_to_date(*link_);
}

// A connection that broke is made anew, once; whoever asks is not to wait long.
SqlRows PostgresPapers::run(const char* sql, const SqlValues& values) {
  constexpr std::chrono::seconds kPatience{2};
  const std::lock_guard lock(mutex_);
  for (bool again = link_ != nullptr;; again = false) {
    try {
      if (!link_) link_ = std::make_unique<PostgresLink>(where_, "ninelives papers", kPatience);
      return link_->run(sql, values);
    } catch (const BackendError&) {
      link_.reset();
      if (!again) throw;
    }
  }
}

std::vector<std::uint8_t> PostgresPapers::closed(PaperKind kind, std::string_view name,
                                                 const std::string& text) const {
  std::vector<Blob> blobs;
  ChainEnd end;
  seal_.close(place_of(name), number_of(kind), {EntryKind::Event, text, {}}, end, blobs);
  std::vector<std::uint8_t> body;
  for (const Blob& blob : blobs) body.insert(body.end(), blob.begin(), blob.end());
  return body;
}

std::string PostgresPapers::opened(PaperKind kind, std::string_view name, FoundBytes body) const {
  Entry entry;
  ChainEnd end;
  bool complete = false;
  for (; body.size() >= kBlobBytes && !complete; body = body.subspan(kBlobBytes)) {
    Blob blob;
    std::copy_n(body.begin(), blob.size(), blob.begin());
    complete = seal_.open(place_of(name), number_of(kind), blob, end, entry);
  }
  if (!complete || !body.empty()) throw SealError(std::string(name) + " was cut short");
  return entry.data;
}

std::optional<Paper> PostgresPapers::find(PaperKind kind, std::string_view name) {
  const SqlRows rows = run("SELECT body, ended, deleted FROM paper WHERE kind = $1 AND name = $2",
                           named(kind, name));
  if (rows.size() == 0) return std::nullopt;
  return Paper{.ended = std::chrono::milliseconds(rows.number(0, 1)),
               .deleted = rows.flag(0, 2),
               .text = opened(kind, name, rows.bytes(0, 0))};
}

std::optional<std::string> PostgresPapers::read(PaperKind kind, std::string_view name) {
  auto found = find(kind, name);
  return found ? std::optional(std::move(found->text)) : std::nullopt;
}

SqlValues PostgresPapers::values_of(PaperKind kind, std::string_view name,
                                    const Paper& paper) const {
  return named(kind, name)
      .number(static_cast<std::uint64_t>(paper.ended.count()))
      .number(paper.deleted ? 1 : 0)
      .bytes(closed(kind, name, paper.text));
}

bool PostgresPapers::replace(PaperKind kind, std::string_view name,
                             const std::optional<std::chrono::milliseconds>& ended,
                             const Paper& paper) {
  SqlValues values = values_of(kind, name, paper);
  const SqlRows done =
      ended ? run("WITH done AS (UPDATE paper SET ended = $3, deleted = $4 <> 0, body = $5"
                  " WHERE kind = $1 AND name = $2 AND ended = $6 RETURNING name)"
                  " SELECT count(*) FROM done",
                  values.number(static_cast<std::uint64_t>(ended->count())))
            : run("WITH done AS (INSERT INTO paper (kind, name, ended, deleted, body)"
                  " VALUES ($1, $2, $3, $4 <> 0, $5) ON CONFLICT DO NOTHING RETURNING name)"
                  " SELECT count(*) FROM done",
                  values);
  return done.number(0, 0) == 1;
}

void PostgresPapers::write(PaperKind kind, std::string_view name, const Paper& paper) {
  run("INSERT INTO paper (kind, name, ended, deleted, body) VALUES ($1, $2, $3, $4 <> 0, $5)"
      " ON CONFLICT (kind, name) DO UPDATE SET ended = excluded.ended, deleted = excluded.deleted,"
      " body = excluded.body WHERE NOT paper.deleted",
      values_of(kind, name, paper));
}

std::vector<std::string> PostgresPapers::names(PaperKind kind) {
  const SqlRows rows = run("SELECT name FROM paper WHERE kind = $1 ORDER BY name",
                           SqlValues().number(number_of(kind)));
  std::vector<std::string> all;
  for (int row = 0; row < rows.size(); ++row) all.push_back(rows.text(row, 0));
  return all;
}

std::size_t PostgresPapers::forget_before(PaperKind kind, std::chrono::milliseconds ended) {
  return static_cast<std::size_t>(
      run("WITH old AS (DELETE FROM paper WHERE kind = $1 AND ended < $2 RETURNING name)"
          " SELECT count(*) FROM old",
          SqlValues().number(number_of(kind)).number(static_cast<std::uint64_t>(ended.count())))
          .number(0, 0));
}

std::size_t PostgresPapers::keep_within(PaperKind kind, std::uint64_t bytes) {
  return static_cast<std::size_t>(
      run("WITH old AS (DELETE FROM paper WHERE kind = $1 AND name IN (SELECT name FROM"
          " (SELECT name, sum(length(body)) OVER (ORDER BY ended DESC, name) AS so_far"
          " FROM paper WHERE kind = $1) AS sized WHERE so_far > $2) RETURNING name)"
          " SELECT count(*) FROM old",
          SqlValues().number(number_of(kind)).number(bytes))
          .number(0, 0));
}

}  // namespace nl
