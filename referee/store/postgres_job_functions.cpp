#include "referee/store/postgres_job_functions.h"

#include <string_view>

namespace referee {
namespace {

constexpr std::string_view kClaimMark = "{claim}";

/// What stands for kClaimMark: the oldest job that fits becomes that worker's.
constexpr const char* kClaim = R"sql(
        UPDATE job SET status = 'claimed', worker = worker_name, claimed = clock_timestamp(),
          key = convert_to(gen_random_uuid()::text, 'UTF8'),
          lease_end = clock_timestamp() + lease_ms * interval '1 ms'
        WHERE id = (SELECT id FROM job WHERE status = 'waiting' AND (slots <= free_slots OR is_idle <> 0)
                    AND sandbox <= level AND worker_cpu LIKE cpu AND wanted_until > clock_timestamp()
                    ORDER BY id FOR UPDATE SKIP LOCKED LIMIT 1)
)sql";

constexpr const char* kFunctions = R"sql(
  CREATE OR REPLACE FUNCTION worker_says(worker_name BYTEA, worker_about BYTEA, worker_slots BIGINT) RETURNS BIGINT
    LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $f$
      INSERT INTO worker(name, about, slots, since, seen)
        VALUES(worker_name, worker_about, worker_slots, clock_timestamp(), clock_timestamp())
        ON CONFLICT(name) DO UPDATE SET about = excluded.about, slots = excluded.slots, seen = excluded.seen;
      SELECT 1::BIGINT
    $f$;

  CREATE OR REPLACE FUNCTION claim_job(worker_name BYTEA, free_slots BIGINT, is_idle BIGINT, level BIGINT, worker_cpu BYTEA,
                            lease_ms BIGINT)
    RETURNS TABLE(claimed_id BIGINT, claimed_key BYTEA, claimed_name BYTEA, claimed_slots BIGINT, claimed_body BYTEA)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT
    SET enable_sort = off SET enable_bitmapscan = off SET enable_seqscan = off AS $f$
    BEGIN
      PERFORM set_config('synchronous_commit', 'off', true);
      RETURN QUERY
{claim}
        RETURNING id, key, name, slots, body;
    END $f$;

  CREATE OR REPLACE FUNCTION renew_job(job_id BIGINT, job_key BYTEA, job_turns BIGINT, lease_ms BIGINT) RETURNS BIGINT
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $f$
    BEGIN
      PERFORM set_config('synchronous_commit', 'off', true);
      UPDATE job SET turns = job_turns, lease_end = clock_timestamp() + lease_ms * interval '1 ms'
        WHERE id = job_id AND key = job_key AND status = 'claimed';
      RETURN CASE WHEN FOUND THEN 1 ELSE 0 END;
    END $f$;

  CREATE OR REPLACE FUNCTION finish_job(job_id BIGINT, job_key BYTEA, job_outcome BYTEA) RETURNS BIGINT
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

  CREATE OR REPLACE FUNCTION finish_and_claim(job_id BIGINT, job_key BYTEA, job_outcome BYTEA, free_slots BIGINT, level BIGINT,
                                   worker_cpu BYTEA, lease_ms BIGINT)
    RETURNS TABLE(taken BIGINT, claimed_id BIGINT, claimed_key BYTEA, claimed_name BYTEA, claimed_slots BIGINT,
                  claimed_body BYTEA)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT
    SET enable_sort = off SET enable_bitmapscan = off SET enable_seqscan = off AS $f$
    DECLARE
      worker_name BYTEA;
      is_idle CONSTANT BIGINT = 0;
    BEGIN
      UPDATE job SET status = 'over', outcome = job_outcome
        WHERE id = job_id AND key = job_key AND status = 'claimed' RETURNING worker INTO worker_name;
      IF NOT FOUND THEN
        RETURN QUERY SELECT 0::BIGINT, NULL::BIGINT, NULL::BYTEA, NULL::BYTEA, NULL::BIGINT, NULL::BYTEA;
        RETURN;
      END IF;
      UPDATE worker SET done = done + 1 WHERE name = worker_name;
      RETURN QUERY
{claim}
        RETURNING 1::BIGINT, id, key, name, slots, body;
      IF NOT FOUND THEN
        RETURN QUERY SELECT 1::BIGINT, NULL::BIGINT, NULL::BYTEA, NULL::BYTEA, NULL::BIGINT, NULL::BYTEA;
      END IF;
    END $f$;

  CREATE OR REPLACE FUNCTION bundle_of_job(job_id BIGINT, job_key BYTEA, bundle_sha256 BYTEA) RETURNS SETOF BYTEA
    LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $f$
      SELECT bytes FROM bundle, job WHERE id = job_id AND key = job_key AND status = 'claimed'
        AND bundle.owner = job.owner AND sha256 = bundle_sha256 AND position(bundle_sha256 IN body) > 0
    $f$;

  CREATE OR REPLACE FUNCTION hand_in_built(job_id BIGINT, job_key BYTEA, built_bytes BYTEA) RETURNS BIGINT
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $f$
    BEGIN
      INSERT INTO built(job, bytes)
        SELECT id, built_bytes FROM job WHERE id = job_id AND key = job_key AND status = 'claimed' AND builds <> 0
          AND octet_length(built_bytes) <= 64 * 1024 * 1024
        ON CONFLICT(job) DO UPDATE SET bytes = excluded.bytes;
      RETURN CASE WHEN FOUND THEN 1 ELSE 0 END;
    END $f$;
)sql";

}  // namespace

std::string job_functions() {
  std::string text = kFunctions;
  for (std::size_t at = 0; (at = text.find(kClaimMark, at)) != std::string::npos;) {
    text.replace(at, kClaimMark.size(), kClaim);
  }
  return text + "REVOKE ALL ON FUNCTION " + kJobFunctions + " FROM PUBLIC;";
}

}  // namespace referee
