#include "referee/join/line_socket.h"

#include <utility>

#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "referee/loop/event.h"

namespace referee {
namespace {

constexpr int kLinesInARow = 16;  // then other coroutines run: a flood must not keep a signal waiting

}  // namespace

LineSocket::LineSocket(Tasks& tasks, Connection connection, std::size_t max_line)
    : tasks_(tasks),
      connection_(std::move(connection)),
      waiter_(tasks.io(), connection_.in()),
      lines_(max_line),
      taken_(tasks.io()) {}

std::shared_ptr<LineSocket> LineSocket::open(Tasks& tasks, Connection connection, std::size_t max_line) {
  return std::shared_ptr<LineSocket>(new LineSocket(tasks, std::move(connection), max_line));
}

void LineSocket::set_trace(std::shared_ptr<LineTrace> trace, TraceLabel label) {
  if (trace_ != nullptr && trace_->trace() == trace) {
    trace_->set_label(std::move(label));
  } else if (trace != nullptr && !closed_) {
    const StampSource times = connection_.is_stamped() ? StampSource::kernel : StampSource::read;
    trace_ = std::make_unique<TracedConnection>(std::move(trace), std::move(label),
                                                TracedConnection::End::bot, times);
  }
}

Task<LineSocket::Secured> LineSocket::shake_hands() {
  while (!closed_) {
    const Connection::Handshake state = connection_.shake_hands();
    if (state != Connection::Handshake::going_on) {
      co_return Secured{state == Connection::Handshake::done, connection_.failure()};
    }
    (void)co_await ready(boost::asio::posix::descriptor_base::wait_read);
  }
  co_return Secured{};
}

Task<std::optional<LineSocket::Line>> LineSocket::next() {
  while (!closed_) {
    if (const auto line = lines_.next()) {
      if (trace_ != nullptr) {
        trace_->received(line->text, arrived_, line->oversize);
      }
      co_return line;
    }
    if (++reads_in_a_row_ > kLinesInARow) {
      reads_in_a_row_ = 0;
      co_await boost::asio::post(tasks_.io(), boost::asio::use_awaitable);
      continue;
    }
    const Connection::Read read = connection_.read(lines_.space());
    if (read.status == Connection::Read::Status::closed) {
      ended_ = true;
      break;
    }
    if (read.status == Connection::Read::Status::nothing_yet) {
      reads_in_a_row_ = 0;
      (void)co_await ready(boost::asio::posix::descriptor_base::wait_read);
      continue;
    }
    lines_.filled(read.size);
    note_arrival(read);
    if (lines_.partial()) {
      connection_.acknowledge();
    }
  }
  co_return std::nullopt;
}

/// The time of all lines that these bytes complete: those before the last may have come earlier.
void LineSocket::note_arrival(const Connection::Read& read) {
  arrived_ = read.real ? to_monotonic(*read.real, read.at.offset, read.at.offset).at : read.at.mono;
}

Task<bool> LineSocket::ready(boost::asio::posix::descriptor_base::wait_type what) {
  const auto [error] = co_await waiter_.async_wait(what, kAwait);
  co_return !error;
}

void LineSocket::send(std::string_view line) {
  if (closed_ || finishing_) {
    return;
  }
  outbox_.append(line);
  outbox_.push_back('\n');
  if (writing_) {
    trace_sent(line);
    return;
  }
  flush();
  trace_sent(line);
  if (unsent() > 0) {
    writing_ = true;
    tasks_.start("line writer", write_loop(shared_from_this()));
  }
}

void LineSocket::trace_sent(std::string_view line) {
  if (trace_ != nullptr) {
    trace_->sent(line, tasks_.clock().now(), unsent());
  }
}

void LineSocket::flush() {
  const auto size = connection_.write(std::string_view(outbox_).substr(flushed_));
  // Writing to a closed peer is dropped silently; our reader finds the end after the peer's last line.
  flushed_ = size ? flushed_ + *size : outbox_.size();
  if (unsent() == 0) {
    outbox_.clear();
    flushed_ = 0;
    if (finishing_) {
      connection_.shutdown_send();
    }
  } else if (flushed_ > kRoom) {
    outbox_.erase(0, flushed_);
    flushed_ = 0;
  }
  taken_.notify();
}

Task<> LineSocket::write_loop(std::shared_ptr<LineSocket> /*self*/) {
  while (!closed_ && unsent() > 0) {
    const bool writable = co_await ready(boost::asio::posix::descriptor_base::wait_write);
    if (!writable) {
      break;
    }
    flush();
  }
  writing_ = false;
  if (trace_ != nullptr && unsent() == 0) {
    trace_->all_sent();
  }
}

Task<> LineSocket::room(std::shared_ptr<LineSocket> self) {
  while (!self->closed_ && self->unsent() > kRoom) {
    co_await self->taken_.changed();
  }
}

void LineSocket::finish() {
  if (closed_ || finishing_) {
    return;
  }
  finishing_ = true;
  if (unsent() == 0) {
    connection_.shutdown_send();
  }
}

void LineSocket::close() {
  if (closed_) {
    return;
  }
  closed_ = true;
  if (trace_ != nullptr) {
    trace_->closed(ended_ ? TracedConnection::Why::referee : TracedConnection::Why::bot, lines_.unfinished());
    trace_ = nullptr;
  }
  waiter_.release();
  connection_.close();
  taken_.notify();
}

}  // namespace referee
