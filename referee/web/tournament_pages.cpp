#include "referee/web/tournament_pages.h"

#include <utility>

namespace referee::web {

TournamentPages::TournamentPages(Tasks& tasks, const WebSpec& web, const ShownTournament& tournament,
                                 std::function<void()> wake, const Post& post)
    : tasks_(tasks),
      reader_(tasks.clock(), tournament.store, tournament.terms, tournament.turns),
      feed_(tournament.terms.live ? std::make_unique<MatchFeed>(std::move(wake)) : nullptr),
      live_(tournament.terms.live
                ? std::make_unique<LiveMatches>(reader_, ShowDelay{web.delay_turns, web.delay}, events_)
                : nullptr),
      site_(reader_, live_.get(), events_, tournament.stderr_path),
      next_tick_(tasks.io()) {
  if (tournament.submissions) {
    site_.take_submissions(*tournament.submissions, post);
  }
  if (tournament.begin) {
    site_.take_begin(*tournament.begin, post);
  }
}

void TournamentPages::show_workers(const WorkerWatch& watch, const WebSpec& web) {
  const bool shown_late = web.delay_turns > 0 || web.delay.count() > 0;
  site_.show_workers(watch, {.tells_turns = !shown_late});
}

void TournamentPages::refresh() {
  if (!reader_.snapshot().terms().live) {
    reader_.look_for_changes();
  }
  if (reader_.refresh(tasks_.clock().now())) {
    events_->publish(site_.tournament_event());
  }
}

HttpResponse TournamentPages::answer(const HttpRequest& request) {
  refresh();
  HttpResponse response = site_.answer(request);
  if (response.topic != nullptr) {
    tick_soon();
  }
  return response;
}

Upload TournamentPages::upload(const HttpRequest& request) {
  refresh();
  return site_.upload(request);
}

void TournamentPages::show_lobby(std::string lobby_html) {
  site_.show_lobby(std::move(lobby_html));
  events_->publish(site_.tournament_event());
}

void TournamentPages::tick_soon() {
  if (!ticking_) {
    ticking_ = true;
    next_tick_.set_after(kTick, [this] { tick(); });
  }
}

bool TournamentPages::show_now() {
  reader_.refresh_now();
  events_->publish(site_.tournament_event());
  tick();
  return has_readers();
}

void TournamentPages::close() {
  next_tick_.cancel();
  ticking_ = true;
  events_->end();
}

bool TournamentPages::has_readers() const {
  return events_->readers() > 0 || (live_ != nullptr && live_->has_readers());
}

/// The store is read only if somebody wants to know; matches that nobody looks at cost a copy of their lines.
void TournamentPages::tick() {
  const TimePoint now = tasks_.clock().now();
  next_tick_.cancel();
  ticking_ = false;
  const bool readers = has_readers();
  if (readers && !reader_.snapshot().terms().live) {
    reader_.look_for_changes();
  }
  if (readers && reader_.refresh(now)) {
    events_->publish(site_.tournament_event());
  }
  if (live_ != nullptr) {
    live_->take(feed_->take(), now);
    live_->step(now);
  }
  if (readers || (live_ != nullptr && live_->is_busy())) {
    tick_soon();
  }
}

}  // namespace referee::web
