#include "referee/tournament/formats/format_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include <nlohmann/json.hpp>

#include "referee/tournament/pairing/round_robin.h"
#include "referee/tournament/pairing/round_robin_tables.h"
#include "referee/tournament/pairing/swiss_pairs.h"
#include "referee/tournament/pairing/swiss_tables.h"
#include "tests/referee/tournament/histories.h"
#include "tests/support/complaint.h"

namespace referee {
namespace {

using fields::Json;
using testing::HasSubstr;

using Format = std::shared_ptr<const TournamentFormat>;

Format read_format(const char* json, std::size_t seats, std::size_t instances = 1) {
  return referee::read_format(Json::parse(json), "format", {seats, instances});
}

std::string refusal_of_format(const char* json, std::size_t seats) {
  return test_support::complaint<fields::Exception>([&] { read_format(json, seats); });
}

std::string complete(const char* json, std::size_t seats) { return read_format(json, seats)->json().dump(); }

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
  EXPECT_EQ(complete(R"({"kind":"ladder"})", 4),
            R"({"kind":"ladder","matches":null,"openings":null,"until":null})");
  EXPECT_EQ(complete(R"({"kind":"ladder","matches":5,"openings":{"plies":2}})", 2),
            R"({"kind":"ladder","matches":5,"openings":{"plies":2},"until":null})");
  EXPECT_EQ(
      complete(R"({"kind":"ladder","blocks":{"first_closes":"2026-11-20T08:00:00Z"}})", 1),
      R"({"blocks":{"every_s":86400,"first_closes":"2026-11-20T08:00:00Z","instances":20},"kind":"ladder",)"
      R"("matches":null,"openings":null,"until":null})");
  EXPECT_EQ(read_format(R"({"kind":"practice"})", 2)->encounter_rules().best_of, 2) << "the seat swap";
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
  const Format format = read_format(R"({"kind":"round_robin","cycles":2})", 4);
  EXPECT_EQ(format->encounter_rules().seats, 4U);
  const auto system = format->pairing_system(1);
  EXPECT_NE(dynamic_cast<RoundRobinTables*>(system.get()), nullptr);
  EXPECT_EQ(system->rounds(16), 10);
}

// repeat_weight, as TABLES.md has it.
TEST(Format, ARepeatMayBeWeighed) {
  const auto weight = [](const char* json) {
    return read_format(json, 4)->json().value("repeat_weight", -1.0);
  };
  EXPECT_EQ(weight(R"({"kind":"swiss","rounds":5})"), -1) << "none";
  EXPECT_EQ(weight(R"({"kind":"swiss","rounds":5,"repeat_weight":null})"), -1);
  EXPECT_EQ(weight(R"({"kind":"swiss","rounds":5,"repeat_weight":0})"), 0);
  EXPECT_EQ(weight(R"({"kind":"swiss","rounds":5,"repeat_weight":0.2504})"), 0.25) << "in thousandths";
  EXPECT_EQ(weight(R"({"kind":"swiss","rounds":5,"repeat_weight":1000})"), 1000);
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

// Tournaments 1.4, 10.2: the plan has the rounds of late entrants, the standings have points a match.
TEST(Format, ARoundRobinMayHaveLateEntrants) {
  const Format first = read_format(R"({"kind":"round_robin"})", 2);
  const Format later = first->with_entered({4, 5});
  std::vector<std::pair<int, std::size_t>> plan;
  for (const PlannedRounds& planned : later->planned_rounds(5)) {
    plan.emplace_back(planned.rounds, planned.games);
  }
  EXPECT_EQ(plan, (std::vector<std::pair<int, std::size_t>>{{3, 4}, {1, 2}, {1, 2}, {1, 2}, {1, 2}}));
  EXPECT_EQ(later->layout().results.back().key, "points_a_match");
  EXPECT_EQ(later->json(), first->json()) << "the frozen part stays";
  EXPECT_TRUE(later->with_entered({4, 5, 6})->traits().plays_changes);
  EXPECT_FALSE(read_format(R"({"kind":"round_robin"})", 4)->traits().plays_changes);
  EXPECT_FALSE(read_format(R"({"kind":"double_elimination"})", 2)->traits().plays_changes);
}

// Tournaments 5.3: who enters late annuls nobody who has played half of what was planned at first.
TEST(Format, LateEntrantsAnnulNobody) {
  using histories::win;
  const Format first = read_format(R"({"kind":"round_robin"})", 2);
  History history = histories::history(4, {{win(0, 1)}, {win(0, 2)}});
  history.entrants[0].withdrawn = true;
  EXPECT_FALSE(first->standings(history).front().annulled) << "2 of 3";
  for (const char* const name : {"e", "f", "g"}) {
    history.entrants.push_back({.name = name, .display = name});
  }
  EXPECT_TRUE(first->standings(history).back().annulled) << "2 of 6";
  EXPECT_FALSE(first->with_entered({4, 7})->standings(history).back().annulled) << "2 of 3";
}

// Tournaments 9.6: rank_by, and the game's own word for it.
TEST(Format, ARoundRobinMayRankByScore) {
  const auto columns = [](const Format& format) {
    std::string keys;
    for (const StandingsColumn& column : format->layout().results) {
      keys += column.key + " ";
    }
    return keys;
  };
  const auto read = [](const char* json, bool scored, bool ranks) {
    return referee::read_format(Json::parse(json), "format", {2, 1, scored, ranks});
  };
  const char* const kRobin = R"({"kind":"round_robin"})";
  const Format by_score = read(R"({"kind":"round_robin","rank_by":"score","best_of":3})", false, false);
  EXPECT_EQ(columns(by_score), "mean margin points ");
  EXPECT_TRUE(by_score->encounter_rules().all_games);
  EXPECT_EQ(by_score->json().at("rank_by"), "score");
  EXPECT_EQ(columns(read(kRobin, true, true)), "mean margin points ") << "as game.json says";
  const Format by_points = read(R"({"kind":"round_robin","rank_by":"points"})", true, true);
  EXPECT_EQ(columns(by_points), "points mean margin ");
  EXPECT_FALSE(by_points->json().contains("rank_by")) << "stores from before the key have none";
  EXPECT_EQ(columns(read(by_points->json().dump().c_str(), true, false)), "points mean margin ");
  EXPECT_EQ(columns(read(R"({"kind":"swiss","rounds":3})", true, true)), "points mean margin ");
  EXPECT_EQ(columns(read(R"({"kind":"double_elimination"})", true, true)), "reached seed mean margin ");
  EXPECT_EQ(columns(read(kRobin, false, false)), "points ");
  EXPECT_THAT(refusal_of_format(R"({"kind":"round_robin","rank_by":"mean"})", 2), HasSubstr("rank_by"));
  EXPECT_THAT(refusal_of_format(R"({"kind":"swiss","rounds":3,"rank_by":"score"})", 2), HasSubstr("rank_by"));
}

// Tournaments 9.3: a field is for games of one seat.
TEST(Format, AFieldIsForGamesOfOneSeat) {
  EXPECT_EQ(refusal_of_format(R"({"kind":"field"})", 1), "accepted");
  EXPECT_THAT(refusal_of_format(R"({"kind":"field"})", 2),
              HasSubstr("a field is for games of one seat, and this one has 2"));
  const Format field = read_format(R"({"kind":"field"})", 1, 7);
  EXPECT_EQ(field->encounter_rules().seats, 1U);
  EXPECT_TRUE(field->encounter_rules().apart);
  EXPECT_EQ(field->pairing_system(1)->rounds(3), 7);
}

// Tournaments 2.6: a game of one seat is paired as a duel.
TEST(Format, AGameOfOneSeatIsPairedAsADuel) {
  for (const char* json :
       {R"({"kind":"swiss","rounds":5,"best_of":3})", R"({"kind":"round_robin","best_of":3})"}) {
    const EncounterRules rules = read_format(json, 1)->encounter_rules();
    EXPECT_EQ(rules.seats, 2U);
    EXPECT_EQ(rules.best_of, 3);
    EXPECT_TRUE(rules.apart);
  }
  EXPECT_EQ(read_format(R"({"kind":"round_robin"})", 1)->encounter_rules().best_of, 1);
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

TEST(Format, AKindThatOthersCallDifferentlyIsRefusedWithOurs) {
  EXPECT_THAT(refusal_of_format(R"({"kind":"knockout"})", 2),
              HasSubstr("did you mean 'double_elimination'?"));
  EXPECT_THAT(refusal_of_format(R"({"kind":"rr"})", 2), HasSubstr("did you mean 'round_robin'?"));
  EXPECT_THAT(refusal_of_format(R"({"kind":"round"})", 2), HasSubstr("did you mean 'round_robin'?"));
}

TEST(Format, TieBreaksAreOfItsKind) {
  EXPECT_THAT(complete(R"({"kind":"swiss","rounds":5,"tie_breaks":["PTS","BH/M1","BPG"]})", 2),
              HasSubstr(R"("tie_breaks":["BH/M1","BPG"])"));
  EXPECT_THAT(refusal_of_format(R"({"kind":"round_robin","tie_breaks":["BH"]})", 2),
              HasSubstr("format.tie_breaks[0]: got \"BH\", expected one of DE, WIN,"));
  for (const std::size_t seats : {1U, 4U}) {  // duels, in which each plays alone; tables of more than two
    EXPECT_THAT(refusal_of_format(R"({"kind":"swiss","rounds":5,"tie_breaks":["BPG"]})", seats),
                HasSubstr("format.tie_breaks[0]: got \"BPG\""));
  }
  EXPECT_THAT(refusal_of_format(R"({"kind":"field","tie_breaks":["DE"]})", 1),
              HasSubstr("format.tie_breaks: got [\"DE\"]"));
  EXPECT_THAT(refusal_of_format(R"({"kind":"practice","tie_breaks":["DE"]})", 2),
              HasSubstr("format.tie_breaks: got"));
}

// Tournaments 8.1, 9.1: pairing systems and rounds.
TEST(Format, NamesItsPairingSystem) {
  const auto system_of = [](const char* json, std::size_t seats) {
    return read_format(json, seats)->pairing_system(1);
  };
  const auto robin = system_of(R"({"kind":"round_robin","cycles":2})", 2);
  EXPECT_NE(dynamic_cast<RoundRobin*>(robin.get()), nullptr);
  EXPECT_EQ(robin->rounds(4), 6);
  const auto pairs = system_of(R"({"kind":"swiss","rounds":5})", 2);
  EXPECT_NE(dynamic_cast<SwissPairs*>(pairs.get()), nullptr);
  EXPECT_EQ(pairs->rounds(4), 5);
  EXPECT_NE(dynamic_cast<SwissTables*>(system_of(R"({"kind":"swiss","rounds":5})", 3).get()), nullptr);
  EXPECT_EQ(system_of(R"({"kind":"practice"})", 2)->rounds(3), 0);
}

// Tournaments 5.3: one that withdraws before half of its encounters is annulled, over all cycles.
TEST(Format, ARoundRobinAnnulsByTheEncountersOfAllCycles) {
  using histories::win;
  History history = histories::history(3, {{win(0, 1)}});
  history.entrants[0].withdrawn = true;
  const auto annulled = [&history](const char* json) {
    return read_format(json, 2)->standings(history).back().annulled;
  };
  EXPECT_FALSE(annulled(R"({"kind":"round_robin"})")) << "1 of 2";
  EXPECT_TRUE(annulled(R"({"kind":"round_robin","cycles":2})")) << "1 of 4";
  history.rounds.push_back({win(2, 0)});
  EXPECT_FALSE(annulled(R"({"kind":"round_robin","cycles":2})")) << "2 of 4";
  EXPECT_FALSE(annulled(R"({"kind":"swiss","rounds":9})")) << "never";
}

// What people may do follows from the traits of a format, not from its name.
TEST(Format, SaysWhatPeopleMayDo) {
  const Format swiss = read_format(R"({"kind":"swiss","rounds":5})", 2);
  EXPECT_EQ(swiss->traits().bye_rounds, 5);
  EXPECT_TRUE(swiss->traits().keeps_apart);
  EXPECT_EQ(swiss->traits().trf_rounds, 5);
  EXPECT_EQ(swiss->traits().entry_closes, "");
  EXPECT_EQ(read_format(R"({"kind":"swiss","rounds":5})", 4)->traits().trf_rounds, 0);
  const Format robin = read_format(R"({"kind":"round_robin"})", 2);
  EXPECT_EQ(robin->traits().bye_rounds, std::nullopt);
  EXPECT_FALSE(robin->traits().keeps_apart);
  EXPECT_EQ(robin->traits().entry_closes, "everybody meets everybody");
  EXPECT_EQ(robin->traits().least_entrants, 2U);
  const Format field = read_format(R"({"kind":"field"})", 1);
  EXPECT_TRUE(field->traits().hall_of_fame);
  EXPECT_EQ(field->traits().least_entrants, 1U);
  EXPECT_FALSE(field->tie_breaker(histories::history(1, {})));
  EXPECT_EQ(field->traits().unexplained, "") << "its scores explain each place";
  EXPECT_TRUE(read_format(R"({"kind":"practice"})", 2)->traits().open_practice);
}

// Tournaments 8.8: the number of rounds is the only thing that changes.
TEST(Format, OfASwissCanHaveOtherRounds) {
  for (const char* const json :
       {R"({"kind":"swiss","rounds":5,"best_of":3,"tie_breaks":["BH"]})",
        R"({"kind":"swiss","rounds":5,"final":{"kind":"double_elimination","top":4,"best_of_final":5}})"}) {
    const Format five = read_format(json, 2);
    ASSERT_EQ(five->own_rounds(), 5) << json;
    const Format seven = five->with_rounds(7);
    EXPECT_EQ(seven->own_rounds(), 7);
    EXPECT_EQ(seven->traits().bye_rounds, 7);
    EXPECT_EQ(seven->traits().trf_rounds, 7);
    EXPECT_EQ(seven->pairing_system(1)->rounds(8), five->pairing_system(1)->rounds(8) + 2);
    Json expected = five->json();
    expected["rounds"] = 7;
    EXPECT_EQ(seven->json(), expected);
    EXPECT_EQ(seven->with_rounds(5)->json(), five->json());
  }
  const Format tables = read_format(R"({"kind":"swiss","rounds":5,"repeat_weight":0.5})", 4);
  EXPECT_EQ(tables->with_rounds(2)->json(),
            read_format(R"({"kind":"swiss","rounds":2,"repeat_weight":0.5})", 4)->json());
  EXPECT_EQ(read_format(R"({"kind":"round_robin"})", 2)->own_rounds(), std::nullopt);
  EXPECT_EQ(read_format(R"({"kind":"double_elimination"})", 2)->own_rounds(), std::nullopt);
  EXPECT_EQ(read_format(R"({"kind":"field"})", 1)->own_rounds(), std::nullopt);
}

/// The plan as text: "3 x 2 encounters, 4 games, longest 2".
std::string plan_text(const char* json, std::size_t seats, std::size_t entrants) {
  std::string text;
  for (const PlannedRounds& planned : read_format(json, seats, 3)->planned_rounds(entrants)) {
    text.append(text.empty() ? "" : "; ").append(std::to_string(planned.rounds)).append(" x ");
    text.append(std::to_string(planned.encounters)).append(" encounters, ");
    text.append(std::to_string(planned.games)).append(" games, longest ");
    text.append(std::to_string(planned.longest));
  }
  return text;
}

TEST(Format, PlansItsRounds) {
  const char* const swiss = R"({"kind":"swiss","rounds":5,"best_of":3})";
  EXPECT_EQ(plan_text(swiss, 2, 7), "5 x 3 encounters, 9 games, longest 3");
  EXPECT_EQ(plan_text(swiss, 4, 9), "5 x 3 encounters, 9 games, longest 3");
  EXPECT_EQ(plan_text(swiss, 2, 1), "") << "too few";
  EXPECT_EQ(plan_text(R"({"kind":"round_robin"})", 2, 4), "3 x 2 encounters, 4 games, longest 2");
  EXPECT_EQ(plan_text(R"({"kind":"round_robin"})", 4, 16), "5 x 4 encounters, 4 games, longest 1");
  EXPECT_EQ(plan_text(R"({"kind":"field"})", 1, 2), "3 x 2 encounters, 2 games, longest 1");
  EXPECT_EQ(plan_text(R"({"kind":"field"})", 1, 0), "");
  EXPECT_EQ(plan_text(R"({"kind":"practice"})", 2, 9), "");
}

// A store keeps these keys, and opens again only with the same ones.
TEST(Format, ReadsWhatItWrites) {
  for (const char* json : {R"({"kind":"swiss","rounds":7,"best_of":3,"tie_breaks":["SB"]})",
                           R"({"kind":"round_robin","cycles":3,"best_of":5})", R"({"kind":"practice"})"}) {
    const std::string text = complete(json, 2);
    EXPECT_EQ(complete(text.c_str(), 2), text);
  }
  EXPECT_EQ(complete(R"({"kind":"field"})", 1), R"({"kind":"field"})");
}

TEST(FormatTable, HasEachKindOnce) {
  std::set<std::string_view> kinds;
  for (const FormatEntry& format : formats()) {
    EXPECT_TRUE(kinds.insert(format.kind).second) << format.kind;
  }
}

}  // namespace
}  // namespace referee
