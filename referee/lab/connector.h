#pragma once

#include <memory>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "protocol/require.h"
#include "referee/base/units.h"
#include "referee/clocks/clock_spec.h"
#include "referee/clocks/moment.h"
#include "referee/lab/bot_channel.h"
#include "referee/lab/bot_process.h"
#include "referee/loop/tasks.h"

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
  /// What a clock charges that leaves it to the referee: cpu or wall.
  virtual Measure measure() const = 0;
  /// The process of a launched bot, valid until the next connect(); nullptr for a bot that dials in.
  virtual BotProcess* process() = 0;
  /// A scenario begins: for a trace.
  virtual void scenario_begins(const nlohmann::json& details) = 0;
  /// What time it is for the bot and the connection.
  virtual Moment moment() const = 0;
  TimePoint now() const { return moment().mono; }

  /// The newest connection. REQUIRES: connect() has returned true.
  BotChannel& channel() {
    REQUIRE(channel_ != nullptr);
    return *channel_;
  }
  bool connected() const { return channel_ != nullptr && channel_->open(); }

  /// Whether hello has been received on this connection.
  bool greeted = false;
  /// Whether that hello has the feature `new_match`.
  bool takes_new_match = false;
  /// The name that a bot which dials in has given in hello, and the token that it has to show.
  std::string name;
  std::string token;

 protected:
  std::unique_ptr<BotChannel> channel_;
};

}  // namespace referee
