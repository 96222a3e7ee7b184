#include "referee/http/http_connection.h"

#include <array>
#include <span>
#include <utility>

#include <boost/asio/post.hpp>

namespace referee::web {
namespace {

constexpr int kReadsInARow = 4;                        // then other connections get their turn
constexpr int kRequestsInARow = 8;                     // then other connections get their turn
constexpr std::size_t kMostDiscarded = 1024 * 1024;    // bytes of a client that has been refused
constexpr std::size_t kMostOfBody = 64 * 1024 * 1024;  // bytes of a body that has been refused
constexpr std::size_t kMostInStream = 4096;  // bytes of a client that reads events, and has nothing to say

}  // namespace

// ---- its beginning and its end ----

HttpConnection::HttpConnection(HttpContext& context, Connection connection,
                               std::optional<ClientCounts::Place> place)
    : context_(context),
      poller_(Poller::of(context.tasks.io())),
      connection_(std::move(connection)),
      peer_(address_of(connection_.peer())),
      proxied_(context.trusted_proxies.contains(peer_)),
      client_(peer_address(peer_)),
      place_(std::move(place)),
      reader_(context.limits.header_bytes),
      deadline_(context.tasks.io()) {}

HttpConnection::~HttpConnection() { close(); }

void HttpConnection::open(HttpContext& context, Connection connection,
                          std::optional<ClientCounts::Place> place) {
  const std::shared_ptr<HttpConnection> self(
      new HttpConnection(context, std::move(connection), std::move(place)));
  context.connections.insert(self.get());
  context.metrics.connections.add(1);
  self->wait_for(Wait::header);
  self->poller_.watch(self->connection_.in(), EPOLLIN, self);
}

void HttpConnection::close() {
  const auto self =
      weak_from_this().lock();  // the Poller may hold the last reference; null in the destructor
  if (std::exchange(state_, State::closed) == State::closed) {
    return;
  }
  if (context_.connections.erase(this) > 0) {
    context_.metrics.connections.add(-1);
  }
  if (topic_ != nullptr) {
    topic_->unsubscribe(*this);
    topic_ = nullptr;
    --context_.streams;
    context_.metrics.event_streams.add(-1);
  }
  place_.reset();
  receipt_ = nullptr;
  deadline_.cancel();
  again_ = nullptr;
  poller_.forget(connection_.in());
  connection_.close();
}

std::optional<Spare> HttpConnection::spare() const {
  if (state_ == State::streaming) {
    return Spare{stuck_ ? Spare::Kind::stuck_stream : Spare::Kind::stream, client_, streams_since_};
  }
  if (state_ == State::reading) {
    return Spare{wait_ == Wait::idle ? Spare::Kind::idle : Spare::Kind::header, client_, waits_since_};
  }
  return std::nullopt;
}

// ---- deadlines ----

void HttpConnection::wait_for(Wait wait) {
  const HttpLimits& limits = context_.limits;
  wait_ = wait;
  waits_since_ = context_.tasks.clock().now();
  Milliseconds time = limits.stall_time;
  switch (wait) {
    case Wait::nothing:
      deadline_.cancel();
      return;
    case Wait::header:
      time = limits.header_time;
      break;
    case Wait::idle:
      time = limits.idle_time;
      break;
    case Wait::linger:
      time = limits.linger_time;
      break;
    case Wait::body:
      time = limits.body_time;
      break;
    case Wait::answer:
      time = limits.answer_time;
      break;
    case Wait::stall:
      break;
  }
  deadline_.set(waits_since_ + time, [this] { guarded([this] { on_deadline(); }); });
}

void HttpConnection::on_deadline() {
  if (wait_ == Wait::header && reader_.in_request()) {
    refuse({.status = 408, .why = "the request took too long"});
    return;
  }
  if (wait_ == Wait::body) {
    if (receipt_->body.received() >= receipt_->due) {
      await_body();
    } else {
      refuse_body(error_response(receipt_->request, 408, "the body comes too slowly"));
    }
    return;
  }
  if (wait_ == Wait::answer) {
    answered(error_response(receipt_->request, 503, "the referee is busy: try again"));
    return;
  }
  if (wait_ == Wait::stall) {
    context_.metrics.dropped.add();
  }
  close();
}

// ---- receiving ----

void HttpConnection::on_readable() {
  guarded([this] {
    switch (state_) {
      case State::reading:
      case State::receiving:
        read();
        return;
      case State::answering:
        return;  // not watched
      case State::sending:
        send();  // nobody asked for this call: the peer is gone, which sending finds out
        return;
      case State::streaming:
        discard(kMostInStream);
        return;
      case State::lingering:
        discard(refused_body_ ? kMostOfBody : kMostDiscarded);
        return;
      case State::closed:
        return;
    }
  });
}

void HttpConnection::read() {
  if (posted_) {
    return;
  }
  std::array<char, Connection::kSecureRoom> chunk;  // NOLINT: filled by the kernel
  bool more = true;
  for (int reads = 0; more && is_reading() && !posted_; ++reads) {
    if (reads == kReadsInARow) {
      later();
      return;
    }
    const Connection::Read read = connection_.read(std::span(chunk).first(connection_.room()));
    if (read.status == Connection::Read::Status::closed) {
      close();
      return;
    }
    if (read.status == Connection::Read::Status::nothing_yet) {
      if (const auto at = connection_.postponed_until()) {
        wait_for(Wait::header);
        again_ = std::make_unique<Timer>(context_.tasks.io());
        again_->set(*at, [this] { on_readable(); });
      }
      return;
    }
    if (connection_.lacks_tls()) {
      refuse({.status = 400, .why = "this port speaks TLS: the address begins with https://"});
      return;
    }
    if (state_ == State::receiving) {
      take_body({chunk.data(), read.size});
    } else {
      reader_.receive({chunk.data(), read.size});
    }
    take_requests();
    more = read.more;
  }
}

/// Takes its turn again when others have had theirs.
void HttpConnection::later() {
  posted_ = true;
  boost::asio::post(context_.tasks.io(), [self = weak_from_this()] {
    if (const auto connection = self.lock()) {
      connection->posted_ = false;
      if (connection->is_reading()) {
        connection->guarded([&] {
          connection->take_requests();
          connection->read();
        });
      }
    }
  });
}

void HttpConnection::take_requests() {
  for (int requests = 0; state_ == State::reading; ++requests) {
    if (requests == kRequestsInARow) {
      later();
      return;
    }
    auto next = reader_.next();
    if (!next) {
      break;
    }
    if (const auto* refusal = std::get_if<Refusal>(&*next)) {
      refuse(*refusal);
    } else {
      respond(std::get<HttpRequest>(*std::move(next)));
    }
  }
  if (state_ == State::reading && reader_.in_request() && wait_ != Wait::header) {
    wait_for(Wait::header);
  }
}

/// Reads what has no meaning, up to the end.
void HttpConnection::discard(std::size_t most) {
  std::array<char, Connection::kSecureRoom> chunk;  // NOLINT: filled by the kernel
  for (int reads = 0; reads < kReadsInARow; ++reads) {
    const Connection::Read read = connection_.read(std::span(chunk).first(connection_.room()));
    if (read.status == Connection::Read::Status::nothing_yet) {
      return;
    }
    discarded_ += read.size;
    if (read.status == Connection::Read::Status::closed || discarded_ > most) {
      close();
      return;
    }
  }
}

}  // namespace referee::web
