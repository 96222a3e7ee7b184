#pragma once

#include <string>

#include "referee/screen/canvas.h"

namespace referee::screen {

/// A canvas as lines of text without escapes, each ended by a newline and without blanks before it.
/// `utf8`: whether the reader takes more than ASCII.
std::string plain_text(const Canvas& canvas, bool utf8);

/// One line of text that may hold anything, as Canvas::write() would show it.
std::string plain_line(std::string_view text, bool utf8);

}  // namespace referee::screen
