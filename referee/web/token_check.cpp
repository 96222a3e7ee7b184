#include "referee/web/token_check.h"

#include <chrono>
#include <optional>
#include <string>

#include "protocol/sha256.h"
#include "referee/pages/me_data.h"

namespace referee::web {
namespace {

const std::string kAnyName;  // the guard counts by addresses alone: a token names its entrant itself

/// In whole seconds, at least one.
std::string seconds_of(Milliseconds wait) {
  return std::to_string(std::chrono::ceil<std::chrono::seconds>(wait).count());
}

HttpResponse unauthorized(const HttpRequest& request, const char* detail) {
  HttpResponse response = error_response(request, 401, detail);
  response.headers.emplace_back("WWW-Authenticate", "Bearer");
  return response;
}

}  // namespace

HttpResponse too_many_tokens(const HttpRequest& request, Milliseconds wait) {
  HttpResponse response = error_response(
      request, 429,
      "too many wrong tokens came from your address: wait " + seconds_of(wait) + " s, then try again");
  set_retry_after(response, wait);
  return response;
}

void set_retry_after(HttpResponse& response, Milliseconds wait) {
  response.headers.emplace_back("Retry-After", seconds_of(wait));
}

std::variant<Entrant, HttpResponse> TokenCheck::entrant_of(const HttpRequest& request) {
  const TimePoint now = reader_.clock().now();
  if (request.bearer.empty()) {
    return unauthorized(request, "expected a token, as Authorization: Bearer TOKEN");
  }
  const std::string digest = protocol::Sha256::hex_of(request.bearer);
  auto entrant = pages::entrant_of_token(reader_.snapshot(), digest);
  const Milliseconds wait = entrant ? Milliseconds(0) : guard_.wait_at(request.client, kAnyName, now);
  if (wait.count() > 0) {
    return too_many_tokens(request, wait);
  }
  if (!entrant && reader_.is_behind() && reader_.refresh_now()) {  // it may have entered a moment ago
    entrant = pages::entrant_of_token(reader_.snapshot(), digest);
  }
  if (entrant) {
    guard_.right(request.client, kAnyName);
    return *entrant;
  }
  return refuse(request, now);
}

HttpResponse TokenCheck::refuse(const HttpRequest& request, TimePoint now) {
  HttpResponse response =
      unauthorized(request, "no entrant of this tournament has this token: check that you copied all of it");
  if (const Milliseconds delay = guard_.wrong(request.client, kAnyName, now); delay.count() > 0) {
    set_retry_after(response, delay);
  }
  return response;
}

}  // namespace referee::web
