#include "referee/base/folder_copy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "referee/base/folder_tree.h"
#include "tests/support/swapped_folder.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

namespace fs = std::filesystem;
using test_support::TempFolder;
using test_support::write_file;

bool nothing(const fs::path& /*path*/) { return false; }

TEST(CopyFolder, CopiesNothingOfAFolderThatIsTooLarge) {
  const TempFolder from;
  const TempFolder to;
  fs::create_directory(from / "inner");
  write_file(from / "inner" / "a", "12345");
  write_file(from / "b", "12345");
  EXPECT_THROW(copy_folder(from.path(), to.path(), nothing, {.bytes = 9}), FolderTooLarge);
  EXPECT_THROW(copy_folder(from.path(), to.path(), nothing, {.files = 2}), FolderTooLarge);
  EXPECT_TRUE(fs::is_empty(to.path()));
  EXPECT_TRUE(copy_folder(from.path(), to.path(), nothing, {.bytes = 10, .files = 3}).empty());
  EXPECT_EQ(fs::file_size(to / "inner" / "a"), 5U);
}

TEST(CopyFolder, WhatIsLeftOutDoesNotCount) {
  const TempFolder from;
  const TempFolder to;
  write_file(from / "a", "12345");
  write_file(from / "large", "1234567890");
  const auto is_large = [](const fs::path& path) { return path.filename() == "large"; };
  EXPECT_TRUE(copy_folder(from.path(), to.path(), is_large, {.bytes = 5, .files = 1}).empty());
  EXPECT_TRUE(fs::exists(to / "a"));
  EXPECT_FALSE(fs::exists(to / "large"));
}

/// A folder that its owner changes while it is copied, and a secret beside it.
class ChangedMeanwhile : public testing::Test {
 protected:
  ChangedMeanwhile() {
    fs::create_directory(from_ / "inner");
    write_file(from_ / "inner" / "text", "mine");
    fs::create_directory(secrets_ / "inner");
    write_file(secrets_ / "inner" / "text", "secret");
  }

  /// Changes it once all of it is known and before any of it is copied.
  std::vector<std::string> copy(const std::function<void()>& change) {
    const auto last_look = [&](const fs::path& path) {
      if (path.filename() == "text") {
        change();
      }
      return false;
    };
    return copy_folder(from_.path(), to_.path(), last_look);
  }

  const TempFolder from_;
  const TempFolder to_;
  const TempFolder secrets_;
};

TEST_F(ChangedMeanwhile, AFolderThatBecomesALinkIsNotFollowed) {
  const auto left = copy([&] {
    fs::rename(from_ / "inner", from_ / "other");
    fs::create_symlink(secrets_ / "inner", from_ / "inner");
  });
  EXPECT_FALSE(fs::exists(to_ / "inner" / "text"));
  ASSERT_EQ(left.size(), 1U);
  EXPECT_EQ(left.front(), "inner/text, which changed while it was copied");
}

TEST_F(ChangedMeanwhile, AFileThatBecomesALinkOrAPipeIsLeftOut) {
  (void)copy([&] {
    fs::remove(from_ / "inner" / "text");
    fs::create_symlink(secrets_ / "inner" / "text", from_ / "inner" / "text");
  });
  EXPECT_FALSE(fs::exists(to_ / "inner" / "text"));
  fs::remove_all(to_ / "inner");
  fs::remove(from_ / "inner" / "text");
  write_file(from_ / "inner" / "text", "mine");
  (void)copy([&] {
    fs::remove(from_ / "inner" / "text");
    ASSERT_EQ(::mkfifo((from_ / "inner" / "text").c_str(), 0600), 0);
  });
  EXPECT_FALSE(fs::exists(to_ / "inner" / "text"));
}

TEST_F(ChangedMeanwhile, AFolderThatGoesIsNoFailure) {
  EXPECT_FALSE(copy([&] { fs::remove_all(from_ / "inner"); }).empty());
}

TEST(StaysInside, NoChainOfLinksLeadsOut) {
  EXPECT_TRUE(stays_inside("a/b/link", "../c"));
  EXPECT_TRUE(stays_inside("a/b/link", "../../c/d"));
  EXPECT_TRUE(stays_inside("link", "./a"));
  EXPECT_FALSE(stays_inside("a/link", "../../c"));
  EXPECT_FALSE(stays_inside("link", "/c"));
  EXPECT_FALSE(stays_inside("a/link", "to_the_top/../x")) << "a/to_the_top may be a link to the top";
}

TEST(IsKept, LinksToProgramsOfTheSystemAre) {
  EXPECT_TRUE(is_kept("venv/bin/python3", "/usr/bin/python3"));
  EXPECT_TRUE(is_kept("venv/bin/python", "python3"));
  for (const char* const target : {"/usr/bin/../../etc/passwd", "/usr/bin/..", "/usr/bin/", "/usr/bin",
                                   "/usr/lib/x", "/usr/bin/a/../x", "/etc/passwd", "usr/../../bin/x", ""}) {
    EXPECT_FALSE(is_kept("link", target)) << target;
  }
}

/// Reads what others own as root does: with their eyes.
class FolderOfAnother : public test_support::SwappedFolder {
 protected:
  std::vector<std::string> copied() {
    fs::remove_all(to_ / "copy");
    fs::create_directory(to_ / "copy");
    return copy_folder(bot(), to_ / "copy", nothing);
  }
  void give(const fs::path& path) {
    ASSERT_EQ(::lchown(path.c_str(), test_support::kStudent, test_support::kStudent), 0);
  }

  const TempFolder to_;
};

TEST_F(FolderOfAnother, NothingThatItsOwnerMayNotReadIsCopiedWhateverChanges) {
  const test_support::FreeRunning student(swaps_parts());
  for (int round = 0; round < kRounds; ++round) {
    ASSERT_TRUE(student.wait_for_change());
    try {
      (void)copied();
    } catch (const fs::filesystem_error&) {  // the folder itself was the link
    }
    ASSERT_FALSE(leaks(to_.path())) << "round " << round;
  }
}

TEST_F(FolderOfAnother, HardLinkToAFileOfRootsIsLeftOut) {
  std::error_code other_file_system;
  fs::create_hard_link(secret() / "data", bot() / "linked", other_file_system);
  ASSERT_FALSE(other_file_system);
  EXPECT_THAT(copied(), testing::ElementsAre("linked, which its owner may not read"));
  EXPECT_EQ(test_support::read_file(to_ / "copy/bot.py"), "mine");
  EXPECT_THROW((void)copy_named_file(bot() / "linked", to_ / "one"), fs::filesystem_error);
  EXPECT_FALSE(fs::exists(to_ / "one"));
}

TEST_F(FolderOfAnother, FileThatItsOwnerMayNotReadIsLeftOut) {
  ASSERT_EQ(::chmod((bot() / "data").c_str(), 0), 0);
  EXPECT_THAT(copied(), testing::ElementsAre("data, which its owner may not read"));
}

TEST_F(FolderOfAnother, FileForTheGroupOfRootIsLeftOut) {
  ASSERT_EQ(::chown((bot() / "data").c_str(), 0, 0), 0);
  ASSERT_EQ(::chmod((bot() / "data").c_str(), 0640), 0);
  EXPECT_THAT(copied(), testing::ElementsAre("data, which its owner may not read"));
  ASSERT_EQ(::chown((bot() / "data").c_str(), test_support::kStudent, 0), 0);
  EXPECT_TRUE(copied().empty());
}

TEST_F(FolderOfAnother, LinkOfItsOwnersIsFollowedWithItsOwnersRights) {
  fs::create_symlink(secret(), bot().parent_path() / "elsewhere");
  give(bot().parent_path() / "elsewhere");
  EXPECT_THROW((void)copy_folder(bot().parent_path() / "elsewhere", to_.path(), nothing),
               fs::filesystem_error);
  EXPECT_FALSE(path_without_links(bot().parent_path() / "elsewhere" / "data"));
  fs::create_symlink(bot(), bot().parent_path() / "other_name");
  give(bot().parent_path() / "other_name");
  EXPECT_TRUE(copy_folder(bot().parent_path() / "other_name", to_.path(), nothing).empty());
  EXPECT_EQ(test_support::read_file(to_ / "bot.py"), "mine");
}

TEST_F(FolderOfAnother, LinksOfRootsAreFollowedAsRoot) {
  fs::create_symlink(secret(), to_ / "ours");
  fs::create_directory(to_ / "copy");
  EXPECT_TRUE(copy_folder(to_ / "ours", to_ / "copy", nothing).empty());
  EXPECT_EQ(test_support::read_file(to_ / "copy/data"), test_support::kSecret);
  EXPECT_EQ(path_without_links(to_ / "ours" / "data"), fs::canonical(secret() / "data"));
  EXPECT_FALSE(path_without_links("")) << "as an empty word of a command";
}

TEST_F(FolderOfAnother, ThreadHasItsOwnRightsAgain) {
  ASSERT_EQ(::prctl(PR_SET_PDEATHSIG, SIGURG), 0);
  (void)copied();
  int signal = 0;
  ASSERT_EQ(::prctl(PR_GET_PDEATHSIG, &signal), 0);
  EXPECT_EQ(signal, SIGURG);
  EXPECT_EQ(::prctl(PR_GET_DUMPABLE), 1);
  EXPECT_EQ(test_support::read_file(secret() / "data"), test_support::kSecret);
  ::prctl(PR_SET_PDEATHSIG, 0);
}

TEST_F(FolderOfAnother, WhatIsNoFileIsLeftOutAndNeverOpened) {
  fs::remove(bot() / "data");
  ASSERT_EQ(::mkfifo((bot() / "data").c_str(), 0666), 0);
  give(bot() / "data");
  EXPECT_THAT(copied(), testing::ElementsAre("data, which is no file"));
  EXPECT_THROW((void)open_named_file(bot() / "data"), fs::filesystem_error);
  EXPECT_EQ(first_bytes_of(bot() / "data", 5), "");
}

TEST(CopyWithLinks, CopiesWhatLinksLeadTo) {
  const TempFolder from;
  const TempFolder elsewhere;
  const TempFolder to;
  write_file(elsewhere / "text", "followed");
  fs::create_directory(from / "tests");
  fs::create_symlink(elsewhere / "text", from / "tests" / "text");
  fs::create_symlink(elsewhere.path(), from / "tests" / "folder");
  copy_with_links(from / "tests", to.path());
  EXPECT_EQ(test_support::read_file(to / "tests/text"), "followed");
  EXPECT_EQ(test_support::read_file(to / "tests/folder/text"), "followed");
  EXPECT_FALSE(fs::is_symlink(to / "tests/folder"));
  fs::create_symlink("nowhere", from / "tests" / "dangling");
  fs::remove_all(to / "tests");
  EXPECT_THROW(copy_with_links(from / "tests", to.path()), std::runtime_error);
}

}  // namespace
}  // namespace referee
