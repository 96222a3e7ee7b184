#include "referee/process/spawn.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

#include "referee/base/file_descriptor.h"
#include "referee/net/service_manager.h"
#include "referee/process/inside/inside.h"
#include "referee/process/inside/runtime_bounds.h"
#include "referee/process/inside/supervisor.h"
#include "referee/process/program.h"

namespace referee {
namespace {

constexpr rlim_t kEnough = 1'048'576;  // some machines set a hard limit that no table could hold

std::optional<rlimit> usual_limit;  // set once, by main's thread, before any other starts

constexpr int kAboveAll = 16;    // no descriptor of a new process has such a number
constexpr int kNoProgram = 127;  // exit status, as of a shell
constexpr std::string_view kTmpdir = "TMPDIR=";
constexpr std::string_view kHome = "HOME=";

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

/// Throws std::system_error.
std::vector<FileDescriptor> open_all(const std::vector<std::filesystem::path>& paths) {
  std::vector<FileDescriptor> files;
  for (const auto& path : paths) {
    files.emplace_back(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (files.back().get() < 0) {
      throw_errno(path.c_str());
    }
  }
  return files;
}

/// The referee's own environment, without the variables that make a sample bot dial out instead of using its
/// standard input, and without those by which the referee reports to its service manager.
std::vector<std::string> bot_environment(const Spawn& how) {
  std::vector<std::string> out;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    const bool is_replaced = (!how.scratch.empty() && text.starts_with(kTmpdir)) ||
                             (how.scratch_is_home && text.starts_with(kHome)) ||
                             std::ranges::any_of(how.variables, [&](const std::string& one) {
                               return text.starts_with(one.substr(0, one.find('=') + 1));
                             });
    if (!text.starts_with("REFEREE_") && !is_service_variable(*variable) && !is_replaced) {
      out.emplace_back(text);
    }
  }
  if (!how.scratch.empty()) {
    out.push_back(std::string(kTmpdir) + how.scratch.string());
  }
  if (how.scratch_is_home) {
    out.push_back(std::string(kHome) + how.scratch.string());
  }
  out.insert(out.end(), how.variables.begin(), how.variables.end());
  for (std::string& bound : runtime_bounds(how.memory_mib)) {
    if (std::getenv(bound.substr(0, bound.find('=')).c_str()) == nullptr) {
      out.push_back(std::move(bound));
    }
  }
  return out;
}

/// All that the new process needs, prepared: see ProcessWork.
class Beginning {
 public:
  /// `error_end` is closed when the program runs; it is told a StartReport.
  Beginning(const std::vector<std::string>& argv, const Spawn& how, int error_end)
      : how_(how),
        error_end_(error_end),
        cpus_(how.cpus.empty() ? process_cpus() : how.cpus),
        copies_(out_of_the_way(how.descriptors)),
        tasks_v1_(open_all(how.tasks_v1)),
        places_(places_of(argv.front())),
        variables_(bot_environment(how)),
        words_(exec_words(argv)),
        environment_(exec_words(variables_)) {}

  /// In the new process: a ProcessWork.
  static void begin(const void* with) {
    const auto& beginning = *static_cast<const Beginning*>(with);
    beginning.become();
  }

 private:
  [[noreturn]] void become() const {
    how_.own_session ? ::setsid() : ::setpgid(0, 0);
    const int entering = enter_groups();
    take_descriptors();
    if (entering != 0) {
      end_with({0, entering, false});
    }
    take_usual_descriptor_limit();
    (void)cpus_.take();  // they may have been taken from us meanwhile: then it runs where the kernel lets it
    default_signals();
    if (how_.supervised) {  // what follows is left to the supervisor
      end_with_parent();
      end_with({0, execute(places_, words_, environment_.data()), false});
    }
    const bool is_user = how_.uid == 0 || become_user(how_.uid, how_.readers);
    end_with_parent();
    if (is_user && (how_.folder.empty() || ::chdir(how_.folder.c_str()) == 0)) {
      errno = execute(places_, words_, environment_.data());
    }
    end_with({0, errno, is_of_program(errno)});
  }

  [[noreturn]] void end_with(const StartReport& report) const {
    (void)!::write(static_cast<int>(copies_.size()), &report, sizeof(report));
    ::_exit(kNoProgram);
  }

  /// Returns errno; 0 if it is in all of them.
  int enter_groups() const {
    for (const FileDescriptor& tasks : tasks_v1_) {
      if (::write(tasks.get(), "0", 1) != 1) {
        return errno;
      }
    }
    return 0;
  }

  void take_descriptors() const {
    int number = 0;
    for (const FileDescriptor& copy : copies_) {
      ::dup2(copy.get(), number++);
    }
    how_.supervised ? ::dup2(error_end_, number) : ::dup3(error_end_, number, O_CLOEXEC);
    ::closefrom(number + 1);
  }

  static void default_signals() {
    for (int number = 1; number < NSIG; ++number) {
      ::signal(number, SIG_DFL);
    }
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
  }

  /// After a change of user, which would forget it. errno stays.
  void end_with_parent() const {
    const int error = errno;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent_) {  // it ended before that
      ::_exit(kNoProgram);
    }
    errno = error;
  }

  const Spawn& how_;
  int error_end_;
  pid_t parent_ = ::getpid();
  CpuMask cpus_;
  std::vector<FileDescriptor> copies_;
  std::vector<FileDescriptor> tasks_v1_;
  std::vector<std::string> places_;
  std::vector<std::string> variables_;
  std::vector<char*> words_;
  std::vector<char*> environment_;
};

/// All parts together.
StartReport receive_from(const FileDescriptor& pipe) {
  StartReport all;
  StartReport part;
  for (ssize_t size = 1; size > 0 || errno == EINTR;) {
    errno = 0;
    size = ::read(pipe.get(), &part, sizeof(part));
    if (size == sizeof(part)) {
      all = part;
    }
  }
  return all;
}

/// The command line of the process that is made: that of the supervisor, if there is one.
std::vector<std::string> first_words(const std::vector<std::string>& argv, const Spawn& how) {
  if (!how.supervised) {
    return argv;
  }
  std::vector<std::string> words = {inside_program(), kSuperviseWord};
  const SupervisedProgram program{argv, how.uid, how.readers, how.folder};
  for (std::string& word : program.to_words()) {
    words.push_back(std::move(word));
  }
  return words;
}

}  // namespace

void raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) {
    throw_errno("the limit of descriptors");
  }
  usual_limit = limit;
  limit.rlim_cur = std::max(limit.rlim_cur, std::min(limit.rlim_max, kEnough));
  if (::setrlimit(RLIMIT_NOFILE, &limit) != 0) {
    throw_errno("raising the limit of descriptors");
  }
}

void take_usual_descriptor_limit() {
  if (usual_limit) {
    (void)::setrlimit(RLIMIT_NOFILE, &*usual_limit);
  }
}

int wait_for_end(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

Spawned spawn(const std::vector<std::string>& argv, const Spawn& how) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw_errno("pipe");
  }
  const FileDescriptor error(ends[0]);
  FileDescriptor error_end(::fcntl(ends[1], F_DUPFD_CLOEXEC, kAboveAll));
  ::close(ends[1]);
  const std::vector<std::string> words = first_words(argv, how);
  const Beginning beginning(words, how, error_end.get());
  Spawned spawned = start_process(&Beginning::begin, &beginning, how.group);
  error_end = FileDescriptor();
  const StartReport why = receive_from(error);
  spawned.program = why.pid > 0 ? why.pid : spawned.pid;
  if (why.error != 0) {
    (void)wait_for_end(spawned.pid);
    const std::string what =
        "cannot start '" + argv.front() + "'" + (how.uid == 0 ? "" : " as user " + std::to_string(how.uid));
    if (why.of_program) {
      throw ProgramError(why.error, std::generic_category(), what);
    }
    throw LaunchError(why.error, std::generic_category(), what);
  }
  return spawned;
}

}  // namespace referee
