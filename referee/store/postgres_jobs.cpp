#include "referee/store/postgres_jobs.h"

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
      "WITH gone AS (UPDATE job SET status = 'lost', key = '' WHERE status = 'claimed' AND owner = ?"
      " AND lease_end < clock_timestamp() RETURNING worker)"
      " UPDATE worker SET lost = lost + (SELECT count(*) FROM gone WHERE gone.worker = name)"
      " WHERE name IN (SELECT gone.worker FROM gone)",
      {&owner});
  std::vector<JobNews> news;
  connection.each("SELECT name, status, worker FROM job WHERE status <> 'waiting' AND owner = ? ORDER BY id",
                  {&owner}, [&news](const SqlRow& row) {
                    news.push_back({row.text(0), state_of(row.text(1)), row.text(2)});
                  });
  return news;
}

std::string job_outcome_of(PostgresConnection& connection, const std::string& owner,
                           const std::string& name) {
  std::string outcome;
  connection.each("SELECT outcome FROM job WHERE name = ? AND owner = ?", {&name, &owner},
                  [&outcome](const SqlRow& row) { outcome = row.text(0); });
  return outcome;
}

}  // namespace referee
