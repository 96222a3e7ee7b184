#pragma once

#include <cstdlib>
#include <string_view>

#include <nlohmann/json.hpp>

#include "engines/game.h"

// Cells of a board as in messages: [row,column].
namespace engines {

/// One cell, or a list of cells, from that text.
inline Json cells(std::string_view text) { return Json::parse(text); }

inline int row(const Json& cell) { return cell.at(0).get<int>(); }
inline int col(const Json& cell) { return cell.at(1).get<int>(); }

/// Steps along rows and columns, on a board without walls or wrapping.
inline int distance(const Json& a, const Json& b) {
  return std::abs(row(a) - row(b)) + std::abs(col(a) - col(b));
}

}  // namespace engines
