#include "referee/tournament/run/encounter_match.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/store/store.h"
#include "tests/support/tournament_fixture.h"

namespace referee {
namespace {

using protocol::Verdict;
using test_support::sums_tournament;
using testing::ElementsAre;

constexpr auto kNoShow = static_cast<std::size_t>(Verdict::no_show);

Json tables_of_4() { return {{"kind", "swiss"}, {"rounds", 3}, {"best_of", 3}}; }

class EncounterMatchTest : public testing::Test {
 protected:
  void prepare(TournamentConfig config) {
    config_ = std::move(config);
    writer_.emplace(world_.tasks(), open_store(config_.store, StoreAccess::exclusive));
    changes_.emplace(world_.tasks().clock(), *writer_, std::vector<StoredChange>{});
    roster_.emplace(world_.tasks().clock(), config_, StoreContent{}, *writer_, *changes_);
  }
  EncounterMatch game(std::vector<Entrant> entrants, int game_no) const {
    const Encounter encounter{
        .round = 2, .table = 5, .kind = {}, .entrants = std::move(entrants), .winner = {}};
    return {config_, encounter, game_no};
  }
  static std::vector<std::string> names(const ScheduledMatch& match) {
    std::vector<std::string> all;
    for (const SeatSpec& seat_spec : match.job.seats) {
      all.push_back(seat_spec.name);
    }
    return all;
  }

  test_support::TempFolder folder_;
  test_support::World world_;
  TournamentConfig config_;
  std::optional<StoreWriter> writer_;
  std::optional<ChangeLog> changes_;
  std::optional<Roster> roster_;
};

TEST_F(EncounterMatchTest, IsAMatchOfItsTournament) {
  prepare(sums_tournament(folder_, {"alice", "bob"}, test_support::single_games()));
  const EncounterMatch first = game({0, 1}, 1);
  EXPECT_EQ(first.place(), (MatchPlace{2, 5, 1}));
  const ScheduledMatch match = first.scheduled(*roster_);
  EXPECT_EQ(match.job.spec.id, "r2t5g1");
  EXPECT_EQ(match.job.spec.place->tournament, "Spring");
  EXPECT_EQ(match.job.spec.place->round, 2);
  EXPECT_EQ(match.job.spec.place->table, 5);
  EXPECT_EQ(match.job.spec.place->game_no, 1);
  EXPECT_FALSE(match.job.spec.keep_seed_secret);
  EXPECT_EQ(match.instance_seed, std::nullopt);
  EXPECT_EQ(match.job.seats[0].player, roster_->player(0));
  EXPECT_FALSE(match.job.seats[0].bot);
}

TEST_F(EncounterMatchTest, AVersionThatWasHandedInIsLaunchedAndItsResultNamesIt) {
  prepare(sums_tournament(folder_, {"alice", "bob"}, test_support::single_games()));
  roster_->play_version(1, PlayableVersion{2, std::string(64, 'a'), BotCommand{{"/bin/true"}}});
  const EncounterMatch first = game({1, 0}, 1);
  const ScheduledMatch match = first.scheduled(*roster_);
  EXPECT_THAT(match.job.seats[0].bot->argv, ElementsAre("/bin/true"));
  EXPECT_EQ(match.job.seats[0].player, nullptr);
  EXPECT_EQ(match.job.seats[1].player, roster_->player(0));
  ASSERT_EQ(match.job.spec.versions.size(), 2U);
  EXPECT_EQ(match.job.spec.versions[0].sha256, std::string(64, 'a'));
  EXPECT_EQ(match.job.spec.versions[1].number, 0);
  MatchResult result;
  result.scores = {1, 2};
  result.seats.resize(2);
  result.seats[0].version = 2;
  EXPECT_THAT(first.result(result).versions, ElementsAre(2, 0));
}

// Walls 6.3: bricks decide, and the scores are only points for them.
TEST_F(EncounterMatchTest, AResultHasWhatDecidesAGameWhoseScoresAreOnlyPointsForIt) {
  TournamentConfig config = sums_tournament(folder_, {"alice", "bob"}, test_support::single_games());
  config.game = engines::find_game("walls");
  prepare(std::move(config));
  MatchResult result;
  result.scores = {0, 2};
  result.seats.resize(2);
  EXPECT_EQ(game({1, 0}, 1).result(result).deciding, DecidingCount()) << "nobody has come";
  result.outcome = Json{{"bricks", {8, 12}}, {"moves", 34}};
  EXPECT_EQ(game({1, 0}, 1).result(result).deciding, (DecidingCount{"bricks", {8, 12}}));
  EXPECT_EQ(game({1, 0}, 2).result(result).deciding, (DecidingCount{"bricks", {12, 8}})) << "seats rotate";
  EXPECT_EQ(game({1}, 1).result(result).deciding, DecidingCount()) << "a house bot has the other seat";
  result.rank = {2, 1};
  result.turns = 34;
  EXPECT_THAT(game({1, 0}, 1).line_of(result), testing::StartsWith("r2t5g1: 1.  12 bricks, 2.  8 bricks"));
}

TEST_F(EncounterMatchTest, SeatsRotateAndHouseBotsSitOnEmptyOnes) {
  // Tournaments 2.3, 2.4: seats move on by one, and house bots play on the empty ones.
  TournamentConfig config =
      sums_tournament(folder_, {"alice", "bob", "carol"}, tables_of_4(), {{"seats", 4}, {"turns", 1}});
  config.house_bot = {"/bin/true"};
  prepare(std::move(config));
  EXPECT_THAT(names(game({2, 0}, 1).scheduled(*roster_)), ElementsAre("carol", "alice", "house", "house-2"));
  EXPECT_THAT(names(game({2, 0}, 2).scheduled(*roster_)), ElementsAre("house", "carol", "alice", "house-2"));
  EXPECT_THAT(names(game({2, 0, 1}, 3).scheduled(*roster_)), ElementsAre("bob", "house", "carol", "alice"));
  const ScheduledMatch match = game({2, 0}, 1).scheduled(*roster_);
  EXPECT_THAT(match.job.seats[2].bot->argv, ElementsAre("/bin/true"));
  EXPECT_EQ(match.job.seats[2].player, nullptr);
}

// Tournaments 2.4: without a house bot the bot of an empty seat is absent.
TEST_F(EncounterMatchTest, WithoutAHouseBotNobodySitsThere) {
  prepare(sums_tournament(folder_, {"alice", "bob"}, tables_of_4(), {{"seats", 3}, {"turns", 1}}));
  const ScheduledMatch match = game({0, 1}, 1).scheduled(*roster_);
  EXPECT_EQ(match.job.seats[1].player, roster_->player(1));
  EXPECT_FALSE(match.job.seats[2].bot);
  EXPECT_EQ(match.job.seats[2].player, nullptr);
}

// Tournaments 5.1: nobody waits for a withdrawn entrant.
TEST_F(EncounterMatchTest, WhoHasWithdrawnDoesNotCome) {
  TournamentConfig config = sums_tournament(folder_, {"alice", "bob"}, test_support::single_games());
  config.entrants[1] = {"bob", "", BotCommand{{"/bin/true"}}};
  prepare(std::move(config));
  roster_->withdraw(0, "");
  roster_->withdraw(1, "");
  const ScheduledMatch match = game({0, 1}, 1).scheduled(*roster_);
  EXPECT_THAT(names(match), ElementsAre("alice", "bob"));
  for (const SeatSpec& seat_spec : match.job.seats) {
    EXPECT_FALSE(seat_spec.bot);
    EXPECT_EQ(seat_spec.player, nullptr);
  }
}

// Tournaments 2.4, 4.2: house bots are left out; no_show at the first turn is an absence.
TEST_F(EncounterMatchTest, TheResultIsByEntrantWhereverItSat) {
  TournamentConfig config =
      sums_tournament(folder_, {"alice", "bob", "carol"}, tables_of_4(), {{"seats", 4}, {"turns", 1}});
  config.house_bot = {"/bin/true"};
  prepare(std::move(config));
  MatchResult match;
  match.scores = {9, 3, 0, 1};  // house, carol, alice, house-2
  match.seats.resize(4);
  match.seats[1].turns = 2;
  match.seats[1].by_verdict[0] = 2;
  match.seats[1].used = Microseconds(30);
  match.seats[1].worst = Microseconds(20);
  match.seats[2].turns = 1;
  match.seats[2].by_verdict[kNoShow] = 1;
  const GameResult result = game({2, 0}, 2).result(match);
  EXPECT_EQ(result.game_no, 2);
  EXPECT_THAT(result.scores, ElementsAre(3, 0));
  EXPECT_THAT(result.no_show, ElementsAre(false, true));
  EXPECT_EQ(result.tallies[0].turns, 2);
  EXPECT_EQ(result.tallies[0].used, Microseconds(30));
  EXPECT_EQ(result.tallies[0].worst, Microseconds(20));
  EXPECT_EQ(result.tallies[1].by_verdict[kNoShow], 1);
}

TEST_F(EncounterMatchTest, AMatchThatWasNotPlayedHasItsNoShow) {
  prepare(sums_tournament(folder_, {"alice", "bob"}, test_support::single_games()));
  MatchResult match;
  match.scores = {1, 0};
  match.no_show = {1};
  match.seats.resize(2);
  const GameResult result = game({1, 0}, 1).result(match);
  EXPECT_THAT(result.no_show, ElementsAre(false, true));
  EXPECT_EQ(result.tallies[1].by_verdict[kNoShow], 1);
  EXPECT_EQ(result.tallies[1].turns, 0);
  EXPECT_EQ(result.tallies[0].by_verdict[kNoShow], 0);
}

TEST_F(EncounterMatchTest, ALineForPeopleNamesFaultsAndWhoDidNotCome) {
  prepare(sums_tournament(folder_, {"alice", "bob"}, test_support::single_games()));
  MatchResult match;
  match.scores = {0, 2};
  match.rank = {2, 1};
  match.turns = 34;
  match.seats.resize(2);
  match.seats[0].player = "bob";
  match.seats[0].by_verdict[static_cast<std::size_t>(Verdict::late)] = 3;
  match.seats[0].by_verdict[static_cast<std::size_t>(Verdict::illegal)] = 1;
  match.seats[1].player = "alice";
  EXPECT_EQ(game({1, 0}, 2).line_of(match), "r2t5g2: 1. alice 2, 2. bob 0 (3 late, 1 illegal), 34 turns");
  match.turns = 1;
  match.no_show = {0};
  match.seats[0].by_verdict = {};
  EXPECT_EQ(game({1, 0}, 2).line_of(match), "r2t5g2: 1. alice 2, 2. bob 0 (no_show), 1 turn");
}

TEST_F(EncounterMatchTest, AloneAtATableNobodyHasARank) {
  prepare(sums_tournament(folder_, {"alice", "bob"}, test_support::single_games()));
  MatchResult match;
  match.scores = {1006};
  match.rank = {1};
  match.turns = 4;
  match.seats.resize(1);
  match.seats[0].player = "alice";
  EXPECT_EQ(game({0}, 2).line_of(match), "r2t5g2: alice 1006, 4 turns");
  match.no_show = {0};
  match.scores = {0};
  match.turns = 0;
  EXPECT_EQ(game({0}, 2).line_of(match), "r2t5g2: alice 0 (no_show), 0 turns");
}

TEST_F(EncounterMatchTest, ASeatSwapIsOfOneInstanceAndItsSeedStaysSecret) {
  // Tournaments 2.5, 2.7: games 1 and 2 share an instance, and its seed is secret.
  Json json = {{"name", "Spring"}, {"game", "walls"}, {"format", {{"kind", "swiss"}, {"rounds", 3}}}};
  json["instances"] = Json::parse(R"([{"n":3,"seed":9},{"n":5}])");
  const TournamentConfig config = test_support::tournament(folder_, json);
  EXPECT_TRUE(keeps_seed_secret(config, {1, 1, 1}));
  EXPECT_TRUE(keeps_seed_secret(config, {1, 7, 2}));
  EXPECT_FALSE(keeps_seed_secret(config, {2, 1, 1}));
  EXPECT_TRUE(keeps_seed_secret(config, {3, 1, 1}));
  prepare(config);
  const Encounter first{.round = 1, .table = 1, .kind = {}, .entrants = {0, 1}, .winner = {}};
  roster_->add("alice");
  roster_->add("bob");
  for (const int game_no : {1, 2}) {
    const ScheduledMatch match = EncounterMatch(config_, first, game_no).scheduled(*roster_);
    EXPECT_EQ(match.instance_seed, 9U);
    EXPECT_EQ(match.job.spec.options["n"], 3);
    EXPECT_TRUE(match.job.spec.keep_seed_secret);
  }
}

}  // namespace
}  // namespace referee
