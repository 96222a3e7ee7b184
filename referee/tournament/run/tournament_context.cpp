#include "referee/tournament/run/tournament_context.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "referee/tournament/run/encounter_match.h"

namespace referee {
namespace {

MatchScheduler::Terms terms_of(const TournamentConfig& config, const MatchSeeds& seeds,
                               const Roster& roster) {
  const auto withdrawn = [&roster](const std::string& name) {
    const auto entrant = roster.entrant(name);
    return entrant && roster.withdrawn(*entrant);
  };
  const auto game = config.game->make(config.instances.at(0).options, {});
  return {config.no_show, config.parallel, game->to_move().size(),    seeds,
          withdrawn,      config.grace,    turns_folder(config.store)};
}

}  // namespace

TournamentContext::TournamentContext(Tasks& all_tasks, const TournamentConfig& configured,
                                     const OpenedStore& opened, std::unique_ptr<Store> kept,
                                     std::shared_ptr<const Sandbox> sandbox)
    : tasks(all_tasks),
      config(configured),
      launcher(tasks, std::move(sandbox)),
      store(tasks, std::move(kept)),
      files(config.reports, Sync::none),
      changes(store, opened.content.changes),
      changed(tasks.io()),
      roster(config, opened.content.entrants, store, changes,
             {[this](const Player& player) { return events.waiting_for(player); },
              [this] { events.arrived(); }, [this](Entrant entrant) { events.enlisted(entrant); }}),
      lobby(tasks, roster, Milliseconds(config.clock.init_ms)),
      match_scheduler(tasks, launcher, lobby, store, files, terms_of(config, opened.seeds, roster)) {
  if (opened.resumed) {
    files.go_on();
  } else if (const std::string aside = files.set_aside(); !aside.empty()) {
    spdlog::info("records of an earlier tournament are in {} now", aside);
  }
  for (const auto& [match, attempt, record, why] : opened.interrupted) {
    spdlog::info("match {} is played again: {}", match, why);
    const auto place = MatchPlace::parse(match);
    const bool secret = !config.format->traits().open_practice && place && keeps_seed_secret(config, *place);
    if (!secret) {
      files.write(match, attempt, true, record);
    }
  }
  for (const StoredAttempt& game : opened.content.games) {
    match_scheduler.set_attempts(game.match, game.attempt);
  }
  for (const auto& [match, attempt, saved] : opened.resumable) {
    spdlog::info("match {} goes on where it was when the referee ended", match);
    match_scheduler.set_saved(match, saved);
  }
}

Task<> TournamentContext::export_records(std::vector<StoredAttempt> games) {
  for (const StoredAttempt& game : games) {
    if (game.status == StoredAttempt::Status::running) {
      continue;
    }
    const std::string record = co_await store.record(game.match, game.attempt);
    try {
      files.write(game.match, game.attempt, game.status != StoredAttempt::Status::done, record);
    } catch (const std::system_error& error) {  // the store has them: the tournament goes on
      spdlog::error("{}; the other records are not written either", error.what());
      co_return;
    }
  }
}

void TournamentContext::show_as_void(const std::string& match, int attempt, std::string_view record) {
  try {
    files.replace_by_void(match, attempt, record);
  } catch (const std::system_error& error) {
    spdlog::error("{}", error.what());
  }
}

void TournamentContext::close(std::string_view reason) {
  lobby.close(reason);
  roster.dismiss_all(reason);
  launcher.close();
}

TournamentRunner::TournamentRunner(TournamentContext& context) : context_(context) {
  context_.events = {[this](const Player& player) { return waiting_for(player); },
                     [this] { context_.changed.notify(); }, [this](Entrant) { context_.changed.notify(); }};
  context_.store.on_failure([this](std::exception_ptr failure) { fail(std::move(failure)); });
}

void TournamentRunner::drain() {
  stopping_ = true;
  context_.match_scheduler.drain();
  context_.changed.notify();
}

void TournamentRunner::abort(const std::string& why) {
  drain();
  context_.match_scheduler.abort_all(why);
}

void TournamentRunner::fail(std::exception_ptr failure) {
  if (!failure_) {
    failure_ = std::move(failure);
    abort("the referee has failed");
  }
}

void TournamentRunner::rethrow_failure() const {
  if (failure_) {
    std::rethrow_exception(failure_);
  }
}

}  // namespace referee
