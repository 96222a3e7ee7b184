#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "referee/lab/bot_channel.h"
#include "referee/loop/event.h"
#include "referee/loop/tasks.h"
#include "referee/net/session.h"

namespace referee {

/// The channel over a connection of this machine.
class LineChannel final : public BotChannel, public SessionOwner {
 public:
  /// `trace`: gets the lines; may be null. Throws std::system_error.
  LineChannel(Tasks& tasks, Connection connection, std::shared_ptr<LineTrace> trace = nullptr);
  ~LineChannel() override;
  LineChannel(const LineChannel&) = delete;
  LineChannel& operator=(const LineChannel&) = delete;

  /// Whatever is said to a bot under test, it may answer in pieces.
  void say(std::string_view line) override { session_->send_turn(line); }
  std::optional<TimePoint> sent_at() const override {
    return session_->all_sent() ? std::optional(session_->sent_at()) : std::nullopt;
  }
  Task<std::optional<Line>> next(TimePoint deadline) override;
  void count_as_answer() override { session_->count_as_answer(); }
  std::string_view unfinished() const override { return session_->unfinished(); }
  bool open() const override { return !closed_ || !lines_.empty(); }
  CloseReason why_closed() const override { return *closed_; }
  void finish() override;
  void cut() override;

  void on_line(Session& session, const Received& line) override;
  void on_sent(Session& session) override;
  void on_closed(Session& session, CloseReason reason) override;

 private:
  Condition changed_;
  std::deque<Line> lines_;  // bounded, because the session closes at a flood
  std::optional<CloseReason> closed_;
  std::shared_ptr<Session> session_;
};

}  // namespace referee
