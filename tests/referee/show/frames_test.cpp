#include "referee/show/frames.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/games/game_pictures.h"
#include "referee/screen/canvas.h"
#include "tests/support/sample_record.h"

namespace referee::show {
namespace {

using Json = nlohmann::json;
using Line = nlohmann::ordered_json;
using test_support::joined;
using test_support::lines_of;
using test_support::sample_record;
using test_support::walls_record;
using test_support::with_line;
using test_support::with_new_digest;
using testing::AnyOf;
using testing::Contains;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

/// All of a frame as text.
std::string text_of(const Frame& frame) {
  std::string text = frame.title + "\n" + screen::plain_text(frame.picture.board, false);
  for (const auto& lines : {frame.picture.notes, frame.seats}) {
    for (const std::string& line : lines) {
      text += line + "\n";
    }
  }
  return text + frame.end;
}

std::size_t turns_of(const std::string& record) { return lines_of(record).size() - 2; }

TEST(Frames, AreThePositionBeforeEachTurnAndTheFinalOne) {
  Frames frames(walls_record());
  ASSERT_EQ(frames.count(), turns_of(walls_record()) + 1);
  EXPECT_EQ(frames.turns(), static_cast<std::int64_t>(turns_of(walls_record())));
  EXPECT_FALSE(frames.problem());
  const Frame first = frames.frame(0);
  EXPECT_EQ(first.title, "sample: walls, turn 0 of " + std::to_string(frames.turns()) + ", bot0 v bot1");
  EXPECT_EQ(first.seats, (std::vector<std::string>{"A bot0", "B bot1"}));
  EXPECT_EQ(first.end, "");
  const Frame last = frames.frame(frames.count() - 1);
  const std::string turns = std::to_string(frames.turns());
  EXPECT_THAT(last.title, HasSubstr("turn " + turns + " of " + turns));
  EXPECT_EQ(last.end, "over");
  // The final view is in the record itself.
  const Json view = Json::parse(lines_of(walls_record()).back()).at("view");
  const auto painter = picture_of("walls").painter({{"n", 3}, {"first", 0}});
  EXPECT_EQ(last.picture.board, painter->next(view).board);
  EXPECT_EQ(last.picture.notes, painter->next(view).notes);
}

TEST(Frames, TellWhatEachSeatAnsweredInTheLastTurn) {
  Frames frames(walls_record());
  std::size_t late = 0;
  for (std::size_t i = 1; i < frames.count(); ++i) {
    const Json line = Json::parse(lines_of(walls_record()).at(i));
    const Json& answer = line.at("answers").at(0);
    const std::string ms = Json(answer.at("spent_us").get<double>() / 1000).dump();
    const bool ok = answer.at("verdict") == "ok";
    late = ok ? late : i;
    const auto seat = answer.at("seat").get<std::size_t>();
    const std::vector<std::string> seats = frames.frame(i).seats;
    EXPECT_THAT(seats.at(seat), EndsWith(ok ? "ok, " + ms + " ms: " + answer.at("move").dump()
                                            : "late, " + ms + " ms: no answer in 1 ms: did you flush?"));
    EXPECT_THAT(seats.at(1 - seat), AnyOf("A bot0", "B bot1", HasSubstr("bricks "))) << "it was not asked";
  }
  ASSERT_GT(late, 0U);
  const std::string offered = with_line(walls_record(), late + 1, [](Line& line) {
    line["answers"][0].update({{"verdict", "malformed"}, {"fault", "no such way"}, {"offered", "a\033b"}});
  });
  Frames refused(offered);
  EXPECT_THAT(refused.frame(late).seats, Contains(EndsWith(R"( ms: "a\u001bb": no such way)")));
}

TEST(Frames, TellOfAGivenTurnThatItWasGiven) {
  const std::string record = test_support::with_given(walls_record(), 2);
  Frames frames(record);
  EXPECT_FALSE(frames.problem()) << frames.problem()->text();
  for (const std::size_t i : {1U, 2U, 3U}) {
    const Json answer = Json::parse(lines_of(record).at(i)).at("answers").at(0);
    const std::string line = frames.frame(i).seats.at(answer.at("seat").get<std::size_t>());
    const std::string verdict = answer.at("verdict").get<std::string>();
    if (i <= 2) {
      EXPECT_THAT(line, HasSubstr(verdict + ", given: "));
    } else {
      EXPECT_THAT(line, Not(HasSubstr("given")));
    }
  }
}

TEST(Frames, TellTheScoresAndWhoIsOutOfTheGame) {
  const std::string record = sample_record("superball", {{"rows", 5}, {"cols", 4}}, 3);
  Frames frames(record);
  const Frame last = frames.frame(frames.count() - 1);
  const Json result = Json::parse(lines_of(record).back()).at("result");
  EXPECT_THAT(last.seats.at(0), StartsWith("bot0  score " + result.at("scores").at(0).dump() + "  "));
}

TEST(Frames, AreTheSameInWhateverOrderTheyAreAskedFor) {
  // More turns than the frames keep positions of, so that some positions were dropped; of the first one more
  // than 64 times 16.
  const Json walled_in = Json::parse(R"({"map":{"name":"walled in","grid":[[0,0,0,0,0],[0,0,null,0,0],
    [0,null,0,null,0],[0,0,null,0,0],[0,0,0,0,0]],"ship":[0,0],"scraps":[{"location":[2,2],"value":5}],"ghosts":[],
    "turns":1100}})");
  const Json open = Json::parse(R"({"size":60,"starts":[[[0,0]],[[59,59]]]})");
  const std::map<std::string, Json> games = {{"planets", walled_in},
                                             {"lightcycle", open},
                                             {"snake", {{"maze", "c2_halls"}, {"max_turns", 300}}},
                                             {"walls", {{"n", 7}}},
                                             {"superball", {{"rows", 6}, {"cols", 6}}},
                                             {"battleship", {{"size", 6}, {"ships", {3, 2}}}}};
  for (const auto& [game, options] : games) {
    const std::string record = sample_record(game, options, 5);
    Frames frames(record);
    std::vector<std::string> forward;
    for (std::size_t i = 0; i < frames.count(); ++i) {
      forward.push_back(text_of(frames.frame(i)));
    }
    for (std::size_t i = frames.count(); i-- > 0;) {
      ASSERT_EQ(text_of(frames.frame(i)), forward[i]) << game << ", frame " << i;
    }
    for (std::size_t i = 0, at = 0; i < 200; ++i, at = (at + 7919) % frames.count()) {
      ASSERT_EQ(text_of(frames.frame(at)), forward[at]) << game << ", frame " << at;
    }
  }
}

TEST(Frames, OfAPathOfTheSnakeShowEveryStep) {
  std::string record = sample_record("snake", {{"maze", {"#####", "o $ _", "#####"}}}, 1);
  // The handout's example in one answer.
  std::vector<std::string> lines = lines_of(record);
  Line header = Line::parse(lines.front());
  header["options"]["whole_path"] = true;
  const Line turn = Line::parse(
      R"({"turn":0,"answers":[{"seat":0,"verdict":"ok","move":"EEEE","spent_us":1}],"events":{"refused":false,"steps":"EEEE"}})");
  Line last = Line::parse(lines.back());
  last["result"]["scores"] = {1006};
  last["result"]["outcome"] = {{"coins", 1},     {"exited", true}, {"path", "EEEE"},
                               {"points", 1006}, {"refused", 0},   {"steps", 4}};
  last["view"] = Line::parse(
      R"({"body":[[1,3]],"coins":1,"drill":0,"head":[1,4],"maze":["#####","    _","#####"],"points":1006,"steps":4})");
  record = with_new_digest(joined({header.dump(), turn.dump(), last.dump()}));
  Frames frames(record);
  ASSERT_FALSE(frames.problem()) << frames.problem()->text();
  ASSERT_EQ(frames.count(), 5U);
  EXPECT_EQ(frames.turns(), 1);
  EXPECT_EQ(frames.frame_of_turn(0), 0U);
  EXPECT_EQ(frames.frame_of_turn(1), 4U);
  std::vector<std::string> boards;
  std::vector<std::string> titles;
  for (std::size_t i = 0; i < frames.count(); ++i) {
    boards.push_back(screen::plain_text(frames.frame(i).picture.board, false).substr(6, 5));
    titles.push_back(frames.frame(i).title);
  }
  EXPECT_EQ(boards, (std::vector<std::string>{"@ $ _", " @$ _", " o@ _", "  o@_", "   o@"}));
  EXPECT_EQ(titles,
            (std::vector<std::string>{
                "sample: snake, turn 0 of 1, bot0", "sample: snake, turn 1 of 1, step 1 of 4, bot0",
                "sample: snake, turn 1 of 1, step 2 of 4, bot0",
                "sample: snake, turn 1 of 1, step 3 of 4, bot0", "sample: snake, turn 1 of 1, bot0"}));
}

TEST(Frames, OfARecordThatIsNotTrueGoUpToTheLineThatIsNot) {
  const std::string wrong =
      with_line(walls_record(), 6, [](Line& line) { line["events"]["blocked"] = "perhaps"; });
  Frames frames(wrong);
  ASSERT_TRUE(frames.problem());
  EXPECT_EQ(frames.count(), 5U) << "line 6 is turn 4; the position before it is still known";
  EXPECT_THAT(frames.problem()->text(), StartsWith("line 6, turn 4, events.blocked: got \"perhaps\""));
  EXPECT_EQ(frames.frame(4).end, "the record cannot be followed further: " + frames.problem()->text());
  Frames whole(walls_record());
  EXPECT_EQ(frames.frame(4).picture.board, whole.frame(4).picture.board);
  EXPECT_EQ(frames.frame(3).end, "");
}

TEST(Frames, OfAnInterruptedRecordGoUpToItsEnd) {
  std::vector<std::string> lines = lines_of(walls_record());
  lines.resize(8);
  const std::string no_last_line = joined(lines);
  Frames frames(no_last_line);
  EXPECT_EQ(frames.count(), 8U);
  EXPECT_THAT(frames.frame(7).end, HasSubstr("got no last line"));
  const std::string half_a_line = walls_record().substr(0, no_last_line.size() - 20);
  Frames cut(half_a_line);
  EXPECT_EQ(cut.count(), 7U);
  EXPECT_THAT(cut.frame(6).end, HasSubstr("expected a JSON object and a newline"));
}

TEST(Frames, TellWhyAnAttemptIsVoidAndWhoDidNotCome) {
  std::vector<std::string> lines = lines_of(walls_record());
  lines.resize(5);
  lines.push_back(
      R"({"status":"void","why":"the referee was stopped","digest":"","ended":"2026-11-20T08:00:00.000Z"})");
  const std::string is_void = with_new_digest(joined(lines));
  Frames frames(is_void);
  EXPECT_FALSE(frames.problem());
  EXPECT_EQ(frames.frame(4).end, "does not count: \"the referee was stopped\"");
  lines.resize(1);
  lines.push_back(
      R"({"status":"done","no_show":[1],"result":{"scores":[1,0],"rank":[1,2]},"digest":"","ended":"2026-11-20T08:00:00.000Z"})");
  const std::string no_show = with_new_digest(joined(lines));
  Frames nothing(no_show);
  EXPECT_FALSE(nothing.problem());
  ASSERT_EQ(nothing.count(), 1U);
  EXPECT_EQ(nothing.frame(0).end, "not played, no show: bot1");
  EXPECT_EQ(nothing.frame(0).seats, (std::vector<std::string>{"A bot0  score 1", "B bot1  score 0"}));
}

TEST(Frames, ThereAreNoneOfWhatIsNoRecord) {
  const auto refusal = [](const std::string& record) -> std::string {
    try {
      const Frames frames(record);
    } catch (const Difference& difference) {
      return difference.text();
    }
    return "";
  };
  EXPECT_EQ(refusal(""), "line 1, record: got an empty file, expected a record of version 1");
  EXPECT_THAT(refusal("GIF89a\n"), HasSubstr("expected a JSON object and a newline"));
  EXPECT_THAT(refusal(with_line(walls_record(), 1, [](Line& line) { line["seed"] = nullptr; })),
              HasSubstr("still secret"));
  EXPECT_THAT(refusal(with_line(walls_record(), 1,
                                [](Line& line) {
                                  line["match"] = {1, 2};
                                })),
              StartsWith("line 1, match: got [1,2]"));
  EXPECT_THAT(refusal(with_line(walls_record(), 1,
                                [](Line& line) {
                                  line["players"] = {3, "b"};
                                })),
              StartsWith("line 1, players: got [3,\"b\"]"));
}

}  // namespace
}  // namespace referee::show
