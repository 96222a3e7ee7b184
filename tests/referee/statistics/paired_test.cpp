#include "referee/statistics/paired.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace referee::comparison {
namespace {

PairedComparison compare(const std::vector<double>& differences) { return compare_paired(differences); }

// W. S. Gosset's own example (Student, The probable error of a mean, Biometrika 6, 1908): hours of sleep
// gained by one drug over the other. Mean 1.58, standard deviation 1.2300; t of 9 degrees of freedom at 97.5
// % is 2.262157, so that the interval is 1.58 +- 2.262157 x 1.2300 / sqrt 10 = 1.58 +- 0.87989. Nine better,
// none worse, one equal: 2 / 2^9.
TEST(PairedComparison, OfStudentsExample) {
  const PairedComparison found = compare({1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4});
  EXPECT_EQ(found.better, 9);
  EXPECT_EQ(found.worse, 0);
  EXPECT_EQ(found.equal, 1);
  EXPECT_NEAR(found.mean_difference.estimate, 1.58, 1e-12);
  EXPECT_NEAR(found.mean_difference.low, 1.58 - 0.87989, 1e-4);
  EXPECT_NEAR(found.mean_difference.high, 1.58 + 0.87989, 1e-4);
  EXPECT_NEAR(found.sign_test_p, 2.0 / 512, 1e-12);
}

// Two differences: the mean is 2, the standard error 1, and t of one degree of freedom 12.7062.
TEST(PairedComparison, OfTwoIsWide) {
  const PairedComparison found = compare({1, 3});
  EXPECT_NEAR(found.mean_difference.low, 2 - 12.7062, 1e-4);
  EXPECT_NEAR(found.mean_difference.high, 2 + 12.7062, 1e-4);
  EXPECT_NEAR(found.sign_test_p, 0.5, 1e-12);
}

// Eight of ten: 2 x (1 + 10 + 45) / 1024 in ten tosses. Equal ones change nothing.
TEST(PairedComparison, LeavesEqualOnesOutOfTheSignTest) {
  std::vector<double> differences{1, 1, 1, 1, 1, 1, 1, 1, -5, -5};
  EXPECT_NEAR(compare(differences).sign_test_p, 112.0 / 1024, 1e-12);
  differences.insert(differences.end(), 30, 0.0);
  EXPECT_NEAR(compare(differences).sign_test_p, 112.0 / 1024, 1e-12);
  EXPECT_EQ(compare(differences).equal, 30);
}

TEST(PairedComparison, OfAnEvenCountIsNoProofAtAll) { EXPECT_EQ(compare({1, -1, 2, -2}).sign_test_p, 1); }

TEST(PairedComparison, OfOneOrNoneHasNoEnds) {
  EXPECT_EQ(compare({}).mean_difference, (Interval{0, -kInfinity, kInfinity}));
  EXPECT_EQ(compare({4}).mean_difference, (Interval{4, -kInfinity, kInfinity}));
  EXPECT_EQ(compare({}).sign_test_p, 1);
  EXPECT_EQ(compare({4}).sign_test_p, 1);
}

TEST(PairedComparison, OfEqualDifferencesHasNoWidth) {
  EXPECT_EQ(compare({2, 2, 2}).mean_difference, (Interval{2, 2, 2}));
  EXPECT_EQ(compare({0, 0, 0}).mean_difference, (Interval{0, 0, 0}));
}

// Scores of some hundred million, which differ by little: nothing is lost of the differences.
TEST(PairedComparison, OfManyIsExact) {
  std::vector<double> differences;
  for (int i = 0; i < 10'000; ++i) {
    differences.push_back(1e8 + (i % 2 == 0 ? 1 : -1));
  }
  const Interval found = compare(differences).mean_difference;
  EXPECT_NEAR(found.estimate, 1e8, 1e-6);
  EXPECT_NEAR(found.high - found.low, 2 * 1.9602 / 100, 1e-4);
}

}  // namespace
}  // namespace referee::comparison
