#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "referee/tournament/standings/standings.h"

namespace referee {

/// A column of the standings.
struct StandingsColumn {
  std::string key;           ///< in files for programs: "standard_error"
  std::string title;         ///< for people: "Standard error"
  std::string abbreviation;  ///< the title in a terminal: "std err"
  /// The text of a row's cell; "-" if the value is not known.
  std::function<std::string(const StandingsRow&)> text;
  bool is_told = false;  ///< its texts say what they are: "out in the lower final"

  /// "Points 3", or what is told, for a sentence.
  std::string named_text(const StandingsRow& row) const {
    return is_told ? text(row) : title + " " + text(row);
  }
};

/// The content of a tournament's reports. A format chooses it; the reports draw it.
struct ReportLayout {
  /// What the columns of the crosstable are.
  enum class Crosstable {
    opponents,  ///< the entrants, as the rows
    rounds,     ///< the rounds: whom a row's entrant met, with what result
    instances,  ///< the instances: what a row's entrant scored
    blocks      ///< the newest closed blocks of a ladder: the mean that a row's entrant scored
  };
  /// What a page has behind the standings.
  enum class Section {
    bracket,       ///< TournamentFormat::bracket()
    points_chart,  ///< how the points grew
    crosstable,
    rounds,           ///< each round with its encounters
    ladder_entrants,  ///< of a ladder: versions and opponents of each entrant
    instance_scores   ///< the scores on each instance, and the averages
  };

  std::vector<StandingsColumn> results;  ///< what decides the ranks, behind the names; at least one
  std::string ranking;                   ///< what decides the ranks, in sentences for people
  /// Entrants meet each other: there are encounters, tie-breaks and ratings, and wins are won games. Else
  /// each plays for itself, and wins are instances on which no other entrant scored as much.
  bool entrants_meet = true;
  bool mean_scores = false;  ///< entrants meet, and there are columns of StandingsRow::scores
  Crosstable crosstable = Crosstable::rounds;
  std::vector<Section> sections;  ///< in this order

  bool has(Section section) const { return std::ranges::find(sections, section) != sections.end(); }

  /// What decides the places of `rows`, in one column: the first of the results, or once there is a bracket
  /// behind other rounds how far each entrant came there, and for those that are not in it "Points 3".
  StandingsColumn place_column(const std::vector<StandingsRow>& rows) const;
};

}  // namespace referee
