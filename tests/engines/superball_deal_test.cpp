#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "engines/superball/deal.h"
#include "protocol/sha256.h"

// The random numbers of Superball's pieces. Tests name paragraphs of engines/superball/RULES.md.
namespace engines {
namespace {

// Superball 4.3: the numbers are those of the system's srand48() and lrand48().
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

// Superball 4.3, 4.4: the formula, and the lower 32 bits of the seed.
TEST(SuperballDeal, HandoutTakesTheLowerHalfOfTheSeed) {
  HandoutDeal small(5);
  HandoutDeal large(5 + (std::uint64_t{3} << 32));
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(small.next(), large.next());
  }
  // By hand: X0 = 0x330E, X1 = (0x5DEECE66D * 0x330E + 0xB) mod 2^48 = 0x2BBB62DC5101.
  EXPECT_EQ(HandoutDeal(0).next(), 0x2BBB62DC5101U >> 17);
}

// Superball 4.5: the first 8 bytes of SHA-256 of salt, seed and counter. The numbers are from sha256sum.
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

// Superball 4.5: whether the text that is hashed fits one block of SHA-256 or not, and whatever the counter's
// digits.
TEST(SuperballDeal, SecretIsThatOfTheWholeText) {
  for (const std::size_t salt_size : {0U, 32U, 55U, 64U, 200U}) {
    const Seed seed{.number = 9'007'199'254'740'991U, .salt = std::string(salt_size, 'f')};
    SecretDeal deal(seed);
    for (int i = 0; i < 1100; ++i) {
      const std::string text = seed.salt + ":" + std::to_string(seed.number) + ":" + std::to_string(i);
      ASSERT_EQ(deal.next(), std::stoull(protocol::Sha256::hex_of(text).substr(0, 16), nullptr, 16)) << text;
    }
  }
}

// Superball 4.6: an empty salt is drawn from in the same way.
TEST(SuperballDeal, SecretTakesAnEmptySalt) {
  EXPECT_EQ(SecretDeal({.number = 7, .salt = ""}).next(), 0x8B08840E234D371BULL);
}

// Superball 4.1, 4.2: a draw is the remainder of the next number.
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
