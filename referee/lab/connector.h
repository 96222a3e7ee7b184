#pragma once

#include <memory>
#include <string>

#include "referee/lab/line_channel.h"
#include "referee/match/launcher.h"
#include "referee/net/listener.h"
#include "referee/net/tasks.h"

namespace referee {

/// Makes connections with the bot under test.
class Connector {
 public:
  virtual ~Connector() = default;

  /// Makes a new connection; false if no bot has dialled in after `wait`, or the process ends at once. Throws
  /// LaunchError.
  virtual Task<bool> connect(Milliseconds wait) = 0;
  /// Whether the bot dials in and stays from match to match; otherwise it is started for each.
  virtual bool dials() const = 0;
  /// The process of a launched bot; nullptr for a bot that dials in.
  virtual std::shared_ptr<Process> process() const = 0;
  /// Ends the bot's process and connection.
  virtual Task<> close() = 0;

  /// The newest connection. REQUIRES: connect() has returned true.
  LineChannel& channel() { return *channel_; }
  bool connected() const { return channel_ != nullptr && channel_->open(); }

  /// Whether hello has been received on this connection.
  bool greeted = false;
  /// The name that a bot which dials in has given in hello, and the token that it has to show.
  std::string name;
  std::string token;
  /// Gets the lines of all connections; may be null.
  std::shared_ptr<LineTrace> trace;

 protected:
  std::unique_ptr<LineChannel> channel_;
};

/// Starts a command anew for every connection.
class LaunchedConnector final : public Connector {
 public:
  /// `sandbox`: see Launcher.
  LaunchedConnector(Tasks& tasks, BotCommand command, std::shared_ptr<const Sandbox> sandbox);
  Task<bool> connect(Milliseconds wait) override;
  bool dials() const override { return false; }
  std::shared_ptr<Process> process() const override { return process_; }
  Task<> close() override;

 private:
  Task<> end_process();

  Tasks& tasks_;
  BotCommand command_;
  Launcher launcher_;
  std::shared_ptr<Process> process_;
};

/// Accepts a bot that dials in.
class DialledConnector final : public Connector {
 public:
  /// Listens at once; see Listener for what it throws.
  DialledConnector(Tasks& tasks, const Address& address);
  /// The address where the connector listens.
  std::string address() const { return listener_.address(); }
  Task<bool> connect(Milliseconds wait) override;
  bool dials() const override { return true; }
  std::shared_ptr<Process> process() const override { return nullptr; }
  Task<> close() override;

 private:
  void accept(int fd);

  Tasks& tasks_;
  boost::asio::steady_timer came_;
  std::unique_ptr<LineChannel> newest_;  // not taken by connect() yet
  Listener listener_;
};

}  // namespace referee
