#pragma once

#include <iosfwd>
#include <stdexcept>

#include "sample_bots/cpp/superball/board.h"

namespace superball {

/// The command line or the board is not as the handout wants it; worded as its programs word it.
class HandoutError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What all programs of the handout begin with: four arguments, rows, cols, min-score-size and colors, and a
/// board of so many rows on standard input. Throws HandoutError.
Board read_handout(const char* program, int argc, const char* const* argv, std::istream& in);

}  // namespace superball
