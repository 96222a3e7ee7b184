#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tests/e2e/tournament_match.h"

namespace e2e {

/// A tournament that the test checks by its store, its records and its standings.
class StoredTournament : public TournamentMatch {
 protected:
  /// walls() as a round robin.
  static Json round_robin(const Json& entrants);
  /// Entrants random-1 to random-COUNT, launched; each always gives the same answers to the same turns.
  static Json randoms(int count);

  /// The standings.json of that folder without its times, which differ between runs. Points, games, faults,
  /// the crosstable and all encounters stay.
  Json standings_without_times(const std::string& reports = "out") const;
  /// That game in the standings; null if it has not been played.
  Json game(const std::string& match) const;

  /// Makes sure that each game has exactly one record that counts, one that is void for each attempt before
  /// it, and is as often in the standings. Returns the number of games.
  std::size_t expect_one_record_a_game() const;

  /// Expects `referee ctl` to accept these words; returns its output.
  std::string order(const std::vector<std::string>& words);
  /// Expects it to refuse them, with one line; returns that line.
  std::string refused(const std::vector<std::string>& words);
};

}  // namespace e2e
