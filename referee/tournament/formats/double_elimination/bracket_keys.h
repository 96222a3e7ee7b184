#pragma once

#include <string>
#include <vector>

#include "protocol/fields.h"
#include "referee/tournament/formats/tournament_format.h"

namespace referee {

/// How many games the encounters of a double elimination have at most, each 1..99: the keys of the format,
/// and of a final after another format.
struct BracketKeys {
  int best_of = 2;        ///< of the upper bracket
  int best_of_lower = 2;  ///< of the lower bracket
  int best_of_final = 2;  ///< of the grand final and its repetition

  /// Reads "best_of", which is `best_of` if it is missing, and "best_of_lower" and "best_of_final", which are
  /// as "best_of" by default.
  static BracketKeys read(fields::Object& in, int best_of);
  /// Adds all of them to the object `json`.
  void write(fields::Json& json) const;

  /// Rules of the stages of BracketPart.
  std::vector<StageRules> stages() const;
  /// ", best of 3, grand final best of 5"
  std::string text() const;
  /// A round for each step of a bracket of that many entrants; none for fewer than 2. `rules` have stages().
  static std::vector<PlannedRounds> planned(const EncounterRules& rules, std::size_t entrants);
};

/// The columns that say how far an entrant of a bracket came.
std::vector<StandingsColumn> bracket_columns();

}  // namespace referee
