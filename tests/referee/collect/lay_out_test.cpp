#include "referee/collect/lay_out.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "referee/prepare/archive.h"
#include "tests/support/complaint.h"
#include "tests/support/swapped_folder.h"
#include "tests/support/temp_folder.h"

namespace referee::collect {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
namespace fs = std::filesystem;

class LayOut : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_ / "scratch");
    fs::create_directories(folder_ / "download");
  }
  fs::path file(const std::string& name, const std::string& text) const {
    const fs::path path = folder_ / ("download/" + name);
    fs::create_directories(path.parent_path());
    test_support::write_file(path, text);
    return path;
  }
  /// A tar of a file `bot.py` in a folder `inner`, and a file `top.txt`.
  fs::path archive(const std::string& name) const {
    const std::string line =
        "cd '" + folder_.path().string() +
        "' && mkdir -p in/inner && echo bot > in/inner/bot.py && echo archived > in/top.txt && "
        "tar cf 'download/" +
        name + "' -C in .";
    EXPECT_EQ(std::system(line.c_str()), 0) << line;
    return folder_ / ("download/" + name);
  }
  std::vector<std::string> laid_out(const HandIn& hand_in, Archives archives = Archives::unpack) const {
    const fs::path laid = lay_out(hand_in, folder_ / "scratch", archives);
    std::vector<std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(laid)) {
      if (entry.is_regular_file()) {
        found.push_back(entry.path().lexically_relative(laid).string() + "=" +
                        test_support::read_file(entry));
      }
    }
    std::ranges::sort(found);
    return found;
  }
  std::string refusal(const HandIn& hand_in) const {
    return test_support::complaint<prepare::BadSubmission>(
        [&] { (void)lay_out(hand_in, folder_ / "scratch", Archives::unpack); });
  }
  static HandIn of(std::vector<HandIn::Part> parts) {
    HandIn hand_in;
    hand_in.parts = std::move(parts);
    return hand_in;
  }

  test_support::TempFolder folder_;
};

TEST_F(LayOut, LooseFilesHaveTheirNames) {
  EXPECT_THAT(
      laid_out(of({{"bot.py", file("a_1_2_bot-1.py", "x")}, {"map.txt", file("a_1_3_map.txt", "y")}})),
      ElementsAre("bot.py=x", "map.txt=y"));
}

TEST_F(LayOut, TheOnlyArchiveIsUnpackedAmongTheOtherFiles) {
  EXPECT_THAT(laid_out(of({{"bot.tar", archive("b.tar")},
                           {"report.txt", file("report.txt", "read me")},
                           {"top.txt", file("top.txt", "loose")}})),
              ElementsAre("inner/bot.py=bot\n", "report.txt=read me", "top.txt=archived\n"))
      << "what is in the archive goes first";
}

TEST_F(LayOut, FilesAreLaidBesideTheProgramInTheOnlyFolder) {
  const std::string line =
      "cd '" + folder_.path().string() +
      "' && mkdir -p in/bot __MACOSX && echo bot > in/bot/bot.py && tar cf download/b.tar -C in bot";
  ASSERT_EQ(std::system(line.c_str()), 0) << line;
  EXPECT_THAT(laid_out(of({{"b.tar", folder_ / "download/b.tar"}, {"report.txt", file("report.txt", "r")}})),
              ElementsAre("bot/bot.py=bot\n", "bot/report.txt=r"));
}

TEST_F(LayOut, AFolderMayHoldTheArchive) {
  (void)file("folder/readme", "r");
  fs::rename(archive("b.tar"), folder_ / "download/folder/b.tar");
  EXPECT_THAT(laid_out(of({{"late.txt", file("late.txt", "l")}, {"", folder_ / "download/folder"}})),
              ElementsAre("inner/bot.py=bot\n", "late.txt=l", "readme=r", "top.txt=archived\n"));
}

TEST_F(LayOut, TheBuildMayWantTheArchiveItself) {
  const HandIn hand_in = of({{"bot.tar", archive("b.tar")}});
  EXPECT_EQ(laid_out(hand_in, Archives::keep).size(), 1U);
}

TEST_F(LayOut, SeveralArchivesAreRefused) {
  EXPECT_EQ(refusal(of({{"b.tar", archive("b.tar")}, {"a.zip", file("a.zip", "x")}})),
            "there are several archives: a.zip and b.tar; expected one");
}

TEST_F(LayOut, ADamagedArchiveIsRefused) {
  EXPECT_THAT(refusal(of({{"a.zip", file("a.zip", "no zip")}})), HasSubstr("a.zip is no zip, tar or tar.gz"));
}

using HandInOfAnother = test_support::SwappedFolder;

TEST_F(HandInOfAnother, HasNothingThatItsOwnerMayNotReadWhateverChanges) {
  const test_support::FreeRunning student(swaps_parts());
  HandIn folder;
  folder.parts = {{"", bot()}};
  HandIn files;
  files.parts = {{"bot.py", bot() / "bot.py"}, {"text", bot() / "inner" / "text"}};
  for (int round = 0; round < kRounds; ++round) {
    ASSERT_TRUE(student.wait_for_change());
    const test_support::TempFolder scratch;
    try {
      (void)lay_out(round % 2 == 0 ? folder : files, scratch.path(), Archives::unpack);
    } catch (const prepare::BadSubmission&) {  // this hand-in changes
    }
    ASSERT_FALSE(leaks(scratch.path())) << "round " << round;
  }
}

}  // namespace
}  // namespace referee::collect
