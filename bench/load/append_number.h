#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <string>

namespace load {

/// Appends `number` in decimal, without a temporary string.
inline void append_number(std::string& out, std::int64_t number) {
  std::array<char, 20> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  out.append(digits.data(), end);
}

}  // namespace load
