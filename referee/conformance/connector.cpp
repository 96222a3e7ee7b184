#include "referee/conformance/connector.h"

#include <utility>

#include "referee/net/event.h"

namespace referee {
LaunchedCaller::LaunchedCaller(Tasks& tasks, BotCommand command, std::shared_ptr<const Sandbox> sandbox)
    : tasks_(tasks), command_(std::move(command)), launcher_(tasks, std::move(sandbox)) {}

Task<bool> LaunchedCaller::connect(Milliseconds /*wait*/) {
  greeted = false;
  co_await end_process();
  BotCommand command = command_;
  Launcher::Started started = co_await launcher_.start(std::move(command));
  process_ = std::move(started.process);
  if (!started.connection) {
    dialogue_ = nullptr;
    co_return false;
  }
  dialogue_ = std::make_unique<Dialogue>(tasks_, std::move(*started.connection));
  co_return true;
}

Task<> LaunchedCaller::end_process() {
  if (process_ != nullptr && !process_->ended()) {
    co_await process_->stop(kTermGrace);
  }
}

Task<> LaunchedCaller::close() {
  co_await end_process();
  dialogue_ = nullptr;
  launcher_.close();
}

DialledCaller::DialledCaller(Tasks& tasks, const Address& address)
    : tasks_(tasks), came_(tasks.io()), listener_(tasks, address, [this](int fd) { accept(fd); }) {}

void DialledCaller::accept(int fd) {
  newest_ = std::make_unique<Dialogue>(tasks_, Wire(FileDescriptor(fd)));
  came_.cancel();
}

Task<bool> DialledCaller::connect(Milliseconds wait) {
  greeted = false;
  const TimePoint deadline = std::chrono::steady_clock::now() + wait;
  while (newest_ == nullptr && std::chrono::steady_clock::now() < deadline) {
    came_.expires_at(deadline);
    (void)co_await came_.async_wait(kAwait);
  }
  if (newest_ == nullptr) {
    co_return false;
  }
  dialogue_ = std::move(newest_);
  co_return true;
}

Task<> DialledCaller::close() {
  listener_.close();
  newest_ = nullptr;
  dialogue_ = nullptr;
  co_return;
}

}  // namespace referee
