#include "referee/statistics/sparse_matrix.h"

#include <algorithm>
#include <utility>

namespace referee::rating {
namespace {

using Eigen::Index;

constexpr int kTogether = 16;  // right-hand sides at once: every entry is read once for all of them

template <int K>
using Columns = Eigen::Matrix<double, Eigen::Dynamic, K, K == 1 ? Eigen::ColMajor : Eigen::RowMajor>;

/// By column: the sum over the rows of a times b.
template <int K>
Eigen::Array<double, 1, K> products(const Columns<K>& a, const Columns<K>& b) {
  return a.cwiseProduct(b).colwise().sum();
}

/// Conjugate gradients, scaled by the diagonal (Hestenes and Stiefel 1952): some tens of products with the
/// matrix, where a factorisation would fill in nearly all of it.
template <int K>
struct Together {
  Columns<K> x;
  bool converged = false;
};
template <int K>
Together<K> solve_together(const Eigen::SparseMatrix<double, Eigen::RowMajor>& matrix, const Columns<K>& b,
                           double tolerance) {
  using PerColumn = Eigen::Array<double, 1, K>;
  const Eigen::VectorXd inverse = matrix.diagonal().cwiseInverse();
  Columns<K> x = Columns<K>::Zero(b.rows(), K);
  Columns<K> residual = b;
  Columns<K> scaled = inverse.asDiagonal() * residual;
  Columns<K> direction = scaled;
  Columns<K> product(b.rows(), K);
  PerColumn norm = products<K>(residual, scaled);
  const PerColumn goal = tolerance * tolerance * norm;
  const Index most = 4 * matrix.rows() + 64;  // exact arithmetic would need rows()
  for (Index step = 0; step < most && (norm > goal).any(); ++step) {
    const Eigen::Array<bool, 1, K> open = norm > goal;
    product.noalias() = matrix * direction;
    const PerColumn by = open.select(norm / products<K>(direction, product), 0.0);
    x += direction * by.matrix().asDiagonal();
    residual -= product * by.matrix().asDiagonal();
    scaled = inverse.asDiagonal() * residual;
    const PerColumn next = products<K>(residual, scaled);
    const PerColumn back = open.select(next / norm, 0.0);
    direction = scaled + direction * back.matrix().asDiagonal();
    norm = next;
  }
  return {std::move(x), (norm <= goal).all()};
}

}  // namespace

SparseMatrix::SparseMatrix(std::size_t size, const std::vector<Place>& places)
    : entries_(static_cast<Index>(size), static_cast<Index>(size)) {
  std::vector<Eigen::Triplet<double>> zeros;
  for (const auto& [row, column] : places) {
    zeros.emplace_back(row, column, 0);
    zeros.emplace_back(column, row, 0);
  }
  for (std::size_t i = 0; i < size; ++i) {
    zeros.emplace_back(i, i, 0);
  }
  entries_.setFromTriplets(zeros.begin(), zeros.end());
}

void SparseMatrix::add(std::size_t row, std::size_t column, double value) {
  const auto i = static_cast<Index>(row);
  const auto j = static_cast<Index>(column);
  entries_.coeffRef(i, j) += value;
  if (i != j) {
    entries_.coeffRef(j, i) += value;
  }
}

SparseMatrix::Solution SparseMatrix::solve(std::span<const double> b, double tolerance) const {
  const auto [x, converged] = solve_together<1>(
      entries_, Eigen::Map<const Columns<1>>(b.data(), static_cast<Index>(b.size())), tolerance);
  return {{x.begin(), x.end()}, converged};
}

SparseMatrix::Solution SparseMatrix::inverse_diagonal(double tolerance) const {
  Solution diagonal{{}, true};
  for (Index begin = 0; begin < entries_.rows(); begin += kTogether) {
    const Index count = std::min<Index>(kTogether, entries_.rows() - begin);
    Columns<kTogether> units = Columns<kTogether>::Zero(entries_.rows(), kTogether);
    units.middleRows(begin, count).diagonal().setOnes();  // columns that are left over stay 0
    const auto [inverse, converged] = solve_together<kTogether>(entries_, units, tolerance);
    const auto found = inverse.middleRows(begin, count).diagonal();
    diagonal.x.insert(diagonal.x.end(), found.begin(), found.end());
    diagonal.converged = diagonal.converged && converged;
  }
  return diagonal;
}

}  // namespace referee::rating
