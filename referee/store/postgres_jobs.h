#pragma once

#include <string>
#include <vector>

#include "referee/store/job.h"
#include "referee/store/postgres_connection.h"

namespace referee {

/// What the owner of jobs does with them in the tables of postgres_job_tables.h. All functions throw
/// PostgresError.

/// The owner of the jobs of the tournament that is kept in the store.
inline const std::string kTournamentsJobs;

/// All jobs of one owner that workers have claimed, until they are removed. Ends the leases whose time is
/// over.
std::vector<JobNews> job_news_of(PostgresConnection& connection, const std::string& owner);
/// What the worker has handed in for a job of `owner`, JSON text; "" while there is nothing.
std::string job_outcome_of(PostgresConnection& connection, const std::string& owner, const std::string& name);
/// The bundle that the worker has handed in for a job of `owner` that builds; "" while there is none.
std::string job_built_of(PostgresConnection& connection, const std::string& owner, const std::string& name);
/// The jobs of all owners and the workers, for people: see Store::job_overview().
JobOverview job_overview_of(PostgresConnection& connection);

}  // namespace referee
