#pragma once

#include <functional>
#include <string>

#include "referee/http/http_response.h"
#include "referee/loop/clock.h"
#include "referee/match/token_guard.h"
#include "referee/net/control_message.h"

namespace referee::web {

/// How the arbiter begins a tournament from a browser.
struct BeginTerms {
  using Told = std::function<void(const ControlReply&)>;

  std::string token_sha256;  ///< of the token that this start of the referee has printed, in hex
  /// Called on the server's thread; `told` is called once, on any thread, with what `referee ctl start` would
  /// have been told.
  std::function<void(Told told)> begin;
};

/// `POST /api/begin` with "Authorization: Bearer TOKEN" and an empty body: what `referee ctl start` does, as
/// long as the tournament has not begun. A page of another site cannot ask it: a browser sends this header to
/// its own site only. Who tries tokens out has to wait.
class BeginRoute {
 public:
  /// Has a function called on the server's thread; false once the server has been stopped.
  using Post = std::function<bool(std::function<void()>)>;

  BeginRoute(const Clock& clock, BeginTerms terms, Post post)
      : clock_(clock), terms_(std::move(terms)), post_(std::move(post)) {}

  /// 403 for a wrong token, 429 after several. The receiver answers 200, or 409 with the reason.
  Upload upload(const HttpRequest& request);
  /// To a GET: 405.
  static HttpResponse answer(const HttpRequest& request);

 private:
  class Receiver;

  const Clock& clock_;
  BeginTerms terms_;
  Post post_;
  TokenGuard guard_;
};

}  // namespace referee::web
