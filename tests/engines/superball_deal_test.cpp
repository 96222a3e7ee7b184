#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <vector>

#include "engines/superball/deal.h"

// What Superball's pieces are drawn from: engines/superball/README.md.
namespace engines {
namespace {

// "the 48-bit generator of POSIX `srand48(seed)`/`lrand48()` ..., written out by us so that it is the same
// everywhere."
TEST(SuperballDeal, HandoutIsTheSystemsLrand48) {
  for (const std::int64_t seed :
       {0L, 1L, 2L, 100L, 65'536L, 2'147'483'647L, 2'147'483'648L, 4'294'967'295L}) {
    ::srand48(seed);
    HandoutDeal deal(static_cast<std::uint64_t>(seed));
    for (int i = 0; i < 1000; ++i) {
      ASSERT_EQ(deal.next(), static_cast<std::uint64_t>(::lrand48())) << "seed " << seed << ", number " << i;
    }
  }
}

// "X0 = (seed mod 2^32)*65536 + 0x330E; X = (0x5DEECE66D X + 0xB) mod 2^48; value X >> 17"
TEST(SuperballDeal, HandoutTakesTheLowerHalfOfTheSeed) {
  HandoutDeal small(5);
  HandoutDeal large(5 + (std::uint64_t{3} << 32));
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(small.next(), large.next());
  }
  // By hand: X0 = 0x330E, X1 = (0x5DEECE66D * 0x330E + 0xB) mod 2^48 = 0x2BBB62DC5101.
  EXPECT_EQ(HandoutDeal(0).next(), 0x2BBB62DC5101U >> 17);
}

// "`secret`: `rnd()` = the first 8 bytes, big-endian, of SHA-256(salt + ":" + decimal seed + ":" + decimal
// counter), counter from 0". The numbers are from sha256sum.
TEST(SuperballDeal, SecretIsSha256OfSaltSeedAndCounter) {
  SecretDeal deal({.number = 7, .salt = "00112233445566778899aabbccddeeff"});
  std::vector<std::uint64_t> numbers;
  for (int i = 0; i <= 10; ++i) {
    numbers.push_back(deal.next());
  }
  EXPECT_EQ(numbers[0], 0x955FF060AC0E2788ULL);
  EXPECT_EQ(numbers[1], 0xF1D92FD3A10D1722ULL);
  EXPECT_EQ(numbers[10], 0xBF0654AFE07B3BE0ULL);
}

// A configuration is checked before there is a salt.
TEST(SuperballDeal, SecretTakesAnEmptySalt) {
  EXPECT_EQ(SecretDeal({.number = 7, .salt = ""}).next(), 0x8B08840E234D371BULL);
}

// "`rnd() % (r*c)`"
TEST(SuperballDeal, DrawsAreRemainders) {
  for (const auto kind : {Deal::Kind::handout, Deal::Kind::secret}) {
    const Seed seed{.number = 3, .salt = "5a17"};
    Deal deal(kind, seed);
    HandoutDeal handout(seed.number);
    SecretDeal secret(seed);
    for (std::uint64_t n = 1; n < 100; ++n) {
      EXPECT_EQ(deal.draw(n), (kind == Deal::Kind::handout ? handout.next() : secret.next()) % n);
    }
  }
}

}  // namespace
}  // namespace engines
