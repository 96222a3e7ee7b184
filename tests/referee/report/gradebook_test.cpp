#include "referee/report/gradebook.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace referee {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Gradebook book(const std::string& title) {
  return {
      title, 100, {{"Liddell, Alice", "alice", "s1001", "alice@example.edu", 61.5, "rank 3 of 24, 5.5/7"}}};
}

TEST(Gradebook, IsWhatCanvasImports) {
  EXPECT_EQ(gradebook_csv(book("Kalah tournament"), Gradebook::Kind::canvas),
            "Student,ID,SIS User ID,SIS Login ID,Section,Kalah tournament\r\n"
            "Points Possible,,,,,100\r\n"
            "\"Liddell, Alice\",,s1001,alice,,61.5\r\n");
}

TEST(Gradebook, IsWhatMoodleImports) {
  EXPECT_EQ(gradebook_csv(book("Kalah tournament"), Gradebook::Kind::moodle),
            "Username,ID number,Email address,Kalah tournament,Kalah tournament (feedback)\r\n"
            "alice,s1001,alice@example.edu,61.5,\"rank 3 of 24, 5.5/7\"\r\n");
}

TEST(Gradebook, NumbersHaveTwoDecimalsAndNoneAreFormulas) {
  Gradebook one = book("x");
  one.students[0].points = -2.0 / 3;
  EXPECT_THAT(gradebook_csv(one, Gradebook::Kind::canvas), HasSubstr(",alice,,-0.67\r\n"));
  one.students[0].points = std::nullopt;
  EXPECT_THAT(gradebook_csv(one, Gradebook::Kind::canvas), HasSubstr(",alice,,\r\n"));
  // "if feedback is imported without its grade the grade is lost"
  EXPECT_THAT(gradebook_csv(one, Gradebook::Kind::moodle), HasSubstr(",alice@example.edu,,\r\n"));
}

// "Columns matching Current/Final/Override Score... are ignored."
TEST(Gradebook, NoTitleIsLostInCanvas) {
  const auto header = [](const std::string& title) {
    return gradebook_csv(book(title), Gradebook::Kind::canvas);
  };
  constexpr const char* kColumns = "Student,ID,SIS User ID,SIS Login ID,Section,";
  EXPECT_THAT(header("Planets Final Score"), StartsWith(std::string(kColumns) + "Planets Final-Score\r\n"));
  EXPECT_THAT(header("Section"), StartsWith(std::string(kColumns) + "Section points\r\n"));
  EXPECT_THAT(header(""), StartsWith(std::string(kColumns) + " points\r\n"));
  EXPECT_THAT(header("Walls (4711)"), StartsWith(std::string(kColumns) + "Walls (4711)\r\n")) << "its number";
  Gradebook one = book("x");
  one.students[0].name = "Points Possible";
  EXPECT_THAT(gradebook_csv(one, Gradebook::Kind::canvas), HasSubstr("\r\nPoints-Possible,,s1001,"));
}

TEST(GradebookFile, HasAKind) {
  EXPECT_EQ(GradebookFile::of("a.csv").kind, Gradebook::Kind::canvas);
  EXPECT_EQ(GradebookFile::of("a.csv").path, "a.csv");
  EXPECT_EQ(GradebookFile::of("canvas:b/a.csv").path, "b/a.csv");
  EXPECT_EQ(GradebookFile::of("moodle:a.csv").kind, Gradebook::Kind::moodle);
  EXPECT_EQ(GradebookFile::of("moodle:a.csv").path, "a.csv");
  EXPECT_EQ(GradebookFile::of("./modle:a.csv").path, "./modle:a.csv") << "no kind, but a folder";
  for (const char* const wrong : {"", "canvas:", "modle:a.csv", ":a.csv"}) {
    EXPECT_THROW(GradebookFile::of(wrong), std::invalid_argument) << wrong;
  }
}

}  // namespace
}  // namespace referee
