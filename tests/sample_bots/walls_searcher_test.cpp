#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <vector>

#include <nlohmann/json.hpp>

#include "sample_bots/cpp/walls/searcher.h"

namespace {

using walls::Act;
using walls::Board;
using walls::Searcher;

/// Plays a game between two searchers, or a searcher and a random walker if `b` is null; the lead at its end.
int play(Searcher& a, Searcher* b, int n, int first, std::uint64_t seed) {
  std::mt19937_64 rng(seed);
  Board board(n, first);
  while (!board.over()) {
    if (board.mover() == 0) {
      board.play(a.choose(board));
    } else {
      board.play(b != nullptr ? b->choose(board) : walls::kActs[rng() % walls::kActs.size()]);
    }
  }
  return board.lead();
}

TEST(WallsBoard, UndoRestoresEverything) {
  std::mt19937_64 rng(1);
  Board board(5, 0);
  while (!board.over()) {
    const auto hash = board.hash();
    const int mover = board.mover();
    for (const Act act : walls::kActs) {
      board.undo(board.play(act));
      ASSERT_EQ(board.hash(), hash);
      ASSERT_EQ(board.mover(), mover);
    }
    board.undo(board.pass());
    board.undo(board.forfeit());
    ASSERT_EQ(board.hash(), hash);
    board.play(walls::kActs[rng() % walls::kActs.size()]);
  }
}

TEST(WallsBoard, ReadsAView) {
  const auto view = nlohmann::json::parse(R"({"board":["A..",".B.","..."],"mover":1,"players":[
      {"at":[0,1],"face":"E","bricks":1,"idle":2,"stalled":false},
      {"at":[1,2],"face":"N","bricks":1,"idle":4,"stalled":true}]})");
  const Board board(view);
  EXPECT_EQ(board.side(), 3);
  EXPECT_EQ(board.mover(), 1);
  EXPECT_EQ(board.lead(), 0);
  EXPECT_EQ(board.walker(0).idle, 2);
  EXPECT_EQ(board.walker(1).idle, walls::kStalled);
  EXPECT_EQ(board.walker(1).face, 0);
  EXPECT_FALSE(board.blocked());
}

TEST(WallsSearcher, BeatsRandomPlayOnLargerBoards) {
  Searcher searcher({.budget = {}, .nodes = 2000});
  for (const int n : {5, 7}) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      EXPECT_GT(play(searcher, nullptr, n, seed % 2 == 0 ? 0 : 1, seed), 0) << n << " " << seed;
    }
  }
}

TEST(WallsSearcher, MoreNodesPlayBetter) {
  Searcher strong({.budget = {}, .nodes = 50'000});
  Searcher weak({.budget = {}, .nodes = 50});
  EXPECT_GE(play(strong, &weak, 5, 0, 0) + play(strong, &weak, 5, 1, 0), 1);
}

TEST(WallsSearcher, ANodeLimitMakesItRepeatable) {
  Searcher one({.budget = {}, .nodes = 3000});
  Searcher two({.budget = {}, .nodes = 3000});
  Board board(5, 0);
  while (!board.over()) {
    const Act act = one.choose(board);
    ASSERT_EQ(two.choose(board), act);
    board.play(act);
  }
}

TEST(WallsSearcher, KeepsToItsBudget) {
  Searcher searcher({.budget = std::chrono::milliseconds(30), .nodes = 0});
  for (const int n : {5, 31, 99}) {
    const auto begun = std::chrono::steady_clock::now();
    searcher.choose(Board(n, 0));
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::milliseconds(800)) << n;
  }
}

}  // namespace
