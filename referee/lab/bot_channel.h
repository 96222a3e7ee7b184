#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "referee/clocks/stamp.h"
#include "referee/loop/tasks.h"
#include "referee/net/close_reason.h"

namespace referee {

/// One connection with a bot under test: lines go out, and the bot's lines are kept until next() fetches
/// them.
class BotChannel {
 public:
  struct Line {
    std::string text;
    bool oversize = false;
    Arrival arrival;
  };

  virtual ~BotChannel() = default;

  virtual void say(std::string_view line) = 0;
  /// When the last byte that was said was sent; nothing: it is not yet.
  virtual std::optional<TimePoint> sent_at() const = 0;
  /// The next line of the bot; nothing if none arrived by `deadline`, or none can arrive any more. At most
  /// one caller waits at a time.
  virtual Task<std::optional<Line>> next(TimePoint deadline) = 0;
  /// The newest line was an answer to a turn: it does not count as useless.
  virtual void count_as_answer() = 0;
  /// The part of a line that has arrived without its newline; valid until the next line is fetched.
  virtual std::string_view unfinished() const = 0;
  /// Whether the bot can still be received: false once it has closed, and all its lines were fetched.
  virtual bool open() const = 0;
  /// Why no more lines arrive. REQUIRES: !open().
  virtual CloseReason why_closed() const = 0;

  /// Ends the bot's input after the lines that were sent; later lines of the bot are not received.
  virtual void finish() = 0;
  /// Cuts the connection.
  virtual void cut() = 0;
};

}  // namespace referee
