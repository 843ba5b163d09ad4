// Cluster node in PostgreSQL: epoch, lease, peers and orphaned rooms.
#include "store/postgres_node.h"

#include "store/postgres_schema.h"

namespace nl {
namespace {

// Lock that proves a live connection of a node. Epochs are far from other programs' lock numbers.
constexpr const char* kLocked =
    "EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    " AND classid::bigint = node.epoch >> 32 AND objid::bigint = node.epoch & 4294967295)";

std::string name_of(Epoch epoch) { return "ninelives node " + std::to_string(epoch); }

}  // namespace

PostgresNode::PostgresNode(const std::string& where, NodeInfo info)
    : where_(where), info_(std::move(info)) {
  link_ = std::make_unique<PostgresLink>(where_, "ninelives");
  bring_up_to_date(*link_);
  epoch_ = link_->run("SELECT nextval('epoch')").number(0, 0);
  reconnect();  // under its name, by which it can be terminated
  link_->run(
      "INSERT INTO node (epoch, url, engine, expires)"
      " VALUES ($1, $2, $3, clock_timestamp() + $4::bigint * interval '1 ms')",
      SqlValues()
          .number(epoch_)
          .text(info_.url)
          .number(info_.engine)
          .number(static_cast<std::uint64_t>(info_.lease.count())));
}

void PostgresNode::retire() {
  const SqlValues me = SqlValues().number(epoch_);
  link().run_together({{"DELETE FROM cell WHERE holder = $1 AND NOT EXISTS"
                        " (SELECT FROM room WHERE owner = $1 AND open)",
                        me},
                       {"DELETE FROM node WHERE epoch = $1 AND NOT EXISTS"
                        " (SELECT FROM room WHERE owner = $1 AND open)",
                        me}});
}

PostgresLink& PostgresNode::link() {
  if (!link_) reconnect();
  return *link_;
}

void PostgresNode::reconnect() {
  link_.reset();
  link_ = std::make_unique<PostgresLink>(where_, name_of(epoch_));
  lock();
}

// The server may not have closed the old connection yet; its lock counts for this node until then.
void PostgresNode::lock() {
  locked_ = link_->run("SELECT pg_try_advisory_lock($1)", SqlValues().number(epoch_)).flag(0, 0);
}

bool PostgresNode::renew() {
  PostgresLink& database = link();
  if (!locked_) lock();
  const SqlRows rows = database.run(
      "UPDATE node SET expires = clock_timestamp() + $2::bigint * interval '1 ms'"
      " WHERE epoch = $1 RETURNING epoch",
      SqlValues().number(epoch_).number(static_cast<std::uint64_t>(info_.lease.count())));
  return rows.size() == 1;
}

std::vector<Peer> PostgresNode::peers() {
  static const std::string sql =
      std::string("SELECT epoch, url, engine, expires < clock_timestamp(), ") + kLocked +
      " FROM node WHERE epoch <> $1 ORDER BY epoch";
  const SqlRows rows = link().run(sql.c_str(), SqlValues().number(epoch_));
  std::vector<Peer> all;
  for (int row = 0; row < rows.size(); ++row) {
    all.push_back({rows.number(row, 0), rows.text(row, 1), rows.number(row, 2), rows.flag(row, 3),
                   rows.flag(row, 4)});
  }
  return all;
}

std::vector<Orphan> PostgresNode::orphans() {
  const SqlRows rows = link().run(
      "SELECT holder, room.engine, count(room.number) FROM cell"
      " LEFT JOIN room ON room.owner = holder AND room.open WHERE name = 2 AND NOT EXISTS"
      " (SELECT FROM node WHERE epoch = holder) GROUP BY holder, room.engine ORDER BY holder");
  std::vector<Orphan> all;
  for (int row = 0; row < rows.size(); ++row) {
    if (all.empty() || all.back().holder != rows.number(row, 0)) {
      all.push_back({.holder = rows.number(row, 0)});
    }
    if (!rows.is_null(row, 1)) all.back().engines.push_back(rows.number(row, 1));
    all.back().rooms += rows.number(row, 2);
  }
  return all;
}

std::map<Epoch, std::uint64_t> PostgresNode::room_counts() {
  const SqlRows rows = link().run("SELECT owner, count(*) FROM room WHERE open GROUP BY owner", {});
  std::map<Epoch, std::uint64_t> counts;
  for (int row = 0; row < rows.size(); ++row) counts[rows.number(row, 0)] = rows.number(row, 1);
  return counts;
}

// Terminates its connections first: one that sleeps in the middle of a commit would hold its row
// lock for ever.
void PostgresNode::evict(Epoch node) {
  const SqlValues dead = SqlValues().text(std::to_string(node));
  link().run(
      "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
      " WHERE datname = current_database() AND usename = current_user"
      " AND application_name IN ('ninelives ' || $1, 'ninelives node ' || $1)",
      dead);
  link().run_together({{"DELETE FROM node WHERE epoch = $1", SqlValues().number(node)},
                       {"DELETE FROM lobby WHERE owner = $1", SqlValues().number(node)}});
}

std::optional<Whereabouts> PostgresNode::find(const RoomId& first, const RoomId& last) {
  static const std::string sql = std::string(
                                     "SELECT room.owner, coalesce(node.url, ''),"
                                     " coalesce(node.expires > clock_timestamp() AND ") +
                                 kLocked +
                                 ", false) FROM room LEFT JOIN node ON node.epoch = room.owner"
                                 " WHERE room.open AND room.id >= $1 AND room.id <= $2 LIMIT 1";
  const SqlRows rows = link().run(sql.c_str(), SqlValues().bytes(first).bytes(last));
  if (rows.size() == 0) return std::nullopt;
  return Whereabouts{rows.number(0, 0), rows.text(0, 1), rows.flag(0, 2)};
}

void PostgresNode::publish(const std::vector<Listed>& rooms) {
  std::vector<SqlValues::Bytes> ids;
  std::vector<std::string> summaries;
  for (const Listed& one : rooms) {
    ids.emplace_back(one.room);
    summaries.push_back(one.summary);
  }
  link().run_together({{"DELETE FROM lobby WHERE owner = $1", SqlValues().number(epoch_)},
                       {"INSERT INTO lobby SELECT room, $1, summary"
                        " FROM unnest($2::bytea[], $3::text[]) AS new (room, summary)"
                        " ON CONFLICT (room) DO UPDATE SET owner = excluded.owner,"
                        " summary = excluded.summary",
                        SqlValues().number(epoch_).list(ids).texts(summaries)}});
}

std::vector<std::string> PostgresNode::others_rooms(std::size_t most) {
  const SqlRows rows = link().run(
      "SELECT summary FROM lobby JOIN node ON node.epoch = lobby.owner"
      " WHERE lobby.owner <> $1 AND expires > clock_timestamp() LIMIT $2",
      SqlValues().number(epoch_).number(most));
  std::vector<std::string> all;
  for (int row = 0; row < rows.size(); ++row) all.push_back(rows.text(row, 0));
  return all;
}

}  // namespace nl
