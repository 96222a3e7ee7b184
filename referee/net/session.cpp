#include "referee/net/session.h"

#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "protocol/limits.h"
#include "protocol/messages.h"

namespace referee {
namespace {

constexpr int kReadsInARow = 16;               // then other sessions get their turn
constexpr std::size_t kFloodUnit = 64 * 1024;  // bytes thrown away that count as one useless line

}  // namespace

Session::Session(Tasks& tasks, int fd, SessionOwner& owner)
    : tasks_(tasks),
      wire_(tasks.io(), fd),
      owner_(&owner),
      lines_(protocol::kMaxLineFromBot),
      linger_(tasks.io()) {}

std::shared_ptr<Session> Session::open(Tasks& tasks, int fd, SessionOwner& owner) {
  std::shared_ptr<Session> session(new Session(tasks, fd, owner));
  tasks.start("session reader", session->read_loop(session));
  return session;
}

// ---- receiving ----

Task<> Session::read_loop(std::shared_ptr<Session> /*self*/) {
  while (!closed_) {
    int reads = 0;
    while (reads < kReadsInARow && read_some()) {
      ++reads;
    }
    if (closed_) {
      break;
    }
    if (reads == kReadsInARow) {
      co_await boost::asio::post(tasks_.io(), boost::asio::use_awaitable);
    } else {
      (void)co_await wire_.readable();
    }
  }
}

bool Session::read_some() {
  if (closed_) {
    return false;
  }
  const Wire::Read read = wire_.read(lines_.space());
  switch (read.status) {
    case Wire::Read::Status::nothing_yet:
      return false;
    case Wire::Read::Status::closed:
      lost(CloseReason::peer);
      return false;
    case Wire::Read::Status::data:
      lines_.filled(read.size);
      deliver(read);
      return true;
  }
  return false;
}

void Session::deliver(const Wire::Read& read) {
  const auto self = shared_from_this();  // an owner may drop us while it handles a line
  const Moment previous = std::exchange(previous_read_, read.at);
  if (finishing_) {
    while (lines_.next()) {
    }
    return;
  }
  if (flooded_by_discarding(read)) {
    lost(CloseReason::flood);
    return;
  }
  while (!closed_ && !finishing_) {
    const auto line = lines_.next();
    if (!line) {
      break;
    }
    if (flood_.spend(1, read.at.mono)) {
      lost(CloseReason::flood);
      return;
    }
    owner_->on_line(*this, {line->text, line->oversize, arrival_of(read, previous, line->last)});
  }
  if (!closed_ && lines_.partial()) {
    wire_.acknowledge();
  }
}

bool Session::flooded_by_discarding(const Wire::Read& read) {
  if (!lines_.discarding()) {
    return false;
  }
  discarded_ += read.size;
  const auto units = static_cast<std::int64_t>(discarded_ / kFloodUnit);
  discarded_ %= kFloodUnit;
  return units > 0 && flood_.spend(units, read.at.mono);
}

Arrival Session::arrival_of(const Wire::Read& read, const Moment& previous, bool last) const {
  Arrival arrival;
  arrival.offset = read.at.offset;
  if (!read.real) {
    arrival.at = arrival.earliest = read.at.mono;
    return arrival;
  }
  arrival.real = *read.real;
  arrival.at = to_monotonic(*read.real, read.at.offset, read.at.offset).at;
  arrival.source = last ? StampSource::kernel : StampSource::upper;
  arrival.earliest = last ? arrival.at : arrival.at - (read.at.mono - previous.mono);
  return arrival;
}

void Session::drain() {
  while (read_some()) {
  }
}

// ---- sending ----

void Session::send(std::string_view line) {
  if (closed_ || finishing_) {
    return;
  }
  outbox_.append(line);
  outbox_.push_back('\n');
  if (writing_) {
    if (unsent() > kMaxOutbox) {
      lost(CloseReason::unread);
    }
    return;
  }
  flush();
  if (!closed_ && unsent() > 0) {
    writing_ = true;
    tasks_.start("session writer", write_loop(shared_from_this()));
  }
}

void Session::flush() {
  const auto size = wire_.write(std::string_view(outbox_).substr(flushed_));
  // A peer that is gone takes everything and reads nothing; the reader finds out after what the peer said
  // last.
  flushed_ = size ? flushed_ + *size : outbox_.size();
  if (unsent() == 0) {
    outbox_.clear();
    flushed_ = 0;
    sent_at_ = Moment::now();
    shut_when_sent();
  }
}

Task<> Session::write_loop(std::shared_ptr<Session> /*self*/) {
  while (!closed_ && unsent() > 0) {
    const bool writable = co_await wire_.writable();
    if (!writable) {
      break;
    }
    flush();
    if (flushed_ > kMaxOutbox / 2) {
      outbox_.erase(0, flushed_);
      flushed_ = 0;
    }
  }
  writing_ = false;
  if (!closed_ && !finishing_) {
    owner_->on_sent(*this);
  }
}

// ---- closing ----

void Session::lost(CloseReason reason) {
  if (closed_) {
    return;
  }
  if (reason == CloseReason::flood && unsent() == 0) {  // never into the middle of a line
    const auto words = "over " + std::to_string(FloodGauge::kBurst) + " lines that answer no turn: closed";
    (void)wire_.write(protocol::line_of(protocol::Error{protocol::name_of(protocol::Verdict::flood), words}) +
                      "\n");
  }
  const bool tell = !finishing_;
  close();
  if (tell) {
    owner_->on_closed(*this, reason);
  }
}

void Session::finish() {
  if (closed_ || finishing_) {
    return;
  }
  finishing_ = true;
  shut_when_sent();
  tasks_.start("session end", linger(shared_from_this()));
}

void Session::shut_when_sent() {
  if (finishing_ && unsent() == 0) {
    wire_.shutdown_send();
  }
}

Task<> Session::linger(std::shared_ptr<Session> /*self*/) {
  if (closed_) {
    co_return;  // the peer was quicker than the start of this
  }
  linger_.expires_after(kLinger);
  (void)co_await linger_.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
  close();
}

void Session::close() {
  closed_ = true;
  wire_.close();
  linger_.cancel();
}

}  // namespace referee
