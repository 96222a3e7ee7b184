#include "referee/base/reader.h"

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>
#include <system_error>
#include <utility>

namespace referee {
namespace {

constexpr gid_t kNoGroup = 65534;
constexpr std::size_t kUserEntry = 16384;  // bytes of an entry of the list of users

/// A user namespace shows users that it does not have as this one.
constexpr uid_t kUnknownUser = 65534;

// glibc's functions of these names change all threads. The real and the saved user stay: the one lets nobody
// signal or trace this thread, the other is the way back.
bool set_groups_of_thread(const std::vector<gid_t>& groups) {
  return ::syscall(SYS_setgroups, groups.size(), groups.data()) == 0;
}
bool set_user_of_thread(uid_t user) { return ::syscall(SYS_setresuid, -1, user, -1) == 0; }
bool set_group_of_thread(gid_t group) { return ::syscall(SYS_setresgid, -1, group, -1) == 0; }

std::vector<gid_t> groups_of_thread() {
  const int size = ::getgroups(0, nullptr);
  std::vector<gid_t> groups(size > 0 ? static_cast<std::size_t>(size) : 0);
  const int got = ::getgroups(size, groups.data());
  groups.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return groups;
}

/// Asked once, before any change: a change of user may be under way in another thread later.
bool is_dumpable() {
  static const bool dumpable = ::prctl(PR_GET_DUMPABLE) == 1;
  return dumpable;
}

}  // namespace

/// While it lives, this thread opens files with these rights. Root's power over files goes with its user.
class Reader::Taken {
 public:
  explicit Taken(const Rights& rights) {
    (void)is_dumpable();
    ::prctl(PR_GET_PDEATHSIG, &end_signal_);
    if (!set_groups_of_thread(rights.groups) || !set_group_of_thread(rights.group) ||
        !set_user_of_thread(rights.user)) {
      const int error = errno;
      give_back();
      throw std::system_error(error, std::generic_category(),
                              "cannot read with the rights of user " + std::to_string(rights.user) +
                                  ": root needs CAP_SETUID and CAP_SETGID for it, or files of its own");
    }
  }
  ~Taken() {
    const int error = errno;
    give_back();
    errno = error;
  }
  Taken(const Taken&) = delete;
  Taken& operator=(const Taken&) = delete;

 private:
  void give_back() const {
    set_user_of_thread(0);
    set_group_of_thread(group_);
    set_groups_of_thread(groups_);
    // The kernel takes each change of user for one that is to stay: no dump, and no end with the parent.
    if (is_dumpable()) {
      ::prctl(PR_SET_DUMPABLE, 1);
    }
    if (end_signal_ != 0) {
      ::prctl(PR_SET_PDEATHSIG, end_signal_);
      if (::getppid() != parent_) {  // it ended meanwhile
        (void)::raise(end_signal_);
      }
    }
  }

  const std::vector<gid_t> groups_ = groups_of_thread();
  const gid_t group_ = ::getegid();
  const pid_t parent_ = ::getppid();
  int end_signal_ = 0;
};

/// A user without an entry has no groups that we could know.
Reader::Rights Reader::rights_of(uid_t user) {
  Rights rights{user, kNoGroup, {}};
  std::string text(kUserEntry, '\0');
  passwd entry{};
  passwd* found = nullptr;
  if (::getpwuid_r(user, &entry, text.data(), text.size(), &found) != 0 || found == nullptr) {
    return rights;
  }
  rights.group = entry.pw_gid;
  int size = 0;
  ::getgrouplist(entry.pw_name, entry.pw_gid, nullptr, &size);
  rights.groups.resize(static_cast<std::size_t>(size));
  if (::getgrouplist(entry.pw_name, entry.pw_gid, rights.groups.data(), &size) < 0) {
    rights.groups.clear();
  }
  return rights;
}

Reader Reader::of(uid_t user) {
  Reader reader;
  if (::geteuid() != 0 || user == 0) {
    return reader;
  }
  reader.rights_ = rights_of(user);
  try {
    const Taken trial(*reader.rights_);
  } catch (const std::system_error&) {
    if (user != kUnknownUser) {
      throw;
    }
    reader.rights_.reset();  // of a namespace's root, who has no power over the files of such users
  }
  return reader;
}

std::optional<uid_t> Reader::other_user() const {
  return rights_ ? std::optional(rights_->user) : std::nullopt;
}

FileDescriptor Reader::open_at(int folder, const char* path, int flags) const {
  std::optional<Taken> taken;
  if (rights_) {
    taken.emplace(*rights_);
  }
  return FileDescriptor(::openat(folder, path, flags | O_CLOEXEC));
}

}  // namespace referee
