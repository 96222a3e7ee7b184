#include "referee/base/folder_copy.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <functional>
#include <string>
#include <vector>

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

}  // namespace
}  // namespace referee
