#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "referee/series/series_results.h"
#include "referee/statistics/counts.h"
#include "referee/statistics/difference_sums.h"
#include "referee/statistics/mean_sprt.h"
#include "referee/statistics/sprt.h"
#include "referee/statistics/wald.h"

namespace referee {

/// A sequential test of the first entrant of a series against the second: says when to end. It looks at
/// pairs, or at instances of a game of one seat, in the order of their numbers, and only at those before the
/// first that is not over: which games end first may depend on who wins them, and with the same seeds the
/// test must decide the same with any number of games at a time. Pairs that repeat an earlier one move for
/// move decide nothing.
class SeriesDecision {
 public:
  using Test = std::variant<comparison::Sprt, comparison::MeanSprt>;
  explicit SeriesDecision(Test test) : test_(std::move(test)) {}

  /// Takes in the groups that are complete now, until it is over(). REQUIRES: results of pairs
  /// of two entrants who meet or take each other's place, or of two entrants in a game of one seat; the same
  /// ones in each call.
  void look_at(const SeriesResults& results);

  comparison::Decision decision() const { return decision_; }
  bool decided() const { return decision_ != comparison::Decision::go_on; }
  /// More games will not decide it: the last kMostRepeats pairs repeat earlier ones move for move, or the
  /// last kMostEqual instances gave both the same score.
  bool hopeless() const { return !decided() && stale_ >= (pairs() ? kMostRepeats : kMostEqual); }
  /// No more games are needed: it is decided, or hopeless().
  bool over() const { return decided() || hopeless(); }
  static constexpr int kMostRepeats = 50;
  static constexpr int kMostEqual = 1000;
  /// Groups that were taken in.
  std::int64_t groups() const { return group_; }
  double llr() const;
  /// "LLR 1.23 (-2.94 to 2.94)"
  std::string llr_text() const;
  /// What was tested, and what came out, in a sentence.
  std::string text(const std::vector<std::string>& names) const;
  const Test& test() const { return test_; }

 private:
  comparison::Decision decision_now() const;
  std::string hopeless_text() const;
  void take_pair(const GameSummary& first, const GameSummary& second);
  bool is_new(const GameSummary& first, const GameSummary& second);

  bool pairs() const { return std::holds_alternative<comparison::Sprt>(test_); }

  Test test_;
  comparison::Decision decision_ = comparison::Decision::go_on;  // after the groups that were taken in
  std::int64_t group_ = 0;                                       // the next one
  int stale_ = 0;                                                // groups up to now that brought nothing new
  comparison::PairCounts pairs_;
  comparison::PairCounts different_;  // without pairs that repeat an earlier one
  // Two who take each other's place: which of them has done better in a pair, as in a game of two.
  comparison::GameCounts substitutions_;
  comparison::GameCounts different_substitutions_;
  bool substitutes_ = false;
  std::set<std::string> seen_;  // what was played in each pair
  comparison::DifferenceSums differences_;
};

}  // namespace referee
