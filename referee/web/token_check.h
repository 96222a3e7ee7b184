#pragma once

#include <variant>

#include "referee/http/http_response.h"
#include "referee/match/token_guard.h"
#include "referee/tournament/standings/history.h"
#include "referee/web/tournament_reader.h"

namespace referee::web {

/// Which entrant asks, by the token in "Authorization: Bearer TOKEN". A token is compared by its digest, in a
/// time that says nothing of it, and never kept or logged. Who tries some out has to wait; who shows a right
/// one has not, whatever others of the same address do: nobody finds 128 random bits by trying.
class TokenCheck {
 public:
  /// `reader` outlives it.
  explicit TokenCheck(TournamentReader& reader) : reader_(reader) {}

  /// The entrant, or the response to somebody without a right token: 401, or 429 after several wrong ones.
  std::variant<Entrant, HttpResponse> entrant_of(const HttpRequest& request);

 private:
  HttpResponse refuse(const HttpRequest& request, TimePoint now);

  TournamentReader& reader_;
  TokenGuard guard_;
};

/// A response that says when to try again, in whole seconds, at least one.
void set_retry_after(HttpResponse& response, Milliseconds wait);
/// 429: so many wrong tokens came from this address that it has to wait.
HttpResponse too_many_tokens(const HttpRequest& request, Milliseconds wait);

}  // namespace referee::web
