#include "referee/process/inside/supervisor.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <system_error>

#include "referee/base/file_descriptor.h"
#include "referee/process/inside/children.h"
#include "referee/process/inside/execution.h"
#include "referee/process/inside/inside.h"
#include "referee/process/inside/process_listener.h"

namespace referee {
namespace {

constexpr int kNotStarted = 127;  // exit status, as of a shell that finds no program
constexpr std::size_t kWordsBeforeProgram = 3;

sigset_t all_signals() {
  sigset_t all;
  ::sigfillset(&all);
  return all;
}

/// Reaps the children that have ended. The status of `program` if it is among them.
std::optional<int> reap(pid_t program) {
  std::optional<int> status;
  int how = 0;
  for (pid_t child = ::waitpid(-1, &how, WNOHANG); child > 0; child = ::waitpid(-1, &how, WNOHANG)) {
    status = child == program ? how : status;
  }
  return status;
}

/// The signals that come to a supervisor. Meanwhile `listener`, which may be null, is served.
class Signals {
 public:
  explicit Signals(ProcessListener* listener)
      : listener_(listener), readable_(listener == nullptr ? -1 : ::signalfd(-1, &all_, SFD_CLOEXEC)) {}

  int next() const {
    bool has_come = listener_ == nullptr;
    while (!has_come) {
      std::array<pollfd, 2> both{{{readable_.get(), POLLIN, 0}, {listener_->fd(), POLLIN, 0}}};
      const bool any = ::poll(both.data(), both.size(), -1) > 0;
      if (any && both[1].revents != 0) {
        listener_->answer();
      }
      has_come = any && both[0].revents != 0;
    }
    return ::sigwaitinfo(&all_, nullptr);
  }

 private:
  const sigset_t all_ = all_signals();
  ProcessListener* listener_;
  FileDescriptor readable_;
};

/// Until the program has ended, or is to end.
std::optional<int> watch(pid_t program, ProcessListener* listener) {
  const Signals signals(listener);
  for (;;) {
    const int number = signals.next();
    if (number == kEndSupervised) {
      return std::nullopt;
    }
    if (number == SIGCHLD) {
      if (const std::optional<int> status = reap(program)) {
        return status;
      }
    } else if (number > 0) {
      ::kill(-program, number);
      ::kill(program, number);  // it may have moved to another process group
    }
  }
}

/// So that the referee sees how the program has ended.
[[noreturn]] void end_as(int status) {
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    ::signal(number, SIG_DFL);
    ::kill(::getpid(), number);
    sigset_t one;
    ::sigemptyset(&one);
    ::sigaddset(&one, number);
    ::sigprocmask(SIG_UNBLOCK, &one, nullptr);
  }
  ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : kNotStarted);
}

/// Closes all others. It gets the number 0.
FileDescriptor keep_open(FileDescriptor one) {
  ::dup2(one.release(), 0);
  ::closefrom(1);
  return FileDescriptor(0);
}

/// Descriptors and folders of the program are not kept open here. No core of this process tells more than the
/// program's own. `counts` may be null; `filter` is where it says how they are counted.
[[noreturn]] void supervise(pid_t program, ProcessCounts* counts, FileDescriptor filter) {
  ::setpgid(program, program);  // both do, so that it is done for either
  ::prctl(PR_SET_DUMPABLE, 0);
  std::optional<ProcessListener> listener;
  if (counts == nullptr) {
    ::closefrom(0);
  } else {
    listener.emplace(*counts, keep_open(std::move(filter)));
  }
  (void)!::chdir("/");
  const std::optional<int> before = watch(program, listener ? &*listener : nullptr);
  const std::optional<int> now = end_children(program);
  end_as(before ? *before : now.value_or(SIGKILL));
}

/// Both ends of a control socket; none if `needed` is false.
std::array<FileDescriptor, 2> socket_pair(bool needed) {
  std::array<int, 2> ends{-1, -1};
  if (needed && ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw_errno("socketpair");
  }
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

}  // namespace

FileDescriptor leave_a_supervisor(ProcessCounts* counts) {
  std::array<FileDescriptor, 2> ends = socket_pair(counts != nullptr);
  const sigset_t all = all_signals();
  sigset_t before;
  ::sigprocmask(SIG_SETMASK, &all, &before);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  ::prctl(PR_SET_PDEATHSIG, kEndSupervised);  // until now it was SIGKILL: there is no moment without one
  const pid_t supervisor = ::getpid();
  const pid_t program = ::fork();
  if (program < 0) {
    throw_errno("fork");
  }
  if (program > 0) {
    supervise(program, counts, std::move(ends[0]));
  }
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != supervisor) {
    ::_exit(kNotStarted);
  }
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  return std::move(ends[1]);
}

std::vector<std::string> SupervisedProgram::to_words() const {
  std::string groups;
  for (const gid_t group : readers) {
    groups += std::to_string(group) + " ";
  }
  std::vector<std::string> words = {std::to_string(uid), groups, folder.string()};
  words.insert(words.end(), argv.begin(), argv.end());
  return words;
}

SupervisedProgram SupervisedProgram::from_words(const std::vector<std::string>& words) {
  SupervisedProgram program;
  std::istringstream(words.at(0)) >> program.uid;
  std::istringstream groups(words.at(1));
  for (gid_t group = 0; groups >> group;) {
    program.readers.push_back(group);
  }
  program.folder = words.at(2);
  program.argv.assign(words.begin() + kWordsBeforeProgram, words.end());
  return program;
}

int become_supervised_program(const std::vector<std::string>& words) {
  StartReport report;
  ::fcntl(SupervisedProgram::kReportFd, F_SETFD, FD_CLOEXEC);
  try {
    const SupervisedProgram program = SupervisedProgram::from_words(words);
    leave_a_supervisor();
    report.pid = ::getpid();
    (void)!::write(SupervisedProgram::kReportFd, &report, sizeof(report));
    const bool is_user = program.uid == 0 || become_user(program.uid, program.readers);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // a change of user forgets it
    if (is_user && (program.folder.empty() || ::chdir(program.folder.c_str()) == 0)) {
      report.error = execute(places_of(program.argv.front()), exec_words(program.argv), environ);
    } else {
      report.error = errno;
    }
    report.of_program = is_of_program(report.error);
  } catch (const std::system_error& error) {
    report.error = error.code().value();
  }
  (void)!::write(SupervisedProgram::kReportFd, &report, sizeof(report));
  return kNotStarted;
}

}  // namespace referee
