#include "engines/step/step_requests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "tests/support/random_cases.h"

namespace referee {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

std::unique_ptr<engines::Game> made(const engines::Entry& game, Json& options, const engines::Seed& seed) {
  return game.make(options, seed);
}

class Requests : public testing::Test {
 protected:
  Json answer_line(const std::string& line) {
    const std::string text = requests_.answer(line);
    EXPECT_EQ(text.find('\n'), std::string::npos);
    return Json::parse(text);
  }
  Json answer(const Json& request) { return answer_line(request.dump()); }
  std::string error(const Json& request) {
    const Json answered = answer(request);
    EXPECT_EQ(answered.size(), 2U) << answered;
    return answered.at("error").get<std::string>();
  }

  StepRequests requests_{100, made};
};

TEST_F(Requests, TellAPositionAndPlayOnFromIt) {
  const Json start = answer({{"id", "a"}, {"game", "walls"}, {"options", {{"n", 3}}}});
  EXPECT_EQ(start.at("id"), "a");
  EXPECT_EQ(start.at("position"), 1);
  EXPECT_EQ(start.at("turn"), 0);
  EXPECT_EQ(start.at("to_move"), Json::array({0}));
  EXPECT_EQ(start.at("events"), nullptr);
  EXPECT_EQ(start.at("over"), false);
  EXPECT_EQ(start.at("outcome"), nullptr);
  EXPECT_TRUE(start.contains("setup"));
  const Json next = answer({{"position", 1}, {"turns", {"left"}}});
  EXPECT_EQ(next.at("id"), nullptr);
  EXPECT_EQ(next.at("position"), 2);
  EXPECT_EQ(next.at("turn"), 1);
  EXPECT_EQ(next.at("to_move"), Json({1}));
  EXPECT_FALSE(next.contains("setup")) << "it never changes";
  // The first position is as it was, and all answers at once lead to the same.
  EXPECT_EQ(answer({{"position", 1}}).at("view"), start.at("view"));
  EXPECT_EQ(answer({{"position", 1}}).at("position"), 1);
  const Json at_once = answer({{"game", "walls"}, {"options", {{"n", 3}}}, {"turns", {"left"}}});
  EXPECT_EQ(at_once.at("view"), next.at("view"));
}

TEST_F(Requests, PlayEveryGameToItsEndBySamples) {
  for (const engines::Entry& game : engines::games()) {
    Json now = answer({{"game", game.name}, {"seed", 3}, {"sample", 0}});
    int turns = 0;
    while (!now.at("over").get<bool>()) {
      ASSERT_EQ(now.at("refused"), Json::array()) << game.name;
      now = answer({{"position", now.at("position")},
                    {"turns", Json::array({now.at("sample")})},
                    {"sample", ++turns},
                    {"view", false},
                    {"forget", true}});
    }
    EXPECT_EQ(now.at("turn"), turns);
    EXPECT_EQ(now.at("sample"), nullptr);
    EXPECT_EQ(now.at("to_move"), Json::array());
    EXPECT_TRUE(now.at("outcome").is_object()) << game.name;
  }
}

TEST_F(Requests, SayWhetherMovesAreLegal) {
  const Json asked = answer({{"game", "walls"},
                             {"options", {{"n", 3}}},
                             {"check", {{{"move", "left"}}, {{"move", "up"}}, {{"seat", 0}, {"move", 5}}}}});
  const Json checked = asked.at("checked");
  EXPECT_EQ(checked[0], Json({{"legal", true}}));
  EXPECT_EQ(checked[1].at("verdict"), "malformed");
  EXPECT_THAT(checked[1].at("why").get<std::string>(), HasSubstr("\"up\""));
  EXPECT_EQ(checked[2].at("legal"), false);
  // A check changes nothing: no move is left behind for the next turn.
  const Json next = answer({{"position", 1}, {"turns", {nullptr}}});
  EXPECT_EQ(next.at("view").at("players")[0].at("face"), asked.at("view").at("players")[0].at("face"));
  EXPECT_THAT(error({{"position", 1}, {"check", {{{"seat", 1}, {"move", "left"}}}}}),
              StartsWith("check[0].seat: got 1, expected a seat to move"));
  EXPECT_THAT(error({{"game", "lightcycle"}, {"check", {{{"move", 1}}}}}),
              StartsWith("check[0].seat: got nothing, expected a seat"));
}

TEST_F(Requests, TellASeatOnlyWhatItMayKnow) {
  const Json game = {{"game", "battleship"}, {"options", {{"size", 5}, {"ships", {2}}}}};
  Json request = game;
  request["sample"] = 1;
  const Json start = answer(request);
  ASSERT_EQ(start.at("sample").size(), 2U) << "both place their ships";
  request = {{"position", start.at("position")}, {"turns", {start.at("sample")}}, {"views", true}};
  const Json all = answer(request);
  ASSERT_EQ(all.at("views").size(), 2U);
  EXPECT_NE(all.at("views")[0], all.at("views")[1]);
  EXPECT_NE(all.at("views")[0], all.at("view"));
  EXPECT_TRUE(all.at("scores").is_array());
  const Json seat = answer({{"position", all.at("position")}, {"seat", 1}});
  EXPECT_EQ(seat.at("view"), all.at("views")[1]);
  EXPECT_EQ(seat.at("scores"), nullptr);
  EXPECT_THAT(error({{"position", all.at("position")}, {"seat", 2}}), "seat: got 2, expected 0 to 1");
}

// The id is given back whatever it is.
TEST_F(Requests, AreReadKeyByKey) {
  const auto complaint = [this](const Json& request) { return answer(request).value("error", "accepted"); };
  const Json start = {{"game", "walls"}};
  EXPECT_EQ(complaint(start), "accepted");
  EXPECT_THAT(complaint({{"game", "walls"}, {"id", 1}, {"forget", true}}),
              testing::HasSubstr("forget: got true, expected one of the keys game,"));
  EXPECT_THAT(complaint({{"position", 1}, {"id", "x"}, {"seed", 1}}),
              testing::HasSubstr("seed: got 1, expected one of the keys game, position,"));
  EXPECT_THAT(complaint({{"gaem", "walls"}, {"options", {}}}), testing::StartsWith("gaem: got \"walls\""));
}

TEST_F(Requests, SayWhyAnAnswerWasNoMove) {
  const Json next = answer({{"game", "walls"}, {"turns", {"up"}}});
  ASSERT_EQ(next.at("refused").size(), 1U);
  EXPECT_EQ(next.at("refused")[0].at("seat"), 0);
  EXPECT_EQ(next.at("turn"), 1);
}

TEST_F(Requests, NameWhatIsWrong) {
  EXPECT_THAT(error({{"turns", Json::array()}}), StartsWith("game: "));
  EXPECT_THAT(error({{"game", "chess"}}), HasSubstr("game: got \"chess\", expected"));
  EXPECT_THAT(error({{"game", "walls"}, {"position", 1}}), HasSubstr("either a game or a position"));
  EXPECT_THAT(error({{"game", "walls"}, {"tunrs", 1}}), HasSubstr("tunrs"));
  EXPECT_THAT(error({{"game", "walls"}, {"options", {{"n", 4}}}}), HasSubstr("options.n: got 4"));
  EXPECT_THAT(error({{"game", "walls"}, {"turns", "left"}}), "turns: got \"left\", expected a list");
  EXPECT_THAT(error({{"game", "walls"}, {"seed", -1}}), StartsWith("seed: got -1"));
  EXPECT_THAT(error({{"game", "lightcycle"}, {"turns", {5}}}),
              StartsWith("turns[0]: got 5, expected a list of "));
  EXPECT_THAT(error({{"position", 1}}), "position: got 1, expected a game first: no position was told yet");
  answer({{"game", "walls"}});
  EXPECT_THAT(error({{"position", 2}}), "position: got 2, expected one that was told: 1 to 1");
  EXPECT_EQ(answer({{"id", 5}, {"position", 2}}).at("id"), 5);
  EXPECT_THAT(answer_line("{").at("error").get<std::string>(), StartsWith("not JSON"));
  EXPECT_THAT(answer_line("[1]").at("error").get<std::string>(), "got [1], expected an object");
}

TEST_F(Requests, AMistakeKeepsNothing) {
  EXPECT_THAT(error({{"game", "walls"}, {"seat", 2}}), HasSubstr("seat: got 2"));
  EXPECT_EQ(answer({{"game", "walls"}}).at("position"), 1) << "the number was not used";
  EXPECT_THAT(error({{"position", 1}, {"forget", true}, {"seat", 2}}), HasSubstr("seat: got 2"));
  EXPECT_EQ(answer({{"position", 1}}).at("position"), 1) << "it was not forgotten";
}

TEST(StepRequestsKept, ForgetsWhatWasNotUsedForTheLongestTime) {
  StepRequests requests(2, made);
  const auto ask = [&](const Json& request) { return Json::parse(requests.answer(request.dump())); };
  ask({{"game", "walls"}});
  ask({{"game", "walls"}});
  ask({{"position", 1}});
  ask({{"game", "walls"}});
  EXPECT_EQ(ask({{"position", 1}}).at("position"), 1);
  EXPECT_THAT(
      ask({{"position", 2}}).at("error").get<std::string>(),
      "position: got 2, which is forgotten: the 2 used last are kept (--keep), and \"forget\" drops one");
  EXPECT_EQ(ask({{"position", 1}, {"forget", true}}).at("position"), nullptr);
  EXPECT_THAT(ask({{"position", 1}}).at("error").get<std::string>(), HasSubstr("which is forgotten"));
  // The only position makes room for the one that follows from it.
  StepRequests one(1, made);
  one.answer(R"({"game":"walls"})");
  EXPECT_EQ(Json::parse(one.answer(R"({"position":1,"turns":["left"]})")).at("turn"), 1);
}

/// Requests, cut, changed and put together by chance: each gets one line, and the next true one its answer.
TEST_F(Requests, AnswerGarbageWithALineEach) {
  const std::vector<std::string> seeds = {
      R"({"id":1,"game":"walls","options":{"n":3},"seed":7,"turns":["left","right",null],"sample":5})",
      R"({"id":2,"position":1,"turns":[],"check":[{"seat":0,"move":"left"}],"views":true,"forget":true})",
      R"({"game":"battleship","salt":"00","seat":1,"view":false,"setup":true})",
      R"({"game":"planets","options":{"map":"spiral"},"turns":["U","R","north",{"a":[1,2]}]})",
      R"({"game":"lightcycle","turns":[[[[1,2]],null,null,[[4,3]]]]})",
      R"({"game":"snake","options":{"maze":"c2_handout_hall"}})",
      std::string(3000, '['),
      R"({"id":"\ud800"})",
      "\xff\xfe{}",
      std::string("{\"id\":\0}", 8)};
  std::mt19937_64 random(20261125);
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  int mistakes = 0;
  const int cases = test_support::random_cases(300);
  for (int round = 0; round < cases; ++round) {
    std::string line = seeds[below(seeds.size())];
    for (std::size_t change = below(6); change > 0; --change) {
      const std::size_t at = below(line.size());
      switch (below(5)) {
        case 0:
          line[at] = static_cast<char>(random() % 256);
          break;
        case 1:
          line.erase(at, 1 + below(8));
          break;
        case 2:
          line.insert(at, seeds[below(seeds.size())].substr(0, below(30)));
          break;
        case 3:
          line.resize(at + 1);
          break;
        default:
          line.insert(at, std::to_string(random()));
      }
      if (line.empty()) {
        line = "{";
      }
    }
    std::erase(line, '\n');
    const Json answered = answer_line(line);
    ASSERT_TRUE(answered.is_object()) << line;
    ASSERT_TRUE(answered.contains("error") || answered.contains("turn")) << line;
    mistakes += answered.contains("error") ? 1 : 0;
  }
  EXPECT_GT(mistakes, cases / 3);
  EXPECT_LT(mistakes, cases);
  EXPECT_EQ(answer({{"game", "walls"}, {"turns", {"left"}}}).at("turn"), 1);
}

}  // namespace
}  // namespace referee
