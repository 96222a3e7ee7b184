#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "referee/match/kept_bots.h"
#include "referee/match/launcher.h"
#include "referee/match/match.h"
#include "referee/match/match_job.h"
#include "referee/match/match_observer.h"

namespace referee {

/// An attempt that is over, and what its bots have left behind.
struct PlayedAttempt {
  MatchJob job;  ///< the job that this attempt has played
  MatchResult result;
  std::filesystem::path record;              ///< the file with its record; empty if there is none
  std::vector<std::string> how_bots_ended;   ///< by seat: see Attempt::how_bot_ended()
  std::vector<std::string> bot_stderr;       ///< by seat: see Attempt::stderr_of()
  std::chrono::duration<double> seconds{0};  ///< from the start of its bots until they were gone
};

/// A bot of an attempt could not be started.
class FailedStart : public std::runtime_error {
 public:
  /// Whose fault it is.
  enum class Cause : std::uint8_t {
    program,  ///< the bot's own program is missing, may not be run, or is none: ProgramError
    machine   ///< the referee or its machine: memory, processes, namespaces, sandbox
  };
  /// `error` is the exception itself, and says `why`; nullptr: it happened on another machine.
  FailedStart(std::size_t seat, Cause cause, const std::string& why, std::exception_ptr error)
      : std::runtime_error(why), seat_(seat), cause_(cause), error_(std::move(error)) {}

  std::size_t seat() const { return seat_; }
  Cause cause() const { return cause_; }
  /// Throws `error`; this object where there is none.
  [[noreturn]] void rethrow_error() const {
    if (error_ == nullptr) {
      throw *this;
    }
    std::rethrow_exception(error_);
  }

 private:
  std::size_t seat_;
  Cause cause_;
  std::exception_ptr error_;
};

/// One attempt of a match together with the processes that it needs: gather(), begin(), play(), stop_bots().
class Attempt {
 public:
  /// `kept`: bots that play in several matches of a series, and must outlive this; nullptr: each bot is
  /// started anew. REQUIRES: as many seats as the game has.
  Attempt(Tasks& tasks, Launcher& launcher, MatchJob job, MatchObservers observers = {},
          KeptBots* kept = nullptr);

  /// Takes bots that are kept, launches the others, and returns when each of them has said hello or cannot
  /// any more. Throws FailedStart.
  Task<> gather();
  /// Sets the match up with the players who are connected now. Throws fields::Exception for options that are
  /// not valid. REQUIRES: not begun().
  Task<> begin();
  /// What has been recorded so far. REQUIRES: begun().
  const std::string& record() const;
  /// See Match::attendance(). REQUIRES: begun().
  std::vector<Match::Attendance> attendance() const;
  /// See Match::play(). REQUIRES: begun().
  Task<MatchResult> play();
  /// See Match::tell_end(). REQUIRES: play() has returned.
  void tell_end(const MatchResult& result);
  /// Asks bots of a series that can play another match for their hello, and keeps those that say it. Ends
  /// the processes of the others; returns when they are gone. What begun() makes possible is over then.
  Task<> stop_bots();

  /// Makes the match void, or ends the wait for bots that start up.
  void abort(const std::string& why);
  /// The seat's entrant has withdrawn: it forfeits this match. No effect before begin().
  void withdraw(std::size_t seat);

  const MatchJob& job() const { return job_; }
  bool begun() const { return begun_; }
  /// play() has been called and has not returned.
  bool playing() const { return playing_; }
  /// How a launched bot's process ended, if that is worth a message: "exit status 1: last words".
  std::string how_bot_ended(std::size_t seat) const;
  /// What a launched bot wrote to standard error: the newest Process::kKeptStderr bytes.
  std::string stderr_of(std::size_t seat) const;

 private:
  void begin_trace();
  void end_trace();
  TraceLabel label_of(std::size_t seat) const;
  Task<> provide_bot(std::size_t seat);
  Task<> launch(std::size_t seat);
  std::shared_ptr<Player> player_of(std::size_t seat) const;
  bool has_time_left(std::size_t seat) const;
  std::vector<std::size_t> seats_for_more() const;
  Task<> ask_for_more();
  void refuse_silent(std::size_t seat);
  Task<> keep_bots();
  Task<> greeted(std::size_t seat);
  void end_bots();

  Tasks& tasks_;
  Launcher& launcher_;
  MatchJob job_;
  MatchObservers observers_;
  KeptBots* kept_;
  std::vector<LaunchedBot> launched_;  // by seat; empty for players that are not launched
  std::vector<bool> fit_;              // by seat: nothing in the match speaks against another one
  std::vector<bool> stays_;            // by seat: a launched bot that is kept
  std::vector<std::string> stderr_;    // by seat, of those that stay
  bool aborted_ = false;
  bool begun_ = false;
  bool playing_ = false;
  std::optional<Match> match_;
};

}  // namespace referee
