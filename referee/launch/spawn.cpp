#include "referee/launch/spawn.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <string_view>

#include "referee/launch/exec_words.h"
#include "referee/net/file_descriptor.h"
#include "referee/net/service_manager.h"
#include "referee/net/socket_options.h"

namespace referee {
namespace {

constexpr int kAboveAll = 16;    // no descriptor of a new process has such a number
constexpr int kNoProgram = 127;  // exit status, as of a shell
constexpr std::string_view kTmpdir = "TMPDIR=";

void expect_zero(int error, const std::string& what) {
  if (error != 0) {
    throw std::system_error(error, std::generic_category(), what);
  }
}

/// Copies that are not in the way of each other's new numbers.
std::vector<FileDescriptor> out_of_the_way(const std::vector<int>& descriptors) {
  std::vector<FileDescriptor> copies;
  for (const int fd : descriptors) {
    copies.emplace_back(::fcntl(fd, F_DUPFD_CLOEXEC, kAboveAll));
    if (copies.back().get() < 0) {
      throw_errno("descriptors of a new process");
    }
  }
  return copies;
}

/// Descriptors of the new process, and nothing else.
class FileActions {
 public:
  FileActions(const std::vector<int>& descriptors, const std::filesystem::path& folder)
      : copies_(out_of_the_way(descriptors)) {
    expect_zero(::posix_spawn_file_actions_init(&actions_), "file actions");
    const int count = static_cast<int>(copies_.size());
    for (int number = 0; number < count; ++number) {
      const int copy = copies_[static_cast<std::size_t>(number)].get();
      expect_zero(::posix_spawn_file_actions_adddup2(&actions_, copy, number), "descriptors");
    }
    expect_zero(::posix_spawn_file_actions_addclosefrom_np(&actions_, count), "closefrom");
    if (!folder.empty()) {
      expect_zero(::posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str()), "folder");
    }
  }
  ~FileActions() { ::posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
  std::vector<FileDescriptor> copies_;
};

/// Its own process group, no signal blocked or ignored, whatever the referee does with signals.
class Attributes {
 public:
  explicit Attributes(bool own_session) {
    expect_zero(::posix_spawnattr_init(&attributes_), "spawn attributes");
    sigset_t none;
    sigset_t all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    const int group = own_session ? POSIX_SPAWN_SETSID : POSIX_SPAWN_SETPGROUP;
    ::posix_spawnattr_setflags(&attributes_,
                               static_cast<short>(group | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
  }
  ~Attributes() { ::posix_spawnattr_destroy(&attributes_); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

/// The referee's own environment, without what would make a sample bot dial out instead of using its standard
/// input, and without what only the referee itself is to tell whoever has started it.
std::vector<std::string> bot_environment(const Spawn& how) {
  std::vector<std::string> out;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    if (!text.starts_with("REFEREE_") && !is_service_variable(*variable) &&
        (how.scratch.empty() || !text.starts_with(kTmpdir))) {
      out.emplace_back(text);
    }
  }
  if (!how.scratch.empty()) {
    out.push_back(std::string(kTmpdir) + how.scratch.string());
  }
  return out;
}

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

/// In a copy of this process, whose other threads are not there: nothing that takes a lock.
[[noreturn]] void become(char* const* argv, char* const* environment, const Spawn& how,
                         const std::vector<FileDescriptor>& copies) {
  how.own_session ? ::setsid() : ::setpgid(0, 0);
  for (int number = 1; number < NSIG; ++number) {
    ::signal(number, SIG_DFL);
  }
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  int number = 0;
  for (const FileDescriptor& copy : copies) {
    ::dup2(copy.get(), number++);
  }
  ::closefrom(number);
  if (how.folder.empty() || ::chdir(how.folder.c_str()) == 0) {
    ::execve(argv[0], argv, environment);
  }
  ::_exit(kNoProgram);
}

}  // namespace

std::optional<pid_t> spawn_in_group(const std::vector<std::string>& argv, const Spawn& how, int group) {
  const std::vector<FileDescriptor> copies = out_of_the_way(how.descriptors);
  const std::vector<char*> words = exec_words(argv);
  const std::vector<std::string> variables = bot_environment(how);
  const std::vector<char*> environment = exec_words(variables);
  CloneArguments arguments;
  arguments.flags = kIntoCgroup;
  arguments.exit_signal = SIGCHLD;
  arguments.cgroup = static_cast<std::uint64_t>(group);
  const long pid = ::syscall(SYS_clone3, &arguments, sizeof(arguments));
  if (pid == 0) {
    become(words.data(), environment.data(), how, copies);
  }
  return pid > 0 ? std::optional(static_cast<pid_t>(pid)) : std::nullopt;
}

pid_t spawn(const std::vector<std::string>& argv, const Spawn& how) {
  const FileActions actions(how.descriptors, how.folder);
  const Attributes attributes(how.own_session);
  const std::vector<std::string> variables = bot_environment(how);
  pid_t pid = 0;
  const int error = ::posix_spawnp(&pid, argv.front().c_str(), actions.get(), attributes.get(),
                                   exec_words(argv).data(), exec_words(variables).data());
  if (error != 0) {
    throw LaunchError(error, std::generic_category(), "cannot start '" + argv.front() + "'");
  }
  return pid;
}

}  // namespace referee
