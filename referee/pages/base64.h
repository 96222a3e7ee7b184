#pragma once

#include <string>
#include <string_view>

namespace referee::pages {

/// The bytes that `hex` stands for, as base64 (RFC 4648) with its padding. REQUIRES: pairs of hex digits.
std::string base64_of_hex(std::string_view hex);

}  // namespace referee::pages
