#pragma once

namespace referee {

/// The tables of jobs. Workers come to them by the functions of postgres_job_functions.h alone. To be made by
/// the store's owner in the store's schema.
///
/// A job is written once, when it is posted. That it waits is a row of `waiting`, and that a worker has or
/// had it, one of `claim`: so a claim, a renewal and an outcome write small tables and leave the large one
/// and its indexes alone, however many jobs there are. The triggers keep the three in step: a job that is
/// posted waits, and one that is removed is gone from all.
///
/// The key of a claim is a secret of the lease. The owner of a job has posted it: "" for the tournament of
/// the store. The column cpu is a pattern of LIKE for the model of the worker's CPU. A job that builds may
/// hand one bundle in, which goes away with it. A claim has the owner and the name of its job, so that its
/// owner need not look for them among all jobs.
///
/// A worker's session may keep a transaction open in which it has called functions, and so have rows of
/// `waiting`, `claim`, `built` and `worker` locked for as long as it wants. Rows of `job` and `bundle` it can
/// never lock, so its owner can always remove a job; rows beside it that are locked then stay without a job,
/// and mean nothing (kRemoveOrphanClaims, kRemoveOrphanWaiting).
///
/// Bodies and outcomes lie apart from their rows, so that these are read fast, and nothing else does. The
/// column role has the database's role of each worker, as whom its session has logged in; names are what
/// workers say. Without a foreign key in `built`, nothing that a worker does locks a row of `job`.
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
    UNIQUE(owner, name)
  ) WITH (toast_tuple_target = 128, fillfactor = 70);
  ALTER TABLE job ALTER name SET STORAGE MAIN, ALTER owner SET STORAGE MAIN, ALTER cpu SET STORAGE MAIN,
    ALTER body SET STORAGE EXTERNAL;
  CREATE TABLE bundle(
    sha256 BYTEA NOT NULL,
    owner BYTEA NOT NULL DEFAULT '',
    wanted_until TIMESTAMPTZ NOT NULL DEFAULT 'infinity',
    bytes BYTEA NOT NULL,
    PRIMARY KEY(sha256, owner)
  );
  CREATE TABLE built(
    job BIGINT PRIMARY KEY,
    bytes BYTEA NOT NULL
  );
  ALTER TABLE built ALTER bytes SET STORAGE EXTERNAL;
  CREATE TABLE worker(
    name BYTEA NOT NULL,
    about BYTEA NOT NULL,
    slots BIGINT NOT NULL,
    since TIMESTAMPTZ NOT NULL,
    seen TIMESTAMPTZ NOT NULL,
    done BIGINT NOT NULL DEFAULT 0,
    lost BIGINT NOT NULL DEFAULT 0,
    role BYTEA NOT NULL DEFAULT '',
    PRIMARY KEY(role, name)
  );
  CREATE TABLE waiting(job BIGINT PRIMARY KEY);
  CREATE TABLE claim(
    job BIGINT PRIMARY KEY,
    owner BYTEA NOT NULL,
    name BYTEA NOT NULL,
    status TEXT NOT NULL DEFAULT 'claimed' CHECK(status IN ('claimed', 'lost', 'over')),
    worker BYTEA NOT NULL,
    key BYTEA NOT NULL,
    claimed TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    waited_ms BIGINT NOT NULL,
    lease_end TIMESTAMPTZ NOT NULL,
    turns BIGINT NOT NULL DEFAULT 0,
    outcome BYTEA NOT NULL DEFAULT '',
    role BYTEA NOT NULL DEFAULT ''
  ) WITH (toast_tuple_target = 128, fillfactor = 70);
  ALTER TABLE claim ALTER owner SET STORAGE MAIN, ALTER name SET STORAGE MAIN, ALTER status SET STORAGE PLAIN,
    ALTER worker SET STORAGE MAIN, ALTER key SET STORAGE PLAIN, ALTER role SET STORAGE MAIN;

  CREATE FUNCTION job_waits() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $f$
    BEGIN
      INSERT INTO waiting SELECT id FROM posted;
      PERFORM pg_notify('referee jobs ' || TG_TABLE_SCHEMA, '');
      RETURN NULL;
    END $f$;
  CREATE TRIGGER job_waits AFTER INSERT ON job REFERENCING NEW TABLE AS posted
    FOR EACH STATEMENT EXECUTE FUNCTION job_waits();

  CREATE FUNCTION job_is_gone() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT
    SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $f$
    BEGIN
      DELETE FROM waiting WHERE job IN
        (SELECT waiting.job FROM removed, waiting WHERE waiting.job = id FOR UPDATE OF waiting SKIP LOCKED);
      DELETE FROM claim WHERE job IN
        (SELECT claim.job FROM removed, claim WHERE claim.job = id FOR UPDATE OF claim SKIP LOCKED);
      DELETE FROM built WHERE job IN
        (SELECT built.job FROM removed, built WHERE built.job = id FOR UPDATE OF built SKIP LOCKED);
      RETURN NULL;
    END $f$;
  CREATE TRIGGER job_is_gone AFTER DELETE ON job REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION job_is_gone();
)sql";

/// Removes what is left of jobs that are gone, but for rows that are still locked. Of `waiting` only where
/// all jobs are looked at anyway.
inline constexpr const char* kRemoveOrphanClaims = R"sql(
  DELETE FROM claim WHERE job IN (SELECT claim.job FROM claim
    WHERE NOT EXISTS (SELECT FROM job WHERE id = claim.job) FOR UPDATE SKIP LOCKED);
  DELETE FROM built WHERE job IN (SELECT built.job FROM built
    WHERE NOT EXISTS (SELECT FROM job WHERE id = built.job) FOR UPDATE SKIP LOCKED);
)sql";
inline constexpr const char* kRemoveOrphanWaiting = R"sql(
  DELETE FROM waiting WHERE job IN (SELECT waiting.job FROM waiting
    WHERE NOT EXISTS (SELECT FROM job WHERE id = waiting.job) FOR UPDATE SKIP LOCKED);
)sql";

}  // namespace referee
