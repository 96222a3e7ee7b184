#include "referee/match/bot_attempt.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <exception>
#include <memory>
#include <utility>

#include "protocol/require.h"
#include "referee/base/units.h"
#include "referee/clocks/silence.h"
#include "referee/loop/run_some.h"
#include "referee/process/joint_bounds.h"
#include "referee/process/process.h"
#include "referee/process/sandbox.h"

namespace referee {
namespace {

constexpr Milliseconds kLastWords{1000};  // from the end of a bot's connection to that of its process

/// The bot was there to the end, and answered every turn in time, if not always with a legal move.
bool kept_up(const MatchResult::Seat& seat) {
  using protocol::Verdict;
  constexpr std::array kBroke{Verdict::late, Verdict::forfeited, Verdict::disconnected, Verdict::flood,
                              Verdict::no_show};
  return std::ranges::all_of(
      kBroke, [&](Verdict verdict) { return seat.by_verdict[static_cast<std::size_t>(verdict)] == 0; });
}

/// Says whose fault the exception is that is being handled. WeakSandbox is nobody's of the match.
[[noreturn]] void throw_failed_start(std::size_t seat) {
  try {
    throw;
  } catch (const WeakSandbox&) {
    throw;
  } catch (const ProgramError& error) {
    throw FailedStart(seat, FailedStart::Cause::program, error.what(), std::current_exception());
  } catch (const std::exception& error) {
    throw FailedStart(seat, FailedStart::Cause::machine, error.what(), std::current_exception());
  }
}

}  // namespace

BotAttempt::BotAttempt(Tasks& tasks, Launcher& launcher, MatchJob job, MatchObservers observers,
                       KeptBots* kept)
    : Attempt(std::move(job), std::move(observers)),
      tasks_(tasks),
      launcher_(launcher),
      kept_(kept),
      launched_(job_.seats.size()),
      fit_(job_.seats.size()),
      stays_(job_.seats.size()),
      stderr_(job_.seats.size()),
      paces_(launcher, launched_) {
  observers_.push_back(&paces_);
}

// ---- the trace ----

TraceLabel BotAttempt::label_of(std::size_t seat) const {
  return {.bot = job_.seats[seat].name, .seat = seat, .match = job_.spec.id};
}

void BotAttempt::begin_trace() {
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

void BotAttempt::end_trace() {
  for (std::size_t seat = 0; job_.trace != nullptr && seat < launched_.size(); ++seat) {
    if (launched_[seat].process != nullptr && !stays_[seat]) {
      nlohmann::json details = nlohmann::json::object();
      details["how"] = how_ended(*launched_[seat].process, launched_[seat].player->why_absent());
      job_.trace->write_event("bot_ended", label_of(seat), 0, std::move(details));
    }
  }
}

// ---- bots that are launched ----

/// Those whose bots get ready at `new_match`; in a match that goes on they are in it still.
std::vector<std::size_t> BotAttempt::seats_that_dialled() const {
  std::vector<std::size_t> seats;
  for (std::size_t seat = 0; seat < job_.seats.size() && !job_.saved; ++seat) {
    const auto& player = job_.seats[seat].player;
    if (player != nullptr && !player->launched() && player->connected() && player->takes_new_match()) {
      seats.push_back(seat);
    }
  }
  return seats;
}

/// Those that have dialled in get ready while the others start up.
Task<> BotAttempt::gather() {
  begin_trace();
  Asking dialled = ask(seats_that_dialled());
  const std::vector<std::size_t> asked = dialled.seats;
  awaited_ = dialled.settled;
  co_await provide_bots();
  const std::vector<std::size_t> silent = co_await silent_ones(std::move(dialled));
  awaited_.clear();
  for (const std::size_t seat : asked) {
    player_of(seat)->give_up_hello();
  }
  for (const std::size_t seat : silent) {
    player_of(seat)->send(line_of(
        protocol::Error{protocol::error_code::kTimeout, "the match begins all the same: " + why_silent()}));
  }
}

/// All seats get theirs side by side. Throws the failure of the first seat that has one, when no start is
/// under way any more.
Task<> BotAttempt::provide_bots() {
  std::vector<std::exception_ptr> failures(job_.seats.size());
  std::size_t next = 0;
  co_await run_some(tasks_, "bots of a match", job_.seats.size(), [&]() -> std::optional<Task<>> {
    while (next < job_.seats.size() && !job_.seats[next].bot) {
      ++next;
    }
    if (next == job_.seats.size() || aborted_) {
      return std::nullopt;
    }
    const std::size_t seat = next++;
    REQUIRE(job_.seats[seat].player == nullptr);
    return provide_bot(seat, failures[seat]);
  });
  if (aborted_) {  // abort() was called while a launch was under way
    end_bots();
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure != nullptr) {
      std::rethrow_exception(failure);
    }
  }
  for (std::size_t seat = 0; seat < launched_.size(); ++seat) {
    if (launched_[seat].greeted != nullptr) {
      co_await greeted(seat);
    }
  }
}

/// One that is kept, or else a new one. What goes wrong is put into `failure`.
Task<> BotAttempt::provide_bot(std::size_t seat, std::exception_ptr& failure) {
  try {
    std::optional<LaunchedBot> kept;
    if (kept_ != nullptr) {
      kept = co_await kept_->take(job_.seats[seat].name, job_.seats[seat].bot->argv);
    }
    if (kept) {
      launched_[seat] = std::move(*kept);
      launched_[seat].player->set_trace(job_.trace, label_of(seat));
    } else {
      co_await launch(seat);
    }
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
}

/// Again, if it turns out that this machine cannot confine it so: at the level that works.
Task<> BotAttempt::launch(std::size_t seat) {
  const Milliseconds init(job_.spec.clock.init_ms);
  const SandboxLevel level = launcher_.level();
  bool again = false;
  try {
    launched_[seat] = co_await launcher_.launch(job_.seats[seat].name, *job_.seats[seat].bot, init,
                                                TracedSeat(job_.trace, label_of(seat)));
  } catch (const std::exception&) {
    again = launcher_.level() < level;
    if (!again) {
      throw_failed_start(seat);
    }
  }
  if (again) {
    co_await launch(seat);
  }
}

/// Waits for the hello of a bot. One that has ended without it may never have been started, which bubblewrap
/// finds out late; and how it has ended is why it is absent.
Task<> BotAttempt::greeted(std::size_t seat) {
  const LaunchedBot bot = launched_[seat];
  co_await bot.greeted->wait();
  if (bot.player->connected() || aborted_) {
    co_return;
  }
  if (bot.process->behind_bwrap() || bot.player->why_absent() == kNoHello) {
    (void)co_await bot.process->ended_within(kLastWords);
  }
  bool again = false;
  try {
    bot.process->throw_if_never_run();
  } catch (const std::exception&) {
    again = launcher_.level() < bot.player->sandbox();
    if (!again) {
      throw_failed_start(seat);
    }
  }
  if (again) {
    co_await launch(seat);
    co_await greeted(seat);
  }
}

/// nullptr: an absent entrant.
std::shared_ptr<Player> BotAttempt::player_of(std::size_t seat) const {
  return job_.seats[seat].bot ? launched_[seat].player : job_.seats[seat].player;
}

Task<> BotAttempt::begin() {
  REQUIRE(!begun());
  std::vector<std::shared_ptr<Player>> players;
  for (std::size_t seat = 0; seat < job_.seats.size(); ++seat) {
    std::shared_ptr<Player> player = player_of(seat);
    if (player == nullptr) {  // a player who is never connected
      player = std::make_shared<Player>(tasks_.clock(), job_.seats[seat].name, Player::Origin::launched);
    }
    players.push_back(std::move(player));
  }
  begun_ = true;
  match_.emplace(tasks_, job_.spec, players, observers_);
  co_await match_->open(job_.saved ? &*job_.saved : nullptr);
}

const std::string& BotAttempt::record() const {
  REQUIRE(match_);
  return match_->record();
}

std::vector<Match::Attendance> BotAttempt::attendance() const {
  REQUIRE(match_);
  return match_->attendance();
}

Task<MatchResult> BotAttempt::play() {
  REQUIRE(begun());
  playing_ = true;
  MatchResult result = co_await match_->play();
  playing_ = false;
  co_return result;
}

void BotAttempt::tell_end(const MatchResult& result) {
  REQUIRE(match_ && !playing_);
  match_->tell_end(result);
  for (std::size_t seat = 0; seat < fit_.size(); ++seat) {
    fit_[seat] = !result.is_void && kept_up(result.seats[seat]);
  }
}

Task<> BotAttempt::stop_bots() {
  co_await ask_for_more();
  for (std::size_t seat = 0; seat < launched_.size(); ++seat) {
    if (launched_[seat].player != nullptr && !stays_[seat]) {
      launched_[seat].player->dismiss("the match is over");
    }
  }
  for (std::size_t seat = 0; seat < launched_.size(); ++seat) {
    if (launched_[seat].process != nullptr && !stays_[seat]) {
      co_await launcher_.stop(launched_[seat]);
    }
  }
  end_trace();
  match_.reset();  // another match may take the players that stay from now on
  co_await keep_bots();
}

// ---- bots that stay ----

/// Confinement::cpu_s and memory_mib are of the whole life of a process: a quarter of them has to do for all
/// matches before this one, so that it does not end in the middle of the next.
bool BotAttempt::has_room_left(std::size_t seat) const {
  const auto& bounds = job_.seats[seat].bot->confinement;
  if (!bounds) {
    return true;
  }
  const Process& process = *launched_[seat].process;
  return 4 * process.cpu_meter()->used() < std::chrono::seconds(bounds->cpu_s) &&
         4 * JointUse::look(process.processes(), {.memory_mib = bounds->memory_mib}).memory <
             bounds->memory_mib * kMib;
}

/// Those of launched bots that are to be asked whether they play another match.
std::vector<std::size_t> BotAttempt::seats_for_more() const {
  std::vector<std::size_t> seats;
  for (std::size_t seat = 0; kept_ != nullptr && job_.another_follows && seat < fit_.size(); ++seat) {
    const auto& player = launched_[seat].player;
    if (fit_[seat] && player != nullptr && player->connected() && player->takes_new_match() &&
        kept_->wants(job_.seats[seat].name) && has_room_left(seat)) {
      seats.push_back(seat);
    }
  }
  return seats;
}

BotAttempt::Asking BotAttempt::ask(const std::vector<std::size_t>& seats) {
  Asking asking{tasks_.clock().now() + Milliseconds(job_.spec.clock.init_ms), seats};
  for (const std::size_t seat : seats) {
    asking.settled.push_back(std::make_shared<Event>(tasks_.io()));
    player_of(seat)->ask_for_hello([event = asking.settled.back()] { event->set(); });
  }
  return asking;
}

/// Returns when all have settled it, or at the deadline; then with the seats of those that have not.
Task<std::vector<std::size_t>> BotAttempt::silent_ones(Asking asking) {
  std::vector<std::size_t> silent;
  for (std::size_t i = 0; i < asking.seats.size(); ++i) {
    const bool in_time = co_await asking.settled[i]->wait_until(asking.deadline);
    if (!in_time) {
      silent.push_back(asking.seats[i]);
    }
  }
  co_return silent;
}

/// All are asked at the same time, and get ready side by side.
Task<> BotAttempt::ask_for_more() {
  const std::vector<std::size_t> asked = seats_for_more();
  const std::vector<std::size_t> silent = co_await silent_ones(ask(asked));
  for (const std::size_t seat : silent) {
    refuse_silent(seat);
  }
  for (const std::size_t seat : asked) {
    stays_[seat] = launched_[seat].player->connected();
    if (!stays_[seat]) {
      kept_->note_failure(job_.seats[seat].name);
    }
  }
}

std::string BotAttempt::why_silent() const {
  return "no hello in " + std::to_string(job_.spec.clock.init_ms) +
         " ms after new_match: say hello again; if you did, did you flush?";
}

/// The bot has not said hello again in time: its connection ends.
void BotAttempt::refuse_silent(std::size_t seat) {
  const auto& player = launched_[seat].player;
  player->send(line_of(protocol::Error{protocol::error_code::kTimeout, why_silent()}));
  player->dismiss("");
  player->set_why_absent(why_silent());
}

Task<> BotAttempt::keep_bots() {
  for (std::size_t seat = 0; seat < stays_.size(); ++seat) {
    if (stays_[seat]) {
      stderr_[seat] = launched_[seat].process->take_stderr();
      co_await kept_->keep(launched_[seat]);
    }
  }
}

// ---- from outside ----

void BotAttempt::abort(const std::string& why) {
  for (const LaunchedBot& bot : launched_) {
    if (bot.player != nullptr && bot.player->owes_hello()) {
      bot.player->dismiss("the match is over");
    }
  }
  for (const auto& hello : awaited_) {
    hello->set();
  }
  if (match_) {
    match_->abort(why);
  }
  if (begun_) {
    return;
  }
  aborted_ = true;
  end_bots();
}

/// Kills bots that may still be starting up: the match that they would play is over.
void BotAttempt::end_bots() {
  for (const LaunchedBot& bot : launched_) {
    if (bot.process != nullptr) {
      bot.process->signal(SIGKILL);
    }
  }
}

void BotAttempt::withdraw(std::size_t seat) {
  if (match_) {
    match_->withdraw(seat);
  }
}

std::string BotAttempt::how_bot_ended(std::size_t seat) const {
  const LaunchedBot& bot = launched_[seat];
  if (bot.process == nullptr || stays_[seat]) {
    return "";
  }
  const bool in_peace = bot.process->succeeded() || bot.process->ended_when_told();
  if (in_peace && bot.player->why_absent().empty()) {
    return "";
  }
  return how_ended(*bot.process, bot.player->why_absent());
}

MarkedText BotAttempt::stderr_of(std::size_t seat) const {
  if (stays_[seat]) {
    return stderr_[seat];
  }
  return launched_[seat].process == nullptr ? MarkedText() : launched_[seat].process->marked_stderr();
}

}  // namespace referee
