#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace referee {

/// Numbers and strings that belong together in the text of a LadderTable; see ladder_json.cpp.
using LadderRow = std::vector<nlohmann::json>;
using ReadLadderRow = std::function<void(std::string_view key, const LadderRow& row)>;

/// Whether a store has a LadderTable as lines of words, which only builds between versions 0.2 and 0.3 have
/// written, from 2026-11-23 to 2026-11-26.
bool is_ladder_lines(std::string_view text);
/// Calls `read` for each of those lines with the key and the row that LadderTable::json() has for it. Throws
/// fields::Exception for a line that is none, and what `read` throws.
void read_ladder_lines(std::string_view text, const ReadLadderRow& read);

}  // namespace referee
