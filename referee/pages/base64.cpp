#include "referee/pages/base64.h"

#include <cstdint>

#include "protocol/require.h"

namespace referee::pages {
namespace {

constexpr std::size_t kHexGroup = 6;  // digits of 3 bytes, which are 4 letters
constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::uint32_t value_of(char digit) {
  return static_cast<std::uint32_t>(digit <= '9' ? digit - '0' : (digit | ' ') - 'a' + 10);
}

}  // namespace

std::string base64_of_hex(std::string_view hex) {
  REQUIRE(hex.size() % 2 == 0);
  std::string text;
  for (std::size_t begin = 0; begin < hex.size(); begin += kHexGroup) {
    const std::string_view group = hex.substr(begin, kHexGroup);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < kHexGroup; ++i) {
      bits = bits << 4 | (i < group.size() ? value_of(group[i]) : 0);
    }
    const std::size_t letters = group.size() / 2 + 1;  // the rest is padding
    for (std::size_t i = 0; i < 4; ++i) {
      text += i < letters ? kLetters[bits >> (18 - 6 * i) & 63] : '=';
    }
  }
  return text;
}

}  // namespace referee::pages
