#include "referee/tournament/standings/ladder_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "protocol/fields.h"
#include "referee/tournament/standings/ladder_standings.h"
#include "referee/tournament/standings/machine_kinds.h"

namespace referee {
namespace {

constexpr std::int64_t kStart = 1'800'000'000;
constexpr std::int64_t kHour = 3600;

/// A match of two with these scores; `moves`: the first digits of its digest.
LadderGame match_of(Entrant a, Entrant b, double of_a, double of_b, const std::string& moves = "") {
  LadderGame result;
  result.scores = {of_a, of_b};
  result.no_show = {false, false};
  result.tallies.resize(2);
  result.tallies[0].turns = 3;
  result.entrants = {a, b};
  result.moves = moves.empty() ? "" : moves + std::string(64 - moves.size(), '0');
  return result;
}

LadderGame house_match(Entrant entrant, double own, double house) {
  LadderGame result;
  result.scores = {own};
  result.no_show = {false};
  result.tallies.resize(1);
  result.entrants = {entrant};
  result.house = house;
  return result;
}

History history_of(const LadderTable& table, std::size_t entrants) {
  History history;
  for (std::size_t i = 0; i < entrants; ++i) {
    const std::string name(1, static_cast<char>('a' + i));
    history.entrants.push_back({.name = name, .display = name});
  }
  history.ladder = std::make_shared<const LadderTable>(table);
  return history;
}

/// A table in which entrant 0 has beaten 1 so often, and 1 has beaten 2.
LadderTable some_table(int games) {
  LadderTable table(2);
  for (int i = 0; i < games; ++i) {
    const int number = table.next();
    table.begin(number);
    table.begin(number + 1);
    table.add(number, match_of(0, 1, i % 3 == 0 ? 0 : 1, i % 3 == 0 ? 1 : 0), kStart + i);
    table.add(number + 1, match_of(2, 1, i % 3 == 0 ? 1 : 0, i % 3 == 0 ? 0 : 1), kStart + i);
  }
  return table;
}

TEST(LadderTable, CountsMatchesWinsAndTurns) {
  const LadderTable table = some_table(9);
  EXPECT_EQ(table.matches(), 18);
  EXPECT_EQ(table.next(), 19);
  EXPECT_EQ(table.sums()[1].matches, 18);
  EXPECT_EQ(table.sums()[0].wins, 6);
  EXPECT_EQ(table.sums()[0].tally.turns, 27);
  const auto scores = table.scores();
  ASSERT_EQ(scores.size(), 4U);
  const LadderTable::Score& first = scores.at({*table.sums()[0].player, *table.sums()[1].player});
  EXPECT_EQ(first.wins, 6);
  EXPECT_EQ(first.losses, 3);
}

// Tournaments 13.5
TEST(LadderTable, RatesByThePresentVersionAndRanksByWholeElo) {
  LadderTable table = some_table(30);
  table.estimate(kStart + kHour);
  const auto rows = ladder_standings(history_of(table, 4));
  EXPECT_EQ(rows[0].name, "a");
  EXPECT_EQ(rows[2].name, "c");
  EXPECT_EQ(rows[3].name, "d");
  EXPECT_FALSE(rows[3].ladder->rating) << "it has not played";
  EXPECT_FALSE(rows[0].ladder->provisional);
  EXPECT_TRUE(rows[3].ladder->provisional);
  EXPECT_GT(rows[0].ladder->rating->elo, rows[1].ladder->rating->elo);
}

// "Identical games count once": of the same versions, in the same seats.
TEST(LadderTable, AGameThatWentAsAnEarlierOneCountsOnce) {
  LadderTable once(2);
  LadderTable again(2);
  once.add(1, match_of(0, 1, 1, 0, "aaaaaaaa"), kStart);
  once.add(2, match_of(1, 0, 1, 0, "aaaaaaaa"), kStart);  // the other way round: another game
  for (int number = 1; number <= 40; number += 2) {
    again.add(number, match_of(0, 1, 1, 0, "aaaaaaaa"), kStart);
    again.add(number + 1, match_of(1, 0, 1, 0, "aaaaaaaa"), kStart);
  }
  once.estimate(kStart);
  again.estimate(kStart);
  EXPECT_EQ(again.matches(), 40) << "all have been played";
  EXPECT_EQ(again.repeated(), 38);
  EXPECT_EQ(once.present(0)->rating, again.present(0)->rating);
  again.add(41, match_of(0, 1, 1, 0, "bbbbbbbb"), kStart);
  EXPECT_EQ(again.repeated(), 38);
}

// Tournaments 13.9
TEST(LadderTable, ANewVersionStartsFromItsPredecessorWithAWiderInterval) {
  LadderTable table = some_table(60);
  table.estimate(kStart);
  const rating::Estimate before = *table.present(0)->rating;
  const double lead = before.elo - table.present(1)->rating->elo;
  table.play_version(0, 1, kStart + kHour);
  table.estimate(kStart + kHour);
  const LadderTable::Player& now = *table.present(0);
  EXPECT_EQ(now.version, 1);
  EXPECT_EQ(now.matches, 0);
  EXPECT_NEAR(now.rating->elo - table.present(1)->rating->elo, lead, 0.3 * lead)
      << "the prior draws it to 0 a little";
  EXPECT_GT(now.rating->high - now.rating->low, 1.25 * (before.high - before.low));
  // Both are in the table; the matches of the new one count for it alone.
  LadderGame result = match_of(0, 1, 0, 1);
  result.versions = {1, 0};
  for (int i = 0; i < 40; ++i) {
    table.add(table.next(), result, kStart + kHour);
  }
  table.estimate(kStart + 2 * kHour);
  EXPECT_EQ(table.present(0)->matches, 40);
  EXPECT_LT(table.present(0)->rating->elo, before.elo - 100);
  EXPECT_EQ(table.players().size(), 5U) << "house bots, three entrants, a second version";
}

TEST(LadderTable, TheHouseBotsAreTheZeroOfTheScale) {
  LadderTable table(2);
  for (int i = 0; i < 300; ++i) {
    table.add(table.next(), house_match(0, i % 4 == 0 ? 0 : 1, i % 4 == 0 ? 1 : 0), kStart);
    const double other = i % 4 < 2 ? 2 : 0;
    table.add(table.next(), i % 2 == 0 ? match_of(0, 1, 1, other) : match_of(1, 0, other, 1), kStart);
  }
  table.estimate(kStart);
  EXPECT_EQ(table.players()[LadderTable::kHouse].rating->elo, 0);
  EXPECT_NEAR(table.present(0)->rating->elo, 190, 45) << "it scores 75% against them";
}

TEST(LadderTable, TrendIsTheChangeOfADay) {
  LadderTable table = some_table(30);
  table.estimate(kStart);
  EXPECT_FALSE(table.trend(0));
  const double then = table.present(0)->rating->elo;
  for (int i = 0; i < 60; ++i) {
    table.add(table.next(), match_of(0, 1, 0, 1), kStart + kHour);
  }
  for (int hour = 1; hour <= 24; ++hour) {
    table.estimate(kStart + hour * kHour);
  }
  ASSERT_TRUE(table.trend(0));
  EXPECT_EQ(*table.trend(0), table.present(0)->rating->elo - then);
  EXPECT_LT(*table.trend(0), 0);
}

TEST(LadderTable, PointsOfLongAgoAreFew) {
  LadderTable table = some_table(3);
  for (int hour = 0; hour < 24 * 100; ++hour) {
    table.estimate(kStart + hour * kHour);
  }
  EXPECT_LE(table.sums()[0].points.size(), 25U + 61U);
  EXPECT_TRUE(table.trend(0));
}

TEST(LadderTable, WhoIsAbsentIsNotRated) {
  LadderTable table(2);
  LadderGame result = match_of(0, 1, 1, 0);
  result.no_show = {false, true};
  table.add(1, result, kStart);
  table.estimate(kStart);
  EXPECT_EQ(table.matches(), 1);
  EXPECT_FALSE(table.present(0)->rating);
}

TEST(LadderTable, AMatchThatIsTakenOutLeavesNoTrace) {
  LadderTable table = some_table(12);
  table.estimate(kStart);
  const auto before = table.present(1)->rating;
  const LadderGame result = match_of(0, 1, 0, 1, "cccccccc");
  const int number = table.next();
  table.add(number, result, kStart);
  table.remove(number, result);
  table.estimate(kStart);
  EXPECT_EQ(table.present(1)->rating, before);
  EXPECT_EQ(table.matches(), 24);
}

TEST(LadderTable, KnowsWhichMatchesItIncludes) {
  LadderTable table(2);
  table.begin(1);
  table.begin(2);
  table.begin(3);
  table.add(2, match_of(0, 1, 1, 0), kStart);
  table.drop(3);
  EXPECT_FALSE(table.includes(1));
  EXPECT_TRUE(table.includes(2));
  EXPECT_TRUE(table.includes(3));
  EXPECT_FALSE(table.includes(4));
}

TEST(LadderTable, MissesNoMatchOfAStoreThatHasALaterOneFirst) {
  LadderTable table(2);
  table.add(3, match_of(0, 1, 1, 0), kStart);
  EXPECT_FALSE(table.includes(2));
  table.begin(5);
  EXPECT_EQ(table.open(), (std::set<int>{1, 2, 4, 5}));
  table.add(2, match_of(0, 1, 1, 0), kStart);
  EXPECT_TRUE(table.includes(2));
  EXPECT_EQ(table.matches(), 2);
}

TEST(LadderTable, ItsJsonIsReadBack) {
  LadderTable table = some_table(25);
  table.play_version(1, 3, kStart + 5);
  table.add(table.next(), match_of(2, 0, 1, 1, "deadbeef"), kStart);
  table.add(table.next(), house_match(2, 1, 4), kStart);
  table.begin(table.next());
  table.estimate(kStart + kHour);
  const LadderTable again = LadderTable::read(table.json());
  EXPECT_EQ(again.json(), table.json());
  EXPECT_EQ(again.present(1)->version, 3);
  EXPECT_FALSE(again.includes(table.next() - 1));
}

TEST(LadderTable, CountsTheKindsOfMachineThatItsMatchesWerePlayedOn) {
  LadderGame here = match_of(0, 1, 1, 0);
  here.machines = {{"EPYC", "", Microseconds{0}}};
  LadderGame far = match_of(1, 0, 1, 0);
  far.machines = {{"Xeon \"A\" 2", "bwrap", Microseconds{20'500}}};
  LadderTable table(2);
  table.add(1, here, kStart);
  table.add(2, far, kStart);
  far.machines[0].calibration = Microseconds{19'800};
  table.add(3, far, kStart);
  const LadderTable again = LadderTable::read(table.json());
  EXPECT_EQ(again.json(), table.json());
  const std::vector<MachineKind> kinds = machine_kinds(history_of(again, 2));
  ASSERT_EQ(kinds.size(), 2U);
  EXPECT_EQ(kinds[0].cpu, "Xeon \"A\" 2");
  EXPECT_EQ(kinds[0].sandbox, "bwrap");
  EXPECT_EQ(kinds[0].matches, 2U);
  EXPECT_EQ(kinds[0].calibration, std::pair(Microseconds{19'800}, Microseconds{20'500}));
  EXPECT_FALSE(kinds[1].calibration);
  table.remove(1, here);
  EXPECT_EQ(table.machines().kinds().size(), 1U);
}

TEST(LadderTable, RefusesADamagedText) {
  const std::string text = some_table(2).json();
  const auto with = [&](const std::string& more) {
    return text.substr(0, text.size() - 1) + "," + more + "}";
  };
  EXPECT_THROW(LadderTable::read(""), fields::Exception);
  EXPECT_THROW(LadderTable::read("{}"), fields::Exception);
  EXPECT_THROW(LadderTable::read("[1,2]"), fields::Exception);
  EXPECT_THROW(LadderTable::read(text.substr(0, text.size() / 2)), fields::Exception);
  EXPECT_THROW(LadderTable::read(R"({"players":[[0,0,1,1]]})"), fields::Exception) << "without its head";
  for (const char* more :
       {R"("quests":[1])", R"("groups":[[1,0,4,9,9,1,2]])", R"("groups":[[1,0,99999999999,1,2]])",
        R"("groups":[[1,0,4,1,2,1,2,-1]])", R"("groups":[[1,0,4,1,2,1,2,[7]]])", R"("players":[[0,0,1,1]])",
        R"("open":5)", R"("open":[1.5])", R"("open":[true])", R"("open":[null])", R"("open":["5"])",
        R"("open":{"5":[5]})", R"("machines":[[2,0,0,"EPYC"]])", R"("machines":[[2,9,8,"EPYC","bwrap"]])",
        R"("machines":[[0,0,0,"EPYC","bwrap"]])",
        R"("machines":[[2,0,0,"EPYC","bwrap"],[2,0,0,"EPYC","bwrap"]])"}) {
    EXPECT_THROW(LadderTable::read(with(more)), fields::Exception) << more;
  }
  EXPECT_EQ(LadderTable::read(with(R"("machines":[[2,0,0,"EPYC","bwrap"]])")).machines().kinds().size(), 1U);
}

}  // namespace
}  // namespace referee
