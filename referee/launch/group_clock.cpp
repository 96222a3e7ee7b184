#include "referee/launch/group_clock.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string_view>

namespace referee {
namespace {

constexpr std::string_view kField = "usage_usec ";  // the first line of cpu.stat

}  // namespace

Microseconds GroupClock::used() {
  std::array<char, 256> text{};
  const ssize_t size = ::pread(cpu_stat_.get(), text.data(), text.size(), 0);
  std::string_view line(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  if (line.starts_with(kField)) {  // else the cgroup is gone
    line.remove_prefix(kField.size());
    std::int64_t used = 0;
    std::from_chars(line.data(), line.data() + line.size(), used);
    latest_ = std::max(latest_, Microseconds(used));
  }
  return latest_;
}

}  // namespace referee
