#include "referee/process/tree_clock.h"

#include <algorithm>
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

void TreeClock::add(pid_t pid, Clocks& to) {
  try {
    const auto known = clocks_.find(pid);
    to[pid] = known != clocks_.end() ? known->second : std::make_shared<ProcessClock>(pid);
  } catch (const std::system_error&) {
    return;  // it has ended between the two looks, and is its parent's to account for
  }
  for (const pid_t child : children_of(pid)) {
    if (!to.contains(child)) {
      add(child, to);
    }
  }
}

Microseconds TreeClock::used() {
  Clocks now;
  add(root_, now);
  clocks_ = std::move(now);
  Microseconds sum{0};
  for (const auto& [pid, clock] : clocks_) {
    sum += clock->used();
  }
  latest_ = std::max(latest_, sum);
  return latest_;
}

}  // namespace referee
