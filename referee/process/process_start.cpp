#include "referee/process/process_start.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>

#include "referee/base/file_descriptor.h"

// The sanitizers keep a state of each thread, which a second process in the same memory would spoil. Only
// fork(2) tells them: in a copy made otherwise a lock of theirs, which another thread held, would stay locked
// for ever.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define REFEREE_FORKS
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define REFEREE_FORKS
#endif
#endif

namespace referee {
namespace {

/// While it lives no signal reaches this thread, nor the process that is made meanwhile: a handler there
/// would speak to the loop here.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsHeld() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t before_{};
};

/// Memory that is shared with a process that changes its user cannot be dumped any more: that is meant for
/// the other process.
class DumpableKept {
 public:
  DumpableKept() = default;
  ~DumpableKept() {
    if (before_ == 1) {
      ::prctl(PR_SET_DUMPABLE, before_);
    }
  }
  DumpableKept(const DumpableKept&) = delete;
  DumpableKept& operator=(const DumpableKept&) = delete;

 private:
  int before_ = ::prctl(PR_GET_DUMPABLE);
};

/// clone_args of clone3(2), with the cgroup that Linux 5.7 has added.
struct CloneArguments {
  std::uint64_t flags = 0;
  std::uint64_t pidfd = 0;
  std::uint64_t child_tid = 0;
  std::uint64_t parent_tid = 0;
  std::uint64_t exit_signal = 0;
  std::uint64_t stack = 0;
  std::uint64_t stack_size = 0;
  std::uint64_t tls = 0;
  std::uint64_t set_tid = 0;
  std::uint64_t set_tid_size = 0;
  std::uint64_t cgroup = 0;
};
constexpr std::uint64_t kIntoCgroup = 0x200000000;
[[maybe_unused]] constexpr int kOutOfGroup = 127;  // exit status, as of a program that cannot be started

#if defined(REFEREE_FORKS)

/// -1 if it cannot, or if fork(2) alone does just that. The new process enters its cgroup by itself.
pid_t make_process(const CloneArguments& arguments, ProcessWork work, const void* with) {
  if (arguments.flags == 0) {
    return -1;
  }
  const pid_t pid = ::fork();
  if (pid == 0) {
    const int procs = ::openat(static_cast<int>(arguments.cgroup), "cgroup.procs", O_WRONLY | O_CLOEXEC);
    if (procs < 0 || ::write(procs, "0", 1) != 1) {
      ::_exit(kOutOfGroup);
    }
    work(with);
  }
  return pid;
}

#elif !defined(__x86_64__)

/// -1 if it cannot, or if fork(2) does just that.
pid_t make_process(CloneArguments arguments, ProcessWork work, const void* with) {
  if (arguments.flags == 0) {
    return -1;
  }
  const auto pid = static_cast<pid_t>(::syscall(SYS_clone3, &arguments, sizeof(arguments)));
  if (pid == 0) {
    work(with);
  }
  return pid;
}

#else

constexpr std::size_t kStack = 32UL * 1024;  // bytes; what a process does before its program takes some 3 KiB

/// Below 0 if it cannot. As vfork(2), but on a stack of its own: the one that is shared there would be
/// unwound by either process. That stack is a part of this function's, which does not return before the new
/// process is out of it.
[[gnu::noinline]] pid_t make_process(CloneArguments arguments, ProcessWork work, const void* with) {
  alignas(16) std::array<std::byte, kStack> stack;
  arguments.flags |= CLONE_VM | CLONE_VFORK;
  arguments.stack = reinterpret_cast<std::uint64_t>(stack.data());
  arguments.stack_size = stack.size();
  long pid = SYS_clone3;
  asm volatile(
      "syscall\n\t"
      "test %%rax, %%rax\n\t"
      "jnz 1f\n\t"
      "mov %[with], %%rdi\n\t"
      "call *%[work]\n\t"
      "ud2\n"
      "1:"
      : "+a"(pid)
      : "D"(&arguments), "S"(sizeof(arguments)), [work] "r"(work), [with] "r"(with)
      : "rcx", "r11", "cc", "memory");
  return static_cast<pid_t>(pid);
}

#endif

}  // namespace

Spawned start_process(ProcessWork work, const void* with, int group) {
  const SignalsHeld held;
  const DumpableKept dumpable;
  CloneArguments arguments;
  arguments.exit_signal = SIGCHLD;
  Spawned started{-1, -1, true};
  if (group >= 0) {
    CloneArguments in_group = arguments;
    in_group.flags = kIntoCgroup;
    in_group.cgroup = static_cast<std::uint64_t>(group);
    started.pid = make_process(in_group, work, with);
  }
  if (started.pid < 0) {
    started = {make_process(arguments, work, with), -1, false};
  }
  if (started.pid < 0) {  // a kernel before 5.3, a container's filter, or sanitizers
    started.pid = ::fork();
    if (started.pid == 0) {
      work(with);
    }
  }
  if (started.pid < 0) {
    throw_errno("fork");
  }
  started.program = started.pid;
  return started;
}

}  // namespace referee
