#include "referee/tournament/run/tournament_parts.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "referee/tournament/run/encounter_match.h"

namespace referee {
namespace {

/// The launched entrants whose programs are missing now.
std::vector<std::string> missing_from(const Roster& roster) {
  std::vector<std::string> names;
  for (Entrant entrant = 0; entrant < roster.size(); ++entrant) {
    const auto& bot = roster.bot(entrant);
    if (bot && !roster.withdrawn(entrant) && missing_file(*bot)) {
      names.push_back(roster.name(entrant));
    }
  }
  return names;
}

MatchScheduler::Terms terms_of(const TournamentConfig& config, const MatchSeeds& seeds, const Roster& roster,
                               ChangeLog& changes, queue::RemoteJobs* jobs) {
  const auto withdrawn = [&roster](const std::string& name) {
    const auto entrant = roster.entrant(name);
    return entrant && roster.withdrawn(*entrant);
  };
  return {config.no_show,
          config.parallel,
          config.game->facts(config.instances.at(0).options).asked,
          config.seats,
          seeds,
          withdrawn,
          [&roster] { return missing_from(roster); },
          [&roster](const std::string& name) { return roster.entrant(name).has_value(); },
          [&changes](const std::string& text) { return changes.note(text); },
          config.grace,
          turns_folder(config.store),
          jobs};
}

}  // namespace

WorkerJobs::WorkerJobs(Tasks& tasks, std::unique_ptr<JobPoster> poster, const WorkersSpec& terms)
    : board(tasks, std::move(poster)),
      jobs(tasks, board, {terms.sandbox, terms.cpu, terms.bundles, terms.most_lost}) {}

TournamentParts::TournamentParts(Tasks& tasks, const TournamentConfig& config, const OpenedStore& opened,
                                 std::unique_ptr<Store> kept, Launcher& launcher)
    : workers(config.workers
                  ? std::optional<WorkerJobs>(std::in_place, tasks, kept->job_poster(), *config.workers)
                  : std::nullopt),
      store(tasks, std::move(kept)),
      records(store, config.reports),
      changes(tasks.clock(), store, opened.content.changes),
      roster(tasks.clock(), config, opened.content, store, changes),
      connections(tasks, config, roster, launcher),
      match_scheduler(tasks, launcher, connections.lobby(), store, records.files(),
                      terms_of(config, opened.seeds, roster, changes, workers ? &workers->jobs : nullptr)) {
  if (opened.resumed) {
    records.files().go_on();
  } else if (const std::string aside = records.files().set_aside(); !aside.empty()) {
    spdlog::info("records of an earlier tournament are in {} now", aside);
  }
  for (const auto& [match, attempt, record, why] : opened.interrupted) {
    spdlog::info("match {} is played again: {}", match, why);
    const auto place = MatchPlace::parse(match);
    if (!place || !keeps_seed_secret(config, *place)) {
      records.files().write_or_note(match, attempt, true, record);
    }
  }
  for (const auto& [match, attempt, record, why] : opened.replaced) {
    records.show_as_void(match, attempt, record);
  }
  for (const StoredAttempt& game : opened.content.games) {
    match_scheduler.set_attempts(game.match, game.attempt);
  }
  for (const auto& [match, attempt, saved] : opened.resumable) {
    spdlog::info("match {} goes on where it was when the referee ended", match);
    match_scheduler.set_saved(match, saved);
  }
}

}  // namespace referee
