#include "referee/play/input_watch.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <optional>
#include <string>

#include "tests/support/temp_folder.h"
#include "tests/support/world.h"

namespace referee::play {
namespace {

/// Reads the input that a watch reports, until its end.
class Reader {
 public:
  Reader(test_support::World& world, int fd) : fd_(fd) {
    watch_.emplace(world.tasks(), fd, [this] { read(); });
  }

  const std::string& text() const { return text_; }
  bool at_end() const { return at_end_; }
  void close() { watch_->close(); }

 private:
  void read() {
    std::array<char, 4> bytes{};  // less than the input has
    const ssize_t size = ::read(fd_, bytes.data(), bytes.size());
    if (size > 0) {
      text_.append(bytes.data(), static_cast<std::size_t>(size));
    } else {
      at_end_ = true;
      watch_->close();
    }
  }

  int fd_;
  std::optional<InputWatch> watch_;
  std::string text_;
  bool at_end_ = false;
};

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    out = FileDescriptor(ends[0]);
    in = FileDescriptor(ends[1]);
  }
  FileDescriptor out;
  FileDescriptor in;
};

TEST(InputWatch, TellsOfEveryByteAndOfTheEnd) {
  test_support::World world;
  Pipe pipe;
  Reader reader(world, pipe.out.get());
  ASSERT_EQ(::write(pipe.in.get(), "hello, world", 12), 12);
  world.until([&] { return reader.text() == "hello, world"; });
  EXPECT_FALSE(reader.at_end());
  ASSERT_EQ(::write(pipe.in.get(), "!", 1), 1);
  pipe.in = FileDescriptor();
  world.run_dry();
  EXPECT_EQ(reader.text(), "hello, world!");
  EXPECT_TRUE(reader.at_end());
}

TEST(InputWatch, ReadsFilesToo) {
  test_support::World world;
  const test_support::TempFolder folder;
  test_support::write_file(folder / "moves", "SWAP 0 1 0 4\n");
  const FileDescriptor file(::open((folder / "moves").c_str(), O_RDONLY | O_CLOEXEC));
  Reader reader(world, file.get());
  world.run_dry();
  EXPECT_EQ(reader.text(), "SWAP 0 1 0 4\n");
}

TEST(InputWatch, LeavesTheDescriptorAsItIs) {
  test_support::World world;
  Pipe pipe;
  Reader reader(world, pipe.out.get());
  ASSERT_EQ(::write(pipe.in.get(), "x", 1), 1);
  world.until([&] { return reader.text() == "x"; });
  EXPECT_EQ(::fcntl(pipe.out.get(), F_GETFL) & O_NONBLOCK, 0);
}

TEST(InputWatch, EndsWhenClosed) {
  test_support::World world;
  Pipe pipe;
  Reader reader(world, pipe.out.get());
  world.poll();
  reader.close();
  world.run_dry();
  EXPECT_EQ(world.tasks().running(), 0U);
}

}  // namespace
}  // namespace referee::play
