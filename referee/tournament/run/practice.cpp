#include "referee/tournament/run/practice.h"

#include <algorithm>
#include <utility>

#include "referee/tournament/run/encounter_match.h"
#include "referee/tournament/standings/history.h"

namespace referee {

Practice::Practice(TournamentContext& context, const OpenedStore& opened,
                   std::function<void(const std::string&)> game_over)
    : TournamentRunner(context), game_over_(std::move(game_over)) {
  for (const StoredAttempt& game : opened.content.games) {
    int& games = games_[static_cast<Entrant>(game.table) - 1];
    games = std::max(games, game.game_no);
  }
}

Task<> Practice::play() {
  while (!stopping()) {
    begin_games();
    co_await context_.changed.changed();
  }
  while (!playing_.empty()) {
    co_await context_.changed.changed();
  }
  co_await context_.write_last_records();
  rethrow_failure();
}

void Practice::begin_games() {
  for (Entrant entrant = 0; entrant < context_.roster.size(); ++entrant) {
    const bool may_play = !context_.roster.launched(entrant) && context_.roster.here(entrant) &&
                          !context_.roster.withdrawn(entrant);
    if (may_play && playing_.insert(entrant).second) {
      context_.tasks.start("practice", play_games(entrant));
    }
  }
}

Task<> Practice::play_games(Entrant entrant) {
  try {
    while (!stopping() && context_.roster.here(entrant) && !context_.roster.withdrawn(entrant)) {
      co_await play_game(entrant);
    }
  } catch (const std::exception&) {
    fail(std::current_exception());
  }
  playing_.erase(entrant);
  context_.changed.notify();
}

Task<> Practice::play_game(Entrant entrant) {
  const Encounter encounter{.round = 1, .table = static_cast<int>(entrant) + 1, .entrants = {entrant}};
  const EncounterMatch game(context_.config, encounter, ++games_[entrant]);
  ScheduledMatch scheduled = game.scheduled(context_.roster);
  scheduled.job.spec.keep_seed_secret = false;
  scheduled.shared.reset();  // entrants are not compared
  scheduled.result_commit = [&game](const MatchResult& match) {
    return ScheduledMatch::ResultCommit{game_result_json(game.result(match)), {}};
  };
  const auto match = co_await context_.match_scheduler.play(std::move(scheduled));
  if (match) {
    game_over_(EncounterMatch::line_of(game.place().id(), *match));
  }
  const auto& player = context_.roster.player(entrant);
  player->send(protocol::wait_line(waiting_for(*player)));
}

std::string Practice::waiting_for(const Player& player) const {
  if (player.playing()) {
    return "your match goes on";
  }
  const auto entrant = context_.roster.entrant(player.name());
  if (entrant && context_.roster.awaits_approval(*entrant)) {
    return kAwaitsApproval;
  }
  return stopping() ? "the referee is stopping: no more matches begin"
                    : "your next practice match is called soon";
}

}  // namespace referee
