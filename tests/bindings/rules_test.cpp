#include "bindings/c/rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/random.h"

namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

struct Close {
  void operator()(rules_session* session) const { rules_close(session); }
  void operator()(rules_game* game) const { rules_free(game); }
};
using Session = std::unique_ptr<rules_session, Close>;
using Game = std::unique_ptr<rules_game, Close>;

Game made(const char* game, const char* options = nullptr, std::uint64_t seed = 0) {
  return Game(rules_make(game, options, seed, nullptr));
}
int play(const Game& game, const std::string& answers) {
  return rules_apply(game.get(), answers.data(), answers.size());
}
std::vector<std::size_t> movers(const Game& game) {
  std::vector<std::size_t> seats(rules_to_move(game.get(), nullptr, 0));
  EXPECT_EQ(rules_to_move(game.get(), seats.data(), seats.size()), seats.size());
  return seats;
}
Json answer(const Session& session, const std::string& line) {
  const char* const text = rules_answer(session.get(), line.data(), line.size());
  return text == nullptr ? Json() : Json::parse(text);
}

TEST(Rules, TellOfAGameWhatRequestsTell) {
  const Session session(rules_open(10));
  for (const char* const name : {"walls", "battleship", "lightcycle", "planets", "snake", "superball"}) {
    const Game game = made(name, "{}", 7);
    ASSERT_TRUE(game) << rules_error();
    Json told = answer(session, Json{{"game", name}, {"seed", 7}}.dump());
    for (int turn = 0; turn < 30 && !told.at("over").get<bool>(); ++turn) {
      EXPECT_EQ(Json::parse(rules_view(game.get(), RULES_EVERYBODY)), told.at("view"));
      EXPECT_EQ(Json(movers(game)), told.at("to_move"));
      const Json sample =
          answer(session, Json{{"position", told.at("position")}, {"sample", turn}}.dump()).at("sample");
      EXPECT_EQ(play(game, sample.dump()), 0);
      told = answer(session,
                    Json{{"position", told.at("position")}, {"turns", {sample}}, {"setup", true}}.dump());
      Json here = Json::parse(rules_tell(game.get(), RULES_EVERYBODY));
      for (const auto& [key, value] : here.items()) {
        EXPECT_EQ(value, told.at(key)) << name << " " << key;
      }
    }
  }
}

TEST(Rules, ACopyGoesOnApart) {
  const Game game = made("walls");
  const Game copy(rules_clone(game.get()));
  EXPECT_EQ(play(copy, R"("forward")"), 0);
  EXPECT_EQ(movers(game), std::vector<std::size_t>{0});
  EXPECT_EQ(movers(copy), std::vector<std::size_t>{1});
  EXPECT_NE(std::string(rules_view(game.get(), 0)), rules_view(copy.get(), 0));
}

TEST(Rules, ScoresAreWrittenAsFarAsThereIsRoom) {
  const Game game = made("walls");
  std::array<double, 3> scores{-1, -1, -1};
  EXPECT_EQ(rules_scores(game.get(), scores.data(), 1), 2U);
  EXPECT_EQ(scores, (std::array<double, 3>{1, -1, -1}));
  EXPECT_EQ(rules_scores(game.get(), scores.data(), 3), 2U);
  EXPECT_EQ(scores, (std::array<double, 3>{1, 1, -1}));
}

TEST(Rules, RefusedAnswersAreCountedAndCountAsNoMove) {
  const Game game = made("battleship");
  EXPECT_EQ(play(game, R"(["x", null])"), 1);
  EXPECT_THAT(rules_tell(game.get(), 0), HasSubstr(R"("fault":"expected)"));
  EXPECT_THAT(rules_tell(game.get(), 1), HasSubstr(R"("refused":[])")) << "a seat hears only of its own";
  EXPECT_EQ(play(game, "[0,0]"), 0);
}

TEST(Rules, LegalMovesAreListedForASeatToMoveOnly) {
  const Game game = made("walls");
  EXPECT_STREQ(rules_legal(game.get(), 0), R"({"seat":0,"moves":["forward","left","right"]})");
  EXPECT_EQ(rules_legal(game.get(), 1), nullptr);
  EXPECT_STREQ(rules_error(), "seat: got 1, expected a seat to move");
  const Game cycles = made("lightcycle", R"({"size":5,"starts":[[[0,0]],[[4,4]]]})");
  EXPECT_STREQ(rules_legal(cycles.get(), 1), R"({"seat":1,"parts":[[[4,3],[3,4]]]})");
}

TEST(Rules, AFailureHasATextAndChangesNothing) {
  EXPECT_EQ(made("chess"), nullptr);
  EXPECT_STREQ(
      rules_error(),
      "game: got \"chess\", expected one of planets, lightcycle, snake, walls, superball, battleship");
  EXPECT_EQ(made("walls", R"({"n":4})"), nullptr);
  EXPECT_THAT(rules_error(), StartsWith("options.n: got 4, expected an odd integer"));
  EXPECT_EQ(made("walls", "[]"), nullptr);
  EXPECT_THAT(rules_error(), StartsWith("options: got "));
  EXPECT_EQ(made("walls", "{"), nullptr);
  EXPECT_THAT(rules_error(), StartsWith("options: "));
  EXPECT_EQ(made("walls", nullptr, ~std::uint64_t{0}), nullptr);
  EXPECT_THAT(rules_error(), StartsWith("seed: got 18446744073709551615"));
  const Game game = made("walls");
  const std::string before = rules_tell(game.get(), 0);
  EXPECT_EQ(play(game, "{"), -1);
  EXPECT_THAT(rules_error(), StartsWith("answers: "));
  EXPECT_EQ(rules_view(game.get(), 2), nullptr);
  EXPECT_STREQ(rules_error(), "seat: got 2, expected -1 to 1");
  EXPECT_EQ(before, rules_tell(game.get(), 0));
  while (rules_to_move(game.get(), nullptr, 0) > 0) {
    EXPECT_EQ(play(game, R"("left")"), 0);
  }
  EXPECT_EQ(play(game, R"("left")"), -1);
  EXPECT_THAT(rules_error(), HasSubstr("the game is over"));
  EXPECT_EQ(rules_open(0), nullptr);
  EXPECT_STREQ(rules_error(), "positions: got 0, expected at least 1");
}

TEST(Rules, NoHandleIsAFailureToo) {
  EXPECT_EQ(rules_make(nullptr, nullptr, 0, nullptr), nullptr);
  EXPECT_THAT(rules_error(), StartsWith("got NULL"));
  EXPECT_EQ(rules_answer(nullptr, "{}", 2), nullptr);
  EXPECT_EQ(rules_verify(nullptr, "{}", 2), nullptr);
  EXPECT_EQ(rules_clone(nullptr), nullptr);
  EXPECT_EQ(rules_apply(nullptr, "1", 1), -1);
  EXPECT_EQ(rules_to_move(nullptr, nullptr, 0), 0U);
  EXPECT_EQ(rules_legal(nullptr, 0), nullptr);
  EXPECT_EQ(rules_view(nullptr, 0), nullptr);
  EXPECT_EQ(rules_tell(nullptr, 0), nullptr);
  EXPECT_EQ(rules_scores(nullptr, nullptr, 0), 0U);
  rules_close(nullptr);
  rules_free(nullptr);
}

TEST(Rules, AnOversizeLineIsAnsweredWithAnError) {
  const Session session(rules_open(1));
  EXPECT_TRUE(answer(session, std::string(std::size_t{5} << 20U, ' ')).contains("error"));
}

/// Bytes of lines are changed, cut and doubled. What is no request gets an error line, and a later request is
/// answered as before.
TEST(Rules, AnyBytesAreAnsweredWithALine) {
  const Session session(rules_open(5));
  const std::vector<std::string> lines = {
      R"({"game":"walls","options":{"n":3},"seed":7,"turns":["left",null],"legal":true,"views":true})",
      R"({"game":"lightcycle","options":{"size":5,"starts":[[[0,0]],[[4,4]]]},"sample":3,"check":[{"seat":0,"move":[[0,1]]}]})",
      R"({"game":"snake","options":{"maze":["o$_"]},"turns":["E"],"id":["x"]})",
      R"({"position":1,"turns":["forward"],"forget":true})"};
  const std::string start = R"({"game":"planets","view":false,"setup":false})";
  engines::Rng rng(45);
  for (int i = 0; i < 4000; ++i) {
    std::string line = lines[engines::below(rng, lines.size())];
    for (std::uint64_t changes = engines::below(rng, 4); changes > 0 && !line.empty(); --changes) {
      const std::size_t at = engines::below(rng, line.size());
      switch (engines::below(rng, 3)) {
        case 0:
          line[at] = static_cast<char>(engines::below(rng, 256));
          break;
        case 1:
          line.erase(at, 1 + engines::below(rng, 5));
          break;
        default:
          line.insert(at, line.substr(at, engines::below(rng, 9)));
      }
    }
    const Json said = answer(session, line);
    ASSERT_TRUE(said.is_object() && (said.contains("error") || said.contains("turn"))) << line << said;
  }
  EXPECT_EQ(answer(session, start).at("turn"), 0);
}

TEST(Rules, AnyBytesAreNoRecord) {
  const Session session(rules_open(1));
  for (const std::string text : {"", "\n", "{}", "{\"record\":1}\n", "\xff\xfe", "[[[["}) {
    const Json said = Json::parse(rules_verify(session.get(), text.data(), text.size()));
    EXPECT_EQ(said.at("status"), "different") << text;
    EXPECT_TRUE(said.at("difference").is_object());
  }
}

}  // namespace
