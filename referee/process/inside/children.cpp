#include "referee/process/inside/children.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

namespace referee {
namespace {

/// `thread`: its folder in /proc.
void add_children(const std::filesystem::path& thread, std::vector<pid_t>& children) {
  std::ifstream file(thread / "children");
  for (pid_t child = 0; file >> child;) {
    children.push_back(child);
  }
}

/// Whether this process has children, at little cost: without looking for them in /proc.
bool has_children() {
  siginfo_t ended{};
  return ::waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0;
}

std::string threads_folder(pid_t pid) { return "/proc/" + std::to_string(pid) + "/task"; }

}  // namespace

std::vector<pid_t> children_of(pid_t pid) {
  std::vector<pid_t> children;
  std::error_code gone;
  // Each thread has its own.
  for (const auto& thread : std::filesystem::directory_iterator(threads_folder(pid), gone)) {
    add_children(thread.path(), children);
  }
  return children;
}

bool is_first_thread() { return ::gettid() == ::getpid(); }

std::vector<pid_t> children_of_first_thread() {
  std::vector<pid_t> children;
  add_children(std::filesystem::path(threads_folder(::getpid())) / std::to_string(::getpid()), children);
  return children;
}

std::vector<pid_t> threads_of(pid_t pid) {
  std::vector<pid_t> threads;
  std::error_code gone;
  for (const auto& thread : std::filesystem::directory_iterator(threads_folder(pid), gone)) {
    threads.push_back(std::stoi(thread.path().filename()));
  }
  return threads;
}

bool is_over(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string stat;
  std::getline(file, stat, '\0');
  const std::size_t name_end = stat.rfind(") ");  // the name may hold spaces and brackets
  return name_end == std::string::npos ||
         std::string_view("ZXx").find(stat[name_end + 2]) != std::string_view::npos;
}

std::optional<int> end_children(pid_t child) {
  std::optional<int> status;
  for (bool any = has_children(); any;) {
    any = false;
    for (const pid_t one : children_of(::getpid())) {
      int how = 0;
      if (::kill(one, SIGKILL) == 0 && ::waitpid(one, &how, 0) == one) {
        any = true;
        status = one == child ? how : status;
      }
    }
  }
  return status;
}

}  // namespace referee
