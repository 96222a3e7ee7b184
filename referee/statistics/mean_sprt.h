#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "referee/statistics/difference_sums.h"
#include "referee/statistics/wald.h"

namespace referee::comparison {

/// A sequential test of a mean difference of scores, H0: it is 0, against H1: it is delta, with a variance
/// that nobody knows. It is made for differences that are skewed, or mostly 0; README.md in this folder says
/// how.
class MeanSprt {
 public:
  /// The test decides nothing before so many differences are other than 0.
  static constexpr std::int64_t kLeastUnequal = 50;

  struct Spec {
    double delta = 0;     ///< above 0, in points of the game's score
    double alpha = 0.05;  ///< how often H1 is accepted at most although the mean is 0
    double beta = 0.05;   ///< how often H0 is accepted at most although the mean is delta

    bool operator==(const Spec&) const = default;

    /// Reads "delta=5,alpha=0.05,beta=0.05"; all but delta may be left out. Throws std::invalid_argument
    /// naming the key, what was got and what was expected.
    static Spec read(std::string_view text);
  };

  explicit MeanSprt(const Spec& spec) : spec_(spec), bounds_(spec.alpha, spec.beta) {}

  const Spec& spec() const { return spec_; }
  double lower() const { return bounds_.lower(); }
  double upper() const { return bounds_.upper(); }

  /// `sums`: of all differences so far; a difference is the score of the new bot less that of the old one on
  /// a seed. ln of the ratio of likelihoods of H1 and H0; finite, and 0 if all differences are 0.
  double llr(const DifferenceSums& sums) const;
  double llr(std::span<const double> differences) const { return llr(DifferenceSums(differences)); }

  Decision decision(const DifferenceSums& sums) const;
  Decision decision(std::span<const double> differences) const {
    return decision(DifferenceSums(differences));
  }

 private:
  Spec spec_;
  WaldBounds bounds_;
};

}  // namespace referee::comparison
