#include "referee/process/inside/syscall_filter.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <system_error>
#include <vector>

#include "referee/process/inside/memory_file.h"

namespace referee {
namespace {

constexpr std::uint32_t kFastOpen = 0x20000000;     // MSG_FASTOPEN, which is connect() in disguise
constexpr std::uint32_t kNamelessFile = 020000000;  // __O_TMPFILE, without O_DIRECTORY
constexpr std::uint32_t kDatagrams = SOCK_DGRAM;    // the bit of SOCK_RAW as well, which AF_UNIX takes for it
constexpr int kBinaryTree = 2;                      // of SCMP_FLTATR_CTL_OPTIMIZE
constexpr int kFamilies = 46;                       // address families that Linux has
constexpr std::uint32_t kNamespaces[] = {CLONE_NEWUSER, CLONE_NEWNS,  CLONE_NEWPID,   CLONE_NEWNET,
                                         CLONE_NEWIPC,  CLONE_NEWUTS, CLONE_NEWCGROUP};

// Ways into other processes, other namespaces and the machine's own settings, and doors of the kernel that no
// bot needs.
constexpr int kForbidden[] = {SCMP_SYS(ptrace),
                              SCMP_SYS(process_vm_readv),
                              SCMP_SYS(process_vm_writev),
                              SCMP_SYS(process_madvise),
                              SCMP_SYS(kcmp),
                              SCMP_SYS(pidfd_getfd),
                              SCMP_SYS(keyctl),
                              SCMP_SYS(add_key),
                              SCMP_SYS(request_key),
                              SCMP_SYS(bpf),
                              SCMP_SYS(perf_event_open),
                              SCMP_SYS(userfaultfd),
                              SCMP_SYS(mount),
                              SCMP_SYS(umount2),
                              SCMP_SYS(pivot_root),
                              SCMP_SYS(chroot),
                              SCMP_SYS(move_mount),
                              SCMP_SYS(fsopen),
                              SCMP_SYS(fsconfig),
                              SCMP_SYS(fsmount),
                              SCMP_SYS(fspick),
                              SCMP_SYS(open_tree),
                              SCMP_SYS(mount_setattr),
                              SCMP_SYS(unshare),
                              SCMP_SYS(setns),
                              SCMP_SYS(swapon),
                              SCMP_SYS(swapoff),
                              SCMP_SYS(reboot),
                              SCMP_SYS(kexec_load),
                              SCMP_SYS(kexec_file_load),
                              SCMP_SYS(init_module),
                              SCMP_SYS(finit_module),
                              SCMP_SYS(delete_module),
                              SCMP_SYS(acct),
                              SCMP_SYS(quotactl),
                              SCMP_SYS(settimeofday),
                              SCMP_SYS(clock_settime),
                              SCMP_SYS(clock_adjtime),
                              SCMP_SYS(adjtimex),
                              SCMP_SYS(sethostname),
                              SCMP_SYS(setdomainname),
                              SCMP_SYS(iopl),
                              SCMP_SYS(ioperm),
                              SCMP_SYS(vhangup),
                              SCMP_SYS(syslog),
                              SCMP_SYS(name_to_handle_at),
                              SCMP_SYS(open_by_handle_at),
                              SCMP_SYS(fanotify_init),
                              SCMP_SYS(mq_open),
                              SCMP_SYS(shmget),
                              SCMP_SYS(semget),
                              SCMP_SYS(msgget)};
// Memory that RLIMIT_DATA does not count.
constexpr int kUncountedMemory[] = {SCMP_SYS(memfd_create), SCMP_SYS(memfd_secret)};
// The kernel must seem not to have these: programs then do without. Of io_setup the whole machine has a
// number (fs.aio-max-nr).
constexpr int kUnknown[] = {SCMP_SYS(io_uring_setup), SCMP_SYS(io_uring_enter), SCMP_SYS(io_uring_register),
                            SCMP_SYS(io_setup)};
// All programs of a user have a number of these together (128), and are used to finding none left.
constexpr int kUsedUp[] = {SCMP_SYS(inotify_init), SCMP_SYS(inotify_init1)};
constexpr int kNewConnections[] = {SCMP_SYS(connect), SCMP_SYS(bind), SCMP_SYS(listen), SCMP_SYS(accept),
                                   SCMP_SYS(accept4)};
// Their first argument is a process; 0 is the caller.
constexpr int kOfOneProcess[] = {SCMP_SYS(prlimit64), SCMP_SYS(sched_setscheduler), SCMP_SYS(sched_setparam)};
constexpr std::uint32_t kPolicy = ~static_cast<std::uint32_t>(SCHED_RESET_ON_FORK);
constexpr int kSignals[] = {SCMP_SYS(kill), SCMP_SYS(tgkill), SCMP_SYS(rt_sigqueueinfo),
                            SCMP_SYS(rt_tgsigqueueinfo)};
constexpr int kOtherSignals[] = {SCMP_SYS(tkill), SCMP_SYS(pidfd_send_signal), SCMP_SYS(pidfd_open),
                                 SCMP_SYS(setpriority), SCMP_SYS(ioprio_set)};

/// CallRules for calls, all others being allowed; libseccomp makes a program of them.
class CallRules {
 public:
  CallRules() : context_(seccomp_init(SCMP_ACT_ALLOW), seccomp_release) {
    if (context_ == nullptr) {
      throw std::bad_alloc();
    }
    check(seccomp_attr_set(context_.get(), SCMP_FLTATR_CTL_OPTIMIZE, kBinaryTree));
  }

  void load() const { check(seccomp_load(context_.get())); }
  void write_to(int fd) const { check(seccomp_export_bpf(context_.get(), fd)); }

 protected:
  void add(std::uint32_t action, int call, std::initializer_list<scmp_arg_cmp> when) {
    check(seccomp_rule_add_array(context_.get(), action, call, static_cast<unsigned>(when.size()),
                                 when.begin()));
  }
  void refuse(int error, int call, std::initializer_list<scmp_arg_cmp> when = {}) {
    add(SCMP_ACT_ERRNO(static_cast<std::uint16_t>(error)), call, when);
  }
  static scmp_arg_cmp has_bits(unsigned argument, std::uint64_t bits) {
    return {argument, SCMP_CMP_MASKED_EQ, bits, bits};
  }
  /// The condition for an argument of which the kernel looks at the lower half only.
  static scmp_arg_cmp low_half(unsigned argument, int value) {
    return {argument, SCMP_CMP_MASKED_EQ, 0xffffffff, static_cast<std::uint32_t>(value)};
  }

 private:
  static void check(int result) {
    if (result < 0) {
      throw std::system_error(-result, std::generic_category(), "seccomp");
    }
  }

  std::unique_ptr<void, void (*)(scmp_filter_ctx)> context_;
};

/// What a confined program may not do.
class Filter : public CallRules {
 public:
  explicit Filter(const SandboxSpec& order) {
    forbid_everywhere(order.level);
    if (order.level == SandboxLevel::basic) {
      forbid_network();
      if (!order.forks) {
        forbid_processes();
        forbid_nameless_files();
      }
      if (order.uid == 0) {
        order.forks ? forbid_referee() : forbid_others();
        forbid_signals_by_files();
      }
    } else {
      forbid_odd_networks();
    }
  }

 private:
  void forbid_everywhere(SandboxLevel level) {
    for (const int call : kForbidden) {
      refuse(EPERM, call);
    }
    for (const int call : kUnknown) {
      refuse(ENOSYS, call);
    }
    for (const int call : kUsedUp) {
      refuse(EMFILE, call);
    }
    // The referee chooses the CPUs of a bot, and reads its clock accordingly (CpuMeter::share_cpu). Programs
    // go on without an error.
    refuse(0, SCMP_SYS(sched_setaffinity));
    // Only root could account for a thread of this policy: see account_for().
    refuse(EPERM, SCMP_SYS(sched_setscheduler), {{1, SCMP_CMP_MASKED_EQ, kPolicy, SCHED_IDLE}});
    refuse(EPERM, SCMP_SYS(sched_setattr));  // the policy is in memory
    // More memory in one pipe, of which a user has 64 MiB: the error of one that has no more.
    refuse(EPERM, SCMP_SYS(fcntl), {low_half(1, F_SETPIPE_SZ)});
    refuse(ENOSYS, SCMP_SYS(clone3));  // its flags cannot be looked at; the C library falls back to clone
    for (const std::uint32_t bits : kNamespaces) {
      refuse(EPERM, SCMP_SYS(clone), {has_bits(0, bits)});
    }
    refuse(EPERM, SCMP_SYS(ioctl), {low_half(1, TIOCSTI)});
    refuse(EPERM, SCMP_SYS(ioctl), {low_half(1, TIOCLINUX)});
    if (level == SandboxLevel::full) {
      return;  // the cgroup counts all memory
    }
    for (const int call : kUncountedMemory) {
      refuse(EPERM, call);
    }
    refuse(EPERM, SCMP_SYS(mmap), {has_bits(3, MAP_SHARED | MAP_ANONYMOUS)});
  }

  void forbid_network() {
    refuse(EAFNOSUPPORT, SCMP_SYS(socket), {{0, SCMP_CMP_NE, AF_UNIX, 0}});
    // A datagram names its receiver in memory, which a filter cannot read.
    for (const int call : {SCMP_SYS(socket), SCMP_SYS(socketpair)}) {
      refuse(EPERM, call, {has_bits(1, kDatagrams)});
    }
    for (const int call : kNewConnections) {
      refuse(EPERM, call);
    }
    refuse(EPERM, SCMP_SYS(sendto), {has_bits(3, kFastOpen)});
    refuse(EPERM, SCMP_SYS(sendmsg), {has_bits(2, kFastOpen)});
    refuse(EPERM, SCMP_SYS(sendmmsg), {has_bits(3, kFastOpen)});
  }

  /// Some families, as AF_VSOCK, know no namespaces.
  void forbid_odd_networks() {
    for (unsigned family = 0; family < kFamilies; ++family) {
      if (family != AF_UNIX && family != AF_INET && family != AF_INET6 && family != AF_NETLINK) {
        refuse(EAFNOSUPPORT, SCMP_SYS(socket), {{0, SCMP_CMP_EQ, family, 0}});
      }
    }
    refuse(EAFNOSUPPORT, SCMP_SYS(socket), {{0, SCMP_CMP_GE, kFamilies, 0}});
  }

  void forbid_processes() {
    refuse(EPERM, SCMP_SYS(fork));
    refuse(EPERM, SCMP_SYS(vfork));
    refuse(EPERM, SCMP_SYS(clone), {{0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0}});
  }

  void forbid_nameless_files() {
    refuse(EOPNOTSUPP, SCMP_SYS(open), {has_bits(1, kNamelessFile)});
    refuse(EOPNOTSUPP, SCMP_SYS(openat), {has_bits(2, kNamelessFile)});
    refuse(ENOSYS, SCMP_SYS(openat2));
  }

  /// Other processes of the same user may be the referee and the other bots.
  void forbid_others() {
    const auto self = static_cast<std::uint64_t>(::getpid());
    for (const int call : kSignals) {
      refuse(EPERM, call, {{0, SCMP_CMP_NE, self, 0}});
    }
    for (const int call : kOtherSignals) {
      refuse(EPERM, call);
    }
    for (const int call : kOfOneProcess) {
      refuse(EPERM, call, {{0, SCMP_CMP_NE, 0, 0}});
    }
  }

  /// A file that becomes ready sends a signal of one's choice to its owner, which any process of the same
  /// user may be made.
  void forbid_signals_by_files() {
    for (const int command : {F_SETOWN, F_SETOWN_EX}) {
      refuse(EPERM, SCMP_SYS(fcntl), {low_half(1, command)});
    }
    for (const int request : {FIOSETOWN, SIOCSPGRP}) {
      refuse(EPERM, SCMP_SYS(ioctl), {low_half(1, request)});
    }
  }

  /// It may signal processes of its own. Landlock refuses signals to others, from version 6
  /// on.
  void forbid_referee() {
    for (const std::uint32_t who : {static_cast<std::uint32_t>(::getppid()), ~0U}) {
      refuse(EPERM, SCMP_SYS(kill), {{0, SCMP_CMP_MASKED_EQ, ~0U, who}});
    }
  }
};

/// The system calls of which the kernel asks the listener before it makes them.
class Questions : public CallRules {
 public:
  Questions() {
    ask(SCMP_SYS(fork));
    ask(SCMP_SYS(vfork));
    ask(SCMP_SYS(clone), {{0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0}});
    refuse(ENOSYS, SCMP_SYS(clone3));  // its flags are in memory; the C library falls back to clone
    ask(SCMP_SYS(exit_group));
    // The kernel looks at the lower half of a signal's number only. Without a new action nothing is set.
    ask(SCMP_SYS(rt_sigaction), {low_half(0, SIGCHLD), {1, SCMP_CMP_NE, 0, 0}});
  }

 private:
  void ask(int call, std::initializer_list<scmp_arg_cmp> when = {}) { add(SCMP_ACT_NOTIFY, call, when); }
};

/// `rules` as a program for the kernel, which libseccomp writes to files only.
std::string program_of(const CallRules& rules) {
  const FileDescriptor file = file_in_memory("filter", "");
  rules.write_to(file.get());
  std::string program(static_cast<std::size_t>(::lseek(file.get(), 0, SEEK_END)), '\0');
  if (::pread(file.get(), program.data(), program.size(), 0) != static_cast<ssize_t>(program.size())) {
    throw_errno("reading a filter of system calls");
  }
  return program;
}

// Not by seccomp_load, which does not know of the second flag: without it a signal with a handler would
// interrupt a call that is asked about, which programs do not expect of fork.
long set_telling_filter(const sock_fprog* filter) {
  return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                   SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, filter);
}

}  // namespace

void filter_system_calls(const SandboxSpec& order) { Filter(order).load(); }

std::string filter_program(const SandboxSpec& order) { return program_of(Filter(order)); }

std::string tell_of_processes_program() { return program_of(Questions()); }

bool can_tell_of_processes() { return set_telling_filter(nullptr) < 0 && errno == EFAULT; }

FileDescriptor tell_of_processes(const std::string& program) {
  std::vector<sock_filter> steps(program.size() / sizeof(sock_filter));
  std::memcpy(steps.data(), program.data(), steps.size() * sizeof(sock_filter));
  const sock_fprog filter{static_cast<unsigned short>(steps.size()), steps.data()};
  const long asked = set_telling_filter(&filter);
  if (asked < 0) {
    throw_errno("being asked about processes");
  }
  return FileDescriptor(static_cast<int>(asked));
}

}  // namespace referee
