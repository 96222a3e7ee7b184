#include "referee/adapt/program_run.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

#include "referee/base/file_descriptor.h"
#include "referee/process/inside/children.h"

namespace referee {
namespace {

constexpr int kNotStarted = 127;  // exit status, as of a shell

/// In the new process: becomes the program, or writes to `failure` why it cannot.
///
/// It stays in our process group. The launcher of an adapter ends it by a signal to that group, so all that
/// the program has started ends with an adapter that is killed. Of a group of the program's own only the
/// adapter would know the number. Besides, a terminal's Ctrl-C reaches the whole group.
[[noreturn]] void become(const ProgramCall& call, const std::vector<char*>& words, pid_t parent, int input,
                         int output, int failure) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // if we die without a signal to our group
  if (::getppid() != parent) {
    ::_exit(kNotStarted);
  }
  for (int number = 1; number < NSIG; ++number) {
    ::signal(number, number == SIGQUIT && call.keeps_quit_from_it ? SIG_IGN : SIG_DFL);
  }
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::dup2(input, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  if (call.folder.empty() || ::chdir(call.folder.c_str()) == 0) {
    ::execvp(words.front(), words.data());  // as a shell, it takes a text without #! for a script of its own
  }
  const int error = errno;
  (void)!::write(failure, &error, sizeof(error));
  ::_exit(kNotStarted);
}

}  // namespace

ProgramRun::ProgramRun(const ProgramCall& call) {
  const FileDescriptor input(::open(call.input.c_str(), O_RDONLY | O_CLOEXEC));
  if (input.get() < 0) {
    throw std::system_error(errno, std::generic_category(), "cannot read " + call.input.string());
  }
  Pipe pipe = make_pipe();
  Pipe failure = make_pipe();
  ::fcntl(pipe.read.get(), F_SETFL, O_NONBLOCK);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  // Whoever started us asks that we die with it. The end of our input tells us of that, too, and then we end
  // all children: killed at once we could not.
  ::prctl(PR_SET_PDEATHSIG, 0);
  const std::vector<char*> words = exec_words(call.words);
  const pid_t self = ::getpid();
  pid_ = ::fork();  // posix_spawn() has no way to ask for the parent's death
  if (pid_ == 0) {
    become(call, words, self, input.get(), pipe.write.get(), failure.write.get());
  }
  if (pid_ < 0) {
    throw std::system_error(errno, std::generic_category(), "cannot start a process");
  }
  failure.write = FileDescriptor();
  int error = 0;
  if (::read(failure.read.get(), &error, sizeof(error)) == static_cast<ssize_t>(sizeof(error))) {
    ::waitpid(pid_, nullptr, 0);
    throw std::system_error(error, std::generic_category(), "cannot start " + call.words.front());
  }
  output_ = std::move(pipe.read);
}

ProgramRun::~ProgramRun() {
  if (!status_) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    (void)end_children();
  }
}

bool ProgramRun::ended() {
  int status = 0;
  if (!status_ && ::waitpid(pid_, &status, WNOHANG) == pid_) {
    status_ = status;
    (void)end_children();
    while (read_once()) {
    }
  }
  return status_.has_value();
}

bool ProgramRun::read_once() {
  if (output_.get() < 0) {
    return false;
  }
  std::array<char, 16 * 1024> chunk{};
  const ssize_t size = ::read(output_.get(), chunk.data(), chunk.size());
  if (size > 0) {
    std::string_view text(chunk.data(), static_cast<std::size_t>(size));
    text = text.substr(0, text.find('\n') == std::string_view::npos ? text.size() : text.find('\n') + 1);
    printed_.append(text.substr(0, kMostPrinted - printed_.size()));
    if (is_complete()) {
      output_ = FileDescriptor();
    }
    return true;
  }
  if (size == 0 || (errno != EAGAIN && errno != EINTR)) {
    output_ = FileDescriptor();
  }
  return false;
}

std::string ProgramRun::status_text() const {
  if (!status_) {
    return "";
  }
  if (WIFSIGNALED(*status_)) {
    const int number = WTERMSIG(*status_);
    return "signal " + std::to_string(number) + ", " + ::strsignal(number);
  }
  return "exit status " + std::to_string(WEXITSTATUS(*status_));
}

}  // namespace referee
