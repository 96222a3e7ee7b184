#include "referee/web/own_routes.h"

#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "referee/base/input.h"
#include "referee/match/stderr_file.h"

namespace referee::web {
HttpResponse OwnRoutes::answer(const HttpRequest& request) {
  auto who = tokens_.entrant_of(request);
  HttpResponse response = std::holds_alternative<Entrant>(who) ? answer(request, std::get<Entrant>(who))
                                                               : std::get<HttpResponse>(std::move(who));
  response.cache_control = "no-store";  // of one person
  return response;
}

HttpResponse OwnRoutes::answer(const HttpRequest& request, Entrant entrant) {
  constexpr std::size_t kOwn = 2;  // api, me
  if (request.path.size() > kOwn) {
    return match(request, entrant);
  }
  const pages::TournamentSnapshot& snapshot = reader_.snapshot();
  const std::string& name = snapshot.content().entrants[entrant].name;
  const pages::OwnFiles files{stderr_of(name), read_own_file(reader_.marks().published(name))};
  return json_response(
      make_body(protocol::dump(pages::me_data(snapshot, entrant, reader_.store(), reports_, files))));
}

std::optional<std::string> OwnRoutes::stderr_of(const std::string& name) const {
  return stderr_path_ ? read_own_file(stderr_path_(name)) : std::nullopt;
}

/// api/me/matches/ID/printed.
HttpResponse OwnRoutes::printed(Entrant entrant, const StoredAttempt& attempt, std::size_t seat) {
  const std::string& name = reader_.snapshot().content().entrants[entrant].name;
  const auto written =
      stderr_path_ ? StderrFile(stderr_path_(name)).of(attempt.match, attempt.attempt) : std::nullopt;
  return json_response(make_body(protocol::dump(pages::printed_data(written, seat))));
}

/// api/me/matches/ID, and /record or /printed behind it.
HttpResponse OwnRoutes::match(const HttpRequest& request, Entrant entrant) {
  constexpr std::size_t kMatchAt = 3;
  const std::vector<std::string>& path = request.path;
  const pages::TournamentSnapshot& snapshot = reader_.snapshot();
  const std::string below = path.size() == kMatchAt + 2 ? path.back() : "";
  const bool is_known = path.size() == kMatchAt + 1 || below == "record" || below == "printed";
  const StoredAttempt* const attempt =
      path.size() > kMatchAt && path[2] == "matches" && is_known ? snapshot.attempt(path[kMatchAt]) : nullptr;
  const auto seat = attempt == nullptr ? std::nullopt
                                       : pages::seat_of(snapshot, entrant,
                                                        {attempt->round, attempt->table, attempt->game_no});
  if (!seat) {
    return error_response(request, 404, "you have no game of this name");
  }
  const bool launched =
      pages::was_launched(snapshot, entrant, reports_.launched(reader_.store(), *attempt, *seat));
  const pages::OwnSight sight = pages::own_sight(snapshot, *attempt, launched);
  if (sight == pages::OwnSight::nothing) {
    return error_response(request, 403, pages::why_not_own(snapshot, *attempt, launched));
  }
  if (below == "printed") {
    return printed(entrant, *attempt, *seat);
  }
  if (below == "record") {
    return matches_.record(request, *attempt);
  }
  return matches_.data_for(request, *attempt, *seat, sight == pages::OwnSight::own_seat);
}

}  // namespace referee::web
