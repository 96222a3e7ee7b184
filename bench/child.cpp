#include "bench/child.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace bench {
namespace {

pid_t start(const std::vector<std::string>& argv, int out, const std::string& stderr_file) {
  std::vector<char*> words;
  for (const std::string& word : argv) {
    words.push_back(const_cast<char*>(word.c_str()));
  }
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  if (!stderr_file.empty()) {
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, stderr_file.c_str(),
                                       O_WRONLY | O_CREAT | O_TRUNC, 0644);
  }
  pid_t pid = -1;
  const int error = ::posix_spawnp(&pid, words.front(), &actions, nullptr, words.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? pid : -1;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string end_of(const std::string& text) {
  constexpr std::size_t kShown = 1000;
  return text.substr(text.size() - std::min(text.size(), kShown));
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

}  // namespace

Child::Child(const std::vector<std::string>& argv, const std::string& stderr_file)
    : name_(argv.front()), stderr_file_(stderr_file) {
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) {
    throw std::runtime_error(name_ + ": no pipe");
  }
  out_ = pipe[0];
  pid_ = start(argv, pipe[1], stderr_file);
  ::close(pipe[1]);
  if (pid_ < 0) {
    ::close(out_);
    throw std::runtime_error(name_ + " does not start");
  }
}

Child::~Child() {
  ::close(out_);
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
}

bool Child::read_more() {
  std::array<char, 4096> bytes{};
  const ssize_t size = ::read(out_, bytes.data(), bytes.size());
  if (size > 0) {
    unread_.append(bytes.data(), static_cast<std::size_t>(size));
  }
  return size > 0;
}

std::string Child::line() {
  while (unread_.find('\n') == std::string::npos) {
    if (!read_more()) {
      throw std::runtime_error(name_ + " says nothing more");
    }
  }
  std::string line = unread_.substr(0, unread_.find('\n'));
  unread_.erase(0, line.size() + 1);
  return line;
}

std::string Child::line(const std::string& start) {
  std::string found;
  do {
    found = line();
  } while (!found.starts_with(start));
  return found;
}

Usage Child::wait() {
  while (read_more()) {
  }
  int status = 0;
  rusage used{};
  ::wait4(pid_, &status, 0, &used);
  pid_ = -1;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw std::runtime_error(name_ + " failed: " + end_of(unread_) + end_of(text_of(stderr_file_)));
  }
  return {seconds(used.ru_utime) + seconds(used.ru_stime), static_cast<double>(used.ru_maxrss)};
}

std::uint16_t port_in(const std::string& announcement) {
  const std::size_t colon = announcement.find(':');
  return static_cast<std::uint16_t>(std::stoi(announcement.substr(colon + 1)));
}

}  // namespace bench
