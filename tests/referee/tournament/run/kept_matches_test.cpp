#include "referee/tournament/run/kept_matches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace referee {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

KeptMatches::Match match_of(std::vector<Entrant> entrants, std::int64_t ended) {
  KeptMatches::Match match;
  match.result.entrants = std::move(entrants);
  match.ended = ended;
  return match;
}

MatchPlace match(int number) { return {1, number, 1}; }

TEST(KeptMatches, AMatchIsKeptAsLongAsItIsAmongTheNewestOfAnyOfItsEntrants) {
  KeptMatches kept(2, std::nullopt);
  kept.add(match(1), match_of({0, 1}, 10));
  kept.add(match(2), match_of({0, 2}, 11));
  kept.add(match(3), match_of({0, 2}, 12));
  EXPECT_THAT(kept.take_expired(1000), IsEmpty()) << "entrant 1 has no other";
  kept.add(match(4), match_of({1, 3}, 13));
  kept.add(match(5), match_of({1, 3}, 14));
  EXPECT_THAT(kept.take_expired(1000), ElementsAre(match(1)));
  EXPECT_THAT(kept.take_expired(1000), IsEmpty()) << "told once";
  EXPECT_EQ(kept.find(match(1)), nullptr);
  EXPECT_NE(kept.find(match(5)), nullptr);
}

TEST(KeptMatches, OldOnesAreNotKept) {
  KeptMatches kept(100, 60);
  kept.add(match(1), match_of({0}, 10));
  kept.add(match(2), match_of({0}, 50));
  EXPECT_THAT(kept.take_expired(70), IsEmpty());
  EXPECT_THAT(kept.take_expired(71), ElementsAre(match(1)));
  EXPECT_EQ(kept.size(), 1U);
}

TEST(KeptMatches, HoldsNoMoreThanTheNewestOfEach) {
  KeptMatches kept(3, std::nullopt);
  for (int number = 1; number <= 1000; ++number) {
    const auto one = static_cast<Entrant>(number % 10);
    kept.add(match(number), match_of({one, (one + 1 + static_cast<Entrant>(number / 10) % 9) % 10}, number));
    EXPECT_LE(kept.size(), 30U);
  }
}

}  // namespace
}  // namespace referee
