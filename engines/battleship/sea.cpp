#include "engines/battleship/sea.h"

#include <algorithm>
#include <functional>

#include "protocol/require.h"

namespace engines::battleship {

Sea::Sea(int size) : size_(size), squares_(static_cast<std::size_t>(size) * static_cast<std::size_t>(size)) {}

void Sea::place(const Fleet& fleet) {
  REQUIRE(ships_.empty());
  for (const Ship& ship : fleet) {
    for (int i = 0; i < ship.length; ++i) {
      const Cell cell{.row = ship.at.row + (ship.across ? 0 : i), .col = ship.at.col + (ship.across ? i : 0)};
      at(cell).ship = ships_.size();
    }
    ships_.push_back({.length = ship.length, .left = ship.length});
  }
}

Sea::Result Sea::shoot(Cell cell) {
  REQUIRE(!was_shot(cell));
  Square& square = at(cell);
  square.shot = true;
  ++shots_;
  if (!square.ship) {
    return {};
  }
  ++hits_;
  Floating& ship = ships_[*square.ship];
  --ship.left;
  return {.hit = true, .sunk = ship.left == 0 ? std::optional(ship.length) : std::nullopt};
}

int Sea::sunk() const {
  return static_cast<int>(std::ranges::count_if(ships_, [](const Floating& ship) { return ship.left == 0; }));
}

std::vector<int> Sea::afloat() const {
  std::vector<int> lengths;
  for (const Floating& ship : ships_) {
    if (ship.left > 0) {
      lengths.push_back(ship.length);
    }
  }
  std::ranges::sort(lengths, std::greater<>());
  return lengths;
}

std::string Sea::row(int row, bool with_ships) const {
  std::string marks;
  for (int col = 0; col < size_; ++col) {
    marks += mark_of(at({.row = row, .col = col}), with_ships);
  }
  return marks;
}

char Sea::mark_of(const Square& square, bool with_ships) const {
  if (!square.shot) {
    return with_ships && square.ship ? 'S' : '.';
  }
  if (!square.ship) {
    return 'o';
  }
  return ships_[*square.ship].left > 0 ? 'x' : '#';
}

}  // namespace engines::battleship
