#include "referee/store/postgres_job_functions.h"

#include <string_view>

#include "referee/store/job.h"
#include "referee/store/worker_bounds.h"

namespace referee {
namespace {

/// What stands for {claim}: the oldest job behind `behind` that fits becomes that worker's.
constexpr const char* kClaim = R"sql(
        WITH oldest AS (
          DELETE FROM waiting USING job
            WHERE id = waiting.job AND waiting.job =
              (SELECT waiting.job FROM waiting JOIN job ON id = waiting.job
                 WHERE waiting.job > behind AND id > behind AND (slots <= free_slots OR is_idle <> 0)
                   AND sandbox <= level AND worker_cpu LIKE cpu AND wanted_until > clock_timestamp()
                 ORDER BY waiting.job FOR UPDATE OF waiting SKIP LOCKED LIMIT 1)
            RETURNING job.*),
        taken AS (
          INSERT INTO claim(job, owner, name, role, worker, key, waited_ms, lease_end)
            SELECT id, owner, name, {own_role}, worker_name, convert_to(gen_random_uuid()::text, 'UTF8'),
              extract(epoch FROM clock_timestamp() - posted) * 1000, {lease_end} FROM oldest
            RETURNING key)
)sql";

/// What stands for {count_done}: the worker has done one more. A row that another session keeps locked is not
/// counted: the outcome counts all the same.
constexpr const char* kCountDone = R"sql(
      UPDATE worker SET done = done + 1 WHERE (role, name) IN
        (SELECT role, name FROM worker WHERE role = finisher_role AND name = finisher FOR UPDATE SKIP LOCKED);
      IF NOT FOUND THEN
        BEGIN
          PERFORM set_config('lock_timeout', '{lock_patience}', true);
          UPDATE worker SET done = done + 1 WHERE role = finisher_role AND name = finisher;
        EXCEPTION WHEN lock_not_available THEN
          NULL;
        END;
      END IF;
)sql";

/// What stands for {take_outcome}: who has the key of a job that is still there hands its outcome in.
constexpr const char* kTakeOutcome = R"sql(
      UPDATE claim SET status = 'over', outcome = job_outcome
        WHERE job = job_id AND key = job_key AND status = 'claimed' AND octet_length(job_outcome) <= {handed_in}
          AND EXISTS (SELECT FROM job WHERE id = job_id)
        RETURNING role, worker INTO finisher_role, finisher;
)sql";

/// What stands for {planned}: one plan for all calls, which walks along indexes.
constexpr const char* kPlanned = R"sql(
    SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off
    SET enable_hashjoin = off SET enable_mergejoin = off SET enable_sort = off SET jit = off)sql";

constexpr const char* kFunctions = R"sql(
  CREATE OR REPLACE FUNCTION worker_says(worker_name BYTEA, worker_about BYTEA, worker_slots BIGINT) RETURNS BIGINT
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $f$
    BEGIN
      IF (octet_length(worker_name) BETWEEN 1 AND {name_bytes} AND octet_length(worker_about) <= {about_bytes}
          AND worker_slots BETWEEN 1 AND {slots}) IS NOT TRUE THEN
        RAISE EXCEPTION 'a worker says at most {name_bytes} bytes of name, {about_bytes} of its machine, and 1 to {slots} slots';
      END IF;
      IF EXISTS (SELECT FROM worker WHERE role = {own_role} AND name = worker_name) THEN
        UPDATE worker SET about = worker_about, slots = worker_slots, seen = clock_timestamp() WHERE (role, name) IN
          (SELECT role, name FROM worker WHERE role = {own_role} AND name = worker_name FOR UPDATE SKIP LOCKED);
        RETURN 1;
      END IF;
      DELETE FROM worker WHERE (role, name) IN
        (SELECT role, name FROM worker WHERE seen < clock_timestamp() - interval '1 hour' AND done = 0 AND lost = 0
           FOR UPDATE SKIP LOCKED);
      IF (SELECT count(*) FROM worker WHERE role = {own_role} AND seen > clock_timestamp() - interval '1 hour')
          >= {workers} THEN
        RAISE EXCEPTION 'there are {workers} workers of this role already, each with a name of its own, within an hour';
      END IF;
      INSERT INTO worker(role, name, about, slots, since, seen)
        VALUES({own_role}, worker_name, worker_about, worker_slots, clock_timestamp(), clock_timestamp())
        ON CONFLICT(role, name) DO UPDATE SET about = excluded.about, slots = excluded.slots, seen = excluded.seen;
      RETURN 1;
    END $f$;

  CREATE OR REPLACE FUNCTION claim_job(worker_name BYTEA, free_slots BIGINT, is_idle BIGINT, level BIGINT, worker_cpu BYTEA,
                            lease_ms BIGINT, behind BIGINT DEFAULT 0)
    RETURNS TABLE(claimed_id BIGINT, claimed_key BYTEA, claimed_name BYTEA, claimed_slots BIGINT, claimed_body BYTEA)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT{planned} AS $f$
    BEGIN
      IF (octet_length(worker_name) BETWEEN 1 AND {name_bytes} AND octet_length(worker_cpu) <= {name_bytes}) IS NOT TRUE THEN
        RAISE EXCEPTION 'a worker has at most {name_bytes} bytes of name, and of CPU';
      END IF;
      PERFORM set_config('synchronous_commit', 'off', true);
      RETURN QUERY
{claim}
        SELECT id, key, name, slots, body FROM oldest, taken;
    END $f$;

  CREATE OR REPLACE FUNCTION renew_job(job_id BIGINT, job_key BYTEA, job_turns BIGINT, lease_ms BIGINT) RETURNS BIGINT
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT{planned} AS $f$
    BEGIN
      PERFORM set_config('synchronous_commit', 'off', true);
      UPDATE claim SET turns = job_turns, lease_end = {lease_end}
        WHERE job = job_id AND key = job_key AND status = 'claimed' AND EXISTS (SELECT FROM job WHERE id = job_id);
      RETURN CASE WHEN FOUND THEN 1 ELSE 0 END;
    END $f$;

  CREATE OR REPLACE FUNCTION finish_job(job_id BIGINT, job_key BYTEA, job_outcome BYTEA) RETURNS BIGINT
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT{planned} AS $f$
    DECLARE
      finisher_role BYTEA;
      finisher BYTEA;
    BEGIN
{take_outcome}
      IF NOT FOUND THEN
        RETURN 0;
      END IF;
{count_done}
      RETURN 1;
    END $f$;

  CREATE OR REPLACE FUNCTION finish_and_claim(job_id BIGINT, job_key BYTEA, job_outcome BYTEA, free_slots BIGINT, level BIGINT,
                                   worker_cpu BYTEA, lease_ms BIGINT, behind BIGINT DEFAULT 0)
    RETURNS TABLE(taken BIGINT, claimed_id BIGINT, claimed_key BYTEA, claimed_name BYTEA, claimed_slots BIGINT,
                  claimed_body BYTEA)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT{planned} AS $f$
    DECLARE
      finisher_role BYTEA;
      finisher BYTEA;
      worker_name BYTEA;
      is_idle CONSTANT BIGINT = 0;
    BEGIN
{take_outcome}
      IF NOT FOUND THEN
        RETURN QUERY SELECT 0::BIGINT, NULL::BIGINT, NULL::BYTEA, NULL::BYTEA, NULL::BIGINT, NULL::BYTEA;
        RETURN;
      END IF;
{count_done}
      worker_name = finisher;
      RETURN QUERY
{claim}
        SELECT 1::BIGINT, id, key, name, slots, body FROM oldest, taken;
      IF NOT FOUND THEN
        RETURN QUERY SELECT 1::BIGINT, NULL::BIGINT, NULL::BYTEA, NULL::BYTEA, NULL::BIGINT, NULL::BYTEA;
      END IF;
    END $f$;

  CREATE OR REPLACE FUNCTION bundle_of_job(job_id BIGINT, job_key BYTEA, bundle_sha256 BYTEA) RETURNS SETOF BYTEA
    LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $f$
      SELECT bytes FROM bundle, job, claim WHERE job.id = job_id AND claim.job = job_id AND key = job_key
        AND status = 'claimed' AND bundle.owner = job.owner AND sha256 = bundle_sha256
        AND position(bundle_sha256 IN body) > 0
    $f$;

  CREATE OR REPLACE FUNCTION hand_in_built(job_id BIGINT, job_key BYTEA, built_bytes BYTEA) RETURNS BIGINT
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $f$
    BEGIN
      INSERT INTO built(job, bytes)
        SELECT id, built_bytes FROM job, claim WHERE id = job_id AND claim.job = job_id AND key = job_key
          AND status = 'claimed' AND builds <> 0 AND octet_length(built_bytes) <= {handed_in}
        ON CONFLICT(job) DO UPDATE SET bytes = excluded.bytes;
      RETURN CASE WHEN FOUND THEN 1 ELSE 0 END;
    END $f$;

  CREATE OR REPLACE FUNCTION remove_job(of_owner BYTEA, of_name BYTEA) RETURNS BIGINT
    LANGUAGE plpgsql SET search_path FROM CURRENT{planned} SET lock_timeout = '{lock_patience}ms' AS $f$
    BEGIN
      DELETE FROM job WHERE owner = of_owner AND name = of_name;
      RETURN 1;
    EXCEPTION WHEN lock_not_available THEN
      RETURN 0;
    END $f$;
)sql";

void replace_each(std::string& text, std::string_view mark, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += by.size()) {
    text.replace(at, mark.size(), by);
  }
}

}  // namespace

std::string job_functions() {
  std::string text = kFunctions;
  replace_each(text, "{claim}", kClaim);
  replace_each(text, "{take_outcome}", kTakeOutcome);
  replace_each(text, "{count_done}", kCountDone);
  replace_each(text, "{planned}", kPlanned);
  replace_each(text, "{own_role}", "convert_to(session_user, 'UTF8')");
  replace_each(text, "{lease_end}",
               "clock_timestamp() + " + std::to_string(kLease.count()) + " * interval '1 ms'");
  replace_each(text, "{lock_patience}", std::to_string(kLockPatience.count()));
  replace_each(text, "{name_bytes}", std::to_string(WorkerBounds::kName));
  replace_each(text, "{about_bytes}", std::to_string(WorkerBounds::kAbout));
  replace_each(text, "{slots}", std::to_string(WorkerBounds::kSlots));
  replace_each(text, "{workers}", std::to_string(WorkerBounds::kWorkers));
  replace_each(text, "{handed_in}", std::to_string(WorkerBounds::kHandedIn));
  return text + "REVOKE ALL ON FUNCTION remove_job, " + kJobFunctions + " FROM PUBLIC;";
}

}  // namespace referee
