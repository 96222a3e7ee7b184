// Compares the likelihood ratios and intervals of pairs with a second method: of all counts of up to N pairs,
// and of M larger ones at random. Says the greatest difference of each, and exits with 1 if one is too great.
// Usage: pentanomials [N [M]]; default 24 and 200,000, which take about half an hour.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

#include "referee/statistics/sprt.h"
#include "referee/statistics/strength.h"
#include "tests/referee/statistics/all_pentanomials.h"
#include "tests/referee/statistics/second_fit.h"

namespace {

using namespace referee::comparison;  // NOLINT(google-build-using-namespace): a program about it

/// The greatest relative difference of one number, and where it was found.
class Greatest {
 public:
  explicit Greatest(std::string what) : what_(std::move(what)) {}

  void note(double found, second::Real expected, const PairCounts& counts) {
    const double error =
        std::abs(found - static_cast<double>(expected)) / (1 + std::abs(static_cast<double>(expected)));
    if (!(error <= error_)) {
      error_ = std::isfinite(error) ? error : kInfinity;
      where_ = pentanomials::text(counts) + ": " + std::to_string(found) + " for " +
               std::to_string(static_cast<double>(expected));
    }
    ++compared_;
  }
  /// Prints what was found. Whether the difference is one of rounding.
  bool say() const {
    std::cout << what_ << ": " << compared_ << " compared, greatest difference " << error_ << " (" << where_
              << ")\n";
    return error_ < 1e-6;
  }

 private:
  std::string what_;
  double error_ = -1;
  std::int64_t compared_ = 0;
  std::string where_;
};

class Comparison {
 public:
  void add(const PairCounts& counts) {
    constexpr int kTangents = 100;
    for (const double elo1 : {20.0, 50.0}) {
      logistic_.note(Sprt({0, elo1, 0.05, 0.05, Sprt::Model::logistic}).llr(counts),
                     second::logistic_llr(counts, 0, elo1), counts);
      normalized_.note(Sprt({0, elo1, 0.05, 0.05, Sprt::Model::normalized}).llr(counts),
                       second::normalized_llr(counts, 0, elo1, kTangents), counts);
    }
    if (counts.by_half_points[4] < counts.pairs()) {
      high_.note(elo_difference(counts).high, second::high_elo(counts), counts);
    }
  }
  bool say() const {
    const bool right[] = {logistic_.say(), normalized_.say(), high_.say()};
    return std::ranges::all_of(right, [](bool one) { return one; });
  }

 private:
  Greatest logistic_{"logistic LLR"};
  Greatest normalized_{"normalized LLR"};
  Greatest high_{"upper end of Elo"};
};

}  // namespace

int main(int argc, char** argv) {
  const int most = argc > 1 ? std::atoi(argv[1]) : 24;
  const int random_ones = argc > 2 ? std::atoi(argv[2]) : 200'000;
  Comparison comparison;
  for (int pairs = 1; pairs <= most; ++pairs) {
    pentanomials::for_each(pairs, [&](const PairCounts& counts) { comparison.add(counts); });
  }
  drawing::Random random(39);
  for (int i = 0; i < random_ones; ++i) {
    comparison.add(pentanomials::random(random));
  }
  return comparison.say() ? EXIT_SUCCESS : EXIT_FAILURE;
}
