#include "referee/web/worker_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace referee::web {
namespace {

using testing::HasSubstr;
using namespace std::chrono_literals;

TEST(WorkerMetrics, AreThoseOfTheNewestOverview) {
  Metrics metrics;
  WorkerMetrics figures(metrics);
  JobOverview overview;
  overview.waiting = 5;
  overview.running = 2;
  overview.lost = 3;
  overview.workers.resize(3);
  overview.workers[0].silent_s = 15;
  overview.workers[1].silent_s = 16;
  figures.show(overview);
  EXPECT_THAT(metrics.text(), HasSubstr("\nreferee_jobs_waiting 5\n"));
  EXPECT_THAT(metrics.text(), HasSubstr("\nreferee_jobs_running 2\n"));
  EXPECT_THAT(metrics.text(), HasSubstr("\nreferee_workers 2\n"));
  EXPECT_THAT(metrics.text(), HasSubstr("\nreferee_leases_lost_total 3\n"));
  overview.waiting = 0;
  overview.lost = 4;
  figures.show(overview);
  EXPECT_THAT(metrics.text(), HasSubstr("\nreferee_jobs_waiting 0\n"));
  EXPECT_THAT(metrics.text(), HasSubstr("\nreferee_leases_lost_total 4\n"));
}

TEST(ClaimMetrics, CountEachClaimOnce) {
  Metrics metrics;
  ClaimMetrics figures(metrics);
  const JobNews first{"r1t1g1/1", JobNews::State::claimed, "w1", 200ms};
  const JobNews over{"r1t1g1/1", JobNews::State::over, "w1", 200ms};
  const JobNews second{"r1t2g1/1", JobNews::State::over, "w1", 3000ms};
  figures.show({first});
  figures.show({first});
  figures.show({over, second});
  figures.show({});
  EXPECT_THAT(metrics.text(), HasSubstr("\nreferee_job_claim_seconds_bucket{le=\"0.25\"} 1\n"));
  EXPECT_THAT(metrics.text(), HasSubstr("\nreferee_job_claim_seconds_sum 3.2\n"));
  EXPECT_THAT(metrics.text(), HasSubstr("\nreferee_job_claim_seconds_count 2\n"));
}

}  // namespace
}  // namespace referee::web
