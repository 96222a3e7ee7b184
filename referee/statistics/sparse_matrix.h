#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <Eigen/SparseCore>

namespace referee::rating {

/// A symmetric matrix most of whose entries are 0. Where the others may be is said once.
class SparseMatrix {
 public:
  using Place = std::pair<std::size_t, std::size_t>;  ///< row, column

  /// All 0. `places`: where entries may differ from 0, on either side of the diagonal, in any order, also
  /// twice; those of the diagonal always may.
  SparseMatrix(std::size_t size, const std::vector<Place>& places);

  std::size_t size() const { return static_cast<std::size_t>(entries_.rows()); }
  /// Adds to an entry and to the one across the diagonal. REQUIRES: `places` had it.
  void add(std::size_t row, std::size_t column, double value);

  /// Numbers that conjugate gradients have come to.
  struct Solution {
    std::vector<double> x;
    bool converged = false;  ///< else `x` is as near as rounding let it come
  };

  /// The x for which this times x is `b`. REQUIRES: positive definite. Exact to `tolerance` times the length
  /// of `b`.
  Solution solve(std::span<const double> b, double tolerance) const;
  /// The diagonal of the inverse, from the solutions for the columns of the identity, each as exact as
  /// solve() has it. These entries are what conjugate gradients optimise: their error is of the order of the
  /// tolerance's square. REQUIRES: positive definite.
  Solution inverse_diagonal(double tolerance) const;

 private:
  Eigen::SparseMatrix<double, Eigen::RowMajor> entries_;
};

}  // namespace referee::rating
