#include "referee/collect/class_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "referee/base/csv.h"
#include "tests/support/complaint.h"
#include "tests/support/temp_folder.h"

namespace referee::collect {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

const std::string kEvil = "<script>alert(1)</script>\"'&\x1b[31m";

ClassList sample() {
  ClassList list;
  list.tournament = "Walls " + kEvil;
  list.download = "subs.zip";
  list.form = "canvas";
  list.finished = true;
  CollectedEntrant ready;
  ready.name = "alice";
  ready.members = {"Alice " + kEvil};
  ready.hand_in = "liddellalice_1";
  ready.content = "c";
  ready.terms = "t";
  ready.built = "b";
  ready.reused = true;
  ready.prepared = {.stage = prepare::Stage::ready,
                    .problem = {},
                    .output = {},
                    .command = {"python3", "bot.py"},
                    .left_out = {"x, a link"},
                    .build_seconds = 1.25,
                    .turn_ms = 3.5};
  CollectedEntrant broken = ready;
  broken.name = "tea";
  broken.group = "=Tea()";
  broken.hand_in = kEvil;
  broken.reused = false;
  broken.prepared.stage = prepare::Stage::build;
  broken.prepared.problem = "exit status 2";
  broken.prepared.output =
      "bot.c:1: error: " + std::string(400, 'x') + " the end\nsecond line " + kEvil + "\xff";
  broken.prepared.turn_ms.reset();
  list.entrants = {ready, broken};
  list.listed = {{"stranger_9", "", "no student of the roster has the ID 9"}};
  list.absent = {"@Abe"};
  list.notes = {"readme.txt: no name as Canvas gives it"};
  return list;
}

TEST(ClassListTest, Counts) {
  const ClassList list = sample();
  EXPECT_EQ(list.in(), 1U);
  EXPECT_EQ(list.not_in(), 2U);
  EXPECT_EQ(list.prepared_now(), 1U);
}

TEST(ClassListTest, WhatIsWrittenIsReadAgain) {
  const nlohmann::json json = nlohmann::json::parse(class_list_json(sample()).dump());
  const auto read = read_entrants(json, "collect.json");
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0].name, "alice");
  EXPECT_TRUE(read[0].is_in());
  EXPECT_EQ(read[0].prepared.command, (std::vector<std::string>{"python3", "bot.py"}));
  EXPECT_EQ(read[0].prepared.turn_ms, 3.5);
  EXPECT_EQ(read[0].built, "b");
  EXPECT_EQ(read[1].prepared.stage, prepare::Stage::build);
  EXPECT_THAT(read[1].prepared.output, HasSubstr("second line"));
  EXPECT_EQ(read[1].prepared.turn_ms, std::nullopt);
}

TEST(ClassListTest, ABotThatSleepsIsNamedWithBothTimes) {
  ClassList list = sample();
  EXPECT_THAT(notes_of_sleepers(list), IsEmpty());
  list.entrants[0].prepared.turn_wall_ms = 20;
  EXPECT_THAT(notes_of_sleepers(list), IsEmpty()) << "as on a busy machine";
  list.entrants[0].prepared.turn_wall_ms = 2003.5;
  EXPECT_THAT(notes_of_sleepers(list),
              ElementsAre(AllOf(StartsWith("alice: "), HasSubstr("2004 ms"), HasSubstr("3.5 ms"))));
  EXPECT_THAT(class_list_html(list), HasSubstr("3.5 ms in 2004 ms"));
  list.entrants[0].prepared.turn_ms = 1990;
  EXPECT_THAT(notes_of_sleepers(list), IsEmpty()) << "it computes";
}

TEST(ClassListTest, TheListBesideATournamentTellsHowLongAnswersTook) {
  const test_support::TempFolder folder;
  const auto tournament = folder.path() / "tournament.json";
  EXPECT_FALSE(measured_answers(tournament));
  ClassList list = sample();
  list.entrants.push_back(list.entrants[0]);
  list.entrants[0].prepared.turn_wall_ms = 10;
  test_support::write_file(folder.path() / kListFile, class_list_json(list).dump());
  const auto measured = measured_answers(tournament);
  ASSERT_TRUE(measured);
  EXPECT_EQ(measured->bots, 2U) << "without the one that does not build";
  EXPECT_NEAR(measured->mean.count(), (0.010 + 0.0035) / 2, 1e-9);
  test_support::write_file(folder.path() / kListFile, "{\"entrants\": 3}");
  EXPECT_FALSE(measured_answers(tournament)) << "another program's file";
}

TEST(ClassListTest, AnotherFileIsRefused) {
  const auto refusal = [](const char* text) {
    return test_support::complaint([&] { (void)read_entrants(nlohmann::json::parse(text), "collect.json"); });
  };
  EXPECT_THAT(refusal("{}"), HasSubstr("collect.json: entrants"));
  EXPECT_THAT(refusal("[]"), HasSubstr("collect.json"));
  EXPECT_THAT(refusal(R"({"entrants":[{"name":7}]})"), HasSubstr("entrants[0].name: got 7"));
  nlohmann::json outside = class_list_json(sample());
  outside["entrants"][0]["name"] = "../../etc";
  EXPECT_THAT(test_support::complaint([&] { (void)read_entrants(outside, "collect.json"); }),
              HasSubstr("entrants[0].name"));
}

TEST(ClassListTest, ThePageHoldsNoMarkupFromOutside) {
  const std::string page = class_list_html(sample());
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_THAT(page, Not(HasSubstr("\x1b")));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;"));
  EXPECT_THAT(page, HasSubstr("the end\nsecond line")) << "all of the compiler's words";
  EXPECT_THAT(page, HasSubstr("1 can play, 2 cannot"));
  EXPECT_THAT(page, HasSubstr("no student of the roster has the ID 9"));
  EXPECT_THAT(page, HasSubstr("@Abe"));
}

TEST(ClassListTest, TheTableHoldsNoFormulas) {
  const auto rows = read_csv(class_list_csv(sample()), "collect.csv");
  ASSERT_EQ(rows.size(), 5U);
  EXPECT_EQ(rows[2].cells[1], "'=Tea()");
  EXPECT_EQ(rows[2].cells[5], "does not build");
  EXPECT_EQ(rows[3].cells[6], "no student of the roster has the ID 9");
  EXPECT_EQ(rows[4].cells[0], "'@Abe");
}

}  // namespace
}  // namespace referee::collect
