#pragma once

#include <string>
#include <vector>

#include "referee/match/series.h"

namespace referee {

/// The result of one game as a table for people: seat, bot, rank, score, turns, times and faults by kind.
/// Alone at a table nobody has a rank.
std::string summary_of(const Series::Game& game);

/// Totals of a series by entrant, in the order of total score; of one-seat games mean, least and greatest
/// score.
class SeriesTotals {
 public:
  explicit SeriesTotals(const std::vector<SeatSpec>& entrants);
  /// Adds a game that counts.
  void add(const Series::Game& game);
  std::string text() const;
  /// After each of a series of one-seat games: the mean score so far.
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
  std::string text_of_one(const Line& line) const;

  std::vector<Line> lines_;
};

}  // namespace referee
