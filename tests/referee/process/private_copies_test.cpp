#include "referee/process/private_copies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "referee/process/program.h"
#include "referee/process/spawn.h"
#include "tests/support/complaint.h"
#include "tests/support/swapped_folder.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

namespace fs = std::filesystem;
using test_support::read_file;
using test_support::TempFolder;
using test_support::write_file;
using testing::HasSubstr;

/// A bot's folder with a program, a module of it and a secret of the others.
class PrivateCopiesTest : public testing::Test {
 protected:
  void SetUp() override {
    if (::geteuid() != 0) {
      GTEST_SKIP() << "only root has users for its bots";
    }
    fs::permissions(home_.path(), fs::perms(0755));
    fs::create_directories(bot() / "data");
    write_file(bot() / "bot.py", "program");
    write_file(bot() / "data" / "weights", "data");
    write_file(bot() / "results.db-wal", "secret");
    write_file(bot() / "results.db", "secret");
  }
  fs::path bot() const { return home_ / "bot"; }
  BotCommand command() const {
    BotCommand command{{"python3", (bot() / "bot.py").string(), "--fast"}, Confinement()};
    command.confinement->folder = bot();
    command.confinement->hidden = {bot() / "results.db"};
    return command;
  }
  /// The command's folder, for a bot that cannot read its own.
  fs::path copied(PrivateCopies& copies) const {
    const BotCommand placed = copies.readable(command());
    EXPECT_NE(placed.confinement->folder, bot());
    EXPECT_EQ(placed.folder, placed.confinement->folder);
    EXPECT_EQ(placed.argv, (std::vector<std::string>{
                               "python3", (placed.confinement->folder / "bot.py").string(), "--fast"}));
    return placed.confinement->folder;
  }

  TempFolder home_;
  PrivateCopies copies_{std::make_shared<UserSlots>()};
};

TEST_F(PrivateCopiesTest, FolderThatAllMayReadIsUsedAsItIs) {
  const BotCommand placed = copies_.readable(command());
  EXPECT_EQ(placed.argv, command().argv);
  EXPECT_EQ(placed.confinement->folder, bot());
  EXPECT_TRUE(placed.readers.empty());
}

TEST_F(PrivateCopiesTest, FolderThatOnlyRootMayEnterIsCopiedOnce) {
  fs::permissions(bot(), fs::perms(0700));
  const fs::path copy = copied(copies_);
  EXPECT_EQ(read_file(copy / "data" / "weights"), "data");
  write_file(bot() / "bot.py", "changed meanwhile");
  EXPECT_EQ(copied(copies_), copy);
  EXPECT_EQ(read_file(copy / "bot.py"), "program");
}

TEST_F(PrivateCopiesTest, FolderAboveThatOnlyRootMayEnterMattersAsMuch) {
  fs::permissions(home_.path(), fs::perms(0700));
  EXPECT_EQ(read_file(copied(copies_) / "bot.py"), "program");
}

TEST_F(PrivateCopiesTest, OneFileThatOnlyRootMayReadIsReasonEnough) {
  fs::permissions(bot() / "data" / "weights", fs::perms(0600));
  EXPECT_EQ(read_file(copied(copies_) / "data" / "weights"), "data");
}

TEST_F(PrivateCopiesTest, OnlyItsGroupMayReadTheCopy) {
  fs::permissions(bot(), fs::perms(0700));
  const fs::path copy = copied(copies_);
  const BotCommand placed = copies_.readable(command());
  ASSERT_EQ(placed.readers.size(), 1U);
  for (const fs::path& path : {copy.parent_path(), copy, copy / "data" / "weights"}) {
    struct stat status {};
    ASSERT_EQ(::stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_gid, placed.readers.front()) << path;
    EXPECT_EQ(status.st_mode & 07, 0U) << path << ": other users";
    EXPECT_EQ(status.st_mode & 020, 0U) << path << ": the group may not write";
  }
}

TEST_F(PrivateCopiesTest, WhatIsHiddenFromTheBotIsNotCopied) {
  fs::permissions(bot(), fs::perms(0700));
  const fs::path copy = copied(copies_);
  EXPECT_FALSE(fs::exists(copy / "results.db"));
  EXPECT_FALSE(fs::exists(copy / "results.db-wal"));
}

TEST_F(PrivateCopiesTest, OfAHomeFolderOnlyTheNamedFilesAreCopied) {
  fs::permissions(bot(), fs::perms(0700));
  const std::string home = std::getenv("HOME") == nullptr ? "" : std::getenv("HOME");
  ::setenv("HOME", bot().c_str(), 1);
  const fs::path copy = copied(copies_);
  ::setenv("HOME", home.c_str(), 1);
  EXPECT_EQ(read_file(copy / "bot.py"), "program");
  EXPECT_FALSE(fs::exists(copy / "data"));
}

TEST_F(PrivateCopiesTest, OfAFolderThatIsTooLargeOnlyTheNamedFilesAreCopied) {
  fs::permissions(bot(), fs::perms(0700));
  write_file(bot() / "large", "");
  fs::resize_file(bot() / "large", 257ULL * 1024 * 1024);  // takes no place on the disk
  const fs::path copy = copied(copies_);
  EXPECT_EQ(read_file(copy / "bot.py"), "program");
  EXPECT_FALSE(fs::exists(copy / "data"));
}

TEST_F(PrivateCopiesTest, BotsThatAreNotConfinedAreCopiedAsWell) {
  fs::permissions(bot(), fs::perms(0700));
  BotCommand house{{"python3", (bot() / "bot.py").string()}};
  const BotCommand placed = copies_.readable(std::move(house));
  EXPECT_EQ(placed.argv[1], (placed.folder / "bot.py").string());
  EXPECT_EQ(read_file(placed.folder / "data" / "weights"), "data");
}

TEST_F(PrivateCopiesTest, ProgramThatOnlyRootMayRunIsRefused) {
  // "the message says what to write"
  write_file(home_ / "interpreter", "");
  fs::permissions(home_ / "interpreter", fs::perms(0700));
  BotCommand bad = command();
  bad.argv.front() = (home_ / "interpreter").string();
  const std::string why = test_support::complaint<LaunchError>([&] { copies_.readable(bad); });
  EXPECT_THAT(why, HasSubstr("cannot start '" + bad.argv.front() + "': bots never run as root"));
  EXPECT_THAT(why, HasSubstr("--as-root"));
}

TEST_F(PrivateCopiesTest, CopiesAreRemovedInTheEnd) {
  fs::permissions(bot(), fs::perms(0700));
  fs::path copy;
  {
    PrivateCopies copies{std::make_shared<UserSlots>()};
    copy = copied(copies);
    EXPECT_TRUE(fs::exists(copy));
  }
  EXPECT_FALSE(fs::exists(copy.parent_path()));
}

TEST_F(PrivateCopiesTest, FolderThatIsTooDeepToBeCopiedIsNotLookedThrough) {
  fs::path deep = bot();
  for (int depth = 0; depth < 70; ++depth) {
    deep /= "d";
  }
  fs::create_directories(deep);
  write_file(deep / "file", "");
  fs::permissions(deep / "file", fs::perms(0600));
  EXPECT_EQ(copies_.readable(command()).confinement->folder, bot());
}

/// A bot in a student's home.
class PrivateCopiesOfAnother : public test_support::SwappedFolder {
 protected:
  BotCommand command() const {
    BotCommand command{{"python3", (bot() / "bot.py").string(), (bot() / "inner" / "text").string()},
                       Confinement()};
    command.confinement->folder = bot();
    return command;
  }
};

TEST_F(PrivateCopiesOfAnother, HaveNothingThatTheFoldersOwnerMayNotReadWhateverChanges) {
  const test_support::FreeRunning student(swaps_parts());
  for (int round = 0; round < kRounds; ++round) {
    ASSERT_TRUE(student.wait_for_change());
    PrivateCopies copies{std::make_shared<UserSlots>()};
    try {
      const BotCommand placed = copies.readable(command());
      ASSERT_TRUE(placed.folder.empty() || !leaks(placed.folder)) << "round " << round;
    } catch (const BotFolderError&) {  // this entrant's folder changes
    }
  }
}

TEST_F(PrivateCopiesOfAnother, FolderThatIsFoundByALinkOfTheOwnersIsReadWithItsRights) {
  fs::remove(bot() / "bot.py");
  fs::create_symlink(secret() / "bot.py", bot() / "bot.py");
  ASSERT_EQ(::lchown((bot() / "bot.py").c_str(), test_support::kStudent, test_support::kStudent), 0);
  PrivateCopies copies{std::make_shared<UserSlots>()};
  BotCommand command{{"python3", (bot() / "bot.py").string()}};
  command.confinement = default_confinement(command.argv);
  EXPECT_EQ(command.confinement->folder, bot()) << "the folder of the link, not of what it leads to";
  EXPECT_THROW((void)copies.readable(command), BotFolderError);
}

TEST_F(PrivateCopiesOfAnother, ReadablePathThatBecomesALinkToASecretIsRefused) {
  fs::remove(bot() / "data");
  fs::create_symlink(secret() / "data", bot() / "data");
  BotCommand command{{"python3"}, Confinement()};
  command.confinement->readable = {bot() / "data"};
  PrivateCopies copies{std::make_shared<UserSlots>()};
  EXPECT_THROW((void)copies.readable(command), LaunchError);
}

}  // namespace
}  // namespace referee
