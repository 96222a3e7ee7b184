#pragma once

#include <cstdint>
#include <string_view>

#include "referee/statistics/counts.h"
#include "referee/statistics/wald.h"

namespace referee::comparison {

/// The generalized sequential probability ratio test of two strengths, H0: the difference is elo0, against
/// H1: it is elo1. Play pairs until decision() is not go_on.
class Sprt {
 public:
  enum class Model : std::uint8_t {
    normalized,  ///< elo0 and elo1 are normalized Elo: how long the test takes does not depend on how many
                 ///< draw
    logistic     ///< they are Elo, as elo_difference() has it
  };

  struct Spec {
    double elo0 = 0;
    double elo1 = 0;      ///< above elo0; both from -1000 to 1000
    double alpha = 0.05;  ///< how often H1 is accepted at most although the difference is elo0
    double beta = 0.05;   ///< how often H0 is accepted at most although the difference is elo1
    Model model = Model::normalized;

    bool operator==(const Spec&) const = default;

    /// Reads "elo0=0,elo1=20,alpha=0.05,beta=0.05,model=normalized"; all but elo0 and elo1 may be left out.
    /// Throws std::invalid_argument naming the key, what was got and what was expected.
    static Spec read(std::string_view text);
  };

  explicit Sprt(const Spec& spec) : spec_(spec), bounds_(spec.alpha, spec.beta) {}

  const Spec& spec() const { return spec_; }
  double lower() const { return bounds_.lower(); }
  double upper() const { return bounds_.upper(); }

  /// ln of how many times as likely the results are under H1 as under H0, each with the variance that suits
  /// it best; finite, and 0 without results.
  double llr(const GameCounts& games) const;
  double llr(const PairCounts& pairs) const;

  Decision decision(const GameCounts& games) const { return bounds_.decision(llr(games)); }
  Decision decision(const PairCounts& pairs) const { return bounds_.decision(llr(pairs)); }

  /// `different`: the pairs of `all` without those that repeat an earlier pair, move for move. Bots that play
  /// the same games again and again tell nothing new by them: decided is what both say.
  Decision decision(const PairCounts& all, const PairCounts& different) const;
  Decision decision(const GameCounts& all, const GameCounts& different) const;

 private:
  Spec spec_;
  WaldBounds bounds_;
};

}  // namespace referee::comparison
