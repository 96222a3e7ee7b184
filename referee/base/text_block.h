#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace referee {

/// Text of several lines from outside, such as a compiler's output, for terminals and reports: each line
/// whole, behind "    | ", so that no line looks like one of ours. Backslashes, quotes, tabs and letters of
/// any language stay as they are, because people search for what they read, and copy it. Harmful characters
/// (unicode::is_harmful) and bytes that are not UTF-8 become \xNN. "\r\n" ends a line like "\n"; blank lines
/// at the end are left out.
std::string text_block(std::string_view text);

/// The end of a text: at most so many bytes, from the beginning of a line on if a line begins among them.
std::string tail_of(const std::string& text, std::size_t bytes);

}  // namespace referee
