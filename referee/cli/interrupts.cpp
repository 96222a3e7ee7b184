#include "referee/cli/interrupts.h"

#include <csignal>
#include <utility>

#include <boost/asio/io_context.hpp>

#include "referee/net/await.h"

namespace referee {

Interrupts::Interrupts(Tasks& tasks, std::function<void(int)> first, std::initializer_list<int> more)
    : tasks_(tasks), first_(std::move(first)), signals_(tasks.io(), SIGINT, SIGTERM) {
  for (const int number : more) {
    signals_.add(number);
  }
  tasks_.start("signals", listen());
}

void Interrupts::close() {
  signals_.cancel();
  signals_.clear();
}

Task<> Interrupts::listen() {
  const auto [error, number] = co_await signals_.async_wait(kAwait);
  if (error) {
    co_return;
  }
  number_ = number;
  first_(number);
  const auto [closing, again] = co_await signals_.async_wait(kAwait);
  if (!closing) {
    tasks_.io().stop();
  }
}

}  // namespace referee
