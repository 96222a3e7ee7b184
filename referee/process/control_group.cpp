#include "referee/process/control_group.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <optional>
#include <sstream>
#include <system_error>
#include <thread>

#include "protocol/require.h"
#include "referee/base/file_descriptor.h"
#include "referee/base/units.h"
#include "referee/process/cpu_meter.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr int kRemovals = 40;  // a killed process leaves its cgroup a moment after its end
constexpr std::chrono::microseconds kBetweenRemovals{500};

void write_file(const fs::path& path, std::string_view text) {
  const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.get() < 0) {
    throw_errno(path.c_str());
  }
  write_all(file, text, path);
}

std::string read_words(const fs::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

bool has_word(const fs::path& path, const std::string& word) {
  std::istringstream words(read_words(path));
  for (std::string one; words >> one;) {
    if (one == word) {
      return true;
    }
  }
  return false;
}

/// The number behind a word at the beginning of a line; 0 if there is none.
std::int64_t number_behind(const std::string& word, const fs::path& path) {
  std::istringstream lines(read_words(path));
  std::string name;
  for (std::int64_t number = 0; lines >> name >> number;) {
    if (name == word) {
      return number;
    }
  }
  return 0;
}

/// Where the cgroup v2 hierarchy is mounted: proc(5), /proc/PID/mountinfo.
std::optional<fs::path> mount_point() {
  std::ifstream mounts("/proc/self/mountinfo");
  for (std::string line; std::getline(mounts, line);) {
    std::istringstream words(line);
    std::string id;
    std::string parent;
    std::string device;
    std::string root;
    std::string point;
    words >> id >> parent >> device >> root >> point;
    if (line.find(" - cgroup2 ") != std::string::npos) {
      return fs::path(point);
    }
  }
  return std::nullopt;
}

/// This process's cgroup, as the line "0::/PATH" has it.
std::optional<fs::path> own_group() {
  const auto mount = mount_point();
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; mount && std::getline(groups, line);) {
    if (line.starts_with("0::/")) {
      const fs::path path = (*mount / line.substr(4)).lexically_normal();
      return path.has_filename() ? path : path.parent_path();
    }
  }
  return std::nullopt;
}

/// This process's cgroup in the hierarchy v1 of a controller, as the line "N:CONTROLLER:/PATH" has it, if
/// groups can be made below it.
std::optional<fs::path> own_group_v1(const std::string& controller) {
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::string mark = ":" + controller + ":/";
    const std::size_t at = line.find(mark);
    if (at == std::string::npos) {
      continue;
    }
    const fs::path mount = fs::path("/sys/fs/cgroup") / controller;
    fs::path path = (mount / line.substr(at + mark.size())).lexically_normal();
    if (!fs::exists(path / "cgroup.procs")) {
      path = mount;  // in a container the path is that of the machine outside, and the mount is our group
    }
    path = path.has_filename() ? path : path.parent_path();
    return ::access(path.c_str(), W_OK) == 0 ? std::optional(path) : std::nullopt;
  }
  return std::nullopt;
}

/// The number of the namespace in which this process has its number: processes of another one would look as
/// if they had ended.
std::string process_namespace() {
  std::error_code unreadable;
  const std::string link = fs::read_symlink("/proc/self/ns/pid", unreadable).string();  // pid:[4026531836]
  const std::size_t number = link.find('[') + 1;
  return unreadable ? "0" : link.substr(number, link.size() - 1 - number);
}

std::string name_for(const char* what) {
  return std::string("referee-").append(what).append("-").append(process_namespace()).append("-");
}

std::string name_for_this_process(const char* what) { return name_for(what) + std::to_string(::getpid()); }

/// Returns whether the kernel has done it.
bool kill_all_in(const fs::path& group) {
  const FileDescriptor file(::open((group / "cgroup.kill").c_str(), O_WRONLY | O_CLOEXEC));
  return file.get() >= 0 && ::write(file.get(), "1", 1) == 1;
}

/// With the groups in it: a program may have made some.
bool try_to_remove(const fs::path& group) {
  if (::rmdir(group.c_str()) == 0 || errno == ENOENT) {
    return true;
  }
  std::error_code unreadable;
  for (const auto& entry : fs::directory_iterator(group, unreadable)) {
    if (entry.is_directory(unreadable)) {
      try_to_remove(entry.path());
    }
  }
  return ::rmdir(group.c_str()) == 0;
}

bool remove_patiently(const fs::path& group) {
  for (int i = 0; i < kRemovals; ++i) {
    if (try_to_remove(group)) {
      return true;
    }
    std::this_thread::sleep_for(kBetweenRemovals);
  }
  return false;
}

/// Groups of referees that were killed, or ended before the last of their groups could be removed.
void remove_leftovers(const fs::path& own) {
  std::error_code unreadable;
  const std::string start = name_for("bot");
  for (const auto& entry : fs::directory_iterator(own, unreadable)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(start) && ::kill(std::atoi(name.c_str() + start.size()), 0) != 0 && errno == ESRCH) {
      kill_all_in(entry.path());
      remove_patiently(entry.path());
    }
  }
}

/// Unique within this process.
std::int64_t next_number() {
  static std::atomic<std::int64_t> made = 0;
  return ++made;
}

}  // namespace

std::optional<std::int64_t> memory_of_own_group() {
  std::optional<std::int64_t> least;
  const auto look = [&least](const std::optional<fs::path>& group, const char* file) {
    std::ifstream text(group.value_or("/nowhere") / file);
    if (std::int64_t bytes = 0; text >> bytes) {  // "max" is none
      least = std::min(bytes, least.value_or(bytes));
    }
  };
  look(own_group(), "memory.max");
  look(own_group_v1("memory"), "memory.limit_in_bytes");
  return least;
}

ControlGroup::ControlGroup(std::shared_ptr<ControlGroups> groups, fs::path path)
    : groups_(std::move(groups)), path_(std::move(path)) {
  if (::mkdir(path_.c_str(), 0755) == 0) {
    return;
  }
  if (errno == EEXIST) {  // left by a referee that had our number, as the first process of a container has
    kill_all_in(path_);
    remove_patiently(path_);
  }
  if (::mkdir(path_.c_str(), 0755) != 0) {
    throw_errno(path_.c_str());
  }
}

ControlGroup::~ControlGroup() {
  kill();
  groups_->remove(path_);
  for (const fs::path& path : paths_v1_) {
    groups_->remove(path);
  }
}

FileDescriptor ControlGroup::folder() const {
  FileDescriptor folder(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() < 0) {
    throw_errno(path_.c_str());
  }
  return folder;
}

FileDescriptor ControlGroup::open(const char* file) const {
  FileDescriptor opened(::open((path_ / file).c_str(), O_RDONLY | O_CLOEXEC));
  if (opened.get() < 0) {
    throw_errno((path_ / file).c_str());
  }
  return opened;
}

void ControlGroup::bound(const JointBounds& bounds) {
  REQUIRE(bounded_by_ == BoundedBy::polling);
  if (groups_->bounded_by() == BoundedBy::cgroup_v2) {
    bound_v2(bounds);
  } else if (groups_->bounded_by() == BoundedBy::cgroup_v1) {
    bound_v1(bounds);
  }
  bounded_by_ = groups_->bounded_by();
  bounds_ = bounds;
}

void ControlGroup::bound_v2(const JointBounds& bounds) const {
  if (bounds.memory_mib > 0) {
    write_file(path_ / "memory.max", std::to_string(bounds.memory_mib * kMib));
    if (fs::exists(path_ / "memory.swap.max")) {  // not in kernels without swap accounting
      write_file(path_ / "memory.swap.max", "0");
    }
    write_file(path_ / "memory.oom.group", "1");
  }
  if (bounds.processes > 0) {
    write_file(path_ / "pids.max", std::to_string(bounds.processes));
  }
}

void ControlGroup::bound_v1(const JointBounds& bounds) {
  if (bounds.memory_mib > 0) {
    memory_v1_ = make_v1(groups_->memory_v1());
    const std::string bytes = std::to_string(bounds.memory_mib * kMib);
    write_file(memory_v1_ / "memory.limit_in_bytes", bytes);
    if (const fs::path with_swap = memory_v1_ / "memory.memsw.limit_in_bytes"; fs::exists(with_swap)) {
      write_file(with_swap, bytes);
    }
  }
  if (bounds.processes > 0) {
    write_file(make_v1(groups_->pids_v1()) / "pids.max", std::to_string(bounds.processes));
  }
}

fs::path ControlGroup::make_v1(const fs::path& parent) {
  const fs::path path = parent / path_.filename();
  if (::mkdir(path.c_str(), 0755) != 0 &&
      (errno != EEXIST || !remove_patiently(path) || ::mkdir(path.c_str(), 0755) != 0)) {
    throw_errno(path.c_str());
  }
  paths_v1_.push_back(path);
  tasks_v1_.push_back(path / "tasks");
  return path;
}

bool ControlGroup::ran_out_of_memory() const {
  if (bounds_.memory_mib == 0 || bounded_by_ == BoundedBy::polling) {
    return false;
  }
  const bool v2 = bounded_by_ == BoundedBy::cgroup_v2;
  return number_behind("oom_kill", v2 ? path_ / "memory.events" : memory_v1_ / "memory.oom_control") > 0;
}

std::vector<pid_t> ControlGroup::processes() const {
  std::vector<pid_t> all;
  std::ifstream file(procs());
  for (pid_t pid = 0; file >> pid;) {
    all.push_back(pid);
  }
  return all;
}

bool ControlGroup::kill() const { return kill_all_in(path_); }

std::shared_ptr<ControlGroups> ControlGroups::open(std::string& why) {
  if (cpu_by_at_most() != CpuBy::cgroup) {
    why = kForbiddenCpuBy;
    return nullptr;
  }
  const auto own = own_group();
  if (!own) {
    why = "no cgroup v2 here";
    return nullptr;
  }
  // It moves this process into another cgroup, so that a second one would begin elsewhere.
  static std::mutex opening;
  static std::weak_ptr<ControlGroups> opened;
  const std::lock_guard lock(opening);
  if (auto earlier = opened.lock()) {
    remove_leftovers(earlier->own_);
    return earlier;
  }
  const std::shared_ptr<ControlGroups> groups(new ControlGroups(*own));
  remove_leftovers(*own);
  try {
    const auto tried = groups->make();
    const auto readable = tried->cpu_stat();
  } catch (const std::system_error& error) {
    why = "cgroup v2 " + own->string() + " is not delegated to this user: " + error.code().message();
    return nullptr;
  }
  opened = groups;
  return groups;
}

BoundedBy ControlGroups::bounded_by() const {
  const std::lock_guard lock(mutex_);
  return bounded_by_;
}

ControlGroups::~ControlGroups() {
  for (const fs::path& group : leaving_) {
    remove_patiently(group);
  }
  if (leaf_.empty()) {
    return;
  }
  try {
    write_file(own_ / "cgroup.subtree_control", "-memory -pids");
    write_file(own_ / "cgroup.procs", "0");
    remove_patiently(leaf_);
  } catch (const std::system_error&) {  // the program that made our own cgroup removes it with all in it
    leaf_.clear();
  }
}

bool ControlGroups::enable_limits(std::string& why) {
  const std::lock_guard lock(mutex_);
  return bounded_by_ == BoundedBy::cgroup_v2 || hand_controllers_on(why);
}

/// REQUIRES: mutex_ is held.
bool ControlGroups::hand_controllers_on(std::string& why) {
  for (const char* controller : {"memory", "pids"}) {
    if (!has_word(own_ / "cgroup.controllers", controller)) {
      why = std::string("no ") + controller + " controller in cgroup v2 " + own_.string();
      return false;
    }
  }
  try {
    const fs::path leaf = own_ / name_for_this_process("daemon");
    if (::mkdir(leaf.c_str(), 0755) != 0 && errno != EEXIST) {
      throw_errno(leaf.c_str());
    }
    leaf_ = leaf;
    write_file(leaf / "cgroup.procs", "0");
    write_file(own_ / "cgroup.subtree_control", "+memory +pids");
    bounded_by_ = BoundedBy::cgroup_v2;
    return true;
  } catch (const std::system_error& error) {
    why = "cgroup v2 " + own_.string() + " cannot hand memory and pids on: " + error.code().message() +
          (error.code() == std::errc::device_or_resource_busy ? " (it has other processes than the referee)"
                                                              : "");
    return false;
  }
}

BoundedBy ControlGroups::enable_bounds(std::string& why) {
  const std::lock_guard lock(mutex_);
  if (bounded_by_ != BoundedBy::polling) {
    return bounded_by_;  // by the sandbox, which has tried it
  }
  const BoundedBy most = bounded_at_most();
  if (most < BoundedBy::cgroup_v2) {
    why = "cgroup_v2: forbidden by REFEREE_BOUNDS_AT_MOST";
  } else if (hand_controllers_on(why)) {
    return bounded_by_;
  }
  const auto memory = own_group_v1("memory");
  const auto pids = own_group_v1("pids");
  if (most < BoundedBy::cgroup_v1 || !memory || !pids) {
    why += "; no cgroups v1 of memory and pids that this user may make";
    return bounded_by_;
  }
  memory_v1_ = *memory;
  pids_v1_ = *pids;
  remove_leftovers(memory_v1_);
  remove_leftovers(pids_v1_);
  bounded_by_ = BoundedBy::cgroup_v1;
  return bounded_by_;
}

std::unique_ptr<ControlGroup> ControlGroups::make() {
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(leaving_, try_to_remove);
  }
  const std::string name = name_for_this_process("bot") + "-" + std::to_string(next_number());
  return std::make_unique<ControlGroup>(shared_from_this(), own_ / name);
}

void ControlGroups::remove(const fs::path& group) {
  const std::lock_guard lock(mutex_);
  if (!try_to_remove(group)) {
    leaving_.push_back(group);
  }
}

}  // namespace referee
