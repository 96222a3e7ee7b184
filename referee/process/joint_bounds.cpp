#include "referee/process/joint_bounds.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "referee/base/file_descriptor.h"
#include "referee/base/process_stat.h"
#include "referee/loop/event.h"
#include "referee/process/control_group.h"
#include "referee/process/kernel_process.h"

namespace referee {
namespace {

constexpr const char* kBoundsAtMost = "REFEREE_BOUNDS_AT_MOST";
constexpr std::array kWays{"polling", "cgroup_v1", "cgroup_v2"};
constexpr Milliseconds kPolling{100};
constexpr Milliseconds kBesideKernel{200};
constexpr int kThreads = 18;   // num_threads of proc(5), as stat_field() counts
constexpr int kResident = 22;  // rss, in pages
constexpr std::string_view kPss = "\nPss:";

/// The first bytes of a file of /proc; empty if the process has ended.
std::string read_proc(pid_t pid, const char* file) {
  const std::string path = "/proc/" + std::to_string(pid) + "/" + file;
  const FileDescriptor opened(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text(2048, '\0');
  const ssize_t size = opened.get() < 0 ? 0 : ::read(opened.get(), text.data(), text.size());
  text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  return text;
}

std::int64_t number_in(std::string_view text) {
  text.remove_prefix(std::min(text.size(), text.find_first_not_of(' ')));
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// In bytes; nothing where the kernel does not tell it to this user.
std::optional<std::int64_t> share_of_memory(pid_t pid) {
  const std::string text = read_proc(pid, "smaps_rollup");
  const std::size_t at = text.find(kPss);
  if (at == std::string::npos) {
    return std::nullopt;
  }
  return number_in(std::string_view(text).substr(at + kPss.size())) * 1024;
}

std::int64_t descriptors_of(pid_t pid) {
  const std::filesystem::path folder = "/proc/" + std::to_string(pid) + "/fd";
  struct stat status {};
  if (::stat(folder.c_str(), &status) == 0 && status.st_size > 0) {
    return status.st_size;  // their number, since Linux 6.2
  }
  std::error_code unreadable;
  return std::distance(std::filesystem::directory_iterator(folder, unreadable),
                       std::filesystem::directory_iterator());
}

/// Why the processes are to be killed; empty if they are not.
std::string too_much(const JointUse& use, const JointBounds& bounds) {
  if (bounds.memory_mib > 0 && use.memory > bounds.memory_mib * kMib) {
    return too_much_memory(bounds.memory_mib);
  }
  if (bounds.processes > 0 && use.threads > bounds.processes) {
    return "killed: it ran more than " + std::to_string(bounds.processes) + " processes and threads together";
  }
  if (bounds.descriptors > 0 && use.descriptors > bounds.descriptors) {
    return "killed: its processes opened more than " + std::to_string(bounds.descriptors) + " files together";
  }
  return "";
}

/// The bounds that the kernel does not keep.
JointBounds left_to_polling(const KernelProcess& process, JointBounds bounds) {
  if (process.group() != nullptr && process.group()->bounded_by() != BoundedBy::polling) {
    bounds.memory_mib = 0;
    bounds.processes = 0;
  }
  return bounds;
}

}  // namespace

const char* name_of(BoundedBy by) { return kWays[static_cast<std::size_t>(by)]; }

BoundedBy bounded_at_most() {
  const char* const set = std::getenv(kBoundsAtMost);
  const auto found = set == nullptr ? kWays.end() : std::ranges::find(kWays, std::string_view(set));
  return found == kWays.end() ? BoundedBy::cgroup_v2 : static_cast<BoundedBy>(found - kWays.begin());
}

std::int64_t machine_memory_mib() {
  const std::int64_t all = ::sysconf(_SC_PHYS_PAGES) * static_cast<std::int64_t>(::sysconf(_SC_PAGESIZE));
  return std::min(all, memory_of_own_group().value_or(all)) / kMib;
}

std::string too_much_memory(std::int64_t memory_mib) {
  return "killed: its processes took more than " + std::to_string(memory_mib) + " MiB together";
}

JointUse JointUse::look(const std::vector<pid_t>& processes, const JointBounds& bounds) {
  static const std::int64_t kPage = ::sysconf(_SC_PAGESIZE);
  JointUse use;
  std::vector<std::pair<pid_t, std::int64_t>> resident;
  for (const pid_t pid : processes) {
    const std::string stat = read_proc(pid, "stat");
    resident.emplace_back(pid, stat_field(stat, kResident) * kPage);
    use.memory += resident.back().second;
    use.threads += stat_field(stat, kThreads);
    use.descriptors += bounds.descriptors > 0 ? descriptors_of(pid) : 0;
  }
  if (bounds.memory_mib > 0 && use.memory > bounds.memory_mib * kMib) {
    use.memory = 0;
    for (const auto& [pid, all] : resident) {
      use.memory += share_of_memory(pid).value_or(all);
    }
  }
  return use;
}

Task<> guard_bounds(std::shared_ptr<KernelProcess> process, JointBounds bounds) {
  bounds = left_to_polling(*process, bounds);
  const Milliseconds every = bounds.memory_mib > 0 ? kPolling : kBesideKernel;
  while (!co_await process->ended_within(every)) {
    std::string why = process->why_kernel_killed();
    if (why.empty()) {
      why = too_much(JointUse::look(process->processes(), bounds), bounds);
    }
    if (!why.empty()) {
      process->kill_because(std::move(why));
      co_return;
    }
  }
}

}  // namespace referee
