#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "referee/base/file_descriptor.h"

namespace referee {

/// Whoever has started this program as a service, and wants to know how it is: systemd, or another that reads
/// the datagrams of sd_notify(3). Nobody may be there: then nothing is told.
class ServiceManager {
 public:
  using Interval = std::chrono::microseconds;

  /// Nobody.
  ServiceManager() = default;
  /// Who reads the datagrams at `address`, a path or, after '@', an abstract name. `watchdog`: how long it
  /// waits for alive() before it takes the program for stuck. Throws std::invalid_argument, naming
  /// NOTIFY_SOCKET, for another address, and std::system_error.
  ServiceManager(const std::string& address, std::optional<Interval> watchdog);
  /// By NOTIFY_SOCKET, WATCHDOG_USEC and, if the watchdog may be another process's, WATCHDOG_PID. Throws
  /// std::invalid_argument naming the variable that is wrong, std::system_error.
  static ServiceManager from_environment();

  bool listens() const { return socket_.get() >= 0; }
  /// How long it waits for alive(); nothing if it does not watch.
  std::optional<Interval> watchdog() const { return watchdog_; }

  /// The service does its work from here on. Waits until this has been taken: it is not repeated.
  void ready(std::string_view status) const;
  /// The program's loop turns. This and what follows never wait: what is not taken at once is not told.
  void alive(std::string_view status) const;
  /// What goes on, for people: one line.
  void status(std::string_view status) const;
  /// The service comes to its end, which may take a while.
  void stopping(std::string_view status) const;

 private:
  void tell(std::string_view state, std::string_view status, int flags) const;

  FileDescriptor socket_;
  std::optional<Interval> watchdog_;
};

/// Whether "NAME=VALUE" is meant for this program alone by who started it as a service: a bot that got it
/// could speak in the referee's name.
bool is_service_variable(std::string_view variable);

}  // namespace referee
