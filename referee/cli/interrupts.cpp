#include "referee/cli/interrupts.h"

#include <csignal>
#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_awaitable.hpp>

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
  const auto await = boost::asio::as_tuple(boost::asio::use_awaitable);
  const auto [error, number] = co_await signals_.async_wait(await);
  if (error) {
    co_return;
  }
  number_ = number;
  first_(number);
  const auto [closing, again] = co_await signals_.async_wait(await);
  if (!closing) {
    tasks_.io().stop();
  }
}

}  // namespace referee
