#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engines/lightcycle/needless_deaths.h"
#include "engines/random.h"
#include "tests/engines/play.h"

// Tests name paragraphs of engines/lightcycle/RULES.md. "Needless" is always said of team 0 unless a test
// says otherwise.
namespace engines {
namespace {

using Found = std::vector<NeedlessDeaths>;

/// A game, and the record of its turns.
class Recorded {
 public:
  explicit Recorded(std::string_view options) : game_(start("lightcycle", options)) {}
  explicit Recorded(std::unique_ptr<Game> game) : game_(std::move(game)) {}

  Recorded& turn(const std::vector<Said>& by_seat) {
    Json answers = Json::array();
    for (const Seat seat : game_->to_move()) {
      Json answer = {{"seat", seat}, {"verdict", "ok"}, {"spent_us", by_seat[seat].spent.count()}};
      if (by_seat[seat].move && !by_seat[seat].forfeited) {
        answer["move"] = *by_seat[seat].move;
      } else {
        answer["verdict"] = by_seat[seat].forfeited ? "forfeited" : "late";
      }
      answers.push_back(answer);
    }
    Json events = engines::turn(*game_, by_seat);
    lines_.push_back({{"turn", lines_.size()}, {"answers", answers}, {"events", std::move(events)}});
    return *this;
  }

  Found needless(Seat team = 0) const { return needless_deaths(game_->options(), lines_, team); }
  const Game& game() const { return *game_; }

 private:
  std::unique_ptr<Game> game_;
  std::vector<Json> lines_;
};

/// Team 0 has a cycle in each of two upper corners, with the one free cell (1,0) between them; team 1
/// surrounds them.
constexpr std::string_view kOneCellForTwo =
    R"({"size":5,"starts":[[[0,0],[2,0]],[[0,1],[2,1],[3,0],[4,4]]]})";
constexpr std::string_view kOthersStepAway = "[[0,2],[2,2],[4,0],[4,3]]";

// Light Cycle 9.1, 9.5: the cycle leaves the grid although it has a free neighbour.
TEST(LightCycleNeedless, LeavingTheGridBesideAFreeCellIs) {
  Recorded game(R"({"size":5,"starts":[[[0,0]],[[4,4]]]})");
  game.turn({says("[[1,0]]"), says("[[4,3]]")}).turn({says("[[1,-1]]"), says("[[4,2]]")});
  EXPECT_EQ(game.needless(), (Found{{.turn = 1, .cycles = 1}}));
  EXPECT_EQ(game.needless(1), Found{});
}

// Light Cycle 9.1, 9.5: a bad target of each kind keeps no cycle.
TEST(LightCycleNeedless, EveryOwnCauseOfDeathCounts) {
  for (const char* target : {"[1,1]", "[3,3]", "[1,2]"}) {  // still, not adjacent, occupied
    Recorded game(R"({"size":5,"starts":[[[1,1]],[[1,2],[4,4]]]})");
    game.turn({says(std::string("[") + target + "]"), says("[[1,3],[4,3]]")});
    EXPECT_EQ(game.needless(), (Found{{.turn = 0, .cycles = 1}})) << target;
  }
}

// Light Cycle 9.2: no answer, and a forfeit, keep no cycle.
TEST(LightCycleNeedless, SilenceAndTheClockAreAllCyclesThatHadACell) {
  for (const Said& said : {silent(), forfeits()}) {
    EXPECT_EQ(Recorded(kOneCellForTwo).turn({said, says(kOthersStepAway)}).needless(),
              (Found{{.turn = 0, .cycles = 1}}));
    EXPECT_EQ(Recorded(R"({"size":9,"starts":[[[1,1],[1,5]],[[7,1],[7,5]]]})")
                  .turn({said, says("[[7,2],[7,6]]")})
                  .needless(),
              (Found{{.turn = 0, .cycles = 2}}));
  }
}

// Light Cycle 9.6: a cycle without a free neighbour dies, whatever its team answers.
TEST(LightCycleNeedless, WhoeverIsWalledInMayDieAsItLikes) {
  for (const Said& said : {says("[[1,0]]"), says("[[0,0]]"), says("[[-1,0]]"), silent(), forfeits()}) {
    EXPECT_EQ(Recorded(R"({"size":5,"starts":[[[0,0]],[[1,0],[0,1]]]})")
                  .turn({said, says("[[2,0],[0,2]]")})
                  .needless(),
              Found{});
  }
}

// Light Cycle 9.6: two cycles have one free cell between them, and one of them has to die.
TEST(LightCycleNeedless, OneOfTwoWithOneCellHasToDie) {
  const auto needless = [](std::string_view move) {
    return Recorded(kOneCellForTwo).turn({says(move), says(kOthersStepAway)}).needless();
  };
  EXPECT_EQ(needless("[[1,0],[1,0]]"), Found{});
  EXPECT_EQ(needless("[[1,0],[2,0]]"), Found{});
  EXPECT_EQ(needless("[[0,0],[1,0]]"), Found{});
  EXPECT_EQ(needless("[[0,0],[2,0]]"), (Found{{.turn = 0, .cycles = 1}}));
}

// Light Cycle 9.4, 9.7: the best answer leaves (1,0) to the cycle that has no other cell.
TEST(LightCycleNeedless, TheBestAnswerLeavesACellToTheMateThatHasNoOther) {
  // Cycle 0 can go to (1,0) and (0,1), cycle 1 only to (1,0).
  constexpr std::string_view kOptions = R"({"size":5,"starts":[[[0,0],[2,0]],[[2,1],[3,0],[4,4]]]})";
  const auto needless = [&](std::string_view move) {
    return Recorded(kOptions).turn({says(move), says("[[2,2],[4,0],[4,3]]")}).needless();
  };
  EXPECT_EQ(needless("[[0,1],[1,0]]"), Found{});
  EXPECT_EQ(needless("[[1,0],[2,0]]"), (Found{{.turn = 0, .cycles = 1}}));
  // Both move to one cell.
  EXPECT_EQ(needless("[[1,0],[1,0]]"), (Found{{.turn = 0, .cycles = 1}}));
}

// Light Cycle 9.3: another team is faster and gets the cell.
TEST(LightCycleNeedless, ACellLostToAnotherTeamIsNot) {
  constexpr std::string_view kOptions = R"({"size":5,"starts":[[[1,1],[3,1]],[[2,2],[4,4]]]})";
  const Microseconds fast(1);
  Recorded one(kOptions);
  one.turn({says("[[2,1],[3,0]]"), says("[[2,1],[4,3]]", fast)});
  EXPECT_EQ(one.game().view(Observer::everybody())["cycles"][0], Json({-1, -1}));
  EXPECT_EQ(one.needless(), Found{});
  // Both move there, so one of them would have died even without the other team.
  EXPECT_EQ(Recorded(kOptions).turn({says("[[2,1],[2,1]]"), says("[[2,1],[4,3]]", fast)}).needless(),
            (Found{{.turn = 0, .cycles = 1}}));
}

// Light Cycle 3.9, 9.1: the trail of a dead cycle keeps another one from the next turn on.
TEST(LightCycleNeedless, TrailsOfTheDeadAreFreeFromTheNextTurnOn) {
  // Cycle 0 is walled in by (1,0), which dies, and (0,1).
  constexpr std::string_view kOptions = R"({"size":5,"starts":[[[0,0],[3,3]],[[1,0],[0,1],[4,4]]]})";
  Recorded at_once(kOptions);
  at_once.turn({says("[[1,0],[3,2]]"), says("[[1,0],[0,2],[4,3]]")});
  EXPECT_EQ(at_once.needless(), Found{});
  Recorded later(R"({"size":5,"starts":[[[0,0],[3,3]],[[2,0],[0,1],[4,4]]]})");
  later.turn({says("[[1,0],[3,2]]"), says("[[2,0],[0,2],[4,3]]")});  // (2,0) stands still and dies
  later.turn({says("[[1,0],[3,1]]"), says("[null,[0,3],[4,2]]")});
  EXPECT_EQ(later.needless(), (Found{{.turn = 1, .cycles = 1}}));
}

// Light Cycle 9.8: cycle 1 stands still and leaves (0,1) to cycle 0.
TEST(LightCycleNeedless, ASacrificeIs) {
  EXPECT_EQ(Recorded(R"({"size":5,"starts":[[[0,0],[0,2]],[[4,4]]]})")
                .turn({says("[[1,0],[0,2]]"), says("[[4,3]]")})
                .needless(),
            (Found{{.turn = 0, .cycles = 1}}));
}

TEST(LightCycleNeedless, AGameWithoutTurnsHasNone) { EXPECT_EQ(Recorded("{}").needless(), Found{}); }

// Light Cycle 9.9: team 0 is dead after the first turn.
TEST(LightCycleNeedless, ADeadTeamHasNoMore) {
  Recorded game(R"({"size":5,"starts":[[[0,0]],[[4,4]],[[0,4]]]})");
  game.turn({silent(), says("[[4,3]]"), says("[[0,3]]")}).turn({silent(), says("[[4,2]]"), says("[[0,2]]")});
  EXPECT_EQ(game.needless(), (Found{{.turn = 0, .cycles = 1}}));
}

TEST(LightCycleNeedless, WhatIsNoRecordIsRefused) {
  const Json options = start("lightcycle", R"({"size":5,"starts":[[[0,0]],[[4,4]]]})")->options();
  for (const char* line : {R"({"turn":0})", R"({"turn":0,"answers":[],"events":{"terminated":[]}})",
                           R"({"turn":0,"answers":[],"events":{"terminated":[{"cycle":9}]}})",
                           R"({"turn":0,"answers":[{"seat":0,"move":[[0,-1]]},{"seat":1,"move":[[4,3]]}],
                               "events":{"terminated":[]}})"}) {
    EXPECT_THROW(needless_deaths(options, std::vector{Json::parse(line)}, 0), std::exception) << line;
  }
}

/// The cells that a cycle may name: its neighbours and its own.
std::vector<Json> targets_from(const Json& at) {
  const auto x = at[0].get<int>();
  const auto y = at[1].get<int>();
  return {Json({x, y - 1}), Json({x + 1, y}), Json({x, y + 1}), Json({x - 1, y}), Json({x, y})};
}

std::size_t living(const Game& game, Seat team) {
  return game.outcome().at("teams").at(team).at("cycles_left").get<std::size_t>();
}

/// How many cycles of team 0 survive this answer if no other team moves.
std::size_t kept(const Game& game, const Said& said) {
  const auto copy = game.clone();
  turn(*copy, {said, silent(), silent()});
  return living(*copy, 0);
}

/// How many survive the best of all answers, by trying each.
std::size_t most_kept(const Game& game) {
  const Json cycles = game.view(Observer::everybody()).at("cycles");
  std::size_t most = 0;
  for (const Json& a : targets_from(cycles[0])) {
    for (const Json& b : targets_from(cycles[1])) {
      for (const Json& c : targets_from(cycles[2])) {
        most = std::max(most, kept(game, {.move = Json({a, b, c})}));
      }
    }
  }
  return most;
}

// Light Cycle 9.1, 9.4, 9.5: by the rules themselves: what lives if no other team moves, of all answers and
// of this one.
TEST(LightCycleNeedless, AgreesWithTryingAllAnswersInRandomGames) {
  Rng rng(20260119);
  std::size_t total = 0;
  for (int i = 0; i < 12; ++i) {
    Recorded game(R"({"size":6,"starts":[[[0,0],[1,0],[0,1]],[[5,0],[4,1]],[[5,5],[3,4]]]})");
    Found expected;
    std::int64_t number = 0;
    while (!game.game().to_move().empty() && living(game.game(), 0) > 0) {
      auto said = draw_turn(game.game(), rng, {.missing = 50, .forfeited = 10});
      if (said[0].move && below(rng, 3) == 0) {
        const std::size_t cycle = below(rng, 3);
        said[0].move->at(cycle) =
            targets_from(game.game().view(Observer::everybody())["cycles"][cycle])[below(rng, 5)];
      }
      const std::size_t needless = most_kept(game.game()) - kept(game.game(), said[0]);
      if (needless > 0) {
        expected.push_back({.turn = number, .cycles = needless});
      }
      total += needless;
      game.turn(said);
      ++number;
    }
    EXPECT_EQ(game.needless(), expected) << "game " << i;
  }
  EXPECT_GT(total, 10U);
}

}  // namespace
}  // namespace engines
