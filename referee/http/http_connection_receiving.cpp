#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include <boost/asio/post.hpp>

#include "referee/base/failure_text.h"
#include "referee/http/http_connection.h"

// The body of a request: from the client to a BodyReceiver, and its answer back.

namespace referee::web {
namespace {

constexpr const char* kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

}  // namespace

void HttpConnection::begin_receiving(HttpRequest request) {
  if (!context_.uploads) {
    refuse({.status = 405, .why = "expected GET or HEAD", .api = true});
    return;
  }
  Upload upload = receiver_of(request);
  if (const auto* const refused = std::get_if<HttpResponse>(&upload)) {
    request.keep_alive = false;  // the body is not read
    send_response(request, *refused);
    return;
  }
  state_ = State::receiving;
  BodyReader body(request.content_length);
  const bool tell_to_go_on = request.expects_continue && !request.http_1_0 && !body.is_done();
  receipt_ = std::make_unique<Receipt>(Receipt{std::move(request), std::move(body),
                                               std::move(std::get<std::unique_ptr<BodyReceiver>>(upload))});
  await_body();
  const std::string rest = reader_.take_rest();
  if (tell_to_go_on && rest.empty()) {
    outbox_.push(std::make_shared<const std::string>(kContinue));
    if (outbox_.send(connection_) == Outbox::Sent::gone) {
      close();
      return;
    }
  }
  take_body(rest);
}

Upload HttpConnection::receiver_of(const HttpRequest& request) {
  try {
    return context_.uploads(request);
  } catch (const std::exception& failure) {
    spdlog::error("web upload: {}", failure_text(failure));
    return error_response(request, 500, "the referee's log says more");
  }
}

/// For one body_time more.
void HttpConnection::await_body() {
  const HttpLimits& limits = context_.limits;
  const auto milliseconds = static_cast<std::uint64_t>(limits.body_time.count());
  receipt_->due =
      receipt_->body.received() + std::max<std::uint64_t>(limits.body_rate * milliseconds / 1000, 1);
  wait_for(Wait::body);
}

void HttpConnection::take_body(std::string_view bytes) {
  while (state_ == State::receiving) {
    BodyReader::Piece piece = receipt_->body.take(bytes);
    if (piece.refusal) {
      refuse_body(error_response(receipt_->request, piece.refusal->status, piece.refusal->why));
      return;
    }
    if (const auto response = piece.content.empty() ? std::nullopt : received(piece.content)) {
      refuse_body(*response);
      return;
    }
    bytes.remove_prefix(piece.used);
    if (receipt_->body.is_done()) {
      await_answer(bytes);
    } else if (bytes.empty()) {
      return;
    }
  }
}

std::optional<HttpResponse> HttpConnection::received(std::string_view content) {
  try {
    return receipt_->receiver->take(content);
  } catch (const std::exception& failure) {
    spdlog::error("web upload: {}", failure_text(failure));
    return error_response(receipt_->request, 500, "the referee's log says more");
  }
}

/// Nothing is read until the answer is there: what the client sends meanwhile waits in the kernel.
void HttpConnection::await_answer(std::string_view rest) {
  reader_.receive(rest);
  state_ = State::answering;
  receipt_->self = shared_from_this();
  poller_.forget(connection_.in());
  wait_for(Wait::answer);
  // Later, because the answer ends the receiver, which may give it from within this call.
  receipt_->receiver->end([weak = weak_from_this(), &io = context_.tasks.io()](HttpResponse response) {
    boost::asio::post(io, [weak, response = std::move(response)] {
      if (const auto self = weak.lock(); self && self->state_ == State::answering) {
        self->guarded([&] { self->answered(response); });
      }
    });
  });
}

void HttpConnection::answered(const HttpResponse& response) {
  const auto receipt = std::move(receipt_);
  stuck_ = false;
  poller_.watch(connection_.in(), EPOLLIN, shared_from_this());
  send_response(receipt->request, response);
  if (state_ == State::reading) {
    later();  // requests behind the body may have been received already
  }
}

/// What is still to come of the body has no meaning: the connection ends with the response.
void HttpConnection::refuse_body(const HttpResponse& response) {
  const auto receipt = std::move(receipt_);
  receipt->request.keep_alive = false;
  refused_body_ = true;
  send_response(receipt->request, response);
}

}  // namespace referee::web
