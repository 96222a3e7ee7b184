#pragma once

#include <string>
#include <string_view>

namespace referee {

/// `text` as one line that is safe in a log and on a terminal, and from which the text can be told exactly:
/// control characters (C0, DEL, C1), separators of lines, marks that turn the direction
/// of writing and bytes that are not UTF-8 become \xNN
/// byte by byte, or \n \r \t; a backslash becomes two.
std::string escaped(std::string_view text);

}  // namespace referee
