#include "referee/process/inside/inside.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <exception>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "referee/base/file_descriptor.h"
#include "referee/base/sockets.h"
#include "referee/base/units.h"
#include "referee/process/inside/etc_view.h"
#include "referee/process/inside/landlock.h"
#include "referee/process/inside/memory_file.h"
#include "referee/process/inside/private_network.h"
#include "referee/process/inside/process_counts.h"
#include "referee/process/inside/runtime_bounds.h"
#include "referee/process/inside/sandbox_spec.h"
#include "referee/process/inside/supervisor.h"
#include "referee/process/inside/syscall_filter.h"

namespace referee {
namespace {

void add(std::vector<std::string>& to, std::vector<std::string> words) {
  to.insert(to.end(), std::make_move_iterator(words.begin()), std::make_move_iterator(words.end()));
}

constexpr rlim_t kOpenFiles = 256;
constexpr rlim_t kOfBwrap = 3;  // its processes count as the bot's: the outer one, the inner one, a helper
constexpr rlim_t kSharedUser = 4096;      // where all bots, and the referee, are one user
constexpr rlim_t kPendingSignals = 1024;  // of its user, by which it may queue another
constexpr int kFilterFd = 5;
constexpr std::int64_t kBytesAFile = 4096;  // of the scratch, on average: 16,384 files in 64 MiB
constexpr const char* kSharedMemory = "/shm";
constexpr const char* kTemporary = "/tmp";
constexpr const char* kEtc = "/etc";  // in the scratch as in the sandbox
constexpr int kFailed = 127;          // as of a shell that finds no program

/// The program that is to be started, or its folder, is why it cannot be.
class ProgramFailure : public std::system_error {
 public:
  using std::system_error::system_error;
};

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

SandboxSpec read_order() {
  std::string text;
  std::array<char, 4096> chunk{};
  for (ssize_t size = 1; size > 0;) {
    size = ::read(SandboxSpec::kSpecFd, chunk.data(), chunk.size());
    text.append(chunk.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  }
  ::close(SandboxSpec::kSpecFd);
  return SandboxSpec::from_text(text);
}

/// Whether this process was started there: the name of the group is enough, for it is used once.
bool is_in_group(const std::string& procs) {
  const std::string name = std::filesystem::path(procs).parent_path().filename();
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    if (line.starts_with("0::") && line.ends_with("/" + name)) {
      return true;
    }
  }
  return false;
}

void enter_group(const std::string& path) {
  const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.get() < 0) {
    fail(path);
  }
  write_all(file, "0", path);
}

/// Processor time, and memory and processes where a cgroup bounds them, are counted from here on.
void enter_groups(const SandboxSpec& order) {
  if (!order.group.empty() && !is_in_group(order.group)) {
    enter_group(order.group);
  }
  for (const std::string& tasks : order.groups_v1) {
    enter_group(tasks);
  }
}

void become(uid_t uid, const std::vector<gid_t>& readers) {
  if (uid != 0 && !become_user(uid, readers)) {
    fail("becoming user " + std::to_string(uid));
  }
}

void limit(int what, rlim_t most) {
  rlimit now{};
  ::getrlimit(static_cast<__rlimit_resource_t>(what), &now);
  most = std::min(most, now.rlim_max);
  const rlimit limits{most, most};
  if (::setrlimit(static_cast<__rlimit_resource_t>(what), &limits) != 0) {
    fail("limits");
  }
}

void limit_all(const SandboxSpec& order) {
  const bool own_count = order.uid != 0 || order.level != SandboxLevel::basic;
  const rlim_t extra = order.level == SandboxLevel::basic ? 0 : kOfBwrap;
  if (order.data_mib > 0) {
    limit(RLIMIT_DATA, static_cast<rlim_t>(order.data_mib) * kMib);
  }
  limit(RLIMIT_NPROC, own_count ? static_cast<rlim_t>(order.processes) + extra : kSharedUser);
  limit(RLIMIT_FSIZE, static_cast<rlim_t>(order.scratch_mib) * kMib);
  limit(RLIMIT_CPU, static_cast<rlim_t>(order.cpu_s));
  limit(RLIMIT_NOFILE, kOpenFiles);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_MEMLOCK, 0);
  limit(RLIMIT_SIGPENDING, kPendingSignals);
}

/// Nothing of the referee's own environment.
[[noreturn]] void execute(const std::vector<std::string>& argv, const std::string& home,
                          const SandboxSpec& order) {
  std::vector<std::string> environment = {std::string("PATH=").append(SandboxSpec::kPath), "HOME=" + home,
                                          "TMPDIR=" + home, "LANG=C.UTF-8"};
  add(environment, runtime_bounds(order.memory_mib));
  add(environment, order.variables);
  ::execve(argv.front().c_str(), exec_words(argv).data(), exec_words(environment).data());
  throw ProgramFailure(errno, std::generic_category(), "cannot start '" + argv.front() + "'");
}

/// Checked here, because a program that may not read its own folder fails with a message that does not say
/// so.
void enter_folder(const SandboxSpec& order) {
  const std::string& folder = order.folder.empty() ? order.scratch : order.folder;
  if (!folder.empty() && (::chdir(folder.c_str()) != 0)) {
    throw ProgramFailure(
        errno, std::generic_category(),
        "folder " + folder + (order.uid == 0 ? "" : ", as user " + std::to_string(order.uid)));
  }
}

/// How a process has its own counted, if at all.
struct Counting {
  std::unique_ptr<ProcessCounts> counts;
  FileDescriptor supervisor;  ///< leave_a_supervisor() has returned it

  /// The last thing before the program: what this process did until now costs the supervisor nothing.
  void begin(const SandboxSpec& order) {
    if (counts == nullptr) {
      return;
    }
    try {
      const FileDescriptor asked = tell_of_processes(order.questions);
      send_control(supervisor.get(), "asked", asked.get());
      counts->begin();
    } catch (const std::system_error& error) {
      counts->cannot_begin(error.code().value());
    }
    supervisor = FileDescriptor();
    counts.reset();  // its memory, and the file
  }
};

[[noreturn]] void become_basic(const SandboxSpec& order, Counting counting) {
  enter_folder(order);
  limit_all(order);
  restrict_files(order);
  counting.begin(order);
  filter_system_calls(order);
  execute(order.argv, order.scratch, order);
}

void take_as_standard(FileDescriptor stdio) {
  if (::dup2(stdio.get(), STDIN_FILENO) < 0 || ::dup2(stdio.get(), STDOUT_FILENO) < 0) {
    fail("standard input and output");
  }
}

/// One file system in memory for /tmp and /dev/shm together, bounded in bytes and in files: an empty file
/// takes about 1 KiB of the kernel's memory. Beside them is what the program sees as /etc. Only this process
/// and those that it starts see it.
void mount_scratch(const SandboxSpec& order) {
  if (::unshare(CLONE_NEWNS) != 0 || ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
    fail("mounts of its own");
  }
  const std::int64_t bytes = order.scratch_mib * kMib;
  const std::string bounds =
      "mode=0700,size=" + std::to_string(bytes) + ",nr_inodes=" + std::to_string(bytes / kBytesAFile);
  if (::mount("tmpfs", order.scratch.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, bounds.c_str()) != 0) {
    fail("a file system in memory");
  }
  for (const char* folder : {kSharedMemory, kTemporary}) {
    if (::mkdir((order.scratch + folder).c_str(), 0700) != 0) {
      fail("a file system in memory");
    }
  }
  std::vector<std::string> seen = order.visible;
  if (order.writable) {
    seen.push_back(order.folder);  // bubblewrap mounts it, and needs a place for it
  }
  make_etc_view(seen, order.scratch + kEtc);
}

[[noreturn]] void become_bwrap(const SandboxSpec& order, Counting counting) {
  enter_folder(order);
  // Before the limits: processes are counted by user namespace from here on, so that those of other bots of
  // the same user are not in the way.
  enter_private_network();
  mount_scratch(order);
  if (order.connect) {
    Loopback loopback;
    Loopback::Pair pair = loopback.make_pair();
    send_control(SandboxSpec::kControlFd, "connection", pair.ours.get());
    take_as_standard(std::move(pair.theirs));
  }
  limit_all(order);
  const FileDescriptor filter = file_in_memory("filter", order.filter);
  counting.begin(order);
  ::dup2(filter.get(), kFilterFd);
  ::closefrom(kFilterFd + 1);
  try {
    execute(bwrap_command(order, kFilterFd), "/tmp", order);
  } catch (const ProgramFailure& failure) {  // bubblewrap is ours
    throw std::system_error(failure.code(), "cannot start '" + order.bwrap + "'");
  }
}

void tell_failure(const char* whose, int error, const char* what) {
  send_control(SandboxSpec::kControlFd, std::string(whose) + std::to_string(error) + " " + what);
}

}  // namespace

// Not by the functions of the C library: they speak to all threads that it knows of, and a copy of a process
// with several threads has only one of them.
bool become_user(uid_t uid, const std::vector<gid_t>& readers) {
  const auto gid = static_cast<gid_t>(uid);
  return ::syscall(SYS_setgroups, readers.size(), readers.data()) == 0 &&
         ::syscall(SYS_setresgid, gid, gid, gid) == 0 && ::syscall(SYS_setresuid, uid, uid, uid) == 0;
}

std::vector<std::string> bwrap_command(const SandboxSpec& order, int filter) {
  // --disable-userns wants --unshare-user by name. --share-net: the network that we are in is private.
  std::vector<std::string> argv = {order.bwrap,
                                   "--unshare-all",
                                   "--unshare-user",
                                   "--share-net",
                                   "--disable-userns",
                                   "--die-with-parent",
                                   "--new-session",
                                   "--proc",
                                   "/proc",
                                   "--dev",
                                   "/dev"};
  // Bubblewrap's own /dev has no bounds, and neither have the numbers of files in its own /tmp and /dev/shm.
  // Folders of ours may be in /tmp, and must be mounted after it.
  add(argv, {"--bind", order.scratch + kSharedMemory, "/dev/shm", "--remount-ro", "/dev"});
  add(argv, {"--bind", order.scratch + kTemporary, "/tmp"});
  add(argv, {"--ro-bind", order.scratch + kEtc, kEtc});
  for (const std::string& path : order.visible) {
    std::error_code none;
    if (is_in_etc(path)) {
      continue;
    }
    if (std::filesystem::is_symlink(path, none)) {
      add(argv, {"--symlink", std::filesystem::read_symlink(path, none).string(), path});
    } else {
      add(argv, {"--ro-bind-try", path, path});
    }
  }
  if (order.writable) {
    add(argv, {"--bind", order.folder, order.folder});
  }
  add(argv, {"--remount-ro", "/", "--chdir", order.folder.empty() ? "/tmp" : order.folder});
  add(argv, {"--json-status-fd", std::to_string(SandboxSpec::kControlFd), "--seccomp", std::to_string(filter),
             "--"});
  argv.insert(argv.end(), order.argv.begin(), order.argv.end());
  return argv;
}

int become_confined_program() {
  try {
    const SandboxSpec order = read_order();
    ::fcntl(SandboxSpec::kControlFd, F_SETFD, order.level == SandboxLevel::basic ? FD_CLOEXEC : 0);
    enter_groups(order);
    Counting counting;
    if (order.counted) {
      counting.counts = std::make_unique<ProcessCounts>(FileDescriptor(SandboxSpec::kCountsFd));
    }
    counting.supervisor = leave_a_supervisor(counting.counts.get());
    send_control(SandboxSpec::kControlFd, SandboxSpec::kProcess + std::to_string(::getpid()));
    become(order.uid, order.readers);
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
      fail("no_new_privs");
    }
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // a change of user forgets it
    order.level == SandboxLevel::basic ? become_basic(order, std::move(counting))
                                       : become_bwrap(order, std::move(counting));
  } catch (const ProgramFailure& failure) {
    tell_failure(SandboxSpec::kProgramFailure, failure.code().value(), failure.what());
  } catch (const std::system_error& error) {
    tell_failure(SandboxSpec::kFailure, error.code().value(), error.what());
  } catch (const std::exception& error) {
    tell_failure(SandboxSpec::kFailure, 0, error.what());
  }
  return kFailed;
}

}  // namespace referee
