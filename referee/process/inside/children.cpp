#include "referee/process/inside/children.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace referee {

std::vector<pid_t> children_of(pid_t pid) {
  std::vector<pid_t> children;
  std::error_code gone;
  // Each thread has its own.
  for (const auto& thread :
       std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/task", gone)) {
    std::ifstream file(thread.path() / "children");
    for (pid_t child = 0; file >> child;) {
      children.push_back(child);
    }
  }
  return children;
}

std::optional<int> end_children(pid_t child) {
  std::optional<int> status;
  for (bool any = true; any;) {
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
