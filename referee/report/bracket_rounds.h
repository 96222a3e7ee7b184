#pragma once

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "referee/report/standings_page.h"
#include "referee/tournament/formats/bracket_picture.h"

namespace referee {

/// What the encounters and rounds of a page's bracket are called, and how its encounters stand.
class BracketRounds {
 public:
  /// On a page without a bracket all answers are "".
  explicit BracketRounds(const StandingsPage& page);

  /// "Semi-final"; "" of an encounter that is none of the bracket's.
  std::string name_of(const Encounter& encounter) const;
  /// "Semi-final, Lower round 1", those of all encounters of a round; "" of a round before the bracket.
  std::string name_of(int round) const;
  /// Game points of the entrant at `position` of an encounter: "3", or "+" and "-" without play; "" where
  /// there are none, and before the bracket.
  std::string points_of(const Encounter& encounter, std::size_t position) const;

 private:
  struct Place {
    std::string name;
    std::array<BracketPicture::Side, 2> sides;
  };
  std::map<std::pair<int, int>, Place> places_;    // by round and table
  std::map<int, std::vector<std::string>> names_;  // by round, each once
};

}  // namespace referee
