#pragma once

#include <cmath>
#include <cstdint>

namespace referee::comparison {

/// What a sequential test says after the observations so far.
enum class Decision : std::uint8_t {
  go_on,
  accept_h0,  ///< no better, or too little
  accept_h1   ///< better by what was asked for
};

/// Wald's bounds of a log-likelihood ratio of H1 to H0. A. Wald, Sequential Tests of Statistical Hypotheses,
/// Annals of Mathematical Statistics 16 (1945).
class WaldBounds {
 public:
  /// `alpha`: how often H1 may be accepted although H0 is true; `beta`: H0 although H1 is. Above 0, below
  /// 1/2.
  WaldBounds(double alpha, double beta)
      : lower_(std::log(beta / (1 - alpha))), upper_(std::log((1 - beta) / alpha)) {}

  double lower() const { return lower_; }  ///< below 0: at it and below, H0 is accepted
  double upper() const { return upper_; }  ///< above 0: at it and above, H1 is accepted

  Decision decision(double llr) const {
    return llr >= upper_ ? Decision::accept_h1 : llr <= lower_ ? Decision::accept_h0 : Decision::go_on;
  }

 private:
  double lower_;
  double upper_;
};

}  // namespace referee::comparison
