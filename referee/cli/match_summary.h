#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "referee/match/attempt.h"
#include "referee/match/record_files.h"

namespace referee {

/// The result of an attempt for people. A table: seat, bot, rank, score, turns, times and faults by kind; in
/// a game of one seat there are no ranks. Below it, for each seat: every kind of fault with its count, first
/// turn and reason; how a bot that ended badly did so, with what it wrote to standard error. `files`: where
/// that is kept too, if it is.
std::string summary_of(const PlayedAttempt& played, const RecordFiles* files = nullptr);

/// Totals of a series by entrant, in the order of total score; for games of one seat the mean, least and
/// greatest score.
class SeriesTotals {
 public:
  /// Adds a match that counts. REQUIRES: the same players in each game.
  void add(const MatchResult& result);
  std::string text() const;
  /// For a series of a game of one seat, after each match: the mean score so far. REQUIRES: a game was added.
  std::string running_mean() const;

 private:
  struct Line {
    std::string name;
    int games = 0;
    int firsts = 0;
    double score = 0;
    double least = 0;
    double greatest = 0;
    double mean() const { return score / games; }
    std::int64_t faults = 0;
    std::int64_t turns = 0;
    Microseconds used{0};
    Microseconds worst{0};
  };
  Line& line_of(const std::string& player);
  std::string text_of_one(const Line& line) const;

  std::vector<Line> lines_;  // in the order of the seats of the first match
};

/// Finds games of a series that repeat an earlier one move for move, with the same players in the same seats.
class RepeatedGames {
 public:
  /// `record`: the text of the record of a game that counts. REQUIRES: this program wrote it.
  void add(std::string_view record);
  /// What to tell at the end of the series; "" if no game is a repeat.
  std::string text() const;

 private:
  std::set<std::string> different_;  ///< SHA-256 of players and moves
  int games_ = 0;
};

}  // namespace referee
