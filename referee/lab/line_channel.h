#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/steady_timer.hpp>

#include "referee/net/session.h"
#include "referee/net/tasks.h"

namespace referee {

/// One connection with a bot under test: keeps the bot's lines until next() fetches them.
class LineChannel final : public SessionOwner {
 public:
  struct Line {
    std::string text;
    bool oversize = false;
    Arrival arrival;
  };

  /// `trace`: gets the lines; may be null. Throws std::system_error.
  LineChannel(Tasks& tasks, StampedConnection connection, std::shared_ptr<LineTrace> trace = nullptr);
  ~LineChannel() override;
  LineChannel(const LineChannel&) = delete;
  LineChannel& operator=(const LineChannel&) = delete;

  void say(std::string_view line) { session_->send(line); }
  /// The next line of the bot; nothing if none arrived by `deadline`, or none can arrive any more. At most
  /// one caller waits at a time.
  Task<std::optional<Line>> next(TimePoint deadline);
  /// Whether the bot can still be received: false once it has closed, and all its lines were fetched.
  bool open() const { return !closed_ || !lines_.empty(); }
  /// Why no more lines arrive. REQUIRES: !open().
  CloseReason why_closed() const { return *closed_; }
  Session& session() { return *session_; }

  /// Ends the bot's input after the lines that were sent; later lines of the bot are not received.
  void finish();
  /// Cuts the connection.
  void cut();

  void on_line(Session& session, const Received& line) override;
  void on_sent(Session& session) override;
  void on_closed(Session& session, CloseReason reason) override;

 private:
  boost::asio::steady_timer changed_;
  std::deque<Line> lines_;  // bounded, because the session closes at a flood
  std::optional<CloseReason> closed_;
  std::shared_ptr<Session> session_;
};

}  // namespace referee
