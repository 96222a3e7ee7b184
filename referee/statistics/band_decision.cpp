#include "referee/statistics/band_decision.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "protocol/require.h"

namespace referee::comparison {
namespace {

/// Groups that are played against an opponent before the next border is looked at: one that is at its first
/// border for long is soon known not to be below the next one.
constexpr std::int64_t kRound = 16;

}  // namespace

BandDecision::BandDecision(BandTerms terms) : terms_(std::move(terms)) {
  REQUIRE(!terms_.borders.empty());
  for (const BandBorder& border : terms_.borders) {
    shares_.resize(std::max(shares_.size(), border.opponent + 1));
    tested_.push_back({{MeanBet::Bound::at_most, border.share - terms_.margin, terms_.margin},
                       {MeanBet::Bound::at_least, border.share + terms_.margin, terms_.margin}});
  }
  enough_ = -std::log(alpha());
}

/// The error of one bound. An opponent with one border has one bound that may be true. With more borders all
/// bounds below the true share fail together, and so do all above it: two.
double BandDecision::alpha() const {
  std::vector<int> bounds(shares_.size());
  int all = 0;
  for (const BandBorder& border : terms_.borders) {
    int& own = bounds[border.opponent];
    all += own < 2 ? 1 : 0;
    ++own;
  }
  return terms_.error / all;
}

std::optional<std::size_t> BandDecision::next() const {
  if (groups() >= terms_.most_groups) {
    return std::nullopt;
  }
  std::optional<std::size_t> next;
  const auto rounds = [&](std::size_t opponent) { return shares_[opponent].count() / kRound; };
  for (std::size_t i = 0; i < tested_.size() && tested_[i].answer != Answer::reached; ++i) {
    const std::size_t opponent = terms_.borders[i].opponent;
    if (tested_[i].answer == Answer::open && (!next || rounds(opponent) < rounds(*next))) {
      next = opponent;
    }
  }
  return next;
}

void BandDecision::add(std::size_t opponent, double share) {
  shares_[opponent].add(share);
  for (std::size_t i = 0; i < tested_.size(); ++i) {
    Tested& tested = tested_[i];
    if (terms_.borders[i].opponent != opponent || tested.answer != Answer::open) {
      continue;
    }
    tested.below.add(share);
    tested.above.add(share);
    if (tested.below.log_evidence() >= enough_) {
      tested.answer = Answer::reached;
    } else if (tested.above.log_evidence() >= enough_) {
      tested.answer = Answer::refuted;
    }
  }
}

/// The best border that is not decided, unless a better one is reached.
std::optional<std::size_t> BandDecision::first_open() const {
  const auto found =
      std::ranges::find_if(tested_, [](const Tested& tested) { return tested.answer != Answer::refuted; });
  return found == tested_.end() || found->answer == Answer::reached
             ? std::nullopt
             : std::optional(static_cast<std::size_t>(found - tested_.begin()));
}

std::vector<std::size_t> BandDecision::possible() const {
  std::vector<std::size_t> bands;
  for (std::size_t i = 0; i < tested_.size(); ++i) {
    if (tested_[i].answer != Answer::refuted) {
      bands.push_back(i);
    }
    if (tested_[i].answer == Answer::reached) {
      return bands;
    }
  }
  bands.push_back(tested_.size());
  return bands;
}

std::size_t BandDecision::band() const {
  const std::vector<std::size_t> bands = possible();
  const auto seems_reached = [&](std::size_t band) {
    if (band == bands.back()) {
      return true;
    }
    const BandBorder& border = terms_.borders[band];
    const BoundedMean& seen = shares_[border.opponent];
    return terms_.undecided == BandTerms::Undecided::higher ||
           (terms_.undecided == BandTerms::Undecided::likelier && seen.count() > 0 &&
            seen.mean() >= border.share);
  };
  return *std::ranges::find_if(bands, seems_reached);
}

std::int64_t BandDecision::groups() const {
  std::int64_t groups = 0;
  for (const BoundedMean& share : shares_) {
    groups += share.count();
  }
  return groups;
}

Interval BandDecision::interval(std::size_t opponent) const {
  return shares_[opponent].interval(alpha(), terms_.margin);
}

}  // namespace referee::comparison
