#include "referee/statistics/performance.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "protocol/require.h"

namespace referee::rating {
namespace {

/// B.02, 8.1.1: the difference of ratings for a score of 50 to 100 per cent; below, the negative of that of
/// the other side.
constexpr std::array<int, 51> kDifferences = {0,   7,   14,  21,  29,  36,  43,  50,  57,  65,  72,  80,  87,
                                              95,  102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
                                              202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336,
                                              351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800};

/// B.02, 8.1.2: the greatest difference at which the higher rated player expects 50, 51 ... 99 per cent.
constexpr std::array<int, 50> kGreatestDifferences = {
    3,   10,  17,  25,  32,  39,  46,  53,  61,  68,  76,  83,  91,  98,  106, 113, 121,
    129, 137, 145, 153, 162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278,
    290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735};

constexpr int kWidest = 800;

std::int64_t floor_of(std::int64_t dividend, std::int64_t divisor) {
  const std::int64_t quotient = dividend / divisor;
  return dividend % divisor < 0 ? quotient - 1 : quotient;
}

std::int64_t halves_of(std::span<const RatedGame> games) {
  std::int64_t halves = 0;
  for (const RatedGame& game : games) {
    halves += game.halves;
  }
  return halves;
}

int difference_for(std::int64_t per_cent) {
  constexpr std::int64_t kEven = 50;
  const auto above = static_cast<std::size_t>(std::abs(per_cent - kEven));
  return per_cent < kEven ? -kDifferences.at(above) : kDifferences.at(above);
}

std::int64_t expected(std::span<const RatedGame> games, int rating) {
  std::int64_t hundredths = 0;
  for (const RatedGame& game : games) {
    hundredths += expected_hundredths(rating - game.opponent);
  }
  return hundredths;
}

}  // namespace

int rounded_mean(std::span<const int> values) {
  REQUIRE(!values.empty());
  std::int64_t sum = 0;
  for (const int value : values) {
    sum += value;
  }
  const auto count = static_cast<std::int64_t>(values.size());
  return static_cast<int>(floor_of(2 * sum + count, 2 * count));
}

int expected_hundredths(int difference) {
  constexpr int kEven = 50;
  const auto band = std::ranges::lower_bound(kGreatestDifferences, std::abs(difference));
  const int higher = kEven + static_cast<int>(band - kGreatestDifferences.begin());
  return difference < 0 ? 2 * kEven - higher : higher;
}

int average_opponent(std::span<const RatedGame> games) {
  REQUIRE(!games.empty());
  std::vector<int> ratings;
  for (const RatedGame& game : games) {
    ratings.push_back(game.opponent);
  }
  return rounded_mean(ratings);
}

int tournament_performance(std::span<const RatedGame> games) {
  REQUIRE(!games.empty());
  const auto count = static_cast<std::int64_t>(games.size());
  const std::int64_t per_cent = floor_of(100 * halves_of(games) + count, 2 * count);
  return average_opponent(games) + difference_for(per_cent);
}

int perfect_performance(std::span<const RatedGame> games) {
  REQUIRE(!games.empty());
  REQUIRE(!games.empty());
  const auto [lowest, highest] = std::ranges::minmax(games, {}, &RatedGame::opponent);
  const std::int64_t score = 50 * halves_of(games);  // in hundredths
  int enough = highest.opponent + kWidest;           // expects all points
  int least = lowest.opponent - kWidest;             // expects none
  if (score == 0) {
    return least;
  }
  while (enough - least > 1) {
    const int middle = least + (enough - least) / 2;
    (expected(games, middle) >= score ? enough : least) = middle;
  }
  return enough;
}

}  // namespace referee::rating
