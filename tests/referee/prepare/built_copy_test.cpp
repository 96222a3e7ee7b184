#include "referee/prepare/built_copy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/swapped_folder.h"
#include "tests/support/temp_folder.h"

namespace referee::prepare {
namespace {

namespace fs = std::filesystem;
using test_support::FreeRunning;
using testing::ElementsAre;
using testing::HasSubstr;

/// An order with a trial: its copy is among the temporary files.
Order order_of(const fs::path& submission, const std::optional<Build>& build, bool opens_archive = false) {
  Order order;
  order.submission = submission;
  order.build = build;
  order.opens_archive = opens_archive;
  order.trial.emplace();
  return order;
}

/// A folder of files, one of which is an archive.
class FilesWithAnArchive : public testing::Test {
 protected:
  FilesWithAnArchive() { fs::create_directory(folder_ / "in"); }
  void file(const std::string& name, const std::string& text) const {
    test_support::write_file(folder_ / ("in/" + name), text);
  }
  /// A tar with a file bot.py in a folder `inner`, made by these further commands of a shell.
  void archive(const std::string& name, const std::string& more = "") const {
    const std::string line = "cd '" + folder_.path().string() +
                             "' && mkdir -p made/inner && echo bot > made/inner/bot.py && cd made && " +
                             more + " tar cf '../in/" + name + "' .";
    ASSERT_EQ(std::system(line.c_str()), 0) << line;
  }
  std::vector<std::string> files() const {
    const BuiltCopy copied(order_of(folder_ / "in", std::nullopt, true));
    EXPECT_TRUE(copied.ok());
    std::vector<std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(copied.top())) {
      if (entry.is_regular_file()) {
        found.push_back(entry.path().lexically_relative(copied.top()).string() + "=" +
                        test_support::read_file(entry));
      }
    }
    std::ranges::sort(found);
    return found;
  }
  std::string refusal() const {
    const BuiltCopy copied(order_of(folder_ / "in", std::nullopt, true));
    return copied.ok() ? "" : copied.report()->problem;
  }

  test_support::TempFolder folder_;
};

TEST_F(FilesWithAnArchive, AreLaidBesideWhatIsInIt) {
  archive("bot.tar", "echo archived > top.json &&");
  file("report.txt", "read me");
  file("top.json", "loose");
  EXPECT_THAT(files(), ElementsAre("inner/bot.py=bot\n", "report.txt=read me", "top.json=archived\n"))
      << "what is in the archive goes first";
}

TEST_F(FilesWithAnArchive, AnArchiveThatIsAllThatIsInAnotherIsUnpackedInItsPlace) {
  archive(
      "bot.tar",
      "tar cf ../inner.tar . && rm -r inner && mkdir outer && mv ../inner.tar outer/bot.tar && touch README "
      "outer/.DS_Store &&");
  EXPECT_THAT(files(), ElementsAre("README=", "outer/.DS_Store=", "outer/inner/bot.py=bot\n"));
  fs::remove_all(folder_ / "made");
  archive("bot.tar", "tar cf ../inner.tar . && mv ../inner.tar data.tar &&");
  EXPECT_THAT(files(), testing::Contains(testing::StartsWith("data.tar=")))
      << "beside a program it is a file of it";
}

TEST_F(FilesWithAnArchive, AreLaidBesideTheProgramInItsOnlyFolder) {
  archive("bot.tar", "mkdir __MACOSX &&");
  file("report.txt", "r");
  EXPECT_THAT(files(), ElementsAre("inner/bot.py=bot\n", "inner/report.txt=r"));
}

TEST_F(FilesWithAnArchive, AreRefusedIfThereAreSeveral) {
  archive("b.tar");
  file("a.zip", "x");
  EXPECT_EQ(refusal(), "there are several archives: a.zip and b.tar; expected one");
}

TEST_F(FilesWithAnArchive, AreRefusedIfItIsDamaged) {
  file("a.zip", "no zip");
  EXPECT_THAT(refusal(), HasSubstr("a.zip is no zip, tar, 7z or rar"));
}

/// A student's hand-in, and a private archive of root's with the secret in it.
class SubmissionOfAnother : public test_support::SwappedFolder {
 protected:
  static void pack(const fs::path& folder, const fs::path& archive) {
    const std::string line = "tar cf '" + archive.string() + "' -C '" + folder.string() + "' inner";
    ASSERT_EQ(std::system(line.c_str()), 0) << line;
  }
};

TEST_F(SubmissionOfAnother, HasNothingThatItsOwnerMayNotReadWhateverChanges) {
  const FreeRunning student(swaps_parts());
  for (int round = 0; round < kRounds; ++round) {
    ASSERT_TRUE(student.wait_for_change());
    const BuiltCopy copy(order_of(bot(), std::nullopt));
    ASSERT_FALSE(leaks(copy.top())) << "round " << round;
  }
}

TEST_F(SubmissionOfAnother, ArchiveThatBecomesALinkToAPrivateOneIsNotUnpacked) {
  pack(bot(), bot() / "hand_in.tar");
  pack(secret(), secret() / "hand_in.tar");
  const std::string name = (bot() / "hand_in.tar").string();
  const std::string link = (bot() / ".link").string();
  fs::create_symlink(secret() / "hand_in.tar", link);
  ASSERT_EQ(::lchown(link.c_str(), test_support::kStudent, test_support::kStudent), 0);
  const FreeRunning student([name, link] {
    ::syscall(SYS_renameat2, AT_FDCWD, name.c_str(), AT_FDCWD, link.c_str(), RENAME_EXCHANGE);
  });
  Build build;
  build.archive = "";
  for (int round = 0; round < kRounds; ++round) {
    ASSERT_TRUE(student.wait_for_change());
    const BuiltCopy copy(order_of(bot(), build, true));
    ASSERT_FALSE(leaks(copy.top())) << "round " << round;
  }
}

TEST_F(SubmissionOfAnother, WhatIsProvidedHasNothingThatItsOwnerMayNotReadWhateverChanges) {
  const test_support::TempFolder empty;
  const FreeRunning student(swaps_parts());
  Build build;
  build.provide = {bot()};
  for (int round = 0; round < kRounds; ++round) {
    ASSERT_TRUE(student.wait_for_change());
    try {
      const BuiltCopy copy(order_of(empty.path(), build));
      ASSERT_FALSE(leaks(copy.top())) << "round " << round;
    } catch (const std::runtime_error&) {  // who provides it says so: it is no student's fault
    }
  }
}

}  // namespace
}  // namespace referee::prepare
