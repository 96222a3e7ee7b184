#include "referee/adapt/program_bot.h"

#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include "protocol/framing.h"
#include "protocol/limits.h"
#include "referee/adapt/game_folder.h"
#include "referee/adapt/program_run.h"
#include "referee/adapt/program_turns.h"
#include "referee/base/file_descriptor.h"
#include "referee/base/kernel_time.h"
#include "referee/base/units.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

/// Carries out what ProgramTurns orders: has the connection, the program's processes and their folder.
class ProgramBot {
 public:
  ProgramBot(const Adapter& adapter, const std::vector<std::string>& words)
      : works_in_(adapter.works_in),
        words_(words),
        turns_(program_as_typed(words.front()), adapter.new_game) {}

  int play();

 private:
  void wait();
  /// Reads what the referee has sent.
  void read_input();
  void hear_lines();
  /// Tells what has become of the program.
  void look_at_run();
  void look_at_deadline();

  void obey(const ProgramTurns::Orders& orders);
  void obey(const ProgramTurns::Say& order);
  void obey(const ProgramTurns::Tell& order) { std::cerr << order.text + "\n"; }
  void obey(const ProgramTurns::BeginGame&) { folder_.emplace(works_in_, fs::current_path()); }
  void obey(const ProgramTurns::EndGame&) { folder_.reset(); }
  void obey(const ProgramTurns::Start& order);
  void obey(const ProgramTurns::AwaitEnd& order) { due_ = kernel_now() + order.most; }
  void obey(const ProgramTurns::Kill&) { run_.reset(); }

  const WorksIn works_in_;
  const std::vector<std::string>& words_;
  ProgramTurns turns_;
  SignalFile children_{SIGCHLD};
  protocol::LineBuffer lines_{protocol::kMaxLineToBot};
  std::optional<GameFolder> folder_;
  std::optional<ProgramRun> run_;
  bool answered_ = false;  // run_ has; it may still be writing a file
  TimePoint due_{};        // of AwaitEnd
};

int ProgramBot::play() {
  obey(turns_.begin());
  while (!turns_.is_over()) {
    wait();
    hear_lines();
    look_at_run();
    look_at_deadline();
  }
  return EXIT_SUCCESS;
}

/// Until something has happened. While the end of a program is awaited, the referee's lines can wait, too.
void ProgramBot::wait() {
  const auto left = std::chrono::ceil<Milliseconds>(due_ - kernel_now());
  const int most = turns_.awaits_end() ? static_cast<int>(std::max<std::int64_t>(left.count(), 0)) : -1;
  std::array<pollfd, 3> files{{{turns_.awaits_end() ? -1 : STDIN_FILENO, POLLIN, 0},
                               {children_.descriptor(), POLLIN, 0},
                               {run_ ? run_->output() : -1, POLLIN, 0}}};
  if (::poll(files.data(), files.size(), most) < 0 && errno != EINTR) {
    throw_errno("poll");
  }
  children_.take();
  if (run_ && files[2].revents != 0) {
    run_->read_output();
  }
  if (files[0].revents != 0) {
    read_input();
  }
}

void ProgramBot::read_input() {
  const auto space = lines_.space();
  const ssize_t size = ::read(STDIN_FILENO, space.data(), space.size());
  if (size > 0) {
    lines_.filled(static_cast<std::size_t>(size));
  } else if (size == 0 || errno != EINTR) {
    obey(turns_.lost());
  }
}

void ProgramBot::hear_lines() {
  while (!turns_.is_over() && !turns_.awaits_end()) {
    const auto line = lines_.next();
    if (!line) {
      return;
    }
    obey(turns_.hear(line->text));
  }
}

void ProgramBot::look_at_run() {
  if (!run_) {
    return;
  }
  const bool ended = run_->ended();
  if (!answered_ && run_->has_answered()) {
    answered_ = true;
    obey(turns_.answered(run_->printed(), run_->status_text()));
  }
  if (ended && run_) {
    run_.reset();
    obey(turns_.ended());
    hear_lines();
  }
}

void ProgramBot::look_at_deadline() {
  if (turns_.awaits_end() && kernel_now() >= due_) {
    obey(turns_.overdue());
    hear_lines();
  }
}

void ProgramBot::obey(const ProgramTurns::Orders& orders) {
  for (const ProgramTurns::Order& order : orders) {
    std::visit([this](const auto& one) { obey(one); }, order);
  }
}

void ProgramBot::obey(const ProgramTurns::Say& order) {
  const std::string line = order.line + "\n";
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
    if (written < 0 && errno != EINTR) {
      obey(turns_.lost());
      return;
    }
    rest.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
  }
}

void ProgramBot::obey(const ProgramTurns::Start& order) {
  answered_ = false;
  try {
    run_.emplace(folder_->call(words_, order.input));
  } catch (const std::system_error& error) {
    obey(turns_.cannot_start(error.what()));
  }
}

}  // namespace

SignalFile::SignalFile(std::initializer_list<int> numbers) {
  sigset_t set;
  ::sigemptyset(&set);
  for (const int number : numbers) {
    ::signal(number, SIG_DFL);  // where SIGCHLD is ignored, waitpid cannot tell how a child ended
    ::sigaddset(&set, number);
  }
  ::sigprocmask(SIG_BLOCK, &set, &before_);
  file_ = FileDescriptor(::signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC));
  if (file_.get() < 0) {
    throw_errno("signalfd");
  }
}

SignalFile::~SignalFile() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }

std::vector<int> SignalFile::take() {
  std::vector<int> numbers;
  signalfd_siginfo info{};
  while (::read(file_.get(), &info, sizeof(info)) == static_cast<ssize_t>(sizeof(info))) {
    numbers.push_back(static_cast<int>(info.ssi_signo));
  }
  return numbers;
}

std::string program_as_typed(const std::string& program) {
  const std::string inside = fs::path(program).lexically_relative(fs::current_path()).string();
  return inside.empty() || inside.starts_with("..") ? program : "./" + inside;
}

int play_program(const Adapter& adapter, const std::vector<std::string>& words) {
  return ProgramBot(adapter, words).play();
}

}  // namespace referee
