#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "protocol/require.h"
#include "referee/http/event_topic.h"
#include "referee/http/http_response.h"
#include "referee/loop/tasks.h"
#include "referee/loop/timer.h"
#include "referee/pages/tournament_snapshot.h"
#include "referee/store/store_uri.h"
#include "referee/tournament/config/web_spec.h"
#include "referee/web/live_matches.h"
#include "referee/web/match_feed.h"
#include "referee/web/site_routes.h"
#include "referee/web/tournament_reader.h"

namespace referee::web {

/// Where the things of a tournament are that is shown.
struct ShownTournament {
  StoreUri store;
  pages::PageTerms terms;       ///< `live`: it is played by this process, which tells of it by feed()
  std::filesystem::path turns;  ///< see TournamentReader; empty if it is not live
  /// See OwnRoutes; called on the loop. Nothing: standard error is not shown.
  OwnRoutes::StderrPath stderr_path;
  std::optional<SubmissionTerms> submissions;  ///< nothing: no versions are handed in
  std::optional<BeginTerms> begin;             ///< nothing: no page begins it
  bool workers = false;                        ///< matches are played by workers of the store
};

/// The pages of a tournament on one event loop: what they are made from, and when their readers hear of news.
class TournamentPages {
 public:
  /// How often the readers of running matches get what is new, at most.
  static constexpr Milliseconds kTick{100};
  /// Has the loop make a call, from any thread; see WebThread::post().
  using Post = std::function<bool(std::function<void()>)>;

  /// `wake` is called on the thread that plays when a match has news: it has the loop call tick_soon().
  /// Throws what TournamentReader throws.
  TournamentPages(Tasks& tasks, const WebSpec& web, const ShownTournament& tournament,
                  std::function<void()> wake, const Post& post);

  /// The observer of all matches that are to be shown live. REQUIRES: a live tournament.
  MatchFeed& feed() {
    REQUIRE(feed_ != nullptr);
    return *feed_;
  }
  /// Shows what workers do. `watch` outlives it.
  void show_workers(const WorkerWatch& watch, const WebSpec& web);
  /// From any thread: the store has been written to. wake() is to follow.
  void changed() { reader_.changed(); }

  // ---- on the loop ----

  HttpResponse answer(const HttpRequest& request);
  Upload upload(const HttpRequest& request);
  /// The page of the tournament has this lobby, HTML; "": none. All readers are told.
  void show_lobby(std::string lobby_html);
  /// Tells the readers what is new within kTick.
  void tick_soon();
  /// Tells all readers what the store says now. True if there are any.
  bool show_now();
  /// Ends all event streams, and does nothing by itself from now on.
  void close();

 private:
  void tick();
  bool has_readers() const;
  void refresh();

  Tasks& tasks_;
  std::shared_ptr<EventTopic> events_ = std::make_shared<EventTopic>();
  TournamentReader reader_;
  std::unique_ptr<MatchFeed> feed_;
  std::unique_ptr<LiveMatches> live_;
  SiteRoutes site_;
  Timer next_tick_;
  bool ticking_ = false;
};

}  // namespace referee::web
