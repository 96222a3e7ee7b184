#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/report/explanation_lines.h"
#include "referee/report/standings_page.h"

namespace referee {

/// The place of an entrant after the bracket that followed the rounds for points.
struct FinalPlace {
  int rank = 1;
  bool ranked = false;  ///< is_ranked()
  std::string reached;  ///< "won the final 3 : 0"; "": it did not play in the bracket
};

/// Standings by points and tie-breaks, as far as an explanation tells of them. Vectors are by entrant.
struct ExplainedStandings {
  std::string title;  ///< "Spring, round 3 of 5", safe on a terminal
  int rounds = 0;     ///< planned
  EntrantNames names;
  std::vector<int> ranks;  ///< by points and tie-breaks, before a bracket
  std::vector<bool> annulled;
  std::vector<bool> ranked;  ///< is_ranked(), before a bracket
  std::vector<bool> staff;   ///< staff bots, which have no place
  TieBreaker breaker;
  /// TieBreaker::ties() of all that are not annulled, in the order of pairing numbers.
  std::vector<std::vector<std::vector<Entrant>>> ties = {};
  std::vector<EntrantScores> scores = {};     ///< where means of scores rank, and only there
  std::vector<FinalPlace> final_places = {};  ///< where a bracket has begun, and only there
};

/// How an entrant got its place, for a terminal: its mean score where that ranks, each round with its points,
/// each tie-break with its parts, and the entrants that were tied before and after it. After a bracket: the
/// place in it first, then that before it. Values are exact: "1 2/3".
/// A line of a tie-break ends with what it adds, or with that and why it is left out. Of a field:
/// field_explanation_text(). REQUIRES: the format's FormatTraits::unexplained is empty.
std::string explanation_text(const StandingsPage& page, Entrant entrant);
/// The explanation of several entrants in two steps: explained_standings() once, then explanation_text() for
/// each of them. Nothing for a format without a TieBreaker.
std::optional<ExplainedStandings> explained_standings(const StandingsPage& page);
std::string explanation_text(const ExplainedStandings& standings, Entrant entrant);

/// The entrant of that name; upper and lower case are the same. Throws std::invalid_argument if no
/// entrant has it, with the nearest names.
Entrant entrant_named(const StandingsPage& page, std::string_view name);

}  // namespace referee
