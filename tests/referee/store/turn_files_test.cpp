#include "referee/store/turn_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <system_error>

#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using test_support::TempFolder;
using testing::Optional;

class TurnFilesTest : public testing::Test {
 protected:
  TempFolder folder_;
  std::filesystem::path turns_ = folder_ / "t.db.turns";
};

TEST_F(TurnFilesTest, WhatWasAddedIsThereWithoutAnyClosing) {
  TurnFiles files(turns_);
  TurnFile file = files.begin("r1t1g1", 2, "turn 0\n");
  file.add("turn 1\n");
  EXPECT_THAT(files.read("r1t1g1", 2), Optional(std::string("turn 0\nturn 1\n")));
  EXPECT_EQ(files.read("r1t1g1", 1), std::nullopt);
}

TEST_F(TurnFilesTest, ABeginningReplacesWhatAnEarlierRunHasLeft) {
  TurnFiles files(turns_);
  files.begin("r1t1g1", 1, "old\n").add("cut off");
  TurnFile file = files.begin("r1t1g1", 1, "old\n");
  file.add("new\n");
  EXPECT_THAT(files.read("r1t1g1", 1), Optional(std::string("old\nnew\n")));
}

TEST_F(TurnFilesTest, OnlyItsOwnerMayReadIt) {
  TurnFiles files(turns_);
  files.begin("r1t1g1", 1, "");
  struct stat status {};
  ASSERT_EQ(::stat((turns_ / "r1t1g1.a1").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  ASSERT_EQ(::stat(turns_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0700U);
}

TEST_F(TurnFilesTest, TheFolderIsThereOnlyAsLongAsItIsNeeded) {
  {
    TurnFiles files(turns_);
    EXPECT_FALSE(std::filesystem::exists(turns_));
    files.begin("r1t1g1", 1, "");
    files.begin("r1t2g1", 1, "");
    files.remove("r1t1g1", 1);
  }
  EXPECT_TRUE(std::filesystem::exists(turns_ / "r1t2g1.a1"));
  {
    TurnFiles files(turns_);
    files.remove("r1t2g1", 1);
  }
  EXPECT_FALSE(std::filesystem::exists(turns_));
}

TEST_F(TurnFilesTest, FilesOfAttemptsThatAreOverAreRemoved) {
  TurnFiles files(turns_);
  files.keep_only({});  // without a folder
  files.begin("r1t1g1", 1, "a");
  files.begin("r1t1g1", 2, "b");
  files.begin("r1t2g1", 1, "c");
  files.keep_only({{"r1t1g1", 2}});
  EXPECT_EQ(files.read("r1t1g1", 1), std::nullopt);
  EXPECT_THAT(files.read("r1t1g1", 2), Optional(std::string("b")));
  EXPECT_EQ(files.read("r1t2g1", 1), std::nullopt);
}

TEST_F(TurnFilesTest, AFullDiskIsReported) {
  std::filesystem::create_directory(turns_);
  std::filesystem::create_symlink("/dev/full", turns_ / "r1t1g1.a1.new");
  TurnFiles files(turns_);
  EXPECT_THROW(files.begin("r1t1g1", 1, "turn 0\n"), std::system_error);
}

}  // namespace
}  // namespace referee
