#include "engines/superball/deal.h"

#include "protocol/require.h"

namespace engines {
namespace {

constexpr std::uint64_t kMultiplier = 0x5DEECE66D;
constexpr std::uint64_t kIncrement = 0xB;
constexpr std::uint64_t kMask48 = (std::uint64_t{1} << 48) - 1;
constexpr std::uint64_t kMask32 = (std::uint64_t{1} << 32) - 1;
constexpr std::uint64_t kLowBits = 0x330E;  // what srand48() puts below the seed
constexpr int kSeedShift = 16;
constexpr int kValueShift = 17;  // the upper 31 of 48 bits

}  // namespace

HandoutDeal::HandoutDeal(std::uint64_t seed) : x_(((seed & kMask32) << kSeedShift) + kLowBits) {}

std::uint64_t HandoutDeal::next() {
  x_ = (kMultiplier * x_ + kIncrement) & kMask48;
  return x_ >> kValueShift;
}

Deal::Deal(Kind kind, const Seed& seed) : numbers_(HandoutDeal(seed.number)) {
  if (kind == Kind::secret) {
    numbers_ = SecretDeal(seed);
  }
}

std::uint64_t Deal::draw(std::uint64_t n) {
  REQUIRE(n >= 1);
  return std::visit([](auto& numbers) { return numbers.next(); }, numbers_) % n;
}

}  // namespace engines
