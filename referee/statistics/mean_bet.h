#pragma once

#include <cstdint>
#include <vector>

namespace referee::comparison {

/// Evidence against a bound of a mean that one gathers by betting: whoever believes the bound offers fair
/// odds, and the evidence is what a capital of 1 has become. It needs no assumption on the distribution, but
/// that observations are from 0 to 1 and that each has this mean, given those before. If the bound is true,
/// the evidence ever exceeds 1 / alpha with a probability of at most alpha, however often one looks (J.
/// Ville, 1939). BANDS.md has the sources, and the reason for this test.
class MeanBet {
 public:
  enum class Bound : std::uint8_t {
    at_most,  ///< the mean is at most the bound
    at_least  ///< the mean is at least the bound
  };

  /// `limit`: the bound, from 0 to 1, both excluded. `margin`: the least distance from it that matters, above
  /// 0 and below 1/2; it decides how small the stakes begin, and nothing about validity.
  MeanBet(Bound bound, double limit, double margin);

  /// Takes in `times` observations of `value`, from 0 to 1.
  void add(double value, std::int64_t times = 1);
  /// The natural logarithm of the capital: 0 without observations. It does not depend on their order.
  double log_evidence() const;

 private:
  Bound bound_;
  double limit_;                  // of the mean, or of 1 - the mean
  std::vector<double> stakes_;    // shares of the capital, one bettor each
  std::vector<double> log_each_;  // of the capital of each bettor
};

}  // namespace referee::comparison
