#include "referee/match/match_seeds.h"

#include <gtest/gtest.h>

#include "referee/record/match_spec.h"

namespace referee {
namespace {

constexpr std::uint64_t kMost = (std::uint64_t{1} << 53) - 1;

TEST(MatchSeeds, AreTheFirst53BitsOfAHash) {
  // "the first 53 bits of SHA-256("seed/round/table/game/attempt")". Computed with Python's hashlib:
  // int.from_bytes(sha256(b"42/1/1/1/1").digest()[:8], "big") >> 11
  const MatchSeeds seeds{42, "salt"};
  EXPECT_EQ(seeds.of({"Spring", 1, 1, 1}, 1).number, 2884078504231360U);
  EXPECT_EQ(seeds.of({"Spring", 1, 3, 2}, 1).number, 3335692311103628U);
  EXPECT_EQ(seeds.of({"Spring", 1, 3, 2}, 2).number, 4009151011739290U);
  EXPECT_EQ((MatchSeeds{0, ""}.of({"", 1, 1, 1}, 1).number), 7463501301680833U);
  EXPECT_EQ((MatchSeeds{kMost, ""}.of({"", 100, 500, 99}, 3).number), 6163798056708655U);
}

TEST(MatchSeeds, EveryMatchHasASaltOfItsOwn) {
  // "salt = 16 random bytes in hex"
  const MatchSeeds seeds{42, "salt"};
  const std::string salt = seeds.of({"Spring", 1, 1, 1}, 1).salt;
  EXPECT_EQ(salt.size(), 32U);
  EXPECT_EQ(salt.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(seeds.of({"Spring", 1, 1, 1}, 1).salt, salt);
}

TEST(MatchSeeds, AnInstanceIsTheSameInEveryMatch) {
  // Some games deal from seed and salt: with another salt it would be another instance.
  const MatchSeeds seeds{42, "salt"};
  EXPECT_EQ(seeds.of_instance(kMost).number, kMost);
  const std::string salt = seeds.of_instance(7).salt;
  EXPECT_EQ(salt.size(), 32U);
  EXPECT_EQ(seeds.of_instance(7).salt, salt);
  EXPECT_NE(seeds.of_instance(8).salt, salt);
  EXPECT_NE((MatchSeeds{42, "another"}.of_instance(7).salt), salt) << "known from an earlier tournament";
}

TEST(MatchSeeds, WhoPlayApartHaveTheSameChance) {
  // "an encounter is a duel on the same instances": neither the table nor the attempt makes a difference.
  const MatchSeeds seeds{42, "salt"};
  EXPECT_EQ(seeds.of_shared({2, 3}).number, 4942707656472155U) << "of 42/2/0/3/0";
  EXPECT_EQ(seeds.of_shared({2, 3}).salt, seeds.of_shared({2, 3}).salt);
  EXPECT_NE(seeds.of_shared({2, 3}).number, seeds.of_shared({3, 2}).number);
}

}  // namespace

}  // namespace referee
