#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>

// How strong one player is beside another: pure functions of results. README.md in this folder has the
// formulas, their sources, and what each number means.
namespace referee::comparison {

/// Single games by their result for the first of two players; none is negative.
struct GameCounts {
  std::int64_t wins = 0;
  std::int64_t draws = 0;
  std::int64_t losses = 0;

  /// Counts a game that was worth 1, 1/2 or 0 points.
  void add(double points) { (points > 0.5 ? wins : points < 0.5 ? losses : draws) += 1; }
  GameCounts& operator+=(const GameCounts& other) {
    wins += other.wins;
    draws += other.draws;
    losses += other.losses;
    return *this;
  }
  std::int64_t games() const { return wins + draws + losses; }
  double points() const { return static_cast<double>(wins) + static_cast<double>(draws) / 2; }
  bool operator==(const GameCounts&) const = default;
};

/// Pairs by the points of the first of two players: 0, 1/2, 1, 3/2, 2. The two games of a pair have one seed
/// and one opening, with the seats swapped. None is negative.
struct PairCounts {
  std::array<std::int64_t, 5> by_half_points{};

  /// Counts a pair that was worth 0, 1/2, 1, 3/2 or 2 points.
  void add(double points) { ++by_half_points[static_cast<std::size_t>(std::lround(2 * points))]; }
  PairCounts& operator+=(const PairCounts& other) {
    for (std::size_t i = 0; i < by_half_points.size(); ++i) {
      by_half_points[i] += other.by_half_points[i];
    }
    return *this;
  }
  std::int64_t pairs() const {
    return std::accumulate(by_half_points.begin(), by_half_points.end(), std::int64_t{0});
  }
  bool operator==(const PairCounts&) const = default;
};

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A number with its 95 % interval. Whoever gives one says when which of the three is infinite.
struct Interval {
  double estimate = 0;
  double low = 0;
  double high = 0;

  bool operator==(const Interval&) const = default;
};

}  // namespace referee::comparison
