#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/series/series_decision.h"
#include "referee/series/series_results.h"

namespace referee {

/// Why a series ended.
enum class SeriesEnd : std::uint8_t {
  played,    ///< all of its games were
  decided,   ///< its test has decided
  hopeless,  ///< its test would not be decided by more games: SeriesDecision::hopeless()
  stopped,   ///< by a signal, before
  failed     ///< by an error
};

/// The results of a series for programs: version 1 of configs/schema/series.schema.json. An end of an
/// interval that is infinite is null. `contents`: by entrant, see SeriesSpec.
nlohmann::json series_json(const SeriesResults& results, const std::optional<SeriesDecision>& decision,
                           SeriesEnd end, const std::vector<std::string>& contents);

/// The key "openings" of the same: what the games have come to by opening of a list of so many. REQUIRES: at
/// least one.
nlohmann::json openings_json(const SeriesResults& results, std::size_t listed);

/// CSV with a line for each seat of each game: game, group, seed, seat, bot, score, rank, turns, mean_ms,
/// worst_ms, faults.
std::string series_csv(const SeriesResults& results);

}  // namespace referee
