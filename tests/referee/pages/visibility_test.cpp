#include "referee/pages/visibility.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/pages/me_data.h"
#include "referee/pages/played_match.h"
#include "referee/pages/tournament_snapshot.h"
#include "referee/tournament/standings/ladder_table.h"
#include "tests/referee/pages/begun_store.h"

namespace referee::pages {
namespace {

using Json = nlohmann::json;
using Sight = Visibility::Sight;
using Status = StoredAttempt::Status;
using test_support::begun_store;

constexpr const char* kNow = "2026-11-20T08:00:00.000Z";

const std::vector<std::string> kNames{"ada", "bob", "carol"};

/// A field of Superball on two instances; each of its rounds is one of them.
StoreContent field() {
  StoreContent stored = begun_store("superball", {{"kind", "field"}}, kNames, {7, 8});
  for (int round = 1; round <= 2; ++round) {
    std::vector<Encounter> encounters;
    for (Entrant entrant = 0; entrant < 3; ++entrant) {
      encounters.push_back(
          {.round = round, .table = static_cast<int>(entrant) + 1, .entrants = {entrant}, .instance = round});
    }
    stored.rounds.push_back({round, encounters_json(encounters)});
  }
  return stored;
}

/// A Swiss of three rounds at tables of two.
StoreContent swiss(const std::string& game = "walls", const Json& seed = nullptr) {
  StoreContent stored =
      begun_store(game, {{"kind", "swiss"}, {"rounds", 3}, {"table", 2}, {"best_of", 1}}, kNames, {seed});
  for (int round = 1; round <= 3; ++round) {
    Encounter bye = histories::encounter({2});
    bye.kind = Encounter::Kind::bye;
    Encounter met = histories::encounter({0, 1});
    met.round = bye.round = round;
    bye.table = 2;
    stored.rounds.push_back({round, encounters_json({met, bye})});
  }
  return stored;
}

StoredAttempt attempt_at(const MatchPlace& place, Status status, std::vector<double> scores = {1}) {
  StoredAttempt attempt = test_support::played_attempt(place, std::move(scores));
  attempt.status = status;
  if (status != Status::done && status != Status::struck) {
    attempt.result = "";
  }
  return attempt;
}

void play(StoreContent& stored, const MatchPlace& place, std::vector<double> scores = {1}) {
  stored.games.push_back(attempt_at(place, Status::done, std::move(scores)));
}

std::string why(const StoreContent& stored, const MatchPlace& place, Entering entering = Entering::closed) {
  return TournamentSnapshot(stored, {.entering = entering}).visibility().why_hidden(place);
}

TEST(Visibility, AnInstanceOfAFieldIsHiddenUntilAllHavePlayedIt) {
  StoreContent stored = field();
  play(stored, {1, 1, 1});
  play(stored, {1, 2, 1});
  EXPECT_THAT(why(stored, {1, 1, 1}), testing::HasSubstr("still have to play the same instance"));
  play(stored, {1, 3, 1});
  EXPECT_EQ(why(stored, {1, 1, 1}), "");
  EXPECT_NE(why(stored, {2, 1, 1}), "") << "the other instance";
}

TEST(Visibility, WhileEntrantsMayComeAFieldIsHiddenUntilItIsFinished) {
  StoreContent stored = field();
  for (int table = 1; table <= 3; ++table) {
    play(stored, {1, table, 1});
  }
  EXPECT_NE(why(stored, {1, 1, 1}, Entering::open), "");
  stored.meta[meta_key::kFinished] = kNow;
  EXPECT_EQ(why(stored, {1, 1, 1}, Entering::open), "");
}

TEST(Visibility, AWithdrawnEntrantMayBeLetInAgain) {
  StoreContent stored = field();
  play(stored, {1, 1, 1});
  play(stored, {1, 2, 1});
  stored.entrants[2].withdrawn = "ill";
  EXPECT_NE(why(stored, {1, 1, 1}), "");
}

TEST(Visibility, AMatchThatIsPlayedAgainHidesItsInstanceAnew) {
  StoreContent stored = field();
  for (int table = 1; table <= 3; ++table) {
    play(stored, {1, table, 1});
  }
  stored.games.back().status = Status::voided;
  stored.games.back().result = "";
  EXPECT_NE(why(stored, {1, 1, 1}), "");
}

TEST(Visibility, EqualInstancesAreOneSecret) {
  StoreContent stored = field();
  Json frozen = Json::parse(stored.meta[meta_key::kFrozen]);
  frozen["instances"][1]["seeds"] = Json::array({7});
  stored.meta[meta_key::kFrozen] = frozen.dump();
  for (int table = 1; table <= 3; ++table) {
    play(stored, {1, table, 1});
  }
  EXPECT_NE(why(stored, {1, 1, 1}), "") << "all still have to play it under its other number";
}

/// Duels of Superball, two rounds; the instance has that seed.
StoreContent duels(const Json& seed) {
  StoreContent stored = swiss("superball", seed);
  stored.rounds.resize(1);
  return stored;
}

TEST(Visibility, ADuelIsHiddenUntilItsRoundIsOver) {
  StoreContent stored = duels(nullptr);
  StoredAttempt first = attempt_at({1, 1, 1}, Status::done, {1, 0});
  StoredAttempt second = attempt_at({1, 1, 2}, Status::done, {0, 2});
  stored.games = {first};
  EXPECT_NE(why(stored, {1, 1, 1}), "") << "the other one has yet to play it";
  stored.games = {first, second};
  EXPECT_EQ(why(stored, {1, 1, 1}), "");
}

TEST(Visibility, ADuelWhoseInstanceComesAgainIsHiddenUntilTheEnd) {
  StoreContent stored = duels(7);
  stored.games = {attempt_at({1, 1, 1}, Status::done, {1, 0}), attempt_at({1, 1, 2}, Status::done, {0, 2})};
  EXPECT_NE(why(stored, {1, 1, 1}), "");
  stored.meta[meta_key::kFinished] = kNow;
  EXPECT_EQ(why(stored, {1, 1, 1}), "");
}

TEST(Visibility, TheLastRoundsAreHiddenUntilTheyAreRevealed) {
  StoreContent stored = swiss();
  stored.meta[meta_key::kFreezeRounds] = "2";
  stored.meta[meta_key::kFinished] = kNow;
  EXPECT_EQ(why(stored, {1, 1, 1}), "");
  EXPECT_EQ(why(stored, {2, 1, 1}), "The results of the last 2 rounds stay hidden until the prize giving.");
  EXPECT_NE(why(stored, {3, 1, 1}), "");
  stored.meta[meta_key::kRevealed] = kNow;
  EXPECT_EQ(why(stored, {2, 1, 1}), "");
}

TEST(Visibility, MoreFrozenRoundsThanRoundsHideAll) {
  StoreContent stored = swiss();
  stored.meta[meta_key::kFreezeRounds] = "9";
  EXPECT_NE(why(stored, {1, 1, 1}), "");
}

TEST(Visibility, AVoidAttemptIsNotSeen) {
  const TournamentSnapshot snapshot(swiss(), {});
  EXPECT_EQ(snapshot.visibility().sight(attempt_at({1, 1, 1}, Status::voided)), Sight::nothing);
  EXPECT_EQ(snapshot.visibility().sight(attempt_at({1, 1, 1}, Status::struck, {1, 0})), Sight::everything);
  EXPECT_EQ(snapshot.visibility().sight(attempt_at({1, 1, 1}, Status::done, {1, 0})), Sight::everything);
}

TEST(Visibility, OfARunningMatchWithHiddenThingsSpectatorsSeeWhatAllMayKnow) {
  const TournamentSnapshot hidden(swiss("battleship"), {.live = true});
  EXPECT_EQ(hidden.visibility().sight(attempt_at({1, 1, 1}, Status::running)), Sight::spectator);
  EXPECT_EQ(hidden.visibility().sight(attempt_at({1, 1, 1}, Status::done, {1, 0})), Sight::everything);
  const TournamentSnapshot open(swiss("walls"), {.live = true});
  EXPECT_EQ(open.visibility().sight(attempt_at({1, 1, 1}, Status::running)), Sight::everything);
}

TEST(Visibility, SeedsAreToldAsInTheMessageEnd) {
  EXPECT_TRUE(TournamentSnapshot(swiss(), {}).visibility().tells_seed({1, 1, 1}));
  StoreContent shared = swiss("walls", 7);
  EXPECT_FALSE(TournamentSnapshot(shared, {}).visibility().tells_seed({1, 1, 1})) << "it is played again";
  shared.meta[meta_key::kFinished] = kNow;
  EXPECT_TRUE(TournamentSnapshot(shared, {}).visibility().tells_seed({1, 1, 1}));
}

TEST(Visibility, ARecordWithASecretSeedIsNotHandedOut) {
  const auto hands_out = [](StoreContent stored, Status status) {
    return TournamentSnapshot(std::move(stored), {})
        .visibility()
        .hands_out_record(attempt_at({1, 1, 1}, status, {1, 0}));
  };
  EXPECT_TRUE(hands_out(swiss(), Status::done));
  EXPECT_FALSE(hands_out(swiss(), Status::running));
  EXPECT_FALSE(hands_out(swiss(), Status::voided));
  EXPECT_FALSE(hands_out(swiss("walls", 7), Status::done));
}

/// A ladder of Superball whose block 2 is open: match 1 is of block 1, match 2 of block 2.
StoreContent in_blocks() {
  const Json blocks = {{"instances", 1}, {"first_closes", "2026-11-20T08:00:00Z"}, {"every_s", 60}};
  StoreContent stored = begun_store("superball", {{"kind", "ladder"}, {"blocks", blocks}}, kNames);
  LadderTable table(1);
  table.next_block(0, 1);
  for (const int number : {1, 2}) {
    LadderGame result{histories::game(1, {5})};
    result.entrants = {0};
    result.ended = kNow;
    result.instance = BlockInstance{number, 1};
    table.add(number, result, 0);
    stored.games.push_back(attempt_at({1, number, 1}, Status::done));
    stored.games.back().result = game_result_json(result);
    if (number == 1) {
      table.next_block(0, 2);
    }
  }
  stored.meta[meta_key::kLadder] = table.json();
  return stored;
}

TEST(Visibility, ABlockOfALadderIsHiddenUntilItHasClosed) {
  StoreContent stored = in_blocks();
  EXPECT_EQ(why(stored, {1, 1, 1}), "");
  EXPECT_THAT(why(stored, {1, 2, 1}), testing::HasSubstr("still have to play the same instance"));
  EXPECT_NE(why(stored, {1, 3, 1}), "") << "it runs";
  const TournamentSnapshot snapshot(stored, {});
  EXPECT_TRUE(snapshot.visibility().tells_seed({1, 1, 1}));
  EXPECT_FALSE(snapshot.visibility().tells_seed({1, 2, 1}));
  EXPECT_TRUE(snapshot.visibility().hands_out_record(stored.games[0]));
  EXPECT_FALSE(snapshot.visibility().hands_out_record(stored.games[1]));
  EXPECT_THAT(played_match(snapshot, stored.games[0]).scores, testing::ElementsAre(5));
  EXPECT_FALSE(played_match(snapshot, stored.games[1]).tells_result);
  stored.meta[meta_key::kFinished] = kNow;
  EXPECT_EQ(why(stored, {1, 2, 1}), "");
}

TEST(PlayedMatch, AGameTellsWhatHasDecidedItAsSoonAsItsResultMayBeTold) {
  StoreContent stored = swiss();
  StoredAttempt attempt = attempt_at({1, 1, 1}, Status::done, {0, 2});
  GameResult result = read_game_result(attempt.result);
  result.deciding = {"bricks", {8, 12}};
  attempt.result = game_result_json(result);
  stored.games.push_back(attempt);
  const DecidingCount told = played_match(TournamentSnapshot(stored, {}), stored.games[0]).deciding;
  EXPECT_EQ(deciding_data(told), Json({{"text", "8 : 12 bricks"}, {"values", {8, 12}}}));
  stored.meta[meta_key::kFreezeRounds] = "3";
  EXPECT_EQ(played_match(TournamentSnapshot(stored, {}), stored.games[0]).deciding.name, "") << "frozen";
}

TEST(Visibility, WithOwnMatchesSpectatorsSeeNoneAndEntrantsTheirOwn) {
  StoreContent stored = swiss();
  stored.games.push_back(attempt_at({1, 1, 1}, Status::done, {1, 0}));
  EXPECT_FALSE(TournamentSnapshot(stored, {}).visibility().hides_matches());
  stored.meta[meta_key::kShownMatches] = "own";
  const TournamentSnapshot snapshot(stored, {});
  EXPECT_EQ(snapshot.visibility().sight(stored.games[0]), Sight::nothing);
  EXPECT_EQ(snapshot.visibility().why_hidden(stored.games[0]), "Only the entrants of a game see it.");
  EXPECT_FALSE(snapshot.visibility().hands_out_record(stored.games[0]));
  EXPECT_FALSE(snapshot.visibility().tells_pairings(1));
  EXPECT_EQ(own_sight(snapshot, stored.games[0], true), OwnSight::own_seat);
}

TEST(Visibility, LabelsOfInstancesHaveNoSeedBeforeTheEnd) {
  StoreContent stored = field();
  EXPECT_EQ(TournamentSnapshot(stored, {}).visibility().instance_labels(),
            (std::vector<std::string>{"1", "2"}));
  stored.meta[meta_key::kFinished] = kNow;
  EXPECT_EQ(TournamentSnapshot(stored, {}).visibility().instance_labels(),
            (std::vector<std::string>{"seed 7", "seed 8"}));
}

}  // namespace
}  // namespace referee::pages
