#include "referee/base/folder_copy.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace referee
