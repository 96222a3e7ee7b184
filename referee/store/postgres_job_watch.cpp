#include <algorithm>

#include "referee/store/job_watch.h"
#include "referee/store/postgres_schema.h"
#include "referee/store/postgres_session.h"
#include "referee/store/store.h"
#include "referee/store/worker_bounds.h"

namespace referee {
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
      " extract(epoch FROM clock_timestamp() - seen)::bigint, done, lost, role FROM worker"
      " WHERE seen > clock_timestamp() - interval '1 hour' ORDER BY name, role",
      {WorkerBounds::kAbout}, [&overview](const SqlRow& row) {
        overview.workers.push_back({.name = row.text(0),
                                    .about = row.text(1),
                                    .slots = row.number(2),
                                    .since_s = row.number(3),
                                    .silent_s = row.number(4),
                                    .done = row.number(5),
                                    .lost = row.number(6),
                                    .role = row.text(7)});
      });
}

/// Also of workers that claim without a word, or have said nothing for an hour: they have jobs.
WorkerState& worker_named(JobOverview& overview, const std::string& role, const std::string& name,
                          std::int64_t silent_s) {
  const auto found = std::ranges::find_if(
      overview.workers, [&](const WorkerState& one) { return one.role == role && one.name == name; });
  if (found != overview.workers.end()) {
    return *found;
  }
  overview.workers.push_back(
      {.name = name, .about = "{}", .since_s = silent_s, .silent_s = silent_s, .role = role});
  return overview.workers.back();
}

void read_running_jobs(PostgresConnection& connection, JobOverview& overview) {
  connection.each(
      "SELECT worker, claim.name, turns, extract(epoch FROM clock_timestamp() - claimed)::bigint, role"
      " FROM claim, job WHERE id = claim.job AND status = 'claimed' ORDER BY claim.job",
      {}, [&overview](const SqlRow& row) {
        worker_named(overview, row.text(4), row.text(0), row.number(3))
            .jobs.push_back({row.text(1), row.number(2), row.number(3)});
      });
}

class PostgresJobWatch final : public JobWatch {
 public:
  explicit PostgresJobWatch(const StoreUri& uri)
      : session_(uri, {}, [uri](PostgresConnection& connection) { require_jobs(connection, uri); }) {
    session_.repeat("open", [](PostgresConnection&) {});
  }

  JobOverview look() override {
    return session_.call("read workers", [](PostgresConnection& connection) {
      JobOverview overview;
      PostgresTransaction snapshot(connection, PostgresTransaction::Kind::snapshot);
      count_jobs(connection, overview);
      read_workers(connection, overview);
      read_running_jobs(connection, overview);
      snapshot.commit();
      return overview;
    });
  }

 private:
  PostgresSession session_;
};

}  // namespace

std::unique_ptr<JobWatch> open_job_watch(const StoreUri& uri) {
  require_jobs(uri);
  return std::make_unique<PostgresJobWatch>(uri);
}

void admit_workers(const StoreUri& uri, const std::string& role) {
  require_jobs(uri);
  PostgresSession session(uri, {}, [&uri](PostgresConnection& connection) { require_jobs(connection, uri); });
  session.repeat("admit workers",
                 [&](PostgresConnection& connection) { admit_to_jobs(connection, uri, role); });
}

}  // namespace referee
