#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "referee/web/http/http_response.h"
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
  /// The receiver of a request's body. REQUIRES: take_submissions() was called.
  Upload upload(const HttpRequest& request) { return submissions_->upload(request); }
  HttpResponse answer(const HttpRequest& request);
  /// From now on the tournament's page has this lobby, HTML; "": none.
  void show_lobby(std::string lobby_html);
  /// The "tournament" event of the reader's newest snapshot.
  Event tournament_event() const;

 private:
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
  HttpResponse asset(const HttpRequest& request);

  TournamentReader& reader_;
  LiveMatches* live_;
  std::shared_ptr<EventTopic> events_;
  TokenCheck tokens_;
  MatchRoutes matches_;
  OwnRoutes own_;
  std::optional<SubmissionRoutes> submissions_;
  std::optional<WorkerRoutes> workers_;
  SharedBody page_;
  std::int64_t page_version_ = 0;  // of page_
  std::string lobby_html_;
  SharedBody tournament_;
  std::int64_t tournament_version_ = 0;  // of tournament_
  std::map<std::string, SharedBody, std::less<>> assets_;
};

}  // namespace referee::web
