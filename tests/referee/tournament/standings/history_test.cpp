#include "referee/tournament/standings/history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "protocol/fields.h"
#include "tests/referee/tournament/histories.h"
#include "tests/support/complaint.h"

namespace referee {
namespace {

// Tournaments 3.4: points are exact.
TEST(Points, SharesOfAnyTableAddUpExactly) {
  for (std::int64_t parts = 1; parts < static_cast<std::int64_t>(Points::kMaxTable); ++parts) {
    Points sum;
    for (std::int64_t i = 0; i < parts; ++i) {
      sum += Points::halves(1, parts);
    }
    EXPECT_EQ(sum + sum, Points::whole(1)) << parts;
  }
}

TEST(Points, CompareByValue) {
  EXPECT_EQ(Points::halves(2), Points::whole(1));
  EXPECT_EQ(Points::halves(2, 3) + Points::halves(1, 3), Points::halves(1));
  EXPECT_LT(Points::halves(1, 3), Points::halves(1, 2));
  EXPECT_EQ(Points::of_units(Points::halves(5, 7).units()), Points::halves(5, 7));
  EXPECT_DOUBLE_EQ((Points::whole(3) - Points::halves(1)).value(), 2.5);
}

// At most two decimals, and no zeros at the end.
TEST(Points, AreShownShort) {
  EXPECT_EQ(Points().text(), "0");
  EXPECT_EQ(Points::whole(12).text(), "12");
  EXPECT_EQ(Points::halves(5).text(), "2.5");
  EXPECT_EQ(Points::halves(10, 3).text(), "1.67");
  EXPECT_EQ(Points::halves(4, 3).text(), "0.67");
  EXPECT_EQ(Points::halves(1, 10).text(), "0.05");
  EXPECT_EQ((Points() - Points::halves(3)).text(), "-1.5");
  EXPECT_EQ(Points::of_units(-1).text(), "0");
}

using test_support::complaint;
using testing::HasSubstr;

TEST(PlayedRound, ACopyIsAsItWasWhicheverOfTheTwoIsEdited) {
  const auto stages = [](const PlayedRound& round) {
    std::vector<int> all;
    for (const PlayedEncounter& played : round) {
      all.push_back(played.encounter.stage);
    }
    return all;
  };
  const PlayedEncounter played{histories::encounter({0, 1}), {}};
  PlayedRound round{played, played};
  const PlayedRound first = round;
  round.edit()[1].encounter.stage = 1;
  PlayedRound second = round;
  second.edit()[0].encounter.stage = 2;
  round.push_back(played);
  PlayedRound moved = std::move(second);
  second = {played};
  second.edit().clear();
  EXPECT_EQ(stages(first), (std::vector<int>{0, 0}));
  EXPECT_EQ(stages(round), (std::vector<int>{0, 1, 0}));
  EXPECT_EQ(stages(moved), (std::vector<int>{2, 1}));
  EXPECT_TRUE(second.empty());
  EXPECT_EQ(&first[0], &PlayedRound(first)[0]) << "they are shared";
}

TEST(HistoryJson, EncountersComeBackAsTheyWere) {
  std::vector<Encounter> all{
      histories::encounter({4, 0, 17, 3}),   histories::encounter({1, 2}),
      histories::bye(9).encounter,           histories::encounter({4}, Encounter::Kind::half_bye),
      histories::forfeit(5, 6, 1).encounter, histories::forfeit(7, 8, {}).encounter};
  all[1].round = 12;
  all[1].table = 20;
  all.push_back(histories::encounter({2}));
  all.back().instance = 17;
  all.push_back(histories::encounter({3, 5}));
  all.back().stage = 2;
  EXPECT_EQ(read_encounters(encounters_json(all)), all);
  EXPECT_TRUE(read_encounters(encounters_json({})).empty());
}

TEST(HistoryJson, EncountersAreReadable) {
  EXPECT_EQ(encounters_json({histories::forfeit(5, 6, 1).encounter, histories::bye(2).encounter}),
            R"([{"round":1,"table":1,"kind":"forfeit","entrants":[5,6],"winner":1},)"
            R"({"round":1,"table":1,"kind":"bye","entrants":[2]}])");
  Encounter later = histories::encounter({3, 5});
  later.stage = 2;
  EXPECT_EQ(encounters_json({later}), R"([{"round":1,"table":1,"kind":"play","entrants":[3,5],"stage":2}])");
}

TEST(HistoryJson, AGameComesBackAsItWas) {
  GameResult game = histories::game(3, {0.1 + 0.2, -1e300, 12});
  game.struck = true;
  game.no_show = {false, true, false};
  game.tallies[1].by_verdict = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  game.tallies[1].turns = 55;
  game.tallies[1].used = Microseconds(9'007'199'254'740'993);
  game.ended = "2026-11-20T08:00:00.000Z";
  game.versions = {0, 2, 0};
  game.why_absent = {"", "no hello", ""};
  game.deciding = {"bricks", {12, 8.5, 0}};
  game.machines = {{"AMD EPYC 7763", "bwrap", Microseconds(19'804)}, {"", ""}};
  const GameResult back = read_game_result(game_result_json(game));
  EXPECT_EQ(back.game_no, 3);
  EXPECT_EQ(back.ended, game.ended);
  EXPECT_EQ(back.versions, game.versions);
  EXPECT_EQ(back.why_absent, game.why_absent);
  EXPECT_EQ(back.machines, game.machines);
  EXPECT_EQ(back.deciding, game.deciding);
  EXPECT_TRUE(back.struck);
  EXPECT_EQ(back.scores, game.scores);
  EXPECT_EQ(back.no_show, game.no_show);
  ASSERT_EQ(back.tallies.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(back.tallies[i].by_verdict, game.tallies[i].by_verdict);
    EXPECT_EQ(back.tallies[i].turns, game.tallies[i].turns);
    EXPECT_EQ(back.tallies[i].used, game.tallies[i].used);
    EXPECT_EQ(back.tallies[i].worst, game.tallies[i].worst);
  }
}

TEST(HistoryJson, AGameOfALadderComesBackAsItWas) {
  LadderGame game{histories::game(7, {3})};
  game.entrants = {4};
  game.house = 0.5;
  game.house_first = true;
  game.moves = std::string(64, 'a');
  game.instance = BlockInstance{2, 17};
  const std::string json = game_result_json(game);
  const LadderGame back = read_ladder_game(json);
  EXPECT_EQ(back.game_no, 7);
  EXPECT_EQ(back.scores, game.scores);
  EXPECT_EQ(back.entrants, game.entrants);
  EXPECT_EQ(back.house, game.house);
  EXPECT_TRUE(back.house_first);
  EXPECT_EQ(back.moves, game.moves);
  EXPECT_EQ(back.instance, game.instance);
  EXPECT_EQ(game_result_json(read_game_result(json)), game_result_json(histories::game(7, {3})));
}

TEST(HistoryJson, AGameOfBotsThatWereNotHandedInNamesNoVersions) {
  GameResult game = histories::game(1, {1, 0});
  const std::string before = game_result_json(game);
  game.versions = {0, 0};
  EXPECT_EQ(game_result_json(game), before);
  EXPECT_TRUE(read_game_result(before).versions.empty());
}

TEST(HistoryJson, DamagedEncountersAreRefused) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "expected JSON"},
      {"[", "expected JSON"},
      {"{}", "expected a list of matches"},
      {"[1]", "encounters[0]: got 1, expected an object"},
      {R"([{"table":1,"kind":"bye","entrants":[1]}])", "encounters[0].round: missing"},
      {R"([{"round":1.0,"table":1,"kind":"bye","entrants":[1]}])", "encounters[0].round: got 1.0"},
      {R"([{"round":0,"table":1,"kind":"bye","entrants":[1]}])", "encounters[0].round: got 0"},
      {R"([{"round":1,"table":1,"entrants":[1]}])", "encounters[0].kind: missing"},
      {R"([{"round":1,"table":1,"kind":"free","entrants":[1]}])", "one of \"play\", \"bye\", \"forfeit\""},
      {R"([{"round":1,"table":1,"kind":"bye","entrants":[1,2]}])", "expected one entrant"},
      {R"([{"round":1,"table":1,"kind":"play","entrants":[1]}])", "expected two entrants or more"},
      {R"([{"round":1,"table":1,"kind":"play","entrants":[1,1]}])", "encounters[0].entrants[1]: got 1"},
      {R"([{"round":1,"table":1,"kind":"play","entrants":[1,-2]}])", "encounters[0].entrants[1]: got -2"},
      {R"([{"round":1,"table":1,"kind":"play","entrants":"ab"}])", "encounters[0].entrants: got \"ab\""},
      {R"([{"round":1,"table":1,"kind":"play","entrants":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]}])",
       "at most 17 entries"},
      {R"([{"round":1,"table":1,"kind":"play","entrants":[1,2],"winner":0}])", "only a forfeit names one"},
      {R"([{"round":1,"table":1,"kind":"forfeit","entrants":[1,2],"winner":2}])", "from 0 to 1"},
      {R"([{"round":1,"table":1,"kind":"bye","entrants":[1],"odd":1}])", "encounters[0].odd: got 1"},
      {R"([{"round":1,"table":1,"kind":"play","entrants":[1,2],"stage":16}])", "encounters[0].stage: got 16"},
  };
  for (const auto& [json, why] : cases) {
    EXPECT_THAT(complaint<fields::Exception>([&] { read_encounters(json); }), HasSubstr(why)) << json;
  }
}

TEST(HistoryJson, DamagedResultsAreRefused) {
  const std::string good = game_result_json(histories::game(1, {2, 0}));
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string json = good;
    const std::size_t at = json.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return json.replace(at, from.size(), to);
  };
  EXPECT_NO_THROW(read_game_result(good));
  const std::vector<std::pair<std::string, std::string>> cases{
      {good.substr(1), "expected JSON"},
      {"[]", "expected an object"},
      {changed(R"("game_no":1)", R"("game_no":0)"), "game_no: got 0"},
      {changed(R"("struck":false)", R"("struck":0)"), "struck: got 0"},
      {changed(R"("struck":false,)", ""), "struck: missing"},
      {changed("[2,0]", "[2]"), "no_show: got [false,false], expected 1 entries"},
      {changed("[2,0]", R"([2,"0"])"), "scores[1]: got \"0\""},
      {changed("[false,false]", "[false,0]"), "no_show[1]: got 0"},
      {changed(R"("ok":1)", R"("fine":1)"), "tallies[0].verdicts.fine: got 1"},
      {changed(R"("ok":1)", R"("ok":-1)"), "tallies[0].verdicts.ok: got -1"},
      {changed(R"("turns":1,)", ""), "tallies[0].turns: missing"},
      {changed(R"("used_us":1500)", R"("used_us":1e3)"), "tallies[0].used_us: got 1000.0"},
      {changed(R"("worst_us":1500)", R"("worst_us":1500,"x":1)"), "tallies[0].x: got 1"},
      {changed(R"("game_no":1)", R"("game_no":1,"x":1)"), "x: got 1"},
      {changed(R"("game_no":1)", R"("game_no":1,"ended":1)"), "ended: got 1"},
      {changed(R"("game_no":1)", R"("game_no":1,"versions":[1])"), "versions: got [1], expected"},
      {changed(R"("game_no":1)", R"("game_no":1,"why_absent":[""])"), "why_absent: got [\"\"], expected"},
      {changed(R"("game_no":1)", R"("game_no":1,"why_absent":[1,2])"), "why_absent[0]: got 1"},
      {changed(R"("game_no":1)", R"("game_no":1,"versions":[1,-1])"), "versions[1]: got -1"},
      {changed(R"("game_no":1)", R"("game_no":1,"deciding":{"name":"bricks","values":[1]})"),
       "deciding.values: got [1], expected 2 numbers"},
      {changed(R"("game_no":1)", R"("game_no":1,"deciding":{"values":[1,2]})"), "deciding.name: missing"},
  };
  for (const auto& [json, why] : cases) {
    EXPECT_THAT(complaint<fields::Exception>([&] { read_game_result(json); }), HasSubstr(why)) << json;
  }
}

}  // namespace

}  // namespace referee
