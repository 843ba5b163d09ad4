// PostgreSQL schema and its migrations.
#include "store/postgres_schema.h"

#include <algorithm>
#include <array>

namespace nl {
namespace {

// Step by step from nothing to today's tables. Never change a step that was released: add one.
//
// A holder is one life of one node, or a parcel of rooms that somebody has let go. Its number comes
// from one sequence and never again. While its row in `node` is there it may write; taking the row
// away waits for what is being written, and nothing is written after it.
constexpr std::array kSteps = {
    R"sql(
CREATE SEQUENCE epoch;
CREATE TABLE node (
  epoch bigint PRIMARY KEY, url text NOT NULL, engine bigint NOT NULL,
  expires timestamptz NOT NULL);
CREATE TABLE room (
  number bigserial PRIMARY KEY, id bytea NOT NULL UNIQUE, owner bigint NOT NULL,
  term bigint NOT NULL, open boolean NOT NULL DEFAULT true, ending bytea, closed timestamptz);
CREATE INDEX room_of_owner ON room (owner) WHERE open;
CREATE TABLE entry (
  room bigint, n bigint, term bigint NOT NULL, blob bytea NOT NULL, PRIMARY KEY (room, n));
ALTER TABLE entry ALTER blob SET STORAGE EXTERNAL;
CREATE TABLE cell (
  holder bigint, name bigint, note bytea NOT NULL, PRIMARY KEY (holder, name))
  WITH (fillfactor = 50);
CREATE TABLE lobby (room bytea PRIMARY KEY, owner bigint NOT NULL, summary text NOT NULL);

CREATE FUNCTION fence(me bigint, rooms bytea[], terms bigint[]) RETURNS void AS $$
DECLARE held bigint;
BEGIN
  PERFORM 1 FROM node WHERE epoch = me FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'fenced: epoch % has lost its rooms to another node', me
      USING ERRCODE = 'NL001';
  END IF;
  SELECT count(*) INTO held FROM unnest(rooms, terms) AS mine(id, term)
    JOIN room ON room.id = mine.id AND room.term = mine.term
      AND (room.owner = me OR NOT room.open);
  IF held <> cardinality(rooms) THEN
    RAISE EXCEPTION 'fenced: % of % rooms are not epoch %''s', cardinality(rooms) - held,
      cardinality(rooms), me USING ERRCODE = 'NL001';
  END IF;
END $$ LANGUAGE plpgsql;

CREATE FUNCTION adopt(me bigint, dead bigint, rooms bytea[]) RETURNS void AS $$
DECLARE moved bigint;
BEGIN
  DELETE FROM cell WHERE holder = dead AND name = 2;
  IF NOT FOUND OR EXISTS (SELECT FROM node WHERE epoch = dead) THEN
    RAISE EXCEPTION 'another node has taken what epoch % left', dead USING ERRCODE = 'NL002';
  END IF;
  UPDATE room SET owner = me, term = term + 1 WHERE owner = dead AND open AND id = ANY (rooms);
  GET DIAGNOSTICS moved = ROW_COUNT;
  IF moved <> cardinality(rooms) THEN
    RAISE EXCEPTION 'another node has taken what epoch % left', dead USING ERRCODE = 'NL002';
  END IF;
  DELETE FROM lobby WHERE owner = dead;
END $$ LANGUAGE plpgsql;

CREATE FUNCTION let_go(me bigint, rooms bytea[], ledger bytea) RETURNS void AS $$
DECLARE parcel bigint := nextval('epoch');
BEGIN
  UPDATE room SET owner = parcel, term = term + 1 WHERE owner = me AND id = ANY (rooms);
  DELETE FROM lobby WHERE owner = me AND room = ANY (rooms);
  INSERT INTO cell VALUES (parcel, 2, ledger);
END $$ LANGUAGE plpgsql;
)sql",
    // Engine that can replay all of a room: that of its opener or last owner. 0: unknown. A node
    // takes rooms leaves those that are not for its rules in a parcel of their own. Nodes of before
    // run on for a while: they still find what they call.
    R"sql(
ALTER TABLE room ADD COLUMN engine bigint NOT NULL DEFAULT 0;
UPDATE room SET engine = node.engine FROM node WHERE room.open AND node.epoch = room.owner;

CREATE FUNCTION adopt(
  me bigint, dead bigint, rooms bytea[], unfit bytea[], unfit_ledger bytea) RETURNS void AS $$
DECLARE
  moved bigint;
  passed_over bigint := 0;
  parcel bigint;
BEGIN
  DELETE FROM cell WHERE holder = dead AND name = 2;
  IF NOT FOUND OR EXISTS (SELECT FROM node WHERE epoch = dead) THEN
    RAISE EXCEPTION 'another node has taken what epoch % left', dead USING ERRCODE = 'NL002';
  END IF;
  UPDATE room SET owner = me, term = term + 1,
      engine = (SELECT node.engine FROM node WHERE epoch = me)
    WHERE owner = dead AND open AND id = ANY (rooms);
  GET DIAGNOSTICS moved = ROW_COUNT;
  IF cardinality(unfit) > 0 THEN
    parcel := nextval('epoch');
    UPDATE room SET owner = parcel, term = term + 1
      WHERE owner = dead AND open AND id = ANY (unfit);
    GET DIAGNOSTICS passed_over = ROW_COUNT;
    INSERT INTO cell VALUES (parcel, 2, unfit_ledger);
  END IF;
  IF moved <> cardinality(rooms) OR passed_over <> cardinality(unfit) THEN
    RAISE EXCEPTION 'another node has taken what epoch % left', dead USING ERRCODE = 'NL002';
  END IF;
  DELETE FROM lobby WHERE owner = dead;
END $$ LANGUAGE plpgsql;

CREATE OR REPLACE FUNCTION adopt(me bigint, dead bigint, rooms bytea[]) RETURNS void AS $$
BEGIN
  PERFORM adopt(me, dead, rooms, '{}', '');
END $$ LANGUAGE plpgsql;

CREATE OR REPLACE FUNCTION let_go(me bigint, rooms bytea[], ledger bytea) RETURNS void AS $$
DECLARE parcel bigint := nextval('epoch');
BEGIN
  UPDATE room SET owner = parcel, term = term + 1,
      engine = CASE room.engine WHEN 0 THEN
        coalesce((SELECT node.engine FROM node WHERE epoch = me), 0) ELSE room.engine END
    WHERE owner = me AND id = ANY (rooms);
  DELETE FROM lobby WHERE owner = me AND room = ANY (rooms);
  INSERT INTO cell VALUES (parcel, 2, ledger);
END $$ LANGUAGE plpgsql;
)sql",
    // Finished games and notes of voided rooms, available at every node.
    R"sql(
CREATE TABLE paper (
  kind bigint, name text, ended bigint NOT NULL, deleted boolean NOT NULL, body bytea NOT NULL,
  PRIMARY KEY (kind, name));
ALTER TABLE paper ALTER body SET STORAGE EXTERNAL;
CREATE INDEX paper_by_age ON paper (kind, ended);
)sql",
    // Documents get a version for compare-and-swap. A trigger sets it, because nodes of before
    // update rows without knowing of it. add_paper returns 1 (done), 2 (exists) or 3 (full): a lock
    // makes the quota of a kind exact on all nodes. 2^40 or more is no quota.
    R"sql(
CREATE SEQUENCE paper_version;
ALTER TABLE paper ADD COLUMN version bigint NOT NULL DEFAULT nextval('paper_version');

CREATE FUNCTION set_paper_version() RETURNS trigger AS $$
BEGIN
  NEW.version := nextval('paper_version');
  RETURN NEW;
END $$ LANGUAGE plpgsql;
CREATE TRIGGER paper_version BEFORE UPDATE ON paper
  FOR EACH ROW EXECUTE FUNCTION set_paper_version();

CREATE FUNCTION add_paper(
  new_kind bigint, new_name text, new_ended bigint, new_deleted boolean, new_body bytea,
  most bigint) RETURNS bigint AS $$
BEGIN
  IF most < 1099511627776 THEN
    PERFORM pg_advisory_xact_lock(7021948800900002);
    IF EXISTS (SELECT FROM paper WHERE kind = new_kind AND name = new_name) THEN
      RETURN 2;
    END IF;
    IF (SELECT count(*) FROM paper WHERE kind = new_kind) >= most THEN
      RETURN 3;
    END IF;
  END IF;
  INSERT INTO paper (kind, name, ended, deleted, body)
    VALUES (new_kind, new_name, new_ended, new_deleted, new_body) ON CONFLICT DO NOTHING;
  RETURN CASE WHEN FOUND THEN 1 ELSE 2 END;
END $$ LANGUAGE plpgsql;
)sql",
};

}  // namespace

void bring_up_to_date(PostgresLink& link, std::size_t steps) {
  link.run_script(
      "BEGIN; SELECT pg_advisory_xact_lock(7021948800900001);"
      "CREATE SCHEMA IF NOT EXISTS ninelives;"
      "CREATE TABLE IF NOT EXISTS schema_step (step bigint NOT NULL);");
  const SqlRows found = link.run("SELECT coalesce(max(step), 0)::bigint FROM schema_step");
  const auto taken = static_cast<std::size_t>(found.number(0, 0));
  if (taken > kSteps.size()) {
    throw StoreError("the database was written by a newer version of ninelives");
  }
  for (std::size_t step = taken; step < std::min(steps, kSteps.size()); ++step) {
    link.run_script(kSteps[step]);
    link.run("INSERT INTO schema_step VALUES ($1)", SqlValues().number(step + 1));
  }
  link.run_script("COMMIT");
}

}  // namespace nl
