#pragma once

#include <chrono>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "referee/pages/tournament_snapshot.h"
#include "referee/store/job.h"

namespace referee::pages {

/// What a worker says of its machine, as schema/workers_data.schema.json describes it. `about` may be
/// anything: what cannot be read or shown is null.
nlohmann::json machine_data(const std::string& about);

/// What is told of a worker, as schema/workers_data.schema.json describes it. `jobs`: what it does now, a
/// list.
nlohmann::json worker_data(const WorkerState& worker, nlohmann::json jobs);

/// How workers are shown.
struct WorkerTerms {
  /// Running matches are shown as they are played. False where they are shown later: then a match's turn is
  /// not told.
  bool tells_turns = true;
};

/// What spectators are told of workers and of what waits for them, as schema/workers_data.schema.json
/// describes it. Of a job it tells what the tournament's page tells of a running match: its match and its
/// players, and its turn if spectators may see the match. A match of a frozen round is not named, and neither
/// is work of another kind, which may be that of one entrant alone. `age`: since `overview` was read.
nlohmann::json workers_data(const JobOverview& overview, std::chrono::seconds age,
                            const TournamentSnapshot& snapshot, WorkerTerms terms);

}  // namespace referee::pages
