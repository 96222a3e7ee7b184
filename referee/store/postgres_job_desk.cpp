#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

#include "referee/base/kernel_time.h"
#include "referee/store/job_desk.h"
#include "referee/store/postgres_session.h"
#include "referee/store/store.h"

namespace referee {
namespace {

/// How often a claim begins with the oldest job again, for one that did not fit before, or whose claim was
/// undone.
constexpr std::chrono::seconds kFromOldestEvery{1};

/// The claimed job in the five columns of `row` from `first` on.
ClaimedJob claimed_job(const SqlRow& row, int first) {
  return {row.number(first), row.text(first + 1), row.text(first + 2), row.number(first + 3),
          row.text(first + 4)};
}

class PostgresJobDesk final : public JobDesk {
 public:
  PostgresJobDesk(const StoreUri& uri, WorkerIdentity worker)
      : worker_(std::move(worker)),
        session_(uri, {.statements = PostgresConnection::Statements::planned_once},
                 [channel = quoted_name("referee jobs " + uri.schema())](PostgresConnection& connection) {
                   connection.exec("LISTEN " + channel);
                 }) {}

  void say_alive() override;
  std::optional<ClaimedJob> claim(std::int64_t free, bool idle) override;
  bool renew(const ClaimedJob& job, std::int64_t turns) override;
  bool finish(const ClaimedJob& job, const std::string& outcome) override;
  HandedIn finish_and_claim(const ClaimedJob& job, const std::string& outcome, std::int64_t free) override;
  std::optional<std::string> bundle(const ClaimedJob& job, const std::string& sha256) override;
  bool hand_in_built(const ClaimedJob& job, const std::string& bytes) override;
  Task<> wait_for_jobs(WorkThread& thread, std::chrono::milliseconds patience) override;

 private:
  /// The oldest job with an id above `behind` that fits.
  std::optional<ClaimedJob> claim_behind(std::int64_t behind, std::int64_t free, bool idle);
  /// Behind which job the next claim is to begin: the last that was claimed, now and then none.
  std::int64_t next_claim();

  WorkerIdentity worker_;
  PostgresSession session_;  // listens
  std::int64_t last_ = 0;    // that was claimed; 0: there was none
  TimePoint from_oldest_;    // when a claim began with the oldest
};

void PostgresJobDesk::say_alive() {
  session_.repeat("tell that this worker lives", [this](PostgresConnection& connection) {
    (void)connection.number("SELECT worker_says(?, ?, ?)", {&worker_.name, &worker_.about, worker_.slots});
  });
}

std::optional<ClaimedJob> PostgresJobDesk::claim(std::int64_t free, bool idle) {
  const std::int64_t behind = next_claim();
  std::optional<ClaimedJob> job = claim_behind(behind, free, idle);
  if (!job && behind > 0) {
    job = claim_behind(next_claim(), free, idle);
  }
  return job;
}

std::optional<ClaimedJob> PostgresJobDesk::claim_behind(std::int64_t behind, std::int64_t free, bool idle) {
  return session_.call("claim a job", [&](PostgresConnection& connection) {
    std::optional<ClaimedJob> job;
    connection.each(
        "SELECT claimed_id, claimed_key, claimed_name, claimed_slots, claimed_body FROM claim_job(?, ?, ?, "
        "?, ?, ?, ?)",
        {&worker_.name, free, std::int64_t{idle}, worker_.sandbox, &worker_.cpu, kLease.count(), behind},
        [&job](const SqlRow& row) { job = claimed_job(row, 0); });
    last_ = job ? job->id : 0;
    return job;
  });
}

std::int64_t PostgresJobDesk::next_claim() {
  const auto now = kernel_now();
  if (last_ == 0 || now - from_oldest_ >= kFromOldestEvery) {
    from_oldest_ = now;
    return 0;
  }
  return last_;
}

bool PostgresJobDesk::renew(const ClaimedJob& job, std::int64_t turns) {
  return session_.call("renew the lease of a job", [&](PostgresConnection& connection) {
    return connection.number("SELECT renew_job(?, ?, ?, ?)", {job.id, &job.key, turns, kLease.count()}) == 1;
  });
}

bool PostgresJobDesk::finish(const ClaimedJob& job, const std::string& outcome) {
  return session_.call("hand in the outcome of a job", [&](PostgresConnection& connection) {
    return connection.number("SELECT finish_job(?, ?, ?)", {job.id, &job.key, &outcome}) == 1;
  });
}

HandedIn PostgresJobDesk::finish_and_claim(const ClaimedJob& job, const std::string& outcome,
                                           std::int64_t free) {
  return session_.call("hand in the outcome of a job", [&](PostgresConnection& connection) {
    HandedIn handed_in;
    const std::int64_t behind = next_claim();
    connection.each(
        "SELECT taken, coalesce(claimed_id, 0), claimed_key, claimed_name, claimed_slots, claimed_body"
        " FROM finish_and_claim(?, ?, ?, ?, ?, ?, ?, ?)",
        {job.id, &job.key, &outcome, free, worker_.sandbox, &worker_.cpu, kLease.count(), behind},
        [&handed_in](const SqlRow& row) {
          handed_in.taken = row.number(0) == 1;
          if (row.number(1) != 0) {
            handed_in.next = claimed_job(row, 1);
          }
        });
    last_ = handed_in.next ? handed_in.next->id : 0;
    return handed_in;
  });
}

std::optional<std::string> PostgresJobDesk::bundle(const ClaimedJob& job, const std::string& sha256) {
  return session_.call("fetch a bot", [&](PostgresConnection& connection) {
    std::optional<std::string> bytes;
    connection.each("SELECT bundle_of_job FROM bundle_of_job(?, ?, ?)", {job.id, &job.key, &sha256},
                    [&bytes](const SqlRow& row) { bytes = row.text(0); });
    return bytes;
  });
}

bool PostgresJobDesk::hand_in_built(const ClaimedJob& job, const std::string& bytes) {
  return session_.call("hand in what was built", [&](PostgresConnection& connection) {
    return connection.number("SELECT hand_in_built(?, ?, ?)", {job.id, &job.key, &bytes}) == 1;
  });
}

Task<> PostgresJobDesk::wait_for_jobs(WorkThread& thread, std::chrono::milliseconds patience) {
  return thread.run<void>([this, patience] {
    session_.repeat("wait for jobs",
                    [&](PostgresConnection& connection) { connection.wait_for_notice(patience); });
  });
}

}  // namespace

std::unique_ptr<JobDesk> open_job_desk(const StoreUri& uri, WorkerIdentity worker) {
  require_jobs(uri);
  return std::make_unique<PostgresJobDesk>(uri, std::move(worker));
}

}  // namespace referee
