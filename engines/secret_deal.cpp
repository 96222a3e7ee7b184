#include "engines/secret_deal.h"

#include <charconv>

#include "protocol/sha256.h"

namespace engines {
namespace {

constexpr std::size_t kHexDigits = 16;  // of 8 bytes
constexpr int kHex = 16;

}  // namespace

SecretDeal::SecretDeal(const Seed& seed) : prefix_(seed.salt) {
  prefix_.append(":").append(std::to_string(seed.number)).append(":");
}

std::uint64_t SecretDeal::next() {
  std::string text = prefix_;
  text.append(std::to_string(counter_++));
  const std::string hex = protocol::Sha256::hex_of(text);
  std::uint64_t number = 0;
  std::from_chars(hex.data(), hex.data() + kHexDigits, number, kHex);
  return number;
}

}  // namespace engines
