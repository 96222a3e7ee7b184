#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

#include <nlohmann/json.hpp>

#include "sample_bots/cpp/superball/board.h"
#include "sample_bots/cpp/superball/outlook.h"
#include "tests/support/complaint.h"
#include "tests/support/plain_rules.h"
#include "tests/support/random_cases.h"
#include "tests/support/superball_game.h"

namespace {

using engines::Superball;
using superball::Board;
using superball::Move;
using superball::Rules;

int below(std::mt19937_64& rng, int n) { return static_cast<int>(rng() % static_cast<std::uint64_t>(n)); }

Superball::Options some_options(std::mt19937_64& rng) {
  Superball::Options options;
  options.rows = 5 + below(rng, 6);
  options.cols = 2 + below(rng, 11);
  options.min_score_size = 1 + below(rng, 6);
  options.colors = std::string("pbyrgcwz").substr(0, static_cast<std::size_t>(1 + below(rng, 8)));
  return options;
}

/// Half of the time scores a set if it can, otherwise swaps at random: this makes long games.
Move some_move(const Board& board, std::mt19937_64& rng) {
  if (const auto sets = board.scoring_sets(); !sets.empty() && below(rng, 2) == 0) {
    return {sets[static_cast<std::size_t>(below(rng, static_cast<int>(sets.size())))].goal};
  }
  const auto pieces = board.pieces();
  const int a = below(rng, static_cast<int>(pieces.size()));
  const int step = 1 + below(rng, static_cast<int>(pieces.size()) - 1);
  return {pieces[static_cast<std::size_t>(a)],
          pieces[static_cast<std::size_t>((a + step) % static_cast<int>(pieces.size()))]};
}

/// Adds the pieces that the engine reports.
void add(Board& board, const engines::Json& events) {
  for (const auto& piece : events.at("added")) {
    const int cell = piece.at(0).get<int>() * board.rules().columns + piece.at(1).get<int>();
    ASSERT_EQ(board.at(cell), superball::kEmpty);
    board.place(cell, static_cast<int>(board.rules().colours.find(piece.at(2).get<std::string>())));
  }
}

TEST(SuperballBoard, AgreesWithTheEngine) {
  std::mt19937_64 rng(1);
  for (std::uint64_t seed = 0; seed < test_support::random_cases(10U); ++seed) {
    Superball game(some_options(rng), engines::Seed{seed, ""});
    Board board = board_of(game);
    double score = 0;
    for (int moves = 0; !game.to_move().empty() && moves < 200; ++moves) {
      const Move move = some_move(board, rng);
      ASSERT_TRUE(board.legal(move));
      engines::Json events;
      ASSERT_TRUE(play_move(game, move, &events)) << superball::text_of(move, board.rules());
      score += board.play(move);
      add(board, events);
      ASSERT_EQ(game.scores().front(), score);
      ASSERT_EQ(test_support::view_of(game).at("board"), engines::Json(board.rows()));
      ASSERT_EQ(test_support::view_of(game).at("empty"), board.empty());
    }
  }
}

TEST(SuperballBoard, CallsLegalWhatTheEngineCallsLegal) {
  std::mt19937_64 rng(2);
  int legal = 0;
  for (std::uint64_t seed = 0; seed < test_support::random_cases(10U); ++seed) {
    Superball game(some_options(rng), engines::Seed{seed, ""});
    for (int moves = 0; !game.to_move().empty() && moves < 30; ++moves) {
      const Board board = board_of(game);
      const int cells = board.rules().cells();
      for (int i = 0; i < 20; ++i) {
        const Move move{below(rng, cells), below(rng, 3) == 0 ? -1 : below(rng, cells)};
        auto copy = game;
        ASSERT_EQ(board.legal(move), play_move(copy, move)) << superball::text_of(move, board.rules());
        legal += board.legal(move) ? 1 : 0;
      }
      ASSERT_TRUE(play_move(game, some_move(board, rng)));
    }
  }
  EXPECT_GT(legal, 200);
}

// "there are two scoring sets -- the set of 10 purple cells in the upper right-hand corner, and the set of 6
// green cells on the left side of the screen" (handout)
TEST(SuperballBoard, FindsTheHandoutsSets) {
  const Board board(Rules{}, {"...yyryy.p", "y.rg.yppyp", "**gg.yrpPP", "GGgbgybp**", "R*bg.yrp*P",
                              "G*gygyypY*", "yyybpby.pb", ".pgg.yp.bb"});
  const auto sets = board.scoring_sets();
  ASSERT_EQ(sets.size(), 2U);
  EXPECT_EQ(sets[0].cells.size(), 10U);
  EXPECT_EQ(sets[0].colour, 0);
  EXPECT_EQ(sets[1].cells.size(), 6U);
  EXPECT_EQ(sets[1].colour, 4);
  EXPECT_EQ(board.empty(), 20);
}

TEST(SuperballBoard, NamesWhatIsWrongWithRows) {
  const auto why = [](const std::vector<std::string>& rows) -> std::string {
    Rules rules;
    rules.rows = 2;
    rules.columns = 3;
    return test_support::complaint([&] { Board(rules, rows); });
  };
  EXPECT_EQ(why({"p.*", "P.g"}), "accepted");
  EXPECT_EQ(why({"p.*"}), "got 1 rows, expected 2");
  EXPECT_EQ(why({"p.*", "p."}), "row 1: got 2 characters, expected 3");
  EXPECT_EQ(why({"p.*", "p.x"}), "row 1: 'x' is neither a colour nor an empty cell");
}

/// The value of a move, computed anew from the position after it.
float value_after(superball::Outlook& outlook, const superball::Weights& weights,
                  const superball::Shape& shape, superball::Position position,
                  const superball::Choice& choice) {
  if (choice.b < 0) {
    const auto colour = static_cast<std::size_t>(position.at[static_cast<std::size_t>(choice.a)]);
    position.remove(shape.flood(superball::only(choice.a), position.of[colour]), static_cast<int>(colour));
  } else {
    position.swap(choice.a, choice.b);
  }
  float value = 0;
  outlook.features(position, choice.b < 0,
                   [&](auto table, std::size_t index) { value += (weights.*table)[index]; });
  return value;
}

TEST(SuperballOutlook, ValuesEveryMoveByWhatItLeavesBehind) {
  std::mt19937_64 rng(3);
  superball::Weights weights;
  for (auto* table : {&weights.room, &weights.wall}) {
    for (float& weight : *table) {
      weight = static_cast<float>(below(rng, 1000)) / 1000;
    }
  }
  for (auto* table : {&weights.rest, &weights.phase}) {
    for (float& weight : *table) {
      weight = static_cast<float>(below(rng, 1000)) / 1000;
    }
  }
  for (std::uint64_t seed = 0; seed < test_support::random_cases(5U); ++seed) {
    Superball game(some_options(rng), engines::Seed{seed, ""});
    const superball::Shape shape(board_of(game));
    superball::Outlook outlook(shape, weights);
    for (int moves = 0; !game.to_move().empty() && moves < 20; ++moves) {
      const Board board = board_of(game);
      const superball::Position position(shape, board);
      outlook.look(position);
      std::vector<superball::Choice> choices;
      outlook.best(100'000, choices);
      for (std::size_t i = 0; i < choices.size(); i += 7) {
        ASSERT_NEAR(choices[i].value, value_after(outlook, weights, shape, position, choices[i]), 1e-2);
      }
      ASSERT_TRUE(choices.empty() || choices.front().value == outlook.best().value);
      ASSERT_TRUE(play_move(game, some_move(board, rng)));
    }
  }
}

}  // namespace
