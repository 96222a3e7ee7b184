#include "referee/tournament/standings/ladder_blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "protocol/fields.h"
#include "referee/tournament/standings/ladder_standings.h"
#include "referee/tournament/standings/ladder_table.h"

namespace referee {
namespace {

using testing::DoubleNear;

constexpr std::int64_t kNoon = 1'800'000'000;

LadderGame block_match(Entrant entrant, double score, BlockInstance instance, int version = 0) {
  LadderGame result;
  result.scores = {score};
  result.no_show = {false};
  result.tallies.resize(1);
  result.entrants = {entrant};
  result.versions = {version};
  result.instance = instance;
  return result;
}

/// A ladder of a game of one seat whose first block is open.
LadderTable begun_table() {
  LadderTable table(1);
  table.next_block(kNoon, 1);
  return table;
}

void add(LadderTable& table, Entrant entrant, double score, BlockInstance instance, int version = 0) {
  const int number = table.next();
  table.begin(number);
  table.add(number, block_match(entrant, score, instance, version), kNoon);
}

std::vector<StandingsRow> rows_of(const LadderTable& table, std::size_t entrants) {
  History history;
  for (std::size_t i = 0; i < entrants; ++i) {
    const std::string name(1, static_cast<char>('a' + i));
    history.entrants.push_back({.name = name, .display = name});
  }
  history.ladder = std::make_shared<const LadderTable>(table);
  return ladder_standings(history);
}

// Tournaments 13.11: scores count when their block has closed.
TEST(LadderBlocks, ScoresOfTheOpenBlockAreNotKnown) {
  LadderTable table = begun_table();
  add(table, 0, 5, {1, 1});
  EXPECT_EQ(table.matches(), 1);
  EXPECT_FALSE(table.value(0));
  EXPECT_FALSE(rows_of(table, 1)[0].ladder->score);
  table.next_block(kNoon + 10, 2);
  EXPECT_EQ(table.value(0), 5);
  EXPECT_EQ(rows_of(table, 1)[0].ladder->score->newest, 5);
  EXPECT_EQ(table.blocks().open(), 2);
  EXPECT_TRUE(table.blocks().matches().empty());
}

// Tournaments 13.12: the mean over all instances of closed blocks ranks, equal ones share a rank.
TEST(LadderBlocks, TheMeanOverAllClosedBlocksRanks) {
  LadderTable table = begun_table();
  add(table, 0, 1, {1, 1});
  add(table, 0, 3, {1, 2});
  add(table, 1, 4, {1, 1});
  table.next_block(kNoon, 2);
  add(table, 0, 8, {2, 1});
  table.next_block(kNoon, 3);
  const auto rows = rows_of(table, 3);
  EXPECT_EQ(rows[0].name, "a");
  EXPECT_EQ(rows[0].ladder->score->mean, 4);
  EXPECT_THAT(*rows[0].ladder->score->margin, DoubleNear(1.959964 * std::sqrt(13.0 / 3), 1e-9));
  EXPECT_EQ(rows[0].ladder->score->newest, 8);
  EXPECT_TRUE(rows[0].ladder->provisional);
  EXPECT_EQ(rows[1].rank, 1) << "4 as well";
  EXPECT_FALSE(rows[1].ladder->score->margin) << "one match";
  EXPECT_FALSE(rows[1].ladder->score->newest) << "not in block 2";
  EXPECT_EQ(rows[2].rank, 3);
  EXPECT_FALSE(rows[2].ladder->score);
  EXPECT_EQ(rows[0].wins, 2) << "alone on instance 2 of block 1, and in block 2";
  EXPECT_EQ(rows[1].wins, 1) << "the better one on instance 1 of block 1";
}

// Tournaments 13.12: a version without a score has that of its predecessor.
TEST(LadderBlocks, ANewVersionIsRankedByItsPredecessorUntilABlockHasClosed) {
  LadderTable table = begun_table();
  add(table, 0, 6, {1, 1}, 1);
  table.next_block(kNoon, 2);
  table.play_version(0, 2, kNoon);
  add(table, 0, 100, {2, 1}, 2);
  EXPECT_EQ(table.value(0), 6);
  EXPECT_TRUE(rows_of(table, 1)[0].ladder->provisional);
  EXPECT_EQ(rows_of(table, 1)[0].ladder->version, 2);
  table.next_block(kNoon, 3);
  EXPECT_EQ(table.value(0), 100) << "its own matches only";
}

TEST(LadderBlocks, AMeanIsProvisionalBeforeTwentyMatchesInClosedBlocks) {
  LadderTable table = begun_table();
  for (int i = 1; i <= 20; ++i) {
    add(table, 0, i, {1, i});
  }
  EXPECT_TRUE(rows_of(table, 1)[0].ladder->provisional);
  table.next_block(kNoon, 2);
  EXPECT_FALSE(rows_of(table, 1)[0].ladder->provisional);
}

TEST(LadderBlocks, AMatchThatIsTakenOutHasNoScore) {
  LadderTable table = begun_table();
  add(table, 0, 1, {1, 1});
  add(table, 0, 3, {1, 2});
  table.remove(2, block_match(0, 3, {1, 2}));
  add(table, 0, 7, {1, 3});
  table.next_block(kNoon, 2);
  EXPECT_EQ(table.value(0), 4);
  table.remove(3, block_match(0, 7, {1, 3}));
  EXPECT_EQ(table.value(0), 1);
  EXPECT_EQ(table.blocks().closed().back().scores.begin()->second.matches, 1);
  EXPECT_EQ(table.matches(), 1);
}

TEST(LadderBlocks, OnlyTheNewestBlocksAreKnownOneByOne) {
  LadderTable table = begun_table();
  for (int block = 1; block <= 100; ++block) {
    add(table, 0, block, {block, 1});
    table.next_block(kNoon, block + 1);
  }
  EXPECT_EQ(table.blocks().closed().size(), LadderBlocks::kShown);
  EXPECT_EQ(table.blocks().closed().back().number, 100);
  EXPECT_EQ(table.value(0), 50.5) << "all count";
}

TEST(LadderBlocks, ABlockWithoutMatchesLeavesNothing) {
  LadderTable table = begun_table();
  table.next_block(kNoon, 7);
  EXPECT_TRUE(table.blocks().closed().empty());
  EXPECT_EQ(table.blocks().open(), 7);
}

TEST(LadderBlocks, AreReadBackFromJson) {
  LadderTable table = begun_table();
  add(table, 0, -1.5, {1, 1});
  add(table, 1, 0.1, {1, 1}, 3);
  table.next_block(kNoon + 5, 2);
  add(table, 1, 1e6, {2, 1}, 3);
  add(table, 0, 4, {2, 1});
  table.remove(4, block_match(0, 4, {2, 1}));
  table.estimate(kNoon + 9);
  const LadderTable again = LadderTable::read(table.json());
  EXPECT_EQ(again.json(), table.json());
  EXPECT_EQ(again.blocks().open(), 2);
  EXPECT_EQ(again.blocks().matches().size(), 2U);
  EXPECT_FALSE(again.blocks().matches().at(4).score);
  EXPECT_EQ(again.value(0), -1.5);
  EXPECT_EQ(again.blocks().closed().back().at, kNoon + 5);
}

TEST(LadderBlocks, DamagedTextIsRefused) {
  std::string text = begun_table().json();
  text.pop_back();
  EXPECT_THROW(LadderTable::read(text + R"(,"scores":[[1,1,1,4]]})"), fields::Exception)
      << "a player that is not known";
  EXPECT_THROW(LadderTable::read(text + R"(,"closed":[[1,1800000000,1,1,4,16]]})"), fields::Exception);
  EXPECT_THROW(LadderTable::read(text + R"(,"block":[-1]})"), fields::Exception);
}

}  // namespace
}  // namespace referee
