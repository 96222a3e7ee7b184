#include "bench/search/snake_board.h"

#include <algorithm>
#include <stdexcept>

namespace snake_tool {
namespace {

constexpr int kUsesOfDrill = 3;
constexpr std::uint64_t kLetterBits = 2;
constexpr std::uint64_t kLetterMask = 3;

bool is_gone(const Things& gone, int thing) {
  const auto number = static_cast<std::size_t>(thing);
  return (gone[number / 64] >> (number % 64) & 1U) != 0;
}

void take(Things& gone, int thing) {
  const auto number = static_cast<std::size_t>(thing);
  gone[number / 64] |= std::uint64_t{1} << (number % 64);
}

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31U);
}

}  // namespace

std::uint64_t Position::hash() const {
  std::uint64_t sum = mixed(trail + 1) + static_cast<std::uint64_t>(at) * 1024 + coins;
  for (const std::uint64_t word : gone) {
    sum = mixed(sum + word + 0x9E3779B97F4A7C15ULL);
  }
  return sum;
}

Board::Board(const engines::MazeRows& rows, bool with_body) : body(with_body) {
  const auto height = static_cast<int>(rows.size());
  const auto width = static_cast<int>(rows.front().size());
  for (const auto& row : rows) {
    kinds += row;
  }
  const auto cell = [&](int row, int col) {
    return row < 0 || row >= height || col < 0 || col >= width ? kNowhere : row * width + col;
  };
  for (int row = 0; row < height; ++row) {
    for (int col = 0; col < width; ++col) {
      neighbours.push_back({cell(row - 1, col), cell(row + 1, col), cell(row, col + 1), cell(row, col - 1)});
    }
  }
  walls_at_most = kUsesOfDrill * static_cast<int>(std::ranges::count(kinds, 'T'));
  thing.assign(kinds.size(), kNowhere);
  int things = 0;
  for (const std::string_view vanishing : {"$", "!T", walls_at_most > 0 ? "#" : ""}) {
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      if (vanishing.find(kinds[i]) != std::string_view::npos) {
        thing[i] = things++;
      }
      if (vanishing == "$" && kinds[i] == '$') {
        coins.push_back(static_cast<int>(i));
      }
    }
  }
  if (coins.size() > kMaxCoins || things > static_cast<int>(kMaxThings)) {
    throw std::runtime_error("too large: at most 18 coins, and 256 objects and walls that can be drilled");
  }
}

Position Board::start() const {
  Position position;
  position.at = static_cast<std::int16_t>(kinds.find('o'));
  return position;
}

std::optional<Position> Board::step(const Position& from, int letter) const {
  const int cell = next(from.at, letter);
  if (cell == kNowhere) {
    return std::nullopt;
  }
  const int number = thing[static_cast<std::size_t>(cell)];
  const char met = number != kNowhere && is_gone(from.gone, number) ? ' ' : kind(cell);
  if (met == '#' && from.drill == 0) {
    return std::nullopt;
  }
  Position to = from;
  to.at = static_cast<std::int16_t>(cell);
  to.trail = from.trail << kLetterBits | static_cast<std::uint64_t>(letter);
  if (number != kNowhere) {
    take(to.gone, number);
  }
  if (met == '$') {
    ++to.coins;
  } else if (body) {
    bite(to);
  }
  if (met == '!') {
    to.coins /= 2;
  } else if (met == 'T') {
    to.drill += kUsesOfDrill;
  } else if (met == '#') {
    --to.drill;
  }
  to.trail = body ? to.trail & ((std::uint64_t{1} << (kLetterBits * to.coins)) - 1) : 0;
  return to;
}

void Board::bite(Position& position) const {
  int cell = position.at;
  std::uint64_t trail = position.trail;
  for (std::uint8_t segment = 0; segment < position.coins; ++segment) {
    cell = back(cell, trail & kLetterMask);
    trail >>= kLetterBits;
    if (cell == position.at) {
      position.coins = segment;
      return;
    }
  }
}

}  // namespace snake_tool
