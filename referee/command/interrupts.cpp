#include "referee/command/interrupts.h"

#include <fcntl.h>

#include <csignal>
#include <utility>

#include <boost/asio/io_context.hpp>

#include "referee/base/file_descriptor.h"
#include "referee/loop/event.h"

namespace referee {

Interrupts::Interrupts(Tasks& tasks, Call first, Call second, const std::vector<int>& more)
    : first_(std::move(first)), second_(std::move(second)), signals_(tasks.io(), SIGINT, SIGTERM) {
  for (const int number : more) {
    signals_.add(number);
  }
  tasks.start("signals", listen());
}

void Interrupts::close() {
  closed_ = true;
  signals_.cancel();
  signals_.clear();
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
