#include "referee/conformance/line_channel.h"

#include <utility>

#include "referee/net/event.h"

namespace referee {

Dialogue::Dialogue(Tasks& tasks, Wire wire)
    : changed_(tasks.io()), session_(Session::open(tasks, std::move(wire), *this)) {}

Dialogue::~Dialogue() { session_->close(); }

Task<std::optional<Dialogue::Line>> Dialogue::next(TimePoint deadline) {
  while (lines_.empty() && !closed_ && std::chrono::steady_clock::now() < deadline) {
    changed_.expires_at(deadline);
    (void)co_await changed_.async_wait(kAwait);
  }
  if (lines_.empty() && !closed_) {
    session_->drain();  // what has come in time is heard, however late this looks
  }
  if (lines_.empty()) {
    co_return std::nullopt;
  }
  Line line = std::move(lines_.front());
  lines_.pop_front();
  co_return line;
}

void Dialogue::finish() {
  session_->finish();
  closed_ = CloseReason::finished;
  lines_.clear();
}

void Dialogue::cut() {
  session_->close();
  closed_ = CloseReason::finished;
  lines_.clear();
}

void Dialogue::on_line(Session&, const Received& line) {
  lines_.push_back({std::string(line.text), line.oversize, line.arrival});
  changed_.cancel();
}

void Dialogue::on_sent(Session&) { changed_.cancel(); }

void Dialogue::on_closed(Session&, CloseReason reason) {
  closed_ = reason;
  changed_.cancel();
}

}  // namespace referee
