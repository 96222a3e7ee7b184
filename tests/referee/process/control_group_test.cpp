#include "referee/process/control_group.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>

#include "referee/process/spawn.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

namespace fs = std::filesystem;
using test_support::read_file;

class ControlGroupTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string why;
    groups_ = ControlGroups::open(why);
    if (groups_ == nullptr) {
      GTEST_SKIP() << why;
    }
  }
  /// A program in `group` that does not end by itself.
  static Spawned start_in(const ControlGroup& group) {
    const FileDescriptor folder = group.folder();
    Spawn how{{STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}};
    how.group = folder.get();
    return spawn({"sleep", "1000"}, how);
  }

  std::shared_ptr<ControlGroups> groups_;
};

TEST_F(ControlGroupTest, ProgramStartsInIt) {
  const auto group = groups_->make();
  const Spawned program = start_in(*group);
  if (!program.in_group) {
    ::kill(program.pid, SIGKILL);
    ::waitpid(program.pid, nullptr, 0);
    GTEST_SKIP() << "this kernel does not start processes in cgroups";
  }
  EXPECT_EQ(read_file(group->procs()), std::to_string(program.pid) + "\n");
  group->kill();
  int status = 0;
  EXPECT_EQ(::waitpid(program.pid, &status, 0), program.pid);
  EXPECT_EQ(WTERMSIG(status), SIGKILL);
}

TEST_F(ControlGroupTest, IsRemovedWithAllThatRunsInIt) {
  auto group = groups_->make();
  const fs::path path = group->path();
  const Spawned program = start_in(*group);
  fs::create_directory(path / "made_by_the_program");
  group.reset();
  ::kill(program.pid, SIGKILL);
  ::waitpid(program.pid, nullptr, 0);
  groups_.reset();
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(ControlGroupTest, OneThatIsBusyIsRemovedLaterAndHoldsNobodyUp) {
  auto group = groups_->make();
  const fs::path path = group->path();
  start_in(*group);  // its parent is this test, which must wait for it
  group.reset();
  ::wait(nullptr);
  while (fs::exists(path)) {  // the kernel takes a moment; at worst the time limit of the test ends this
    (void)groups_->make();
  }
}

TEST_F(ControlGroupTest, TwoUsersOfThisProcessAreNotInEachOthersWay) {
  std::string why;
  const auto others = ControlGroups::open(why);
  ASSERT_NE(others, nullptr) << why;
  const auto mine = groups_->make();
  const auto theirs = others->make();
  EXPECT_NE(mine->path(), theirs->path());
}

TEST_F(ControlGroupTest, WhatAKilledRefereeHasLeftIsEndedAndRemoved) {
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  const fs::path own = groups_->make()->path().parent_path();
  const pid_t killed = ::fork();
  if (killed == 0) {
    const auto group = groups_->make();
    const std::string name = group->path().filename();
    const std::string told = std::to_string(start_in(*group).pid) + " " + name;
    ::_exit(::write(pipe[1], told.data(), told.size()) > 0 ? 0 : 1);
  }
  ::close(pipe[1]);
  ::waitpid(killed, nullptr, 0);
  std::array<char, 256> told{};
  ASSERT_GT(::read(pipe[0], told.data(), told.size() - 1), 0);
  ::close(pipe[0]);
  const std::string text(told.data());
  const fs::path left = own / text.substr(text.find(' ') + 1);
  ASSERT_TRUE(fs::exists(left));
  std::string why;
  ASSERT_NE(ControlGroups::open(why), nullptr) << why;
  EXPECT_FALSE(fs::exists(left));
}

}  // namespace
}  // namespace referee
