#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "referee/base/marked_text.h"
#include "referee/match/match.h"
#include "referee/match/match_job.h"
#include "referee/match/match_observer.h"
#include "referee/record/match_result.h"

namespace referee {

/// An attempt that is over, and what its bots have left behind.
struct PlayedAttempt {
  MatchJob job;  ///< the job that this attempt has played
  MatchResult result;
  std::filesystem::path record;              ///< the file with its record; empty if there is none
  std::vector<std::string> how_bots_ended;   ///< by seat: see Attempt::how_bot_ended()
  std::vector<MarkedText> bot_stderr;        ///< by seat: see Attempt::stderr_of()
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

/// One attempt of a match together with the processes that it needs: gather(), begin(), play(), tell_end(),
/// stop_bots(). BotAttempt asks bots turn by turn; ProgramAttempt has a program play the match.
class Attempt {
 public:
  /// `observers` outlive it.
  explicit Attempt(MatchJob job, MatchObservers observers)
      : job_(std::move(job)), observers_(std::move(observers)) {}
  virtual ~Attempt() = default;
  Attempt(const Attempt&) = delete;
  Attempt& operator=(const Attempt&) = delete;

  /// Makes all ready that may take long: returns when bots that are launched at the beginning have said hello
  /// or cannot any more. Throws FailedStart.
  virtual Task<> gather() = 0;
  /// Sets the match up with the players who are there now. Throws fields::Exception for options that are not
  /// valid. REQUIRES: not begun().
  virtual Task<> begin() = 0;
  /// What has been recorded so far. REQUIRES: begun().
  virtual const std::string& record() const = 0;
  /// See Match::attendance(). REQUIRES: begun().
  virtual std::vector<Match::Attendance> attendance() const = 0;
  /// Plays to the end; nobody is told the result yet. A fault of the referee's own, or abort(), gives a void
  /// result; it never throws. REQUIRES: begun().
  virtual Task<MatchResult> play() = 0;
  /// Tells every player the result, who can be told. REQUIRES: play() has returned.
  virtual void tell_end(const MatchResult& result) = 0;
  /// Ends the processes that do not stay for another match; returns when they are gone. What begun() makes
  /// possible is over then.
  virtual Task<> stop_bots() = 0;

  /// Makes the match void, or ends the wait for bots that start up.
  virtual void abort(const std::string& why) = 0;
  /// The seat's entrant has withdrawn: it forfeits this match. No effect before begin().
  virtual void withdraw(std::size_t seat) = 0;

  const MatchJob& job() const { return job_; }
  bool begun() const { return begun_; }
  /// play() has been called and has not returned.
  bool playing() const { return playing_; }
  /// How a launched bot's process ended, if that is worth a message: "exit status 1: last words".
  virtual std::string how_bot_ended(std::size_t seat) const = 0;
  /// What a launched bot wrote to standard error: the newest bytes, marked by its turns, from 0. What stands
  /// before the mark of a turn was written by its verdict; a match program's bots have no marks.
  virtual MarkedText stderr_of(std::size_t seat) const = 0;

 protected:
  MatchJob job_;
  MatchObservers observers_;
  bool begun_ = false;
  bool playing_ = false;
};

}  // namespace referee
