#include "referee/collect/moodle_download.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/referee/collect/entries.h"

namespace referee::collect {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Download moodle(const std::vector<std::string>& names) { return read_moodle(entries(names)); }

TEST(MoodleDownload, FoldersEndWithTheirKind) {
  const Download download =
      moodle({"Alice Liddell_901_assignsubmission_file/", "Zoë O'Brien_902_assignsubmission_file_/"});
  EXPECT_THAT(lines_of(download), ElementsAre("Alice Liddell_901: <-Alice Liddell_901_assignsubmission_file",
                                              "Zoë O'Brien_902: <-Zoë O'Brien_902_assignsubmission_file_"));
  EXPECT_EQ(download.hand_ins[1].id, "902");
  EXPECT_EQ(download.hand_ins[1].called, "Zoë O'Brien");
}

TEST(MoodleDownload, FilesBeginWithThePrefix) {
  EXPECT_THAT(lines_of(moodle({"A_1_assignsubmission_file_bot.py", "A_1_assignsubmission_file_help_2_.py"})),
              ElementsAre("A_1: bot.py<-A_1_assignsubmission_file_bot.py "
                          "help_2_.py<-A_1_assignsubmission_file_help_2_.py"));
}

TEST(MoodleDownload, TextsAreNoPrograms) {
  const Download download = moodle({"A_1_assignsubmission_onlinetext_/", "B_2_assignsubmission_file/",
                                    "B_2_assignsubmission_onlinetext_onlinetext.html"});
  EXPECT_THAT(lines_of(download),
              ElementsAre("A_1: [a text was submitted, but no file]", "B_2: <-B_2_assignsubmission_file"));
  EXPECT_EQ(download.hand_ins[1].notes.size(), 1U);
}

TEST(MoodleDownload, OtherNamesAreStrays) {
  const Download download = moodle({"readme.txt", "A_1_assignsubmission_file", "A_1_assignsubmission_file_..",
                                    "A_x_assignsubmission_file_bot.py"});
  EXPECT_THAT(download.hand_ins, IsEmpty());
  EXPECT_EQ(download.strays.size(), 4U);
}

}  // namespace
}  // namespace referee::collect
