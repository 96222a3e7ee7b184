#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace referee::screen {

/// Appends `line` in pieces of at most `width` bytes, broken at blanks where there are any; all but the first
/// are indented.
void wrap(std::string_view line, std::size_t width, std::vector<std::string>& into);

}  // namespace referee::screen
