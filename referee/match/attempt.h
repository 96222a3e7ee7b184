#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/match/launcher.h"
#include "referee/match/match.h"

namespace referee {

/// Who plays a seat: a bot to be launched for each game, or a player who dials in or is here already.
struct SeatSpec {
  std::string name;
  std::vector<std::string> argv;                          ///< empty: is not launched
  std::shared_ptr<Player> player = nullptr;               ///< of one who is not launched
  std::optional<Confinement> confinement = std::nullopt;  ///< of one who is launched; nothing: not confined
  std::filesystem::path folder = {};  ///< to work in where it is not confined; empty: that of the referee
  const Adapter* adapter = nullptr;   ///< see BotCommand
  Stdio stdio = Stdio::tcp;           ///< see BotCommand
};

/// One attempt of a match together with the processes that it needs: gather(), play(), stop_bots().
class Attempt {
 public:
  /// REQUIRES: as many entrants as the game has seats.
  Attempt(Tasks& tasks, Launcher& launcher, MatchSpec spec, std::vector<SeatSpec> by_seat);

  /// Launches the bots, and returns when each of them has said hello or will not. Throws LaunchError.
  Task<> gather();
  /// Sets the match up with whoever is connected now. Throws fields::Exception for options that are not
  /// valid.
  void begin();
  /// What has been recorded so far. REQUIRES: begin().
  const std::string& record() const { return match_->record(); }
  /// See Match::play(). REQUIRES: begin().
  Task<MatchResult> play();
  /// See Match::tell_end().
  void tell_end(const MatchResult& result) { match_->tell_end(result); }
  /// Ends the processes; returns when they are gone.
  Task<> stop_bots();

  /// Makes the match void, or ends the wait for bots that start up.
  void abort(const std::string& why);
  /// The seat's entrant has withdrawn: it forfeits this match. No effect before begin().
  void withdraw(std::size_t seat);

  const MatchSpec& spec() const { return spec_; }
  const std::vector<SeatSpec>& entrants() const { return by_seat_; }
  bool begun() const { return match_.has_value(); }
  /// How a launched bot's process ended, if there is something to say about it: "exit status 1: last words".
  std::string how_bot_ended(std::size_t seat) const;
  /// What a launched bot wrote to standard error.
  std::string stderr_of(std::size_t seat) const;

 private:
  void end_bots();

  Tasks& tasks_;
  Launcher& launcher_;
  MatchSpec spec_;
  std::vector<SeatSpec> by_seat_;
  std::vector<LaunchedBot> launched_;  // by seat; empty for those who dial in
  bool aborted_ = false;
  std::optional<Match> match_;
};

}  // namespace referee
