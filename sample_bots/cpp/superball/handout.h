#pragma once

#include <iosfwd>
#include <stdexcept>

#include "sample_bots/cpp/superball/board.h"

namespace superball {

/// A mistake in the command line or the board, in the words of the handout's programs.
class HandoutError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reads what all programs of the handout get: the four arguments rows, cols, min-score-size and colors, and
/// a board with these rows on standard input. Throws HandoutError.
Board read_handout(const char* program, int argc, const char* const* argv, std::istream& in);

}  // namespace superball
