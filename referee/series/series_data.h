#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "referee/series/series_decision.h"
#include "referee/series/series_results.h"

namespace referee {

/// The results of a series for programs: {"games", "different_games", "bots", "comparisons", "ratings",
/// "test"}. docs/BETTER_BOTS.md tells the keys. An end of an interval that is infinite is null.
nlohmann::json series_json(const SeriesResults& results, const std::optional<SeriesDecision>& decision);

/// CSV with a line for each seat of each game: game, group, seed, seat, bot, score, rank, turns, mean_ms,
/// worst_ms, faults.
std::string series_csv(const SeriesResults& results);

}  // namespace referee
