#include "referee/tournament/formats/double_elimination/bracket.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <set>

#include "engines/random.h"
#include "referee/tournament/formats/double_elimination/bracket_pairing.h"
#include "tests/referee/tournament/formats/double_elimination/bracket_histories.h"
#include "tests/referee/tournament/formats/double_elimination/slow_model.h"
#include "tests/support/random_cases.h"

// Tests name paragraphs of referee/tournament/RULES.md.
namespace referee {
namespace {

using slow_model::Pair;
using slow_model::Winner;
using test::BracketHistory;
using test::kBracketRules;
using testing::ElementsAre;

/// The numbers of entrants that the tests try: all small ones, and some near powers of two.
std::vector<int> sizes() {
  std::vector<int> sizes(63);
  std::iota(sizes.begin(), sizes.end(), 2);
  sizes.insert(sizes.end(), {65, 100, 129, 256});
  return sizes;
}

/// Draws the winner; about one encounter in `absent` is lost by both, none if `absent` is 0.
Winner drawn_winner(Pair pair, int step, std::uint64_t seed, std::uint64_t absent) {
  engines::Rng rng(seed * 1'000'003 +
                   static_cast<std::uint64_t>(pair.first * 4096 + pair.second * 64 + step));
  if (absent > 0 && engines::below(rng, absent) == 0) {
    return std::nullopt;
  }
  return engines::below(rng, 2) == 0 ? pair.first : pair.second;
}

/// Plays a whole bracket by the pairing system. Seed s is entrant s - 1.
void play_out(BracketHistory& history, const slow_model::Play& play) {
  const BracketPairing pairing(kBracketRules);
  for (auto round = pairing.pair(history.get()); !round.empty(); round = pairing.pair(history.get())) {
    history.play(round, [&](const Encounter& encounter) {
      const auto [better, worse] = std::pair(encounter.entrants[0], encounter.entrants[1]);
      const int step = static_cast<int>(history.get().rounds.size()) + 1;
      const Winner winner = play({static_cast<int>(better) + 1, static_cast<int>(worse) + 1}, step);
      return winner ? std::optional<std::size_t>(*winner == static_cast<int>(better) + 1 ? 0 : 1)
                    : std::nullopt;
    });
  }
}

std::vector<std::set<Pair>> meetings_of(const History& history) {
  std::vector<std::set<Pair>> rounds;
  for (const History::Round& round : history.rounds) {
    std::set<Pair>& met = rounds.emplace_back();
    for (const PlayedEncounter& played : round) {
      if (played.encounter.kind != Encounter::Kind::bye) {
        const auto& entrants = played.encounter.entrants;
        met.emplace(static_cast<int>(entrants[0]) + 1, static_cast<int>(entrants[1]) + 1);
      }
    }
  }
  return rounds;
}

/// The winner depends on the pair and on the round, a step of the model: no step is skipped unless both lose
/// in some encounter.
void expect_as_model(int entrants, std::uint64_t seed, std::uint64_t absent) {
  // With skipped steps, rounds and steps differ: the winner then depends on the pair only.
  const auto play = [&](Pair pair, int step) {
    return drawn_winner(pair, absent > 0 ? 0 : step, seed, absent);
  };
  BracketHistory history(static_cast<std::size_t>(entrants));
  play_out(history, play);
  const slow_model::Result expected = slow_model::played(entrants, play);
  ASSERT_EQ(meetings_of(history.get()), expected.steps) << entrants << " entrants, seed " << seed;
  const auto bracket = bracket_from(kBracketRules, history.get(), 0);
  const Winner champion = bracket->champion() ? Winner(static_cast<int>(*bracket->champion()) + 1) : Winner();
  ASSERT_EQ(champion, expected.champion) << entrants << " entrants, seed " << seed;
}

// Tournaments 11.2, 11.3, 11.4: the bracket is the one that lists on paper give.
TEST(Bracket, IsPlayedAsOnPaper) {
  for (const int entrants : sizes()) {
    for (std::uint64_t seed = 0; seed < test_support::random_cases(1U); ++seed) {
      expect_as_model(entrants, seed, 0);
    }
  }
}

// Tournaments 11.9: two that both lose leave a bye behind in both brackets.
TEST(Bracket, IsPlayedAsOnPaperWhereBothLose) {
  for (const int entrants : sizes()) {
    for (std::uint64_t seed = 0; seed < test_support::random_cases(2U); ++seed) {
      expect_as_model(entrants, seed, 2 + seed);
    }
  }
}

// Tournaments 11.2: places in the first round, and byes for the best.
TEST(Bracket, SeedsStandSoThatTheBestMeetLate) {
  EXPECT_THAT(seeds_by_place(3), ElementsAre(1, 8, 4, 5, 2, 7, 3, 6));
  for (const int entrants : sizes()) {
    BracketHistory history(static_cast<std::size_t>(entrants));
    play_out(history, [](Pair pair, int) { return pair.first; });  // the better seed wins
    const int places = static_cast<int>(std::bit_ceil(static_cast<unsigned>(entrants)));
    int left = places;  // places in the upper bracket, with empty ones
    for (std::size_t round = 0; left > 1; ++round, left /= 2) {
      for (const auto& [encounter, games] : history.get().rounds[round]) {
        if (encounter.stage == stage_of(BracketPart::upper)) {
          const int better = static_cast<int>(encounter.entrants[0]) + 1;
          const bool bye = encounter.kind == Encounter::Kind::bye;
          EXPECT_LE(better, left / 2);
          EXPECT_EQ(bye, left + 1 - better > entrants) << "the best have the byes";
          if (!bye) {
            EXPECT_EQ(static_cast<int>(encounter.entrants[1]) + 1, left + 1 - better);
          }
        }
      }
    }
  }
}

// Tournaments 11.1, 11.3, 11.5: two losses at most, one encounter a round, and as many rounds as announced.
TEST(Bracket, OneLossIsAllowed) {
  for (const int entrants : sizes()) {
    BracketHistory history(static_cast<std::size_t>(entrants));
    play_out(history, [](Pair pair, int step) { return drawn_winner(pair, step, 99, 0); });
    std::map<Entrant, int> losses;
    for (const History::Round& round : history.get().rounds) {
      std::set<Entrant> busy;
      for (const auto& [encounter, games] : round) {
        for (const Entrant entrant : encounter.entrants) {
          EXPECT_TRUE(busy.insert(entrant).second) << "twice in a round";
          EXPECT_LT(losses[entrant], 2) << "plays on after two losses";
        }
        if (encounter.kind == Encounter::Kind::play) {
          const bool first_won = games.front().scores[0] > games.front().scores[1];
          ++losses[encounter.entrants[first_won ? 1 : 0]];
        }
      }
    }
    const auto bracket = bracket_from(kBracketRules, history.get(), 0);
    ASSERT_TRUE(bracket->champion());
    for (Entrant entrant = 0; entrant < history.get().entrants.size(); ++entrant) {
      EXPECT_EQ(bracket->losses(entrant), losses[entrant]);
      EXPECT_EQ(bracket->out_in(entrant).has_value(), losses[entrant] == 2);
      EXPECT_EQ(losses[entrant] < 2, entrant == bracket->champion());
    }
    const int rounds = static_cast<int>(history.get().rounds.size());
    EXPECT_EQ(rounds, Bracket::steps(static_cast<std::size_t>(entrants)) -
                          (losses[*bracket->champion()] == 0 ? 1 : 0));
  }
}

// ---- rematches ----

/// An entrant as the place where it began, from 0, and the round of the upper bracket that it lost; 0: none.
using Fallen = std::pair<std::size_t, int>;
using Group = std::vector<Fallen>;

/// The entrants of block `index` of `size` places in the upper bracket, who lost there in round `lost_in`.
Group block(std::size_t size, std::size_t index, int lost_in) {
  Group group;
  for (std::size_t place = size * index; place < size * (index + 1); ++place) {
    group.emplace_back(place, lost_in);
  }
  return group;
}

Group both(Group one, const Group& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

/// Whether one of `these` and one of `those` may have met in the upper bracket: one of them lost there first,
/// in a part of the bracket that holds both.
bool may_have_met(const Group& these, const Group& those) {
  return std::ranges::any_of(these, [&](const Fallen& one) {
    return std::ranges::any_of(those, [&](const Fallen& other) {
      const int round = std::min(one.second, other.second);
      return one.second != other.second && (one.first ^ other.first) >> round == 0;
    });
  });
}

/// The first step of the lower bracket in which two may meet again; the step of the grand final if none is.
int first_rematch(const Bracket& bracket, int levels) {
  std::vector<Group> winners(bracket.all().size());
  std::size_t index = 0;  // of the encounter in its step
  for (std::size_t place = 0; place < bracket.all().size(); ++place) {
    const BracketEncounter& encounter = bracket.all()[place];
    index = place > 0 && bracket.all()[place - 1].step == encounter.step ? index + 1 : 0;
    if (encounter.part == BracketPart::upper) {
      winners[place] = block(std::size_t{1} << encounter.step, index, 0);
      continue;
    }
    if (encounter.part == BracketPart::grand_final) {
      break;
    }
    std::array<Group, 2> sides;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      sides[side] = winners[*encounter.sources[side].from];
      for (Fallen& entrant : sides[side]) {
        if (!encounter.sources[side].winner) {
          entrant.second = bracket.all()[*encounter.sources[side].from].step;
        }
      }
    }
    if (may_have_met(sides[0], sides[1])) {
      return encounter.step;
    }
    winners[place] = both(sides[0], sides[1]);
  }
  return 2 * levels;
}

Bracket bracket_of(std::size_t entrants) {
  std::vector<Entrant> seeds(entrants);
  std::iota(seeds.begin(), seeds.end(), Entrant{0});
  return Bracket(kBracketRules, seeds, {});
}

/// The first step in which two may meet again, where in the lower bracket the losers of rounds
/// 2, 3 ... of the upper one fall in any orders: winner i meets number order[f][i] of those of round f + 2.
int first_rematch(int levels, const std::vector<std::vector<std::size_t>>& order) {
  std::vector<Group> lower;
  for (std::size_t i = 0; i < std::size_t{1} << (levels - 2); ++i) {
    lower.push_back(block(4, i, 1));
  }
  for (std::size_t fall = 1; fall <= order.size(); ++fall) {
    for (std::size_t i = 0; i < lower.size(); ++i) {
      const Group down = block(std::size_t{2} << fall, order[fall - 1][i], static_cast<int>(fall) + 1);
      if (may_have_met(lower[i], down)) {
        return 2 * static_cast<int>(fall) + 1;
      }
      lower[i] = both(lower[i], down);
    }
    for (std::size_t i = 0; i + 1 < lower.size(); i += 2) {
      if (may_have_met(lower[i], lower[i + 1])) {
        return 2 * static_cast<int>(fall) + 2;
      }
      lower[i / 2] = both(lower[i], lower[i + 1]);
    }
    lower.resize(std::max<std::size_t>(1, lower.size() / 2));
  }
  return 2 * levels;
}

/// The latest first rematch of all orders; tries the orders of fall `order.size() + 1` and later ones.
int latest_rematch(int levels, std::vector<std::vector<std::size_t>> order) {
  const int fall = static_cast<int>(order.size()) + 1;
  if (fall == levels) {
    return first_rematch(levels, order);
  }
  std::vector<std::size_t> permutation(std::size_t{1} << (levels - 1 - fall));
  std::iota(permutation.begin(), permutation.end(), std::size_t{0});
  int latest = 0;
  do {
    order.push_back(permutation);
    latest = std::max(latest, latest_rematch(levels, order));
    order.pop_back();
  } while (std::ranges::next_permutation(permutation).found);
  return latest;
}

// Tournaments 11.4: no order of those who come down lets two meet again later.
TEST(Bracket, NoRematchBeforeItCannotBeAvoided) {
  for (const int levels : {2, 3, 4}) {
    EXPECT_EQ(first_rematch(bracket_of(std::size_t{1} << levels), levels), latest_rematch(levels, {}))
        << levels;
  }
}

// Tournaments 11.4: with more entrants, rematches are possible in the last rounds of the lower bracket only.
TEST(Bracket, RematchesAreLate) {
  std::vector<int> before_the_end;
  for (const int levels : {2, 3, 4, 5, 6, 7, 8}) {
    before_the_end.push_back(2 * levels - first_rematch(bracket_of(std::size_t{1} << levels), levels));
  }
  EXPECT_THAT(before_the_end, ElementsAre(1, 2, 3, 4, 4, 5, 6));
}

// Tournaments 11.4: the orders as the rules name them.
TEST(Bracket, LosersComeDownInSixOrders) {
  std::vector<std::size_t> masks;
  for (int fall = 1; fall <= 6; ++fall) {
    masks.push_back(drop_mask(fall, 4));
  }
  EXPECT_THAT(masks, ElementsAre(0b1111, 0b0111, 0b1000, 0b0011, 0b1100, 0b0100));
}

// ---- a store's rounds ----

// Tournaments 11.1: who is in the bracket is what its first round says.
TEST(Bracket, SeedsAreReadFromTheFirstRound) {
  for (const int entrants : sizes()) {
    BracketHistory history(static_cast<std::size_t>(entrants));
    std::vector<Entrant> seeds(static_cast<std::size_t>(entrants));
    std::iota(seeds.rbegin(), seeds.rend(), Entrant{0});  // not by number
    history.play_by_seed(first_step(kBracketRules, seeds, history.get()));
    EXPECT_EQ(Bracket::seeds_of(history.get().rounds[0]), seeds);
  }
}

TEST(Bracket, ADamagedStoreIsRefused) {
  BracketHistory history(6);
  const BracketPairing pairing(kBracketRules);
  history.play_by_seed(pairing.pair(history.get()));
  history.play_by_seed(pairing.pair(history.get()));
  History wrong = history.get();
  std::swap(wrong.rounds[1].edit()[0].encounter.entrants[1], wrong.rounds[1].edit()[1].encounter.entrants[1]);
  EXPECT_THROW(pairing.pair(wrong), fields::Exception);
  wrong = history.get();
  wrong.rounds[1].edit().erase(wrong.rounds[1].begin());
  EXPECT_THROW(pairing.pair(wrong), fields::Exception);
  wrong = history.get();
  wrong.rounds[0].edit().pop_back();
  EXPECT_THROW(pairing.pair(wrong), fields::Exception);
  wrong = history.get();
  wrong.rounds[0].edit()[0].encounter.stage = 0;
  EXPECT_THROW(pairing.pair(wrong), fields::Exception);
}

// Tournaments 11.12: a result stands as soon as an encounter that depends on it is paired.
TEST(Bracket, KnowsWhichResultsHaveToStand) {
  BracketHistory history(8);
  const BracketPairing pairing(kBracketRules);
  const auto settled = [&](int round, std::size_t index) {
    const auto bracket = bracket_from(kBracketRules, history.get(), 0);
    return bracket->settled(history.get().rounds[static_cast<std::size_t>(round) - 1][index].encounter);
  };
  for (int round = 1; round <= 3; ++round) {
    history.play_by_seed(pairing.pair(history.get()));
    EXPECT_FALSE(settled(round, 0)) << "no later round";
    EXPECT_TRUE(round == 1 || settled(round - 1, 0));
  }
  history.play_by_seed(pairing.pair(history.get()));
  EXPECT_FALSE(settled(3, 0)) << "who loses the upper bracket's last round plays in round 5";
  EXPECT_TRUE(settled(3, 1)) << "the lower bracket goes on in round 4";
  history.play_by_seed(pairing.pair(history.get()));
  EXPECT_TRUE(settled(3, 0));
}

}  // namespace
}  // namespace referee
