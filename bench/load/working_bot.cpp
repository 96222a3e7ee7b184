// A bot of Walls that works for a set processor time in each turn, without a call of the system between the
// turn and its answer, and then goes on: programs of users do so, and nothing that it does makes the kernel
// account for its time. At the end of a match it writes to standard error how long the work of a turn took by
// the wall, at the least: "least 1003 us". Usage: working_bot WORK AFTER THREADS block|poll   WORK, AFTER:
// microseconds of each thread before and after the answer; poll: never blocks for a line
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/support/steady_work.h"

namespace {

constexpr std::string_view kHello = R"({"type":"hello","protocol":1,"features":["new_match"]})";

/// The text behind `"key":`, without quotation marks, or "".
std::string value_of(const std::string& line, const std::string& key) {
  const std::size_t at = line.find('"' + key + "\":");
  if (at == std::string::npos) {
    return "";
  }
  const std::size_t begin = at + key.size() + 3;
  const bool is_text = line[begin] == '"';
  return line.substr(begin + is_text, line.find_first_of(is_text ? "\"" : ",}", begin + 1) - begin - is_text);
}

/// Reads lines of standard input; without blocking, if it polls.
class Lines {
 public:
  explicit Lines(bool polls) {
    if (polls) {
      ::fcntl(STDIN_FILENO, F_SETFL, ::fcntl(STDIN_FILENO, F_GETFL) | O_NONBLOCK);
    }
  }
  /// False at the end of the input.
  bool next(std::string& line) {
    std::size_t end = 0;
    while ((end = read_.find('\n')) == std::string::npos) {
      char bytes[65536];
      const ssize_t size = ::read(STDIN_FILENO, bytes, sizeof bytes);
      if (size == 0 || (size < 0 && errno != EAGAIN)) {
        return false;
      }
      read_.append(bytes, size > 0 ? static_cast<std::size_t>(size) : 0);
    }
    line = read_.substr(0, end);
    read_.erase(0, end + 1);
    return true;
  }

 private:
  std::string read_;
};

void say(const std::string& line) {
  const std::string text = line + '\n';
  if (::write(STDOUT_FILENO, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    std::exit(1);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    return 2;
  }
  const double before = std::atof(argv[1]);
  const double after = std::atof(argv[2]);
  std::vector<test_support::SteadyWork> works(static_cast<std::size_t>(std::max(1, std::atoi(argv[3]))));
  Lines lines(std::string_view(argv[4]) == "poll");
  using Clock = std::chrono::steady_clock;  // is read without a call of the system
  Clock::duration least = Clock::duration::max();
  say(std::string(kHello));
  for (std::string line; lines.next(line);) {
    const std::string type = value_of(line, "type");
    if (type == "new_match") {
      say(std::string(kHello));
    } else if (type == "turn") {
      std::vector<std::jthread> others;
      for (std::size_t i = 1; i < works.size(); ++i) {
        others.emplace_back([&work = works[i], us = before + after] { work.run(us); });
      }
      const auto began = Clock::now();
      works[0].run(before);
      least = std::min(least, Clock::now() - began);
      say(R"({"type":"move","match":")" + value_of(line, "match") + R"(","turn":)" + value_of(line, "turn") +
          R"(,"move":"forward"})");
      works[0].run(after);
    } else if (type == "end") {
      std::fprintf(stderr, "least %.0f us\n", std::chrono::duration<double, std::micro>(least).count());
    }
  }
}
