#pragma once

#include <chrono>
#include <string>

namespace referee {

/// The functions by which workers come to the tables of jobs (postgres_job_tables.h), as SQL: a worker's role
/// reads no table, and sees the job that it has claimed, and no other. To be made by the store's owner in the
/// store's schema; they replace older ones.
///
/// What a worker may say is bounded here (WorkerBounds), because whoever has its role may call them with
/// anything. An outcome of more bytes is refused as one that is late. One call has a job for kLease; the
/// parameter lease_ms is what earlier workers say, and means nothing. Who has claimed a job is the role as
/// whom its session has logged in (session_user), and the name that it says.
///
/// No call waits for a lock that a session of another worker may keep: a row of `worker` that is locked is
/// left as it is, or waited for kLockPatience where the outcome of a job is counted.
///
/// Whoever has the key of a job may renew the lease, hand the outcome in, and fetch the bots. A claim or a
/// renewal that a crash of the server undoes does no harm, so they do not wait for its disk; outcomes do.
///
/// A claim walks along the index of those that wait to the first that fits, and looks each up among the jobs.
/// The planner, which knows nothing of tables that are filled and emptied all the time, would else fetch and
/// sort all that wait. It begins behind a job that the worker names: rows of those that were claimed just
/// before stay in the index for a while, and each of them costs as much as one that waits.
///
/// remove_job() is the owner's alone: removes a job, and returns 1, or 0 if its row stays locked for
/// kLockPatience.
std::string job_functions();

/// The names of the functions of job_functions(), with commas.
inline constexpr const char* kJobFunctions =
    "worker_says, claim_job, renew_job, finish_job, finish_and_claim, bundle_of_job, hand_in_built";

/// How long a statement waits for a lock that it may not get.
inline constexpr std::chrono::milliseconds kLockPatience{500};

}  // namespace referee
