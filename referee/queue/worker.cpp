#include "referee/queue/worker.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <utility>

#include "protocol/messages.h"
#include "referee/base/failure_text.h"
#include "referee/queue/bundle.h"
#include "referee/queue/machine.h"
#include "referee/queue/worker_playing.h"
#include "referee/store/store.h"

namespace referee::queue {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kWait{1000};   // for a job to be posted, before it looks again
constexpr milliseconds kPause{1000};  // while the database is away
constexpr std::chrono::minutes kHandInPatience{15};

}  // namespace

Worker::Worker(Tasks& tasks, WorkerMeans means, WorkerSpec spec)
    : tasks_(tasks),
      means_(std::move(means)),
      spec_(std::move(spec)),
      cache_(spec_.cache, spec_.cache_bytes),
      claims_desk_(means_.desk()),
      leases_desk_(means_.desk()),
      desk_(means_.desk()),
      changed_(tasks.io()),
      renewal_(tasks.io()),
      renewals_ended_(tasks.io()),
      claims_(tasks, "the thread that claims jobs"),
      leases_(tasks, "the thread that renews leases"),
      work_(tasks, "the thread that hands outcomes in") {}

Worker::~Worker() = default;

Task<> Worker::run() {
  tasks_.start("leases", renew_leases());
  co_await claim_jobs();
  while (!playing_.empty()) {
    co_await changed_.changed();
  }
  ended_ = true;
  renewal_.notify();
  co_await renewals_ended_.wait();
}

void Worker::drain() {
  stopping_ = true;
  changed_.notify();
}

void Worker::abort() {
  drain();
  aborted_ = true;
  for (Playing& playing : playing_) {
    playing.lost = true;
    playing.stop("the worker is stopping");
  }
}

// ---- claiming ----

Task<> Worker::claim_jobs() {
  auto idle_since = tasks_.clock().now();
  while (!stopping_) {
    if (used_slots_ >= spec_.identity.slots) {
      co_await changed_.changed();
      idle_since = tasks_.clock().now();
      continue;
    }
    std::optional<ClaimedJob> job = co_await claim();
    if (job) {
      begin(std::move(*job));
    } else if (spec_.until_idle && playing_.empty() &&
               tasks_.clock().now() - idle_since >= *spec_.until_idle) {
      co_return;
    }
    if (job || !playing_.empty()) {
      idle_since = tasks_.clock().now();
    }
  }
}

void Worker::begin(ClaimedJob job) {
  used_slots_ += job.slots;
  const std::string name = "job " + job.name;
  tasks_.start(name, play(std::move(job)));
}

/// Waits a while for one.
Task<std::optional<ClaimedJob>> Worker::claim() {
  const std::int64_t free = spec_.identity.slots - used_slots_;
  const bool idle = used_slots_ == 0;
  std::string away;
  try {
    std::optional<ClaimedJob> job = co_await claims_.run<std::optional<ClaimedJob>>([this, free, idle] {
      if (!known_) {
        claims_desk_->say_alive();
        known_ = true;
      }
      return claims_desk_->claim(free, idle);
    });
    if (!job) {
      co_await claims_desk_->wait_for_jobs(claims_, kWait);
    }
    if (std::exchange(away_, false)) {
      spdlog::info("the database is back");
    }
    co_return job;
  } catch (const StoreError& error) {
    away = error.what();
  }
  database_is_away(away);
  co_await pause(kPause);
  co_return std::nullopt;
}

void Worker::database_is_away(const std::string& why) {
  if (!std::exchange(away_, true)) {
    spdlog::warn("{}", why);
  }
}

// ---- playing ----

Task<> Worker::play(ClaimedJob job) {
  const auto place = playing_.emplace(playing_.end(), *this, std::move(job));
  place->lost = aborted_;
  spdlog::info("job {} begins", place->job.name);
  bool is_build = false;
  try {
    is_build = kind_of(nlohmann::json::parse(place->job.body)) == JobKind::build;
  } catch (const std::exception&) {
    is_build = false;  // it fails as a match
  }
  co_await (is_build ? build(*place) : play_match(*place));
  spdlog::info("job {} is {}", place->job.name, place->lost ? "lost: another attempt follows" : "over");
  (is_build ? built_ : played_) += place->lost ? 0 : 1;
  used_slots_ -= place->job.slots;
  std::optional<ClaimedJob> next = std::move(place->next);
  playing_.erase(place);
  if (next) {
    begin(std::move(*next));
  }
  changed_.notify();
}

Task<> Worker::play_match(Playing& playing) {
  std::optional<MatchOutcome> outcome;
  try {
    outcome = co_await outcome_of(playing);
  } catch (const std::exception& failure) {
    outcome = FailedOutcome{0, false, failure_text(failure)};
  }
  if (playing.replay != nullptr) {
    co_await hand_in_beside(playing, *playing.replay);
  }
  const std::string text = protocol::dump(json_of(*outcome));
  co_await finish(playing, text);
}

Task<MatchOutcome> Worker::outcome_of(Playing& playing) {
  std::vector<std::string> held;
  std::exception_ptr failure;
  std::optional<MatchOutcome> outcome;
  try {
    MatchJob match = co_await match_of(playing.job, held);
    outcome = co_await playing.play(std::move(match));
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  (void)co_await work_.run<bool>([this, held] {
    for (const std::string& sha256 : held) {
      cache_.release(sha256);
    }
    return true;
  });
  if (failure) {
    std::rethrow_exception(failure);
  }
  co_return std::move(*outcome);
}

/// What the job says, once its game is open on this machine.
Task<QueuedMatch> Worker::queued_match(const ClaimedJob& job) {
  co_return co_await work_.run<QueuedMatch>([this, job] {
    const nlohmann::json body = nlohmann::json::parse(job.body);
    open_rules_of(body, [&](const std::string& sha256) { return cached(job, sha256); });
    return QueuedMatch::read(body);
  });
}

/// The job as this machine plays it. `held`: gets the bundles that are held for it, also if it fails.
Task<MatchJob> Worker::match_of(const ClaimedJob& job, std::vector<std::string>& held) {
  QueuedMatch queued = co_await queued_match(job);
  MatchJob match;
  match.spec = std::move(queued.spec);
  std::vector<std::string> bundles;
  std::ranges::transform(queued.seats, std::back_inserter(bundles), [](const QueuedMatch::Seat& seat) {
    return seat.bot ? seat.bot->bundle : std::string();
  });
  match.spec.worker = with_bundles(spec_.identity.about, bundles);
  match.relaunch_after = Milliseconds{0};
  for (const QueuedMatch::Seat& seat : queued.seats) {
    SeatSpec& spec = match.seats.emplace_back();
    spec.name = seat.name;
    if (!seat.bot) {
      continue;
    }
    std::filesystem::path folder;
    if (!seat.bot->bundle.empty()) {
      folder = co_await folder_of(job, seat.bot->bundle);
      held.push_back(seat.bot->bundle);
    }
    spec.bot = unqueued(*seat.bot, folder);
  }
  co_return match;
}

/// The unpacked bundle, which is held from now on.
Task<std::filesystem::path> Worker::folder_of(const ClaimedJob& job, const std::string& sha256) {
  std::filesystem::path folder =
      co_await work_.run<std::filesystem::path>([this, job, sha256]() -> std::filesystem::path {
        const std::filesystem::path found = cached(job, sha256);
        cache_.hold(sha256);
        return found;
      });
  co_return folder;
}

/// A bundle of the shared folder or else of the store. On the thread of work_.
std::filesystem::path Worker::cached(const ClaimedJob& job, const std::string& sha256) {
  if (const std::optional<std::filesystem::path> found = cache_.find(sha256)) {
    return *found;
  }
  const std::filesystem::path file = bundle_path(spec_.bundles, sha256);
  if (!spec_.bundles.empty() && std::filesystem::exists(file)) {
    return cache_.add_file(sha256, file);
  }
  return cache_.add(sha256, fetch(job, sha256));
}

/// The bytes of a bundle of the store. On the thread of work_. Throws std::runtime_error if the store has
/// none.
std::string Worker::fetch(const ClaimedJob& job, const std::string& sha256) {
  std::optional<std::string> bytes = desk_->bundle(job, sha256);
  if (!bytes) {
    throw std::runtime_error(spec_.bundles.empty()
                                 ? "the store has no bundle " + sha256 +
                                       ": start the worker with --bundles FOLDER, the folder of the "
                                       "tournament file's workers.bundles"
                                 : "neither " + bundle_path(spec_.bundles, sha256).string() +
                                       " is there nor has the store that bundle: is --bundles the folder of "
                                       "the tournament file's workers.bundles?");
  }
  return *std::move(bytes);
}

/// Claims the next job for the same slots with it, which spares the database a commit.
Task<> Worker::finish(Playing& playing, const std::string& outcome) {
  return hand_in(playing, [this, &playing, &outcome, last = stopping_] {
    if (last) {
      return desk_->finish(playing.job, outcome);
    }
    HandedIn handed_in = desk_->finish_and_claim(playing.job, outcome, playing.job.slots);
    playing.next = std::move(handed_in.next);
    return handed_in.taken;
  });
}

/// The bundle that a build has made, or the replay of a match program.
Task<> Worker::hand_in_beside(Playing& playing, const std::string& bytes) {
  return hand_in(playing, [this, &playing, &bytes] { return desk_->hand_in_built(playing.job, bytes); });
}

/// Tries as long as the job may still be this worker's. `call`, on the thread of work_: false if it is not.
Task<> Worker::hand_in(Playing& playing, std::function<bool()> call) {
  const auto begun = tasks_.clock().now();
  while (!playing.lost && tasks_.clock().now() - begun < kHandInPatience) {
    std::string away;
    try {
      const bool taken = co_await work_.run<bool>(call);
      playing.lost = !taken;
      co_return;
    } catch (const StoreError& error) {
      away = error.what();
    }
    database_is_away(away);
    co_await pause(kPause);
  }
  playing.lost = true;
}

// ---- building ----

Task<> Worker::build(Playing& playing) {
  WorkerBuild::Room room = build_room(playing.job);
  const WorkerBuild::Made made = co_await playing.build(std::move(room));
  if (!made.bundle.empty()) {
    co_await hand_in_beside(playing, made.bundle);
  }
  const std::string text = protocol::dump(json_of(made.outcome));
  co_await finish(playing, text);
}

WorkerBuild::Room Worker::build_room(const ClaimedJob& job) {
  return {tasks_,
          means_.reaper,
          work_,
          spec_.sandbox,
          spec_.as_root,
          [this, job](const std::string& sha256) { return fetch(job, sha256); },
          [this, job](const std::string& sha256) { return cached(job, sha256); }};
}

// ---- leases ----

Task<> Worker::renew_leases() {
  while (!ended_) {
    co_await renewal_.changed_within(kRenewEvery);
    co_await say_alive();
    std::vector<std::int64_t> jobs;
    for (const Playing& playing : playing_) {
      jobs.push_back(playing.job.id);
    }
    for (const std::int64_t id : jobs) {
      for (Playing& playing : playing_) {
        if (playing.job.id == id) {
          co_await renew(playing);
          break;
        }
      }
    }
  }
  renewals_ended_.set();
}

Task<> Worker::say_alive() {
  std::string away;
  try {
    (void)co_await leases_.run<bool>([this] {
      leases_desk_->say_alive();
      return true;
    });
  } catch (const StoreError& error) {
    away = error.what();
  }
  if (!away.empty()) {
    database_is_away(away);
  }
}

/// A lease that could not be renewed in time is taken for lost: the match may be played elsewhere by now.
Task<> Worker::renew(Playing& playing) {
  bool kept = true;
  std::string away;
  const ClaimedJob job = playing.job;
  const std::int64_t turns = playing.turns;
  try {
    kept = co_await leases_.run<bool>([this, job, turns] { return leases_desk_->renew(job, turns); });
  } catch (const StoreError& error) {
    away = error.what();
  }
  const auto found = std::find_if(playing_.begin(), playing_.end(),
                                  [&](const Playing& one) { return one.job.id == job.id; });
  if (found == playing_.end()) {
    co_return;
  }
  if (away.empty() && kept) {
    found->renewed = tasks_.clock().now();
    co_return;
  }
  if (!away.empty()) {
    database_is_away(away);
  }
  if ((away.empty() || tasks_.clock().now() - found->renewed > kLease) && !found->lost) {
    found->lost = true;
    found->stop("the worker has lost its lease");
  }
}

Task<> Worker::pause(milliseconds time) { co_await sleep(tasks_.io(), time); }

}  // namespace referee::queue
