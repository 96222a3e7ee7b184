#include "referee/lab/line_channel.h"

#include <utility>

#include "referee/loop/event.h"

namespace referee {

LineChannel::LineChannel(Tasks& tasks, Connection connection, std::shared_ptr<LineTrace> trace)
    : changed_(tasks.io()), session_(Session::open(tasks, std::move(connection), *this)) {
  session_->set_trace(std::move(trace), {});
}

LineChannel::~LineChannel() { session_->close(); }

Task<std::optional<BotChannel::Line>> LineChannel::next(TimePoint deadline) {
  while (lines_.empty() && !closed_ && changed_.clock().now() < deadline) {
    co_await changed_.changed(deadline);
  }
  if (lines_.empty() && !closed_) {
    session_->drain();  // lines that arrived in time are received, even if this check is late
  }
  if (lines_.empty()) {
    co_return std::nullopt;
  }
  Line line = std::move(lines_.front());
  lines_.pop_front();
  co_return line;
}

void LineChannel::finish() {
  session_->finish();
  closed_ = CloseReason::finished;
  lines_.clear();
}

void LineChannel::cut() {
  session_->close();
  closed_ = CloseReason::finished;
  lines_.clear();
}

void LineChannel::on_line(Session&, const Received& line) {
  lines_.push_back({std::string(line.text), line.oversize, line.arrival});
  changed_.notify();
}

void LineChannel::on_sent(Session&) { changed_.notify(); }

void LineChannel::on_closed(Session&, CloseReason reason) {
  closed_ = reason;
  changed_.notify();
}

}  // namespace referee
