#include "referee/statistics/sparse_matrix.h"

#include <gtest/gtest.h>

namespace referee::rating {
namespace {

/// 4 1 0 / 1 3 1 / 0 1 2, whose inverse is 5 -2 1 / -2 8 -4 / 1 -4 11 over 18.
SparseMatrix example() {
  SparseMatrix matrix(3, {{0, 1}, {2, 1}, {0, 1}});
  matrix.add(0, 0, 4);
  matrix.add(1, 1, 3);
  matrix.add(2, 2, 2);
  matrix.add(0, 1, 0.5);
  matrix.add(1, 0, 0.5);
  matrix.add(1, 2, 1);
  return matrix;
}

TEST(SparseMatrix, SolvesEquations) {
  const std::vector<double> x = example().solve(std::vector<double>{18, 36, -18}, 1e-12).x;
  EXPECT_NEAR(x[0], 5 - 4 - 1, 1e-9);
  EXPECT_NEAR(x[1], -2 + 16 + 4, 1e-9);
  EXPECT_NEAR(x[2], 1 - 8 - 11, 1e-9);
  EXPECT_EQ(example().solve(std::vector<double>(3), 1e-12).x, std::vector<double>(3));
}

TEST(SparseMatrix, HasTheDiagonalOfItsInverse) {
  const std::vector<double> diagonal = example().inverse_diagonal(1e-12).x;
  ASSERT_EQ(diagonal.size(), 3U);
  EXPECT_NEAR(diagonal[0], 5 / 18.0, 1e-9);
  EXPECT_NEAR(diagonal[1], 8 / 18.0, 1e-9);
  EXPECT_NEAR(diagonal[2], 11 / 18.0, 1e-9);
}

// More rows than are solved together: of 2 on the diagonal and -1 beside it the inverse is known, i (n + 1 -
// i) / (n + 1) on its diagonal, counted from 1.
TEST(SparseMatrix, SolvesForManyRows) {
  constexpr std::size_t kSize = 50;
  std::vector<SparseMatrix::Place> places;
  for (std::size_t i = 1; i < kSize; ++i) {
    places.emplace_back(i - 1, i);
  }
  SparseMatrix matrix(kSize, places);
  for (std::size_t i = 0; i < kSize; ++i) {
    matrix.add(i, i, 2);
    if (i > 0) {
      matrix.add(i, i - 1, -1);
    }
  }
  const std::vector<double> diagonal = matrix.inverse_diagonal(1e-12).x;
  for (std::size_t i = 0; i < kSize; ++i) {
    const auto at = static_cast<double>(i + 1);
    EXPECT_NEAR(diagonal[i], at * (51 - at) / 51, 1e-8);
  }
}

// Without a solution there is nothing to converge to, and it ends.
TEST(SparseMatrix, SaysThatItHasNotConverged) {
  EXPECT_TRUE(example().solve(std::vector<double>{18, 36, -18}, 1e-12).converged);
  EXPECT_TRUE(example().inverse_diagonal(1e-12).converged);
  SparseMatrix singular(2, {{0, 1}});
  singular.add(0, 0, 1);
  singular.add(1, 1, 1);
  singular.add(0, 1, 1);
  EXPECT_FALSE(singular.solve(std::vector<double>{1, 0}, 1e-12).converged);
}

}  // namespace
}  // namespace referee::rating
