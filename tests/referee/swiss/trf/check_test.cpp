#include "referee/swiss/trf/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/swiss/colours.h"
#include "tests/referee/swiss/trf/read_lines.h"

namespace referee::swiss {
namespace {

using test::Lines;
using test::player_line;
using test::tournament_of;
using testing::ElementsAre;
using testing::IsEmpty;
using Kind = RoundEntry::Kind;

/// Has all kinds of entries: player 5 enters in round 2, player 4 leaves before round 3.
Tournament eventful_tournament() {
  return tournament_of({"XXR 5", "XXP 1 5",                                           //
                        player_line(1, "2.0", {"3 w 1", "2 b 1", "5 w 0"}),           //
                        player_line(2, "1.0", {"4 b -", "1 w 0", "- - U"}),           //
                        player_line(3, "1.5", {"1 b 0", "5 b 1", "- - H", "- - Z"}),  //
                        player_line(4, "2.0", {"2 w +", "- - F"}),                    //
                        player_line(5, "1.0", {"", "3 w 0", "1 b 1"})});
}

/// Returns the pairings of the sample, and keeps the tournaments that it was called with.
struct AsPlayed {
  std::vector<Tournament> asked;
  std::vector<RoundPairing> answers = {
      {{{3, 1}, {0, 2}}, std::nullopt}, {{{4, 2}, {1, 0}}, std::nullopt}, {{{0, 4}}, 1}};
  RoundPairing operator()(const Tournament& before) {
    asked.push_back(before);
    return answers[before.played];
  }
};

std::vector<std::tuple<PlayerIndex, int, Kind>> byes_of(const Tournament& tournament) {
  std::vector<std::tuple<PlayerIndex, int, Kind>> byes;
  for (const RequestedBye& bye : tournament.byes) {
    byes.emplace_back(bye.player, bye.round, bye.kind);
  }
  return byes;
}

TEST(RoundCheck, AsksForEveryRoundByWhatWasKnownBeforeIt) {
  AsPlayed rules;
  EXPECT_THAT(check_rounds(eventful_tournament(), std::ref(rules)), IsEmpty());
  ASSERT_EQ(rules.asked.size(), 3U);
  EXPECT_THAT(byes_of(rules.asked[0]), ElementsAre(std::tuple(4U, 1, Kind::zero_bye))) << "not entered yet";
  EXPECT_THAT(byes_of(rules.asked[1]), ElementsAre(std::tuple(3U, 2, Kind::full_bye)));
  EXPECT_THAT(byes_of(rules.asked[2]),
              ElementsAre(std::tuple(2U, 3, Kind::half_bye), std::tuple(3U, 3, Kind::zero_bye)));
  for (std::size_t round = 0; round < 3; ++round) {
    const Tournament& before = rules.asked[round];
    EXPECT_EQ(before.played, round);
    EXPECT_EQ(before.rounds, 5);
    EXPECT_EQ(before.initial_colour, Colour::white);
    EXPECT_EQ(before.forbidden.size(), 1U);
    for (const Player& player : before.players) {
      EXPECT_EQ(player.rounds.size(), round);
    }
  }
}

std::vector<std::string> differences(const std::vector<RoundPairing>& answers) {
  AsPlayed rules;
  rules.answers = answers;
  std::vector<std::string> texts;
  for (const RoundDifference& difference : check_rounds(eventful_tournament(), std::ref(rules))) {
    texts.push_back(difference.text());
  }
  return texts;
}

TEST(RoundCheck, TellsWhatDiffers) {
  EXPECT_THAT(differences({{{{0, 2}, {1, 3}}, std::nullopt},  // another colour
                           {{{1, 2}, {4, 0}}, std::nullopt},  // other pairs
                           {{{1, 4}}, 0}}),                   // another bye
              ElementsAre("round 1: paired 4-2, the rules give 2-4",
                          "round 2: paired 2-1 5-3, the rules give 2-3 5-1",
                          "round 3: paired 1-5 bye 2, the rules give 2-5 bye 1"));
}

TEST(RoundCheck, TheOrderOfBoardsIsNotInAFile) {
  EXPECT_THAT(
      differences({{{{0, 2}, {3, 1}}, std::nullopt}, {{{1, 0}, {4, 2}}, std::nullopt}, {{{0, 4}}, 1}}),
      IsEmpty());
}

TEST(RoundCheck, NobodyPairedIsADifference) {
  EXPECT_THAT(differences({{{{0, 2}, {3, 1}}, std::nullopt}, {{{1, 0}, {4, 2}}, std::nullopt}, {}}),
              ElementsAre("round 3: paired 1-5 bye 2, the rules give nobody"));
}

TEST(RoundCheck, NoPairingIsADifference) {
  const auto rules = [](const Tournament& before) -> RoundPairing {
    throw NoPairing("round " + std::to_string(before.played + 1) + " cannot be paired");
  };
  const auto found = check_rounds(eventful_tournament(), rules);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[2].text(),
            "round 3: paired 1-5 bye 2, the rules allow no pairing: round 3 cannot be paired");
}

TEST(RoundCheck, WhereNoColoursAreWrittenThePlayersAreCompared) {
  const Tournament forfeited =
      tournament_of({"XXR 1", player_line(1, "1.0", {"2 - +"}), player_line(2, "0.0", {"1 - -"})});
  for (const Board board : {Board{0, 1}, Board{1, 0}}) {
    EXPECT_THAT(check_rounds(forfeited,
                             [&](const Tournament&) {
                               return RoundPairing{{board}, std::nullopt};
                             }),
                IsEmpty());
  }
  const auto found = check_rounds(forfeited, [](const Tournament&) { return RoundPairing{{}, 1}; });
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].text(), "round 1: paired 1-2, the rules give bye 2");
}

/// Before the code U existed, programs wrote the bye as a forfeit win without an opponent.
TEST(RoundCheck, AForfeitWonAgainstNobodyIsTheBye) {
  const Tournament old =
      tournament_of({"XXR 1", player_line(1, "1.0", {"3 w 1"}), player_line(2, "1.0", {"- - +"}),
                     player_line(3, "0.0", {"1 b 0"}), player_line(4, "0.0", {"- - -"})});
  Tournament asked;
  const auto rules = [&](const Tournament& before) {
    asked = before;
    return RoundPairing{{{0, 2}}, 1};
  };
  EXPECT_THAT(check_rounds(old, rules), IsEmpty());
  EXPECT_THAT(byes_of(asked), ElementsAre(std::tuple(3U, 1, Kind::zero_bye)));
}

/// 5.2.5: "if the higher ranked player has an odd pairing number, give it the initial colour". With nobody
/// before it, the highest player is the first.
TEST(FirstColour, IsOfTheHighestPlayerOfTheFirstRound) {
  EXPECT_EQ(first_colour(eventful_tournament()), Colour::white);
  const Lines absent = {player_line(1, "0.0", {"- - Z"}), player_line(2, "1.0", {"3 b 1"}),
                        player_line(3, "0.0", {"2 w 0"})};
  EXPECT_EQ(first_colour(tournament_of(absent)), Colour::black)
      << "player 2 is the first of those who were there";
  const Lines bye = {player_line(1, "1.0", {"- - U"}), player_line(2, "1.0", {"3 b 1"}),
                     player_line(3, "0.0", {"2 w 0"})};
  EXPECT_EQ(first_colour(tournament_of(bye)), Colour::white) << "player 2 is the second";
  EXPECT_EQ(first_colour(tournament_of({player_line(1, "0.0", {}), player_line(2, "0.0", {})})),
            std::nullopt);
}

}  // namespace
}  // namespace referee::swiss
