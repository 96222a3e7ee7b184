#pragma once

namespace referee {

/// The tables of jobs. Workers come to them by the functions of postgres_job_functions.h alone. To be made by
/// the store's owner in the store's schema.
///
/// The key of a job is a secret of the lease. The owner of a job has posted it: "" for the tournament of the
/// store. The column cpu is a pattern of LIKE for the model of the worker's CPU. A job that builds may hand
/// one bundle in, which goes away with it.
inline constexpr const char* kJobTables = R"sql(
  CREATE TABLE job(
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name BYTEA NOT NULL,
    owner BYTEA NOT NULL DEFAULT '',
    wanted_until TIMESTAMPTZ NOT NULL DEFAULT 'infinity',
    posted TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    slots BIGINT NOT NULL,
    sandbox BIGINT NOT NULL,
    cpu BYTEA NOT NULL DEFAULT '%',
    builds BIGINT NOT NULL DEFAULT 0,
    body BYTEA NOT NULL,
    status TEXT NOT NULL DEFAULT 'waiting' CHECK(status IN ('waiting', 'claimed', 'lost', 'over')),
    worker BYTEA NOT NULL DEFAULT '',
    key BYTEA NOT NULL DEFAULT '',
    claimed TIMESTAMPTZ,
    lease_end TIMESTAMPTZ,
    turns BIGINT NOT NULL DEFAULT 0,
    outcome BYTEA NOT NULL DEFAULT '',
    UNIQUE(owner, name)
  ) WITH (toast_tuple_target = 128, fillfactor = 70);
  ALTER TABLE job ALTER body SET STORAGE EXTERNAL, ALTER outcome SET STORAGE EXTENDED;
  CREATE INDEX job_waiting ON job(id) WHERE status = 'waiting';
  CREATE INDEX job_not_waiting ON job(lease_end) WHERE status <> 'waiting';
  CREATE TABLE bundle(
    sha256 BYTEA NOT NULL,
    owner BYTEA NOT NULL DEFAULT '',
    wanted_until TIMESTAMPTZ NOT NULL DEFAULT 'infinity',
    bytes BYTEA NOT NULL,
    PRIMARY KEY(sha256, owner)
  );
  CREATE TABLE built(
    job BIGINT PRIMARY KEY REFERENCES job(id) ON DELETE CASCADE,
    bytes BYTEA NOT NULL
  );
  ALTER TABLE built ALTER bytes SET STORAGE EXTERNAL;
  CREATE TABLE worker(
    name BYTEA PRIMARY KEY,
    about BYTEA NOT NULL,
    slots BIGINT NOT NULL,
    since TIMESTAMPTZ NOT NULL,
    seen TIMESTAMPTZ NOT NULL,
    done BIGINT NOT NULL DEFAULT 0,
    lost BIGINT NOT NULL DEFAULT 0
  );

  CREATE FUNCTION tell_workers() RETURNS trigger LANGUAGE plpgsql AS $f$
    BEGIN
      PERFORM pg_notify('referee jobs ' || TG_TABLE_SCHEMA, '');
      RETURN NULL;
    END $f$;
  CREATE TRIGGER job_posted AFTER INSERT ON job FOR EACH STATEMENT EXECUTE FUNCTION tell_workers();
)sql";

}  // namespace referee
