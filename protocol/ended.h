#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace protocol {

/// From a program that plays through `join`: the bot that it has started for this match has ended, and
/// answers no turn of it any more.
struct Ended {
  std::string match;
  std::string how;  ///< for people: "exit status 1", "signal 11 (Segmentation fault)"
};

/// The most bytes of Ended::how.
inline constexpr std::size_t kMaxHow = 200;

/// The message in a line, or nothing if the line is another one. Never throws on its input.
std::optional<Ended> read_ended(std::string_view line);

std::string line_of(const Ended& ended);

}  // namespace protocol
