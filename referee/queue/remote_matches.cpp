#include "referee/queue/remote_matches.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "protocol/messages.h"
#include "referee/games/adapters.h"
#include "referee/match/recorded_result.h"
#include "referee/process/program.h"
#include "referee/queue/bundle.h"
#include "referee/store/store.h"

namespace referee::queue {
PlayedAttempt RemoteAttempt::as_played(const MatchJob& job) && {
  PlayedAttempt attempt;
  attempt.job = job;
  attempt.result = std::move(result);
  attempt.how_bots_ended = std::move(played.how_bots_ended);
  attempt.bot_stderr = std::move(played.bot_stderr);
  attempt.seconds = std::chrono::duration<double>(played.seconds);
  return attempt;
}

RemoteMatches::RemoteMatches(RemoteJobs& jobs)
    : jobs_(jobs), work_(jobs.tasks(), "the thread that packs bots") {}

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

Task<RemoteAttempt> RemoteMatches::play(MatchJob job, std::size_t slots) {
  const auto remote = std::make_shared<RemoteJob>(jobs_.tasks().io(), job_name(job.spec));
  waiting_[job.spec.id] = remote;
  EndedJob ended;
  std::exception_ptr failure;
  try {
    Task<StoredJob> packing = packed(job, slots);
    StoredJob stored = co_await std::move(packing);
    Task<EndedJob> running = jobs_.run(remote, std::move(stored));
    ended = co_await std::move(running);
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  if (const auto found = waiting_.find(job.spec.id); found != waiting_.end() && found->second == remote) {
    waiting_.erase(found);
  }
  if (failure) {
    std::rethrow_exception(failure);
  }
  const bool is_over = ended.kind == EndedJob::Kind::over;
  Task<RemoteAttempt> taken = take(std::move(ended), job);
  RemoteAttempt attempt = co_await std::move(taken);
  if (is_over && attempt.kind != RemoteAttempt::Kind::played) {
    jobs_.board().remove(remote->name());
  }
  co_return attempt;
}

/// Its job, once the board has the bundles of its bots.
Task<StoredJob> RemoteMatches::packed(const MatchJob& job, std::size_t slots) {
  QueuedMatch match{job.spec, {}};
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
  stored.slots = static_cast<std::int64_t>(std::max<std::size_t>(slots, 1));
  stored.sandbox = static_cast<std::int64_t>(jobs_.terms().sandbox);
  stored.cpu = jobs_.terms().cpu;
  co_return stored;
}

std::string RemoteMatches::job_name(const MatchSpec& spec) {
  return spec.id + "/" + std::to_string(spec.attempt);
}

/// What has come of it. A worker that hands in what is not true has a fault, or is in wrong hands.
Task<RemoteAttempt> RemoteMatches::take(EndedJob ended, const MatchJob& job) {
  const MatchSpec& spec = job.spec;
  RemoteAttempt attempt;
  if (ended.kind == EndedJob::Kind::called_off) {
    attempt.kind = RemoteAttempt::Kind::called_off;
    co_return attempt;
  }
  if (ended.kind == EndedJob::Kind::lost) {
    spdlog::warn("match {}: worker {} has lost it: another attempt follows", spec.id, ended.news.worker);
    co_return attempt;
  }
  std::vector<std::string> players;
  std::ranges::transform(job.seats, std::back_inserter(players), &SeatSpec::name);
  const std::string& text = ended.outcome;
  std::string wrong;
  try {
    Task<RemoteAttempt> examined = work_.run<RemoteAttempt>([&text, &spec, &players] {
      RemoteAttempt read;
      MatchOutcome outcome = read_outcome(nlohmann::json::parse(text));
      if (auto* const failed = std::get_if<FailedOutcome>(&outcome)) {
        read.kind = RemoteAttempt::Kind::failed_start;
        read.failed = std::move(*failed);
        read.failed.seat = std::min(read.failed.seat, players.size() - 1);
        return read;
      }
      read.kind = RemoteAttempt::Kind::played;
      read.played = std::move(std::get<PlayedOutcome>(outcome));
      read.result = recorded_result(std::move(read.played.record), spec, players);
      read.played.how_bots_ended.resize(players.size());
      read.played.bot_stderr.resize(players.size());
      return read;
    });
    attempt = co_await std::move(examined);
  } catch (const std::exception& error) {
    wrong = error.what();
  }
  if (!wrong.empty()) {
    spdlog::error("match {}: what worker {} has handed in does not count: {}", spec.id, ended.news.worker,
                  wrong);
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

/// As it was when a match first needed it, even if its folder has changed since, or has gone.
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
    Task<std::string> written = work_.run<std::string>(
        [this, folder, left_out] { return write_bundle(folder, jobs_.terms().bundles, left_out).sha256; });
    sha256 = co_await std::move(written);
  } else {
    Task<Bundle> packed = work_.run<Bundle>([folder, left_out] { return make_bundle(folder, left_out); });
    Bundle bundle = co_await std::move(packed);
    sha256 = bundle.sha256;
    co_await jobs_.board().put_bundle(std::move(bundle));
  }
  bundles_[folder] = sha256;
  co_return sha256;
}

}  // namespace referee::queue
