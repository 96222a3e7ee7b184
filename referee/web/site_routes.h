#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "referee/http/http_response.h"
#include "referee/web/begin_route.h"
#include "referee/web/live_matches.h"
#include "referee/web/match_routes.h"
#include "referee/web/own_routes.h"
#include "referee/web/submission_routes.h"
#include "referee/web/token_check.h"
#include "referee/web/tournament_reader.h"
#include "referee/web/worker_routes.h"

namespace referee::web {

/// Answers all requests for the pages of one tournament: the pages themselves, what they load, and the API.
class SiteRoutes {
 public:
  /// The number that a "tournament" event has among the states of a topic: see Event::state.
  static constexpr int kTournamentState = 0;

  /// `reader` outlives it, and so does `live`, which is nullptr where no match is played by this process.
  /// `events`: where "tournament" and "boards" events are published.
  SiteRoutes(TournamentReader& reader, LiveMatches* live, std::shared_ptr<EventTopic> events,
             OwnRoutes::StderrPath stderr_path);

  /// From now on versions of bots are taken. See SubmissionRoutes.
  void take_submissions(SubmissionTerms terms, SubmissionRoutes::Post post);
  /// From now on there is a page of the workers. `watch` outlives it.
  void show_workers(const WorkerWatch& watch, pages::WorkerTerms terms) {
    workers_.emplace(reader_, watch, terms);
  }
  /// From now on the arbiter may begin the tournament. See BeginRoute.
  void take_begin(BeginTerms terms, BeginRoute::Post post) {
    begin_.emplace(reader_.clock(), std::move(terms), std::move(post));
  }
  /// The receiver of a request's body, or why nobody takes it.
  Upload upload(const HttpRequest& request);
  HttpResponse answer(const HttpRequest& request);
  /// From now on the tournament's page has this lobby, HTML; "": none.
  void show_lobby(std::string lobby_html);
  /// The "tournament" event of what the page shows now.
  Event tournament_event() const;

 private:
  /// Counts what the page has shown, from 1: snapshots of the tournament and lobbies.
  std::int64_t version() const { return reader_.version() + lobbies_; }
  HttpResponse found(const HttpRequest& request);
  HttpResponse api(const HttpRequest& request);
  HttpResponse tournament_page();
  HttpResponse tournament();
  HttpResponse events();
  HttpResponse page(const char* name, const std::string& title, const std::string& root,
                    const std::string& data_html = "");
  HttpResponse page_with_boards(const char* name, const std::string& title, const std::string& root);
  HttpResponse entrant(const HttpRequest& request);
  HttpResponse verify_page() const;
  HttpResponse play_page() const;
  HttpResponse lab_page() const;
  const std::string* built_script(const std::string& name) const;
  HttpResponse asset(const HttpRequest& request);

  TournamentReader& reader_;
  LiveMatches* live_;
  std::shared_ptr<EventTopic> events_;
  TokenCheck tokens_;
  MatchRoutes matches_;
  OwnRoutes own_;
  std::optional<SubmissionRoutes> submissions_;
  std::optional<WorkerRoutes> workers_;
  std::optional<BeginRoute> begin_;
  SharedBody page_;
  std::int64_t page_version_ = 0;  // of page_
  std::string lobby_html_;
  std::int64_t lobbies_ = 0;  // that show_lobby() was given
  SharedBody tournament_;
  std::int64_t tournament_version_ = 0;  // of tournament_
  std::map<std::string, SharedBody, std::less<>> assets_;
};

}  // namespace referee::web
