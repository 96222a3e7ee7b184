#include "referee/match/attempt.h"

#include <cassert>
#include <chrono>
#include <csignal>
#include <exception>
#include <memory>
#include <utility>

#include "referee/process/process.h"

namespace referee {
namespace {

constexpr Milliseconds kLastWords{1000};  // from the end of a bot's connection to that of its process

}  // namespace

Attempt::Attempt(Tasks& tasks, Launcher& launcher, MatchJob job, MatchObservers observers)
    : tasks_(tasks),
      launcher_(launcher),
      job_(std::move(job)),
      observers_(std::move(observers)),
      launched_(job_.seats.size()) {}

// ---- the trace ----

TraceLabel Attempt::label_of(std::size_t seat) const {
  return {.bot = job_.seats[seat].name, .seat = seat, .match = job_.spec.id};
}

void Attempt::begin_trace() {
  if (job_.trace == nullptr) {
    return;
  }
  nlohmann::json players = nlohmann::json::array();
  for (std::size_t seat = 0; seat < job_.seats.size(); ++seat) {
    players.push_back(job_.seats[seat].name);
    if (job_.seats[seat].player != nullptr) {
      job_.seats[seat].player->set_trace(job_.trace, label_of(seat));
    }
  }
  nlohmann::json details = nlohmann::json::object();
  details["attempt"] = job_.spec.attempt;
  details["game"] = job_.spec.game->name;
  details["players"] = std::move(players);
  job_.trace->write_event("match", {.match = job_.spec.id}, 0, std::move(details));
}

void Attempt::end_trace() {
  for (std::size_t seat = 0; job_.trace != nullptr && seat < launched_.size(); ++seat) {
    if (launched_[seat].process != nullptr) {
      nlohmann::json details = nlohmann::json::object();
      details["how"] = how_ended(*launched_[seat].process, *launched_[seat].refusal);
      job_.trace->write_event("bot_ended", label_of(seat), 0, std::move(details));
    }
  }
}

// ---- bots that are launched ----

Task<> Attempt::gather() {
  begin_trace();
  for (std::size_t seat = 0; seat < job_.seats.size() && !aborted_; ++seat) {
    assert(!job_.seats[seat].bot || job_.seats[seat].player == nullptr);
    if (job_.seats[seat].bot) {
      co_await launch(seat);
    }
  }
  if (aborted_) {  // abort() was called while a launch was under way
    end_bots();
  }
  for (std::size_t seat = 0; seat < launched_.size(); ++seat) {
    if (launched_[seat].greeted != nullptr) {
      co_await greeted(seat);
    }
  }
}

Task<> Attempt::launch(std::size_t seat) {
  const Milliseconds init(job_.spec.clock.init_ms);
  try {
    launched_[seat] = co_await launcher_.launch(job_.seats[seat].name, *job_.seats[seat].bot, init,
                                                TracedSeat(job_.trace, label_of(seat)));
  } catch (const ProgramError& error) {
    throw FailedStart(seat, FailedStart::Cause::program, error.what(), std::current_exception());
  } catch (const std::exception& error) {
    throw FailedStart(seat, FailedStart::Cause::machine, error.what(), std::current_exception());
  }
}

/// Waits for the hello of a bot. One that has ended without it may never have been started: bubblewrap finds
/// that out late.
Task<> Attempt::greeted(std::size_t seat) {
  const LaunchedBot bot = launched_[seat];
  co_await bot.greeted->wait();
  if (bot.player->connected() || aborted_) {
    co_return;
  }
  if (bot.process->behind_bwrap()) {
    (void)co_await bot.process->ended_by(std::chrono::steady_clock::now() + kLastWords);
  }
  try {
    bot.process->throw_if_never_run();
  } catch (const ProgramError& error) {
    throw FailedStart(seat, FailedStart::Cause::program, error.what(), std::current_exception());
  } catch (const std::exception& error) {
    throw FailedStart(seat, FailedStart::Cause::machine, error.what(), std::current_exception());
  }
}

void Attempt::begin() {
  assert(!begun());
  std::vector<std::shared_ptr<Player>> players;
  for (std::size_t seat = 0; seat < job_.seats.size(); ++seat) {
    const SeatSpec& seat_spec = job_.seats[seat];
    std::shared_ptr<Player> player = seat_spec.bot ? launched_[seat].player : seat_spec.player;
    if (player == nullptr) {  // an absent entrant: a player who is never connected
      player = std::make_shared<Player>(seat_spec.name, Player::Origin::launched);
    }
    players.push_back(std::move(player));
  }
  match_.emplace(tasks_, job_.spec, players, observers_, job_.saved ? &*job_.saved : nullptr);
}

const std::string& Attempt::record() const {
  assert(begun());
  return match_->record();
}

std::vector<Match::Attendance> Attempt::attendance() const {
  assert(begun());
  return match_->attendance();
}

Task<MatchResult> Attempt::play() {
  assert(begun());
  playing_ = true;
  MatchResult result = co_await match_->play();
  playing_ = false;
  co_return result;
}

void Attempt::tell_end(const MatchResult& result) {
  assert(begun() && !playing_);
  match_->tell_end(result);
}

Task<> Attempt::stop_bots() {
  for (const LaunchedBot& bot : launched_) {
    if (bot.player != nullptr) {
      bot.player->dismiss("the match is over");
    }
  }
  for (const LaunchedBot& bot : launched_) {
    if (bot.process != nullptr && !bot.process->ended()) {
      co_await launcher_.stop(bot);
    }
  }
  end_trace();
}

void Attempt::abort(const std::string& why) {
  if (match_) {
    match_->abort(why);
    return;
  }
  aborted_ = true;
  end_bots();
}

/// Kills bots that may still be starting up: the match that they would play is over.
void Attempt::end_bots() {
  for (const LaunchedBot& bot : launched_) {
    if (bot.process != nullptr) {
      bot.process->signal(SIGKILL);
    }
  }
}

void Attempt::withdraw(std::size_t seat) {
  if (match_) {
    match_->withdraw(seat);
  }
}

std::string Attempt::how_bot_ended(std::size_t seat) const {
  const LaunchedBot& bot = launched_[seat];
  if (bot.process == nullptr) {
    return "";
  }
  const bool in_peace = bot.process->succeeded() || bot.process->ended_when_told();
  if (in_peace && bot.refusal->empty()) {
    return "";
  }
  return how_ended(*bot.process, *bot.refusal);
}

std::string Attempt::stderr_of(std::size_t seat) const {
  return launched_[seat].process == nullptr ? "" : launched_[seat].process->stderr_text();
}

}  // namespace referee
