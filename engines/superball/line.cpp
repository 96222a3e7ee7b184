#include "engines/superball/line.h"

#include <algorithm>
#include <array>

namespace engines {
namespace {

using Move = Superball::Move;

constexpr std::string_view kBlanks = " \t";
constexpr std::string_view kSwap = "SWAP";
constexpr std::string_view kScore = "SCORE";
constexpr std::uint32_t kTen = 10;

/// Removes the next word from the front of `rest` and returns it; empty at the end.
std::string_view take_word(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(kBlanks), rest.size()));
  const std::string_view word = rest.substr(0, rest.find_first_of(kBlanks));
  rest.remove_prefix(word.size());
  return word;
}

std::optional<std::uint32_t> number_in(std::string_view word) {
  std::uint32_t number = 0;
  for (const char digit : word) {
    if (digit < '0' || digit > '9') {
      return std::nullopt;
    }
    number = std::min(kMaxInLine, number * kTen + static_cast<std::uint32_t>(digit - '0'));
  }
  return word.empty() ? std::nullopt : std::optional(number);
}

}  // namespace

std::optional<Move> read_line(std::string_view line) {
  const std::string_view keyword = take_word(line);
  if (keyword != kSwap && keyword != kScore) {
    return std::nullopt;
  }
  std::array<std::uint32_t, 4> numbers{};
  const std::size_t wanted = keyword == kSwap ? 4 : 2;
  for (std::size_t i = 0; i < wanted; ++i) {
    const auto number = number_in(take_word(line));
    if (!number) {
      return std::nullopt;
    }
    numbers[i] = *number;
  }
  if (!take_word(line).empty()) {
    return std::nullopt;
  }
  return Move{.kind = keyword == kSwap ? Move::Kind::swap : Move::Kind::score,
              .place = {.row = numbers[0], .col = numbers[1]},
              .other = {.row = numbers[2], .col = numbers[3]}};
}

std::string line_of(const Move& move) {
  std::string line(move.kind == Move::Kind::swap ? kSwap : kScore);
  const auto add = [&line](const Move::Place& place) {
    line.append(" ").append(std::to_string(place.row)).append(" ").append(std::to_string(place.col));
  };
  add(move.place);
  if (move.kind == Move::Kind::swap) {
    add(move.other);
  }
  return line;
}

}  // namespace engines
