#include "referee/process/spawn.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include "referee/base/file_descriptor.h"
#include "referee/process/cpu_meter.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

namespace fs = std::filesystem;
using test_support::read_file;
using test_support::TempFolder;
using test_support::write_file;

const std::vector<int> kOurs = {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO};

constexpr uid_t kSomebody = 59999;  // a user without files

int exit_status_of(const std::vector<std::string>& argv, const Spawn& how) {
  int status = 0;
  ::waitpid(spawn(argv, how).pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::error_code failure_of(const std::vector<std::string>& argv, const Spawn& how = {kOurs}) {
  try {
    (void)spawn(argv, how);
  } catch (const LaunchError& error) {
    return error.code();
  }
  return {};
}

void make_program(const fs::path& path, const std::string& text) {
  write_file(path, text);
  fs::permissions(path, fs::perms(0755));
}

/// PATH is `folders` while it lives.
class PathIs {
 public:
  explicit PathIs(const std::string& folders) : before_(std::getenv("PATH")) {
    ::setenv("PATH", folders.c_str(), 1);
  }
  ~PathIs() { ::setenv("PATH", before_.c_str(), 1); }
  PathIs(const PathIs&) = delete;
  PathIs& operator=(const PathIs&) = delete;

 private:
  const std::string before_;
};

TEST(Spawn, ProgramIsLookedUpInPath) {
  const TempFolder first;
  const TempFolder second;
  make_program(second / "program-of-ours", "#!/bin/sh\nexit 5\n");
  const PathIs path(first.path().string() + ":" + second.path().string() + ":" + std::getenv("PATH"));
  EXPECT_EQ(exit_status_of({"program-of-ours"}, {kOurs}), 5);
  write_file(first / "program-of-ours", "may not be run");
  EXPECT_EQ(exit_status_of({"program-of-ours"}, {kOurs}), 5);
}

TEST(Spawn, FolderOfPathThatMayNotBeEnteredSaysNothingOfAProgram) {
  constexpr uid_t kNobody = 65534;
  Spawn how{kOurs};
  how.uid = ::geteuid() == 0 ? kNobody : 0;  // root may enter all folders
  const TempFolder closed;
  const TempFolder open;
  make_program(closed / "program-of-ours", "#!/bin/sh\nexit 4\n");
  fs::permissions(closed.path(), fs::perms::none);
  fs::permissions(open.path(), fs::perms(0755));
  {
    const PathIs only(closed.path().string());
    EXPECT_EQ(failure_of({"program-of-ours"}, how), std::errc::no_such_file_or_directory);
  }
  {
    const PathIs both(closed.path().string() + ":" + open.path().string());
    EXPECT_EQ(failure_of({"program-of-ours"}, how), std::errc::no_such_file_or_directory);
    write_file(open / "program-of-ours", "may not be run");
    EXPECT_EQ(failure_of({"program-of-ours"}, how), std::errc::permission_denied);
    make_program(open / "program-of-ours", "#!/bin/sh\nexit 5\n");
    EXPECT_EQ(exit_status_of({"program-of-ours"}, how), 5);
  }
  EXPECT_EQ(failure_of({(closed / "program-of-ours").string()}, how), std::errc::permission_denied);
  fs::permissions(closed.path(), fs::perms::owner_all);
}

TEST(Spawn, WhyAProgramCannotRunIsTold) {
  const TempFolder folder;
  const std::size_t children = children_of(::getpid()).size();
  EXPECT_EQ(failure_of({"no-such-program"}), std::errc::no_such_file_or_directory);
  EXPECT_EQ(failure_of({""}), std::errc::no_such_file_or_directory);
  write_file(folder / "text", "text");
  EXPECT_EQ(failure_of({(folder / "text").string()}), std::errc::permission_denied);
  make_program(folder / "none", "no program");
  EXPECT_EQ(failure_of({(folder / "none").string()}), std::errc::executable_format_error);
  EXPECT_EQ(failure_of({"true"}, {kOurs, false, folder / "nowhere"}), std::errc::no_such_file_or_directory);
  EXPECT_EQ(children_of(::getpid()).size(), children) << "a child is left to wait for";
}

TEST(WaitForEnd, SignalsDoNotShortenIt) {
  static std::atomic<int> signals = 0;
  struct sigaction count {};
  struct sigaction before {};
  count.sa_handler = [](int) { ++signals; };  // and no SA_RESTART
  ASSERT_EQ(::sigaction(SIGUSR1, &count, &before), 0);
  Pipe pipe = make_pipe();
  const pid_t child = ::fork();
  if (child == 0) {
    char end = 0;
    pipe.write = FileDescriptor();
    ::_exit(::read(pipe.read.get(), &end, 1) == 0 ? 7 : 1);
  }
  std::thread sender([&, waiting = ::pthread_self()] {
    while (signals < 3) {
      ::pthread_kill(waiting, SIGUSR1);
      std::this_thread::yield();
    }
    pipe.write = FileDescriptor();  // lets the child end
  });
  const int status = wait_for_end(child);
  sender.join();
  ::sigaction(SIGUSR1, &before, nullptr);
  EXPECT_GE(signals, 3);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

/// A new process may be in the memory of this one until its program runs.
TEST(Spawn, NothingOfThisProcessChanges) {
  const FileDescriptor file(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  struct sigaction ours {};
  struct sigaction before {};
  ours.sa_handler = [](int) {};
  ASSERT_EQ(::sigaction(SIGUSR1, &ours, &before), 0);
  sigset_t blocked;
  ::sigemptyset(&blocked);
  ::sigaddset(&blocked, SIGUSR2);
  ASSERT_EQ(::pthread_sigmask(SIG_BLOCK, &blocked, nullptr), 0);
  const fs::path place = fs::current_path();
  const pid_t group = ::getpgrp();
  const int dumpable = ::prctl(PR_GET_DUMPABLE);

  Spawn how{kOurs, true, "/usr"};
  how.uid = ::geteuid() == 0 ? kSomebody : 0;
  EXPECT_EQ(exit_status_of({"true"}, how), 0);
  EXPECT_NE(failure_of({"no-such-program"}, how), std::error_code());

  struct sigaction after {};
  sigset_t mask;
  ::sigaction(SIGUSR1, &before, &after);
  ::pthread_sigmask(SIG_UNBLOCK, &blocked, &mask);
  EXPECT_EQ(after.sa_handler, ours.sa_handler);
  EXPECT_TRUE(::sigismember(&mask, SIGUSR2));
  EXPECT_FALSE(::sigismember(&mask, SIGUSR1));
  EXPECT_GE(::fcntl(file.get(), F_GETFD), 0);
  EXPECT_EQ(fs::current_path(), place);
  EXPECT_EQ(::getpgrp(), group);
  EXPECT_EQ(::prctl(PR_GET_DUMPABLE), dumpable);
  EXPECT_EQ(::geteuid() == 0, how.uid != 0);
}

TEST(Spawn, HasNoSignalBlockedOrIgnored) {
  struct sigaction ignore {};
  struct sigaction before {};
  ignore.sa_handler = SIG_IGN;
  ASSERT_EQ(::sigaction(SIGHUP, &ignore, &before), 0);
  const int status = exit_status_of(
      {"awk", R"(/^Sig(Blk|Ign):/ { n += $2 ~ /^0+$/ } END { exit n != 2 })", "/proc/self/status"}, {kOurs});
  ::sigaction(SIGHUP, &before, nullptr);
  EXPECT_EQ(status, 0);
}

/// The program belongs to this process then, as to the nearest one that adopts.
TEST(Spawn, DoesNotOutliveAReferee) {
  ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  Pipe pipe = make_pipe();
  const pid_t referee = ::fork();
  if (referee == 0) {
    const pid_t bot = spawn({"sleep", "infinity"}, {kOurs}).pid;
    (void)!::write(pipe.write.get(), &bot, sizeof(bot));
    ::pause();
  }
  pid_t bot = 0;
  ASSERT_EQ(::read(pipe.read.get(), &bot, sizeof(bot)), static_cast<ssize_t>(sizeof(bot)));
  ::kill(referee, SIGKILL);
  (void)wait_for_end(referee);
  const int status = wait_for_end(bot);
  ::prctl(PR_SET_CHILD_SUBREAPER, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGKILL);
}

TEST(Spawn, WorksInItsFolder) {
  const TempFolder folder;
  fs::create_directory(folder / "inner");
  make_program(folder / "inner" / "bot", "#!/bin/sh\necho text > here\n");
  EXPECT_EQ(exit_status_of({"./bot"}, {kOurs, false, folder / "inner"}), 0);
  EXPECT_EQ(read_file(folder / "inner" / "here"), "text\n");
}

}  // namespace
}  // namespace referee
