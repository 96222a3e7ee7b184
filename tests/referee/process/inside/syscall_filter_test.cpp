#include "referee/process/inside/syscall_filter.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

// The filter is read as the program that the kernel runs, and run here: nothing that it has to refuse is
// tried.
namespace referee {
namespace {

using Arguments = std::array<std::uint64_t, 6>;
using Values = std::initializer_list<std::uint64_t>;

constexpr uid_t kOwnUser = 20000;
constexpr std::uint64_t kNamelessFile = O_TMPFILE & ~O_DIRECTORY;
constexpr std::uint64_t kFastOpen = MSG_FASTOPEN;
constexpr std::uint64_t kMore = 0x7700000000;  // where the kernel looks at the lower half only

struct Call {
  const char* name;
  int number;
};
#define CALL(name) \
  Call { #name, SYS_##name }

/// The program of a filter, and what it says about calls. It has the few instructions that libseccomp writes.
class Filter {
 public:
  explicit Filter(const SandboxSpec& spec) : Filter(filter_program(spec)) {}
  explicit Filter(const std::string& program) : program_(program.size() / sizeof(sock_filter)) {
    std::memcpy(program_.data(), program.data(), program_.size() * sizeof(sock_filter));
  }

  static constexpr int kAsked = -2;
  static constexpr int kIgnored = -3;

  /// 0: the call is made. Else the error that the program sees instead; -1: the kernel ends the program;
  /// kAsked: it asks first; kIgnored: the program sees success, and nothing is done.
  int error_of(int call, const Arguments& arguments = {}, std::uint32_t machine = AUDIT_ARCH_X86_64) const {
    seccomp_data data{};
    data.nr = call;
    data.arch = machine;
    std::memcpy(data.args, arguments.data(), sizeof data.args);
    const std::uint32_t verdict = run(data);
    switch (verdict & SECCOMP_RET_ACTION_FULL) {
      case SECCOMP_RET_ALLOW:
        return 0;
      case SECCOMP_RET_ERRNO:
        return (verdict & SECCOMP_RET_DATA) == 0 ? kIgnored : static_cast<int>(verdict & SECCOMP_RET_DATA);
      case SECCOMP_RET_USER_NOTIF:
        return kAsked;
      default:
        return -1;
    }
  }

 private:
  std::uint32_t run(const seccomp_data& data) const {
    std::uint32_t value = 0;
    for (std::size_t at = 0; at < program_.size(); ++at) {
      const sock_filter& step = program_[at];
      switch (step.code) {
        case BPF_LD | BPF_W | BPF_ABS:
          std::memcpy(&value, reinterpret_cast<const char*>(&data) + step.k, sizeof value);
          break;
        case BPF_ALU | BPF_AND | BPF_K:
          value &= step.k;
          break;
        case BPF_JMP | BPF_JA:
          at += step.k;
          break;
        case BPF_JMP | BPF_JEQ | BPF_K:
          at += value == step.k ? step.jt : step.jf;
          break;
        case BPF_JMP | BPF_JGT | BPF_K:
          at += value > step.k ? step.jt : step.jf;
          break;
        case BPF_JMP | BPF_JGE | BPF_K:
          at += value >= step.k ? step.jt : step.jf;
          break;
        case BPF_JMP | BPF_JSET | BPF_K:
          at += (value & step.k) != 0 ? step.jt : step.jf;
          break;
        case BPF_RET | BPF_K:
          return step.k;
        default:
          ADD_FAILURE() << "instruction " << step.code << " at " << at;
          return SECCOMP_RET_KILL_PROCESS;
      }
    }
    ADD_FAILURE() << "the program has no end";
    return SECCOMP_RET_KILL_PROCESS;
  }

  std::vector<sock_filter> program_;
};

struct Kind {
  Kind(const char* called, const SandboxSpec& order) : name(called), spec(order), filter(order) {}

  const char* name;
  SandboxSpec spec;
  Filter filter;
};

SandboxSpec spec_of(SandboxLevel level, uid_t uid, bool forks) {
  SandboxSpec spec;
  spec.level = level;
  spec.uid = uid;
  spec.forks = forks;
  return spec;
}

/// All ways in which the filter can be asked for.
const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all{{"basic", spec_of(SandboxLevel::basic, kOwnUser, false)},
                                     {"basic, forks", spec_of(SandboxLevel::basic, kOwnUser, true)},
                                     {"basic, our user", spec_of(SandboxLevel::basic, 0, false)},
                                     {"basic, our user, forks", spec_of(SandboxLevel::basic, 0, true)},
                                     {"bwrap", spec_of(SandboxLevel::bwrap, kOwnUser, true)},
                                     {"full", spec_of(SandboxLevel::full, kOwnUser, true)}};
  return all;
}

bool is_basic(const Kind& kind) { return kind.spec.level == SandboxLevel::basic; }

/// Expects `error` (0: the call is made) for a call of each kind of sandbox of which `here` is true, and that
/// the others make it.
template <class Where>
void expect_error(int error, const Call& call, const Arguments& arguments, const Where& here) {
  for (const Kind& kind : kinds()) {
    EXPECT_EQ(kind.filter.error_of(call.number, arguments), here(kind) ? error : 0)
        << call.name << " at " << kind.name;
  }
}

bool everywhere(const Kind&) { return true; }

TEST(SyscallFilter, WaysIntoOtherProcessesAndIntoTheMachineAreClosedEverywhere) {
  const std::vector<std::vector<Call>> closed{
      {CALL(ptrace), CALL(process_vm_readv), CALL(process_vm_writev), CALL(process_madvise), CALL(kcmp),
       CALL(pidfd_getfd), CALL(keyctl), CALL(add_key), CALL(request_key), CALL(bpf), CALL(perf_event_open),
       CALL(userfaultfd), CALL(mount)},
      {CALL(umount2), CALL(pivot_root), CALL(chroot), CALL(move_mount), CALL(fsopen), CALL(fsconfig),
       CALL(fsmount), CALL(fspick), CALL(open_tree), CALL(mount_setattr), CALL(unshare), CALL(setns),
       CALL(swapon)},
      {CALL(swapoff), CALL(reboot), CALL(kexec_load), CALL(kexec_file_load), CALL(init_module),
       CALL(finit_module), CALL(delete_module), CALL(acct), CALL(quotactl), CALL(settimeofday),
       CALL(clock_settime), CALL(clock_adjtime), CALL(adjtimex)},
      {CALL(sethostname), CALL(setdomainname), CALL(iopl), CALL(ioperm), CALL(vhangup), CALL(syslog),
       CALL(name_to_handle_at), CALL(open_by_handle_at), CALL(fanotify_init), CALL(mq_open), CALL(shmget),
       CALL(semget), CALL(msgget)}};
  for (const std::vector<Call>& calls : closed) {
    for (const Call& call : calls) {
      expect_error(EPERM, call, {}, everywhere);
    }
  }
}

TEST(SyscallFilter, TheKernelSeemsNotToKnowSomeCalls) {
  for (const Call& call :
       {CALL(io_uring_setup), CALL(io_uring_enter), CALL(io_uring_register), CALL(io_setup), CALL(clone3)}) {
    expect_error(ENOSYS, call, {}, everywhere);
  }
}

TEST(SyscallFilter, NoInotifyInstanceIsLeftBecauseAUserHasFewForAllPrograms) {
  for (const Call& call : {CALL(inotify_init), CALL(inotify_init1)}) {
    expect_error(EMFILE, call, {}, everywhere);
  }
}

TEST(SyscallFilter, NoPipeGetsMoreMemoryBecauseAUserHasSomeForAllPrograms) {
  expect_error(EPERM, CALL(fcntl), {1, F_SETPIPE_SZ, 1048576}, everywhere);
  expect_error(EPERM, CALL(fcntl), {1, kMore | F_SETPIPE_SZ, 1048576}, everywhere);
  expect_error(0, CALL(fcntl), {1, F_GETPIPE_SZ}, everywhere);
}

TEST(SyscallFilter, WhereItIsOurUserNoFileSignalsAnotherProcess) {
  const auto ours = [](const Kind& kind) { return is_basic(kind) && kind.spec.uid == 0; };
  for (const std::uint64_t command : Values{F_SETOWN, F_SETOWN_EX, kMore | F_SETOWN}) {
    expect_error(EPERM, CALL(fcntl), {3, command, 1}, ours);
  }
  for (const std::uint64_t request : Values{FIOSETOWN, SIOCSPGRP}) {
    expect_error(EPERM, CALL(ioctl), {3, request}, ours);
  }
  expect_error(0, CALL(fcntl), {3, F_SETFL, O_NONBLOCK}, everywhere);
}

TEST(SyscallFilter, NoNewNamespaces) {
  for (const std::uint64_t kind : Values{CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC,
                                         CLONE_NEWUTS, CLONE_NEWCGROUP}) {
    expect_error(EPERM, CALL(clone), {kind | CLONE_THREAD}, everywhere);
  }
}

TEST(SyscallFilter, NothingIsTypedIntoATerminal) {
  for (const std::uint64_t request : Values{TIOCSTI, TIOCLINUX}) {
    expect_error(EPERM, CALL(ioctl), {0, request}, everywhere);
    expect_error(EPERM, CALL(ioctl), {0, request | kMore}, everywhere);
  }
  expect_error(0, CALL(ioctl), {0, TIOCGWINSZ}, everywhere);
}

TEST(SyscallFilter, MemoryThatNoLimitCountsIsRefusedUnlessACgroupCountsIt) {
  const auto uncounted = [](const Kind& kind) { return kind.spec.level != SandboxLevel::full; };
  for (const Call& call : {CALL(memfd_create), CALL(memfd_secret)}) {
    expect_error(EPERM, call, {}, uncounted);
  }
  expect_error(EPERM, CALL(mmap), {0, 4096, PROT_READ, MAP_SHARED | MAP_ANONYMOUS}, uncounted);
  expect_error(0, CALL(mmap), {0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS}, everywhere);
  expect_error(0, CALL(mmap), {0, 4096, PROT_READ, MAP_SHARED}, everywhere);
}

TEST(SyscallFilter, AtBasicSocketsGoNowhere) {
  for (const std::uint64_t family : Values{AF_INET, AF_INET6, AF_NETLINK}) {
    expect_error(EAFNOSUPPORT, CALL(socket), {family, SOCK_STREAM}, is_basic);
  }
  for (const Call& call : {CALL(connect), CALL(bind), CALL(listen), CALL(accept), CALL(accept4)}) {
    expect_error(EPERM, call, {}, is_basic);
  }
  expect_error(0, CALL(socket), {AF_UNIX, SOCK_STREAM}, everywhere);
}

TEST(SyscallFilter, AtBasicNothingIsSentToAnAddress) {
  for (const std::uint64_t kind : {SOCK_DGRAM, SOCK_RAW}) {  // AF_UNIX takes SOCK_RAW for SOCK_DGRAM
    expect_error(EPERM, CALL(socket), {AF_UNIX, kind | SOCK_CLOEXEC}, is_basic);
    expect_error(EPERM, CALL(socketpair), {AF_UNIX, kind}, is_basic);
  }
  expect_error(EPERM, CALL(sendto), {3, 0, 0, kFastOpen | MSG_NOSIGNAL}, is_basic);
  expect_error(EPERM, CALL(sendmsg), {3, 0, kFastOpen}, is_basic);
  expect_error(EPERM, CALL(sendmmsg), {3, 0, 0, kFastOpen}, is_basic);
  expect_error(0, CALL(sendto), {3, 0, 0, MSG_NOSIGNAL}, everywhere);
  expect_error(0, CALL(socketpair), {AF_UNIX, SOCK_STREAM}, everywhere);
}

TEST(SyscallFilter, FromBwrapOnOnlyNetworksThatNamespacesKeepApart) {
  const auto beyond = [](const Kind& kind) { return !is_basic(kind); };
  for (int family = 0; family < 60; ++family) {
    const bool known = family == AF_UNIX || family == AF_INET || family == AF_INET6 || family == AF_NETLINK;
    for (const Kind& kind : kinds()) {
      if (beyond(kind)) {
        const int error = kind.filter.error_of(SYS_socket, {static_cast<std::uint64_t>(family), SOCK_STREAM});
        EXPECT_EQ(error, known ? 0 : EAFNOSUPPORT) << "family " << family << " at " << kind.name;
      }
    }
  }
}

TEST(SyscallFilter, AtBasicThreadsButNoProcessesUnlessItForks) {
  const auto single = [](const Kind& kind) { return is_basic(kind) && !kind.spec.forks; };
  expect_error(EPERM, CALL(fork), {}, single);
  expect_error(EPERM, CALL(vfork), {}, single);
  expect_error(EPERM, CALL(clone), {SIGCHLD}, single);
  expect_error(EPERM, CALL(clone), {CLONE_VM | CLONE_VFORK | SIGCHLD}, single);
  expect_error(0, CALL(clone), {CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD},
               everywhere);
}

TEST(SyscallFilter, AtBasicNoFilesWithoutANameUnlessItForks) {
  const auto single = [](const Kind& kind) { return is_basic(kind) && !kind.spec.forks; };
  expect_error(EOPNOTSUPP, CALL(open), {0, kNamelessFile | O_RDWR}, single);
  expect_error(EOPNOTSUPP, CALL(openat), {0, 0, O_TMPFILE | O_RDWR}, single);
  expect_error(ENOSYS, CALL(openat2), {}, single);
  expect_error(0, CALL(openat), {0, 0, O_DIRECTORY | O_RDONLY}, everywhere);
}

TEST(SyscallFilter, WhereItIsOurUserItSignalsItselfOnly) {
  const auto ours = [](const Kind& kind) { return is_basic(kind) && kind.spec.uid == 0 && !kind.spec.forks; };
  const auto self = static_cast<std::uint64_t>(::getpid());
  for (const Call& call : {CALL(kill), CALL(tgkill), CALL(rt_sigqueueinfo), CALL(rt_tgsigqueueinfo)}) {
    expect_error(EPERM, call, {self + 1, SIGKILL}, ours);
    expect_error(EPERM, call, {0, SIGKILL}, ours);
    expect_error(0, call, {self, SIGKILL}, everywhere);
  }
  for (const Call& call :
       {CALL(tkill), CALL(pidfd_send_signal), CALL(pidfd_open), CALL(setpriority), CALL(ioprio_set)}) {
    expect_error(EPERM, call, {self}, ours);
  }
}

TEST(SyscallFilter, WhereItIsOurUserItChangesNoOtherProcess) {
  const auto ours = [](const Kind& kind) { return is_basic(kind) && kind.spec.uid == 0 && !kind.spec.forks; };
  for (const Call& call : {CALL(prlimit64), CALL(sched_setscheduler), CALL(sched_setparam)}) {
    expect_error(EPERM, call, {1}, ours);
    expect_error(0, call, {0}, everywhere);
  }
}

TEST(SyscallFilter, ItsClockCanBeReadWhileItRunsBecauseItChoosesNoCpuAndNoIdlePolicy) {
  expect_error(Filter::kIgnored, CALL(sched_setaffinity), {0}, everywhere);
  expect_error(EPERM, CALL(sched_setattr), {0}, everywhere);
  for (const std::uint64_t flag : {std::uint64_t{0}, std::uint64_t{SCHED_RESET_ON_FORK}, kMore}) {
    expect_error(EPERM, CALL(sched_setscheduler), {0, SCHED_IDLE | flag}, everywhere);
    expect_error(0, CALL(sched_setscheduler), {0, SCHED_BATCH | flag}, everywhere);
  }
}

TEST(SyscallFilter, WhereItIsOurUserAndForksItDoesNotSignalTheRefereeOrAll) {
  const auto forks = [](const Kind& kind) { return is_basic(kind) && kind.spec.uid == 0; };
  const auto parent = static_cast<std::uint64_t>(::getppid());
  const auto all = static_cast<std::uint64_t>(-1);
  expect_error(EPERM, CALL(kill), {parent, SIGKILL}, forks);
  expect_error(EPERM, CALL(kill), {all, SIGKILL}, forks);
  expect_error(EPERM, CALL(kill), {all & 0xffffffff, SIGKILL}, forks);
}

TEST(SyscallFilter, WhatEveryProgramNeedsIsAllowed) {
  for (const Call& call :
       {CALL(read), CALL(write), CALL(close), CALL(brk), CALL(munmap), CALL(futex), CALL(exit_group),
        CALL(clock_gettime), CALL(getrandom), CALL(execve), CALL(wait4), CALL(rt_sigaction)}) {
    expect_error(0, call, {}, everywhere);
  }
}

TEST(SyscallFilter, CallsOfOtherMachinesEndTheProgram) {
  constexpr int kX32 = 0x40000000;  // the same calls under other numbers
  for (const Kind& kind : kinds()) {
    EXPECT_EQ(kind.filter.error_of(26, {}, AUDIT_ARCH_I386), -1) << "ptrace of i386 at " << kind.name;
    EXPECT_EQ(kind.filter.error_of(SYS_ptrace | kX32), -1) << "ptrace of x32 at " << kind.name;
  }
}

TEST(TellOfProcesses, AllWaysToMakeAProcessAndToEndItselfAreAskedAboutAndThreadsAreNot) {
  const Filter filter{tell_of_processes_program()};
  EXPECT_EQ(filter.error_of(SYS_fork), Filter::kAsked);
  EXPECT_EQ(filter.error_of(SYS_vfork), Filter::kAsked);
  for (const std::uint64_t flags :
       Values{0, SIGCHLD, CLONE_VM | CLONE_VFORK | SIGCHLD, CLONE_PARENT, kMore}) {
    EXPECT_EQ(filter.error_of(SYS_clone, {flags}), Filter::kAsked) << flags;
  }
  EXPECT_EQ(filter.error_of(SYS_clone, {CLONE_VM | CLONE_SIGHAND | CLONE_THREAD}), 0);
  EXPECT_EQ(filter.error_of(SYS_clone3), ENOSYS) << "its flags are in memory";
  EXPECT_EQ(filter.error_of(SYS_exit_group), Filter::kAsked);
  EXPECT_EQ(filter.error_of(SYS_exit), 0) << "a thread";
}

TEST(TellOfProcesses, WhoeverSetsWhatHappensAtSigchldIsAskedAboutAndWhoOnlyLooksIsNot) {
  const Filter filter{tell_of_processes_program()};
  constexpr std::uint64_t kAction = 0x7fff00000000;  // the upper half of an address alone
  EXPECT_EQ(filter.error_of(SYS_rt_sigaction, {SIGCHLD, kAction}), Filter::kAsked);
  EXPECT_EQ(filter.error_of(SYS_rt_sigaction, {SIGCHLD | kMore, 8}), Filter::kAsked);
  EXPECT_EQ(filter.error_of(SYS_rt_sigaction, {SIGCHLD, 0, kAction}), 0);
  EXPECT_EQ(filter.error_of(SYS_rt_sigaction, {SIGINT, kAction}), 0);
}

/// What a process gets that loads the filter and traces itself, which harms no other process: 0 or the error.
int error_of_tracing(const SandboxSpec& spec) {
  const pid_t child = ::fork();
  if (child == 0) {
    filter_system_calls(spec);
    ::_exit(::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0 ? 0 : errno);
  }
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(SyscallFilter, TheKernelTakesTheProgram) {
  for (const Kind& kind : kinds()) {
    EXPECT_EQ(error_of_tracing(kind.spec), EPERM) << kind.name;
  }
}

}  // namespace
}  // namespace referee
