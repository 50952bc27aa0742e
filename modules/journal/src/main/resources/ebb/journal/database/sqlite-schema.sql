-- What akka-persistence-jdbc 5.2.1 expects, in SQLite's words and in a form that can be run at every start, and our own
-- tables. Lengths mean nothing to SQLite.

-- One row: what tells this journal from every other one, and when an instance has last tried to write.
CREATE TABLE IF NOT EXISTS "ebb_journal" (
    "only_row" BOOLEAN PRIMARY KEY CHECK ("only_row"),
    "identity" TEXT NOT NULL,
    "probed_at" BIGINT NOT NULL
);

CREATE TABLE IF NOT EXISTS "event_journal" (
    "ordering" INTEGER PRIMARY KEY AUTOINCREMENT,
    "deleted" BOOLEAN DEFAULT FALSE NOT NULL,
    "persistence_id" TEXT NOT NULL,
    "sequence_number" BIGINT NOT NULL,
    "writer" TEXT NOT NULL,
    "write_timestamp" BIGINT NOT NULL,
    "adapter_manifest" TEXT NOT NULL,
    "event_payload" BLOB NOT NULL,
    "event_ser_id" INTEGER NOT NULL,
    "event_ser_manifest" TEXT NOT NULL,
    "meta_payload" BLOB,
    "meta_ser_id" INTEGER,
    "meta_ser_manifest" TEXT,
    "checksum" BIGINT NOT NULL,
    -- SHA-256, see EventHash; null in rows of an earlier build.
    "hash" BLOB,
    UNIQUE ("persistence_id", "sequence_number")
);

CREATE TABLE IF NOT EXISTS "event_tag" (
    "event_id" BIGINT NOT NULL,
    "tag" TEXT NOT NULL,
    PRIMARY KEY ("event_id", "tag"),
    FOREIGN KEY ("event_id") REFERENCES "event_journal" ("ordering") ON DELETE CASCADE
);

CREATE TABLE IF NOT EXISTS "snapshot" (
    "persistence_id" TEXT NOT NULL,
    "sequence_number" BIGINT NOT NULL,
    "created" BIGINT NOT NULL,
    "snapshot_ser_id" INTEGER NOT NULL,
    "snapshot_ser_manifest" TEXT NOT NULL,
    "snapshot_payload" BLOB NOT NULL,
    "meta_ser_id" INTEGER,
    "meta_ser_manifest" TEXT,
    "meta_payload" BLOB,
    PRIMARY KEY ("persistence_id", "sequence_number")
);

-- A node's state after some of its events: NodeStates. Made from the events, and made again if any of it is missing.
-- latest: the latest time of these events, in milliseconds, rounded up.
CREATE TABLE IF NOT EXISTS "ebb_node_state" (
    "persistence_id" TEXT NOT NULL,
    "sequence_number" BIGINT NOT NULL,
    "latest" BIGINT NOT NULL,
    "content" BLOB NOT NULL,
    "checksum" BIGINT NOT NULL,
    PRIMARY KEY ("persistence_id", "sequence_number")
);

-- One row: the newest term that a leader took, from 1 on, and how many transactions leaders have made, over all terms.
CREATE TABLE IF NOT EXISTS "ebb_leader_term" (
    "only_row" BOOLEAN PRIMARY KEY CHECK ("only_row"),
    "term" BIGINT NOT NULL,
    "commits" BIGINT NOT NULL
);

INSERT INTO "ebb_leader_term" ("only_row", "term", "commits")
SELECT TRUE, 0, 0 WHERE NOT EXISTS (SELECT 1 FROM "ebb_leader_term");

-- How many transactions leaders had made when a term began.
CREATE TABLE IF NOT EXISTS "ebb_term_start" (
    "term" BIGINT PRIMARY KEY,
    "commits" BIGINT NOT NULL
);

-- What the leader of the newest term keeps for Hadoop: applications, attempts, tokens, keys, ...
CREATE TABLE IF NOT EXISTS "ebb_leader_rows" (
    "kind" TEXT NOT NULL,
    "parent" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "content" BLOB NOT NULL,
    PRIMARY KEY ("kind", "parent", "id")
);
