#include "referee/process/group_clock.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <system_error>
#include <vector>

#include "referee/process/tree_clock.h"

namespace referee {
namespace {

constexpr std::string_view kField = "usage_usec ";  // the first line of cpu.stat

}  // namespace

void GroupClock::follow(pid_t pid) {
  try {
    followed_.emplace(pid);
  } catch (const std::system_error&) {
    followed_.reset();  // what it has used is in the group's count
  }
}

Microseconds GroupClock::used() {
  // In this order: to read a process's clock the kernel brings the counts of its running threads up to date,
  // the group's with them.
  const Microseconds followed = of_followed();
  latest_ = std::max({latest_, followed, of_group()});
  return latest_;
}

Microseconds GroupClock::of_followed() {
  if (parent_ != 0 && !followed_) {
    if (const std::vector<pid_t> children = children_of(parent_); !children.empty()) {
      follow(children.front());
    }
  }
  return followed_ ? whole_microseconds(followed_->read().value_or(Nanoseconds{0})) : Microseconds{0};
}

/// 0 if the cgroup is gone.
Microseconds GroupClock::of_group() const {
  std::array<char, 256> text{};
  const ssize_t size = ::pread(cpu_stat_.get(), text.data(), text.size(), 0);
  std::string_view line(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  std::int64_t used = 0;
  if (line.starts_with(kField)) {
    line.remove_prefix(kField.size());
    std::from_chars(line.data(), line.data() + line.size(), used);
  }
  return Microseconds(used);
}

}  // namespace referee
