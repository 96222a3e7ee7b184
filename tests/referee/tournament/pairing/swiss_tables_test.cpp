#include "referee/tournament/pairing/swiss_tables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include "referee/tournament/pairing/past_rounds.h"
#include "tests/referee/tournament/encounter_rules.h"
#include "tests/referee/tournament/meetings.h"
#include "tests/referee/tournament/simulated_tournament.h"
#include "tests/support/random_cases.h"

// That everybody is at one table, of whatever size, and comes and goes: tests/world.
namespace referee {
namespace {

using test::kOneGameOf4;
using test::meetings;
using test::SimulatedTournament;

constexpr EncounterRules kTablesOf4{.seats = 4, .best_of = 3};

/// Tables by the numbers of their players, in rising order: "1 8 9 16".
std::vector<std::string> printed_tables(const std::vector<Encounter>& encounters) {
  std::vector<std::string> tables;
  for (const Encounter& encounter : encounters) {
    std::vector<Entrant> sorted = encounter.entrants;
    std::ranges::sort(sorted);
    std::string& text = tables.emplace_back();
    for (const Entrant entrant : sorted) {
      text += text.empty() ? "" : " ";
      text += std::to_string(entrant + 1);
    }
  }
  return tables;
}

int most_meetings(const History& history) {
  int most = 0;
  for (const auto& [pair, times] : meetings(history)) {
    most = std::max(most, times);
  }
  return most;
}

/// The number of pairs that have met.
std::size_t distinct_pairs(const History& history) { return meetings(history).size(); }

SimulatedTournament after(int rounds, std::size_t entrants, const EncounterRules& rules, std::uint64_t seed) {
  const SwissTables system(rules, rounds, seed);
  SimulatedTournament tournament(rules, entrants, seed);
  for (int round = 1; round <= rounds; ++round) {
    tournament.play(system.pair(tournament.history()));
  }
  return tournament;
}

/// The difference between an entrant's most and least frequent seat: the greatest of all entrants.
int worst_imbalance(const EncounterRules& rules, const History& history) {
  std::vector<std::vector<int>> games(history.entrants.size(), std::vector<int>(rules.seats));
  for (const auto& round : history.rounds) {
    for (const auto& played : round) {
      for (const GameResult& game : played.games) {
        for (std::size_t p = 0; p < played.encounter.entrants.size(); ++p) {
          const std::size_t seat = (p + static_cast<std::size_t>(game.game_no) - 1) % rules.seats;
          ++games[played.encounter.entrants[p]][seat];
        }
      }
    }
  }
  int worst = 0;
  for (const auto& by_seat : games) {
    const auto [least, most] = std::ranges::minmax(by_seat);
    worst = std::max(worst, most - least);
  }
  return worst;
}

// ---- by example

TEST(SwissTables, DealsTheFirstRoundToAndFro) {
  const SwissTables system(kTablesOf4, 5, 1);
  EXPECT_EQ(printed_tables(system.pair(SimulatedTournament(kTablesOf4, 16, 1).history())),
            (std::vector<std::string>{"1 8 9 16", "2 7 10 15", "3 6 11 14", "4 5 12 13"}));
  EXPECT_EQ(printed_tables(system.pair(SimulatedTournament(kTablesOf4, 13, 1).history())),
            (std::vector<std::string>{"1 8 9 13", "2 7 10", "3 6 11", "4 5 12"}));
}

TEST(SwissTables, SeatsTheFirstRoundByTurns) {
  const SwissTables system(kTablesOf4, 5, 1);
  const auto encounters = system.pair(SimulatedTournament(kTablesOf4, 16, 1).history());
  EXPECT_EQ(encounters[0].entrants, (std::vector<Entrant>{0, 7, 8, 15}));
  EXPECT_EQ(encounters[1].entrants, (std::vector<Entrant>{14, 1, 6, 9}));
}

// Tournaments 8.3, 10.1: a single entrant has a bye; without any the tournament is over.
TEST(SwissTables, GivesASingleEntrantAByeAndNobodyNothing) {
  const SwissTables system(kTablesOf4, 5, 1);
  SimulatedTournament tournament(kTablesOf4, 1, 1);
  const Encounter bye{.round = 1, .table = 1, .kind = Encounter::Kind::bye, .entrants = {0}};
  EXPECT_EQ(system.pair(tournament.history()), std::vector<Encounter>{bye});
  tournament.set_withdrawn(0, true);
  EXPECT_TRUE(system.pair(tournament.history()).empty());
  EXPECT_TRUE(system.pair({}).empty());
}

// Equal points share a table if no meeting is repeated for it: of 64 players, after one round, each table has
// players of one result.
TEST(SwissTables, KeepsScoreGroupsTogether) {
  const SwissTables system(kTablesOf4, 5, 1);
  SimulatedTournament tournament(kTablesOf4, 64, 1);
  tournament.play_by_number(system.pair(tournament.history()));
  const auto second = system.pair(tournament.history());
  // Winners have one point, the others are equal: the first sixteen are numbers 1 to 16.
  std::set<Entrant> winners;
  for (std::size_t table = 0; table < 4; ++table) {
    winners.insert(second[table].entrants.begin(), second[table].entrants.end());
  }
  EXPECT_EQ(winners.size(), 16U);
  EXPECT_EQ(*winners.rbegin(), 15U);
  tournament.play(second);
  EXPECT_EQ(most_meetings(tournament.history()), 1);
}

// ---- meetings

// Eight rounds of 16 players at tables of 4 are 192 meetings of 120 pairs, so that 72 repeats are the least
// possible. It is reached only if each of the first five rounds leaves a next one without repeats.
TEST(SwissTables, HasTheLeastPossibleRepeatsAmongSixteen) {
  for (std::uint64_t seed = 1; seed <= test_support::random_cases(2U); ++seed) {
    const auto tournament = after(8, 16, {.seats = 4, .best_of = seed % 2 == 0 ? 1 : 3}, seed);
    EXPECT_EQ(8U * 24 - distinct_pairs(tournament.history()), 72U) << "seed " << seed;
    EXPECT_EQ(most_meetings(tournament.history()), 2) << "seed " << seed;
  }
}

TEST(SwissTables, RepeatsNothingInEightRoundsOfAClass) {
  EXPECT_EQ(most_meetings(after(8, 64, kTablesOf4, 1).history()), 1);
  EXPECT_EQ(most_meetings(after(8, 64, kTablesOf4, 2).history()), 1);
  EXPECT_EQ(most_meetings(after(8, 200, kTablesOf4, 1).history()), 1);
}

// 66 pairs and 18 meetings a round: repeats are unavoidable. Four of three old tables hold one old pair at
// least, so round 2 has three repeats. Each round is the best possible one (see TableSearch); a third meeting
// in round 5 may then be unavoidable.
TEST(SwissTables, KeepsRepeatsAmongTwelveFew) {
  const unsigned cases = test_support::random_cases(2U);
  unsigned thrice = 0;
  for (std::uint64_t seed = 1; seed <= cases; ++seed) {
    EXPECT_EQ(distinct_pairs(after(2, 12, kTablesOf4, seed).history()), 36U - 3);
    EXPECT_LE(most_meetings(after(4, 12, kTablesOf4, seed).history()), 2);
    const auto met = meetings(after(5, 12, kTablesOf4, seed).history());
    EXPECT_LE(std::ranges::count_if(met, [](const auto& entry) { return entry.second == 3; }), 3);
    EXPECT_TRUE(std::ranges::none_of(met, [](const auto& entry) { return entry.second > 3; }));
    thrice += std::ranges::any_of(met, [](const auto& entry) { return entry.second == 3; }) ? 1U : 0U;
  }
  EXPECT_LE(thrice, (3 * cases + 7) / 8) << "in " << cases << " tournaments";
}

// Tournaments 8.7: forbidden pairs come before meetings: four who must not meet sit at four tables in every
// round, even if all others meet again for it.
TEST(SwissTables, KeepsForbiddenPairsApart) {
  const SwissTables system(kTablesOf4, 8, 1);
  SimulatedTournament tournament(kTablesOf4, 16, 1);
  for (Entrant a = 0; a < 4; ++a) {
    for (Entrant b = a + 1; b < 4; ++b) {
      tournament.forbid(a, b);
    }
  }
  for (int round = 1; round <= 8; ++round) {
    tournament.play(system.pair(tournament.history()));
  }
  const auto met = meetings(tournament.history());
  for (const auto& pair : tournament.history().forbidden) {
    EXPECT_FALSE(met.contains(pair));
  }
}

// Tournaments 8.7: all share a single table; of three who must not meet at two tables only two do.
TEST(SwissTables, LetsForbiddenPairsShareATableRatherThanLeavesAnybodyOut) {
  const SwissTables system(kTablesOf4, 5, 1);
  SimulatedTournament four(kTablesOf4, 4, 1);
  four.forbid(0, 1);
  EXPECT_EQ(printed_tables(system.pair(four.history())), std::vector<std::string>{"1 2 3 4"});
  SimulatedTournament eight(kTablesOf4, 8, 1);
  eight.forbid(0, 1);
  eight.forbid(0, 2);
  eight.forbid(1, 2);
  std::size_t together = 0;
  for (const Encounter& encounter : system.pair(eight.history())) {
    const std::set<Entrant> seated(encounter.entrants.begin(), encounter.entrants.end());
    for (const auto& pair : eight.history().forbidden) {
      together += seated.contains(pair.first) && seated.contains(pair.second) ? 1U : 0U;
    }
  }
  EXPECT_EQ(together, 1U) << "as few as possible";
}

/// Sum over encounters of the squared difference between the most and the fewest points at the table.
double spread(const EncounterRules& rules, const History& history, const std::vector<Encounter>& encounters) {
  const PastRounds past(rules, history);
  double sum = 0;
  for (const Encounter& encounter : encounters) {
    const auto [least, most] =
        std::ranges::minmax(encounter.entrants, {}, [&](Entrant entrant) { return past.points()[entrant]; });
    const double difference = (past.points()[most] - past.points()[least]).value();
    sum += difference * difference;
  }
  return sum;
}

std::size_t repeats(const History& history, const std::vector<Encounter>& encounters) {
  const auto met = meetings(history);
  std::size_t count = 0;
  for (const Encounter& encounter : encounters) {
    for (const Entrant a : encounter.entrants) {
      for (const Entrant b : encounter.entrants) {
        count += a < b && met.contains({a, b}) ? 1U : 0U;
      }
    }
  }
  return count;
}

// repeat_weight, as TABLES.md has it.
TEST(SwissTables, WeighsRepeatsAgainstSpreadWhereToldTo) {
  const auto tournament = after(4, 16, kTablesOf4, 3);
  const auto with = [&](std::optional<RepeatWeight> weight) {
    return SwissTables(kTablesOf4, 8, 3, weight).pair(tournament.history());
  };
  const auto& history = tournament.history();
  EXPECT_EQ(repeats(history, with(std::nullopt)), 0U);
  EXPECT_EQ(repeats(history, with(1'000'000)), 0U) << "a thousand squared points: more than all spread";
  const auto by_points = with(0);
  EXPECT_GT(repeats(history, by_points), 0U);
  EXPECT_LT(spread(kTablesOf4, history, by_points), spread(kTablesOf4, history, with(std::nullopt)));
  const auto between = with(100);
  EXPECT_LE(repeats(history, between), repeats(history, by_points));
  EXPECT_LE(spread(kTablesOf4, history, by_points), spread(kTablesOf4, history, between));
}

// ---- short tables

/// By entrant: the number of tables of fewer than four at which it has played.
std::vector<int> short_tables(const History& history) {
  std::vector<int> times(history.entrants.size());
  for (const auto& round : history.rounds) {
    for (const auto& played : round) {
      for (const Entrant entrant : played.encounter.entrants) {
        times[entrant] += played.encounter.entrants.size() < 4 ? 1 : 0;
      }
    }
  }
  return times;
}

// No entrant has two short tables before all had one (TABLES.md).
TEST(SwissTables, GivesNobodyTwoShortTablesBeforeAllHadOne) {
  for (const std::size_t entrants : {13U, 14U, 15U, 17U, 22U}) {
    const SwissTables system(kTablesOf4, 8, 1);
    SimulatedTournament tournament(kTablesOf4, entrants, 1);
    for (int round = 1; round <= 8; ++round) {
      tournament.play(system.pair(tournament.history()));
      const auto times = short_tables(tournament.history());
      EXPECT_LE(std::ranges::max(times) - std::ranges::min(times), 1)
          << entrants << " entrants, " << round << " rounds";
    }
  }
}

// Three strangers with the fewest points, of the entrants that have had no short table (TABLES.md).
TEST(SwissTables, GivesShortTablesToTheLast) {
  const auto tournament = after(3, 63, kTablesOf4, 1);
  const auto times = short_tables(tournament.history());
  const PastRounds past(kTablesOf4, tournament.history());
  const auto met = meetings(tournament.history());
  const auto strangers = [&](Entrant a, Entrant b) {
    return times[a] == 0 && times[b] == 0 && !met.contains({a, b});
  };
  Points least = Points::whole(100);
  for (Entrant a = 0; a < 63; ++a) {
    for (Entrant b = a + 1; b < 63; ++b) {
      for (Entrant c = b + 1; c < 63 && strangers(a, b); ++c) {
        if (strangers(a, c) && strangers(b, c)) {
          least = std::min(least, past.points()[a] + past.points()[b] + past.points()[c]);
        }
      }
    }
  }
  const auto encounters = SwissTables(kTablesOf4, 8, 1).pair(tournament.history());
  const auto at = std::ranges::find(encounters, 3U, [](const auto& e) { return e.entrants.size(); });
  ASSERT_NE(at, encounters.end());
  Points sum;
  for (const Entrant entrant : at->entrants) {
    EXPECT_EQ(times[entrant], 0);
    sum += past.points()[entrant];
  }
  EXPECT_EQ(sum, least) << sum.text() << " points instead of " << least.text();
}

// ---- seats

// Seat counts differ by 1 where the tables allow that, else by 2.
TEST(SwissTables, EvensOutStartingPlaces) {
  for (const int best_of : {1, 2, 3}) {
    for (const std::size_t seats : {3U, 5U, 8U}) {
      const EncounterRules rules{.seats = seats, .best_of = best_of};
      const auto tournament = after(8, 3 * seats, rules, seats);
      EXPECT_LE(worst_imbalance(rules, tournament.history()), 2) << seats << " seats, best of " << best_of;
    }
  }
}

TEST(SwissTables, EvensOutStartingPlacesOfAClass) {
  for (const int best_of : {1, 3}) {
    const EncounterRules rules{.seats = 4, .best_of = best_of};
    for (const std::size_t entrants : {16U, 64U, 200U}) {
      EXPECT_LE(worst_imbalance(rules, after(8, entrants, rules, 1).history()), 2)
          << entrants << " entrants, best of " << best_of;
    }
  }
}

/// The greatest difference between an entrant's most and least frequent seat, if the four have this order.
int imbalance_after(const PastRounds& past, const std::vector<Entrant>& seated) {
  int worst = 0;
  for (std::size_t seat = 0; seat < seated.size(); ++seat) {
    std::vector<int> games = past.seat_games(seated[seat]);
    ++games[seat];
    worst = std::max(worst, std::ranges::max(games) - std::ranges::min(games));
  }
  return worst;
}

TEST(SwissTables, LeavesNoBetterOrderOfSeatsAtATable) {
  const SwissTables system(kOneGameOf4, 8, 1);
  SimulatedTournament tournament(kOneGameOf4, 32, 1);
  for (int round = 1; round <= 8; ++round) {
    const auto encounters = system.pair(tournament.history());
    const PastRounds past(kOneGameOf4, tournament.history());
    for (const Encounter& encounter : encounters) {
      std::vector<Entrant> order = encounter.entrants;
      std::ranges::sort(order);
      int least = imbalance_after(past, order);
      while (std::ranges::next_permutation(order).found) {
        least = std::min(least, imbalance_after(past, order));
      }
      EXPECT_EQ(imbalance_after(past, encounter.entrants), least);
    }
    tournament.play(encounters);
  }
}

// House bots have the last seats of the first game, so entrants at their tables never have quite even seats.
TEST(SwissTables, EvensOutStartingPlacesBesideHouseBots) {
  for (const int best_of : {1, 3}) {
    const EncounterRules rules{.seats = 4, .best_of = best_of};
    for (const std::size_t entrants : {15U, 17U, 22U, 63U}) {
      EXPECT_LE(worst_imbalance(rules, after(8, entrants, rules, 1).history()), 3) << entrants << " entrants";
    }
    EXPECT_LE(worst_imbalance(rules, after(8, 13, rules, 1).history()), 4)
        << "nine of thirteen are beside one";
  }
}

// ---- other

// Tournaments 8.4: an entrant with a bye that it asked for is left out.
TEST(SwissTables, LeavesOutWhoAskedForIt) {
  const SwissTables system(kTablesOf4, 8, 1);
  SimulatedTournament tournament(kTablesOf4, 9, 1);
  tournament.ask_for_bye(4, 1, Encounter::Kind::half_bye);
  const auto encounters = system.pair(tournament.history());
  ASSERT_EQ(encounters.size(), 3U);
  EXPECT_EQ(encounters[0].entrants.size(), 4U);
  EXPECT_EQ(encounters[1].entrants.size(), 4U);
  const Encounter asked{.round = 1, .table = 3, .kind = Encounter::Kind::half_bye, .entrants = {4}};
  EXPECT_EQ(encounters[2], asked);
  EXPECT_NE(system.remark(tournament.history(), encounters), "");
}

TEST(SwissTables, DrawsFromItsSeedAlone) {
  const auto tournament = after(4, 30, kTablesOf4, 5);
  const auto encounters = SwissTables(kTablesOf4, 5, 5).pair(tournament.history());
  EXPECT_EQ(SwissTables(kTablesOf4, 5, 5).pair(tournament.history()), encounters);
  EXPECT_NE(SwissTables(kTablesOf4, 5, 6).pair(tournament.history()), encounters);
}

TEST(SwissTables, NumbersTablesByMeanPoints) {
  const auto tournament = after(4, 22, kTablesOf4, 2);
  std::vector<Points> points(22);
  for (const auto& round : tournament.history().rounds) {
    for (const auto& played : round) {
      const auto state = state_of(kTablesOf4, played.encounter, played.games);
      for (std::size_t p = 0; p < state.points.size(); ++p) {
        points[played.encounter.entrants[p]] += state.points[p];
      }
    }
  }
  std::vector<double> means;
  for (const Encounter& encounter : SwissTables(kTablesOf4, 5, 2).pair(tournament.history())) {
    Points sum;
    for (const Entrant entrant : encounter.entrants) {
      sum += points[entrant];
    }
    means.push_back(static_cast<double>(sum.units()) / static_cast<double>(encounter.entrants.size()));
  }
  EXPECT_TRUE(std::ranges::is_sorted(means, std::greater()));
}

}  // namespace
}  // namespace referee
