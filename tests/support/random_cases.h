#pragma once

#include <cstdlib>
#include <string>

namespace test_support {

/// How many random cases a test tries: `few`, at least 1, in the suite, and $REFEREE_RANDOM_CASES times as
/// many where that is set, as scripts/check, scripts/mutants and the daily workflow do. Throws what std::stoi
/// throws if it is no number.
template <class Number>
Number random_cases(Number few) {
  const char* const times = std::getenv("REFEREE_RANDOM_CASES");
  return few * static_cast<Number>(times == nullptr ? 1 : std::stoi(times));
}

}  // namespace test_support
