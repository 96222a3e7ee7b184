#include "referee/tournament/pairing/field.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/tournament/standings/field_standings.h"
#include "tests/referee/tournament/histories.h"

// Tests name paragraphs of referee/tournament/RULES.md.
namespace referee {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The encounter of `entrant` with instance `instance`, from 1.
PlayedEncounter alone(Entrant entrant, int instance, double score) {
  PlayedEncounter played = histories::played({entrant}, {{score}});
  played.encounter.instance = instance;
  return played;
}

/// A field with the scores by round and entrant.
History field(std::size_t entrants, const std::vector<std::vector<double>>& scores) {
  std::vector<History::Round> rounds;
  for (const std::vector<double>& of_round : scores) {
    History::Round& round = rounds.emplace_back();
    for (const double score : of_round) {
      round.push_back(alone(round.size(), static_cast<int>(rounds.size()), score));
    }
  }
  return histories::history(entrants, std::move(rounds));
}

std::vector<int> instances_of(const std::vector<Encounter>& encounters) {
  std::vector<int> instances;
  for (const Encounter& encounter : encounters) {
    instances.push_back(encounter.instance.value_or(0));
  }
  return instances;
}

// Tournaments 9.3, 10.1: every instance once, one a round; then it is over.
TEST(Field, GivesEveryEntrantEveryInstanceInTurn) {
  const Field pairing(3);
  EXPECT_EQ(pairing.rounds(2), 3);
  History history = histories::history(2, {});
  for (int round = 1; round <= 3; ++round) {
    const auto encounters = pairing.pair(history);
    EXPECT_THAT(instances_of(encounters), ElementsAre(round, round));
    EXPECT_THAT(encounters[1].entrants, ElementsAre(1));
    EXPECT_EQ(encounters[1].table, 2);
    EXPECT_EQ(encounters[1].round, round);
    history.rounds.push_back({alone(0, round, 1), alone(1, round, 1)});
  }
  EXPECT_THAT(pairing.pair(history), IsEmpty());
}

// Tournaments 9.3: who enters late begins with the first instance.
TEST(Field, ALatecomerPlaysWhatItHasMissed) {
  const Field pairing(2);
  const History history = field(3, {{5, 6}, {7, 8}});
  const auto first = pairing.pair(history);
  EXPECT_THAT(instances_of(first), ElementsAre(1));
  EXPECT_THAT(first[0].entrants, ElementsAre(2));
  EXPECT_EQ(first[0].round, 3);
}

// Tournaments 9.4: back, it goes on where it stopped.
TEST(Field, WhoHasWithdrawnIsLeftOutUntilItIsBack) {
  const Field pairing(3);
  History history = field(2, {{5, 6}});
  history.entrants[0].withdrawn = true;
  EXPECT_THAT(instances_of(pairing.pair(history)), ElementsAre(2));
  history.rounds.push_back({alone(1, 2, 8)});
  history.entrants[0].withdrawn = false;
  EXPECT_THAT(instances_of(pairing.pair(history)), ElementsAre(2, 3));
}

// Tournaments 9.3: the mean score ranks, equal means share the rank.
TEST(FieldStandings, RankByMeanScore) {
  const auto rows = field_standings(field(3, {{10, 4, 7}, {20, 26, 8}}));
  EXPECT_EQ(rows[0].name, "a");
  EXPECT_EQ(rows[1].name, "b");
  EXPECT_EQ(rows[0].rank, 1);
  EXPECT_EQ(rows[1].rank, 1) << "equal means share the rank";
  EXPECT_EQ(rows[2].rank, 3);
  EXPECT_EQ(rows[2].field->summary.mean, 7.5);
  EXPECT_EQ(rows[2].games, 2);
  EXPECT_EQ(rows[2].tally.turns, 2);
  EXPECT_EQ(rows[0].wins, 1) << "alone with the best score of an instance";
  EXPECT_EQ(rows[1].wins, 1);
  EXPECT_EQ(rows[2].wins, 0);
}

TEST(FieldStandings, ASharedBestScoreIsNobodysWin) {
  for (const StandingsRow& row : field_standings(field(3, {{9, 9, 1}}))) {
    EXPECT_EQ(row.wins, 0);
  }
}

// Tournaments 9.4: withdrawn, it has scored 0 in what it lacks.
TEST(FieldStandings, WhoLeavesAfterALuckyGameGainsNothing) {
  History history = field(2, {{100, 60}});
  history.rounds.push_back({alone(1, 2, 60)});
  EXPECT_EQ(field_standings(history)[0].name, "a") << "it may still play the second one";
  history.entrants[0].withdrawn = true;
  const auto rows = field_standings(history);
  EXPECT_EQ(rows[0].name, "b");
  EXPECT_EQ(rows[1].field->summary.mean, 50);
  EXPECT_THAT(rows[1].field->by_instance, ElementsAre(100.0, 0.0));
}

// Tournaments 9.3, 9.4: a struck match is left out, also of an entrant that is withdrawn.
TEST(FieldStandings, AStruckGameCountsForNobody) {
  History history = field(2, {{100, 60}, {10, 60}});
  history.rounds[1].edit()[0].games[0].struck = true;
  history.entrants[0].withdrawn = true;
  const auto rows = field_standings(history);
  EXPECT_EQ(rows[0].name, "a");
  EXPECT_THAT(rows[0].field->by_instance, ElementsAre(100.0, std::nullopt));
  EXPECT_EQ(rows[0].games, 1);
}

TEST(FieldStandings, WithoutAGameThereIsNothingToRank) {
  for (const StandingsRow& row : field_standings(histories::history(2, {}))) {
    EXPECT_EQ(row.rank, 1);
    EXPECT_EQ(row.field->summary.count, 0U);
  }
}

}  // namespace
}  // namespace referee
