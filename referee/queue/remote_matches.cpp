#include "referee/queue/remote_matches.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "protocol/messages.h"
#include "referee/base/text.h"
#include "referee/games/adapters.h"
#include "referee/match/recorded_result.h"
#include "referee/process/program.h"
#include "referee/queue/bundle.h"
#include "referee/store/store.h"

namespace referee::queue {
namespace {

using std::chrono::steady_clock;

constexpr Milliseconds kLookEvery{100};
constexpr std::chrono::seconds kPatienceWithWorkers{10};  // before it says that no worker plays a match
constexpr std::chrono::seconds kNextWord{60};             // before it says so again

}  // namespace

/// An attempt that has been posted.
struct RemoteMatches::Waiting {
  Waiting(boost::asio::io_context& io, std::string job_name) : name(std::move(job_name)), done(io) {}

  const std::string name;
  Event done;
  bool claimed = false;
  bool called_off = false;
  std::exception_ptr failure;  // of the store
  JobNews news;
};

PlayedAttempt RemoteAttempt::as_played(const MatchJob& job) && {
  PlayedAttempt attempt;
  attempt.job = job;
  attempt.result = std::move(result);
  attempt.how_bots_ended = std::move(played.how_bots_ended);
  attempt.bot_stderr = std::move(played.bot_stderr);
  attempt.seconds = std::chrono::duration<double>(played.seconds);
  return attempt;
}

RemoteMatches::RemoteMatches(Tasks& tasks, JobBoard& board, WorkerTerms terms)
    : tasks_(tasks), board_(board), terms_(std::move(terms)), work_(tasks, "the thread that packs bots") {}

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
  const auto waiting = std::make_shared<Waiting>(tasks_.io(), job_name(job.spec));
  waiting_[job.spec.id] = waiting;
  std::exception_ptr failure;
  try {
    Task<> posted = post(job, slots, waiting->name);
    co_await std::move(posted);
    if (!std::exchange(looking_, true)) {
      next_word_ = steady_clock::now() + kPatienceWithWorkers;
      tasks_.start("news of workers", look_for_news());
    }
    co_await waiting->done.wait();
    failure = waiting->failure;
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  if (const auto found = waiting_.find(job.spec.id); found != waiting_.end() && found->second == waiting) {
    waiting_.erase(found);
  }
  if (failure) {
    std::rethrow_exception(failure);
  }
  RemoteAttempt attempt = co_await take(waiting, job);
  if (attempt.kind != RemoteAttempt::Kind::played) {
    board_.remove(waiting->name);
  }
  co_return attempt;
}

Task<> RemoteMatches::post(const MatchJob& job, std::size_t slots, std::string name) {
  QueuedMatch match{job.spec, {}};
  for (const SeatSpec& seat : job.seats) {
    QueuedMatch::Seat& queued = match.seats.emplace_back();
    queued.name = seat.name;
    if (seat.bot) {
      queued.bot = co_await travelling(*seat.bot);
    }
  }
  StoredJob posted{std::move(name), protocol::dump(match.json()),
                   static_cast<std::int64_t>(std::max<std::size_t>(slots, 1)),
                   static_cast<std::int64_t>(terms_.sandbox), terms_.cpu};
  co_await board_.post(std::move(posted));
}

std::string RemoteMatches::job_name(const MatchSpec& spec) {
  return spec.id + "/" + std::to_string(spec.attempt);
}

/// What has come of it. A worker that hands in what is not true has a fault, or is in wrong hands.
Task<RemoteAttempt> RemoteMatches::take(std::shared_ptr<Waiting> waiting, const MatchJob& job) {
  const MatchSpec& spec = job.spec;
  RemoteAttempt attempt;
  if (waiting->called_off) {
    attempt.kind = RemoteAttempt::Kind::called_off;
    co_return attempt;
  }
  const JobNews& news = waiting->news;
  if (news.state == JobNews::State::lost) {
    spdlog::warn("match {}: worker {} has lost it: another attempt follows", spec.id, news.worker);
    co_return attempt;
  }
  std::vector<std::string> players;
  std::ranges::transform(job.seats, std::back_inserter(players), &SeatSpec::name);
  const std::string text = co_await board_.outcome(waiting->name);
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
    spdlog::error("match {}: what worker {} has handed in does not count: {}", spec.id, news.worker, wrong);
  }
  co_return attempt;
}

void RemoteMatches::call_off(const std::string& match) {
  const auto found = waiting_.find(match);
  if (found != waiting_.end() && !found->second->done.is_set()) {
    found->second->called_off = true;
    found->second->done.set();
  }
}

bool RemoteMatches::is_claimed(const std::string& match) const {
  const auto found = waiting_.find(match);
  return found != waiting_.end() && found->second->claimed;
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
  if (!terms_.bundles.empty()) {
    Task<std::string> written = work_.run<std::string>(
        [this, folder, left_out] { return write_bundle(folder, terms_.bundles, left_out).sha256; });
    sha256 = co_await std::move(written);
  } else {
    Task<Bundle> packed = work_.run<Bundle>([folder, left_out] { return make_bundle(folder, left_out); });
    Bundle bundle = co_await std::move(packed);
    sha256 = bundle.sha256;
    co_await board_.put_bundle(std::move(bundle));
  }
  bundles_[folder] = sha256;
  co_return sha256;
}

// ---- news ----

/// Looks as long as an attempt waits.
Task<> RemoteMatches::look_for_news() {
  boost::asio::steady_timer timer(tasks_.io());
  while (!waiting_.empty()) {
    timer.expires_after(kLookEvery);
    (void)co_await timer.async_wait(kAwait);
    try {
      tell(co_await board_.news());
      say_if_nobody_plays();
    } catch (const StoreError&) {
      give_up(std::current_exception());
      break;
    }
  }
  looking_ = false;
}

/// All matches ask for the same of a worker: if none of those that wait for long is played, none that fits is
/// there, or all are busy with matches of others.
void RemoteMatches::say_if_nobody_plays() {
  const auto now = steady_clock::now();
  const auto is_claimed = [](const auto& entry) { return entry.second->claimed; };
  if (std::ranges::any_of(waiting_, is_claimed)) {
    next_word_ = now + kPatienceWithWorkers;
  } else if (now >= next_word_ && !waiting_.empty()) {
    next_word_ = now + kNextWord;
    spdlog::warn(
        "{}, and no worker plays any: expected one with sandbox {} or stronger{}; "
        "`referee workers` shows who is there",
        waiting_.size() == 1 ? "1 match waits" : std::to_string(waiting_.size()) + " matches wait",
        name_of(terms_.sandbox), terms_.cpu.empty() ? "" : " and a CPU like '" + escaped(terms_.cpu) + "'");
  }
}

void RemoteMatches::give_up(const std::exception_ptr& why) {
  for (const auto& [match, waiting] : waiting_) {
    waiting->failure = why;
    waiting->done.set();
  }
}

void RemoteMatches::tell(const std::vector<JobNews>& news) {
  for (const JobNews& one : news) {
    const auto found = waiting_.find(one.name.substr(0, one.name.rfind('/')));
    if (found == waiting_.end() || found->second->name != one.name || found->second->done.is_set()) {
      continue;
    }
    Waiting& waiting = *found->second;
    waiting.claimed = true;
    if (one.state != JobNews::State::claimed) {
      waiting.news = one;
      waiting.done.set();
    }
  }
}

}  // namespace referee::queue
