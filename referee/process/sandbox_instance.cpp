#include "referee/process/sandbox_instance.h"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>

#include "protocol/require.h"
#include "referee/base/file_descriptor.h"
#include "referee/base/system_users.h"
#include "referee/base/text.h"
#include "referee/process/confinement.h"
#include "referee/process/cpu_meter.h"
#include "referee/process/inside/memory_file.h"
#include "referee/process/process_start.h"
#include "referee/process/spawn.h"

namespace referee {
namespace {

constexpr std::int64_t kProcessesOfBwrap = 3;
constexpr std::int64_t kSupervisor = 1;
/// Where the memory is looked at from time to time only, the kernel holds what one process may ask for to so
/// many times the bound: a bot cannot fill the machine between two looks, and a runtime may reserve memory
/// that it never uses.
constexpr std::int64_t kDataOverMemory = 4;
constexpr std::size_t kShownPath = 200;  // bytes
constexpr const char* kUsersFile = "/run/referee-bot-users.lock";
constexpr mode_t kForOwner = 0600;

/// A ProcessWork. The saved user stays ours, so that no process of that user may look into this one, whose
/// memory may be the referee's.
[[noreturn]] void kill_as_user(const void* with) {
  const uid_t uid = *static_cast<const uid_t*>(with);
  if (::syscall(SYS_setresuid, uid, uid, -1) == 0) {
    ::kill(-1, SIGKILL);
  }
  ::_exit(0);
}

/// Whether the kernel lets this process start another.
bool may_start() {
  const pid_t pid = ::vfork();
  if (pid == 0) {
    ::_exit(0);
  }
  if (pid > 0) {
    (void)wait_for_end(pid);
  }
  return pid > 0;
}

/// A ProcessWork: ends with 1 if that user has other processes. As the user it may start one more than
/// itself, unless there are others; if it may not without that limit either, the reason is another one.
[[noreturn]] void look_for_others(const void* with) {
  const uid_t uid = *static_cast<const uid_t*>(with);
  rlimit before{};
  ::getrlimit(RLIMIT_NPROC, &before);
  const rlimit two{std::min<rlim_t>(2, before.rlim_max), before.rlim_max};
  bool others = false;
  if (::setrlimit(RLIMIT_NPROC, &two) == 0 && ::syscall(SYS_setresuid, uid, uid, -1) == 0 && !may_start()) {
    ::setrlimit(RLIMIT_NPROC, &before);
    others = may_start();
  }
  ::_exit(others ? 1 : 0);
}

/// Wherever these processes are, in another container too, and whoever has left them. Where it cannot be
/// told: false.
bool has_processes(uid_t uid) {
  try {
    const int status = wait_for_end(start_process(look_for_others, &uid).pid);
    return WIFEXITED(status) && WEXITSTATUS(status) == 1;
  } catch (const std::system_error&) {
    return false;  // the start for which the user is taken fails for that reason
  }
}

/// At once, so that none of them can start another meanwhile.
void kill_all_of(uid_t uid) {
  try {
    (void)wait_for_end(start_process(kill_as_user, &uid).pid);
  } catch (const std::system_error& error) {
    spdlog::error("what user {} has started may still run: {}", uid, error.what());
  }
}

/// Makes `uid` the owner of `folder` and of all that is in it; links are not followed.
void give_to(const std::string& folder, uid_t uid) {
  const auto gid = static_cast<gid_t>(uid);
  if (::lchown(folder.c_str(), uid, gid) != 0) {
    throw_errno(folder.c_str());
  }
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (::lchown(entry.path().c_str(), uid, gid) != 0) {
      throw_errno(entry.path().c_str());
    }
  }
}

/// So that no later program with this user's number owns it.
void take_back(const std::string& folder) {
  try {
    give_to(folder, ::geteuid());
  } catch (const std::exception& error) {
    spdlog::error("sandbox: {}", error.what());
  }
}

}  // namespace

bool UserSlots::exist() {
  std::ifstream map("/proc/self/uid_map");
  std::uint64_t inside = 0;
  std::uint64_t outside = 0;
  std::uint64_t count = 0;
  while (map >> inside >> outside >> count) {
    if (inside <= kFirst && inside + count > kLast) {
      return true;
    }
  }
  return false;
}

uid_t UserSlots::take() {
  for (std::size_t left = free_.size(); left > 0; --left) {
    const uid_t uid = free_.front();
    free_.pop_front();
    if (!has_processes(uid)) {
      return uid;
    }
    free_.push_back(uid);
  }
  while (next_ <= kLast) {
    const uid_t uid = next_++;
    if (!reserve(uid) || is_system_user(uid)) {  // in this order: to look up a user reads many folders
      continue;
    }
    if (!has_processes(uid)) {
      return uid;
    }
    free_.push_back(uid);
  }
  throw std::runtime_error("sandbox: no user numbers left between " + std::to_string(kFirst) + " and " +
                           std::to_string(kLast));
}

UserSlots::UserSlots() : file_(::open(kUsersFile, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, kForOwner)) {}

/// A lock of one byte, which is free again however the process ends. Where that file cannot be, all users are
/// free by it.
bool UserSlots::lock_in_file(uid_t uid, bool locked) {
  struct flock byte {};
  byte.l_type = locked ? F_WRLCK : F_UNLCK;
  byte.l_whence = SEEK_SET;
  byte.l_start = uid;
  byte.l_len = 1;
  return file_.get() < 0 || ::fcntl(file_.get(), F_OFD_SETLK, &byte) == 0;
}

/// In two ways, because each has referees that it does not see: those for which /run is another folder, and
/// those in another network namespace, to which the name of an abstract socket belongs. If two had the same
/// user, each would kill the other's bots. What is reserved in one way only is given back: a referee without
/// descriptors would keep the users of all others.
bool UserSlots::reserve(uid_t uid) {
  FileDescriptor lock(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (lock.get() < 0) {
    throw_errno("sandbox: a user number for the bot");
  }
  if (!lock_in_file(uid, true)) {
    return false;
  }
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  const std::string text = "referee-bot-user-" + std::to_string(uid);
  std::memcpy(name.sun_path + 1, text.data(), text.size());
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + text.size());
  if (::bind(lock.get(), reinterpret_cast<const sockaddr*>(&name), size) != 0) {
    (void)lock_in_file(uid, false);
    return false;
  }
  reserved_.push_back(std::move(lock));
  return true;
}

OwnUser::~OwnUser() {
  if (!all_killed_) {
    kill_all_of(uid_);
  }
  users_->give_back(uid_);
}

SandboxInstance::SandboxInstance(SandboxSpec order, std::shared_ptr<UserSlots> users,
                                 const std::shared_ptr<ControlGroups>& groups)
    : order_(std::move(order)), users_(std::move(users)) {
  if (groups != nullptr) {
    group_ = groups->make();
    order_.group = group_->procs().string();
    group_->bound(bounds());
    for (const auto& tasks : group_->tasks_v1()) {
      order_.groups_v1.push_back(tasks.string());
    }
  }
  if (group_ == nullptr || group_->bounded_by() == BoundedBy::polling) {
    order_.data_mib = order_.memory_mib * kDataOverMemory;
  }
  if (users_ != nullptr) {
    order_.uid = users_->take();
  }
  scratch_.emplace(order_.uid);
  order_.scratch = scratch_->path().string();
  if (order_.writable && order_.uid != 0) {
    give_to(order_.folder, order_.uid);
  }
}

void SandboxInstance::work_in_copy(const Confinement& confinement) {
  REQUIRE(!order_.writable && !confinement.folder.empty());
  work_ = WorkFolder::copy(confinement, order_.uid, order_.readers);
  if (work_ == nullptr) {
    return;
  }
  for (std::string& word : order_.argv) {
    word = work_->placed(word);
  }
  std::erase_if(order_.visible, [&](const std::string& path) { return is_below(path, order_.folder); });
  std::erase_if(order_.listed, [&](const std::string& path) { return is_below(path, order_.folder); });
  order_.folder = work_->path().string();
  order_.writable = true;
  if (order_.uid != 0) {
    give_to(order_.folder, order_.uid);
  }
}

void SandboxInstance::count_processes() {
  REQUIRE(group_ == nullptr && counts_ == nullptr);
  counts_ = std::make_shared<ProcessCounts>();
  order_.counted = cpu_by_at_most() != CpuBy::process_clocks_or_wall;
}

void SandboxInstance::note_losses(const std::string& stderr_text) const {
  if (notes_ == nullptr) {
    return;
  }
  for (const std::string& path : work_ != nullptr ? work_->written() : std::vector<std::string>()) {
    notes_->add(
        "written " + path,
        "a bot has written " + printable(path, kShownPath) + " in its folder, which is a copy: thrown away",
        order_.uid == 0 ? "referee match --sandbox none keeps it" : "");
  }
  if (const auto refusal = refusal_in(stderr_text, order_)) {
    const char* const not_copied = "; its folder was not copied for it, so that it cannot write there";
    notes_->add(refusal->what, refusal->text() + (work_ != nullptr ? "" : not_copied), refusal->unconfined);
  }
}

SandboxInstance::~SandboxInstance() {
  const bool all_killed = group_ != nullptr && group_->kill();
  if (!all_killed && users_ != nullptr && order_.forks && order_.level == SandboxLevel::basic) {
    kill_all_of(order_.uid);
  }
  scratch_.reset();
  if (order_.writable && order_.uid != 0) {
    take_back(order_.folder);
  }
  if (users_ != nullptr) {
    users_->give_back(order_.uid);
  }
}

JointBounds SandboxInstance::bounds() const {
  const std::int64_t of_bwrap = order_.level == SandboxLevel::basic ? 0 : kProcessesOfBwrap;
  return {order_.memory_mib, order_.processes + of_bwrap + kSupervisor, order_.descriptors};
}

FileDescriptor SandboxInstance::spec_file() const { return file_in_memory("order", order_.to_text()); }

}  // namespace referee
