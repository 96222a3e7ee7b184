#include "referee/process/control_group.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>
#include <thread>

#include "referee/base/file_descriptor.h"
#include "referee/base/units.h"

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

void kill_all_in(const fs::path& group) {
  const FileDescriptor file(::open((group / "cgroup.kill").c_str(), O_WRONLY | O_CLOEXEC));
  if (file.get() >= 0) {
    (void)!::write(file.get(), "1", 1);
  }
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
}

FileDescriptor ControlGroup::folder() const {
  FileDescriptor folder(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() < 0) {
    throw_errno(path_.c_str());
  }
  return folder;
}

FileDescriptor ControlGroup::cpu_stat() const {
  FileDescriptor file(::open((path_ / "cpu.stat").c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) {
    throw_errno((path_ / "cpu.stat").c_str());
  }
  return file;
}

void ControlGroup::limit(std::int64_t memory_mib, std::int64_t processes) const {
  write_file(path_ / "memory.max", std::to_string(memory_mib * kMib));
  if (fs::exists(path_ / "memory.swap.max")) {  // not in kernels without swap accounting
    write_file(path_ / "memory.swap.max", "0");
  }
  write_file(path_ / "memory.oom.group", "1");
  write_file(path_ / "pids.max", std::to_string(processes));
}

void ControlGroup::kill() const { kill_all_in(path_); }

std::shared_ptr<ControlGroups> ControlGroups::open(std::string& why) {
  const auto own = own_group();
  if (!own) {
    why = "no cgroup v2 here";
    return nullptr;
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
  return groups;
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
    return true;
  } catch (const std::system_error& error) {
    why = "cgroup v2 " + own_.string() + " cannot hand memory and pids on: " + error.code().message() +
          (error.code() == std::errc::device_or_resource_busy ? " (it has other processes than the referee)"
                                                              : "");
    return false;
  }
}

std::unique_ptr<ControlGroup> ControlGroups::make() {
  std::erase_if(leaving_, try_to_remove);
  const std::string name = name_for_this_process("bot") + "-" + std::to_string(next_number());
  return std::make_unique<ControlGroup>(shared_from_this(), own_ / name);
}

void ControlGroups::remove(const fs::path& group) {
  if (!try_to_remove(group)) {
    leaving_.push_back(group);
  }
}

}  // namespace referee
