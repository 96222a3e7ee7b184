#include "referee/tournament/run/tournament_context.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "referee/base/file_descriptor.h"
#include "referee/net/connection.h"
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

/// REQUIRES: config.workers.
queue::WorkerTerms workers_of(const TournamentConfig& config) {
  return {config.workers->sandbox, config.workers->cpu, config.workers->bundles, config.workers->most_lost};
}

MatchScheduler::Terms terms_of(const TournamentConfig& config, const MatchSeeds& seeds, const Roster& roster,
                               ChangeLog& changes, queue::RemoteJobs* jobs) {
  const auto withdrawn = [&roster](const std::string& name) {
    const auto entrant = roster.entrant(name);
    return entrant && roster.withdrawn(*entrant);
  };
  const auto game = config.game->make(config.instances.at(0).options, {});
  return {config.no_show,
          config.parallel,
          game->to_move().size(),
          seeds,
          withdrawn,
          [&roster] { return missing_from(roster); },
          [&roster](const std::string& name) { return roster.entrant(name).has_value(); },
          [&changes](const std::string& text) { return changes.note(text); },
          config.grace,
          turns_folder(config.store),
          jobs};
}

std::string sandbox_of(const StoreContent& content) {
  const auto found = content.meta.find(meta_key::kSandbox);
  return found == content.meta.end() ? "" : found->second;
}

}  // namespace

TournamentContext::TournamentContext(Tasks& all_tasks, const TournamentConfig& configured,
                                     const OpenedStore& opened, std::unique_ptr<Store> kept,
                                     std::shared_ptr<const Sandbox> machine)
    : tasks(all_tasks),
      config(configured),
      format(opened.format),
      sandbox(sandbox_of(opened.content)),
      revealed(opened.content.meta.contains(meta_key::kRevealed)),
      launcher(tasks, std::move(machine)),
      job_board(config.workers ? std::optional<queue::JobBoard>(std::in_place, tasks, kept->job_poster())
                               : std::nullopt),
      store(tasks, std::move(kept)),
      files(config.reports, Sync::none),
      changes(store, opened.content.changes),
      changed(tasks.io()),
      roster(config, opened.content, store, changes,
             {[this](const Player& player) { return events.waiting_for(player); },
              [this] { events.arrived(); }, [this](Entrant entrant) { events.enlisted(entrant); }}),
      tls(config.tls ? std::optional<TlsPort>(std::in_place, *config.tls) : std::nullopt),
      lobby(tasks, roster, Milliseconds(config.clock.init_ms)),
      jobs(job_board ? std::optional<queue::RemoteJobs>(std::in_place, tasks, *job_board, workers_of(config))
                     : std::nullopt),
      match_scheduler(tasks, launcher, lobby, store, files,
                      terms_of(config, opened.seeds, roster, changes, jobs ? &*jobs : nullptr)) {
  if (opened.resumed) {
    files.go_on();
  } else if (const std::string aside = files.set_aside(); !aside.empty()) {
    spdlog::info("records of an earlier tournament are in {} now", aside);
  }
  for (const auto& [match, attempt, record, why] : opened.interrupted) {
    spdlog::info("match {} is played again: {}", match, why);
    const auto place = MatchPlace::parse(match);
    if (!place || !keeps_seed_secret(config, *place)) {
      files.write_or_note(match, attempt, true, record);
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

void TournamentContext::accept(int fd) {
  FileDescriptor socket(fd);
  lobby.accept(tls ? tls->accept(std::move(socket)) : Connection(StampedConnection(std::move(socket))));
}

std::string TournamentContext::reload_certificate() {
  if (!tls) {
    throw std::invalid_argument("there is no certificate: the tournament file has no \"tls\"");
  }
  tls->reload();
  return tls->text();
}

Task<> TournamentContext::export_records(std::vector<StoredAttempt> games) {
  for (const StoredAttempt& game : games) {
    if (game.status == StoredAttempt::Status::running) {
      continue;
    }
    const std::string record = co_await store.record(game.match, game.attempt);
    if (!record.empty()) {  // else a worker's attempt that was called off: it has a number only
      files.write_or_note(game.match, game.attempt, game.status != StoredAttempt::Status::done, record);
    }
  }
}

Task<> TournamentContext::write_late_records() {
  const std::vector<RecordFiles::Unwritten> late = files.take_unwritten();
  for (const RecordFiles::Unwritten& one : late) {
    const std::string record = co_await store.record(one.match, one.attempt);
    files.write_or_note(one.match, one.attempt, one.is_void, record);
  }
  if (!late.empty() && files.unwritten().empty()) {
    spdlog::info("{} records that could not be written before are in {} now", late.size(),
                 (config.reports / "records").string());
  }
}

Task<> TournamentContext::write_last_records() {
  try {
    co_await write_late_records();
  } catch (const StoreError& error) {
    spdlog::error("{}", error.what());
  }
  if (!files.unwritten().empty()) {
    spdlog::error("{} records are not in {}: the store has them, and the same command writes them",
                  files.unwritten().size(), (config.reports / "records").string());
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

}  // namespace referee
