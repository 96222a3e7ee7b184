#include "referee/rating/sparse_matrix.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace referee::rating {
namespace {

constexpr std::size_t kTogether = 16;  // right-hand sides at once: every entry is read once for all of them

/// By column: the sum over the rows of a times b; both hold K columns a row.
template <std::size_t K>
std::array<double, K> products(const std::vector<double>& a, const std::vector<double>& b) {
  std::array<double, K> sums{};
  for (std::size_t i = 0; i < a.size(); i += K) {
    for (std::size_t k = 0; k < K; ++k) {
      sums[k] += a[i + k] * b[i + k];
    }
  }
  return sums;
}

/// x += by * y, by column.
template <std::size_t K>
void add_times(std::vector<double>& x, const std::array<double, K>& by, const std::vector<double>& y) {
  for (std::size_t i = 0; i < x.size(); i += K) {
    for (std::size_t k = 0; k < K; ++k) {
      x[i + k] += by[k] * y[i + k];
    }
  }
}

}  // namespace

SparseMatrix::SparseMatrix(std::size_t size, std::vector<Place> places) {
  const std::size_t given = places.size();
  for (std::size_t i = 0; i < given; ++i) {
    places.emplace_back(places[i].second, places[i].first);
  }
  for (std::size_t i = 0; i < size; ++i) {
    places.emplace_back(i, i);
  }
  std::ranges::sort(places);
  const auto twice = std::ranges::unique(places);
  places.erase(twice.begin(), twice.end());
  begin_.assign(size + 1, 0);
  for (const auto& [row, column] : places) {
    ++begin_[row + 1];
    columns_.push_back(column);
  }
  for (std::size_t row = 0; row < size; ++row) {
    begin_[row + 1] += begin_[row];
  }
  values_.assign(columns_.size(), 0);
}

void SparseMatrix::clear() { std::ranges::fill(values_, 0.0); }

std::size_t SparseMatrix::index_of(std::size_t row, std::size_t column) const {
  const auto first = columns_.begin() + static_cast<std::ptrdiff_t>(begin_[row]);
  const auto last = columns_.begin() + static_cast<std::ptrdiff_t>(begin_[row + 1]);
  const auto found = std::lower_bound(first, last, column);
  assert(found != last && *found == column);
  return static_cast<std::size_t>(found - columns_.begin());
}

void SparseMatrix::add(std::size_t row, std::size_t column, double value) {
  values_[index_of(row, column)] += value;
  if (row != column) {
    values_[index_of(column, row)] += value;
  }
}

template <std::size_t K>
void SparseMatrix::multiply(const std::vector<double>& x, std::vector<double>& product) const {
  for (std::size_t row = 0; row < size(); ++row) {
    std::array<double, K> sums{};
    for (std::size_t i = begin_[row]; i < begin_[row + 1]; ++i) {
      const double* const other = &x[columns_[i] * K];
      for (std::size_t k = 0; k < K; ++k) {
        sums[k] += values_[i] * other[k];
      }
    }
    std::ranges::copy(sums, product.begin() + static_cast<std::ptrdiff_t>(row * K));
  }
}

/// Conjugate gradients, scaled by the diagonal (Hestenes and Stiefel 1952): some tens of products with the
/// matrix, where a factorisation would fill in nearly all of it.
template <std::size_t K>
std::vector<double> SparseMatrix::solve_together(const std::vector<double>& b, double tolerance) const {
  std::vector<double> x(b.size());
  std::vector<double> residual = b;
  std::vector<double> scaled(b.size());
  std::vector<double> product(b.size());
  std::vector<double> inverse(size());
  for (std::size_t row = 0; row < size(); ++row) {
    inverse[row] = 1 / values_[index_of(row, row)];
  }
  const auto scale = [&] {
    for (std::size_t i = 0; i < residual.size(); ++i) {
      scaled[i] = residual[i] * inverse[i / K];
    }
  };
  scale();
  std::vector<double> direction = scaled;
  std::array<double, K> norm = products<K>(residual, scaled);
  const std::array<double, K> first = norm;
  const std::size_t most = 4 * size() + 64;  // exact arithmetic would need size()
  for (std::size_t step = 0; step < most; ++step) {
    std::array<bool, K> open{};
    for (std::size_t k = 0; k < K; ++k) {
      open[k] = norm[k] > tolerance * tolerance * first[k];
    }
    if (std::ranges::none_of(open, [](bool o) { return o; })) {
      break;
    }
    multiply<K>(direction, product);
    const std::array<double, K> curvature = products<K>(direction, product);
    std::array<double, K> by{};
    std::array<double, K> back{};
    for (std::size_t k = 0; k < K; ++k) {
      by[k] = open[k] ? norm[k] / curvature[k] : 0;
      back[k] = -by[k];
    }
    add_times<K>(x, by, direction);
    add_times<K>(residual, back, product);
    scale();
    const std::array<double, K> next = products<K>(residual, scaled);
    for (std::size_t i = 0; i < direction.size(); i += K) {
      for (std::size_t k = 0; k < K; ++k) {
        direction[i + k] = scaled[i + k] + (open[k] ? next[k] / norm[k] : 0) * direction[i + k];
      }
    }
    norm = next;
  }
  return x;
}

std::vector<double> SparseMatrix::solve(std::span<const double> b, double tolerance) const {
  return solve_together<1>({b.begin(), b.end()}, tolerance);
}

std::vector<double> SparseMatrix::inverse_diagonal(double tolerance) const {
  std::vector<double> diagonal;
  for (std::size_t begin = 0; begin < size(); begin += kTogether) {
    const std::size_t end = std::min(begin + kTogether, size());
    std::vector<double> units(size() * kTogether);  // columns of the identity; 0 in those that are left over
    for (std::size_t row = begin; row < end; ++row) {
      units[row * kTogether + row - begin] = 1;
    }
    const std::vector<double> columns = solve_together<kTogether>(units, tolerance);
    for (std::size_t row = begin; row < end; ++row) {
      diagonal.push_back(columns[row * kTogether + row - begin]);
    }
  }
  return diagonal;
}

}  // namespace referee::rating
