#include "referee/score/class_marks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/score/score_parts.h"
#include "referee/score/scoring.h"

namespace referee::score {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Marks of Walls against two staff bots.
Rubric walls_rubric() {
  return Rubric::read(
      Json::parse(R"({"name":"Spring","game":"walls","seed":1,"items":[{"name":"Marks","marks":{
    "openings":{"plies":2},"bands":[
      {"mark":"A","points":20,"against":"staff-4","share":0.5},
      {"mark":"B","points":10,"against":"staff-2","share":0.5},
      {"mark":"C","points":0}]}}]})"),
      "rubric.json");
}

ClassMarks::Row row_of(const Rubric& rubric, const std::string& name, double points) {
  ClassMarks::Row row{.name = name, .display = ""};
  row.report = blank_report(rubric);
  row.report.points = points;
  ScoredItem& item = row.report.items.front();
  item.status = ItemStatus::partial;
  item.points = points;
  item.mark = ScoredMark{"B", {"B", "C"}, {{"staff-2", 0.625, 0.5, 0.75, 40, "B from 0.5"}}, "promised"};
  item.measured = measured_text(*item.mark);
  row.games = 40;
  row.kept = 30;
  return row;
}

class ClassMarksTest : public testing::Test {
 protected:
  const Rubric rubric = walls_rubric();
  ClassMarks marks{rubric, rules::StaffScale::of(*rubric.game), {}};

  void SetUp() override {
    marks.rows = {row_of(rubric, "zoe", 20), row_of(rubric, "bob", 10), row_of(rubric, "ann", 10)};
    marks.rows.push_back({.name = "eve", .display = "<b>Eve", .why_not = "it dials in"});
  }
};

TEST_F(ClassMarksTest, ALineTellsTheMarkAndHowManyGamesAreNew) {
  EXPECT_EQ(text_of(marks.rows[0]),
            "zoe: mark B, undecided between B and C, 20 of 20 points, 40 games, 10 of them new");
  EXPECT_EQ(text_of(marks.rows[3]), "eve: no mark: it dials in");
}

TEST_F(ClassMarksTest, TheMostPointsComeFirstAndThenNames) {
  std::string names;
  for (const ClassMarks::Row* row : marks.by_points()) {
    names += row->name + " ";
  }
  EXPECT_EQ(names, "zoe ann bob ");
}

TEST_F(ClassMarksTest, AGradebookHasNoPointsWithoutAMark) {
  const Gradebook book = gradebook_of(marks);
  EXPECT_EQ(book.possible, 20);
  ASSERT_EQ(book.students.size(), 4U);
  EXPECT_EQ(book.students[0].points, 20);
  EXPECT_THAT(book.students[0].feedback, HasSubstr("mark B, undecided between B and C"));
  EXPECT_EQ(book.students[3].points, std::nullopt) << "never a zero that nobody has earned";
}

TEST_F(ClassMarksTest, AMarkThatStandsIsAllOfTheOneThatWasFound) {
  ClassMarks::Row& zoe = marks.rows[0];
  ClassMarks::Row later{.name = "zoe", .display = "", .programs = 3};
  stand_by(later, own_mark_json(zoe, marks), rubric);
  EXPECT_EQ(own_mark_json(later, marks), own_mark_json(zoe, marks));
  EXPECT_EQ(later.report.items[0].measured, zoe.report.items[0].measured);
  EXPECT_EQ(text_of(later),
            "zoe: mark B, undecided between B and C stands, 20 of 20 points: 3 programs marked, as many as "
            "\"attempts\" allows; the newest one is not");
  EXPECT_EQ(later.games, 40U);
}

TEST_F(ClassMarksTest, TheJsonHasOfEachWhatAScoreHas) {
  const Json json = Json::parse(class_json(marks));
  EXPECT_EQ(json.at("entrants").at(1).at("score").at("items").at(0).at("mark").at("mark"), "B");
  EXPECT_TRUE(json.at("entrants").at(3).at("score").is_null());
  EXPECT_EQ(json.at("entrants").at(3).at("why_not"), "it dials in");
}

TEST_F(ClassMarksTest, TheOwnMarkHasTheCurveOfTheClassPageAndNeitherSeedNorMachine) {
  marks.rows[0].report.seed = 424242;
  marks.rows[0].report.command = "/srv/bots/zoe";
  const std::string text = own_mark_json(marks.rows[0], marks);
  EXPECT_THAT(text, Not(testing::AnyOf(HasSubstr("424242"), HasSubstr("/srv"))));
  const Json own = Json::parse(text);
  EXPECT_EQ(own.at("mark"), "B");
  EXPECT_EQ(own.at("points"), 20);
  EXPECT_EQ(own.at("max_points"), 20);
  const std::string curve = own.at("curve");
  EXPECT_THAT(curve, testing::StartsWith("<svg class=\"marks-chart\""));
  EXPECT_THAT(class_page(marks), testing::AllOf(HasSubstr(curve), HasSubstr(own.at("curve_note"))));
}

TEST_F(ClassMarksTest, ThePageHasACurveForEachMarkAndNothingOfStrangersThatIsMarkup) {
  const std::string page = class_page(marks);
  const auto count = [&](const std::string& what) {
    std::size_t times = 0;
    for (std::size_t at = page.find(what); at != std::string::npos; at = page.find(what, at + 1)) {
      ++times;
    }
    return times;
  };
  EXPECT_EQ(count("<svg class=\"marks-chart\""), 3U);
  EXPECT_EQ(count("<rect class=\"band "), 6U) << "two bands each";
  EXPECT_EQ(count("<path class=\"staff\" d=\"M"), 15U) << "five staff bots each";
  EXPECT_EQ(count("<circle class=\"own\""), 3U) << "one opponent was played";
  EXPECT_THAT(page, HasSubstr("0.625 (0.5 to 0.75)"));
  EXPECT_THAT(page, HasSubstr("&lt;b&gt;Eve"));
  EXPECT_THAT(page, Not(HasSubstr("<script")));
}

TEST(ClassPage, OfAGameOfOneSeatHasMeansBesideThoseOfStaffBots) {
  const Rubric rubric = Rubric::read(
      Json::parse(
          R"({"name":"S","game":"superball","items":[{"name":"Marks","marks":{"scores":{"from":0,"to":500},
      "bands":[{"mark":"A","points":9,"score":250},{"mark":"B","points":0}]}}]})"),
      "rubric.json");
  ClassMarks marks{rubric, rules::StaffScale::of(*rubric.game), {row_of(rubric, "ann", 9)}};
  marks.rows[0].report.items[0].mark->against = {{"", 120, 100, 140, 40, "A from 250"}};
  const std::string page = class_page(marks);
  EXPECT_THAT(page, HasSubstr("120 (100 to 140)"));
  EXPECT_THAT(page, HasSubstr("<circle class=\"own\""));
  EXPECT_THAT(page, HasSubstr("<circle class=\"staff\""));
}

}  // namespace
}  // namespace referee::score
