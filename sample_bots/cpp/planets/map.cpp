#include "sample_bots/cpp/planets/map.h"

#include <stdexcept>

#include <nlohmann/json.hpp>

namespace planets {
namespace {

struct Step {
  int down;
  int right;
};
constexpr std::array<Step, 4> kSteps = {Step{-1, 0}, Step{1, 0}, Step{0, -1}, Step{0, 1}};

}  // namespace

std::string_view word_of(Move move) {
  constexpr std::array<std::string_view, 5> kWords = {"U", "D", "L", "R", "."};
  return kWords[static_cast<std::size_t>(move)];
}

Move opposite(Move move) {
  constexpr std::array<Move, 4> kOpposites = {Move::down, Move::up, Move::right, Move::left};
  return kOpposites[static_cast<std::size_t>(move)];
}

Map::Map(const Json& setup) {
  read_cells(setup.at("grid"));
  for (Cell cell = 0; index(cell) < cells(); ++cell) {
    link(cell);
  }
  scrap_on_.assign(cells(), -1);
  for (const Json& scrap : setup.at("scraps")) {
    const Cell at = cell(scrap.at("location"));
    scrap_on_[index(at)] = static_cast<int>(scraps_.size());
    scraps_.push_back({at, scrap.at("value").get<std::int64_t>()});
  }
}

void Map::read_cells(const Json& grid) {
  rows_ = static_cast<int>(grid.size());
  columns_ = static_cast<int>(grid.at(0).size());
  for (int row = 0; row < rows_; ++row) {
    for (int column = 0; column < columns_; ++column) {
      const Json& value = grid.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(column));
      nebulae_.push_back(value.is_null() ? -1 : value.get<int>());
      places_.push_back({row, column});
    }
  }
}

void Map::link(Cell from) {
  std::array<Cell, 5> ship{};
  std::array<Cell, 4> next{};
  for (std::size_t i = 0; i < kSteps.size(); ++i) {
    const int r = row(from) + kSteps[i].down;
    const int c = column(from) + kSteps[i].right;
    const bool inside = r >= 0 && r < rows_ && c >= 0 && c < columns_;
    next[i] = inside ? cell(r, c) : kNowhere;
    const Cell target = cell((r + rows_) % rows_, (c + columns_) % columns_);
    ship[i] = is_asteroid(target) ? from : target;
  }
  ship[static_cast<std::size_t>(Move::stay)] = from;
  ship_.push_back(ship);
  next_.push_back(next);
}

Cell Map::cell(const Json& location) const {
  const int r = location.at(0).get<int>();
  const int c = location.at(1).get<int>();
  if (r < 0 || r >= rows_ || c < 0 || c >= columns_) {
    throw std::out_of_range("no cell of the map: " + location.dump());
  }
  return cell(r, c);
}

}  // namespace planets
