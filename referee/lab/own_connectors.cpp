#include "referee/lab/own_connectors.h"

#include <utility>

#include "referee/loop/event.h"

namespace referee {

void OwnConnector::scenario_begins(const nlohmann::json& details) {
  if (trace != nullptr) {
    trace->write_event("scenario", details);
  }
}

LaunchedConnector::LaunchedConnector(Tasks& tasks, BotCommand command, std::shared_ptr<const Sandbox> sandbox)
    : OwnConnector(tasks.clock()),
      tasks_(tasks),
      command_(std::move(command)),
      launcher_(tasks, std::move(sandbox)) {}

Task<bool> LaunchedConnector::connect(Milliseconds /*wait*/) {
  greeted = false;
  co_await end_process();
  BotCommand command = command_;
  Launcher::Started started = co_await launcher_.start(std::move(command));
  process_.emplace(std::move(started.process));
  if (started.connection == nullptr) {
    channel_ = nullptr;
    co_return false;
  }
  channel_ = std::make_unique<LineChannel>(tasks_, Connection(std::move(started.connection)), trace);
  co_return true;
}

Task<> LaunchedConnector::end_process() {
  if (process_ && !process_->process().ended()) {
    co_await process_->process().stop(kTermGrace);
  }
}

Task<> LaunchedConnector::close() {
  co_await end_process();
  channel_ = nullptr;
  launcher_.close();
}

DialledConnector::DialledConnector(Tasks& tasks, const Address& address)
    : OwnConnector(tasks.clock()),
      tasks_(tasks),
      came_(tasks.io()),
      listener_(tasks, address, [this](int fd) { accept(fd); }) {}

void DialledConnector::accept(int fd) {
  newest_ = std::make_unique<LineChannel>(tasks_, StampedConnection(FileDescriptor(fd)), trace);
  came_.notify();
}

Task<bool> DialledConnector::connect(Milliseconds wait) {
  greeted = false;
  const TimePoint deadline = tasks_.clock().now() + wait;
  while (newest_ == nullptr && tasks_.clock().now() < deadline) {
    co_await came_.changed(deadline);
  }
  if (newest_ == nullptr) {
    co_return false;
  }
  channel_ = std::move(newest_);
  co_return true;
}

Task<> DialledConnector::close() {
  listener_.close();
  newest_ = nullptr;
  channel_ = nullptr;
  co_return;
}

}  // namespace referee
