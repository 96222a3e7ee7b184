#include "referee/series/attempt_summary.h"

namespace referee {

GameSummary summary_of(const PlannedGame& game, const PlayedAttempt& played) {
  const MatchResult& result = played.result;
  GameSummary summary{game, played.job.spec.seed.number, result.given_turns + result.turns, {}, ""};
  const auto faults = fault_kinds_of(result);
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
    const MatchResult::Seat& of = result.seats[seat];
    const auto& versions = played.job.spec.versions;
    summary.seats.push_back({.score = result.scores[seat],
                             .rank = result.rank[seat],
                             .turns = of.turns,
                             .used = of.used,
                             .worst = of.worst,
                             .faults = faults[seat],
                             .content = seat < versions.size() ? versions[seat].sha256 : "",
                             .wall_over = of.wall_over});
  }
  summary.moves_sha256 = result.moves_sha256;
  return summary;
}

}  // namespace referee
