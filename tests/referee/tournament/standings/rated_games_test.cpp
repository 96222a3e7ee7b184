#include "referee/tournament/standings/rated_games.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/referee/tournament/encounter_rules.h"
#include "tests/referee/tournament/histories.h"

namespace referee {
namespace {

using histories::history;
using histories::played;
using test::kSeatSwap;
using testing::ElementsAre;
using testing::IsEmpty;

/// The rules of a round robin in which each pair meets once.
StandingsRules round_robin_of(const EncounterRules& rules, const History& all) {
  return {rules, false, {}, 3, static_cast<int>(all.entrants.size()) - 1};
}
StandingsRules swiss_of(const EncounterRules& rules) { return {rules, true, {}, 3}; }

/// The rated games as text: "0*1 1.2" is entrant 0, who sits on the first seat, before entrant 1.
std::vector<std::string> texts(const StandingsRules& rules, const History& all) {
  std::vector<std::string> games;
  for (const rating::RankedGame& game : rated_games(rules.encounters, all, standings_of(rules, all))) {
    std::string& text = games.emplace_back();
    for (const rating::RankedGame::Seat& seat : game.seats) {
      text.append(text.empty() ? "" : " ").append(std::to_string(seat.player));
      text.append(seat.first ? "*" : ".").append(std::to_string(seat.rank));
    }
  }
  return games;
}

// Tournaments 2.3: ratings are of single games, whose seats move on by one.
TEST(RatedGames, AreSingleOnesWithTheirSeats) {
  EXPECT_THAT(texts(swiss_of(kSeatSwap), history(2, {{played({1, 0}, {{2, 0}, {1, 1}})}})),
              ElementsAre("1*1 0.2", "1.1 0*1"));
}

TEST(RatedGames, LeaveOutWhatDoesNotCount) {
  History all = history(6, {{played({0, 1}, {{2, 0}, {2, 0}}), played({2, 3}, {{2, 0}}), histories::bye(4)},
                            {histories::forfeit(0, 1, 0), played({2, 3}, {{0, 2}, {2, 0}})}});
  all.rounds[0].edit()[0].games[1].struck = true;
  all.rounds[1].edit()[1].games[1].no_show[1] = true;
  EXPECT_THAT(texts(swiss_of(kSeatSwap), all), ElementsAre("0*1 1.2", "2*2 3.1"));
}

TEST(RatedGames, LeaveOutTheAnnulled) {
  History all = history(3, {{played({0, 1}, {{2, 0}, {2, 0}})}, {histories::forfeit(0, 2, 1)}});
  all.entrants[0].withdrawn = true;
  EXPECT_THAT(texts(round_robin_of(kSeatSwap, all), all), ElementsAre("0*1 1.2", "0.1 1*2"))
      << "half its encounters: they stand";
  EXPECT_THAT(rated_games(kSeatSwap, all,
                          [&] {
                            auto rows = standings_of(round_robin_of(kSeatSwap, all), all);
                            for (StandingsRow& row : rows) {
                              row.annulled = row.entrant == 0;
                            }
                            return rows;
                          }()),
              IsEmpty());
}

// House bots are left out; so is an absent entrant, and the others are ranked without it.
TEST(RatedGames, OfATableRankThoseWhoCame) {
  constexpr EncounterRules kTable{4, 2};
  History all = history(3, {{played({2, 0, 1}, {{5, 3, 3}, {1, 9, 2}})}});
  EXPECT_THAT(texts(swiss_of(kTable), all), ElementsAre("2*1 0.2 1.2", "2.3 0.1 1.2"))
      << "in game 2 a house bot is first";
  all.rounds[0].edit()[0].games[0].no_show[0] = true;
  EXPECT_THAT(texts(swiss_of(kTable), all), ElementsAre("0.2 1.2", "2.3 0.1 1.2"));
}

TEST(RatedGames, WhereEntrantsPlayApartHaveNoFirstSeat) {
  EXPECT_THAT(
      texts(swiss_of({.seats = 2, .best_of = 1, .apart = true}), history(2, {{played({1, 0}, {{7, 9}})}})),
      ElementsAre("1.2 0.1"));
  const History field = history(1, {{played({0}, {{7}})}});
  EXPECT_THAT(rated_games({.seats = 1, .best_of = 1, .apart = true}, field, {}), IsEmpty());
}

TEST(RatingsOfEntrants, AreTheirs) {
  const rating::Ratings ratings = ratings_of(kSeatSwap, history(3, {{histories::win(2, 1)}}), {});
  EXPECT_FALSE(ratings.players[0]);
  EXPECT_GT(ratings.players[2]->elo, ratings.players[1]->elo);
}

}  // namespace
}  // namespace referee
