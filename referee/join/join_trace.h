#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "referee/join/line_socket.h"
#include "referee/net/line_trace.h"

namespace referee {

/// What `join` writes to its trace: the lines of each connection with the referee, and of the bot what the
/// referee does not get.
class JoinTrace {
 public:
  /// `trace` may be null: then no call does anything. `bot`: its name.
  JoinTrace(std::shared_ptr<LineTrace> trace, std::string bot);

  /// Masks it wherever it comes.
  void hide(const std::string& secret);
  void follow(LineSocket& connection) { connection.set_trace(trace_, label_); }
  /// From now on lines of `connection` belong to `match`.
  void in_match(const std::string& match, LineSocket& connection);
  void bot_started(const std::string& match) { write_event("bot_started", match, ""); }
  /// `how`: its exit status or signal.
  void bot_ended(const std::string& match, const std::string& how) { write_event("bot_ended", match, how); }
  /// The bot has said `line`, which is not for the referee.
  void kept_back(std::string_view line);

 private:
  void write_event(std::string_view event, const std::string& match, const std::string& how);

  std::shared_ptr<LineTrace> trace_;
  TraceLabel label_;
};

}  // namespace referee
