-- What akka-persistence-jdbc 5.2.1 expects of PostgreSQL, in a form that can be run at every start, and our own tables.
-- Left out of the plugin's own script: durable state, which is not used, and the schema's name, which the connection says.
-- Texts have no limit here: TextLimit and RowKey refuse what is too long where it comes in. One that is part of a key must
-- fit into an index, which takes 2,704 bytes a row (as it is or compressed): the longest legal keys have 2,600.

-- One row: what tells this journal from every other one, and when an instance has last tried to write.
CREATE TABLE IF NOT EXISTS ebb_journal (
    only_row BOOLEAN PRIMARY KEY CHECK (only_row),
    identity TEXT NOT NULL,
    probed_at BIGINT NOT NULL
);

CREATE TABLE IF NOT EXISTS event_journal (
    ordering BIGSERIAL NOT NULL,
    persistence_id TEXT NOT NULL,
    sequence_number BIGINT NOT NULL,
    deleted BOOLEAN DEFAULT FALSE NOT NULL,
    writer TEXT NOT NULL,
    write_timestamp BIGINT,
    adapter_manifest TEXT,
    event_ser_id INTEGER NOT NULL,
    event_ser_manifest TEXT NOT NULL,
    event_payload BYTEA NOT NULL,
    meta_ser_id INTEGER,
    meta_ser_manifest TEXT,
    checksum BIGINT NOT NULL,
    meta_payload BYTEA,
    -- SHA-256, see EventHash; null in rows of an earlier build.
    hash BYTEA,
    PRIMARY KEY (persistence_id, sequence_number)
);

-- A table of an earlier build has no hashes. Not ADD COLUMN IF NOT EXISTS, which would lock the table at every start.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'event_journal'::regclass AND attname = 'hash') THEN
        ALTER TABLE event_journal ADD COLUMN hash BYTEA;
    END IF;
END $$;

CREATE UNIQUE INDEX IF NOT EXISTS event_journal_ordering_idx ON event_journal (ordering);

CREATE TABLE IF NOT EXISTS event_tag (
    event_id BIGINT NOT NULL,
    tag TEXT NOT NULL,
    PRIMARY KEY (event_id, tag),
    CONSTRAINT event_tag_of_event FOREIGN KEY (event_id) REFERENCES event_journal (ordering) ON DELETE CASCADE
);

CREATE TABLE IF NOT EXISTS snapshot (
    persistence_id TEXT NOT NULL,
    sequence_number BIGINT NOT NULL,
    created BIGINT NOT NULL,
    snapshot_ser_id INTEGER NOT NULL,
    snapshot_ser_manifest TEXT NOT NULL,
    snapshot_payload BYTEA NOT NULL,
    meta_ser_id INTEGER,
    meta_ser_manifest TEXT,
    meta_payload BYTEA,
    PRIMARY KEY (persistence_id, sequence_number)
);

-- A node's state after some of its events: NodeStates. Made from the events, and made again if any of it is missing.
-- latest: the latest time of these events, in milliseconds, rounded up.
CREATE TABLE IF NOT EXISTS ebb_node_state (
    persistence_id TEXT NOT NULL,
    sequence_number BIGINT NOT NULL,
    latest BIGINT NOT NULL,
    content BYTEA NOT NULL,
    checksum BIGINT NOT NULL,
    PRIMARY KEY (persistence_id, sequence_number)
);

-- One row: the newest term that a leader took, from 1 on, and how many transactions leaders have made, over all terms.
CREATE TABLE IF NOT EXISTS ebb_leader_term (
    only_row BOOLEAN PRIMARY KEY CHECK (only_row),
    term BIGINT NOT NULL,
    commits BIGINT NOT NULL
);

INSERT INTO ebb_leader_term (only_row, term, commits) VALUES (TRUE, 0, 0) ON CONFLICT DO NOTHING;

-- How many transactions leaders had made when a term began.
CREATE TABLE IF NOT EXISTS ebb_term_start (
    term BIGINT PRIMARY KEY,
    commits BIGINT NOT NULL
);

-- What the leader of the newest term keeps for Hadoop: applications, attempts, tokens, keys, ...
CREATE TABLE IF NOT EXISTS ebb_leader_rows (
    kind TEXT NOT NULL,
    parent TEXT NOT NULL,
    id TEXT NOT NULL,
    content BYTEA NOT NULL,
    PRIMARY KEY (kind, parent, id)
);

-- Who holds what until when, on this database's clock: the lead, the right to go on alone, an instance's name, ...
CREATE TABLE IF NOT EXISTS ebb_lease (
    name TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    expires TIMESTAMP WITH TIME ZONE NOT NULL
);

-- One row: by what the instances on this database know each other. Secret, as the leader's rows are.
CREATE TABLE IF NOT EXISTS ebb_cluster_key (
    only_row BOOLEAN PRIMARY KEY CHECK (only_row),
    private_key BYTEA NOT NULL,
    certificate BYTEA NOT NULL
);
