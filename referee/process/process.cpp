#include "referee/process/process.h"

#include <sys/wait.h>

#include <csignal>
#include <cstring>
#include <utility>

#include "protocol/require.h"
#include "referee/process/run_delay.h"

namespace referee {
namespace {

constexpr int kBySignal = 128;  // plus its number: how bubblewrap tells that the bot was killed

std::string signal_text(int number) {
  return "signal " + std::to_string(number) + " (" + ::strsignal(number) + ")";
}

}  // namespace

Microseconds Process::busy() const { return cpu_meter()->used() + run_delay_of(processes()); }

Task<> Process::stop(Milliseconds grace) {
  const auto self = shared_from_this();
  const bool told = !ended();
  signal(SIGTERM);
  const bool ended = co_await ended_within(grace);
  ended_when_told_ = told && ended;
  if (!ended) {
    signal(SIGKILL);
    co_await ended_.wait();
  }
}

bool Process::killed() const { return status_ && WIFSIGNALED(*status_); }

bool Process::succeeded() const { return status_ && WIFEXITED(*status_) && WEXITSTATUS(*status_) == 0; }

std::string Process::status_text() const {
  if (!status_) {
    return "running";
  }
  if (WIFSIGNALED(*status_)) {
    return signal_text(WTERMSIG(*status_));
  }
  const int code = WEXITSTATUS(*status_);
  if (behind_bwrap() && code > kBySignal && code < kBySignal + NSIG) {
    return signal_text(code - kBySignal);
  }
  return "exit status " + std::to_string(code);
}

std::string Process::end_text() const {
  return status_text() + (why_killed_.empty() ? "" : ": " + why_killed_);
}

void Process::keep_stderr(std::string_view text) {
  stderr_text_.append(text);
  if (const std::size_t size = stderr_text().size(); size > 2 * kKeptStderr) {
    stderr_text_.forget_front(size - kKeptStderr);
  }
}

void Process::when_ended(std::function<void()> call) {
  REQUIRE(!ended());
  when_ended_.push_back(std::move(call));
}

void Process::note_end(int wait_status) {
  status_ = wait_status;
  ended_.set();
  for (const auto& call : std::exchange(when_ended_, {})) {
    call();
  }
}

std::string how_ended(const Process& process, const std::string& refusal) {
  return how_ended(ProcessEnd{process.status_text(), process.succeeded(), process.ended_when_told(),
                              process.stderr_text()},
                   refusal);
}

}  // namespace referee
