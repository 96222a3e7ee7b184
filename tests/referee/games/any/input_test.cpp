#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "referee/base/shown_result.h"
#include "referee/games/any/move_list.h"
#include "referee/games/game_parts.h"

// People who play a game that has no parts of its own.

namespace referee::play {
namespace {

using screen::Key;
using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<Json> kPlaces = {{0, 1}, {0, 2}, "pass"};

InputSetup setup_with(const MoveList::Moves& legal) {
  return {Json::object(), 1, {"ada", "person"}, [legal](std::size_t seat) {
            EXPECT_EQ(seat, 1U);
            return legal;
          }};
}

class AnyInputTest : public testing::Test {
 protected:
  void ask(const MoveList::Moves& legal) {
    input_ = parts_of("somebody's").input(setup_with(legal));
    input_->ask({});
  }
  std::optional<Json> type(std::string_view text) {
    for (const char letter : text) {
      EXPECT_EQ(input_->press({Key::letter, letter}), std::nullopt);
    }
    return input_->press({Key::enter});
  }

  std::unique_ptr<InputController> input_;
};

TEST_F(AnyInputTest, TheArrowsChooseALegalMove) {
  ask(kPlaces);
  EXPECT_THAT(input_->notes().at(0), HasSubstr("[1: [0,1]]  2: [0,2]  3: \"pass\""));
  EXPECT_EQ(input_->press({Key::enter}), Json({0, 1}));
  (void)input_->press({Key::up});
  (void)input_->press({Key::down});
  EXPECT_EQ(input_->press({Key::enter}), Json({0, 2}));
  (void)input_->press({Key::end});
  (void)input_->press({Key::right});
  EXPECT_EQ(input_->press({Key::enter}), "pass");
}

TEST_F(AnyInputTest, TypedAreANumberOfTheListJsonOrAWord) {
  ask(kPlaces);
  EXPECT_EQ(type("2"), Json({0, 2}));
  EXPECT_EQ(type("[0, 1]"), Json({0, 1}));
  EXPECT_EQ(type("pass"), "pass");
  EXPECT_EQ(type("4"), std::nullopt);
  EXPECT_THAT(input_->notes().at(0), HasSubstr("1 to 3"));
  EXPECT_EQ(type("[0,3]"), std::nullopt);
  EXPECT_THAT(input_->notes().at(0), HasSubstr("[0,3] is not a legal move"));
}

TEST_F(AnyInputTest, IntegersAreTypedAsTheyAre) {
  ask(std::vector<Json>{0, 4, 8});
  EXPECT_THAT(input_->notes().at(0), HasSubstr("[0]  4  8"));
  EXPECT_EQ(type("4"), 4);
  EXPECT_EQ(type("1"), std::nullopt);
}

TEST_F(AnyInputTest, WithoutAListAnyJsonIsAMove) {
  ask(std::nullopt);
  EXPECT_EQ(input_->press({Key::enter}), std::nullopt);
  EXPECT_THAT(input_->notes().at(0), HasSubstr("JSON"));
  EXPECT_EQ(type(R"({"from": [1, 2]})"), Json({{"from", {1, 2}}}));
  EXPECT_THAT(input_->keys(), HasSubstr("JSON"));
}

TEST_F(AnyInputTest, LettersBelongToATextThatHasBegun) {
  ask(std::nullopt);
  EXPECT_FALSE(input_->is_typing());
  (void)input_->press({Key::letter, '"'});
  EXPECT_TRUE(input_->is_typing());
  EXPECT_EQ(type("hq"), "\"hq") << "no JSON, so it is a word";
  ask(std::nullopt);
  (void)input_->press({Key::letter, '1'});
  (void)input_->press({Key::backspace});
  (void)input_->press({Key::backspace});
  EXPECT_FALSE(input_->is_typing());
}

TEST_F(AnyInputTest, ALongListIsShownAboutTheChosenMove) {
  std::vector<Json> moves;
  for (int i = 0; i < 400; ++i) {
    moves.push_back({{"place", i}});
  }
  ask(moves);
  EXPECT_THAT(input_->notes().at(0), testing::EndsWith(" >   400 legal"));
  (void)input_->press({Key::end});
  EXPECT_THAT(input_->notes().at(0), testing::StartsWith("< "));
  EXPECT_LT(input_->notes().at(0).size(), 160U);
}

TEST(AnyLines, ShowTheLegalMovesAndAnswerAMistake) {
  const auto lines = parts_of("somebody's")
                         .lines(*engines::find_game("walls")->make(Json::object(), {}), setup_with(kPlaces));
  const std::string text = lines->position(Json::parse(R"({"picture": {"grid": ["X."], "caption": "go"}})"));
  EXPECT_THAT(text, HasSubstr("\ngo\n"));
  EXPECT_THAT(text, HasSubstr("Legal moves:  1: [0,1]  2: [0,2]  3: \"pass\"\n"));
  EXPECT_EQ(lines->receive(" 3\r").move, "pass");
  EXPECT_FALSE(lines->receive("up").move);
  EXPECT_THAT(lines->receive("up").why_not, HasSubstr("\"up\" is not a legal move"));
  EXPECT_THAT(lines->ending(shown_result("", Json(), {1, 0.5})), HasSubstr("ada 1, person 0.5"));
}

}  // namespace
}  // namespace referee::play
