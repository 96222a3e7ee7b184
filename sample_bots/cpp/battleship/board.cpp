#include "sample_bots/cpp/battleship/board.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace battleship {

Json json_of(Cell cell) { return Json::array({cell.row, cell.column}); }

Rules::Rules(const Json& setup)
    : size(setup.at("size").get<int>()),
      ships(setup.at("ships").get<std::vector<int>>()),
      touching(setup.at("touching").get<bool>()) {}

std::vector<Cell> cells_of(Cell at, int length, bool across, int size) {
  if ((across ? at.column : at.row) + length > size) {
    return {};
  }
  std::vector<Cell> cells;
  for (int i = 0; i < length; ++i) {
    cells.push_back({at.row + (across ? 0 : i), at.column + (across ? i : 0)});
  }
  return cells;
}

std::vector<Cell> around(Cell cell, int size) {
  std::vector<Cell> cells;
  for (int row = std::max(cell.row - 1, 0); row <= std::min(cell.row + 1, size - 1); ++row) {
    for (int column = std::max(cell.column - 1, 0); column <= std::min(cell.column + 1, size - 1); ++column) {
      cells.push_back({row, column});
    }
  }
  return cells;
}

Board::Board(const Json& view, std::size_t own_seat)
    : rows_(view.at("boards").at(1 - own_seat).get<std::vector<std::string>>()),
      afloat_(view.at("afloat").at(1 - own_seat).get<std::vector<int>>()) {}

Board::Mark Board::at(Cell cell) const {
  switch (rows_.at(static_cast<std::size_t>(cell.row)).at(static_cast<std::size_t>(cell.column))) {
    case 'o':
      return Mark::miss;
    case 'x':
      return Mark::hit;
    case '#':
      return Mark::sunk;
    default:
      return Mark::unknown;
  }
}

bool Board::has_hits() const {
  return std::ranges::any_of(rows_,
                             [](const std::string& row) { return row.find('x') != std::string::npos; });
}

std::vector<Cell> Board::unknown() const {
  std::vector<Cell> cells;
  for (int row = 0; row < size(); ++row) {
    for (int column = 0; column < size(); ++column) {
      if (at({row, column}) == Mark::unknown) {
        cells.push_back({row, column});
      }
    }
  }
  return cells;
}

}  // namespace battleship
