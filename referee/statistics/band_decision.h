#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "referee/statistics/bounded_mean.h"
#include "referee/statistics/mean_bet.h"

namespace referee::comparison {

/// Where a band begins: at a mean of `share` of the points against an opponent.
struct BandBorder {
  std::size_t opponent = 0;  ///< its number, from 0
  double share = 0;          ///< further than the margin from 0 and from 1

  bool operator==(const BandBorder&) const = default;
};

/// The bands of a scale, and what is promised of them.
struct BandTerms {
  enum class Undecided : std::uint8_t {
    likelier,  ///< a border that is not decided is reached by the points that there are
    lower,     ///< it is not reached
    higher     ///< it is reached
  };

  /// Band i, from 0, the best one, begins at border i. Whoever reaches none is in the last band, number
  /// borders.size(). Borders of one opponent are at least two margins apart, the higher one before.
  std::vector<BandBorder> borders;
  double error = 0.05;             ///< above 0, below 1/2
  double margin = 0.05;            ///< above 0, below 1/2
  std::int64_t most_groups = 200;  ///< against all opponents together
  Undecided undecided = Undecided::likelier;
};

/// In which band a player is: the best one whose border its true share reaches. A sequential test, which also
/// says whom to play next. Groups are games of one seed in which the player sits at each seat once, so that
/// the advantage of a seat is none.
///
/// What is promised: of players whose true share is further than the margin from every border, at most
/// `error`, over all borders together, are decided to be in another band than the true one. For any other
/// player the bands at the border that is near are both right. BANDS.md has the proof.
class BandDecision {
 public:
  /// REQUIRES: at least one border.
  explicit BandDecision(BandTerms terms);

  const BandTerms& terms() const { return terms_; }

  /// Whom the next group is against; nothing: the band is decided, or the groups are used up.
  std::optional<std::size_t> next() const;
  /// `share`: the mean share of the points in a group against `opponent`, from 0 to 1.
  void add(std::size_t opponent, double share);

  /// The band; if it is undecided, the one that BandTerms::undecided says.
  std::size_t band() const;
  bool is_decided() const { return !first_open(); }
  /// The bands that are possible: one if it is decided; the best one first.
  std::vector<std::size_t> possible() const;
  std::int64_t groups() const;
  /// What was observed against an opponent.
  const BoundedMean& share(std::size_t opponent) const { return shares_[opponent]; }
  /// The shares that are not refuted with the evidence that decides: the low end is above the borders that
  /// are reached less the margin. All intervals hold together with a probability of at least 1 - 2 `error`.
  Interval interval(std::size_t opponent) const;

 private:
  enum class Answer : std::uint8_t { open, reached, refuted };
  /// Two bounds, of which at most one can be true: the one that is refuted first decides.
  struct Tested {
    MeanBet below;  // the share is at most the border less the margin
    MeanBet above;  // it is at least the border and the margin
    Answer answer = Answer::open;
  };

  std::optional<std::size_t> first_open() const;
  double alpha() const;

  BandTerms terms_;
  std::vector<BoundedMean> shares_;  // by opponent
  std::vector<Tested> tested_;       // by border
  double enough_ = 0;                // of logarithms of evidence
};

}  // namespace referee::comparison
