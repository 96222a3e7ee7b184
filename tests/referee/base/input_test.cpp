#include "referee/base/input.h"

#include <gtest/gtest.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

#include "referee/base/file_descriptor.h"
#include "referee/base/files.h"
#include "referee/base/secret_file.h"
#include "tests/support/complaint.h"

namespace referee {
namespace {

using std::string_literals::operator""s;

/// "a", "é", lines: in UTF-16 of Windows, with its mark.
std::string utf16(const std::string& ascii) {
  std::string wide = "\xff\xfe";
  for (const char c : ascii) {
    wide.push_back(c);
    wide.push_back('\0');
  }
  return wide;
}

TEST(PlainText, IsUtf8WithoutAMarkWhoseLinesEndWithLf) {
  for (const std::string& written : {"a\n\nb\n"s, "a\r\n\r\nb\r\n"s, "a\r\rb\r"s, "a\r\n\nb\r"s,
                                     "\xef\xbb\xbf"
                                     "a\n\nb\n"s,
                                     utf16("a\r\n\r\nb\r\n"), utf16("a\n\nb\r")}) {
    EXPECT_EQ(plain_text(written), "a\n\nb\n");
  }
  EXPECT_EQ(plain_text(""), "");
  EXPECT_EQ(plain_text("\xef\xbb\xbf"), "");
  EXPECT_EQ(plain_text("a\r\n\x1a"), "a\n") << "the end of a file of DOS";
  EXPECT_EQ(plain_text("\xff\xfe"), "");
  EXPECT_EQ(plain_text("\xe9t\xe9"), "\xe9t\xe9") << "other encodings are judged by the readers";
}

TEST(SmallFile, LargeOnesAreRefusedWithoutReadingThemToTheEnd) {
  EXPECT_EQ(test_support::complaint([&] { read_small_file("/dev/zero"); }),
            "/dev/zero: too large, expected at most 16 MiB");
}

// A path that is wrong is mended in different ways.
TEST(SmallFile, ThatCannotBeReadSaysWhy) {
  const ScratchFolder folder;
  write_file_atomically(folder.path() / "file", "");
  const auto complaint = [&](const std::string& name) {
    return test_support::complaint([&] { read_small_file(folder.path() / name); });
  };
  const std::string in = folder.path().string();
  EXPECT_EQ(complaint("none"), in + "/none: cannot be read: no such file");
  EXPECT_EQ(complaint("none/x"), in + "/none/x: cannot be read: no folder " + in + "/none");
  EXPECT_EQ(complaint("."), in + "/.: cannot be read: it is a folder, expected a file");
  EXPECT_EQ(complaint("file/x"), in + "/file/x: cannot be read: Not a directory");
  EXPECT_EQ(unreadable_text("x", EACCES), "x: cannot be read: not permitted");
}

TEST(SmallFile, IsReadWholeAsPlainText) {
  const ScratchFolder folder;
  write_file_atomically(folder.path() / "x",
                        "\xef\xbb\xbf"
                        "a\r\n\0b"s);
  EXPECT_EQ(read_small_file(folder.path() / "x"), "a\n\0b"s);
}

int told_in_the_end = -1;
volatile std::sig_atomic_t signals = 0;

/// Writes to a pipe and closes it when the third signal arrives.
void write_after_three(int /*number*/) {
  signals = signals + 1;
  if (signals == 3) {
    (void)!::write(told_in_the_end, "all\n", 4);
    ::close(told_in_the_end);
  }
}

// A bot may end, and SIGCHLD arrive, while a message of bubblewrap is awaited.
TEST(Descriptor, IsReadToItsEndThoughSignalsArrive) {
  Pipe pipe = make_pipe();
  told_in_the_end = pipe.write.release();
  struct sigaction action {};
  action.sa_handler = write_after_three;  // without SA_RESTART, as Asio's
  struct sigaction before {};
  ASSERT_EQ(::sigaction(SIGALRM, &action, &before), 0);
  const itimerval every{{0, 2000}, {0, 2000}};
  const itimerval never{};
  ASSERT_EQ(::setitimer(ITIMER_REAL, &every, nullptr), 0);
  EXPECT_EQ(read_to_end(pipe.read.get(), "pipe", 1), "all\n");
  ::setitimer(ITIMER_REAL, &never, nullptr);
  ::sigaction(SIGALRM, &before, nullptr);
}

// A shell of Windows writes `echo TOKEN > file` in UTF-16.
TEST(SecretFile, IsReadHoweverItWasWritten) {
  const ScratchFolder folder;
  const std::filesystem::path path = folder.path() / "token";
  for (const std::string& written : {"abc123\n"s,
                                     "\xef\xbb\xbf"
                                     "abc123\r\n"s,
                                     "abc123\r"s, utf16("abc123\r\n")}) {
    write_file_atomically(path, written);
    EXPECT_EQ(read_secret_file(path), "abc123");
  }
  write_file_atomically(path, utf16("\r\n"));
  EXPECT_EQ(read_secret_file(path), std::nullopt);
}

}  // namespace
}  // namespace referee
