#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/report/standings_page.h"

// Pieces of Markdown.
namespace referee::markdown {

/// Writes each character that has a meaning in Markdown, or in HTML inside it, as a character reference:
/// these work in tables and in every dialect.
std::string escaped(std::string_view text);
/// A line of a table; the cells are Markdown.
std::string line_of(const std::vector<std::string>& cells);
/// Head and rule; the first `left` columns are flush left, the others flush right.
std::string head_of(const std::vector<std::string>& names, std::size_t left);
/// "Alice (alice)"
std::string name_cell(const std::string& name, const std::string& display);
/// The name of an entrant in the standings, and whether it is withdrawn or annulled.
std::string name_cell(const StandingsRow& row);

}  // namespace referee::markdown
