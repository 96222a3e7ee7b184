#include "engines/secret_deal.h"

#include <array>
#include <charconv>
#include <limits>
#include <string>
#include <string_view>

namespace engines {
namespace {

constexpr std::size_t kBytes = 8;  // of a digest
constexpr int kBitsOfByte = 8;

std::uint64_t first_number(const protocol::Sha256::Digest& digest) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < kBytes; ++i) {
    number = number << kBitsOfByte | digest[i];
  }
  return number;
}

}  // namespace

SecretDeal::SecretDeal(const Seed& seed) {
  prefix_.add(seed.salt).add(":").add(std::to_string(seed.number)).add(":");
}

std::uint64_t SecretDeal::next() {
  std::array<char, std::numeric_limits<std::uint64_t>::digits10 + 1> digits;  // NOLINT: filled below
  const auto end = std::to_chars(digits.begin(), digits.end(), counter_++).ptr;
  protocol::Sha256 text(prefix_);
  const std::string_view number(digits.data(), static_cast<std::size_t>(end - digits.data()));
  return first_number(text.add(number).digest());
}

}  // namespace engines
