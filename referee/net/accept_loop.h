#pragma once

#include <string>
#include <utility>

#include "referee/loop/event.h"
#include "referee/loop/tasks.h"
#include "referee/net/accept_failures.h"

namespace referee {

/// Accepts connections of `acceptor`, one of Asio's, until it is closed, and gives the socket of each to
/// `admit`. A failure, as of too many open files, is logged by the name `what`; the next try is
/// AcceptFailures::kPause later. REQUIRES: `acceptor` lives until the coroutine has ended; `admit` may keep
/// its owner alive.
template <class Acceptor, class Admit>
Task<> accept_loop(Tasks& tasks, Acceptor& acceptor, std::string what, Admit admit) {
  AcceptFailures failures(std::move(what));
  while (acceptor.is_open()) {
    auto [error, socket] = co_await acceptor.async_accept(kAwait);
    if (!acceptor.is_open()) {
      co_return;
    }
    if (error) {
      failures.failed(error);
      co_await sleep(tasks.io(), AcceptFailures::kPause);
      continue;
    }
    failures.accepted();
    admit(std::move(socket));
  }
}

}  // namespace referee
