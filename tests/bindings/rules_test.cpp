#include "bindings/c/rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
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

// The arrays of a call of rules_play(), each game of which has its own.
struct Turn {
  Turn(const std::vector<Game>& games, std::string list, std::size_t width, std::size_t seats)
      : moves(std::move(list)),
        actions(games.size() * width, -1),
        seeds(games.size(), 5),
        movers(games.size()),
        rewards(games.size() * seats),
        masks(games.size() * width * Json::parse(moves).size(), 9) {
    for (const Game& game : games) {
      handles.push_back(game.get());
    }
    turn = {handles.size(), handles.data(), moves.data(),  moves.size(),   width,
            actions.data(), seeds.data(),   movers.data(), rewards.data(), masks.data()};
  }

  std::string moves;
  std::vector<rules_game*> handles;
  std::vector<std::int32_t> actions;
  std::vector<std::uint64_t> seeds;
  std::vector<std::int32_t> movers;
  std::vector<double> rewards;
  std::vector<std::uint8_t> masks;
  rules_turn turn{};
};

TEST(RulesPlay, ATurnOfManyGamesIsThatOfEachAndOneThatIsOverBeginsAnew) {
  std::vector<Game> games;
  std::vector<Game> alone;
  for (int i = 0; i < 5; ++i) {
    games.push_back(made("walls", R"({"n":3})"));
    alone.push_back(made("walls", R"({"n":3})"));
  }
  Turn turn(games, R"(["forward","left","up"])", 1, 2);
  engines::Rng rng(1);
  int over = 0;
  for (int step = 0; step < 300; ++step) {
    int refused = 0;
    std::vector<double> rewards;
    for (std::size_t i = 0; i < games.size(); ++i) {
      turn.actions[i] = static_cast<std::int32_t>(engines::below(rng, 4));  // 3: no move
      std::array<double, 2> before{};
      std::array<double, 2> after{};
      rules_scores(alone[i].get(), before.data(), 2);
      if (movers(alone[i]).empty()) {
        ++over;
        alone[i] = made("walls", R"({"n":3})");
        before = after;
      } else {
        const std::array<std::string, 4> kTexts = {R"("forward")", R"("left")", R"("up")", "null"};
        refused += play(alone[i], kTexts.at(static_cast<std::size_t>(turn.actions[i])));
        rules_scores(alone[i].get(), after.data(), 2);
      }
      rewards.insert(rewards.end(), {after[0] - before[0], after[1] - before[1]});
    }
    ASSERT_EQ(rules_play(&turn.turn), refused) << rules_error();
    EXPECT_EQ(turn.rewards, rewards);
    for (std::size_t i = 0; i < games.size(); ++i) {
      const auto to_move = movers(alone[i]);
      EXPECT_EQ(turn.movers[i], to_move.empty() ? -1 : static_cast<int>(to_move.front()));
      const std::vector<std::uint8_t> mask(turn.masks.begin() + static_cast<std::ptrdiff_t>(i) * 3,
                                           turn.masks.begin() + static_cast<std::ptrdiff_t>(i + 1) * 3);
      EXPECT_EQ(mask, to_move.empty() ? std::vector<std::uint8_t>({0, 0, 0})
                                      : std::vector<std::uint8_t>({1, 1, 0}));
      EXPECT_STREQ(rules_view(games[i].get(), RULES_EVERYBODY), rules_view(alone[i].get(), RULES_EVERYBODY));
    }
  }
  EXPECT_GT(over, 5);
}

TEST(RulesPlay, SeatsThatAreToMoveAtOnceHaveAnActionEach) {
  std::vector<Game> games;
  games.push_back(made("lightcycle", R"({"size":5,"starts":[[[0,0]],[[4,4]]]})"));
  Turn turn(games, "[[[1,0]],[[4,3]],[[3,4]]]", 2, 2);
  turn.actions = {0, 1};
  ASSERT_EQ(rules_play(&turn.turn), 0) << rules_error();
  EXPECT_EQ(turn.rewards, std::vector<double>({1, 1}));
  EXPECT_EQ(Json::parse(rules_view(games[0].get(), 0)).at("cycles"), Json::parse("[[1,0],[4,3]]"));
  EXPECT_EQ(turn.masks, std::vector<std::uint8_t>({0, 0, 0, 0, 0, 0}))
      << "no cell of the list is beside a cycle";
}

TEST(RulesPlay, AMistakeIsAFailure) {
  std::vector<Game> games;
  games.push_back(made("lightcycle"));
  games.push_back(made("walls"));
  EXPECT_EQ(rules_play(nullptr), -1);
  const auto fault_of = [&](const char* moves, std::size_t width) {
    const Turn wrong(games, moves, width, 4);
    EXPECT_EQ(rules_play(&wrong.turn), -1);
    return std::string(rules_error());
  };
  EXPECT_THAT(fault_of("3", 1), HasSubstr("expected a list"));
  EXPECT_THAT(fault_of("[]", 3), StartsWith("width: got 3"));
  EXPECT_THAT(fault_of("[]", 1), StartsWith("width: got 1"));
  EXPECT_THAT(fault_of("[]", 4), HasSubstr("got walls of 2 seats at number 1"));
  games.resize(1);
  Turn missing(games, "[]", 4, 4);
  missing.turn.movers = nullptr;
  EXPECT_EQ(rules_play(&missing.turn), -1);
  EXPECT_THAT(rules_error(), HasSubstr("expected movers"));
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
