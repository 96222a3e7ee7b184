#include "referee/process/thread_accounting.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sched.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>

#include "referee/base/file_descriptor.h"

namespace referee {
namespace {

/// The kernel's own /proc/loadavg; nothing where a container has another file there.
FileDescriptor open_load() {
  FileDescriptor file(::open("/proc/loadavg", O_RDONLY | O_CLOEXEC));
  struct statfs of {};
  const bool is_kernels = ::fstatfs(file.get(), &of) == 0 && of.f_type == PROC_SUPER_MAGIC;
  return is_kernels ? std::move(file) : FileDescriptor();
}

}  // namespace

/// "0.42 0.31 0.20 1/412 5107": the number before the slash is that of threads that run, or are ready to.
bool may_others_run() {
  static const FileDescriptor load = open_load();
  std::array<char, 128> text{};
  const ssize_t size = load.get() < 0 ? 0 : ::pread(load.get(), text.data(), text.size(), 0);
  return std::string_view(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0).find(" 1/") ==
         std::string_view::npos;
}

bool account_for(pid_t thread) {
  constexpr sched_param kNoPriority{};
  const int policy = ::sched_getscheduler(thread);
  if (policy < 0) {
    return errno == ESRCH;
  }
  const int inherited = policy & SCHED_RESET_ON_FORK;
  const int another = (policy ^ inherited) == SCHED_BATCH ? SCHED_OTHER : SCHED_BATCH;
  return (::sched_setscheduler(thread, another | inherited, &kNoPriority) == 0 &&
          ::sched_setscheduler(thread, policy, &kNoPriority) == 0) ||
         errno == ESRCH;
}

bool is_on_one_cpu(pid_t thread) {
  cpu_set_t cpus;
  return ::sched_getaffinity(thread, sizeof(cpus), &cpus) == 0 && CPU_COUNT(&cpus) == 1;
}

}  // namespace referee
