#include "referee/process/group_clock.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using namespace std::chrono_literals;
using test_support::write_file;

TEST(GroupClock, ReadsTheUsageOfACgroup) {
  const test_support::TempFolder folder;
  const auto file = folder / "cpu.stat";
  write_file(file, "usage_usec 1234\nuser_usec 1000\nsystem_usec 234\n");
  GroupClock clock(FileDescriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC)));
  EXPECT_EQ(clock.used(), 1234us);
  write_file(file, "usage_usec 5678\nuser_usec 5000\nsystem_usec 678\n");
  EXPECT_EQ(clock.used(), 5678us);
  EXPECT_STREQ(clock.source(), "cgroup");
}

TEST(GroupClock, NeverDecreasesAndKeepsWhatItKnewOfACgroupThatIsGone) {
  const test_support::TempFolder folder;
  const auto file = folder / "cpu.stat";
  write_file(file, "usage_usec 5000\n");
  GroupClock clock(FileDescriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC)));
  EXPECT_EQ(clock.used(), 5000us);
  write_file(file, "usage_usec 4000\n");
  EXPECT_EQ(clock.used(), 5000us);
  write_file(file, "");
  EXPECT_EQ(clock.used(), 5000us);
}

TEST(GroupClock, ProcessThatIsFollowedIsExactWhateverTheGroupsCountSays) {
  const test_support::TempFolder folder;
  const auto file = folder / "cpu.stat";
  write_file(file, "usage_usec 1\n");
  GroupClock clock(FileDescriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC)));
  clock.follow(::getpid());
  const Microseconds before = clock.used();
  while (clock.used() < before + 5ms) {
  }
  write_file(file, "usage_usec 3600000000\n");
  EXPECT_EQ(clock.used(), 1h);
}

TEST(GroupClock, ProcessThatIsGoneIsNotFollowed) {
  const test_support::TempFolder folder;
  const auto file = folder / "cpu.stat";
  write_file(file, "usage_usec 7\n");
  GroupClock clock(FileDescriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC)));
  const pid_t child = ::fork();
  if (child == 0) {
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  clock.follow(child);
  clock.follow_child_of(child);
  EXPECT_EQ(clock.used(), 7us);
}

}  // namespace
}  // namespace referee
