#pragma once

#include <string>
#include <vector>

namespace bench {

/// The median, or the upper of the two in the middle. REQUIRES: not empty.
double median(std::vector<double> values);

/// A row of the table that scripts/bench prints: what was measured, over a floor measured in the same run.
struct Row {
  std::string what;
  std::string floor;     ///< with its unit
  std::string measured;  ///< likewise
  double ratio = 0;      ///< of the two, compared with `asked`
  /// ">= 0.55", "<= 1.10", or "-" for a row that is not judged.
  std::string asked = "-";
};

/// Prints `what | floor | measured | ratio | asked` on a line, for people and for scripts/bench.
void print(const Row& row);
/// A row for what this machine cannot measure; the reason goes to standard error.
void print_skipped(const std::string& what, const std::string& why);

/// A number with this many decimals and its unit.
std::string quantity(double value, int decimals, const char* unit);

}  // namespace bench
