#include "referee/adapt/superball.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace referee {
namespace {

using Json = nlohmann::json;

Json view_with(int empty, int score) {
  return {{"board", {"r.........", "B*....G.**"}}, {"empty", empty}, {"score", score}};
}

TEST(SuperballBoard, IsALineForEachRow) {
  EXPECT_EQ(superball_board(view_with(75, 30)), "r.........\nB*....G.**\n");
}

TEST(SuperballPosition, IsTheHandoutsText) {
  EXPECT_EQ(superball_position(view_with(75, 30)),
            "Empty Cells: 75     Score: 30\n\nr.........\nB*....G.**\n");
  EXPECT_EQ(superball_position(view_with(1, 12345)),
            "Empty Cells: 1      Score: 12345\n\nr.........\nB*....G.**\n");
}

}  // namespace
}  // namespace referee
