#pragma once

#include <string>
#include <vector>

#include "referee/match/series.h"

namespace referee {

/// The result of one game as a table for people: seat, bot, rank, score, turns, times and faults by kind.
std::string summary_of(const Series::Game& game);

/// Totals of a series by contender, in the order of total score.
class SeriesTotals {
 public:
  explicit SeriesTotals(const std::vector<Contender>& contenders);
  /// Adds a game that counts.
  void add(const Series::Game& game);
  std::string text() const;

 private:
  struct Line {
    std::string name;
    int games = 0;
    int firsts = 0;
    double score = 0;
    std::int64_t faults = 0;
    std::int64_t turns = 0;
    Microseconds used{0};
    Microseconds worst{0};
  };
  std::vector<Line> lines_;
};

}  // namespace referee
