#include "referee/launch/process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <array>
#include <csignal>
#include <cstring>
#include <string_view>
#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "referee/net/socket_options.h"

namespace referee {
namespace {

constexpr int kMostLastChunks = 64;  // of 4 KiB: more than a pipe holds

void expect_zero(int error, const std::string& what) {
  if (error != 0) {
    throw std::system_error(error, std::generic_category(), what);
  }
}

/// Descriptors of the new process: the socket as 0 and 1, the pipe as 2, nothing else.
class FileActions {
 public:
  FileActions(int stdio, int stderr_end) {
    expect_zero(::posix_spawn_file_actions_init(&actions_), "file actions");
    expect_zero(::posix_spawn_file_actions_adddup2(&actions_, stdio, STDIN_FILENO), "stdin");
    expect_zero(::posix_spawn_file_actions_adddup2(&actions_, stdio, STDOUT_FILENO), "stdout");
    expect_zero(::posix_spawn_file_actions_adddup2(&actions_, stderr_end, STDERR_FILENO), "stderr");
    expect_zero(::posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1), "closefrom");
  }
  ~FileActions() { ::posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

/// Its own process group, no signal blocked or ignored, whatever the referee does with signals.
class Attributes {
 public:
  Attributes() {
    expect_zero(::posix_spawnattr_init(&attributes_), "spawn attributes");
    sigset_t none;
    sigset_t all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(&attributes_,
                               POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~Attributes() { ::posix_spawnattr_destroy(&attributes_); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> out;
  out.reserve(texts.size() + 1);
  for (const std::string& text : texts) {
    out.push_back(const_cast<char*>(text.c_str()));
  }
  out.push_back(nullptr);
  return out;
}

/// The referee's own environment, without what would make a sample bot dial out instead of using its standard
/// input.
std::vector<char*> bot_environment() {
  std::vector<char*> out;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!std::string_view(*variable).starts_with("REFEREE_")) {
      out.push_back(*variable);
    }
  }
  out.push_back(nullptr);
  return out;
}

}  // namespace

std::shared_ptr<Process> Process::start(Tasks& tasks, Reaper& reaper, const std::vector<std::string>& argv,
                                        FileDescriptor stdio, Stderr where) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw_errno("pipe");
  }
  FileDescriptor read_end(ends[0]);
  const FileDescriptor write_end(ends[1]);
  const FileActions actions(stdio.get(), where == Stderr::kept ? write_end.get() : STDERR_FILENO);
  const Attributes attributes;
  pid_t pid = 0;
  const int error = ::posix_spawnp(&pid, argv.front().c_str(), actions.get(), attributes.get(),
                                   pointers(argv).data(), bot_environment().data());
  if (error != 0) {
    throw LaunchError(error, std::generic_category(), "cannot start '" + argv.front() + "'");
  }
  const std::shared_ptr<Process> process(new Process(tasks, pid, std::move(read_end)));
  tasks.start("stderr reader", process->read_stderr(process));
  reaper.watch(pid, [process](int status) { process->reaped(status); });
  return process;
}

Process::Process(Tasks& tasks, pid_t pid, FileDescriptor stderr_end)
    : pid_(pid),
      cpu_meter_(std::make_shared<CpuMeter>(pid)),
      ended_(tasks.io()),
      stderr_(tasks.io(), stderr_end.get()) {
  stderr_end.release();
  stderr_.non_blocking(true);
}

Process::~Process() { signal(SIGKILL); }

void Process::signal(int number) {
  if (!ended()) {
    ::kill(-pid_, number);
    ::kill(pid_, number);  // it may have moved to another process group
  }
}

Task<> Process::stop(Milliseconds grace) {
  const auto self = shared_from_this();
  signal(SIGTERM);
  const bool ended = co_await ended_by(std::chrono::steady_clock::now() + grace);
  if (!ended) {
    signal(SIGKILL);
    co_await ended_.wait();
  }
}

std::string Process::status_text() const {
  if (!status_) {
    return "running";
  }
  if (WIFSIGNALED(*status_)) {
    return "signal " + std::to_string(WTERMSIG(*status_)) + " (" + ::strsignal(WTERMSIG(*status_)) + ")";
  }
  return "exit status " + std::to_string(WEXITSTATUS(*status_));
}

void Process::reaped(int wait_status) {
  read_last_words();
  status_ = wait_status;
  ended_.set();
}

/// What it wrote before it ended is complete from here on, and nobody waits for more: a child that it left in
/// another process group may keep the pipe open for ever.
void Process::read_last_words() {
  for (int i = 0; i < kMostLastChunks && !read_stderr_once(); ++i) {
  }
  boost::system::error_code ignored;  // the descriptor is gone whatever close() says
  stderr_.close(ignored);
}

boost::system::error_code Process::read_stderr_once() {
  boost::system::error_code error;
  std::array<char, 4096> chunk{};
  const std::size_t size = stderr_.read_some(boost::asio::buffer(chunk), error);
  keep_stderr({chunk.data(), size});
  return error;
}

void Process::keep_stderr(std::string_view text) {
  stderr_text_.append(text);
  if (stderr_text_.size() > 2 * kKeptStderr) {
    stderr_text_.erase(0, stderr_text_.size() - kKeptStderr);
  }
}

Task<> Process::read_stderr(std::shared_ptr<Process> /*self*/) {
  // Waiting and reading apart: a chunk that the loop has read and not yet handed over would come after the
  // last words.
  while (stderr_.is_open()) {
    const auto [error] = co_await stderr_.async_wait(boost::asio::posix::descriptor_base::wait_read,
                                                     boost::asio::as_tuple(boost::asio::use_awaitable));
    if (error) {
      co_return;
    }
    const auto ended = read_stderr_once();
    if (ended && ended != boost::asio::error::would_block) {
      co_return;
    }
  }
}

}  // namespace referee
