#include "referee/base/secrets.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "protocol/sha256.h"
#include "referee/record/commitment.h"
#include "referee/record/match_spec.h"

namespace referee {
namespace {

TEST(Secrets, ACommitmentIsTheDigestOfSaltAndSeed) {
  // "`start.commitment` = hex SHA-256 of salt + ":" + decimal seed"
  EXPECT_EQ(commitment_of({7, "5a17"}), protocol::Sha256::hex_of("5a17:7"));
  EXPECT_EQ(commitment_of({kMaxSeed, ""}), protocol::Sha256::hex_of(":9007199254740991"));
}

TEST(Secrets, SeedsAreIntegersThatEveryJsonReaderKeeps) {
  // "all seeds are integers 0..2^53-1"
  EXPECT_EQ(kMaxSeed, 9007199254740991U);
  std::uint64_t seen = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t seed = random_seed();
    ASSERT_LE(seed, kMaxSeed);
    seen |= seed;
  }
  EXPECT_EQ(seen, kMaxSeed) << "every bit is drawn";
}

TEST(Secrets, SaltsAreSixteenRandomBytesInHex) {
  // "salt = 16 random bytes in hex"
  std::set<std::string> all;
  for (int i = 0; i < 1000; ++i) {
    const std::string salt = random_hex();
    ASSERT_EQ(salt.size(), 32U);
    ASSERT_EQ(salt.find_first_not_of("0123456789abcdef"), std::string::npos);
    all.insert(salt);
  }
  EXPECT_EQ(all.size(), 1000U);
}

}  // namespace
}  // namespace referee
