#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>

#include <boost/math/tools/toms748_solve.hpp>

namespace referee::numeric {

/// A search came to no result within its bound of steps.
class NotConverged : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Where a function has a root: it is continuous from `low` to `high`, finite at both, and does not have the
/// same sign there.
struct Bracket {
  double low = 0;
  double at_low = 0;  ///< the function's value at `low`
  double high = 0;    ///< above low
  double at_high = 0;
};

/// How near the root has to be: within `relative` times its distance from 0, or within `absolute`.
struct Nearness {
  double relative = 1e-15;
  double absolute = 0;
};

/// The root of `function` in `bracket`, by TOMS 748 (G. E. Alefeld, F. A. Potra, Y. Shi, ACM Transactions on
/// Mathematical Software 21, 1995), which evaluates it inside of the bracket only, and at least halves the
/// bracket in three evaluations. Of a function that jumps it is where the sign changes. REQUIRES: finite
/// values inside, too. Throws NotConverged after kMostEvaluations.
inline constexpr std::uintmax_t kMostEvaluations = 400;
template <class Function>
double root_between(const Function& function, const Bracket& bracket, const Nearness& near = {}) {
  if (bracket.at_low == 0 || bracket.at_high == 0) {
    return bracket.at_low == 0 ? bracket.low : bracket.high;
  }
  bool narrow = false;
  const auto is_narrow = [&](double low, double high) {
    narrow = high - low <= std::max(near.absolute, near.relative * std::min(std::abs(low), std::abs(high)));
    return narrow;
  };
  std::uintmax_t evaluations = kMostEvaluations;
  const auto [low, high] = boost::math::tools::toms748_solve(
      function, bracket.low, bracket.high, bracket.at_low, bracket.at_high, is_narrow, evaluations);
  if (!narrow && low != high) {
    throw NotConverged("no root was found within " + std::to_string(kMostEvaluations) + " evaluations");
  }
  return low + (high - low) / 2;
}

}  // namespace referee::numeric
