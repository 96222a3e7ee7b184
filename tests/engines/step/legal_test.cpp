#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/random.h"
#include "engines/registry.h"
#include "engines/step/step_requests.h"
#include "tests/support/random_cases.h"

namespace referee {
namespace {

using Json = nlohmann::json;

/// A game by requests, whose moves are drawn from the lists of legal ones.
class Played {
 public:
  Played(const std::string& game, Json options, std::uint64_t seed) : rng_(seed) {
    tell({{"game", game}, {"options", std::move(options)}, {"seed", seed}, {"legal", true}});
  }

  const Json& now() const { return now_; }
  bool over() const { return now_.at("over").get<bool>(); }
  /// The listed moves of the only seat to move; null if they are not listed.
  const Json& moves() const { return now_.at("legal").at(0).at("moves"); }
  const Json& any_of(const Json& list) { return list.at(engines::below(rng_, list.size())); }

  /// The position after a turn, which is not played.
  Json after(const Json& answers) {
    return ask({{"position", now_.at("position")}, {"turns", Json::array({answers})}, {"legal", true}});
  }
  void play(const Json& answers) { now_ = after(answers); }
  void play_sample() {
    play(ask({{"position", now_.at("position")}, {"sample", engines::below(rng_, 1000)}}).at("sample"));
  }
  /// Whether each move is legal for the only seat to move.
  std::vector<bool> are_legal(const Json& moves) {
    Json check = Json::array();
    for (const Json& move : moves) {
      check.push_back({{"move", move}});
    }
    std::vector<bool> legal;
    const Json answer = ask({{"position", now_.at("position")}, {"check", check}});
    for (const Json& one : answer.at("checked")) {
      legal.push_back(one.at("legal").get<bool>());
    }
    return legal;
  }

 private:
  Json ask(const Json& request) {
    Json answer = Json::parse(requests_.answer(request.dump()));
    EXPECT_FALSE(answer.contains("error")) << answer;
    return answer;
  }
  void tell(const Json& request) { now_ = ask(request); }

  StepRequests requests_{10, [](const engines::Entry& game, Json& options, const engines::Seed& seed) {
                           return game.make(options, seed);
                         }};
  engines::Rng rng_;
  Json now_;
};

/// Every move of `domain` is legal exactly if it is listed, in each turn of a game of random listed moves.
void expect_exact(Played& game, const Json& domain, std::size_t turns) {
  while (!game.over() && turns-- > 0) {
    if (game.moves().is_null()) {
      game.play_sample();
      continue;
    }
    const Json listed = game.moves();
    const std::vector<bool> legal = game.are_legal(domain);
    for (std::size_t i = 0; i < domain.size(); ++i) {
      EXPECT_EQ(legal[i], std::ranges::find(listed, domain[i]) != listed.end()) << domain[i];
    }
    EXPECT_TRUE(std::ranges::all_of(game.are_legal(listed), [](bool is) { return is; }));
    ASSERT_FALSE(listed.empty());
    game.play(game.any_of(listed));
    EXPECT_EQ(game.now().at("refused"), Json::array());
  }
}

TEST(Legal, WallsAndPlanetsListAllTheirMoves) {
  for (std::uint64_t seed = 1; seed <= test_support::random_cases(2U); ++seed) {
    Played walls("walls", {{"n", 5}}, seed);
    expect_exact(walls, {"forward", "left", "right", "back", "", nullptr, 1}, 1000);
    EXPECT_TRUE(walls.over());
    Played planets("planets", {{"map", "corners_ghosts"}}, seed);
    expect_exact(planets, {"U", "D", "L", "R", ".", "u", "UD", "", nullptr, 0}, 1000);
    EXPECT_TRUE(planets.over());
  }
}

TEST(Legal, BattleshipListsShotsAndNoFleets) {
  Json cells = Json::array({{"a", 1}, Json::array({-1, 0}), Json::array({6, 0}), nullptr});
  for (int row = 0; row < 6; ++row) {
    for (int col = 0; col < 6; ++col) {
      cells.push_back(Json::array({row, col}));
    }
  }
  for (std::uint64_t seed = 1; seed <= test_support::random_cases(2U); ++seed) {
    Played game("battleship", {{"size", 6}, {"ships", {3, 2}}}, seed);
    ASSERT_EQ(game.now().at("legal").size(), 2U) << "both place at once";
    EXPECT_EQ(game.moves(), nullptr);
    expect_exact(game, cells, 1000);
    EXPECT_TRUE(game.over());
  }
}

TEST(Legal, SuperballListsEachSwapOnceAndEachScore) {
  for (std::uint64_t seed = 1; seed <= test_support::random_cases(1U); ++seed) {
    Played game("superball", {{"rows", 5}, {"cols", 5}, {"min_score_size", 2}, {"colors", "pb"}}, seed);
    Json lines = {"SWAP 0 0 0 0", "SWAP 0 0 5 0", "SCORE 9 9", "swap", nullptr};
    for (int one = 0; one < 25; ++one) {
      const auto place = [](int cell) { return std::to_string(cell / 5) + " " + std::to_string(cell % 5); };
      lines.push_back("SCORE " + place(one));
      for (int other = one + 1; other < 25; ++other) {
        lines.push_back("SWAP " + place(one) + " " + place(other));
      }
    }
    expect_exact(game, lines, 25);
  }
}

TEST(Legal, SuperballListsNothingOnABoardWithTooManySwaps) {
  Played game("superball", {{"rows", 40}, {"cols", 40}}, 1);
  EXPECT_EQ(game.moves().size(), 10U) << "five pieces";
  while (!game.moves().is_null()) {
    game.play_sample();
    ASSERT_LT(game.now().at("turn"), 100);
  }
}

TEST(Legal, SnakeListsTheStepsThatAreNotRefused) {
  const Json maze = {"#######", "#o$!T _", "# # # #", "#######"};
  for (std::uint64_t seed = 1; seed <= test_support::random_cases(2U); ++seed) {
    Played game("snake", {{"maze", maze}, {"max_steps", 60}}, seed);
    while (!game.over()) {
      const Json listed = game.moves();
      for (const std::string letter : {"N", "S", "E", "O"}) {
        const bool taken = !game.after(letter).at("events").at("refused").get<bool>();
        EXPECT_EQ(taken, std::ranges::find(listed, Json(letter)) != listed.end()) << letter;
      }
      game.play(game.any_of(listed));
    }
  }
}

TEST(Legal, SnakeListsNothingWhereOneAnswerIsTheWholePath) {
  const Played game("snake", {{"whole_path", true}}, 1);
  EXPECT_EQ(game.moves(), nullptr);
}

/// The cycles that were terminated in the last turn by their own answers, and not by another cycle's.
std::set<int> own_deaths(const Json& position) {
  std::set<int> cycles;
  for (const Json& one : position.at("events").at("terminated")) {
    if (one.at("cause") != "lost_square") {
      cycles.insert(one.at("cycle").get<int>());
    }
  }
  return cycles;
}

TEST(Legal, LightCycleListsTheCellsOfEachCycle) {
  const Json starts = {{{0, 0}, {5, 5}}, {{2, 2}, {5, 0}}};
  for (std::uint64_t seed = 1; seed <= test_support::random_cases(2U); ++seed) {
    Played game("lightcycle", {{"size", 6}, {"starts", starts}}, seed);
    while (!game.over()) {
      const Json legal = game.now().at("legal");
      Json answers = Json::array();
      std::set<int> stuck;
      for (const Json& of_seat : legal) {
        Json& answer = answers.emplace_back(Json::array());
        ASSERT_EQ(of_seat.at("parts").size(), 2U);
        for (const Json& cells : of_seat.at("parts")) {
          if (cells.empty()) {
            stuck.insert(of_seat.at("seat").get<int>() * 2 + static_cast<int>(answer.size()));
          }
          answer.push_back(cells.empty() ? Json::array({0, 0}) : game.any_of(cells));
        }
      }
      // Any other cell terminates its cycle.
      const Json& first = legal.at(0);
      for (int cell = -1; cell < 36; ++cell) {
        const Json target = Json::array({cell % 6, cell / 6});
        const Json& cells = first.at("parts").at(0);
        if ((!cells.empty() && cells.at(0).is_null()) || std::ranges::find(cells, target) != cells.end()) {
          continue;
        }
        Json other = answers;
        other.at(0).at(0) = target;
        const Json died = game.after(other.size() == 1 ? other.at(0) : other);
        EXPECT_TRUE(own_deaths(died).contains(first.at("seat").get<int>() * 2)) << target;
      }
      game.play(answers.size() == 1 ? answers.at(0) : answers);
      EXPECT_EQ(own_deaths(game.now()), stuck);
    }
  }
}

TEST(Legal, ASeatOfAHiddenGameIsToldOnlyItsOwn) {
  StepRequests requests(10, [](const engines::Entry& game, Json& options, const engines::Seed& seed) {
    return game.make(options, seed);
  });
  const Json answer = Json::parse(requests.answer(R"({"game":"battleship","seat":1,"legal":true})"));
  EXPECT_EQ(answer.at("legal"), Json::parse(R"([{"moves":null,"seat":1}])"));
}

TEST(Legal, IsToldOnlyWhenAsked) {
  StepRequests requests(10, [](const engines::Entry& game, Json& options, const engines::Seed& seed) {
    return game.make(options, seed);
  });
  EXPECT_FALSE(Json::parse(requests.answer(R"({"game":"walls"})")).contains("legal"));
  EXPECT_EQ(Json::parse(requests.answer(R"({"position":1,"legal":true})")).at("legal"),
            Json::parse(R"([{"moves":["forward","left","right"],"seat":0}])"));
}

}  // namespace
}  // namespace referee
