#include "referee/collect/download.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/referee/collect/entries.h"
#include "tests/support/complaint.h"
#include "tests/support/temp_folder.h"

namespace referee::collect {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class DownloadFolderTest : public testing::Test {
 protected:
  void lay(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      const std::filesystem::path path = folder_ / name;
      std::filesystem::create_directories(name.ends_with('/') ? path : path.parent_path());
      if (!name.ends_with('/')) {
        test_support::write_file(path, "x");
      }
    }
  }
  Form form() const { return read_download(folder_.path(), std::nullopt).form; }
  std::string refusal(std::optional<Form> form = std::nullopt) const {
    return test_support::complaint([&] { (void)read_download(folder_.path(), form); });
  }

  test_support::TempFolder folder_;
};

TEST_F(DownloadFolderTest, NamesTellTheForm) {
  lay({"a_1_2_bot.py", ".DS_Store", "__MACOSX/x"});
  EXPECT_EQ(form(), Form::canvas);
}

TEST_F(DownloadFolderTest, MoodleIsToldByItsNames) {
  lay({"A B_1_assignsubmission_file_/bot.py", "C_1_2_assignsubmission_file_x_3_4_.py"});
  EXPECT_EQ(form(), Form::moodle);
}

TEST_F(DownloadFolderTest, GradescopeIsToldByItsMetadata) {
  lay({"assignment_1_export/submission_7/bot.py"});
  test_support::write_file(folder_ / "assignment_1_export/submission_metadata.yml",
                           "submission_7:\n  :submitters: []\n");
  EXPECT_EQ(form(), Form::gradescope) << "in a folder of its own";
  test_support::write_file(folder_ / "assignment_1_export/submission_metadata.yml", "submission_7: 1\n");
  EXPECT_THAT(refusal(), HasSubstr("submission_metadata.yml: line 1: expected"));
}

TEST_F(DownloadFolderTest, OtherFoldersArePlain) {
  lay({"class/ada/bot.py", "class/bob.tar.gz", "class/.git/x"});
  const Download download = read_download(folder_.path(), std::nullopt);
  EXPECT_EQ(download.form, Form::folder);
  EXPECT_THAT(lines_of(download), ElementsAre("ada: <-ada", "bob.tar.gz: bob.tar.gz<-bob.tar.gz"));
  EXPECT_EQ(download.hand_ins[1].called, "bob");
}

TEST_F(DownloadFolderTest, OneHandInIsNoFolderOfHandIns) {
  lay({"ada/bot.py"});
  EXPECT_THAT(lines_of(read_download(folder_.path(), std::nullopt)), ElementsAre("ada: <-ada"));
}

TEST_F(DownloadFolderTest, LooseFilesOfAPlainFolderAreOfThoseAfterWhomTheyAreCalled) {
  lay({"duck/duckd.py", "duck/leo.c", "duck/leo.hh", "duck/a@example.edu.java"});
  const Download download = read_download(folder_.path(), std::nullopt);
  EXPECT_THAT(lines_of(download),
              ElementsAre("a@example.edu.java: a@example.edu.java<-a@example.edu.java",
                          "duckd.py: duckd.py<-duckd.py", "leo.c: leo.c<-leo.c leo.hh<-leo.hh"))
      << "in a folder of their own";
  EXPECT_EQ(download.hand_ins[0].called, "a@example.edu");
  EXPECT_EQ(download.hand_ins[2].called, "leo");
}

TEST_F(DownloadFolderTest, OfAutolabTheNewestVersionOfEachAddressIsTaken) {
  lay({"jdoe@x.edu_10_handin.py", "jdoe@x.edu_9_handin.py", "jdoe@x.edu_2_handin.py",
       "a_b@x.edu_1_handin.tar", "zoe.py"});
  const Download download = read_download(folder_.path(), std::nullopt);
  EXPECT_THAT(lines_of(download), ElementsAre("a_b@x.edu_1_handin.tar: handin.tar<-a_b@x.edu_1_handin.tar",
                                              "jdoe@x.edu_10_handin.py: handin.py<-jdoe@x.edu_10_handin.py",
                                              "zoe.py: zoe.py<-zoe.py"));
  EXPECT_EQ(download.hand_ins[1].called, "jdoe@x.edu");
  EXPECT_EQ(download.hand_ins[1].notes.size(), 2U);
}

TEST_F(DownloadFolderTest, ArchivesAreToldByTheirNamesInAnyCase) {
  lay({"class/cy.ZIP", "class/ed.Tar.XZ", "class/di.rar", "class/al/bot.py"});
  const Download download = read_download(folder_.path(), std::nullopt);
  std::vector<std::string> called;
  for (const HandIn& hand_in : download.hand_ins) {
    called.push_back(hand_in.called);
  }
  EXPECT_THAT(called, ElementsAre("al", "cy", "di", "ed"));
}

TEST_F(DownloadFolderTest, AMixtureIsRefusedWithTheOptionThatDecides) {
  lay({"a_1_2_bot.py", "ada/bot.py"});
  EXPECT_THAT(refusal(), HasSubstr("--from canvas"));
  EXPECT_EQ(read_download(folder_.path(), Form::canvas).hand_ins.size(), 1U);
  EXPECT_THAT(refusal(Form::gradescope), HasSubstr("there is no submission_metadata.yml"));
}

TEST_F(DownloadFolderTest, AnEmptyFolderIsRefused) { EXPECT_THAT(refusal(), HasSubstr("it is empty")); }

TEST_F(DownloadFolderTest, LinksAreNoHandIns) {
  lay({"ada/bot.py", "bob/bot.py"});
  std::filesystem::create_symlink("/etc", folder_ / "eve");
  const Download download = read_download(folder_.path(), std::nullopt);
  EXPECT_EQ(download.hand_ins.size(), 2U);
  ASSERT_EQ(download.strays.size(), 1U);
  EXPECT_EQ(download.strays[0].name, "eve");
}

}  // namespace
}  // namespace referee::collect
