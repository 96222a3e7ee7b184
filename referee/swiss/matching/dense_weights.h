#pragma once

#include <cstddef>
#include <vector>

namespace referee::swiss {

/// The weights of all pairs of vertices 0..n-1, as MaxWeightMatching reads them.
template <class Number>
class DenseWeights {
 public:
  using Value = Number;

  explicit DenseWeights(std::size_t vertices) : vertices_(vertices), values_(vertices * vertices) {}

  std::size_t size() const { return vertices_; }
  const Value& operator()(std::size_t u, std::size_t v) const { return values_[u * vertices_ + v]; }
  void set(std::size_t u, std::size_t v, const Value& weight) {
    values_[u * vertices_ + v] = weight;
    values_[v * vertices_ + u] = weight;
  }

 private:
  std::size_t vertices_;
  std::vector<Value> values_;
};

}  // namespace referee::swiss
