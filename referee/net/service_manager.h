#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "referee/base/file_descriptor.h"

namespace referee {

/// The program that has started this one as a service, and wants to know its state: systemd, or another that
/// reads the datagrams of sd_notify(3). Without such a program no call has an effect.
class ServiceManager {
 public:
  using Interval = std::chrono::microseconds;

  /// No service manager.
  ServiceManager() = default;
  /// The manager that reads datagrams at `address`, a path or, after '@', an abstract name. `watchdog`: how
  /// long it waits for alive() before it takes the program for stuck. Throws std::invalid_argument, naming
  /// NOTIFY_SOCKET, for another kind of address, and std::system_error.
  ServiceManager(const std::string& address, std::optional<Interval> watchdog);
  /// The manager that NOTIFY_SOCKET and WATCHDOG_USEC name; WATCHDOG_PID tells whether the watchdog is for
  /// this process. Throws std::invalid_argument naming the variable that is wrong, std::system_error.
  static ServiceManager from_environment();

  bool listens() const { return socket_.get() >= 0; }
  /// How long it waits for alive(); nothing if it does not watch.
  std::optional<Interval> watchdog() const { return watchdog_; }

  /// Tells that the service is ready. Waits until the message is sent, because it is not repeated.
  void ready(std::string_view status) const;
  /// Tells that the event loop runs. This call and the next two never wait: a message that cannot be sent at
  /// once is dropped.
  void alive(std::string_view status) const;
  /// Tells what the program does now, for people: one line.
  void status(std::string_view status) const;
  /// Tells that the service is about to end, which may take a while.
  void stopping(std::string_view status) const;

 private:
  void tell(std::string_view state, std::string_view status, int flags) const;

  FileDescriptor socket_;
  std::optional<Interval> watchdog_;
};

/// Whether the service manager meant "NAME=VALUE" for this program alone: a bot that had it could send
/// messages in the referee's name.
bool is_service_variable(std::string_view variable);

}  // namespace referee
