#include "referee/store/postgres_jobs.h"

#include <algorithm>

#include "referee/store/worker_bounds.h"

namespace referee {
namespace {

JobNews::State state_of(const std::string& status) {
  if (status == "over") {
    return JobNews::State::over;
  }
  return status == "lost" ? JobNews::State::lost : JobNews::State::claimed;
}

}  // namespace

std::vector<JobNews> job_news_of(PostgresConnection& connection, const std::string& owner) {
  connection.run(
      "WITH gone AS (UPDATE claim SET status = 'lost', key = '' WHERE status = 'claimed' AND owner = ?"
      " AND lease_end < clock_timestamp() RETURNING worker)"
      " UPDATE worker SET lost = lost + (SELECT count(*) FROM gone WHERE gone.worker = name)"
      " WHERE name IN (SELECT gone.worker FROM gone)",
      {&owner});
  std::vector<JobNews> news;
  connection.each("SELECT name, status, worker, waited_ms FROM claim WHERE owner = ? ORDER BY job", {&owner},
                  [&news](const SqlRow& row) {
                    news.push_back({row.text(0), state_of(row.text(1)), row.text(2),
                                    std::chrono::milliseconds(row.number(3))});
                  });
  return news;
}

std::string job_outcome_of(PostgresConnection& connection, const std::string& owner,
                           const std::string& name) {
  std::string outcome;
  connection.each("SELECT outcome FROM claim, job WHERE job = id AND job.name = ? AND job.owner = ?",
                  {&name, &owner}, [&outcome](const SqlRow& row) { outcome = row.text(0); });
  return outcome;
}

std::string job_built_of(PostgresConnection& connection, const std::string& owner, const std::string& name) {
  std::string bytes;
  connection.each("SELECT bytes FROM built, job WHERE built.job = job.id AND name = ? AND owner = ?",
                  {&name, &owner}, [&bytes](const SqlRow& row) { bytes = row.text(0); });
  return bytes;
}

namespace {

void count_jobs(PostgresConnection& connection, JobOverview& overview) {
  connection.each(
      "SELECT count(*), (SELECT count(*) FROM claim, job WHERE id = claim.job AND status = 'claimed'"
      " AND wanted_until > clock_timestamp()),"
      " coalesce(extract(epoch FROM clock_timestamp() - min(posted)), 0)::bigint,"
      " (SELECT coalesce(sum(lost), 0) FROM worker)::bigint"
      " FROM waiting, job WHERE id = waiting.job AND wanted_until > clock_timestamp()",
      {}, [&overview](const SqlRow& row) {
        overview.waiting = row.number(0);
        overview.running = row.number(1);
        overview.oldest_wait_s = row.number(2);
        overview.lost = row.number(3);
      });
}

void read_workers(PostgresConnection& connection, JobOverview& overview) {
  connection.each(
      "SELECT name, substring(about FOR ?), slots, extract(epoch FROM clock_timestamp() - since)::bigint,"
      " extract(epoch FROM clock_timestamp() - seen)::bigint, done, lost FROM worker"
      " WHERE seen > clock_timestamp() - interval '1 hour' ORDER BY name",
      {WorkerBounds::kAbout}, [&overview](const SqlRow& row) {
        overview.workers.push_back({row.text(0), row.text(1), row.number(2), row.number(3), row.number(4),
                                    row.number(5), row.number(6)});
      });
}

/// Also of workers that claim without a word, or have said nothing for an hour: they have jobs.
WorkerState& worker_named(JobOverview& overview, const std::string& name, std::int64_t silent_s) {
  const auto found = std::ranges::find(overview.workers, name, &WorkerState::name);
  if (found != overview.workers.end()) {
    return *found;
  }
  overview.workers.push_back({.name = name, .about = "{}", .since_s = silent_s, .silent_s = silent_s});
  return overview.workers.back();
}

void read_running_jobs(PostgresConnection& connection, JobOverview& overview) {
  connection.each(
      "SELECT worker, name, turns, extract(epoch FROM clock_timestamp() - claimed)::bigint FROM claim"
      " WHERE status = 'claimed' ORDER BY job",
      {}, [&overview](const SqlRow& row) {
        worker_named(overview, row.text(0), row.number(3))
            .jobs.push_back({row.text(1), row.number(2), row.number(3)});
      });
}

}  // namespace

JobOverview job_overview_of(PostgresConnection& connection) {
  JobOverview overview;
  PostgresTransaction snapshot(connection, PostgresTransaction::Kind::snapshot);
  count_jobs(connection, overview);
  read_workers(connection, overview);
  read_running_jobs(connection, overview);
  snapshot.commit();
  return overview;
}

}  // namespace referee
