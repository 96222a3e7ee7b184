#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "referee/tournament/standings/field_scores.h"
#include "referee/tournament/standings/tie_breaks/score_card.h"

namespace referee {

/// The games' own scores of an entrant that meets others. Cancelled games are left out.
struct EntrantScores {
  /// What a round adds to them.
  struct Round {
    std::vector<double> played;  ///< by game that was played, in their order
    int missed = 0;              ///< games that were not played because the entrant was absent or withdrawn
  };
  std::vector<Round> rounds;  ///< by round from 0
  double for_missed = 0;  ///< what a missed game counts: 0, or the lowest score of `played` if that is less
  ScoreSummary summary;   ///< of all games that were played or missed

  /// Half of the 95% interval of the mean; nothing below two scores.
  std::optional<double> margin() const;
};

/// By entrant. `encounters`: those that are decided count. `withdrawn`: by entrant; one that has left larger
/// tables has missed the encounters that the entrants with the most encounters have had without it.
std::vector<EntrantScores> scores_of(const EncounterRules& rules, std::size_t rounds,
                                     const std::vector<JudgedEncounter>& encounters,
                                     const std::vector<bool>& withdrawn);

}  // namespace referee
