-- What akka-persistence-jdbc 5.2.1 expects of H2, in a form that can be run at every start, and our own tables.
-- Left out of the plugin's own script: durable state, which is not used, and an index that repeats a constraint.

-- Payloads up to this many bytes are kept in the row; H2's 256 would send most events to its store of large objects.
SET MAX_LENGTH_INPLACE_LOB 4096;

CREATE TABLE IF NOT EXISTS "event_journal" (
    "ordering" BIGINT UNIQUE NOT NULL AUTO_INCREMENT,
    "deleted" BOOLEAN DEFAULT FALSE NOT NULL,
    "persistence_id" VARCHAR(255) NOT NULL,
    "sequence_number" BIGINT NOT NULL,
    "writer" VARCHAR NOT NULL,
    "write_timestamp" BIGINT NOT NULL,
    "adapter_manifest" VARCHAR NOT NULL,
    "event_payload" BLOB NOT NULL,
    "event_ser_id" INTEGER NOT NULL,
    "event_ser_manifest" VARCHAR NOT NULL,
    "meta_payload" BLOB,
    "meta_ser_id" INTEGER,
    "meta_ser_manifest" VARCHAR,
    PRIMARY KEY ("persistence_id", "sequence_number")
);

-- H2 writes to the file, in a transaction of its own, each time that so many numbers are used up; its 32 are a dozen such
-- writes for each batch of events. What is left of them at a crash is a gap, which readers allow for.
ALTER TABLE "event_journal" ALTER COLUMN "ordering" SET CACHE 10000;

CREATE TABLE IF NOT EXISTS "event_tag" (
    "event_id" BIGINT NOT NULL,
    "tag" VARCHAR NOT NULL,
    PRIMARY KEY ("event_id", "tag"),
    CONSTRAINT "event_tag_of_event" FOREIGN KEY ("event_id") REFERENCES "event_journal" ("ordering") ON DELETE CASCADE
);

CREATE TABLE IF NOT EXISTS "snapshot" (
    "persistence_id" VARCHAR(255) NOT NULL,
    "sequence_number" BIGINT NOT NULL,
    "created" BIGINT NOT NULL,
    "snapshot_ser_id" INTEGER NOT NULL,
    "snapshot_ser_manifest" VARCHAR NOT NULL,
    "snapshot_payload" BLOB NOT NULL,
    "meta_ser_id" INTEGER,
    "meta_ser_manifest" VARCHAR,
    "meta_payload" BLOB,
    PRIMARY KEY ("persistence_id", "sequence_number")
);

-- One row: the newest term that a leader took. Terms count from 1.
CREATE TABLE IF NOT EXISTS "ebb_leader_term" (
    "only_row" BOOLEAN PRIMARY KEY CHECK ("only_row"),
    "term" BIGINT NOT NULL
);

INSERT INTO "ebb_leader_term" ("only_row", "term")
SELECT TRUE, 0 WHERE NOT EXISTS (SELECT 1 FROM "ebb_leader_term");

-- What the leader of the newest term keeps for Hadoop: applications, attempts, tokens, keys, ...
CREATE TABLE IF NOT EXISTS "ebb_leader_rows" (
    "kind" VARCHAR(64) NOT NULL,
    "parent" VARCHAR(1024) NOT NULL,
    "id" VARCHAR(1024) NOT NULL,
    "content" BLOB NOT NULL,
    PRIMARY KEY ("kind", "parent", "id")
);
