#include "referee/tournament/run/tournament_context.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "referee/tournament/run/encounter_match.h"

namespace referee {
namespace {

Arena::Terms terms_of(const TournamentConfig& config, const MatchSeeds& seeds, const Roster& roster) {
  const auto withdrawn = [&roster](const std::string& name) {
    const auto entrant = roster.entrant(name);
    return entrant && roster.withdrawn(*entrant);
  };
  const auto game = config.game->make(config.instances.at(0).options, {});
  return {config.no_show, config.parallel, game->to_move().size(), seeds, withdrawn};
}

}  // namespace

Hall::Hall(Tasks& all_tasks, const TournamentConfig& configured, const Opening& opening,
           std::unique_ptr<Store> kept, std::shared_ptr<const Sandbox> sandbox)
    : tasks(all_tasks),
      config(configured),
      launcher(tasks, std::move(sandbox)),
      store(tasks, std::move(kept)),
      files(config.reports, Sync::none),
      changes(store, opening.content.changes),
      changed(tasks.io()),
      roster(config, opening.content.entrants, store, changes,
             {[this](const Player& player) { return events.waiting_for(player); },
              [this] { events.arrived(); }, [this](Entrant entrant) { events.enlisted(entrant); }}),
      lobby(tasks, roster, Milliseconds(config.clock.init_ms)),
      arena(tasks, launcher, lobby, store, files, terms_of(config, opening.seeds, roster)) {
  if (opening.resumed) {
    files.go_on();
  } else if (const std::string aside = files.set_aside(); !aside.empty()) {
    spdlog::info("records of an earlier tournament are in {} now", aside);
  }
  for (const auto& [match, attempt, record] : opening.interrupted) {
    const auto place = MatchPlace::parse(match);
    const bool secret =
        config.format.kind != FormatSpec::Kind::practice && place && keeps_seed_secret(config, *place);
    if (!secret) {
      files.write(match, attempt, true, record);
    }
  }
  for (const StoredGame& game : opening.content.games) {
    arena.set_attempts(game.match, game.attempt);
  }
}

Task<> Hall::export_records(std::vector<StoredGame> games) {
  for (const StoredGame& game : games) {
    if (game.status == StoredGame::Status::running) {
      continue;
    }
    const std::string record = co_await store.record(game.match, game.attempt);
    try {
      files.write(game.match, game.attempt, game.status != StoredGame::Status::done, record);
    } catch (const std::system_error& error) {  // the store has them: the tournament goes on
      spdlog::error("{}; the other records are not written either", error.what());
      co_return;
    }
  }
}

void Hall::show_as_void(const std::string& match, int attempt, std::string_view record) {
  try {
    files.replace_by_void(match, attempt, record);
  } catch (const std::system_error& error) {
    spdlog::error("{}", error.what());
  }
}

void Hall::close(std::string_view reason) {
  lobby.close(reason);
  roster.dismiss_all(reason);
  launcher.close();
}

Course::Course(Hall& hall) : hall_(hall) {
  hall_.events = {[this](const Player& player) { return waiting_for(player); },
                  [this] { hall_.changed.notify(); }, [this](Entrant) { hall_.changed.notify(); }};
  hall_.store.on_failure([this](std::exception_ptr failure) { fail(std::move(failure)); });
}

void Course::drain() {
  stopping_ = true;
  hall_.arena.drain();
  hall_.changed.notify();
}

void Course::abort(const std::string& why) {
  drain();
  hall_.arena.abort_all(why);
}

void Course::fail(std::exception_ptr failure) {
  if (!failure_) {
    failure_ = std::move(failure);
    abort("the referee has failed");
  }
}

void Course::rethrow_failure() const {
  if (failure_) {
    std::rethrow_exception(failure_);
  }
}

}  // namespace referee
