#include "referee/tournament/config/format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "referee/tournament/pairing/round_robin.h"
#include "referee/tournament/pairing/round_robin_tables.h"
#include "referee/tournament/pairing/swiss_pairs.h"
#include "referee/tournament/pairing/swiss_tables.h"
#include "tests/support/complaint.h"

namespace referee {
namespace {

using fields::Json;
using testing::HasSubstr;

FormatSpec read_format(const char* json, std::size_t seats) {
  return FormatSpec::read(Json::parse(json), "format", seats);
}

std::string refusal_of_format(const char* json, std::size_t seats) {
  return test_support::complaint<fields::Exception>([&] { read_format(json, seats); });
}

std::string complete(const char* json, std::size_t seats) { return read_format(json, seats).json().dump(); }

// Tournaments 2.1: best_of is 2 for two seats, else 1.
TEST(Format, DefaultsDependOnTheSeats) {
  EXPECT_EQ(
      complete(R"({"kind":"swiss","rounds":5})", 2),
      R"({"best_of":2,"kind":"swiss","rounds":5,"table":2,"tie_breaks":["BH/C1","BH","SB","DE","WIN"]})");
  EXPECT_EQ(
      complete(R"({"kind":"swiss","rounds":5})", 4),
      R"({"best_of":1,"kind":"swiss","rounds":5,"table":4,"tie_breaks":["BH/C1","BH","SB","DE","WIN"]})");
  EXPECT_EQ(complete(R"({"kind":"round_robin"})", 2),
            R"({"best_of":2,"cycles":1,"kind":"round_robin","tie_breaks":["DE","WIN","SB"]})");
  EXPECT_EQ(complete(R"({"kind":"practice"})", 4), R"({"kind":"practice"})");
  EXPECT_EQ(read_format(R"({"kind":"practice"})", 2).best_of, 2) << "the seat swap";
}

// Tournaments 2.4: a table has the seats of the game.
TEST(Format, ATableHasTheSeatsOfTheGame) {
  EXPECT_EQ(refusal_of_format(R"({"kind":"swiss","rounds":5,"table":4})", 4), "accepted");
  EXPECT_EQ(refusal_of_format(R"({"kind":"swiss","rounds":5,"table":3})", 4),
            "format.table: got 3, expected 4, the seats of the game with these options");
  EXPECT_THAT(refusal_of_format(R"({"kind":"swiss","rounds":5,"table":4.0})", 4),
              HasSubstr("format.table: got 4.0"));
}

// Tournaments 2.4: at most 17 seats.
TEST(Format, PointsBoundTheTable) {
  // Points are counted in a unit that all shares of up to kMaxTable seats divide.
  EXPECT_EQ(refusal_of_format(R"({"kind":"swiss","rounds":5})", Points::kMaxTable), "accepted");
  EXPECT_EQ(refusal_of_format(R"({"kind":"swiss","rounds":5})", Points::kMaxTable + 1),
            "format.kind: got \"swiss\", expected a game of at most 17 seats; with these options it has 18");
}

TEST(Format, ARoundRobinIsForTablesOfAnySize) {
  EXPECT_EQ(refusal_of_format(R"({"kind":"round_robin","cycles":2,"best_of":3})", 2), "accepted");
  EXPECT_EQ(complete(R"({"kind":"round_robin"})", 4),
            R"({"best_of":1,"cycles":1,"kind":"round_robin","tie_breaks":["DE","WIN","SB"]})");
  const FormatSpec format = read_format(R"({"kind":"round_robin","cycles":2})", 4);
  EXPECT_EQ(format.table, 4U);
  const auto system = format.pairing_system(1);
  EXPECT_NE(dynamic_cast<RoundRobinTables*>(system.get()), nullptr);
  EXPECT_EQ(system->rounds(16), 10);
}

// repeat_weight, as TABLES.md has it.
TEST(Format, ARepeatMayBeWeighed) {
  EXPECT_EQ(read_format(R"({"kind":"swiss","rounds":5})", 4).repeat_weight, std::nullopt);
  EXPECT_EQ(read_format(R"({"kind":"swiss","rounds":5,"repeat_weight":null})", 4).repeat_weight,
            std::nullopt);
  EXPECT_EQ(read_format(R"({"kind":"swiss","rounds":5,"repeat_weight":0})", 4).repeat_weight, 0);
  EXPECT_EQ(read_format(R"({"kind":"swiss","rounds":5,"repeat_weight":0.25})", 4).repeat_weight, 250);
  EXPECT_EQ(read_format(R"({"kind":"swiss","rounds":5,"repeat_weight":1000})", 4).repeat_weight, 1'000'000);
  EXPECT_EQ(complete(R"({"kind":"swiss","rounds":5,"repeat_weight":0.25})", 4),
            R"({"best_of":1,"kind":"swiss","repeat_weight":0.25,"rounds":5,"table":4,)"
            R"("tie_breaks":["BH/C1","BH","SB","DE","WIN"]})");
}

TEST(Format, ARepeatWeighsFromNothingToAThousand) {
  const auto refused = [](const char* weight, std::size_t seats) {
    const std::string json = R"({"kind":"swiss","rounds":5,"repeat_weight":)" + std::string(weight) + "}";
    return refusal_of_format(json.c_str(), seats);
  };
  EXPECT_EQ(refused("-0.5", 4), "format.repeat_weight: got -0.5, expected a number from 0 to 1000, or null");
  EXPECT_THAT(refused("1000.5", 4), HasSubstr("a number from 0 to 1000"));
  EXPECT_THAT(refused(R"("1")", 4), HasSubstr("format.repeat_weight: got \"1\", expected a number"));
  EXPECT_THAT(refused("true", 4), HasSubstr("got true, expected a number"));
  EXPECT_EQ(refused("1", 2), "format.repeat_weight: got 1, expected none: it is for tables of more than 2");
  EXPECT_THAT(refusal_of_format(R"({"kind":"round_robin","repeat_weight":1})", 4),
              HasSubstr("format.repeat_weight"));
}

// Tournaments 9.3: a field is for games of one seat.
TEST(Format, AFieldIsForGamesOfOneSeat) {
  EXPECT_EQ(refusal_of_format(R"({"kind":"field"})", 1), "accepted");
  EXPECT_THAT(refusal_of_format(R"({"kind":"field"})", 2),
              HasSubstr("a field is for games of one seat, and this one has 2"));
  FormatSpec field = read_format(R"({"kind":"field"})", 1);
  field.instances = 7;
  EXPECT_EQ(field.table, 1U);
  EXPECT_EQ(field.ranking(), Ranking::field);
  EXPECT_EQ(field.pairing_system(1)->rounds(3), 7);
}

// Tournaments 2.6: a game of one seat is paired as a duel.
TEST(Format, AGameOfOneSeatIsPairedAsADuel) {
  for (const char* json :
       {R"({"kind":"swiss","rounds":5,"best_of":3})", R"({"kind":"round_robin","best_of":3})"}) {
    const EncounterRules rules = read_format(json, 1).encounter_rules();
    EXPECT_EQ(rules.seats, 2U);
    EXPECT_EQ(rules.best_of, 3);
    EXPECT_TRUE(rules.apart);
  }
  EXPECT_EQ(read_format(R"({"kind":"round_robin"})", 1).best_of, 1);
  EXPECT_THAT(refusal_of_format(R"({"kind":"swiss","rounds":5,"table":1})", 1),
              HasSubstr("format.table: got 1, expected 2"));
}

TEST(Format, KeysOfAnotherKindAreRefused) {
  EXPECT_THAT(refusal_of_format(R"({"kind":"swiss","rounds":5,"cycles":2})", 2),
              HasSubstr("format.cycles: got 2"));
  EXPECT_THAT(refusal_of_format(R"({"kind":"round_robin","rounds":5})", 2),
              HasSubstr("format.rounds: got 5"));
  EXPECT_THAT(refusal_of_format(R"({"kind":"practice","best_of":2})", 2), HasSubstr("format.best_of: got 2"));
  EXPECT_THAT(refusal_of_format(R"({"kind":"field","rounds":2})", 1), HasSubstr("format.rounds: got 2"));
}

TEST(Format, TieBreaksAreOfItsKind) {
  EXPECT_THAT(complete(R"({"kind":"swiss","rounds":5,"tie_breaks":["PTS","BH/M1","BPG"]})", 2),
              HasSubstr(R"("tie_breaks":["BH/M1","BPG"])"));
  EXPECT_THAT(refusal_of_format(R"({"kind":"round_robin","tie_breaks":["BH"]})", 2),
              HasSubstr("format.tie_breaks[0]: got \"BH\", expected one of DE, WIN,"));
  for (const std::size_t seats : {1U, 4U}) {  // duels on boards of one's own, tables of more than two
    EXPECT_THAT(refusal_of_format(R"({"kind":"swiss","rounds":5,"tie_breaks":["BPG"]})", seats),
                HasSubstr("format.tie_breaks[0]: got \"BPG\""));
  }
  EXPECT_THAT(refusal_of_format(R"({"kind":"field","tie_breaks":["DE"]})", 1),
              HasSubstr("format.tie_breaks: got [\"DE\"]"));
  EXPECT_THAT(refusal_of_format(R"({"kind":"practice","tie_breaks":["DE"]})", 2),
              HasSubstr("format.tie_breaks: got"));
}

// Tournaments 8.1, 9.1: pairing systems, rounds and encounters of each entrant.
TEST(Format, NamesItsPairingSystemAndTieBreaks) {
  const auto system_of = [](const char* json, std::size_t seats) {
    return read_format(json, seats).pairing_system(1);
  };
  const auto robin = system_of(R"({"kind":"round_robin","cycles":2})", 2);
  EXPECT_NE(dynamic_cast<RoundRobin*>(robin.get()), nullptr);
  EXPECT_EQ(robin->rounds(4), 6);
  EXPECT_EQ(read_format(R"({"kind":"round_robin","cycles":2})", 2).encounters_each(4), 6);
  EXPECT_EQ(read_format(R"({"kind":"round_robin","cycles":2})", 4).encounters_each(13), 24)
      << "at tables, likewise";
  EXPECT_EQ(read_format(R"({"kind":"round_robin","cycles":2})", 4).encounters_each(16), 10);
  EXPECT_EQ(read_format(R"({"kind":"round_robin","cycles":2})", 2).encounters_each(5), 8)
      << "free rounds are none";
  const auto pairs = system_of(R"({"kind":"swiss","rounds":5})", 2);
  EXPECT_NE(dynamic_cast<SwissPairs*>(pairs.get()), nullptr);
  EXPECT_EQ(pairs->rounds(4), 5);
  EXPECT_NE(dynamic_cast<SwissTables*>(system_of(R"({"kind":"swiss","rounds":5})", 3).get()), nullptr);
  EXPECT_EQ(read_format(R"({"kind":"round_robin"})", 2).ranking(), Ranking::round_robin);
  EXPECT_EQ(read_format(R"({"kind":"swiss","rounds":5})", 2).ranking(), Ranking::swiss);
}

}  // namespace
}  // namespace referee
