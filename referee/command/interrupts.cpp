#include "referee/command/interrupts.h"

#include <fcntl.h>

#include <csignal>
#include <utility>

#include <boost/asio/io_context.hpp>

#include "referee/base/file_descriptor.h"
#include "referee/loop/event.h"

namespace referee {
namespace {

/// The next of these signals has no effect, and the one after it that of the system.
void spare_once(const std::vector<int>& signals) {
  struct sigaction once {};
  once.sa_handler = [](int) {};
  once.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  for (const int number : signals) {
    ::sigaction(number, &once, nullptr);
  }
}

}  // namespace

Interrupts::Interrupts(Tasks& tasks, Call first, Call second, const std::vector<int>& more)
    : first_(std::move(first)), second_(std::move(second)), numbers_{SIGINT, SIGTERM}, signals_(tasks.io()) {
  numbers_.insert(numbers_.end(), more.begin(), more.end());
  for (const int number : numbers_) {
    signals_.add(number);
  }
  tasks.start("signals", listen());
}

/// The signals are not given back to the system before they are spared: one could come in between.
void Interrupts::close() {
  closed_ = true;
  signals_.cancel();
  if (!twice_) {
    spare_once(numbers_);
  }
}

/// After close(), Asio may still report a signal that arrived just before it; another one would never be
/// reported: hence closed_.
Task<> Interrupts::listen() {
  const auto [error, number] = co_await signals_.async_wait(kAwait);
  if (error || closed_) {
    co_return;
  }
  number_ = number;
  first_(number);
  const auto [closing, again] = co_await signals_.async_wait(kAwait);
  if (!closing && !closed_) {
    twice_ = true;
    signals_.clear();
    second_(again);
  }
}

Hangup meaning_of_hangup() {
  struct sigaction action {};
  if (::sigaction(SIGHUP, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) {
    return Hangup::ignored;
  }
  const FileDescriptor terminal(::open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC));
  return terminal.get() >= 0 ? Hangup::end : Hangup::reload;
}

HangupSignal::HangupSignal(Tasks& tasks, std::function<void()> call)
    : call_(std::move(call)), signals_(tasks.io(), SIGHUP) {
  tasks.start("SIGHUP", listen());
}

Task<> HangupSignal::listen() {
  while (true) {
    const auto [closed, number] = co_await signals_.async_wait(kAwait);
    if (closed) {
      co_return;
    }
    call_();
  }
}

}  // namespace referee
