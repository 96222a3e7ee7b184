#include "referee/collect/lay_out.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/collect/collecting.h"
#include "referee/prepare/archive.h"
#include "tests/support/swapped_folder.h"
#include "tests/support/temp_folder.h"

namespace referee::collect {
namespace {

using testing::ElementsAre;
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
  std::vector<std::string> laid_out(const HandIn& hand_in) const {
    const fs::path laid = folder_ / "scratch";
    (void)lay_out(hand_in, laid);
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

TEST_F(LayOut, FilesStandBesideWhatIsInAFolder) {
  (void)file("folder/readme", "r");
  EXPECT_THAT(laid_out(of({{"late.txt", file("late.txt", "l")}, {"", folder_ / "download/folder"}})),
              ElementsAre("late.txt=l", "readme=r"));
}

TEST_F(LayOut, ArchivesStayAsTheyAre) {
  EXPECT_THAT(laid_out(of({{"a.zip", file("a.zip", "no zip")}})), ElementsAre("a.zip=no zip"));
}

TEST_F(LayOut, TheContentIsThatOfTheFilesHoweverTheyCame) {
  (void)file("folder/bot.py", "x");
  const std::string loose = content_of(of({{"bot.py", file("bot.py", "x")}}));
  EXPECT_EQ(content_of(of({{"", folder_ / "download/folder"}})), loose);
  EXPECT_NE(content_of(of({{"bot.py", file("other.py", "y")}})), loose);
  EXPECT_EQ(content_of(of({{"bot.py", folder_ / "download/gone.py"}})), "");
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
      lay_out(round % 2 == 0 ? folder : files, scratch.path());
    } catch (const prepare::BadSubmission&) {  // this hand-in changes
    }
    ASSERT_FALSE(leaks(scratch.path())) << "round " << round;
  }
}

}  // namespace
}  // namespace referee::collect
