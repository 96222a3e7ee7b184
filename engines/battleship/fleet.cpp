#include "engines/battleship/fleet.h"

#include <algorithm>
#include <functional>
#include <string>

#include <nlohmann/json.hpp>

#include "engines/random.h"
#include "protocol/require.h"

namespace engines::battleship {
namespace {

constexpr int kTries = 100;

std::vector<int> longest_first(std::vector<int> lengths) {
  std::ranges::sort(lengths, std::greater<>());
  return lengths;
}

int last_row(const Ship& ship) { return ship.at.row + (ship.across ? 0 : ship.length - 1); }
int last_col(const Ship& ship) { return ship.at.col + (ship.across ? ship.length - 1 : 0); }

std::string text_of(const Ship& ship) {
  return "of length " + std::to_string(ship.length) + " at [" + std::to_string(ship.at.row) + "," +
         std::to_string(ship.at.col) + "] " + (ship.across ? "across" : "down");
}

/// All places on which a ship of that length may lie: row by row, at each cell first across, then down.
std::vector<Ship> places(const FreeCells& free, int size, int length) {
  std::vector<Ship> found;
  for (int row = 0; row < size; ++row) {
    for (int col = 0; col < size; ++col) {
      for (const bool across : {true, false}) {
        const Ship ship{.at = {.row = row, .col = col}, .length = length, .across = across};
        if (free.on_board(ship) && free.hold(ship)) {
          found.push_back(ship);
        }
      }
    }
  }
  return found;
}

/// Draws a fleet; nothing if no place was left for one of its ships.
std::optional<Fleet> try_to_draw(const Options& options, Rng& rng) {
  FreeCells free(options);
  Fleet fleet;
  for (const int length : longest_first(options.ships)) {
    const std::vector<Ship> left = places(free, options.size, length);
    if (left.empty()) {
      return std::nullopt;
    }
    fleet.push_back(left[below(rng, left.size())]);
    free.take(fleet.back());
  }
  return fleet;
}

}  // namespace

FreeCells::FreeCells(const Options& options)
    : size_(options.size),
      touching_(options.touching),
      taken_(static_cast<std::size_t>(options.size) * static_cast<std::size_t>(options.size), false) {}

bool FreeCells::on_board(const Ship& ship) const {
  return ship.at.row >= 0 && ship.at.col >= 0 && last_row(ship) < size_ && last_col(ship) < size_;
}

bool FreeCells::hold(const Ship& ship) const {
  REQUIRE(on_board(ship));
  for (int row = ship.at.row; row <= last_row(ship); ++row) {
    for (int col = ship.at.col; col <= last_col(ship); ++col) {
      if (taken_[index(row, col)]) {
        return false;
      }
    }
  }
  return true;
}

void FreeCells::take(const Ship& ship) {
  REQUIRE(hold(ship));
  const int around = touching_ ? 0 : 1;
  for (int row = std::max(ship.at.row - around, 0); row <= std::min(last_row(ship) + around, size_ - 1);
       ++row) {
    for (int col = std::max(ship.at.col - around, 0); col <= std::min(last_col(ship) + around, size_ - 1);
         ++col) {
      taken_[index(row, col)] = true;
    }
  }
}

std::optional<Fault> fault_of(const Fleet& fleet, const Options& options) {
  std::vector<int> lengths;
  FreeCells free(options);
  for (const Ship& ship : fleet) {
    const std::string name = "ships[" + std::to_string(lengths.size()) + "], " + text_of(ship) + ", ";
    if (!free.on_board(ship)) {
      return name + "goes over the edge of the board";
    }
    if (!free.hold(ship)) {
      return name + (options.touching ? "overlaps a ship before it" : "overlaps or touches a ship before it");
    }
    free.take(ship);
    lengths.push_back(ship.length);
  }
  if (longest_first(lengths) != longest_first(options.ships)) {
    return "expected ships of the lengths " + fields::brief(Json(options.ships)) + ", got " +
           fields::brief(Json(lengths));
  }
  return std::nullopt;
}

std::optional<Fleet> fleet_in_rows(const Options& options) {
  const int gap = options.touching ? 0 : 1;
  Cell next;
  Fleet fleet;
  for (const int length : longest_first(options.ships)) {
    REQUIRE(length <= options.size);
    if (next.col + length > options.size) {
      next = {.row = next.row + 1 + gap, .col = 0};
    }
    if (next.row >= options.size) {
      return std::nullopt;
    }
    fleet.push_back({.at = next, .length = length, .across = true});
    next.col += length + gap;
  }
  return fleet;
}

Fleet draw_fleet(const Options& options, Rng& rng) {
  for (int attempt = 0; attempt < kTries; ++attempt) {
    if (auto fleet = try_to_draw(options, rng)) {
      return *std::move(fleet);
    }
  }
  return fleet_in_rows(options).value();
}

}  // namespace engines::battleship
