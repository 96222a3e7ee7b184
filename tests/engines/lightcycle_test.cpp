#include "engines/lightcycle/lightcycle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "engines/registry.h"
#include "tests/engines/play.h"

// Tests name paragraphs of engines/lightcycle/RULES.md.
namespace engines {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view kNobody = R"({"terminated":[]})";

std::unique_ptr<Game> cycles(std::string_view options = "{}") { return start("lightcycle", options); }

/// Two teams of one cycle each on a 5 x 5 grid: cycle 0 at (1,1), cycle 1 at (3,3).
std::unique_ptr<Game> duel() { return cycles(R"({"size":5,"starts":[[[1,1]],[[3,3]]]})"); }

/// Two teams of two cycles on a 9 x 9 grid: 0 and 1 at (1,1) and (1,5), 2 and 3 at (7,1) and (7,5).
std::unique_ptr<Game> pairs() { return cycles(R"({"size":9,"starts":[[[1,1],[1,5]],[[7,1],[7,5]]]})"); }

std::string terminated(std::size_t cycle, std::string_view cause) {
  return Json::object({{"terminated", Json::array({Json::object({{"cycle", cycle}, {"cause", cause}})})}})
      .dump();
}

Json positions(const Game& game) { return game.view(Observer::everybody())["cycles"]; }

/// Plays turns of a two-team game, each given as the answers of the two teams.
Json turns(Game& game, const std::vector<std::pair<std::string_view, std::string_view>>& said) {
  Json events;
  for (const auto& [a, b] : said) {
    events = turn(game, {says(a), says(b)});
  }
  return events;
}

// Light Cycle 1.1, 1.3, 1.4, 1.5, 2.1, 7.1, 7.2, 8.1, 8.2: the defaults are those of the handout.
TEST(LightCycle, StartsAsInTheHandout) {
  const auto game = cycles();
  EXPECT_EQ(game->seats(), 4U);
  EXPECT_EQ(game->to_move(), (std::vector<Seat>{0, 1, 2, 3}));
  EXPECT_EQ(game->setup(), game->options());
  EXPECT_EQ(game->setup(), parsed(R"({"size":170,"starts":[[[169,45],[169,85],[169,125]],
    [[45,169],[85,169],[125,169]],[[0,45],[0,85],[0,125]],[[45,0],[85,0],[125,0]]]})"));
  EXPECT_EQ(game->view(Observer::everybody()),
            parsed(R"({"cycles":[[169,45],[169,85],[169,125],[45,169],[85,169],[125,169],
    [0,45],[0,85],[0,125],[45,0],[85,0],[125,0]]})"));
}

// Light Cycle 5.1: a mean of 50 ms a turn.
TEST(LightCycle, HasTheHandoutsClock) {
  EXPECT_EQ(find_game("lightcycle")->clock, R"({"kind":"mean","ms":50})");
}

// Light Cycle 1.6: cycle 0 enters the cell where cycle 2 starts.
TEST(LightCycle, StartCellsAreOccupied) {
  const auto game = cycles(R"({"size":5,"starts":[[[1,1],[4,4]],[[2,1]]]})");
  EXPECT_EQ(turn(*game, {says("[[2,1],[4,3]]"), says("[[3,1]]")}), parsed(terminated(0, "occupied")));
}

// Light Cycle 2.2, 3.1: each cycle moves to the target in its entry.
TEST(LightCycle, CyclesMoveWhereTheirTeamSays) {
  const auto game = pairs();
  EXPECT_EQ(turn(*game, {says("[[2,1],[1,6]]"), says("[[7,2],[6,5]]")}), parsed(kNobody));
  EXPECT_EQ(positions(*game), parsed("[[2,1],[1,6],[7,2],[6,5]]"));
}

// Light Cycle 2.3: anything may stand in the entry of a dead cycle; the record has null.
TEST(LightCycle, IgnoresEntriesOfDeadCycles) {
  const auto game = pairs();
  turn(*game, {says("[[1,1],[1,6]]"), says("[[7,2],[7,6]]")});
  EXPECT_EQ(positions(*game)[0], parsed("[-1,-1]"));
  for (const char* entry : {"null", "[2,2]", "\"anything\"", "[1e300]", "{\"x\":1}"}) {
    const auto kept = std::get<std::string>(game->submit(0, parsed(std::string("[") + entry + ",[1,7]]")));
    EXPECT_EQ(kept, "[null,[1,7]]") << entry;  // the record stays as small as the move
  }
}

// Light Cycle 2.7: no answer ends both cycles of the team.
TEST(LightCycle, SilenceEndsAllCyclesOfTheTeam) {
  const auto game = pairs();
  EXPECT_EQ(turn(*game, {silent(), says("[[7,2],[7,6]]")}),
            parsed(R"({"terminated":[{"cycle":0,"cause":"no_move"},{"cycle":1,"cause":"no_move"}]})"));
}

// Light Cycle 2.6, 3.2: cycle 0 names its own cell and is terminated; cycle 1 moves.
TEST(LightCycle, StandingStillEndsACycle) {
  EXPECT_EQ(turns(*pairs(), {{"[[1,1],[1,6]]", "[[7,2],[7,6]]"}}), parsed(terminated(0, "still")));
}

// Light Cycle 2.5, 2.6, 3.3: targets that are no neighbours are legal, up to 2^53, and end the cycle.
TEST(LightCycle, DiagonalsAndLeapsEndACycle) {
  for (const char* target : {"[2,2]", "[3,1]", "[7,7]", "[-1,1]", "[9007199254740992,-9007199254740992]"}) {
    const std::string move = std::string("[") + target + ",[1,6]]";
    EXPECT_EQ(turns(*pairs(), {{move, "[[7,2],[7,6]]"}}), parsed(terminated(0, "not_adjacent"))) << target;
  }
}

// Light Cycle 3.4: all four edges of the grid.
TEST(LightCycle, LeavingTheGridEndsACycle) {
  const std::string options = R"({"size":3,"starts":[[[0,0],[0,2]],[[2,0],[2,2]]]})";
  const auto fall = [&](const char* a, const char* b) { return turn(*cycles(options), {says(a), says(b)}); };
  EXPECT_EQ(fall("[[-1,0],[1,2]]", "[[1,0],[2,1]]"), parsed(terminated(0, "off_grid")));
  EXPECT_EQ(fall("[[0,-1],[1,2]]", "[[1,0],[2,1]]"), parsed(terminated(0, "off_grid")));
  EXPECT_EQ(fall("[[1,0],[0,1]]", "[[3,0],[2,1]]"), parsed(terminated(2, "off_grid")));
  EXPECT_EQ(fall("[[1,0],[0,1]]", "[[2,1],[2,3]]"), parsed(terminated(3, "off_grid")));
}

// Light Cycle 3.5, 3.6: a cycle enters the start cell of a trail, and a cell in the middle of one.
TEST(LightCycle, TrailsAreOccupiedFromStartToHead) {
  const auto at_the_start_cell = duel();
  EXPECT_EQ(
      turns(*at_the_start_cell,
            {{"[[2,1]]", "[[3,2]]"}, {"[[2,2]]", "[[4,2]]"}, {"[[1,2]]", "[[4,3]]"}, {"[[1,1]]", "[[4,4]]"}}),
      parsed(terminated(0, "occupied")));
  const auto in_the_middle = duel();
  EXPECT_EQ(turns(*in_the_middle, {{"[[2,1]]", "[[3,2]]"}, {"[[3,1]]", "[[2,2]]"}, {"[[4,1]]", "[[2,1]]"}}),
            parsed(terminated(1, "occupied")));
}

// Light Cycle 3.7: cycle 0 enters the cell on which cycle 2 dies in the same turn.
TEST(LightCycle, ATrailCountsInTheTurnInWhichItsCycleDies) {
  const auto game = cycles(R"({"size":5,"starts":[[[1,1],[4,4]],[[2,1],[4,0]]]})");
  EXPECT_EQ(turn(*game, {says("[[2,1],[4,3]]"), says("[[2,1],[3,0]]")}),
            parsed(R"({"terminated":[{"cycle":0,"cause":"occupied"},{"cycle":2,"cause":"still"}]})"));
}

// Light Cycle 3.8: reversing, following and exchanging cells all end a cycle.
TEST(LightCycle, ReversingAndFollowingAreDeath) {
  const auto reversing = duel();
  EXPECT_EQ(turns(*reversing, {{"[[2,1]]", "[[3,2]]"}, {"[[1,1]]", "[[3,1]]"}}),
            parsed(terminated(0, "occupied")));
  const auto following = cycles(R"({"size":5,"starts":[[[1,1]],[[2,1]]]})");
  EXPECT_EQ(turns(*following, {{"[[2,1]]", "[[3,1]]"}}), parsed(terminated(0, "occupied")));
  const auto exchanging = cycles(R"({"size":5,"starts":[[[1,1]],[[2,1]]]})");
  EXPECT_EQ(turns(*exchanging, {{"[[2,1]]", "[[1,1]]"}}),
            parsed(R"({"terminated":[{"cycle":0,"cause":"occupied"},{"cycle":1,"cause":"occupied"}]})"));
}

/// Cycles 0, 1 (team 0), 2, 3 (team 1) round one free cell (2,2), which all may enter; 4 (team 2) is far
/// away.
std::unique_ptr<Game> crossing() {
  return cycles(R"({"size":9,"starts":[[[1,2],[2,1]],[[3,2],[2,3]],[[8,8]]]})");
}

Json rush(Game& game, Microseconds first, Microseconds second) {
  return turn(game, {says("[[2,2],[2,2]]", first), says("[[2,2],[2,2]]", second), says("[[8,7]]")});
}

std::string losers(const std::vector<std::size_t>& numbers) {
  Json list = Json::array();
  for (const auto number : numbers) {
    list.push_back(Json::object({{"cycle", number}, {"cause", "lost_square"}}));
  }
  return Json::object({{"terminated", std::move(list)}}).dump();
}

// Light Cycle 4.1, 4.2, 4.3: the charge of this turn decides between teams, the number within a team.
TEST(LightCycle, AContestedCellGoesToTheTeamThatUsedLessTime) {
  using namespace std::chrono_literals;
  EXPECT_EQ(rush(*crossing(), 5us, 6us), parsed(losers({1, 2, 3})));
  EXPECT_EQ(rush(*crossing(), 6us, 5us), parsed(losers({0, 1, 3})));
}

// Light Cycle 4.3: with equal totals cycle 0 gets the cell.
TEST(LightCycle, WithEqualTimesAContestedCellGoesToTheLowerNumber) {
  using namespace std::chrono_literals;
  const auto game = crossing();
  EXPECT_EQ(rush(*game, 5us, 5us), parsed(losers({1, 2, 3})));
  EXPECT_EQ(positions(*game), parsed("[[2,2],[-1,-1],[-1,-1],[-1,-1],[8,7]]"));
}

// Light Cycle 4.2: totals are 11 us and 10 us, though the charges of the last turn are 1 us and 9 us.
TEST(LightCycle, TimeOfEarlierTurnsCounts) {
  using namespace std::chrono_literals;
  const auto game = cycles(R"({"size":9,"starts":[[[0,2]],[[4,2]],[[8,8]]]})");
  turn(*game, {says("[[1,2]]", 10us), says("[[3,2]]", 1us), says("[[8,7]]")});
  EXPECT_EQ(turn(*game, {says("[[2,2]]", 1us), says("[[2,2]]", 9us), says("[[8,6]]")}), parsed(losers({0})));
}

// Light Cycle 4.4: cycle 4 names the contested cell from far away, at less time, and does not get it.
TEST(LightCycle, ALeapDoesNotContendForACell) {
  using namespace std::chrono_literals;
  const auto game = crossing();
  EXPECT_EQ(turn(*game, {says("[[2,2],[2,0]]", 9us), says("[[4,2],[2,4]]", 9us), says("[[2,2]]", 1us)}),
            parsed(terminated(4, "not_adjacent")));
  EXPECT_EQ(positions(*game)[0], parsed("[2,2]"));
}

// Light Cycle 3.9: the trail of a dead cycle is free from the next turn on.
TEST(LightCycle, TheTrailOfADeadCycleIsFreeFromTheNextTurnOn) {
  const auto game = cycles(R"({"size":5,"starts":[[[1,1],[0,4]],[[1,3],[4,4]]]})");
  turn(*game, {says("[[2,1],[0,3]]"), says("[[1,2],[4,3]]")});
  turn(*game, {says("[[2,1],[0,2]]"), says("[[2,2],[4,2]]")});  // cycle 0 ends; its trail was (1,1) (2,1)
  EXPECT_EQ(turn(*game, {says("[null,[0,1]]"), says("[[2,1],[4,1]]")}), parsed(kNobody));
  EXPECT_EQ(turn(*game, {says("[null,[0,0]]"), says("[[1,1],[3,1]]")}), parsed(kNobody));
}

// Light Cycle 2.1, 4.4, 5.2, 5.3, 5.4: team 0 forfeits; team 1 gets the cell that both name, at more time.
TEST(LightCycle, ForfeitEndsTheTeamWhateverItAnswered) {
  const auto game = crossing();
  ASSERT_TRUE(std::holds_alternative<std::string>(game->submit(0, parsed("[[2,2],[2,0]]"))));
  game->settle(0, Microseconds(1), true);
  ASSERT_TRUE(std::holds_alternative<std::string>(game->submit(1, parsed("[[2,2],[2,4]]"))));
  game->settle(1, Microseconds(9), false);
  ASSERT_TRUE(std::holds_alternative<std::string>(game->submit(2, parsed("[[8,7]]"))));
  game->settle(2, Microseconds(1), false);
  EXPECT_EQ(game->step(),
            parsed(R"({"terminated":[{"cycle":0,"cause":"clock"},{"cycle":1,"cause":"clock"}]})"));
  EXPECT_EQ(positions(*game), parsed("[[-1,-1],[-1,-1],[2,2],[2,4],[8,7]]"));
  EXPECT_EQ(game->to_move(), (std::vector<Seat>{1, 2}));
}

// Light Cycle 2.4: lists of another length, and entries that are not two integers.
TEST(LightCycle, MalformedAnswersAreRefusedAsAWhole) {
  const auto game = pairs();
  for (const char* answer : {"[]", "[[1,2]]", "[[1,2],[1,6],[0,0]]", "[1,2]", "[[1,2],null]", "[[1,2],[1]]",
                             "[[1,2],[1,6,0]]", "[[1,2],[1,true]]", "[[1,2],[1,\"6\"]]", "[[1,2],[1,6.5]]",
                             "[[1,2],[1,6e300]]", "[[1,2],[1,-1e400]]"}) {
    const Json json = Json::parse(answer, nullptr, false);
    refusal_of(*game, 0, json.is_discarded() ? Json("overflow") : json);
  }
  EXPECT_EQ(turn(*game, {silent(), says("[[7,2],[7,6]]")})["terminated"].size(), 2U);
}

// Light Cycle 2.4, 2.5: 3.0 is not an integer, and 2^53 + 1 is too large.
TEST(LightCycle, SaysWhichEntryIsWrong) {
  const auto game = pairs();
  EXPECT_EQ(
      refusal_of(*game, 1, parsed("[[7,2]]")),
      "expected a list of 2 cells [x,y], one for each cycle of your team (null for a dead one), got [[7,2]]");
  EXPECT_EQ(
      refusal_of(*game, 1, parsed("[[7,2],[3.0,4]]")),
      "entry 1, for your living cycle 3: expected a list of two integers [x,y] (3.0 is not an integer), "
      "got [3.0,4]");
  for (const char* huge : {"[[7,2],[9007199254740993,0]]", "[[7,2],[0,-9007199254740993]]",
                           "[[7,2],[18446744073709551615,0]]", "[[7,2],[0,-9223372036854775808]]"}) {
    EXPECT_THAT(refusal_of(*game, 1, parsed(huge)),
                HasSubstr("x and y from -9007199254740992 to 9007199254740992"));
  }
}

// Light Cycle 6.1, 6.2, 6.3, 6.4, 8.5: team 0 has lived for 3 turns and scores 3 + 1, team 1 for 2.
TEST(LightCycle, TheSoleSurvivorWins) {
  const auto game = pairs();
  turns(*game, {{"[[1,1],[1,6]]", "[[7,2],[7,6]]"}, {"[null,[1,7]]", "[[7,3],[7,7]]"}});
  EXPECT_FALSE(game->to_move().empty());
  turn(*game, {says("[null,[1,8]]"), silent()});
  EXPECT_TRUE(game->to_move().empty());
  EXPECT_THAT(game->scores(), ElementsAre(4, 2));
  EXPECT_EQ(game->outcome(),
            parsed(R"({"winner":0,"teams":[{"turns":3,"cycles_left":1},{"turns":2,"cycles_left":0}]})"));
}

// Light Cycle 6.2, 6.5: teams 0 and 1 end in the same turn; nobody wins.
TEST(LightCycle, TeamsThatEndTogetherTie) {
  const auto game = cycles(R"({"size":9,"starts":[[[0,0]],[[4,4]],[[8,8]]]})");
  turn(*game, {says("[[1,0]]"), says("[[4,3]]"), silent()});
  turn(*game, {silent(), silent(), silent()});
  EXPECT_TRUE(game->to_move().empty());
  EXPECT_THAT(game->scores(), ElementsAre(1, 1, 0));
  EXPECT_EQ(game->outcome(), parsed(R"({"winner":null,"teams":[{"turns":1,"cycles_left":0},
    {"turns":1,"cycles_left":0},{"turns":0,"cycles_left":0}]})"));
}

// Light Cycle 1.2, 1.3: three teams, of one, three and one cycles.
TEST(LightCycle, TeamsMayHaveDifferentNumbersOfCycles) {
  const auto game = cycles(R"({"size":9,"starts":[[[0,0]],[[4,4],[4,6],[6,4]],[[8,8]]]})");
  EXPECT_EQ(game->seats(), 3U);
  EXPECT_EQ(turn(*game, {says("[[1,0]]"), says("[[4,3],[4,7],[7,4]]"), says("[[8,7]]")}), parsed(kNobody));
  EXPECT_EQ(positions(*game), parsed("[[1,0],[4,3],[4,7],[7,4],[8,7]]"));
}

// Light Cycle 8.2, 8.3, 8.4: events by number with the first cause that applies; [-1,-1] for the dead.
TEST(LightCycle, ReportsTheFirstCauseThatAppliesByCycleNumber) {
  const auto game = cycles(R"({"size":5,"starts":[[[0,0]],[[4,0],[1,4]],[[0,4],[2,2]]]})");
  // 0 forfeits; 1 jumps off the grid; 2 and 3 name each other's cell; 4 moves on.
  EXPECT_EQ(turn(*game, {forfeits(), says("[[9,9],[0,4]]"), says("[[1,4],[2,1]]")}),
            parsed(R"({"terminated":[{"cycle":0,"cause":"clock"},{"cycle":1,"cause":"not_adjacent"},
              {"cycle":2,"cause":"occupied"},{"cycle":3,"cause":"occupied"}]})"));
  EXPECT_EQ(game->view(Observer::everybody()),
            parsed(R"({"cycles":[[-1,-1],[-1,-1],[-1,-1],[-1,-1],[2,1]]})"));
}

// Light Cycle 7.6: games of two seeds agree.
TEST(LightCycle, TheSeedDecidesNothing) {
  expect_no_effect_of_the_seed("lightcycle",
                               R"({"size":12,"starts":[[[0,0],[11,11]],[[0,11]],[[11,0],[5,5]]]})",
                               {.missing = 5, .forfeited = 5});
}

}  // namespace
}  // namespace engines
