#include "referee/process/waits.h"

#include <sys/syscall.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <ios>
#include <string>
#include <system_error>

namespace referee {
namespace {

/// A system call that a thread is in: its number, and the arguments that matter.
struct Call {
  long number = -1;
  std::uint64_t first = 0;
  std::uint64_t fourth = 0;
};

/// proc(5): "230 0x1 0x1 0x7ffd 0x0 0x0 0x0 ...", or "running". `file`: of a thread.
Call call_in(const std::filesystem::path& file) {
  std::ifstream text(file);
  Call call;
  std::uint64_t second = 0;
  std::uint64_t third = 0;
  const bool told = text >> call.number && text >> std::hex >> call.first >> second >> third >> call.fourth;
  return told ? call : Call{};
}

/// An interpreter that waits for events waits for input if it has nothing to do at a certain time.
Waits waits_in(const Call& call) {
  switch (call.number) {
    case SYS_nanosleep:
    case SYS_clock_nanosleep:
      return Waits::sleeps;
    case SYS_read:
    case SYS_readv:
    case SYS_recvfrom:
    case SYS_recvmsg:
      return call.first == 0 ? Waits::input : Waits::unknown;
#ifdef SYS_epoll_wait
    case SYS_epoll_wait:
#endif
    case SYS_epoll_pwait:
      return static_cast<std::int32_t>(call.fourth) < 0 ? Waits::input : Waits::sleeps;
    default:
      return Waits::unknown;
  }
}

}  // namespace

Waits waits_of(const std::vector<pid_t>& processes) {
  Waits found = Waits::unknown;
  for (const pid_t process : processes) {
    std::error_code gone;
    const std::string threads = "/proc/" + std::to_string(process) + "/task";
    for (const auto& thread : std::filesystem::directory_iterator(threads, gone)) {
      const Waits waits = waits_in(call_in(thread.path() / "syscall"));
      if (waits == Waits::input) {
        return waits;
      }
      found = waits == Waits::sleeps ? waits : found;
    }
  }
  return found;
}

}  // namespace referee
