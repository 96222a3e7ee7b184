#pragma once

#include <string>
#include <string_view>
#include <vector>

// Pieces of CSV, as RFC 4180 has it.
namespace referee::csv {

/// A cell of somebody's text: in quotes if need be, quotes doubled; what a spreadsheet would take for a
/// formula has ' in front.
std::string text_cell(std::string_view text);
std::string line_of(const std::vector<std::string>& cells);
inline const char* yes_or_no(bool value) { return value ? "yes" : "no"; }

}  // namespace referee::csv
