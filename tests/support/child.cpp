#include "tests/support/child.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <stdexcept>
#include <utility>

namespace test_support {
namespace {

constexpr int kLongestSilenceMs = 100'000;  // of a program that does not hang

std::array<int, 2> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw std::runtime_error("no pipe");
  }
  return ends;
}

[[noreturn]] void become(const std::vector<char*>& argv, const std::string& folder, int out, int err) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::chdir(folder.c_str()) == 0 && ::dup2(out, STDOUT_FILENO) >= 0 && ::dup2(err, STDERR_FILENO) >= 0) {
    ::execv(argv.front(), argv.data());
  }
  ::_exit(127);
}

/// Appends what a descriptor has; false, and closed, at its end.
bool append(int& fd, std::string& text) {
  std::array<char, 65536> chunk{};
  const ssize_t size = ::read(fd, chunk.data(), chunk.size());
  if (size > 0) {
    text.append(chunk.data(), static_cast<std::size_t>(size));
    return true;
  }
  ::close(std::exchange(fd, -1));
  return false;
}

}  // namespace

Child::Child(const std::vector<std::string>& argv, const std::string& folder, int out) {
  std::vector<char*> pointers;
  for (const std::string& word : argv) {
    pointers.push_back(const_cast<char*>(word.c_str()));
  }
  pointers.push_back(nullptr);
  const auto out_pipe = make_pipe();
  const auto err_pipe = make_pipe();
  pid_ = ::fork();
  if (pid_ < 0) {
    throw std::runtime_error("cannot fork");
  }
  if (pid_ == 0) {
    become(pointers, folder, out < 0 ? out_pipe[1] : out, err_pipe[1]);
  }
  ::close(out_pipe[1]);
  ::close(err_pipe[1]);
  out_fd_ = out_pipe[0];
  err_fd_ = err_pipe[0];
}

Child::~Child() {
  if (code_ < 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  for (const int fd : {out_fd_, err_fd_}) {
    if (fd >= 0) {
      ::close(fd);
    }
  }
}

void Child::signal(int number) const { ::kill(pid_, number); }

bool Child::read_some() {
  if (out_fd_ < 0 && err_fd_ < 0) {
    return false;
  }
  std::array<pollfd, 2> ready{pollfd{out_fd_, POLLIN, 0}, pollfd{err_fd_, POLLIN, 0}};
  const int count = ::poll(ready.data(), ready.size(), kLongestSilenceMs);
  if (count == 0) {
    throw std::runtime_error("the program hangs; its output so far:\n" + out_ + err_);
  }
  if (ready[0].revents != 0) {
    append(out_fd_, out_);
  }
  if (ready[1].revents != 0) {
    append(err_fd_, err_);
  }
  return true;
}

std::string Child::wait_for_line(const std::string& start) {
  while (true) {
    const std::size_t begin = out_.starts_with(start) ? 0 : out_.find("\n" + start);
    if (begin != std::string::npos) {
      const std::size_t from = begin == 0 ? 0 : begin + 1;
      const std::size_t end = out_.find('\n', from);
      if (end != std::string::npos) {
        return out_.substr(from, end - from);
      }
    }
    if (!read_some()) {
      return "";
    }
  }
}

std::optional<std::string> Child::next_line() {
  std::size_t end = out_.find('\n', taken_);
  while (end == std::string::npos) {
    if (!read_some()) {
      return std::nullopt;
    }
    end = out_.find('\n', taken_);
  }
  const std::size_t begin = std::exchange(taken_, end + 1);
  return out_.substr(begin, end - begin);
}

bool Child::wait_for_error(const std::string& text) {
  while (err_.find(text) == std::string::npos) {
    if (!read_some()) {
      return false;
    }
  }
  return true;
}

void Child::wait() {
  while (read_some()) {
  }
  int status = 0;
  rusage usage{};
  ::wait4(pid_, &status, 0, &usage);
  code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  max_memory_kb_ = usage.ru_maxrss;
}

}  // namespace test_support
