#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "referee/lab/game_check/game_trial.h"

namespace referee {

constexpr std::size_t kMostStepsTried = 2000;  ///< of a match that is compared
constexpr std::uint64_t kSeedsCompared = 3;    ///< from 0

/// The check cannot be made, and why.
struct NotReached {
  std::string why;
};

/// Nothing is wrong for certain, but its author should look.
struct Advice {
  std::string note;
};

/// The beginning of `text`, for a finding.
std::string brief(const std::string& text);
/// The texts with commas between them.
std::string joined(const std::vector<std::string>& texts);
/// "3 of 5 records": the others were left out because the time was up; or "all 5 records".
std::string counted(std::size_t made, std::size_t of, const std::string& what);
/// Throws GameFault of `check` if the program has answered otherwise in the two matches. What the time has
/// cut short is compared as far as it goes. `how`: for people, how the second was played.
void compare_courses(const Check& check, const GameTrial& one, const GameTrial& other,
                     const std::string& how);

}  // namespace referee
