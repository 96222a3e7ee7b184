#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>
#include <type_traits>

namespace test_support {

/// How many random cases a test tries: `few` in the suite, and $REFEREE_RANDOM_CASES times as many where
/// that is set: more than 1 in scripts/check, scripts/mutants and the daily workflow, less than 1 under the
/// sanitizers, where a case takes up to ten times as long. Never fewer than `least`: what a test says of
/// all its cases together, such as that each verdict occurs, takes that many. Throws what std::stod throws
/// if the variable is no number.
template <class Number>
Number random_cases(Number few, std::type_identity_t<Number> least) {
  const char* const times = std::getenv("REFEREE_RANDOM_CASES");
  return times == nullptr
             ? few
             : std::max<Number>(least, static_cast<Number>(static_cast<double>(few) * std::stod(times)));
}

/// The number for a test whose cases are quick: never fewer than `few`.
template <class Number>
Number random_cases(Number few) {
  return random_cases(few, few);
}

}  // namespace test_support
