#pragma once

namespace referee {

/// The tables of jobs, and the functions by which workers come to them: a worker's role reads no table, and
/// sees the job that it has claimed, and no other. To be made by the store's owner in the store's schema.
///
/// The key of a job is a secret of the lease: whoever has it may renew the lease, hand the outcome in, and
/// fetch the bots. A claim or a renewal that a crash of the server undoes does no harm, so they do not wait
/// for its disk; outcomes do. The owner of a job has posted it: "" for the tournament of the store. The
/// column cpu is a pattern of LIKE for the model of the worker's CPU. A job that builds may hand one bundle
/// in, which goes away with it.
///
/// A claim walks along the index of those that wait to the first that fits. The planner, which knows nothing
/// of a table that is filled and emptied all the time, would else fetch and sort all that wait.
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

  CREATE FUNCTION worker_says(worker_name BYTEA, worker_about BYTEA, worker_slots BIGINT) RETURNS BIGINT
    LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $f$
      INSERT INTO worker(name, about, slots, since, seen)
        VALUES(worker_name, worker_about, worker_slots, clock_timestamp(), clock_timestamp())
        ON CONFLICT(name) DO UPDATE SET about = excluded.about, slots = excluded.slots, seen = excluded.seen;
      SELECT 1::BIGINT
    $f$;

  CREATE FUNCTION claim_job(worker_name BYTEA, free_slots BIGINT, is_idle BIGINT, level BIGINT, worker_cpu BYTEA,
                            lease_ms BIGINT)
    RETURNS TABLE(claimed_id BIGINT, claimed_key BYTEA, claimed_name BYTEA, claimed_slots BIGINT, claimed_body BYTEA)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT
    SET enable_sort = off SET enable_bitmapscan = off SET enable_seqscan = off AS $f$
    BEGIN
      PERFORM set_config('synchronous_commit', 'off', true);
      RETURN QUERY
        UPDATE job SET status = 'claimed', worker = worker_name, claimed = clock_timestamp(),
          key = convert_to(gen_random_uuid()::text, 'UTF8'),
          lease_end = clock_timestamp() + lease_ms * interval '1 ms'
        WHERE id = (SELECT id FROM job WHERE status = 'waiting' AND (slots <= free_slots OR is_idle <> 0)
                    AND sandbox <= level AND worker_cpu LIKE cpu AND wanted_until > clock_timestamp()
                    ORDER BY id FOR UPDATE SKIP LOCKED LIMIT 1)
        RETURNING id, key, name, slots, body;
    END $f$;

  CREATE FUNCTION renew_job(job_id BIGINT, job_key BYTEA, job_turns BIGINT, lease_ms BIGINT) RETURNS BIGINT
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $f$
    BEGIN
      PERFORM set_config('synchronous_commit', 'off', true);
      UPDATE job SET turns = job_turns, lease_end = clock_timestamp() + lease_ms * interval '1 ms'
        WHERE id = job_id AND key = job_key AND status = 'claimed';
      RETURN CASE WHEN FOUND THEN 1 ELSE 0 END;
    END $f$;

  CREATE FUNCTION finish_job(job_id BIGINT, job_key BYTEA, job_outcome BYTEA) RETURNS BIGINT
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $f$
    DECLARE
      finisher BYTEA;
    BEGIN
      UPDATE job SET status = 'over', outcome = job_outcome
        WHERE id = job_id AND key = job_key AND status = 'claimed' RETURNING worker INTO finisher;
      IF NOT FOUND THEN
        RETURN 0;
      END IF;
      UPDATE worker SET done = done + 1 WHERE name = finisher;
      RETURN 1;
    END $f$;

  CREATE FUNCTION bundle_of_job(job_id BIGINT, job_key BYTEA, bundle_sha256 BYTEA) RETURNS SETOF BYTEA
    LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $f$
      SELECT bytes FROM bundle, job WHERE id = job_id AND key = job_key AND status = 'claimed'
        AND bundle.owner = job.owner AND sha256 = bundle_sha256 AND position(bundle_sha256 IN body) > 0
    $f$;

  CREATE FUNCTION hand_in_built(job_id BIGINT, job_key BYTEA, built_bytes BYTEA) RETURNS BIGINT
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $f$
    BEGIN
      INSERT INTO built(job, bytes)
        SELECT id, built_bytes FROM job WHERE id = job_id AND key = job_key AND status = 'claimed' AND builds <> 0
          AND octet_length(built_bytes) <= 64 * 1024 * 1024
        ON CONFLICT(job) DO UPDATE SET bytes = excluded.bytes;
      RETURN CASE WHEN FOUND THEN 1 ELSE 0 END;
    END $f$;

  REVOKE ALL ON FUNCTION worker_says, claim_job, renew_job, finish_job, bundle_of_job, hand_in_built FROM PUBLIC;
)sql";

}  // namespace referee
