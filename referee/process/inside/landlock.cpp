#include "referee/process/inside/landlock.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <string>

#include "referee/base/file_descriptor.h"

namespace referee {
namespace {

using Rights = std::uint64_t;

// Constants of newer kernels that Debian 12's headers lack: landlock(7).
struct Ruleset {
  Rights files = 0;
  Rights network = 0;
  Rights scoped = 0;
};
constexpr Rights kTruncate = 1ULL << 14;
constexpr Rights kBindTcp = 1ULL << 0;
constexpr Rights kConnectTcp = 1ULL << 1;
constexpr Rights kScopeAbstractSockets = 1ULL << 0;
constexpr Rights kScopeSignals = 1ULL << 1;

constexpr Rights kReadFile = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE;
constexpr Rights kRead = kReadFile | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr Rights kMake = LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_DIR |
                         LANDLOCK_ACCESS_FS_MAKE_SYM | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                         LANDLOCK_ACCESS_FS_MAKE_SOCK;
constexpr Rights kRemove = LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR;
constexpr Rights kDevices = LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK;

// What interpreters ask about the machine and themselves. Nothing here tells of other processes.
constexpr const char* kAboutTheMachine[] = {
    "/proc/self",    "/proc/cpuinfo", "/proc/meminfo",       "/proc/stat",
    "/proc/uptime",  "/proc/loadavg", "/proc/version",       "/proc/filesystems",
    "/proc/cgroups", "/proc/sys",     "/sys/devices/system", "/sys/kernel/mm/transparent_hugepage",
    "/sys/fs/cgroup"};
constexpr const char* kDeviceFiles[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};

Ruleset known_to(int version) {
  Ruleset known{kRead | kMake | kRemove | kDevices | LANDLOCK_ACCESS_FS_WRITE_FILE, 0, 0};
  if (version >= 2) {
    known.files |= LANDLOCK_ACCESS_FS_REFER;
  }
  if (version >= 3) {
    known.files |= kTruncate;
  }
  if (version >= 4) {
    known.network = kBindTcp | kConnectTcp;
  }
  if (version >= 6) {
    known.scoped = kScopeAbstractSockets | kScopeSignals;
  }
  return known;
}

std::size_t size_for(int version) {
  return version >= 6 ? sizeof(Ruleset) : version >= 4 ? 2 * sizeof(Rights) : sizeof(Rights);
}

class Rules {
 public:
  explicit Rules(int version) : known_(known_to(version)) {
    rules_ = FileDescriptor(
        static_cast<int>(::syscall(SYS_landlock_create_ruleset, &known_, size_for(version), 0)));
    if (rules_.get() < 0) {
      throw_errno("landlock_create_ruleset");
    }
  }

  /// Leaves out what does not exist, or what this user cannot reach anyway.
  void allow(const std::string& path, Rights rights) {
    const FileDescriptor place(::open(path.c_str(), O_PATH | O_CLOEXEC));
    struct stat status {};
    if (place.get() < 0 || ::fstat(place.get(), &status) != 0) {
      return;
    }
    const Rights of_files = kReadFile | LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate;
    landlock_path_beneath_attr rule{};
    rule.allowed_access = rights & known_.files & (S_ISDIR(status.st_mode) ? ~0ULL : of_files);
    rule.parent_fd = place.get();
    if (::syscall(SYS_landlock_add_rule, rules_.get(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0) {
      throw_errno("landlock_add_rule");
    }
  }

  void enforce() const {
    if (::syscall(SYS_landlock_restrict_self, rules_.get(), 0) != 0) {
      throw_errno("landlock_restrict_self");
    }
  }

 private:
  Ruleset known_;
  FileDescriptor rules_;
};

}  // namespace

int landlock_version() {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version < 0 ? 0 : static_cast<int>(version);
}

void restrict_files(const SandboxSpec& order) {
  const int version = landlock_version();
  if (version == 0) {
    return;
  }
  constexpr Rights kWrite = kRead | kMake | LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate;
  constexpr Rights kOwn = kWrite | kRemove | LANDLOCK_ACCESS_FS_REFER;
  Rules rules(version);
  for (const std::string& path : order.visible) {
    rules.allow(path, kRead);
  }
  for (const std::string& path : order.listed) {
    rules.allow(path, LANDLOCK_ACCESS_FS_READ_DIR);
  }
  for (const char* path : kAboutTheMachine) {
    rules.allow(path, kRead);
  }
  for (const char* path : kDeviceFiles) {
    rules.allow(path, LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);
  }
  rules.allow(order.scratch, order.forks ? kOwn : kWrite);
  if (order.writable) {
    rules.allow(order.folder, kOwn);
  }
  rules.enforce();
}

}  // namespace referee
