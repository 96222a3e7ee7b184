#pragma once

#include <optional>
#include <vector>

#include "referee/tournament/standings/standings.h"

namespace referee {

/// By entrant: how many instances it has been given.
std::vector<std::size_t> instances_given(const History& history);

/// The row that is alone with the best score of an instance, from 0; nothing if that is shared, or no entrant
/// has a score.
std::optional<std::size_t> best_alone(const std::vector<StandingsRow>& rows, std::size_t instance);

/// Ranked by mean score: "as the Superball hall of fame". A withdrawn entrant has scored 0 wherever the field
/// has gone on without it, so that leaving after a lucky game is no advantage. Who has not played is last.
std::vector<StandingsRow> field_standings(const History& history);

}  // namespace referee
