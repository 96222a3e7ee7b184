#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "referee/http/http_response.h"
#include "referee/pages/me_data.h"
#include "referee/tournament/standings/history.h"
#include "referee/web/match_routes.h"
#include "referee/web/token_check.h"
#include "referee/web/tournament_reader.h"

namespace referee::web {

/// Answers an entrant who shows its token: `/api/me` and below.
class OwnRoutes {
 public:
  /// `reader`, `tokens` and `matches` outlive it. `stderr_path`: the file of what a launched entrant's bot
  /// wrote to standard error, by name; it may be missing.
  using StderrPath = std::function<std::filesystem::path(const std::string&)>;
  OwnRoutes(TournamentReader& reader, TokenCheck& tokens, MatchRoutes& matches, StderrPath stderr_path)
      : reader_(reader), tokens_(tokens), matches_(matches), stderr_path_(std::move(stderr_path)) {}

  HttpResponse answer(const HttpRequest& request);

 private:
  HttpResponse answer(const HttpRequest& request, Entrant entrant);
  HttpResponse match(const HttpRequest& request, Entrant entrant);
  std::optional<std::string> stderr_of(const std::string& name) const;
  HttpResponse printed(Entrant entrant, const StoredAttempt& attempt, std::size_t seat);

  TournamentReader& reader_;
  TokenCheck& tokens_;
  MatchRoutes& matches_;
  StderrPath stderr_path_;
  pages::SeatReports reports_;
};

}  // namespace referee::web
