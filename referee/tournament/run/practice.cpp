#include "referee/tournament/run/practice.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "referee/net/timer.h"
#include "referee/tournament/run/encounter_match.h"
#include "referee/tournament/run/ladder_record.h"
#include "referee/tournament/standings/history.h"

namespace referee {

Practice::Practice(TournamentContext& context, const OpenedStore& opened, Events events)
    : TournamentRunner(context),
      events_(std::move(events)),
      sums_(PracticeSums::of(opened.content, context.config.seats)),
      renewal_(context, sums_.table,
               {[this](std::int64_t) { return forget_older_than_kept(); },
                [this] { events_.standings_changed(); }}) {
  games_ = sums_.counted;
  for (const StoredAttempt& game : opened.content.games) {
    const auto entrant = static_cast<Entrant>(game.table) - 1;
    games_[entrant] = std::max(games_[entrant], game.game_no);
    kept_[entrant].insert(game.game_no);
  }
}

Task<> Practice::play() {
  renewal_.now();
  while (!stopping()) {
    look_at_versions();
    begin_games();
    co_await context_.changed.changed();
  }
  while (!playing_.empty()) {
    co_await context_.changed.changed();
  }
  renewal_.now();
  co_await context_.write_last_records();
  rethrow_failure();
  co_await context_.store.flush();  // the sums and the matches that are forgotten, too
}

void Practice::drain() {
  TournamentRunner::drain();
  renewal_.cancel();
}

/// A new version is rated from its own matches.
void Practice::look_at_versions() {
  for (Entrant entrant = 0; entrant < context_.roster.size(); ++entrant) {
    const LadderTable::Player* const player = sums_.table.present(entrant);
    const int version = context_.roster.version(entrant);
    if (version != (player == nullptr ? 0 : player->version)) {
      sums_.table.play_version(entrant, version, now_seconds());
      renew_soon();
    }
  }
}

void Practice::renew_soon() {
  if (!stopping()) {  // else play() does it
    renewal_.soon();
  }
}

bool Practice::may_play(Entrant entrant) const {
  const Roster& roster = context_.roster;
  const bool by_itself = !roster.launched(entrant) || roster.version(entrant) != 0;
  return !stopping() && !paused() && by_itself && roster.here(entrant) && !roster.withdrawn(entrant);
}

void Practice::begin_games() {
  for (Entrant entrant = 0; entrant < context_.roster.size(); ++entrant) {
    if (may_play(entrant) && playing_.insert(entrant).second) {
      context_.tasks.start("practice", play_games(entrant));
    }
  }
}

Task<> Practice::play_games(Entrant entrant) {
  try {
    while (may_play(entrant)) {
      co_await await_pace(entrant);
      if (may_play(entrant)) {
        pace(entrant).begun(std::chrono::steady_clock::now());
        co_await play_game(entrant);
      }
    }
  } catch (const std::exception&) {
    fail(std::current_exception());
  }
  playing_.erase(entrant);
  context_.changed.notify();
}

Task<> Practice::await_pace(Entrant entrant) {
  const TimePoint due = pace(entrant).due();
  Timer is_due(context_.tasks.io());
  is_due.set(due, [this] { context_.changed.notify(); });
  while (may_play(entrant) && std::chrono::steady_clock::now() < due) {
    co_await context_.changed.changed();
  }
}

Task<> Practice::play_game(Entrant entrant) {
  const Encounter encounter{.round = 1, .table = static_cast<int>(entrant) + 1, .entrants = {entrant}};
  const EncounterMatch game(context_.config, encounter, ++games_[entrant]);
  ScheduledMatch scheduled = game.scheduled(context_.roster);
  scheduled.job.spec.keep_seed_secret = false;
  scheduled.shared.reset();  // entrants are not compared
  GameResult result;
  scheduled.result_commit = [&](const MatchResult& match) {
    result = game.ladder_result(match);
    return ScheduledMatch::ResultCommit{game_result_json(result), {}};
  };
  const auto match = co_await context_.match_scheduler.play(std::move(scheduled));
  if (match) {
    sums_.add(entrant, game.place().game_no, result);
    events_.game_over(EncounterMatch::line_of(game.place().id(), *match));
  }
  kept_[entrant].insert(game.place().game_no);
  renew_soon();
  say_wait(entrant);
}

/// Removes the record files of each entrant's oldest matches, so that the newest `keep` are left; what is to
/// be written to the store, with the sums that include them.
std::vector<StoreWrite> Practice::forget_older_than_kept() {
  std::vector<StoreWrite> writes;
  for (auto& [entrant, kept] : kept_) {
    while (kept.size() > context_.config.keep) {
      const MatchPlace oldest{1, static_cast<int>(entrant) + 1, *kept.begin()};
      kept.erase(kept.begin());
      context_.files.remove(oldest.id(), context_.match_scheduler.forget(oldest.id()));
      writes.emplace_back(store_write::ForgetMatch{oldest.id()});
    }
  }
  writes.emplace_back(store_write::SetMeta{meta_key::kCounted, sums_.counted_text()});
  return writes;
}

std::string Practice::progress_text() const {
  const std::string state = state_text();
  return state.empty() ? "" : "practice" + state;
}

std::string Practice::waiting_for(const Player& player) const {
  if (player.playing()) {
    return "your match goes on";
  }
  const auto entrant = context_.roster.entrant(player.name());
  if (entrant && context_.roster.awaits_approval(*entrant)) {
    return kAwaitsApproval;
  }
  if (stopping()) {
    return "the referee is stopping: no more matches begin";
  }
  if (paused()) {
    return pause_text();
  }
  const auto known = entrant ? paces_.find(*entrant) : paces_.end();
  const auto pause =
      known == paces_.end()
          ? std::chrono::seconds(0)
          : std::chrono::ceil<std::chrono::seconds>(known->second.due() - std::chrono::steady_clock::now());
  return pause.count() <= 0 ? "your next practice match is called soon"
                            : "your next practice match is called in " + std::to_string(pause.count()) +
                                  " s: you have played many in a row";
}

}  // namespace referee
