#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tests/e2e/tournament_match.h"

namespace e2e {

/// A tournament that is looked at through what it leaves behind: its store, its records, its standings.
class StoredTournament : public TournamentMatch {
 protected:
  /// walls() with everybody against everybody.
  static Json round_robin(const Json& entrants);
  /// Entrants random-1 to random-COUNT, launched; each plays the same moves whenever it is asked the same.
  static Json randoms(int count);

  /// What standings.json of that folder says, without what no two runs can have in common: times. Points,
  /// games, faults, the crosstable and all encounters stay.
  Json standings_without_times(const std::string& reports = "out") const;
  /// That game in the standings; null if it has not been played.
  Json game(const std::string& match) const;

  /// Makes sure that each game has exactly one record that counts, one that is void for each attempt before
  /// it, and is as often in the standings. Returns the number of games.
  std::size_t expect_one_record_a_game() const;

  /// `referee ctl` with these words has to be accepted; what it says.
  std::string order(const std::vector<std::string>& words);
  /// It has to be refused, in one line; that line.
  std::string refused(const std::vector<std::string>& words);
};

}  // namespace e2e
