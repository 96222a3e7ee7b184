#include "referee/pages/match_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "referee/games/game_parts.h"
#include "referee/games/game_pictures.h"
#include "referee/screen/canvas.h"
#include "referee/show/frames.h"
#include "tests/referee/pages/told.h"
#include "tests/support/random_cases.h"
#include "tests/support/sample_record.h"

namespace referee::pages {
namespace {

using Json = nlohmann::json;
using Line = nlohmann::ordered_json;
using engines::Observer;
using engines::Seat;
using test_support::joined;
using test_support::lines_of;
using test_support::sample_record;
using test_support::told_views;
using test_support::walls_record;
using test_support::with_line;
using test_support::with_new_digest;
using testing::HasSubstr;
using testing::Not;

const Json kSmallSea = {{"size", 6}, {"ships", {3, 2}}};

Json data_of(const std::string& record, const MatchFacts& facts = {},
             Audience audience = Audience::everybody()) {
  return Json::parse(match_data(record, facts, audience));
}

/// The views of a record, one a frame, as the rules give them to `observer`.
std::vector<Json> views_of(const std::string& record, Observer observer) {
  show::Positions positions(record);
  std::vector<Json> views = {positions.view(observer)};
  while (positions.next()) {
    views.push_back(positions.view(observer));
  }
  return views;
}

// ---- what a whole record gives ----

TEST(MatchData, HaveWhatTheHeaderAndTheLastLineSay) {
  const Json head = test_support::head_of(walls_record());
  const Json last = test_support::last_of(walls_record());
  const Json data = data_of(walls_record());
  for (const char* const key : {"match", "attempt", "tournament", "round", "table", "game_no", "game",
                                "players", "clock", "started", "measure", "stamp", "sandbox", "seed"}) {
    EXPECT_EQ(data.at(key), head.at(key)) << key;
  }
  for (const char* const key : {"status", "result", "ended"}) {
    EXPECT_EQ(data.at(key), last.at(key)) << key;
  }
  EXPECT_EQ(data.at("format"), 1);
  EXPECT_EQ(data.at("setup"), Json::parse(R"({"first":0,"n":3})"));
  EXPECT_EQ(data.at("hidden"), false);
  for (const char* const key : {"seat_views", "seat", "why", "problem", "record", "home"}) {
    EXPECT_TRUE(data.at(key).is_null()) << key;
  }
  EXPECT_FALSE(data.contains("no_show"));
  EXPECT_EQ(told_views(data).back(), last.at("view"));
}

TEST(MatchData, HaveEachTurnsAnswersAndEvents) {
  const std::vector<std::string> lines = lines_of(walls_record());
  const Json turns = data_of(walls_record()).at("turns");
  ASSERT_EQ(turns.size(), lines.size() - 2);
  for (std::size_t turn = 0; turn < turns.size(); ++turn) {
    const Json line = Json::parse(lines[turn + 1]);
    EXPECT_EQ(turns[turn].at("answers"), line.at("answers"));
    EXPECT_EQ(turns[turn].at("events"), line.at("events"));
  }
}

TEST(MatchData, SayWhichTurnsWereGivenAndFromWhere) {
  const Json data = data_of(test_support::with_given(walls_record(), 2));
  EXPECT_EQ(data.at("status"), "done");
  EXPECT_EQ(data.at("from"), "m0");
  const Json& turns = data.at("turns");
  for (std::size_t turn = 0; turn < turns.size(); ++turn) {
    EXPECT_EQ(turns.at(turn).value("given", false), turn < 2) << turn;
  }
  EXPECT_FALSE(data_of(walls_record()).contains("from"));
}

TEST(MatchData, HaveTheNamesAndLinksThatTheCallerGives) {
  MatchFacts facts{.players = {"Ada\u202e", "<b>"}, .secret_seed = true};
  facts.record = "../records/r1t1g1.jsonl";
  facts.home = "../";
  const Json data = data_of(walls_record(), facts);
  EXPECT_EQ(data.at("players"), Json::parse(R"(["Ada?","<b>"])")) << "what turns writing round is replaced";
  EXPECT_TRUE(data.at("seed").is_null());
  EXPECT_EQ(data.at("record"), "../records/r1t1g1.jsonl");
  EXPECT_EQ(data.at("home"), "../");
  EXPECT_THAT(data.dump(), Not(HasSubstr("bot0")));
}

TEST(MatchData, OfALadderHaveNoRound) {
  const std::string record = with_line(walls_record(), 1, [](Line& line) {
    line.update(Line::parse(R"({"round":1,"table":127,"game_no":1})"));
  });
  EXPECT_EQ(data_of(record).at("table"), 127);
  const Json ladder = data_of(record, {.has_rounds = false});
  for (const char* const key : {"round", "table", "game_no"}) {
    EXPECT_TRUE(ladder.at(key).is_null()) << key;
  }
  EXPECT_EQ(ladder.at("attempt"), data_of(record).at("attempt"));
}

TEST(MatchData, NeverHaveTheSaltOrTheCommitment) {
  const Json head = test_support::head_of(walls_record());
  const std::string text = match_data(walls_record(), {});
  EXPECT_THAT(text, Not(HasSubstr(head.at("salt").get<std::string>())));
  EXPECT_THAT(text, Not(HasSubstr(head.at("commitment").get<std::string>())));
}

TEST(MatchData, AreNotMadeOfAHeaderOfAnotherForm) {
  for (const auto& [key, value] :
       {std::pair("match", "[1]"), std::pair("attempt", "-1"), std::pair("players", "[3,4]")}) {
    const std::string odd = with_line(walls_record(), 1, [&](Line& line) { line[key] = Line::parse(value); });
    EXPECT_THROW((void)data_of(odd), Difference) << key;
  }
}

// ---- records that end early ----

TEST(MatchData, OfARecordThatIsNotTrueGoUpToThatPlace) {
  const std::string wrong =
      with_line(walls_record(), 6, [](Line& line) { line["events"]["blocked"] = "perhaps"; });
  const Json data = data_of(wrong);
  EXPECT_EQ(data.at("status"), "broken");
  EXPECT_THAT(data.at("problem"), HasSubstr("line 6, turn 4, events.blocked: got \"perhaps\""));
  EXPECT_EQ(data.at("turns").size(), 4U);
  EXPECT_TRUE(data.at("result").is_null());
  std::vector<Json> whole = views_of(walls_record(), Observer::everybody());
  whole.resize(5);
  EXPECT_EQ(told_views(data), whole);
}

TEST(MatchData, OfARecordWhoseEndIsNotTrueTellNoResult) {
  const std::string wrong = with_line(walls_record(), lines_of(walls_record()).size(), [](Line& line) {
    line["result"]["scores"] = {99, 0};
  });
  const Json data = data_of(wrong);
  EXPECT_EQ(data.at("status"), "broken");
  EXPECT_TRUE(data.at("result").is_null());
  EXPECT_EQ(data.at("turns").size(), lines_of(walls_record()).size() - 2);
}

TEST(MatchData, OfAnInterruptedRecordGoUpToItsEnd) {
  std::vector<std::string> lines = lines_of(walls_record());
  lines.resize(8);
  const Json data = data_of(joined(lines));
  EXPECT_EQ(data.at("status"), "broken");
  EXPECT_THAT(data.at("problem"), HasSubstr("no last line"));
  EXPECT_EQ(data.at("turns").size(), 7U);
}

TEST(MatchData, TellWhyAnAttemptIsVoidAndWhoDidNotCome) {
  std::vector<std::string> lines = lines_of(walls_record());
  lines.resize(5);
  lines.push_back(R"({"status":"void","why":"stopped","digest":"","ended":"2026-11-20T08:00:00.000Z"})");
  const Json is_void = data_of(with_new_digest(joined(lines)));
  EXPECT_EQ(is_void.at("status"), "void");
  EXPECT_EQ(is_void.at("why"), "stopped");
  EXPECT_TRUE(is_void.at("result").is_null());
  lines.resize(1);
  lines.push_back(
      R"({"status":"done","no_show":[1],"result":{"scores":[1,0],"rank":[1,2]},"digest":"","ended":"2026-11-20T08:00:00.000Z"})");
  const Json no_show = data_of(with_new_digest(joined(lines)));
  EXPECT_EQ(no_show.at("status"), "done");
  EXPECT_EQ(no_show.at("no_show"), Json::parse("[1]"));
  EXPECT_EQ(no_show.at("result").at("scores"), Json::parse("[1,0]"));
  EXPECT_EQ(no_show.at("turns"), Json::array());
}

// ---- who may see what ----

TEST(MatchData, OfAGameThatHidesSomethingHaveTheViewsOfEachSeatOnceItIsOver) {
  const std::string record = sample_record("battleship", kSmallSea, 4);
  const Json data = data_of(record);
  EXPECT_EQ(data.at("hidden"), true);
  ASSERT_EQ(data.at("seat_views").size(), 2U);
  for (Seat seat = 0; seat < 2; ++seat) {
    const Json& told = data.at("seat_views").at(seat);
    std::vector<Json> views = {told.at("view")};
    ASSERT_EQ(told.at("turns").size(), data.at("turns").size());
    for (const Json& frames : told.at("turns")) {
      test_support::tell(frames, views);
    }
    EXPECT_EQ(views, views_of(record, Observer::seat(seat)));
  }
  EXPECT_EQ(told_views(data), views_of(record, Observer::everybody()));
}

/// Expects who was asked and what was charged of seats that may not be seen; all of the others.
void expect_answers_told(const Json& data, const std::string& record, const std::vector<bool>& seen) {
  const std::vector<std::string> lines = lines_of(record);
  for (std::size_t turn = 0; turn < data.at("turns").size(); ++turn) {
    Json expected = Json::array();
    const Json line = Json::parse(lines[turn + 1]);
    for (const Json& answer : line.at("answers")) {
      expected.push_back(seen.at(answer.at("seat").get<Seat>())
                             ? answer
                             : Json{{"seat", answer.at("seat")}, {"spent_us", answer.at("spent_us")}});
    }
    ASSERT_EQ(data.at("turns")[turn].at("answers"), expected);
  }
}

TEST(MatchData, ForSpectatorsHaveOnlyWhatAllSeatsMayKnow) {
  const std::string record = sample_record("battleship", kSmallSea, 4);
  const Json data = data_of(record, {}, Audience::spectators());
  EXPECT_EQ(told_views(data), views_of(record, Observer::spectator()));
  EXPECT_TRUE(data.at("seat_views").is_null());
  expect_answers_told(data, record, {false, false});
  expect_answers_told(data_of(walls_record(), {}, Audience::spectators()), walls_record(), {true, true});
}

TEST(MatchData, ForAPlayerHaveItsViewAndItsAnswersOnly) {
  for (Seat seat = 0; seat < 2; ++seat) {
    const std::string record = sample_record("battleship", kSmallSea, 4);
    const Json data = data_of(record, {}, Audience::player(seat));
    EXPECT_EQ(data.at("seat"), seat);
    EXPECT_EQ(told_views(data), views_of(record, Observer::seat(seat)));
    EXPECT_TRUE(data.at("seat_views").is_null());
    expect_answers_told(data, record, {seat == 0, seat == 1});
    expect_answers_told(data_of(walls_record(), {}, Audience::player(seat)), walls_record(),
                        {seat == 0, seat == 1});
  }
}

// ---- the same frames as `referee show` ----

/// Each view drawn as `show` draws it.
void expect_frames_of_show(const std::string& record, const std::string& game) {
  const Json data = data_of(record);
  ASSERT_TRUE(data.at("problem").is_null()) << data.at("problem");
  const std::vector<Json> views = told_views(data);
  show::Frames frames(record);
  ASSERT_EQ(views.size(), frames.count());
  const auto painter = picture_of(game).painter(data.at("setup"));
  for (std::size_t i = 0; i < views.size(); ++i) {
    const screen::Picture told = painter->next(views[i]);
    const screen::Picture shown = frames.frame(i).picture;
    ASSERT_EQ(told.board, shown.board) << game << ", frame " << i;
    ASSERT_EQ(told.notes, shown.notes) << game << ", frame " << i;
  }
}

TEST(MatchData, OfRandomRecordsHaveTheFramesOfShow) {
  struct Sample {
    std::string game;
    Json options;
    unsigned records;
  };
  Json snake = {{"maze", {"########", "#o $ ! #", "#  T # _", "########"}}, {"max_steps", 30}};
  std::vector<Sample> samples = {
      {"planets", {{"map", "spiral_ghosts"}}, 2},
      {"lightcycle", Json::parse(R"({"size":14,"starts":[[[0,0],[3,3]],[[13,13],[9,9]]]})"), 20},
      {"snake", snake, 10},
      {"walls", {{"n", 3}}, 20},
      {"superball", {{"rows", 5}, {"cols", 4}}, 20},
      {"battleship", kSmallSea, 6}};
  ASSERT_EQ(samples.size(), all_parts().size());
  snake["whole_path"] = true;
  samples.push_back({"snake", snake, 4});  // a frame for every step
  for (const auto& [game, options, records] : samples) {
    for (unsigned seed = 0; seed < test_support::random_cases(records, 1 + records / 4); ++seed) {
      SCOPED_TRACE(game + ", seed " + std::to_string(seed));
      expect_frames_of_show(sample_record(game, options, seed), game);
      if (HasFatalFailure()) {
        return;
      }
    }
  }
}

}  // namespace
}  // namespace referee::pages
