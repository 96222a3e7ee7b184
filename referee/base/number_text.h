#pragma once

#include <string>

namespace referee {

/// A number with so many decimals.
std::string fixed_text(double value, int decimals);
/// With two decimals at most: "3.25", "3".
std::string decimal_text(double value);
/// A game's score as its rules give it: whole numbers without a fraction.
std::string score_text(double score);

}  // namespace referee
