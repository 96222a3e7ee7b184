#include "referee/adapt/program_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <system_error>

#include "referee/adapt/program_bot.h"
#include "referee/process/inside/children.h"
#include "tests/support/complaint.h"
#include "tests/support/patience.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using test_support::TempFolder;
using testing::EndsWith;
using testing::HasSubstr;

class ProgramRunTest : public testing::Test {
 protected:
  ProgramRunTest() { test_support::write_file(input(), "the input\n"); }

  std::filesystem::path input() const { return folder_ / "input"; }
  ProgramCall shell(const std::string& script) const { return {{"/bin/sh", "-c", script}, input()}; }
  /// The path of an executable file with this text.
  std::string program(const std::string& text) const {
    const auto path = folder_ / "program";
    test_support::write_file(path, text);
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path.string();
  }

  void wait_for(const ProgramRun& run) {
    std::array<pollfd, 2> files{{{signals_.descriptor(), POLLIN, 0}, {run.output(), POLLIN, 0}}};
    ASSERT_GT(::poll(files.data(), files.size(), test_support::kPatienceMs), 0);
    signals_.take();
  }
  void run_to_end(ProgramRun& run) {
    while (!run.ended()) {
      wait_for(run);
      run.read_output();
    }
  }
  std::string output_of(const ProgramCall& call) {
    ProgramRun run(call);
    run_to_end(run);
    return run.printed();
  }
  std::string status_of(const ProgramCall& call) {
    ProgramRun run(call);
    run_to_end(run);
    return run.status_text();
  }

  TempFolder folder_;
  SignalFile signals_{SIGCHLD};
};

TEST_F(ProgramRunTest, ReadsAFileAndPrintsIntoAPipe) {
  EXPECT_EQ(output_of(shell(
                "test -f /dev/stdin && printf 'a file, '; test -p /dev/stdout && printf 'a pipe, '; cat")),
            "a file, a pipe, the input\n");
}

TEST_F(ProgramRunTest, WorksInTheFolderThatIsNamed) {
  ProgramCall call = shell("pwd -P");
  EXPECT_EQ(output_of(call), std::filesystem::current_path().string() + "\n");
  call.folder = std::filesystem::canonical(folder_.path());
  EXPECT_EQ(output_of(call), call.folder.string() + "\n");
}

TEST_F(ProgramRunTest, ItsEndIsToldInWords) {
  EXPECT_EQ(status_of(shell("exit 3")), "exit status 3");
  EXPECT_EQ(status_of(shell("kill -SEGV $$")), "signal 11, Segmentation fault");
}

TEST_F(ProgramRunTest, NoSignalIsIgnoredOrBlockedInIt) {
  std::signal(SIGPIPE, SIG_IGN);
  EXPECT_THAT(output_of(shell("grep -E 'SigBlk|SigIgn' /proc/self/status | tr -d '\\n'")),
              "SigBlk:\t0000000000000000SigIgn:\t0000000000000000");
  ProgramCall call = shell("kill -QUIT $$; echo still here");
  EXPECT_EQ(output_of(call), "");
  call.keeps_quit_from_it = true;
  EXPECT_EQ(output_of(call), "still here\n");
}

TEST_F(ProgramRunTest, ATextWithoutAFirstLineOfItsOwnIsAScriptForTheShell) {
  EXPECT_EQ(output_of({{program("echo \"$1\"\n"), "word"}, input()}), "word\n");
}

TEST_F(ProgramRunTest, WhatCannotBeStartedIsNamed) {
  const std::string odd = program("#!/no/such/interpreter\n");
  EXPECT_THAT(test_support::complaint<std::system_error>([&] {
                ProgramRun run({{odd}, input()});
              }),
              AllOf(HasSubstr("cannot start " + odd), HasSubstr("No such file")));
  EXPECT_THROW(ProgramRun({{"/bin/true"}, folder_ / "no_input"}), std::system_error);
}

TEST_F(ProgramRunTest, ItsFirstLineIsAllThatIsReadAndItMayRunOn) {
  ProgramRun run(shell("echo first; while :; do :; done"));
  while (!run.has_answered()) {
    wait_for(run);
    run.read_output();
  }
  EXPECT_FALSE(run.ended());
  EXPECT_EQ(run.printed(), "first\n");
  EXPECT_EQ(run.output(), -1);
}

TEST_F(ProgramRunTest, OneThatGoesOnPrintingEndsBySigpipe) {
  const ProgramCall call = shell("echo first; while :; do echo more; done");
  EXPECT_EQ(output_of(call), "first\n");
  EXPECT_EQ(status_of(call), "signal 13, Broken pipe");
}

TEST_F(ProgramRunTest, MoreThanIsKeptIsDroppedAndBlocksNobody) {
  ProgramRun run(shell("head -c 1000000 /dev/zero | tr '\\0' x; echo done >&2"));
  run_to_end(run);
  EXPECT_EQ(run.status_text(), "exit status 0");
  EXPECT_EQ(run.printed(), std::string(kMostPrinted, 'x'));
}

TEST_F(ProgramRunTest, OneThatClosesItsOutputIsWaitedForAllTheSame) {
  EXPECT_EQ(output_of(shell("echo early; exec >&-; for i in $(seq 20000); do :; done; exit 1")), "early\n");
}

// Three children: one in its process group, one in another session, and one that is stopped.
constexpr const char* kLeavesChildren =
    "sleep 1000 & setsid sleep 1000 & sleep 1000 & kill -STOP $!; echo 'left behind'; ";

TEST_F(ProgramRunTest, NothingOfWhatItHasStartedStaysAfterItsEnd) {
  EXPECT_EQ(output_of(shell(kLeavesChildren)), "left behind\n");
  EXPECT_TRUE(children_of(::getpid()).empty());
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST_F(ProgramRunTest, OneThatIsNotWantedAnyMoreIsKilledWithAllThatItHasStarted) {
  {
    ProgramRun run(shell(std::string(kLeavesChildren) + "while :; do :; done"));
    while (run.printed().empty()) {
      wait_for(run);
      run.read_output();
    }
    EXPECT_FALSE(run.ended());
  }
  EXPECT_TRUE(children_of(::getpid()).empty());
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
}

}  // namespace
}  // namespace referee
