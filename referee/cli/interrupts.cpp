#include "referee/cli/interrupts.h"

#include <csignal>
#include <utility>

#include <boost/asio/io_context.hpp>

#include "referee/net/event.h"

namespace referee {

Interrupts::Interrupts(Tasks& tasks, Call first, std::initializer_list<int> more)
    : Interrupts(tasks, std::move(first), [&tasks](int) { tasks.io().stop(); }) {
  for (const int number : more) {
    signals_.add(number);
  }
}

Interrupts::Interrupts(Tasks& tasks, Call first, Call second)
    : first_(std::move(first)), second_(std::move(second)), signals_(tasks.io(), SIGINT, SIGTERM) {
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

}  // namespace referee
