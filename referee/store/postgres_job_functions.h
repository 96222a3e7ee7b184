#pragma once

#include <string>

namespace referee {

/// The functions by which workers come to the tables of jobs (postgres_job_tables.h), as SQL: a worker's role
/// reads no table, and sees the job that it has claimed, and no other. To be made by the store's owner in the
/// store's schema; they replace older ones.
///
/// What a worker may say, and for how long one call has a job, is bounded here (WorkerBounds, kLease),
/// because whoever has its role may call them with anything. An outcome of more bytes is refused as one that
/// is late.
///
/// Whoever has the key of a job may renew the lease, hand the outcome in, and fetch the bots. A claim or a
/// renewal that a crash of the server undoes does no harm, so they do not wait for its disk; outcomes do.
///
/// A claim walks along the index of those that wait to the first that fits, and looks each up among the jobs.
/// The planner, which knows nothing of tables that are filled and emptied all the time, would else fetch and
/// sort all that wait. It begins behind a job that the worker names: rows of those that were claimed just
/// before stay in the index for a while, and each of them costs as much as one that waits.
std::string job_functions();

/// The names of the functions of job_functions(), with commas.
inline constexpr const char* kJobFunctions =
    "worker_says, claim_job, renew_job, finish_job, finish_and_claim, bundle_of_job, hand_in_built";

}  // namespace referee
