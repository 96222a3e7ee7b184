#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>

namespace test_support {

/// How many random cases a test tries: `few`, at least 1, in the suite, and $REFEREE_RANDOM_CASES times as
/// many where that is set: more than 1 in scripts/check, scripts/mutants and the daily workflow, less under
/// the sanitizers, where a case takes up to ten times as long. At least 1. Throws what std::stod throws if
/// the variable is no number.
template <class Number>
Number random_cases(Number few) {
  const char* const times = std::getenv("REFEREE_RANDOM_CASES");
  return times == nullptr
             ? few
             : std::max<Number>(1, static_cast<Number>(static_cast<double>(few) * std::stod(times)));
}

}  // namespace test_support
