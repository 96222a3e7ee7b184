#pragma once

#include <cstddef>
#include <string>

#include "engines/game.h"
#include "referee/http/http_response.h"
#include "referee/web/body_cache.h"
#include "referee/web/live_matches.h"
#include "referee/web/tournament_reader.h"

namespace referee::web {

/// Answers what is asked of single matches: data, records, and events of running ones. What is secret is for
/// pages::Visibility to say.
class MatchRoutes {
 public:
  /// The most bytes of computed data that are kept: those asked for last.
  static constexpr std::size_t kCacheBytes = 64 * 1024 * 1024;

  /// `reader` and `live` outlive this object. `live`: nullptr where no match is played by this process;
  /// running ones are not shown then.
  MatchRoutes(TournamentReader& reader, LiveMatches* live) : reader_(reader), live_(live) {}

  /// `/api/matches/ID` and below, for spectators.
  HttpResponse answer(const HttpRequest& request);
  /// What a match shows to the entrant at `seat` of it. `own_view`: it sees what its bot was told, and
  /// nothing else; false: what spectators see. REQUIRES: the entrant may open the match now.
  HttpResponse data_for(const HttpRequest& request, const StoredAttempt& attempt, engines::Seat seat,
                        bool own_view);
  /// The record of a match, for everybody: only if it may be handed out as it is.
  HttpResponse record(const HttpRequest& request, const StoredAttempt& attempt);

 private:
  HttpResponse data(const HttpRequest& request, const StoredAttempt& attempt);
  HttpResponse replay(const HttpRequest& request, const StoredAttempt& attempt);
  static HttpResponse secret(const HttpRequest& request, const StoredAttempt& attempt,
                             const std::string& what);
  HttpResponse events(const HttpRequest& request, const StoredAttempt& attempt);
  template <class Make>
  HttpResponse made(const HttpRequest& request, const StoredAttempt& attempt, Make make);
  SharedBody finished_data(const StoredAttempt& attempt, pages::Audience audience);
  SharedBody own_running_data(const StoredAttempt& attempt, engines::Seat seat);
  pages::MatchFacts facts(const StoredAttempt& attempt) const;

  TournamentReader& reader_;
  LiveMatches* live_;
  BodyCache cache_{kCacheBytes};
};

}  // namespace referee::web
