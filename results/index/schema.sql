-- What everybody queries. Everything here can be made again from the attempt folders and
-- the plans under runs/, so a change of this file raises the version in index.go and no data moves.
--
-- Numbers that need not be finite stand in two columns: the value, and its kind, one of
-- f (finite), n (not a number), + and - (infinities). The value is NULL unless the kind is f, and the kind is NULL
-- where nothing was reported. The sign of a zero is not kept.

CREATE TABLE plans (
  id         INTEGER PRIMARY KEY,
  hash       TEXT NOT NULL UNIQUE,
  experiment TEXT NOT NULL
) STRICT;

CREATE TABLE runs (
  id         TEXT PRIMARY KEY,
  plan       INTEGER NOT NULL REFERENCES plans (id),
  experiment TEXT NOT NULL,
  plan_hash  TEXT NOT NULL,
  started    TEXT NOT NULL,            -- RFC 3339, UTC
  ended      TEXT,                     -- NULL: goes on, or died
  state      TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX runs_by_experiment ON runs (experiment, started, id);

CREATE TABLE stages (
  id    INTEGER PRIMARY KEY,
  hash  TEXT NOT NULL UNIQUE,
  kind  TEXT NOT NULL,
  title TEXT NOT NULL,
  spec  TEXT NOT NULL,                 -- JSON
  done  INTEGER                        -- number of the attempt that counts; NULL: none
) STRICT;
CREATE INDEX stages_by_kind ON stages (kind);

CREATE TABLE inputs (
  stage INTEGER NOT NULL REFERENCES stages (id),
  n     INTEGER NOT NULL,
  name  TEXT NOT NULL,
  hash  TEXT NOT NULL,                 -- of the stage whose artifacts are read
  PRIMARY KEY (stage, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE trials (
  id     INTEGER PRIMARY KEY,
  plan   INTEGER NOT NULL REFERENCES plans (id),
  n      INTEGER NOT NULL,             -- place in the plan, from 0
  trial  TEXT NOT NULL,                -- its name
  labels TEXT NOT NULL,                -- JSON object, axis to value
  grids  TEXT NOT NULL,                -- JSON array
  roles  TEXT NOT NULL,                -- JSON object, role to stage hash
  stages TEXT NOT NULL,                -- JSON array of hashes, in order
  UNIQUE (plan, n)
) STRICT;

CREATE VIEW trial_stages AS
  SELECT t.id AS trial, j.key AS n, j.value AS hash FROM trials t, json_each(t.stages) j;

CREATE TABLE attempts (
  stage       INTEGER NOT NULL REFERENCES stages (id),
  number      INTEGER NOT NULL,        -- from 1
  state       TEXT NOT NULL,
  resumes     INTEGER,                 -- number of the attempt it went on from
  host        TEXT,
  pid         INTEGER,
  build       TEXT,
  cpu         TEXT,
  started     TEXT NOT NULL,
  seconds     REAL,                    -- of this attempt alone
  cpu_seconds REAL,
  peak_bytes  INTEGER,
  failure     TEXT,                    -- JSON: state, message, stack, retry
  PRIMARY KEY (stage, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX attempts_by_state ON attempts (state);

CREATE TABLE artifacts (
  stage  INTEGER NOT NULL REFERENCES stages (id),
  name   TEXT NOT NULL,
  bytes  INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  PRIMARY KEY (stage, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE episodes (
  stage            INTEGER NOT NULL REFERENCES stages (id),
  phase            TEXT NOT NULL,
  n                INTEGER NOT NULL,   -- order of recording inside the phase, from 0
  frame            INTEGER NOT NULL,   -- order in the episodes file, from 1
  at               INTEGER NOT NULL,   -- bytes from the start of the episodes file
  bytes            INTEGER NOT NULL,
  split            TEXT NOT NULL,
  task             INTEGER NOT NULL,
  task_type        TEXT NOT NULL,
  decode           INTEGER NOT NULL,
  actor            TEXT NOT NULL,
  won              INTEGER NOT NULL,
  timed_out        INTEGER NOT NULL,
  score            REAL,
  score_kind       TEXT NOT NULL,
  turns            INTEGER NOT NULL,
  search_turns     INTEGER NOT NULL,
  hesitation_turns INTEGER NOT NULL,
  invalid_turns    INTEGER NOT NULL,
  response_tokens  INTEGER NOT NULL,
  tokens           INTEGER NOT NULL,
  stagnation       REAL,
  stagnation_kind  TEXT NOT NULL,
  four_grams       INTEGER NOT NULL,
  repeated_four_grams INTEGER NOT NULL,
  gap              REAL,               -- nats a token; NULL with kind NULL: no teacher scored
  gap_kind         TEXT,
  gap_tokens       INTEGER NOT NULL,
  turn_gaps        BLOB,               -- float64, little-endian, one a turn
  PRIMARY KEY (stage, phase, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE metrics (
  stage INTEGER NOT NULL REFERENCES stages (id),
  n     INTEGER NOT NULL,              -- order of recording, from 0
  name  TEXT NOT NULL,
  step  INTEGER NOT NULL,              -- -1: of the whole stage
  value REAL,
  kind  TEXT NOT NULL,
  PRIMARY KEY (stage, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE warnings (
  stage   INTEGER NOT NULL REFERENCES stages (id),
  n       INTEGER NOT NULL,
  message TEXT NOT NULL,
  PRIMARY KEY (stage, n)
) STRICT, WITHOUT ROWID;
