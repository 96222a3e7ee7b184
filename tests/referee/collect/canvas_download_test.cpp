#include "referee/collect/canvas_download.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/referee/collect/entries.h"

namespace referee::collect {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Download canvas(const std::vector<std::string>& names) { return read_canvas(entries(names)); }

TEST(CanvasDownload, TheNumberIsTheStudents) {
  const Download download = canvas({"liddellalice_4711_880001_bot.zip", "łukaszbob_4712_880002_bot.py"});
  EXPECT_THAT(lines_of(download), ElementsAre("liddellalice_4711: bot.zip<-liddellalice_4711_880001_bot.zip",
                                              "łukaszbob_4712: bot.py<-łukaszbob_4712_880002_bot.py"));
  EXPECT_EQ(download.hand_ins[0].id, "4711");
  EXPECT_EQ(download.hand_ins[0].called, "liddellalice");
  EXPECT_THAT(download.strays, IsEmpty());
}

TEST(CanvasDownload, LooseFilesOfOneStudentAreOneHandIn) {
  EXPECT_THAT(lines_of(canvas({"a_1_11_bot.py", "a_1_12_help er_3_4_.py", "b_2_13_bot.py"})),
              ElementsAre("a_1: bot.py<-a_1_11_bot.py help er_3_4_.py<-a_1_12_help er_3_4_.py",
                          "b_2: bot.py<-b_2_13_bot.py"));
}

TEST(CanvasDownload, LateIsSaidInTheWaysOfEachVersion) {
  EXPECT_THAT(
      lines_of(canvas({"smithjoe_late_1_11_bot.py", "b-late_2_12_bot.py", "c_Late_3_13_bot.py",
                       "d_late_4_text.html", "latelate_5_14_late_bot.py", "a_LATE_7_16_bot.py",
                       "late_6_15_LATE_bot.py"})),
      ElementsAre("a_7 late: bot.py<-a_LATE_7_16_bot.py", "b_2 late: bot.py<-b-late_2_12_bot.py",
                  "c_3 late: bot.py<-c_Late_3_13_bot.py", "d_4 late: [a text was submitted, but no file]",
                  "late_6: LATE_bot.py<-late_6_15_LATE_bot.py",
                  "latelate_5: late_bot.py<-latelate_5_14_late_bot.py",
                  "smithjoe_1 late: bot.py<-smithjoe_late_1_11_bot.py"));
}

TEST(CanvasDownload, NumbersOfFilesHandedInAgainAreTakenAway) {
  EXPECT_THAT(lines_of(canvas({"a_1_11_bot-2.py", "a_1_12_Makefile-1", "b_2_13_bot-1.tar.gz"})),
              ElementsAre("a_1: Makefile<-a_1_12_Makefile-1 bot.py<-a_1_11_bot-2.py",
                          "b_2: bot.tar.gz<-b_2_13_bot-1.tar.gz"));
}

TEST(CanvasDownload, OfOneNameTheNewestCounts) {
  const Download download =
      canvas({"a_1_30_bot-1.py", "a_1_4_bot.py", "a_1_5_level-1.txt", "a_1_6_level-2.txt"});
  EXPECT_THAT(
      lines_of(download),
      ElementsAre(
          "a_1: bot.py<-a_1_30_bot-1.py level-1.txt<-a_1_5_level-1.txt level-2.txt<-a_1_6_level-2.txt"));
  EXPECT_THAT(download.hand_ins[0].notes, testing::Contains(HasSubstr("bot-1.py is taken as bot.py")));
}

TEST(CanvasDownload, OfTwoAttemptsTheNewestCounts) {
  const Download download = canvas({"a_1_30_bot.zip", "a_LATE_1_31_bot-1.zip"});
  EXPECT_THAT(lines_of(download), ElementsAre("a_1 late: bot.zip<-a_LATE_1_31_bot-1.zip"));
  EXPECT_THAT(download.hand_ins[0].notes, testing::Contains(HasSubstr("earlier attempt")));
}

TEST(CanvasDownload, WhatIsNoFileIsNoProgram) {
  EXPECT_THAT(lines_of(canvas({"a_1_text.html", "b_LATE_2_link.html"})),
              ElementsAre("a_1: [a text was submitted, but no file]",
                          "b_2 late: [a link was submitted, but no file]"));
}

TEST(CanvasDownload, NobodyIsToldByACode) {
  const Download download =
      canvas({"anon_x1Y2z_880001_bot.py", "LATE_anon_12345_880002_bot.py", "anon_x1Y2z_880003_b.py"});
  ASSERT_EQ(download.hand_ins.size(), 2U);
  EXPECT_EQ(download.hand_ins[0].label, "anon_12345");
  EXPECT_TRUE(download.hand_ins[0].late);
  EXPECT_EQ(download.hand_ins[0].id, "") << "a code of digits is no student's number";
  EXPECT_THAT(download.hand_ins[1].problem, HasSubstr("anonymous"));
}

TEST(CanvasDownload, OtherNamesAreStrays) {
  const Download download = canvas({"readme.txt", "a_1_2_..", "a_1_2_", "folder_1_2_x/",
                                    "a_99999999999999999999_2_f", std::string(2000, '_') + "1_2_f"});
  EXPECT_THAT(download.hand_ins, IsEmpty());
  EXPECT_EQ(download.strays.size(), 6U);
  EXPECT_THAT(download.strays[0].name, HasSubstr("readme.txt"));
}

TEST(CanvasDownload, ANameMayHoldAnything) {
  const Download download = canvas({"a_1_2_\"=1+1\n<b>.py", "_3_4_bot.py"});
  ASSERT_EQ(download.hand_ins.size(), 2U);
  EXPECT_EQ(download.hand_ins[0].label, "_3");
  EXPECT_EQ(download.hand_ins[1].parts[0].name, "\"=1+1\n<b>.py");
}

}  // namespace
}  // namespace referee::collect
