#pragma once

#include <span>
#include <string>

namespace protocol {

/// Lower-case hex digits, two a byte.
inline std::string to_hex(std::span<const unsigned char> bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string hex(2 * bytes.size(), '0');
  auto digit = hex.begin();
  for (const unsigned char byte : bytes) {
    *digit++ = kDigits[byte >> 4];
    *digit++ = kDigits[byte & 15];
  }
  return hex;
}

}  // namespace protocol
