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

/// A signal that has come just before close() is still reported after it, and no other ever would be.
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
