#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "referee/series/game_summary.h"
#include "referee/series/series_plan.h"
#include "referee/statistics/counts.h"

namespace referee {

/// A kind of fault that an entrant had in a series.
struct SeriesFault {
  FaultKind kind;               ///< `count` is that of all games, the rest that of the first one
  std::int64_t first_game = 1;  ///< number of the earliest game with such a fault
};

/// What an entrant did in all games of a series.
struct SeriesTotals {
  std::string name;
  std::int64_t games = 0;
  std::int64_t firsts = 0;  ///< games with rank 1
  double score = 0;         ///< sum, like the next two of the game's own scores
  double least = 0;
  double greatest = 0;
  std::int64_t turns = 0;
  Microseconds used{0};
  Microseconds worst{0};
  std::vector<SeriesFault> faults = {};
  WallOver wall_over = {};  ///< `count` is that of all games, the rest that of the first one
  std::int64_t first_wall_over_game = 0;
  /// At tables of two, by seat: wins, draws and losses there.
  std::vector<comparison::GameCounts> by_seat = {};

  double mean() const { return games == 0 ? 0 : score / static_cast<double>(games); }
  std::int64_t fault_count() const;
};

/// The seat of an entrant in a game; nothing if it does not play in it.
std::optional<std::size_t> seat_of(const PlannedGame& game, std::size_t entrant);
/// What a game is worth for a seat: the mean of its results (1, 1/2 or 0) against each of the others, by
/// rank. Ranks are those of the game's scores, whoever has forfeited: at a table of two it is a win, a draw
/// or a loss. REQUIRES: at least two seats.
double points_of(const GameSummary& game, std::size_t seat);

/// What the games that began with one opening of a list have come to.
struct OpeningTotals {
  struct Side {
    std::int64_t games = 0;
    double points = 0;  ///< points_of() each

    void add(double of_game) {
      ++games;
      points += of_game;
    }
  };
  std::int64_t games = 0;
  std::int64_t different = 0;  ///< the others repeat one of these move for move
  Side first_seat = {};        ///< whoever sat there
  std::vector<Side> challengers = {};
};

/// The games of a series that are over, and what they say. They may come in any order: the results are those
/// of the games' numbers.
class SeriesResults {
 public:
  /// `names`: of the plan's entrants.
  SeriesResults(std::vector<std::string> names, SeriesPlan plan);

  /// REQUIRES: a game of the plan that was not added before.
  void add(GameSummary summary);

  /// The name of one who has dialled in is not known before.
  void rename(std::size_t entrant, const std::string& name) { names_[entrant] = name; }

  const std::map<std::int64_t, GameSummary>& games() const { return games_; }  ///< by number
  const std::vector<std::string>& names() const { return names_; }
  const SeriesPlan& plan() const { return plan_; }
  /// The totals of all entrants, in their order.
  std::vector<SeriesTotals> totals() const;

  /// At tables of two: of all games of `one` against `other`, for `one`.
  comparison::GameCounts games_between(std::size_t one, std::size_t other) const;
  /// At tables of two: the pairs of `one` against `other`, for `one`, of which both games are over.
  comparison::PairCounts pairs_between(std::size_t one, std::size_t other) const;
  /// At larger tables whose plan substitutes(): in how many pairs `one` had a greater points_of() its game
  /// than `other` of the other one, as wins.
  comparison::GameCounts substitutions(std::size_t one, std::size_t other) const;
  /// What two challengers of a gauntlet differ by on the same instances with the same opponents: the mean
  /// points_of() of one less that of the other, for each meeting that both have played to its end.
  std::vector<double> challenger_differences(std::size_t one, std::size_t other) const;
  /// A game of one seat: what `one` scored more than `other`, by instance that both have played.
  std::vector<double> differences(std::size_t one, std::size_t other) const;
  /// At tables of two: the numbers of the games that the entrant has lost.
  std::vector<std::int64_t> lost_games(std::size_t entrant) const;
  /// By opening of a list of so many, which groups of games take in turn. REQUIRES: at least one, and at
  /// least two seats.
  std::vector<OpeningTotals> by_opening(std::size_t listed) const;
  /// How many of the games are different: the others repeat one of these move for move, with the same players
  /// in the same seats.
  std::size_t different_games() const { return different_.size(); }

 private:
  std::vector<std::string> names_;
  SeriesPlan plan_;
  std::map<std::int64_t, GameSummary> games_;
  std::set<std::string> different_;
};

}  // namespace referee
