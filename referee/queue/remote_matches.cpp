#include "referee/queue/remote_matches.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "protocol/messages.h"
#include "protocol/sha256.h"
#include "referee/base/text.h"
#include "referee/games/adapters.h"
#include "referee/match/program/program_place.h"
#include "referee/match/recorded_result.h"
#include "referee/process/program.h"
#include "referee/queue/attempts_at_workers.h"
#include "referee/queue/bundle.h"
#include "referee/queue/match_outcome.h"
#include "referee/queue/outcome_text.h"
#include "referee/queue/queued_match.h"
#include "referee/store/store.h"

namespace referee::queue {
namespace {

/// The name of the attempt's job.
std::string job_name(const MatchSpec& spec) { return spec.id + "/" + std::to_string(spec.attempt); }

std::int64_t slots_of(const MatchJob& job) {
  const auto launched =
      std::ranges::count_if(job.seats, [](const SeatSpec& seat) { return seat.bot.has_value(); });
  const auto asked_at_once = static_cast<std::int64_t>(job.spec.game->facts(job.spec.options).asked);
  return std::clamp<std::int64_t>(launched, 1, std::max<std::int64_t>(asked_at_once, 1));
}

/// The replay that the record names is what the worker has handed in beside it. Throws std::runtime_error.
void take_replay(MatchResult& result, std::string content, const MatchSpec& spec) {
  if (!result.replay) {
    return;
  }
  if (!is_replay_name(result.replay->file, spec)) {
    throw std::runtime_error("its record names the replay " + printable(result.replay->file, kShownText) +
                             ", expected " + replay_stem(spec) + " and an ending");
  }
  if (content.size() != result.replay->bytes || protocol::Sha256::hex_of(content) != result.replay->sha256) {
    throw std::runtime_error("the replay is not that of its record: " + std::to_string(content.size()) +
                             " bytes, expected " + std::to_string(result.replay->bytes));
  }
  result.replay->content = std::make_shared<const std::string>(std::move(content));
}

/// What a worker has handed in, as if the attempt had been played here. Its record names the worker as the
/// database knows it. Throws what is wrong with it.
EndedAttempt read_attempt(EndedJob job_over, const MatchJob& job) {
  std::vector<std::string> players;
  std::ranges::transform(job.seats, std::back_inserter(players), &SeatSpec::name);
  EndedAttempt ended;
  MatchOutcome outcome = read_outcome(parse_outcome(job_over.outcome));
  if (const auto* const failed = std::get_if<FailedOutcome>(&outcome)) {
    using Cause = FailedStart::Cause;
    ended.kind = EndedAttempt::Kind::failed_start;
    ended.failure.emplace(std::min(failed->seat, players.size() - 1),
                          failed->is_programs_fault ? Cause::program : Cause::machine, failed->why, nullptr);
    return ended;
  }
  auto& handed_in = std::get<PlayedOutcome>(outcome);
  PlayedAttempt& played = ended.played;
  ended.kind = EndedAttempt::Kind::played;
  played.job = job;
  played.result = recorded_result(std::move(handed_in.record), job.spec, players);
  played.result.record = with_worker(played.result.record, job_over.news.worker, job_over.news.role);
  take_replay(played.result, std::move(job_over.built), job.spec);
  played.result.rules_failed = played.result.is_void && handed_in.rules_failed;
  played.how_bots_ended = std::move(handed_in.how_bots_ended);
  played.how_bots_ended.resize(players.size());
  played.bot_stderr = std::move(handed_in.bot_stderr);
  played.bot_stderr.resize(players.size());
  played.seconds = std::chrono::duration<double>(handed_in.seconds);
  return ended;
}

}  // namespace

RemoteMatches::RemoteMatches(RemoteJobs& jobs)
    : jobs_(jobs), work_(jobs.tasks(), "the thread that packs bots"), rules_(jobs.board(), work_) {}

RemoteMatches::~RemoteMatches() = default;

bool RemoteMatches::can_travel(const std::vector<SeatSpec>& seats) {
  return std::ranges::all_of(seats, [](const SeatSpec& seat) {
    if (!seat.bot) {
      return seat.player == nullptr;
    }
    return seat.bot->confinement
               ? seat.bot->confinement->readable.empty()
               : is_samples_folder(std::filesystem::path(seat.bot->argv.front()).parent_path());
  });
}

bool RemoteMatches::can_play(const MatchJob& job) const {
  return !job.saved && job.trace == nullptr && can_travel(job.seats);
}

std::unique_ptr<AttemptPlace> RemoteMatches::place() { return std::make_unique<AttemptsAtWorkers>(*this); }

Task<EndedAttempt> RemoteMatches::play(MatchJob job) {
  const auto remote = std::make_shared<RemoteJob>(jobs_.tasks().io(), job_name(job.spec));
  waiting_[job.spec.id] = remote;
  EndedJob ended;
  std::exception_ptr failure;
  try {
    StoredJob stored = co_await packed(job);
    ended = co_await jobs_.run(remote, std::move(stored));
    if (ended.kind == EndedJob::Kind::over && !job.spec.game->has_turns()) {
      ended.built = co_await jobs_.board().built(remote->name());
    }
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  if (const auto found = waiting_.find(job.spec.id); found != waiting_.end() && found->second == remote) {
    waiting_.erase(found);
  }
  if (failure) {
    std::rethrow_exception(failure);
  }
  if (ended.kind == EndedJob::Kind::over) {
    jobs_.board().remove(remote->name());
  }
  co_return co_await take(std::move(ended), job);
}

/// Its job, once the board has the bundles of its bots.
Task<StoredJob> RemoteMatches::packed(const MatchJob& job) {
  QueuedMatch match{job.spec, {}};
  match.rules = co_await rules_.rules(*job.spec.game);
  for (const SeatSpec& seat : job.seats) {
    QueuedMatch::Seat& queued = match.seats.emplace_back();
    queued.name = seat.name;
    if (seat.bot) {
      queued.bot = co_await travelling(*seat.bot);
    }
  }
  StoredJob stored;
  stored.name = job_name(job.spec);
  stored.body = protocol::dump(match.json());
  stored.slots = slots_of(job);
  stored.sandbox = static_cast<std::int64_t>(jobs_.terms().sandbox);
  stored.cpu = jobs_.terms().cpu;
  stored.builds = !job.spec.game->has_turns();  // its replay
  co_return stored;
}

/// What has come of it. A worker that hands in what is not true has a fault, or is in wrong hands.
Task<EndedAttempt> RemoteMatches::take(EndedJob ended, const MatchJob& job) {
  EndedAttempt attempt;
  if (ended.kind == EndedJob::Kind::called_off) {
    co_return attempt;
  }
  const std::string worker = worker_text(ended.news);
  attempt.kind = EndedAttempt::Kind::lost;
  attempt.worker = worker;
  attempt.why = worker + " has lost it";
  if (ended.kind == EndedJob::Kind::lost) {
    co_return attempt;
  }
  try {
    attempt =
        co_await work_.run<EndedAttempt>([&ended, &job] { return read_attempt(std::move(ended), job); });
    attempt.worker = worker;
    attempt.workers = jobs_.workers();
  } catch (const engines::RulesFailure& failure) {
    attempt.kind = EndedAttempt::Kind::unchecked;
    attempt.why = failure.what();
  } catch (const std::exception& error) {
    attempt.why = "what " + worker + " has handed in does not count: " + error.what();
  }
  co_return attempt;
}

void RemoteMatches::call_off(const std::string& match) {
  const auto found = waiting_.find(match);
  if (found != waiting_.end()) {
    found->second->call_off();
  }
}

bool RemoteMatches::is_claimed(const std::string& match) const {
  const auto found = waiting_.find(match);
  return found != waiting_.end() && found->second->is_claimed();
}

// ---- bots that travel ----

/// The bot in the form in which workers get it: as it was when a match first needed it, even if its folder
/// has changed since, or has gone.
Task<QueuedBot> RemoteMatches::travelling(const BotCommand& bot) {
  std::vector<std::string> key = bot.argv;
  const bool has_folder = bot.confinement && !bot.confinement->folder.empty();
  key.push_back(has_folder ? bot.confinement->folder.string() : "");
  key.emplace_back(bot.adapter == nullptr ? "" : bot.adapter->name);
  key.push_back(name_of(bot.stdio));
  key.push_back(bot.confinement ? std::to_string(bot.confinement->memory_mib) : "");
  if (const auto found = bots_.find(key); found != bots_.end()) {
    co_return found->second;
  }
  std::string bundle;
  if (has_folder) {
    bundle = co_await bundle_of(bot.confinement->folder, *bot.confinement);
  }
  QueuedBot travels = queued(bot, [&bundle] { return bundle; });
  bots_[std::move(key)] = travels;
  co_return travels;
}

/// Its SHA-256, once workers can have it. A folder is packed once: as it is when a match first needs it.
Task<std::string> RemoteMatches::bundle_of(const std::filesystem::path& folder,
                                           const Confinement& confinement) {
  if (const auto found = bundles_.find(folder); found != bundles_.end()) {
    co_return found->second;
  }
  const LeftOut left_out = [hidden = hidden_places(confinement)](const std::filesystem::path& path) {
    return is_hidden(path, hidden);
  };
  std::string sha256;
  if (!jobs_.terms().bundles.empty()) {
    sha256 = co_await work_.run<std::string>(
        [this, folder, left_out] { return write_bundle(folder, jobs_.terms().bundles, left_out).sha256; });
  } else {
    Bundle bundle = co_await work_.run<Bundle>([folder, left_out] { return make_bundle(folder, left_out); });
    sha256 = bundle.sha256;
    co_await jobs_.board().put_bundle(std::move(bundle));
  }
  bundles_[folder] = sha256;
  co_return sha256;
}

}  // namespace referee::queue
