#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "referee/http/metrics.h"
#include "referee/store/job.h"

namespace referee::web {

/// What waits for workers, and who works, for Prometheus. On one thread at a time.
class WorkerMetrics {
 public:
  /// `metrics` outlives it.
  explicit WorkerMetrics(Metrics& metrics);
  void show(const JobOverview& overview);

 private:
  Gauge& waiting_;
  Gauge& running_;
  Gauge& workers_;
  Counter& lost_;
};

/// How long jobs have waited for a worker, for Prometheus. On one thread at a time.
class ClaimMetrics {
 public:
  /// `metrics` outlives it.
  explicit ClaimMetrics(Metrics& metrics);
  /// All jobs that are claimed, each time that somebody looks: each claim is counted once.
  void show(const std::vector<JobNews>& news);

 private:
  using Claim = std::pair<std::string, std::int64_t>;  // the job's name, and how long it has waited

  Histogram& waits_;
  std::set<Claim> known_;  // of the news before
};

}  // namespace referee::web
