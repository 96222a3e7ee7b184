#include "referee/web/worker_metrics.h"

#include <algorithm>
#include <chrono>

namespace referee::web {

WorkerMetrics::WorkerMetrics(Metrics& metrics)
    : waiting_(metrics.gauge("referee_jobs_waiting", "Jobs that wait for a worker.")),
      running_(metrics.gauge("referee_jobs_running", "Jobs that workers have claimed.")),
      workers_(metrics.gauge("referee_workers", "Workers that have said something in the last 15 seconds.")),
      lost_(metrics.counter("referee_leases_lost_total",
                            "Leases that workers have lost since the store was made.")) {}

void WorkerMetrics::show(const JobOverview& overview) {
  waiting_.set(overview.waiting);
  running_.set(overview.running);
  workers_.set(
      std::ranges::count_if(overview.workers, [](const WorkerState& one) { return !is_silent(one); }));
  const auto lost = static_cast<std::uint64_t>(overview.lost);
  lost_.add(lost - std::min(lost, lost_.value()));
}

ClaimMetrics::ClaimMetrics(Metrics& metrics)
    : waits_(metrics.histogram("referee_job_claim_seconds", "From the posting of a job to its claim.",
                               seconds_bounds())) {}

void ClaimMetrics::show(const std::vector<JobNews>& news) {
  std::set<Claim> claims;
  for (const JobNews& one : news) {
    const Claim claim{one.name, one.waited.count()};
    if (!known_.contains(claim)) {
      waits_.observe(std::chrono::duration<double>(one.waited).count());
    }
    claims.insert(claim);
  }
  known_ = std::move(claims);
}

}  // namespace referee::web
