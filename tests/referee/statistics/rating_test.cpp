#include "referee/statistics/rating.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <vector>

#include "tests/referee/statistics/games.h"

namespace referee::rating {
namespace {

TEST(EloScale, IsOneWithoutTies) {
  for (const std::size_t table : {2U, 3U, 4U, 17U}) {
    EXPECT_NEAR(elo_scale(table, {}), 1, 1e-12) << table;
  }
}

TEST(EloScale, OfTwoIsTheSlopeOfDavidsonsScore) {
  const std::vector<TieWeight> ties{{2, 1.5}};
  EXPECT_NEAR(elo_scale(2, ties), 2 / (2 + 1.5), 1e-12);
}

/// The mean result of player 0 against player 1 at a table with these strengths, by going through all orders.
double result_of(const std::vector<double>& strengths, const std::vector<TieWeight>& ties) {
  const auto weight = [&](unsigned group) {
    double product = 1;
    int size = 0;
    for (std::size_t i = 0; i < strengths.size(); ++i) {
      if (((group >> i) & 1U) != 0) {
        product *= strengths[i];
        ++size;
      }
    }
    double factor = size == 1 ? 1 : 0;
    for (const TieWeight& tie : ties) {
      factor = static_cast<int>(tie.size) == size ? tie.weight : factor;
    }
    return factor * std::pow(product, 1.0 / size);
  };
  const std::function<double(unsigned)> of = [&](unsigned left) {
    double sum = 0;
    double result = 0;
    for (unsigned group = left; group != 0; group = (group - 1) & left) {
      const double w = weight(group);
      sum += w;
      if (w > 0) {
        result += w * ((group & 3U) == 3   ? 0.5
                       : (group & 3U) == 1 ? 1
                       : (group & 3U) == 2 ? 0
                                           : of(left & ~group));
      }
    }
    return result / sum;
  };
  return of((1U << strengths.size()) - 1);
}

// "near equality it says of the mean result ... what a difference of Elo does": a quarter of it.
TEST(EloScale, OfATableIsTheSlopeOfTheMeanResult) {
  const std::vector<TieWeight> ties{{2, 0.8}, {4, 2.5}};
  for (const std::size_t table : {2U, 3U, 4U, 5U}) {
    std::vector<double> strengths(table, 1);
    strengths[0] = std::exp(1e-5);
    const double up = result_of(strengths, ties);
    strengths[0] = std::exp(-1e-5);
    EXPECT_NEAR(elo_scale(table, ties), (up - result_of(strengths, ties)) / 2e-5 * 4, 1e-8) << table;
  }
}

using games::add;
using games::drawn;
using games::Random;
using games::won;
using games::won_as_first;
using games::won_as_second;
using testing::DoubleNear;

constexpr double kEloPerUnit = 400 / std::numbers::ln10;

double difference(const Ratings& ratings, std::size_t a, std::size_t b) {
  return ratings.players[a]->elo - ratings.players[b]->elo;
}

// ---- two players ----

// "p = score share: Elo = 400 log10(p / (1 - p))"
TEST(RatingOfTwo, IsThatOfTheScore) {
  for (const int of_hundred : {50, 64, 75, 91}) {
    std::vector<RankedGame> all;
    add(all, 1000 * of_hundred, won(0, 1));
    add(all, 1000 * (100 - of_hundred), won(1, 0));
    const double share = of_hundred / 100.0;
    EXPECT_NEAR(difference(ratings_of(2, all), 0, 1), 400 * std::log10(share / (1 - share)), 0.01);
  }
}

// Davidson: p(win) / p(loss) is the ratio of strengths, p(draw) is v times their geometric mean; with two
// players both are met exactly. "2 / (2 + v)" makes Elo of it.
TEST(RatingOfTwo, CountsDrawsAsTheModelHasIt) {
  std::vector<RankedGame> all;
  add(all, 60'000, won(0, 1));
  add(all, 30'000, drawn(0, 1));
  add(all, 10'000, won(1, 0));
  const double v = 30 / std::sqrt(60.0 * 10);
  const double elo = difference(ratings_of(2, all), 0, 1);
  EXPECT_NEAR(elo, 400 * std::log10(6.0) * 2 / (2 + v), 0.01);
  EXPECT_NEAR(elo, 400 * std::log10(3.0), 3) << "near what its score of 75% says";
}

// Games that say little of how far apart the two are, as rounding alone moves it by 1e-8 in each step. The
// values are those of a search of the same likelihood by thirds.
TEST(RatingOfTwo, OfManyWinsAndFewDrawsIsFound) {
  std::vector<RankedGame> all;
  add(all, 100'000, won(0, 1));
  add(all, 10, drawn(0, 1));
  const Ratings ratings = ratings_of(2, all);
  EXPECT_TRUE(ratings.converged);
  EXPECT_NEAR(difference(ratings, 0, 1), 2155.0, 0.1);
  RankedGame wins = won(0, 1);
  wins.times = 1'000'000;
  EXPECT_NEAR(difference(ratings_of(2, std::vector{wins, RankedGame{drawn(0, 1).seats, 10}}), 0, 1), 2607.5,
              0.1);
}

// The information of n games with p = 3/4 on the difference is n p (1 - p). Each rating's interval is for its
// difference from the mean, half of that between two: so intervals of ratings do not say it.
TEST(Differences, OfTwoHaveTheIntervalOfTheScore) {
  RankedGame wins = won(0, 1);
  RankedGame losses = won(1, 0);
  wins.times = 75'000;
  losses.times = 25'000;
  const std::vector<Difference> found = differences_of(2, std::vector{wins, losses});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].player, 0U);
  EXPECT_EQ(found[0].other, 1U);
  EXPECT_NEAR(found[0].elo.elo, 400 * std::log10(3.0), 0.02);
  const double margin = 1.959964 * kEloPerUnit / std::sqrt(100'000 * 3.0 / 16);
  EXPECT_NEAR(found[0].elo.high - found[0].elo.elo, margin, 0.01);
  EXPECT_NEAR(found[0].elo.elo - found[0].elo.low, margin, 0.01);
}

// 0 and 1 have met 2 only, 60 and 50 won of 100 each: nothing in common but 2. The variance of the difference
// is the sum, 1 / (100 x 0.24) + 1 / (100 x 0.25), and Phi(0.405 / 0.286) = 0.922; the prior takes some.
TEST(Differences, SayHowLikelyOneIsTheStronger) {
  std::vector<RankedGame> all;
  add(all, 60, won(0, 2));
  add(all, 40, won(2, 0));
  add(all, 50, won(1, 2));
  add(all, 50, won(2, 1));
  const std::vector<Difference> found = differences_of(3, all);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_NEAR(found[0].superiority, 0.922, 0.01);
  EXPECT_NEAR(found[0].elo.high - found[0].elo.elo, 1.96 * kEloPerUnit * 0.2858, 2);
  const Ratings ratings = ratings_of(3, all);
  EXPECT_NEAR(found[0].elo.elo, difference(ratings, 0, 1), 1e-6);
}

// Intervals of two that overlap, and a difference that is beyond doubt: at a table of four, 0 is better than
// 1 in most of 24 games, and the others have about as often the first two places as the last.
TEST(Differences, AreSurerThanOverlappingIntervals) {
  std::vector<RankedGame> all;
  for (int game = 0; game < 32; ++game) {
    const bool reverse = game % 12 == 0;
    const int others = game % 2 == 0 ? 1 : 3;
    const int first = others == 1 ? 3 : 1;
    all.push_back({{{0, reverse ? first + 1 : first, false},
                    {1, reverse ? first : first + 1, false},
                    {2, others, false},
                    {3, others + 1, false}}});
  }
  const Ratings ratings = ratings_of(4, all);
  EXPECT_LT(ratings.players[0]->low, ratings.players[1]->high);
  const std::vector<Difference> found = differences_of(4, all);
  EXPECT_GT(found[0].elo.low, 0);
  EXPECT_GT(found[0].superiority, 0.98);
}

// A program on two seats has one strength: of two equal players, one of whom has two of three seats, both are
// 0.
TEST(Differences, OfAPlayerOnSeveralSeatsAreOfItsOneStrength) {
  std::vector<RankedGame> all;
  add(all, 100, {{{0, 1, false}, {1, 2, false}, {1, 3, false}}});
  add(all, 100, {{{1, 1, false}, {0, 2, false}, {1, 3, false}}});
  add(all, 100, {{{1, 1, false}, {1, 2, false}, {0, 3, false}}});
  const std::vector<Difference> found = differences_of(2, all);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NEAR(found[0].elo.elo, 0, 1e-6);
  EXPECT_NEAR(found[0].superiority, 0.5, 1e-6);
}

// One won game, with the prior of a game between each and a player of rating 0, half won and half lost:
// 1 / (1 + u^2) = (u - 1) / 2 (u + 1) with strengths u and 1/u.
TEST(RatingOfTwo, AfterOneGameIsFinite) {
  const Ratings ratings = ratings_of(2, std::vector{won(0, 1)});
  const double u = std::pow(10, ratings.players[0]->elo / 400);
  EXPECT_NEAR(u * u * u - u * u - u - 3, 0, 1e-6);
  EXPECT_NEAR(ratings.players[1]->elo, -ratings.players[0]->elo, 1e-9);
  EXPECT_GT(ratings.players[0]->high, 400) << "nobody knows much yet";
  EXPECT_LT(ratings.players[0]->low, 0);
  EXPECT_FALSE(ratings.first_seat) << "nobody sat there";
}

// n games of equals: each of the two has half the variance of the difference, 1 / (n / 4 + 1 / 8) in all.
TEST(RatingOfTwo, HasTheIntervalOfTheInformation) {
  std::vector<RankedGame> all;
  add(all, 50, won(0, 1));
  add(all, 50, won(1, 0));
  const Ratings ratings = ratings_of(2, all);
  const double deviation = std::sqrt(1 / (100 * 0.25 + 0.25 / 2)) / 2;
  EXPECT_NEAR(ratings.players[0]->elo, 0, 1e-6);
  EXPECT_NEAR(ratings.players[0]->high, 1.959964 * deviation * kEloPerUnit, 1e-3);
  EXPECT_NEAR(ratings.players[0]->low, -ratings.players[0]->high, 1e-6);
}

TEST(RatingOfTwo, WhoOnlyDrawIsEqualAndKnownToBe) {
  std::vector<RankedGame> all;
  add(all, 100, drawn(0, 1));
  const Ratings ratings = ratings_of(2, all);
  EXPECT_NEAR(ratings.players[0]->elo, 0, 1e-6);
  EXPECT_LT(ratings.players[0]->high, 20);
}

// ---- published figures ----

struct Season {
  const char* home;
  std::array<int, 7> won;  ///< by the away team, in the order of kTeams
  std::array<int, 7> lost;
};
// American League East, 1987: A. Agresti, Categorical Data Analysis, 2nd edition, section 10.6.
constexpr std::array<const char*, 7> kTeams{"Milwaukee", "Detroit",   "Toronto",  "New York",
                                            "Boston",    "Cleveland", "Baltimore"};
constexpr std::array<Season, 7> kSeasons{{{"Milwaukee", {0, 4, 4, 4, 6, 4, 6}, {0, 3, 2, 3, 1, 2, 0}},
                                          {"Detroit", {3, 0, 4, 4, 6, 6, 4}, {3, 0, 2, 3, 0, 1, 3}},
                                          {"Toronto", {2, 4, 0, 2, 4, 4, 6}, {5, 3, 0, 4, 3, 2, 0}},
                                          {"New York", {3, 5, 2, 0, 4, 4, 6}, {3, 1, 5, 0, 3, 2, 1}},
                                          {"Boston", {5, 2, 3, 4, 0, 5, 6}, {1, 5, 3, 2, 0, 2, 0}},
                                          {"Cleveland", {2, 3, 3, 4, 4, 0, 2}, {5, 3, 4, 3, 2, 0, 4}},
                                          {"Baltimore", {2, 1, 1, 2, 1, 3, 0}, {5, 5, 6, 4, 6, 4, 0}}}};

// Table 10.11, column 5: strengths that sum up to 1; and the home advantage, 0.302.
TEST(Ratings, AreThoseOfAgrestisBaseball) {
  std::vector<RankedGame> all;
  for (std::size_t home = 0; home < 7; ++home) {
    for (std::size_t away = 0; away < 7; ++away) {
      // Ten equal seasons make the prior of one game each small: those figures are without a prior.
      add(all, 10 * kSeasons[home].won[away], won_as_first(home, away));
      add(all, 10 * kSeasons[home].lost[away], won_as_second(away, home));
    }
  }
  const Ratings ratings = ratings_of(7, all);
  EXPECT_NEAR(ratings.first_seat->elo / kEloPerUnit, 0.302, 0.001);
  std::vector<double> strengths;
  for (const auto& team : ratings.players) {
    strengths.push_back(std::pow(10, team->elo / 400));
  }
  const double sum = std::accumulate(strengths.begin(), strengths.end(), 0.0);
  const std::array<double, 7> published{0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044};
  for (std::size_t team = 0; team < 7; ++team) {
    EXPECT_NEAR(strengths[team] / sum, published[team], 0.001) << kTeams[team];
  }
}

// Scores of 75%, 75% and 90%: odds of 3, 3 and 9, so 191, 0 and -191 Elo.
TEST(Ratings, AreConsistentAcrossOpponents) {
  std::vector<RankedGame> all;
  add(all, 7500, won(0, 1));
  add(all, 2500, won(1, 0));
  add(all, 7500, won(1, 2));
  add(all, 2500, won(2, 1));
  add(all, 9000, won(0, 2));
  add(all, 1000, won(2, 0));
  const Ratings ratings = ratings_of(3, all);
  EXPECT_NEAR(ratings.players[0]->elo, 190.85, 0.1);
  EXPECT_NEAR(ratings.players[1]->elo, 0, 0.1);
  EXPECT_NEAR(ratings.players[2]->elo, -190.85, 0.1);
}

// ---- what has no maximum without a prior ----

TEST(Ratings, OfTheUndefeatedAndTheWinlessAreFinite) {
  std::vector<RankedGame> all;
  for (std::size_t a = 0; a < 20; ++a) {
    for (std::size_t b = a + 1; b < 20; ++b) {
      add(all, 10, won_as_first(a, b));
    }
  }
  const Ratings ratings = ratings_of(20, all);
  for (std::size_t a = 0; a + 1 < 20; ++a) {
    EXPECT_GT(ratings.players[a]->elo, ratings.players[a + 1]->elo);
    EXPECT_LT(ratings.players[a]->high - ratings.players[a]->low, 2000);
  }
  EXPECT_LT(ratings.players[0]->elo, 3000);
}

TEST(Ratings, OfGroupsThatNeverMetAreCentredAlike) {
  std::vector<RankedGame> all;
  add(all, 3, won(0, 1));
  add(all, 1, won(1, 0));
  add(all, 3, won(2, 3));
  add(all, 1, won(3, 2));
  const Ratings ratings = ratings_of(4, all);
  EXPECT_NEAR(ratings.players[0]->elo, ratings.players[2]->elo, 1e-6);
  EXPECT_NEAR(ratings.players[1]->elo, -ratings.players[0]->elo, 1e-6);
}

TEST(Ratings, OfWhoHasNoGameAreNone) {
  EXPECT_TRUE(ratings_of(0, {}).players.empty());
  EXPECT_EQ(ratings_of(2, {}).players, std::vector<std::optional<Estimate>>(2));
  const Ratings ratings = ratings_of(4, std::vector{won(3, 1)});
  EXPECT_FALSE(ratings.players[0]);
  EXPECT_FALSE(ratings.players[2]);
  EXPECT_NEAR(ratings.players[1]->elo + ratings.players[3]->elo, 0, 1e-9) << "their mean is 0";
}

// ---- the first seat ----

TEST(FirstSeat, IsWorthItsOddsBetweenEquals) {
  std::vector<RankedGame> all;
  add(all, 6000, won_as_first(0, 1));
  add(all, 4000, won_as_second(0, 1));
  add(all, 6000, won_as_first(1, 0));
  add(all, 4000, won_as_second(1, 0));
  const Ratings ratings = ratings_of(2, all);
  EXPECT_NEAR(ratings.first_seat->elo, 400 * std::log10(1.5), 0.1);
  EXPECT_NEAR(ratings.players[0]->elo, 0, 1e-6);
  EXPECT_LT(ratings.first_seat->low, ratings.first_seat->elo);
  EXPECT_GT(ratings.first_seat->low, 0);
}

TEST(FirstSeat, IsNotTakenForStrength) {
  std::vector<RankedGame> all;  // the first seat always wins; 0 has it more often
  add(all, 30, won_as_first(0, 1));
  add(all, 10, won_as_first(1, 0));
  const Ratings ratings = ratings_of(2, all);
  EXPECT_GT(ratings.first_seat->elo, 500);
  EXPECT_LT(ratings.players[0]->elo, 100);
}

// ---- tables of more than two ----

// Plackett and Luce: odds of two do not depend on the others at the table.
TEST(Ratings, OfTablesOfFourAreThoseOfTheirOrders) {
  std::vector<RankedGame> all;
  Random random(7);
  const std::array<double, 4> strengths{8, 4, 2, 1};
  for (int game = 0; game < 40'000; ++game) {
    RankedGame ranked;
    std::vector<std::size_t> left{0, 1, 2, 3};
    while (!left.empty()) {
      double sum = 0;
      for (const std::size_t player : left) {
        sum += strengths[player];
      }
      double at = random.real() * sum;
      std::size_t next = 0;
      while (next + 1 < left.size() && at >= strengths[left[next]]) {
        at -= strengths[left[next++]];
      }
      ranked.seats.push_back({left[next], static_cast<int>(ranked.seats.size()) + 1, false});
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(next));
    }
    all.push_back(std::move(ranked));
  }
  const Ratings ratings = ratings_of(4, all);
  for (std::size_t player = 0; player < 3; ++player) {
    EXPECT_NEAR(difference(ratings, player, player + 1), 400 * std::log10(2), 6) << player;
  }
}

// ---- simulated tournaments ----

/// Result for a of a game against b under Davidson's model; a sits on the first seat.
RankedGame simulate(std::size_t a, std::size_t b, const std::vector<double>& strengths, double first_seat,
                    double draw, Random& random) {
  const double win = strengths[a] * first_seat;
  const double loss = strengths[b];
  const double both = draw * std::sqrt(win * loss);
  const double at = random.real() * (win + loss + both);
  const int of_a = at < win ? 1 : at < win + both ? 2 : 3;
  return {{{a, of_a, true}, {b, 2, false}}};
}

// "recovery of simulated strengths; interval coverage about 95%"
TEST(Ratings, CoverTheTruthNineteenTimesInTwenty) {
  constexpr std::size_t kPlayers = 20;
  constexpr int kTournaments = 100;
  constexpr double kDraw = 0.5;
  const double scale = 2 / (2 + kDraw);
  Random random(2026);
  int covered = 0;
  int first_covered = 0;
  double squares = 0;
  for (int tournament = 0; tournament < kTournaments; ++tournament) {
    std::vector<double> truth;  // natural logarithms
    for (std::size_t i = 0; i < kPlayers; ++i) {
      truth.push_back(2 * random.real() - 1);
    }
    const double mean = std::accumulate(truth.begin(), truth.end(), 0.0) / kPlayers;
    std::vector<double> strengths;
    for (double& one : truth) {
      strengths.push_back(std::exp(one -= mean));
    }
    std::vector<RankedGame> all;
    for (std::size_t a = 0; a < kPlayers; ++a) {
      for (std::size_t b = 0; b < kPlayers; ++b) {
        if (a != b) {
          all.push_back(simulate(a, b, strengths, 1.3, kDraw, random));
        }
      }
    }
    const Ratings ratings = ratings_of(kPlayers, all);
    for (std::size_t i = 0; i < kPlayers; ++i) {
      const double elo = truth[i] * kEloPerUnit * scale;
      covered += ratings.players[i]->low <= elo && elo <= ratings.players[i]->high ? 1 : 0;
      squares += (ratings.players[i]->elo - elo) * (ratings.players[i]->elo - elo);
    }
    const double first = std::log(1.3) * kEloPerUnit * scale;
    first_covered += ratings.first_seat->low <= first && first <= ratings.first_seat->high ? 1 : 0;
  }
  // 2,000 intervals: three standard deviations are 1.5%.
  EXPECT_THAT(covered / (kTournaments * 20.0), DoubleNear(0.95, 0.015));
  EXPECT_THAT(first_covered / double{kTournaments}, DoubleNear(0.95, 0.07));
  EXPECT_LT(std::sqrt(squares / (kTournaments * 20.0)), 60);
}

// ---- order ----

TEST(Ratings, DoNotDependOnTheOrderOfPlayersAndGames) {
  constexpr std::size_t kPlayers = 12;
  Random random(5);
  std::vector<RankedGame> all;
  for (int i = 0; i < 300; ++i) {
    const std::size_t a = random.below(kPlayers);
    const std::size_t b = (a + 1 + random.below(kPlayers - 1)) % kPlayers;
    all.push_back(simulate(a, b, std::vector<double>(kPlayers, 1), 1.2, 1, random));
  }
  std::vector<RankedGame> turned(all.rbegin(), all.rend());
  for (RankedGame& game : turned) {
    std::swap(game.seats[0], game.seats[1]);
    for (RankedGame::Seat& seat : game.seats) {
      seat.player = kPlayers - 1 - seat.player;
    }
  }
  const Ratings one = ratings_of(kPlayers, all);
  const Ratings other = ratings_of(kPlayers, turned);
  for (std::size_t i = 0; i < kPlayers; ++i) {
    EXPECT_NEAR(one.players[i]->elo, other.players[kPlayers - 1 - i]->elo, 1e-5);
    EXPECT_NEAR(one.players[i]->high, other.players[kPlayers - 1 - i]->high, 1e-3);
  }
  EXPECT_NEAR(one.first_seat->elo, other.first_seat->elo, 1e-5);
}

}  // namespace

}  // namespace referee::rating
