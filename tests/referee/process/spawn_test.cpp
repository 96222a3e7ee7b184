#include "referee/process/spawn.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include "referee/base/file_descriptor.h"
#include "referee/process/inside/children.h"
#include "referee/process/inside/supervisor.h"
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

class SpawnBehind : public testing::TestWithParam<bool> {
 protected:
  static Spawn how() {
    Spawn how{kOurs};
    how.supervised = GetParam();
    return how;
  }
};

INSTANTIATE_TEST_SUITE_P(ASupervisor, SpawnBehind, testing::Bool());

TEST_P(SpawnBehind, WhyAProgramCannotRunIsTold) {
  const TempFolder folder;
  const std::size_t children = children_of(::getpid()).size();
  EXPECT_EQ(failure_of({"no-such-program"}, how()), std::errc::no_such_file_or_directory);
  EXPECT_EQ(failure_of({""}, how()), std::errc::no_such_file_or_directory);
  write_file(folder / "text", "text");
  EXPECT_EQ(failure_of({(folder / "text").string()}, how()), std::errc::permission_denied);
  make_program(folder / "none", "no program");
  EXPECT_EQ(failure_of({(folder / "none").string()}, how()), std::errc::executable_format_error);
  Spawn nowhere = how();
  nowhere.folder = folder / "nowhere";
  EXPECT_EQ(failure_of({"true"}, nowhere), std::errc::no_such_file_or_directory);
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

TEST_P(SpawnBehind, ItsEndIsTold) {
  EXPECT_EQ(exit_status_of({"sh", "-c", "exit 3"}, how()), 3);
  for (const int number : {SIGKILL, SIGSEGV, SIGTERM, kEndSupervised}) {
    const int status =
        wait_for_end(spawn({"sh", "-c", "kill -" + std::to_string(number) + " $$"}, how()).pid);
    ASSERT_TRUE(WIFSIGNALED(status)) << status;
    EXPECT_EQ(WTERMSIG(status), number);
  }
}

TEST_P(SpawnBehind, HasNoSignalBlockedOrIgnored) {
  struct sigaction ignore {};
  struct sigaction before {};
  ignore.sa_handler = SIG_IGN;
  ASSERT_EQ(::sigaction(SIGHUP, &ignore, &before), 0);
  sigset_t blocked;
  ::sigemptyset(&blocked);
  ::sigaddset(&blocked, SIGUSR1);
  ASSERT_EQ(::pthread_sigmask(SIG_BLOCK, &blocked, nullptr), 0);
  const int status = exit_status_of(
      {"awk", R"(/^Sig(Blk|Ign):/ { n += $2 ~ /^0+$/ } END { exit n != 2 })", "/proc/self/status"}, how());
  ::pthread_sigmask(SIG_UNBLOCK, &blocked, nullptr);
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

/// A bot that runs `script` behind a supervisor, started by a process that is killed once the script has
/// written a line. What that leaves belongs to this process.
class KilledReferee {
 public:
  explicit KilledReferee(const std::string& script) {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    const pid_t referee = ::fork();
    if (referee == 0) {
      Spawn how{{STDIN_FILENO, output_.write.get(), STDERR_FILENO}};
      how.supervised = true;
      const pid_t supervisor = spawn({"sh", "-c", script}, how).pid;
      (void)!::write(number_.write.get(), &supervisor, sizeof(supervisor));
      ::pause();
    }
    output_.write = FileDescriptor();
    char letter = 0;
    pid_t supervisor = 0;
    EXPECT_EQ(::read(number_.read.get(), &supervisor, sizeof(supervisor)),
              static_cast<ssize_t>(sizeof(supervisor)));
    EXPECT_EQ(::read(output_.read.get(), &letter, 1), 1);
    ::kill(referee, SIGKILL);
    (void)wait_for_end(referee);
    status_ = wait_for_end(supervisor);
  }
  ~KilledReferee() { ::prctl(PR_SET_CHILD_SUBREAPER, 0); }
  KilledReferee(const KilledReferee&) = delete;
  KilledReferee& operator=(const KilledReferee&) = delete;

  int status() const { return status_; }
  /// Whether any process still has the bot's standard output.
  bool has_left_something() const {
    std::array<char, 64> rest{};
    ::fcntl(output_.read.get(), F_SETFL, O_NONBLOCK);
    ssize_t size = 1;
    while (size > 0) {
      size = ::read(output_.read.get(), rest.data(), rest.size());
    }
    return size < 0;
  }

 private:
  Pipe output_ = make_pipe();
  Pipe number_ = make_pipe();
  int status_ = 0;
};

TEST(Supervisor, EndsABotThatDoesNotReadWithItsReferee) {
  const KilledReferee referee("echo; trap '' TERM HUP INT; sleep 1000");
  EXPECT_EQ(referee.status(), SIGKILL);
  EXPECT_FALSE(referee.has_left_something());
}

TEST(Supervisor, EndsWhatABotHasStartedWithItsReferee) {
  for (const char* const script : {"setsid sh -c 'echo; sh -c \"sleep 1000; :\"' & sleep 1000",
                                   "(setsid sh -c 'echo; sleep 1000; :' &); sleep 1000"}) {
    EXPECT_FALSE(KilledReferee(script).has_left_something()) << script;
  }
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
