#include "referee/net/session.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "protocol/limits.h"
#include "protocol/messages.h"
#include "referee/loop/event.h"
#include "referee/net/peer_address.h"

namespace referee {
namespace {

constexpr int kReadsInARow = 16;  // then other sessions get their turn

/// CLOCK_REALTIME since its epoch.
Nanoseconds real_time(const Moment& moment) { return moment.mono.time_since_epoch() + moment.offset; }

TracedConnection::Why why_of(CloseReason reason) {
  switch (reason) {
    case CloseReason::peer:
      return TracedConnection::Why::bot;
    case CloseReason::flood:
      return TracedConnection::Why::flood;
    case CloseReason::unread:
      return TracedConnection::Why::unread;
    case CloseReason::finished:
      break;
  }
  return TracedConnection::Why::referee;
}

}  // namespace

Session::Session(Tasks& tasks, Connection connection, SessionOwner& owner)
    : tasks_(tasks),
      poller_(Poller::of(tasks.io())),
      clock_(tasks.clock()),
      connection_(std::move(connection)),
      owner_(&owner),
      lines_(protocol::kMaxLineFromBot),
      previous_read_(clock_.both()),
      sent_at_(previous_read_.mono),
      lingers_(tasks.io()) {
  connection_.stamp_sends();
  poll_without_stamps();
}

Session::~Session() { close(); }

std::shared_ptr<Session> Session::open(Tasks& tasks, Connection connection, SessionOwner& owner) {
  std::shared_ptr<Session> session(new Session(tasks, std::move(connection), owner));
  session->poller_.watch(session->connection_.in(), EPOLLIN, session);
  return session;
}

std::shared_ptr<Session> Session::open(Tasks& tasks, int socket, SessionOwner& owner) {
  return open(tasks, StampedConnection(FileDescriptor(socket)), owner);
}

void Session::set_trace(std::shared_ptr<LineTrace> trace, TraceLabel label) {
  if (trace_ != nullptr && trace_->trace() == trace) {
    trace_->set_label(std::move(label));
  } else if (trace == nullptr || closed_) {
    trace_ = nullptr;
  } else {
    trace_ = std::make_unique<TracedConnection>(std::move(trace), std::move(label),
                                                TracedConnection::End::referee, stamp_source());
  }
}

// ---- receiving ----

void Session::on_readable() {
  guarded("session reader", [this] {
    const TimePoint before = previous_read_.mono;
    // Who sends no whole lines waits for the other sessions after each read, and for a while once that is
    // much.
    for (int reads = 0; reads < kReadsInARow && read_some() && !lines_.partial(); ++reads) {
    }
    const bool has_read = previous_read_.mono != before;  // else there is nothing to wait with
    if (has_read && !closed_ && lines_.partial() && !is_awaited() && !flood_.is_calm()) {
      watch_reading(false);
      read_again(previous_read_.mono + kPiecePause);
    }
  });
}

/// What fails here is a fault of ours, and costs this connection only. Its owner is told before it closes.
template <class Step>
void Session::guarded(const char* name, const Step& step) {
  const auto self = shared_from_this();
  try {
    step();
  } catch (const std::exception&) {
    const auto failure = std::current_exception();
    tasks_.failed(name, failure);
    owner_->on_failure(failure);
    close();
  }
}

bool Session::read_some() {
  if (closed_) {
    return false;
  }
  std::array<char, Connection::kSecureRoom> chunk;  // NOLINT: filled by the kernel
  const Connection::Read read = connection_.read(std::span(chunk).first(connection_.room()));
  switch (read.status) {
    case Connection::Read::Status::nothing_yet:
      if (const auto at = connection_.postponed_until()) {
        read_again(*at);
      }
      return false;
    case Connection::Read::Status::closed:
      lost(CloseReason::peer);
      return false;
    case Connection::Read::Status::data:
      note_end_of_stamps(read);
      poll_without_stamps();
      lines_.feed({chunk.data(), read.size});
      deliver(read);
      return read.more;
  }
  return false;
}

void Session::note_end_of_stamps(const Connection::Read& read) const {
  if (!read.overtaken || polls_) {
    return;
  }
  spdlog::info(
      "packets of {} came out of order: from now on its answers count when they are read (the kernel's "
      "stamp says {} us before, the referee was late by {} us)",
      PeerAddress::of(connection_.peer()).text(),
      whole_microseconds(real_time(read.at) - *read.overtaken).count(),
      whole_microseconds(arrival_of(read, read.at, true).lag).count());
}

void Session::poll_without_stamps() {
  if (!connection_.is_stamped() && !std::exchange(polls_, true)) {
    poller_.begin_beat();
  }
}

void Session::read_again(TimePoint at) {
  if (again_ == nullptr) {
    again_ = std::make_unique<Timer>(tasks_.io());
  }
  again_->set(at, [self = weak_from_this()] {
    if (const auto session = self.lock()) {
      session->watch_reading(true);
      session->on_readable();
    }
  });
}

void Session::deliver(const Connection::Read& read) {
  const auto self = shared_from_this();  // an owner may drop this session while it handles a line
  const Moment previous = std::exchange(previous_read_, read.at);
  if (finishing_) {
    while (const auto line = lines_.next()) {
      if (trace_ != nullptr) {
        trace_->received(line->text, arrival_of(read, previous, false).at, line->oversize, true);
      }
    }
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
    Arrival arrival = arrival_of(read, previous, line->last && !read.followed);
    const Part part = std::exchange(part_, {});
    arrival.part_at = part.at;
    arrival.part_lag = part.lag;
    if (trace_ != nullptr) {
      trace_->received(line->text, arrival.at, line->oversize);
    }
    owner_->on_line(*this, {line->text, line->oversize, arrival});
  }
  if (!closed_ && (lines_.partial() || read.partial)) {
    connection_.acknowledge();
    part_ = part_of(read);
    if (flooded_by_piece(read.at.mono)) {
      lost(CloseReason::flood);
    }
  }
}

/// A read costs the referee as much as a line, whatever it brings.
bool Session::flooded_by_piece(TimePoint now) {
  if (is_awaited()) {
    --pieces_;
    return false;
  }
  return flood_.spend(1, now);
}

Arrival Session::arrival_of(const Connection::Read& read, const Moment& previous, bool last) const {
  Arrival arrival;
  arrival.offset = read.at.offset;
  if (!read.real) {
    arrival.at = read.at.mono;
    arrival.earliest = std::min(poller_.unread_since(), arrival.at);
    arrival.lag = std::max(Nanoseconds{0}, arrival.at - arrival.earliest - Poller::kBeat);
    return arrival;
  }
  arrival.real = *read.real;
  arrival.at = to_monotonic(*read.real, read.at.offset, read.at.offset).at;
  arrival.first_known = poller_.first_know_of(arrival.at);
  arrival.lag = std::max(Nanoseconds{0}, real_time(read.at) - *read.real);
  arrival.source = last ? StampSource::kernel : StampSource::upper;
  arrival.earliest = last ? arrival.at : arrival.at - (read.at.mono - previous.mono);
  return arrival;
}

/// A pipe keeps nothing back until it is read.
Session::Part Session::part_of(const Connection::Read& read) const {
  const bool is_pipe = connection_.in() != connection_.out();
  const Arrival arrival = arrival_of(read, read.at, true);
  return is_pipe ? Part{} : Part{arrival.earliest, arrival.lag};
}

void Session::drain() {
  const auto self = shared_from_this();  // an owner may drop this session between two reads
  while (read_some()) {
  }
}

// ---- sending ----

void Session::send_turn(std::string_view line) {
  turn_first_ = {outbox_.size(), std::nullopt};
  turn_last_ = {outbox_.size() + line.size(), std::nullopt};  // the end of the line
  pieces_ = protocol::kMaxLineFromBot;
  watch_reading(true);
  send(line);
}

void Session::send(std::string_view line) {
  if (closed_ || finishing_) {
    return;
  }
  outbox_.append(line);
  outbox_.push_back('\n');
  if (stuck_) {
    trace_sent(line);
    if (unsent() > kMaxOutbox) {
      lost(CloseReason::unread);
    }
    return;
  }
  (void)flush();
  trace_sent(line);
  if (unsent() > 0) {
    watch_writing(true);
  }
}

void Session::trace_sent(std::string_view line) {
  if (trace_ != nullptr) {
    trace_->sent(line, all_sent() ? sent_at_ : clock_.now(), unsent());
  }
}

const std::optional<RoundTrip>& Session::recent_round_trip() {
  if (previous_read_.mono - round_trip_at_ >= kRoundTripAge || !round_trip_) {
    round_trip_at_ = previous_read_.mono;
    round_trip_ = connection_.round_trip();
  }
  return round_trip_;
}

bool Session::flush() {
  const auto size = connection_.write(std::string_view(outbox_).substr(flushed_));
  // If the peer is gone, all counts as sent: the read loop notices the end after the peer's last bytes.
  flushed_ = size ? flushed_ + *size : outbox_.size();
  sent_at_ = size ? connection_.sent_at() : clock_.now();
  bool turn_moved = false;
  for (TurnByte* const byte : {&turn_first_, &turn_last_}) {
    if (byte->at && flushed_ > *byte->at) {
      *byte = {std::nullopt, sent_at_};
      turn_moved = true;
    }
  }
  if (unsent() == 0) {
    outbox_.clear();
    flushed_ = 0;
    shut_when_sent();
  }
  return turn_moved;
}

void Session::on_writable() {
  guarded("session writer", [this] {
    if (!closed_ && stuck_) {
      write_more();
    }
  });
}

/// An owner may drop this session when all is sent: the caller holds it.
void Session::write_more() {
  const bool turn_moved = flush();
  if (flushed_ > kMaxOutbox / 2) {
    outbox_.erase(0, flushed_);
    for (TurnByte* const byte : {&turn_first_, &turn_last_}) {
      byte->at = byte->at ? std::optional(*byte->at - flushed_) : std::nullopt;
    }
    flushed_ = 0;
  }
  if (unsent() > 0) {
    if (turn_moved && !finishing_) {
      owner_->on_sent(*this);
    }
    return;
  }
  watch_writing(false);
  if (trace_ != nullptr) {
    trace_->all_sent();
  }
  if (!finishing_) {
    owner_->on_sent(*this);
  }
}

std::uint32_t Session::watched_events() const {
  const bool writes = stuck_ && connection_.in() == connection_.out();
  return (reads_ ? std::uint32_t{EPOLLIN} : 0) | (writes ? std::uint32_t{EPOLLOUT} : 0);
}

void Session::watch_reading(bool reads) {
  if (reads != std::exchange(reads_, reads) && !closed_) {
    poller_.watch(connection_.in(), watched_events(), shared_from_this());
  }
}

void Session::watch_writing(bool stuck) {
  stuck_ = stuck;
  const bool one = connection_.in() == connection_.out();
  if (one) {
    poller_.watch(connection_.in(), watched_events(), shared_from_this());
  } else if (stuck) {
    poller_.watch(connection_.out(), EPOLLOUT, shared_from_this());
  } else {
    poller_.forget(connection_.out());
  }
}

// ---- closing ----

void Session::lost(CloseReason reason) {
  if (closed_) {
    return;
  }
  if (reason == CloseReason::flood && unsent() == 0) {  // never into the middle of a line
    const auto words = FloodGauge::over() + ": closed";
    const std::string line =
        protocol::line_of(protocol::Error{protocol::name_of(protocol::Verdict::flood), words});
    (void)connection_.write(line + "\n");
    sent_at_ = clock_.now();
    trace_sent(line);
  }
  const bool tell = !finishing_;
  end(finishing_ ? CloseReason::finished : reason);
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
    if (connection_.out() != connection_.in()) {
      poller_.forget(connection_.out());
    }
    connection_.shutdown_send();
  }
}

Task<> Session::linger(std::shared_ptr<Session> /*self*/) {
  if (closed_) {
    co_return;  // the peer has closed before this coroutine ran
  }
  co_await lingers_.changed_within(kLinger);
  close();
}

void Session::close() { end(CloseReason::finished); }

void Session::end(CloseReason reason) {
  if (closed_) {
    return;
  }
  closed_ = true;
  if (trace_ != nullptr) {
    trace_->closed(why_of(reason), lines_.unfinished());
    trace_ = nullptr;
  }
  if (polls_) {
    poller_.end_beat();
  }
  poller_.forget(connection_.out());
  poller_.forget(connection_.in());
  connection_.close();
  lingers_.notify();
  again_ = nullptr;
}

}  // namespace referee
