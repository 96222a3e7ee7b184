#pragma once

#include <memory>
#include <optional>
#include <string>

#include "referee/lab/connector.h"
#include "referee/lab/launched_process.h"
#include "referee/lab/line_channel.h"
#include "referee/loop/clock.h"
#include "referee/loop/event.h"
#include "referee/loop/tasks.h"
#include "referee/match/launcher.h"
#include "referee/net/listener.h"

namespace referee {

/// Makes connections on this machine, and writes their lines to a trace.
class OwnConnector : public Connector {
 public:
  explicit OwnConnector(const Clock& clock) : clock_(clock) {}

  /// Ends the bot's process and connection.
  virtual Task<> close() = 0;
  void scenario_begins(const nlohmann::json& details) override;
  Moment moment() const override { return clock_.both(); }

  /// Gets the lines of all connections; may be null.
  std::shared_ptr<LineTrace> trace;

 private:
  const Clock& clock_;
};

/// Starts a command anew for every connection.
class LaunchedConnector final : public OwnConnector {
 public:
  /// `sandbox`: see Launcher.
  LaunchedConnector(Tasks& tasks, BotCommand command, std::shared_ptr<const Sandbox> sandbox);
  Task<bool> connect(Milliseconds wait) override;
  bool dials() const override { return false; }
  Measure measure() const override { return Measure::cpu; }
  BotProcess* process() override { return process_ ? &*process_ : nullptr; }
  Task<> close() override;

 private:
  Task<> end_process();

  Tasks& tasks_;
  BotCommand command_;
  Launcher launcher_;
  std::optional<LaunchedProcess> process_;
};

/// Accepts a bot that dials in.
class DialledConnector final : public OwnConnector {
 public:
  /// Listens at once; see Listener for what it throws.
  DialledConnector(Tasks& tasks, const Address& address);
  /// The address where the connector listens.
  std::string address() const { return listener_.address(); }
  Task<bool> connect(Milliseconds wait) override;
  bool dials() const override { return true; }
  Measure measure() const override { return Measure::wall; }
  BotProcess* process() override { return nullptr; }
  Task<> close() override;

 private:
  void accept(int fd);

  Tasks& tasks_;
  Condition came_;
  std::unique_ptr<LineChannel> newest_;  // not taken by connect() yet
  Listener listener_;
};

}  // namespace referee
