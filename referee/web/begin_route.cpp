#include "referee/web/begin_route.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "protocol/sha256.h"
#include "referee/web/token_check.h"

namespace referee::web {
namespace {

const std::string kArbiter;  // the guard counts by addresses alone

HttpResponse reply_response(const HttpRequest& request, const ControlReply& reply) {
  if (!reply.ok) {
    return error_response(request, 409, reply.text);
  }
  HttpResponse response = json_response(make_body(protocol::dump(nlohmann::json{{"text", reply.text}})));
  response.cache_control = "no-store";
  return response;
}

}  // namespace

/// The body of a request with the right token: there is none.
class BeginRoute::Receiver final : public BodyReceiver {
 public:
  Receiver(BeginRoute& route, HttpRequest request) : route_(route), request_(std::move(request)) {}

  std::optional<HttpResponse> take(std::string_view /*bytes*/) override {
    return error_response(request_, 413, "expected an empty body");
  }

  void end(Reply reply) override {
    // The answer may come when this object is gone, or the server has been stopped.
    route_.terms_.begin(
        [post = route_.post_, request = request_, reply = std::move(reply)](const ControlReply& told) {
          post([response = reply_response(request, told), reply] { reply(response); });
        });
  }

 private:
  BeginRoute& route_;
  HttpRequest request_;
};

/// Digests are compared: the time that this takes says nothing of the token.
Upload BeginRoute::upload(const HttpRequest& request) {
  const TimePoint now = clock_.now();
  if (protocol::Sha256::hex_of(request.bearer) == terms_.token_sha256) {
    return std::make_unique<Receiver>(*this, request);  // whatever others of this address have tried
  }
  if (const Milliseconds wait = guard_.wait_at(request.client, kArbiter, now); wait.count() > 0) {
    return too_many_tokens(request, wait);
  }
  HttpResponse response = error_response(
      request, 403,
      "this is not the token of the referee's latest start: open the address behind 'begin:' in its output");
  if (const Milliseconds delay = guard_.wrong(request.client, kArbiter, now); delay.count() > 0) {
    set_retry_after(response, delay);
  }
  return response;
}

HttpResponse BeginRoute::answer(const HttpRequest& request) {
  HttpResponse response = error_response(request, 405, "expected POST");
  response.headers.emplace_back("Allow", "POST");
  return response;
}

}  // namespace referee::web
