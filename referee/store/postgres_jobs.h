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

/// As Store::job_news(), for the jobs of one owner.
std::vector<JobNews> job_news_of(PostgresConnection& connection, const std::string& owner);
/// As Store::job_outcome().
std::string job_outcome_of(PostgresConnection& connection, const std::string& owner, const std::string& name);
/// As Store::job_built().
std::string job_built_of(PostgresConnection& connection, const std::string& owner, const std::string& name);
/// As Store::job_overview(): of all owners.
JobOverview job_overview_of(PostgresConnection& connection);

}  // namespace referee
