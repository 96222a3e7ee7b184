#include "referee/tournament/run/match_scheduler.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "protocol/messages.h"
#include "referee/base/text.h"
#include "referee/net/event.h"

namespace referee {
namespace {

constexpr Milliseconds kJournalEvery{200};    // turns of running matches, in one commit
constexpr Milliseconds kRelaunchAfter{1000};  // when the machine could not start a process

std::vector<std::shared_ptr<Player>> to_be_waited_for(const MatchJob& order) {
  std::vector<std::shared_ptr<Player>> players;
  for (std::size_t seat = 0; seat < order.by_seat.size(); ++seat) {
    if (order.expected[seat] && order.by_seat[seat].player != nullptr) {
      players.push_back(order.by_seat[seat].player);
    }
  }
  return players;
}

void call(const MatchJob& order) {
  for (const SeatSpec& seat_spec : order.by_seat) {
    if (seat_spec.player != nullptr) {
      seat_spec.player->send(protocol::wait_line("match " + order.spec.id + " is called"));
    }
  }
}

}  // namespace

MatchScheduler::MatchScheduler(Tasks& tasks, Launcher& launcher, Lobby& lobby, StoreWriter& store,
                               RecordFiles& files, Terms terms)
    : tasks_(tasks),
      launcher_(launcher),
      lobby_(lobby),
      store_(store),
      files_(files),
      terms_(std::move(terms)),
      slots_(tasks.io(), terms_.parallel) {}

// ---- a game ----

Task<std::optional<MatchResult>> MatchScheduler::play(MatchJob order) {
  int failures = 0;
  while (!stopping_) {
    std::optional<MatchResult> result;
    std::exception_ptr no_process;
    try {
      result = co_await play_attempt(order);
    } catch (const LaunchError& error) {
      spdlog::error("match {}: {}", order.spec.id, error.what());
      no_process = std::current_exception();
    }
    if (result && !result->is_void) {
      co_return result;
    }
    if (stopping_ || aborted_.erase(order.spec.id) > 0) {
      continue;
    }
    if (++failures == kAttempts) {
      give_up(order.spec.id, no_process);
    }
    if (no_process) {
      co_await pause(kRelaunchAfter);
    }
  }
  co_return std::nullopt;
}

void MatchScheduler::give_up(const std::string& match, const std::exception_ptr& cause) const {
  if (cause) {
    std::rethrow_exception(cause);
  }
  throw std::runtime_error("match " + match + " was void " + std::to_string(kAttempts) +
                           " times; its records say why");
}

Task<> MatchScheduler::pause(Milliseconds time) {
  boost::asio::steady_timer timer(tasks_.io(), time);
  (void)co_await timer.async_wait(kAwait);
}

Task<std::optional<MatchResult>> MatchScheduler::play_attempt(const MatchJob& order) {
  auto players = to_be_waited_for(order);
  call(order);
  co_await lobby_.gathered(players, std::chrono::steady_clock::now() + terms_.no_show);
  std::erase_if(players, [this](const auto& player) {  // they have had their time, or will not play
    return !player->connected() || terms_.withdrawn(player->name());
  });
  const Slots::Held slots = co_await slots_.take(slots_for(order));
  if (stopping_) {
    co_return std::nullopt;
  }
  Attempt attempt(tasks_, launcher_, spec_of(order), present(order.by_seat));
  const auto running = running_.insert(running_.end(), Running{&attempt, 0});
  std::optional<MatchResult> result;
  std::exception_ptr failure;
  try {
    result = co_await play_out(*running, order, players);
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  co_await attempt.stop_bots();
  running_.erase(running);
  if (failure) {
    std::rethrow_exception(failure);
  }
  keep_stderr(attempt);
  co_return result;
}

Task<std::optional<MatchResult>> MatchScheduler::play_out(
    Running& running, const MatchJob& order, const std::vector<std::shared_ptr<Player>>& players) {
  Attempt& attempt = *running.attempt;
  co_await attempt.gather();
  // Whoever has left since the call may come back.
  co_await lobby_.gathered(players, std::chrono::steady_clock::now() + terms_.no_show);
  if (stopping_) {
    co_return std::nullopt;
  }
  begin(attempt);
  ++attempts_[order.spec.id];
  std::vector<StoreWrite> begin;
  begin.emplace_back(begin_of(attempt));
  co_await store_.write(std::move(begin));
  running.journaled = attempt.record().size();
  start_journal();
  MatchResult result = co_await attempt.play();
  running.journaled = 0;
  std::exception_ptr failure;
  try {
    co_await keep(attempt, order, result);
  } catch (const std::exception&) {
    failure = std::current_exception();
    result.is_void = true;
    result.why = "the referee cannot keep the result";
  }
  attempt.tell_end(result);
  if (failure) {
    std::rethrow_exception(failure);
  }
  co_return result;
}

/// Who has withdrawn since the call does not come.
std::vector<SeatSpec> MatchScheduler::present(const std::vector<SeatSpec>& by_seat) const {
  std::vector<SeatSpec> sides = by_seat;
  for (SeatSpec& side : sides) {
    if (terms_.withdrawn(side.name)) {
      side = {side.name, {}, std::make_shared<Player>(side.name, Player::Origin::launched)};
    }
  }
  return sides;
}

void MatchScheduler::begin(Attempt& attempt) const {
  attempt.begin();
  for (std::size_t seat = 0; seat < attempt.entrants().size(); ++seat) {
    if (terms_.withdrawn(attempt.entrants()[seat].name)) {
      attempt.withdraw(seat);
    }
  }
}

std::size_t MatchScheduler::slots_for(const MatchJob& order) const {
  const auto launched =
      std::ranges::count_if(order.by_seat, [](const SeatSpec& side) { return !side.argv.empty(); });
  return std::min(static_cast<std::size_t>(launched), terms_.asked_at_once);
}

MatchSpec MatchScheduler::spec_of(const MatchJob& order) const {
  MatchSpec spec = order.spec;
  const auto before = attempts_.find(spec.id);
  spec.attempt = before == attempts_.end() ? 1 : before->second + 1;
  spec.seed = order.instance_seed ? terms_.seeds.of_instance(*order.instance_seed)
              : order.shared      ? terms_.seeds.of_shared(*order.shared)
                                  : terms_.seeds.of(*spec.place, spec.attempt);
  return spec;
}

store_write::BeginAttempt MatchScheduler::begin_of(const Attempt& attempt) {
  const MatchSpec& spec = attempt.spec();
  return {{spec.id, spec.place->round, spec.place->table, spec.place->game_no, spec.attempt,
           StoredAttempt::Status::running, ""},
          attempt.record()};
}

// ---- what is kept ----

Task<> MatchScheduler::keep(const Attempt& attempt, const MatchJob& order, const MatchResult& result) {
  const MatchSpec& spec = attempt.spec();
  std::vector<StoreWrite> writes;
  store_write::FinishAttempt finish{spec.id, spec.attempt, StoredAttempt::Status::voided, "", result.record};
  if (!result.is_void) {
    MatchJob::ResultCommit result_commit = order.keep(result);
    finish.status = StoredAttempt::Status::done;
    finish.result = std::move(result_commit.result);
    writes = std::move(result_commit.writes);
  } else {
    spdlog::warn("match {}, attempt {}, is void: {}", spec.id, spec.attempt, result.why);
  }
  writes.insert(writes.begin(), std::move(finish));
  co_await store_.write(std::move(writes));
  if (!spec.keep_seed_secret) {
    export_record(spec, result);
  }
}

/// The store has it: a full disk is reported, and the match counts.
void MatchScheduler::export_record(const MatchSpec& spec, const MatchResult& result) {
  try {
    files_.write(spec.id, spec.attempt, result.is_void, result.record);
  } catch (const std::system_error& error) {
    spdlog::error("{}", error.what());
  }
}

void MatchScheduler::keep_stderr(const Attempt& attempt) {
  for (std::size_t seat = 0; seat < attempt.entrants().size(); ++seat) {
    const std::string& name = attempt.entrants()[seat].name;
    if (const std::string end = attempt.how_bot_ended(seat); !end.empty()) {
      spdlog::info("match {}: {} ended with {}", attempt.spec().id, name, end);
    }
    if (const std::string words = attempt.stderr_of(seat); !words.empty()) {
      try {
        files_.keep_stderr(name, attempt.spec().id, words);
      } catch (const std::system_error& error) {
        spdlog::error("{}", error.what());
      }
    }
  }
}

void MatchScheduler::start_journal() {
  if (!journaling_) {
    journaling_ = true;
    tasks_.start("journal", journal());
  }
}

/// Gives the store what running matches have recorded since the last time, as long as there are any.
Task<> MatchScheduler::journal() {
  while (!running_.empty()) {
    co_await pause(kJournalEvery);
    std::vector<StoreWrite> writes;
    for (Running& running : running_) {
      if (running.journaled == 0 || running.journaled == running.attempt->record().size()) {
        continue;  // not begun, finished, or nothing new
      }
      const MatchSpec& spec = running.attempt->spec();
      writes.emplace_back(
          store_write::Journal{spec.id, spec.attempt, running.attempt->record().substr(running.journaled)});
      running.journaled = running.attempt->record().size();
    }
    if (!writes.empty()) {
      store_.post(std::move(writes));
    }
  }
  journaling_ = false;
}

// ---- from outside ----

void MatchScheduler::drain() {
  stopping_ = true;
  slots_.close();
  lobby_.give_up();
}

void MatchScheduler::abort_all(const std::string& why) {
  drain();
  for (const Running& running : running_) {
    running.attempt->abort(why);
  }
}

bool MatchScheduler::abort(const std::string& match, const std::string& why) {
  for (const Running& running : running_) {
    if (running.attempt->spec().id == match && running.journaled > 0) {
      aborted_.insert(match);
      running.attempt->abort(why);
      return true;
    }
  }
  return false;
}

void MatchScheduler::withdraw(const std::string& name) {
  lobby_.excuse(name);
  for (const Running& running : running_) {
    const auto& entrants = running.attempt->entrants();
    for (std::size_t seat = 0; seat < entrants.size(); ++seat) {
      if (entrants[seat].name == name) {
        running.attempt->withdraw(seat);
      }
    }
  }
}

std::size_t MatchScheduler::matches_running() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(running_, [](const Running& running) { return running.attempt->begun(); }));
}

std::vector<std::string> MatchScheduler::running_matches() const {
  std::vector<std::string> matches;
  for (const Running& running : running_) {
    if (running.attempt->begun()) {
      matches.push_back(running.attempt->spec().id);
    }
  }
  return matches;
}

}  // namespace referee
