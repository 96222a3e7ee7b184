#include <spdlog/spdlog.h>

#include <chrono>
#include <ctime>
#include <stdexcept>
#include <utility>

#include "referee/base/failure_text.h"
#include "referee/http/http_connection.h"

namespace referee::web {
namespace {

constexpr std::size_t kInOnePart = 16 * 1024;  // bytes of a body that is sent together with its head

/// A request that was refused, for the form of the answer.
HttpRequest refused_request(const Refusal& refusal) {
  HttpRequest request;
  if (refusal.api) {
    request.path.emplace_back("api");
  }
  request.keep_alive = false;
  return request;
}

}  // namespace

// ---- answering ----

HttpResponse HttpConnection::handled(const HttpRequest& request) {
  try {
    return context_.handler(request);
  } catch (const std::exception& failure) {
    spdlog::error("web page: {}", failure_text(failure));
    return error_response(request, 500, "the referee's log says more");
  }
}

/// Behind a trusted proxy limits are those of the address that it names, for as long as the request takes.
std::optional<HttpResponse> HttpConnection::refused_by_limit(HttpRequest& request) {
  const auto client = context_.trusted_proxies.client(peer_, request.forwarded_for);
  request.client = peer_address(client);
  client_ = request.client;
  if (!proxied_ || client == peer_) {
    return std::nullopt;
  }
  place_ = context_.counts.enter(request.client, context_.limits.per_address);
  if (place_) {
    return std::nullopt;
  }
  context_.metrics.refused.add();
  HttpResponse response = error_response(request, 429, "too many connections of one address");
  response.headers.emplace_back("Retry-After", "5");
  return response;
}

/// A proxy looks at the names itself.
std::optional<HttpResponse> HttpConnection::refused(HttpRequest& request) {
  auto by_limit = refused_by_limit(request);
  if (by_limit || proxied_ || context_.hosts.know(request.host)) {
    return by_limit;
  }
  return error_response(request, 421,
                        "this server is not known by this name: ask by an address, or name it in "
                        "\"hosts\" of \"web\" in the tournament file");
}

void HttpConnection::respond(HttpRequest request) {
  const auto refusal = refused(request);
  if (request.has_body()) {
    request.keep_alive = request.keep_alive && !refusal;
    refusal ? send_response(request, *refusal) : begin_receiving(std::move(request));
    return;
  }
  const HttpResponse response = refusal ? *refusal : handled(request);
  send_response(request, response);
}

void HttpConnection::send_response(const HttpRequest& request, const HttpResponse& response) {
  ReadyResponse ready;
  try {
    ready = ready_response(request, response, context_.tasks.clock().utc());
  } catch (const std::invalid_argument& wrong) {
    spdlog::error("web page: {}", failure_text(wrong));
    ready = ready_response(request, error_response(request, 500, "the referee's log says more"),
                           context_.tasks.clock().utc());
  }
  if (response.topic != nullptr && ready.status == 200 && !request.head) {
    outbox_.push(std::make_shared<const std::string>(std::move(ready.head)));
    context_.metrics.count_request(200);
    begin_stream(response);
    return;
  }
  begin_sending(std::move(ready));
}

void HttpConnection::begin_stream(const HttpResponse& response) {
  if (context_.streams >= context_.limits.streams) {
    if (HttpConnection* const other = spare_connection(context_.connections, std::nullopt, true)) {
      context_.metrics.dropped.add();
      other->close();
    }
  }
  for (const Event& event : response.first_events) {
    outbox_.push(event.text);
  }
  state_ = State::streaming;
  keep_alive_ = false;
  topic_ = response.topic;
  streams_since_ = context_.tasks.clock().now();
  ++context_.streams;
  context_.metrics.event_streams.add(1);
  wait_for(Wait::nothing);
  if (topic_->has_ended()) {
    ending_ = true;
  } else {
    topic_->subscribe(*this);
  }
  send();
}

void HttpConnection::refuse(const Refusal& refusal) {
  const HttpRequest request = refused_request(refusal);
  HttpResponse response = error_response(request, refusal.status, refusal.why);
  if (refusal.status == 405) {
    response.headers.emplace_back("Allow", "GET, HEAD");
  }
  begin_sending(ready_response(request, response, context_.tasks.clock().utc()));
}

void HttpConnection::begin_sending(ReadyResponse ready) {
  context_.metrics.count_request(ready.status);
  state_ = State::sending;
  keep_alive_ = ready.keep_alive;
  if (ready.body != nullptr && ready.body->size() <= kInOnePart) {
    ready.head += *ready.body;
    ready.body = nullptr;
  }
  outbox_.push(std::make_shared<const std::string>(std::move(ready.head)));
  outbox_.push(std::move(ready.body));
  send();
}

// ---- sending ----

void HttpConnection::on_writable() {
  guarded([this] {
    if (state_ != State::sending && state_ != State::streaming) {
      return;
    }
    send();
    if (is_reading()) {  // the next requests may have been received already, and lie with us or with TLS
      take_requests();
      read();
    }
  });
}

void HttpConnection::send() {
  while (true) {
    if (outbox_.empty()) {
      outbox_.push(queue_.pop());
    }
    const Outbox::Sent sent = outbox_.send(connection_);
    if (sent == Outbox::Sent::gone) {
      close();
      return;
    }
    if (sent != Outbox::Sent::all) {
      if (sent == Outbox::Sent::some || wait_ != Wait::stall) {
        wait_for(Wait::stall);
      }
      watch_writing(true);
      return;
    }
    if (queue_.empty()) {
      sent_all();
      return;
    }
  }
}

void HttpConnection::sent_all() {
  if (state_ == State::streaming && !ending_) {
    if (wait_ != Wait::nothing) {
      wait_for(Wait::nothing);
    }
    watch_writing(false);
    return;
  }
  if (!keep_alive_) {
    finish();
    return;
  }
  state_ = State::reading;
  if (proxied_) {
    place_.reset();
  }
  watch_writing(false);
  wait_for(Wait::idle);
}

void HttpConnection::watch_writing(bool stuck) {
  if (stuck_ == stuck) {
    return;
  }
  stuck_ = stuck;
  // While a response is on its way requests wait in the kernel. A client that reads events is listened to for
  // its end.
  const std::uint32_t reads = state_ == State::sending ? 0U : static_cast<std::uint32_t>(EPOLLIN);
  poller_.watch(connection_.in(), stuck ? reads | EPOLLOUT : EPOLLIN, shared_from_this());
}

/// Ends the stream, and reads until the client does the same: to close with input unread would take the
/// response from it.
void HttpConnection::finish() {
  state_ = State::lingering;
  connection_.shutdown_send();
  watch_writing(false);
  wait_for(Wait::linger);
}

// ---- events ----

void HttpConnection::on_event(const Event& event, const Event& reset) {
  guarded([&] {
    const std::uint64_t resets = queue_.resets();
    queue_.push(event, reset);
    context_.metrics.resets.add(queue_.resets() - resets);
    if (!stuck_) {
      send();
    }
  });
}

void HttpConnection::on_end() {
  guarded([this] {
    ending_ = true;
    if (!stuck_) {
      send();
    }
  });
}

void HttpConnection::send_heartbeat(const Outbox::Text& comment) {
  if (state_ == State::streaming && !stuck_) {
    guarded([&] {
      outbox_.push(comment);
      send();
    });
  }
}

}  // namespace referee::web
