#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "engines/random.h"
#include "referee/tournament/formats/format_table.h"
#include "tests/referee/tournament/formats/double_elimination/bracket_histories.h"
#include "tests/referee/tournament/simulated_tournament.h"
#include "tests/support/complaint.h"
#include "tests/support/random_cases.h"

// Tests name paragraphs of referee/tournament/RULES.md.
namespace referee {
namespace {

using fields::Json;
using test::BracketHistory;
using test::SimulatedTournament;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Format = std::shared_ptr<const TournamentFormat>;

Format format_of(Json keys = Json::object(), std::size_t seats = 2) {
  keys["kind"] = "double_elimination";
  return read_format(keys, "format", {seats, 1});
}
Format one_game() { return format_of({{"best_of", 1}}); }

std::string refusal(const Json& keys, std::size_t seats = 2) {
  return test_support::complaint<fields::Exception>([&] { format_of(keys, seats); });
}

// ---- its keys ----

// Tournaments 11.6: best_of of the parts.
TEST(DoubleElimination, BestOfMayDifferInThePartsOfTheBracket) {
  EXPECT_EQ(format_of()->json().dump(),
            R"({"best_of":2,"best_of_final":2,"best_of_lower":2,"kind":"double_elimination"})");
  EXPECT_EQ(format_of({}, 1)->json()["best_of"], 1) << "a duel";
  const Format format = format_of({{"best_of", 3}, {"best_of_final", 5}});
  EXPECT_EQ(format->json().dump(),
            R"({"best_of":3,"best_of_final":5,"best_of_lower":3,"kind":"double_elimination"})");
  EXPECT_EQ(format_of(format->json())->json(), format->json());
  EXPECT_EQ(format->text(), "double_elimination, best of 3, grand final best of 5");
  EXPECT_EQ(format_of({{"best_of_lower", 1}}, 1)->text(),
            "double_elimination, duels on the same instances, best of 1");
  EXPECT_EQ(format_of({{"best_of_lower", 1}})->text(),
            "double_elimination, best of 2, lower bracket best of 1");
  Encounter encounter;
  std::vector<int> games;
  for (const int stage : {1, 2, 3}) {
    encounter.stage = stage;
    games.push_back(format->encounter_rules().stage_of(encounter).best_of);
  }
  EXPECT_THAT(games, ElementsAre(3, 3, 5));
}

// Tournaments 11.1: for games of one or two seats.
TEST(DoubleElimination, WrongKeysAreRefused) {
  EXPECT_EQ(refusal({{"best_of_lower", 0}}), "format.best_of_lower: got 0, expected an integer from 1 to 99");
  EXPECT_EQ(refusal({{"best_of_final", 100}}),
            "format.best_of_final: got 100, expected an integer from 1 to 99");
  EXPECT_THAT(refusal({{"rounds", 3}}), HasSubstr("format.rounds: got 3"));
  EXPECT_EQ(
      refusal({}, 4),
      "format.kind: got \"double_elimination\", expected swiss, round_robin, ladder or practice: a double "
      "elimination is for games of one or two seats, and this one has 4 with these options");
}

/// The encounters by round: "3+1".
std::string planned(std::size_t entrants) {
  std::string text;
  for (const PlannedRounds& round : format_of()->planned_rounds(entrants)) {
    EXPECT_EQ(round.rounds, 1);
    EXPECT_EQ(round.longest, 6) << "best of 2, and twice two more games";
    EXPECT_EQ(round.games, 6 * round.encounters);
    text.append(text.empty() ? "" : "+").append(std::to_string(round.encounters));
  }
  return text;
}

TEST(DoubleElimination, PlansAllEncounters) {
  EXPECT_EQ(planned(1), "");
  EXPECT_EQ(planned(2), "1+1+1");
  EXPECT_EQ(planned(3), "1+1+1+1+1");
  EXPECT_EQ(planned(8), "4+4+3+1+1+1+1");
  EXPECT_EQ(format_of()->pairing_system(0)->rounds(8), 7);
  EXPECT_EQ(format_of()->pairing_system(0)->rounds(1), 0);
}

// ---- pairing ----

std::string text_of(const std::vector<Encounter>& encounters) {
  std::string text;
  for (const Encounter& encounter : encounters) {
    text.append(text.empty() ? "" : ", ").append(std::to_string(encounter.entrants[0] + 1));
    if (encounter.entrants.size() == 2) {
      text.append("-").append(std::to_string(encounter.entrants[1] + 1));
    }
    text += encounter.kind == Encounter::Kind::forfeit ? (encounter.winner ? " forfeit" : " both") : "";
  }
  return text;
}

/// Pairs the next round and plays it. Returns its encounters as text.
std::string round_of(const TournamentFormat& format, BracketHistory& history) {
  const auto encounters = format.pairing_system(0)->pair(history.get());
  if (!encounters.empty()) {
    history.play_by_seed(encounters);
  }
  return text_of(encounters);
}

// Tournaments 11.2, 11.3, 11.5: six entrants, of whom the better one always wins.
TEST(DoubleElimination, SixEntrants) {
  BracketHistory history(6);
  const Format format = one_game();
  EXPECT_EQ(round_of(*format, history), "4-5, 3-6, 1, 2");
  EXPECT_EQ(round_of(*format, history), "1-4, 2-3, 5, 6");
  EXPECT_EQ(round_of(*format, history), "1-2, 3-5, 4-6");
  EXPECT_EQ(round_of(*format, history), "3-4");
  EXPECT_EQ(round_of(*format, history), "2-3");
  EXPECT_EQ(round_of(*format, history), "1-2");
  EXPECT_EQ(round_of(*format, history), "");
}

// Tournaments 11.5: who comes from the lower bracket has to win twice.
TEST(DoubleElimination, TheGrandFinalIsRepeatedIfTheLowerBracketWinsIt) {
  const Format format = one_game();
  for (const std::size_t last_winner : {0U, 1U}) {
    BracketHistory history(2);
    const auto pairing = format->pairing_system(0);
    for (const std::size_t winner : {std::size_t{0}, std::size_t{1}, last_winner}) {
      const auto round = pairing->pair(history.get());
      EXPECT_EQ(text_of(round), "1-2");
      history.play(round, [&](const Encounter&) { return std::optional(winner); });
    }
    EXPECT_THAT(pairing->pair(history.get()), IsEmpty());
    EXPECT_EQ(format->standings(history.get())[0].entrant, last_winner);
    EXPECT_EQ(format->standings(history.get())[0].bracket->reached, "won the second final 1 : 0");
    EXPECT_EQ(format->standings(history.get())[1].bracket->reached, "lost the second final 0 : 1");
  }
}

// Tournaments 11.1, 11.11: who is withdrawn before the start is not in the bracket, also if it comes back.
TEST(DoubleElimination, WhoIsNotThereAtTheStartIsNotInTheBracket) {
  BracketHistory history(5);
  history.set_withdrawn(1, true);
  const Format format = one_game();
  EXPECT_EQ(round_of(*format, history), "1-5, 3-4");
  history.set_withdrawn(1, false);
  while (!round_of(*format, history).empty()) {
  }
  const auto rows = format->standings(history.get());
  EXPECT_EQ(rows.back().entrant, 1U);
  EXPECT_EQ(rows.back().rank, 5);
  EXPECT_FALSE(rows.back().bracket);
  history = BracketHistory(2);
  history.set_withdrawn(0, true);
  EXPECT_EQ(round_of(*format, history), "") << "one alone plays nobody";
}

// Tournaments 11.8: a withdrawn entrant forfeits in both brackets, until it is back.
TEST(DoubleElimination, AWithdrawnEntrantForfeits) {
  const Format format = one_game();
  BracketHistory history(4);
  EXPECT_EQ(round_of(*format, history), "1-4, 2-3");
  history.set_withdrawn(0, true);
  EXPECT_EQ(round_of(*format, history), "1-2 forfeit, 3-4");
  EXPECT_EQ(round_of(*format, history), "1-3 forfeit");
  EXPECT_EQ(round_of(*format, history), "2-3") << "the grand final";
  EXPECT_EQ(format->standings(history.get())[2].bracket->reached, "out in the lower final");
  history = BracketHistory(4);
  round_of(*format, history);
  history.set_withdrawn(0, true);
  round_of(*format, history);
  history.set_withdrawn(0, false);
  EXPECT_EQ(round_of(*format, history), "1-3") << "it is back";
}

// Tournaments 11.9: both are withdrawn, so both lose, and both brackets have a bye.
TEST(DoubleElimination, WhereBothAreWithdrawnBothAreOut) {
  const Format format = one_game();
  BracketHistory history(8);
  EXPECT_EQ(round_of(*format, history), "1-8, 4-5, 2-7, 3-6");
  history.set_withdrawn(0, true);
  history.set_withdrawn(3, true);
  EXPECT_EQ(round_of(*format, history), "1-4 both, 2-3, 5-8, 6-7");
  EXPECT_EQ(round_of(*format, history), "3-5, 2, 6") << "2 has a bye above, 6 one below";
  const auto rows = format->standings(history.get());
  EXPECT_EQ(rows[4].bracket->reached, "out in the semi-final");
  EXPECT_EQ(rows[4].rank, rows[7].rank) << "with those out in round 2 of the lower bracket";
}

// Tournaments 11.3, 11.9: a round in which no two would meet is left out.
TEST(DoubleElimination, ARoundOfByesIsLeftOut) {
  const Format format = one_game();
  BracketHistory history(4);
  const auto pairing = format->pairing_system(0);
  history.play(pairing->pair(history.get()), [](const Encounter& encounter) {
    return encounter.table == 1 ? std::nullopt : std::optional<std::size_t>(0);
  });
  EXPECT_EQ(round_of(*format, history), "2-3") << "the grand final at once";
  EXPECT_EQ(round_of(*format, history), "");
  EXPECT_EQ(format->standings(history.get())[0].entrant, 1U);
}

// Tournaments 11.9: the grand final that nobody plays goes to the winner of the upper bracket.
TEST(DoubleElimination, AGrandFinalThatBothLose) {
  const Format format = one_game();
  const auto pairing = format->pairing_system(0);
  const auto nobody = [](const Encounter&) { return std::optional<std::size_t>(); };
  BracketHistory history(2);
  history.play_by_seed(pairing->pair(history.get()));
  history.play(pairing->pair(history.get()), nobody);
  EXPECT_THAT(pairing->pair(history.get()), IsEmpty());
  EXPECT_EQ(format->standings(history.get())[0].bracket->reached, "winner") << "without a result";
  EXPECT_EQ(format->standings(history.get())[1].rank, 2);

  history = BracketHistory(2);
  history.play_by_seed(pairing->pair(history.get()));
  history.play(pairing->pair(history.get()), [](const Encounter&) { return std::optional<std::size_t>(1); });
  history.play(pairing->pair(history.get()), nobody);
  EXPECT_THAT(pairing->pair(history.get()), IsEmpty());
  EXPECT_EQ(format->standings(history.get())[0].bracket->reached, "out in the second final");
  EXPECT_EQ(format->standings(history.get())[1].rank, 1) << "shared: there is no winner";
}

// ---- standings ----

std::vector<int> ranks_of(const std::vector<StandingsRow>& rows) {
  std::vector<int> ranks;
  for (const StandingsRow& row : rows) {
    ranks.push_back(row.rank);
  }
  return ranks;
}

// Tournaments 11.11: by the round in which an entrant went out.
TEST(DoubleElimination, PlacesAreTheRoundsInWhichEntrantsWentOut) {
  const Format format = one_game();
  BracketHistory history(8);
  EXPECT_THAT(ranks_of(format->standings(history.get())), ElementsAre(1, 1, 1, 1, 1, 1, 1, 1));
  round_of(*format, history);
  EXPECT_THAT(ranks_of(format->standings(history.get())), ElementsAre(1, 1, 1, 1, 5, 5, 5, 5));
  EXPECT_EQ(format->standings(history.get())[4].bracket->reached, "in the lower bracket");
  round_of(*format, history);
  EXPECT_THAT(ranks_of(format->standings(history.get())), ElementsAre(1, 1, 3, 3, 3, 3, 7, 7));
  while (!round_of(*format, history).empty()) {
  }
  const auto rows = format->standings(history.get());
  EXPECT_THAT(ranks_of(rows), ElementsAre(1, 2, 3, 4, 5, 5, 7, 7));
  EXPECT_EQ(rows[0].bracket->reached, "won the final 1 : 0");
  EXPECT_EQ(rows[1].bracket->reached, "lost the final 0 : 1");
  EXPECT_EQ(rows[2].bracket->reached, "out in the lower final");
  EXPECT_EQ(rows[3].bracket->reached, "out in the lower semi-final");
  EXPECT_EQ(rows[7].bracket->reached, "out in lower round 1");
  EXPECT_EQ(rows[7].bracket->seed, 8);
  EXPECT_FALSE(format->tie_breaker(history.get()));
}

// ---- random tournaments ----

/// A tournament in which games are drawn, entrants are absent, withdraw and come back.
class RandomTournament {
 public:
  RandomTournament(const Format& format, std::size_t entrants, std::uint64_t seed)
      : format_(format), tournament_(format->encounter_rules(), entrants, seed) {
    tournament_.set_absences(5);
    const auto pairing = format->pairing_system(0);
    for (auto round = pairing->pair(history()); !round.empty(); round = pairing->pair(history())) {
      rounds.push_back(round);
      tournament_.play(round);
      for (Entrant entrant = 0; entrant < entrants; ++entrant) {
        const std::uint64_t lot = tournament_.below(12);
        if (lot < 2) {
          tournament_.set_withdrawn(entrant, lot == 0);
        }
      }
    }
  }
  const History& history() const { return tournament_.history(); }

  std::vector<std::vector<Encounter>> rounds;

 private:
  Format format_;
  SimulatedTournament tournament_;
};

// Tournaments 11.7, 11.8, 11.9, 11.11: whatever happens, it ends with a winner or two that both lost.
TEST(DoubleElimination, RandomTournamentsEnd) {
  const Format format = format_of({{"best_of", 2}, {"best_of_lower", 1}, {"best_of_final", 3}});
  for (std::uint64_t seed = 0; seed < test_support::random_cases(20U); ++seed) {
    const std::size_t entrants = 2 + seed % 19;
    const RandomTournament tournament(format, entrants, seed);
    const auto rows = format->standings(tournament.history());
    std::size_t winners = 0;
    for (const StandingsRow& row : rows) {
      const std::string& reached = row.bracket->reached;
      const bool won = reached == "winner" || reached.starts_with("won the ");
      winners += won ? 1 : 0;
      EXPECT_LE(row.bracket->losses, 2);
      EXPECT_TRUE(won || reached.starts_with("lost the ") || reached.starts_with("out in ")) << reached;
    }
    EXPECT_EQ(winners, rows.size() > 1 && rows[1].rank == 1 ? 0U : 1U);
    EXPECT_LE(static_cast<int>(tournament.rounds.size()), format->pairing_system(0)->rounds(entrants));
  }
}

// Each later round follows from the stored ones alone: a restart changes nothing.
TEST(DoubleElimination, EachRoundFollowsFromTheStoredOnes) {
  const Format format = format_of({{"best_of", 2}, {"best_of_lower", 1}});
  for (std::uint64_t seed = 100; seed < 100 + test_support::random_cases(2U); ++seed) {
    const RandomTournament tournament(format, 13, seed);
    for (std::size_t round = 1; round < tournament.rounds.size(); ++round) {  // round 1 has all entrants
      History stored;
      stored.entrants = tournament.history().entrants;
      for (std::size_t r = 0; r < round; ++r) {
        const auto encounters = read_encounters(encounters_json(tournament.rounds[r]));
        History::Round& back = stored.rounds.emplace_back();
        for (std::size_t i = 0; i < encounters.size(); ++i) {
          back.push_back({encounters[i], {}});
          for (const GameResult& game : tournament.history().rounds[r][i].games) {
            back.edit().back().games.push_back(read_game_result(game_result_json(game)));
          }
        }
      }
      // The withdrawals of today change forfeits only, not pairs.
      auto again = format->pairing_system(0)->pair(stored);
      ASSERT_EQ(again.size(), tournament.rounds[round].size());
      for (std::size_t i = 0; i < again.size(); ++i) {
        EXPECT_EQ(again[i].entrants, tournament.rounds[round][i].entrants);
        EXPECT_EQ(again[i].stage, tournament.rounds[round][i].stage);
      }
    }
  }
}

// Tournaments 11.7: where both have won as many games, absences and then seeds decide; the text says so.
TEST(DoubleElimination, AFinalWithAsManyGamesForBothSaysWhatHasDecidedIt) {
  const Format format = format_of({{"best_of", 2}});
  std::size_t level = 0;
  for (std::uint64_t seed = 0; seed < test_support::random_cases(20U); ++seed) {
    const RandomTournament tournament(format, 4, seed);
    for (const StandingsRow& row : format->standings(tournament.history())) {
      const std::string reached = row.bracket ? row.bracket->reached : "";
      const bool is_level = reached.find("final 1 : 1") != std::string::npos ||
                            reached.find("final 2 : 2") != std::string::npos ||
                            reached.find("final 3 : 3") != std::string::npos;
      const bool says_why =
          reached.ends_with(", by the better seed") || reached.ends_with(", by fewer absences");
      EXPECT_EQ(says_why, is_level) << reached;
      level += is_level ? 1 : 0;
    }
  }
  EXPECT_GT(level, 0U);
}

}  // namespace
}  // namespace referee
