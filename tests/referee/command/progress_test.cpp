#include "referee/command/progress.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <memory>
#include <string>

#include "referee/base/file_descriptor.h"
#include "tests/support/harm.h"

// "run (progress bar: matches done, running, elapsed, remaining; plain lines when not a terminal)"

namespace referee {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

const ProgressState kHalfWay{34, 2, 75, 83s, 2, 5};
const std::string kDrawn = "\r\x1b[K";

TEST(ProgressLine, TellsAllWhereThereIsRoom) {
  EXPECT_EQ(progress_line(kHalfWay, 120),
            "round 2/5 [#########-----------] 34/75 games, 2 running, 1:23 elapsed, about 1:40 left");
}

TEST(ProgressLine, IsNeverWiderThanAskedForAndKeepsTheCount) {
  for (const ProgressState& state :
       {kHalfWay, ProgressState{}, ProgressState{1, 0, 0, 5s, 0, 0}, ProgressState{75, 0, 75, 200'000s, 5, 5},
        ProgressState{123'456'789, 1000, 999'999'999, 99'999'999s, 1000, 1000}}) {
    for (std::size_t width = 0; width <= 200; ++width) {
      EXPECT_LE(progress_line(state, width).size(), width);
    }
  }
  EXPECT_THAT(progress_line(kHalfWay, 79), HasSubstr("[#"));
  EXPECT_THAT(progress_line(kHalfWay, 60), HasSubstr("about 1:40 left"));
  EXPECT_EQ(progress_line(kHalfWay, 13), "34/75 games");
  EXPECT_EQ(progress_line(kHalfWay, 5), "34/75");
  EXPECT_EQ(progress_line(kHalfWay, 0), "");
}

TEST(ProgressLine, BarIsEmptyBeforeTheFirstMatchAndFullAfterTheLastOnly) {
  EXPECT_THAT(progress_line({0, 4, 75, 0s, 1, 5}, 120), HasSubstr("[--------------------] 0/75"));
  EXPECT_THAT(progress_line({74, 1, 75, 9s, 1, 5}, 120), HasSubstr("[###################-] 74/75"));
  EXPECT_THAT(progress_line({75, 0, 75, 9s, 1, 5}, 120), HasSubstr("[####################] 75/75"));
  EXPECT_THAT(progress_line({80, 0, 75, 9s, 1, 5}, 120), HasSubstr("[####################] 80/75"));
}

TEST(ProgressLine, WhatIsNotKnownIsNotTold) {
  const std::string begun = progress_line({0, 4, 75, 9s, 1, 5}, 120);
  EXPECT_THAT(begun, Not(HasSubstr("left")));
  EXPECT_EQ(progress_line({7, 2, 0, 83s, 0, 0}, 120), "7 games, 2 running, 1:23 elapsed");
  EXPECT_EQ(progress_line({1, 0, 0, 1s, 0, 0}, 120), "1 game, 0:01 elapsed");
  EXPECT_THAT(progress_line({75, 0, 75, 83s, 5, 5}, 120), Not(HasSubstr("left")));
}

TEST(ProgressLine, HoursAreShownFromOneOn) {
  EXPECT_THAT(progress_line({1, 0, 2, 3599s, 0, 0}, 120), HasSubstr("59:59 elapsed, about 59:59 left"));
  EXPECT_THAT(progress_line({1, 0, 3, 3723s, 0, 0}, 120), HasSubstr("1:02:03 elapsed, about 2:04:06 left"));
}

/// What was written into the other end of `fd` so far.
std::string read_all(int fd) {
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
  std::string text;
  std::array<char, 4096> chunk{};
  for (ssize_t size = 0; (size = ::read(fd, chunk.data(), chunk.size())) > 0;) {
    text.append(chunk.data(), static_cast<std::size_t>(size));
  }
  return text;
}

/// A display that writes to a pipe or a terminal of the test's, at times that the test sets.
class Display : public testing::Test {
 protected:
  void open_pipe() {
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    keep(ends[0], ends[1]);
  }
  void open_terminal(unsigned short columns) {
    int outer = -1;
    int inner = -1;
    termios raw{};
    ::cfmakeraw(&raw);  // the terminal leaves newlines as they are
    winsize size{};
    size.ws_col = columns;
    size.ws_row = 24;
    ASSERT_EQ(::openpty(&outer, &inner, nullptr, &raw, &size), 0);
    keep(outer, inner);
  }
  void end() { display_.reset(); }
  std::string written() { return read_all(reader_.get()); }

  ProgressDisplay& display() { return *display_; }
  FileDescriptor reader_;
  FileDescriptor writer_;
  TimePoint now_ = TimePoint(1h);

 private:
  void keep(int reader, int writer) {
    reader_ = FileDescriptor(reader);
    writer_ = FileDescriptor(writer);
    display_ = std::make_unique<ProgressDisplay>(writer, [this] { return now_; });
  }

  std::unique_ptr<ProgressDisplay> display_;
};

TEST_F(Display, PipeGetsPlainLinesOnly) {
  open_pipe();
  display().update(kHalfWay);
  now_ += 10s;
  display().update(kHalfWay);
  display().print("match r2t1g1: alice beats bob");
  display().round_done(kHalfWay);
  display().update(kHalfWay);
  end();
  EXPECT_EQ(written(), "match r2t1g1: alice beats bob\n" + progress_line(kHalfWay, 200) + "\n");
}

// "interim lines ... every minute without" a terminal
TEST_F(Display, PipeIsToldEveryMinute) {
  open_pipe();
  for (int second = 0; second < 125; ++second) {
    display().tell(kHalfWay);
    now_ += 1s;
  }
  end();
  const std::string line = progress_line(kHalfWay, 200) + "\n";
  EXPECT_EQ(written(), line + line);
}

TEST_F(Display, LinesHoldNoHarmfulCharacters) {
  open_pipe();
  display().print(std::string(test_support::kHarm) + "\n");
  end();
  EXPECT_EQ(written(), R"(a\x1bb\xc2\x9bc\xe2\x80\xaed\xe2\x81\xa6e\xe2\x80\x8bf\xffg\n)"
                       "\n");
}

TEST_F(Display, ClosedPipeIsNoFailure) {
  open_pipe();
  reader_ = FileDescriptor();
  const auto before = ::signal(SIGPIPE, SIG_IGN);  // as in the program
  display().print("nobody reads this");
  display().round_done(kHalfWay);
  end();
  ::signal(SIGPIPE, before);
}

TEST_F(Display, TerminalLineIsRedrawnInPlace) {
  open_terminal(120);
  display().update(kHalfWay);
  EXPECT_EQ(written(), kDrawn + progress_line(kHalfWay, 119));
  ProgressState next = kHalfWay;
  ++next.done;
  now_ += ProgressDisplay::kRedraw;
  display().update(next);
  EXPECT_EQ(written(), kDrawn + progress_line(next, 119));
}

TEST_F(Display, TerminalIsDrawnAtMostTenTimesASecondAndTheLastStateIsNotLost) {
  open_terminal(120);
  display().update(kHalfWay);
  (void)written();
  ProgressState last = kHalfWay;
  for (int i = 0; i < 20; ++i) {
    ++last.done;
    now_ += 4ms;
    display().update(last);
  }
  EXPECT_EQ(written(), "");
  end();
  EXPECT_EQ(written(), kDrawn + progress_line(last, 119) + "\n");
}

TEST_F(Display, OtherOutputClearsTheLineAndItIsDrawnAgainBelow) {
  open_terminal(120);
  display().print("before there is a bar");
  EXPECT_EQ(written(), "before there is a bar\n");
  display().update(kHalfWay);
  (void)written();
  display().print("match over");
  EXPECT_EQ(written(), kDrawn + "match over\n" + kDrawn + progress_line(kHalfWay, 119));
}

TEST_F(Display, FinishedRoundIsDrawnAtOnce) {
  open_terminal(120);
  display().update(kHalfWay);
  (void)written();
  ProgressState next = kHalfWay;
  ++next.round;
  display().round_done(next);
  EXPECT_EQ(written(), kDrawn + progress_line(next, 119));
}

TEST_F(Display, LineFitsTheTerminalAndItsLastColumnStaysEmpty) {
  open_terminal(40);
  display().update(kHalfWay);
  EXPECT_EQ(written(), kDrawn + progress_line(kHalfWay, 39));
}

TEST_F(Display, TerminalOfUnknownWidthIsTakenForAnOrdinaryOne) {
  open_terminal(0);
  display().update(kHalfWay);
  EXPECT_EQ(written(), kDrawn + progress_line(kHalfWay, 79));
}

TEST_F(Display, TerminalWithoutABarIsLeftAsItIs) {
  open_terminal(120);
  end();
  EXPECT_EQ(written(), "");
}

}  // namespace
}  // namespace referee
