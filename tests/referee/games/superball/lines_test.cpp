#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "engines/registry.h"
#include "referee/base/shown_result.h"
#include "referee/games/superball/parts.h"

namespace referee::play {
namespace {

using testing::HasSubstr;
using Json = nlohmann::json;

const engines::Seed kSeed{1, "0123456789abcdef0123456789abcdef"};

TEST(SuperballLines, AMistakeIsAnsweredAndChangesNothing) {
  const auto lines = superball_lines(*engines::find_game("superball")->make(Json::object(), kSeed), {});
  const auto why_not = [&](std::string_view line) {
    const LineController::Reply reply = lines->receive(line);
    EXPECT_FALSE(reply.move);
    return reply.why_not;
  };
  EXPECT_THAT(why_not("swap 0 1 0 4"), HasSubstr("expected \"SWAP row col row col\""));
  EXPECT_THAT(why_not(""), HasSubstr("expected \"SWAP row col row col\""));
  EXPECT_THAT(why_not("\xff\x01"), HasSubstr("expected \"SWAP row col row col\""));
  EXPECT_THAT(why_not("SWAP 0 0 0 1"), HasSubstr("(0,0) is empty"));
  EXPECT_THAT(why_not("SWAP 0 1 0 1"), HasSubstr("both cells are (0,1)"));
  EXPECT_THAT(why_not("SWAP 8 0 0 1"), HasSubstr("(8,0) is not on the board"));
  EXPECT_THAT(why_not("SCORE 4 9"), HasSubstr("(4,9) is empty: SCORE takes a goal cell"));
  EXPECT_EQ(lines->receive("SWAP 0 1 0 4").move, "SWAP 0 1 0 4");
}

TEST(SuperballLines, KeepsUpWithTheMatch) {
  for (const char* deal : {"handout", "secret"}) {
    const Json options = {{"deal", deal}};
    const auto match = engines::find_game("superball")->make(options, kSeed);
    const auto lines = superball_lines(*engines::find_game("superball")->make(options, kSeed), {});
    engines::Rng rng(5);
    for (int i = 0; i < 200 && !match->to_move().empty(); ++i) {
      const Json move = match->sample(0, rng);
      const auto reply = lines->receive("  " + move.get<std::string>() + "\t");
      ASSERT_EQ(reply.move, move) << deal << ", move " << i << ": " << reply.why_not;
      (void)match->submit(0, *reply.move);
      match->settle(0, {}, false);
      match->step();
    }
  }
}

TEST(SuperballLines, TellsPositionsAndTheEndAsTheHandout) {
  const auto lines = superball_lines(*engines::find_game("superball")->make(Json::object(), kSeed), {});
  const Json view = {{"board", {"r.", "B*"}}, {"empty", 75}, {"score", 30}};
  EXPECT_EQ(lines->prompt(), "Your Move: ");
  EXPECT_EQ(lines->position(view), "Empty Cells: 75     Score: 30\n\nr.\nB*\n");
  EXPECT_EQ(lines->ending(shown_result("", Json(), {30})), "Game over. Final Score: 30");
}

}  // namespace
}  // namespace referee::play
