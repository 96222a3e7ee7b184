#include "referee/base/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>
#include <thread>

#include "tests/support/complaint.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

TEST(ScratchFolder, IsPrivateAndGoesWithAllThatIsInIt) {
  std::optional<ScratchFolder> scratch(std::in_place);
  const fs::path path = scratch->path();
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_all);
  EXPECT_EQ(path, fs::canonical(path));
  fs::create_directories(path / "deep" / "er");
  std::ofstream(path / "deep" / "file") << "text";
  scratch.reset();
  EXPECT_FALSE(fs::exists(path));
}

TEST(ScratchFolder, BelongsToItsUser) {
  if (::geteuid() != 0) {
    GTEST_SKIP() << "only root can give a folder away";
  }
  constexpr uid_t kSomebody = 20'999;
  const ScratchFolder scratch(kSomebody);
  struct stat status {};
  ASSERT_EQ(::stat(scratch.path().c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, kSomebody);
  EXPECT_EQ(status.st_gid, kSomebody);
}

TEST(ScratchFolder, IsNotTheSameTwice) {
  const ScratchFolder one;
  const ScratchFolder other;
  EXPECT_NE(one.path(), other.path());
}

TEST(ScratchFolder, OfAProcessThatWasKilledIsRemovedByAnother) {
  Pipe made = make_pipe();
  const pid_t child = ::fork();
  if (child == 0) {
    const ScratchFolder scratch;
    std::ofstream(scratch.path() / "file") << "text";
    write_all(made.write, scratch.path().string(), "the pipe");
    made.write = FileDescriptor();
    ::pause();
    ::_exit(0);
  }
  made.write = FileDescriptor();
  std::string path;
  char letter = 0;
  while (::read(made.read.get(), &letter, 1) == 1) {
    path += letter;
  }
  remove_abandoned_scratch_folders();
  EXPECT_TRUE(fs::exists(path)) << "its process still runs";
  ::kill(child, SIGKILL);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  remove_abandoned_scratch_folders();
  EXPECT_FALSE(fs::exists(path)) << path;
}

TEST(PrivateFolder, AMissingTmpdirIsNamed) {
  const char* const before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("TMPDIR", "/no/such/folder", 1);
  EXPECT_THAT(test_support::complaint<std::system_error>([&] { make_private_folder("referee-new"); }),
              testing::HasSubstr("TMPDIR is /no/such/folder, expected a folder"));
  if (before == nullptr) {
    ::unsetenv("TMPDIR");
  } else {
    ::setenv("TMPDIR", kept.c_str(), 1);
  }
}

TEST(ScratchFolder, OfAProcessThatWasKilledBeforeItHadLockedItIsRemoved) {
  const fs::path path = make_private_folder("referee-new");
  remove_abandoned_scratch_folders();
  EXPECT_FALSE(fs::exists(path)) << path;
}

TEST(ScratchFolder, IsMadeWhileOthersLookForAbandonedOnes) {
  std::atomic<bool> over = false;
  std::thread other([&over] {
    while (!over) {
      remove_abandoned_scratch_folders();
    }
  });
  for (int i = 0; i < 300; ++i) {
    const ScratchFolder folder;
    EXPECT_TRUE(fs::is_directory(folder.path())) << folder.path();
  }
  over = true;
  other.join();
}

}  // namespace

}  // namespace referee
