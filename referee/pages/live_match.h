#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "referee/pages/audience.h"
#include "referee/pages/match_data.h"
#include "referee/pages/told_positions.h"
#include "referee/show/positions.h"

namespace referee::pages {

/// The data of a match that is being played: grows by the lines of its record. Each position is computed and
/// written once, and whole data are put together from the texts of the turns. Knows no seed. Not to be
/// copied.
class LiveMatch {
 public:
  /// `journal`: the header's line, and those of turns that have been played already, as after a restart.
  /// Throws the Difference if it cannot be followed. `facts.secret_seed` makes no difference here.
  LiveMatch(std::string journal, MatchFacts facts, Audience audience = Audience::spectators());
  LiveMatch(const LiveMatch&) = delete;
  LiveMatch& operator=(const LiveMatch&) = delete;

  /// A turn has been played. `line`: of the record, with its newline. Throws the Difference if the turn is
  /// not the next one, or not as the rules say; do not use this object after that.
  void add_turn(std::string_view line);

  std::size_t turns() const { return turns_.size(); }  ///< that were played
  /// Match data so far: status "running".
  std::string data() const;
  /// {"from":K,"turns":[...]} with the turns from number `from` on, as match data have them. REQUIRES: from
  /// <= turns().
  std::string turns_from(std::size_t from) const;
  /// The newest position for a small board: {"match":...,"round":...,"table":...,"game_no":...,"game":...,
  /// "players":[...],"turn":K,"setup":{...},"view":{...},"scores":[...]}. `scores` is null in a game that
  /// hides something.
  std::string board() const;

 private:
  void follow();
  /// With commas, without brackets.
  void append_turns(std::size_t from, std::string& out) const;

  std::string journal_;
  MatchFacts facts_;
  Audience audience_;
  show::Positions positions_;
  ToldPositions told_;
  std::string head_;  // the data up to the turns
  std::vector<std::string> turns_;
};

}  // namespace referee::pages
