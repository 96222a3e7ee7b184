#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "referee/loop/event.h"
#include "referee/match/kept_bots.h"
#include "referee/match/launcher.h"
#include "referee/match/lobby.h"
#include "referee/match/open_seats.h"
#include "referee/match/record_files.h"
#include "referee/match/running_attempts.h"
#include "referee/match/threads/match_threads.h"
#include "referee/record/openings.h"
#include "referee/series/series_plan.h"

namespace referee {

/// What to play.
struct SeriesSpec {
  const engines::Entry* game = nullptr;
  Json options = Json::object();
  /// Options by group, in turn, in place of `options`: of maps and mazes that all play. Empty: none.
  std::vector<Json> instances = {};
  ClockSpec clock;
  /// Group g of the plan is played with first.number + g and with first.salt; without one, each group has a
  /// salt of its own, which comes from `salts`.
  engines::Seed first;
  std::string salts;  ///< 32 hex digits; empty: drawn
  SeriesPlan plan = SeriesPlan::rotating(1, 1);
  /// Games of a group have the same opening; with a position of a record, all games are played with its seed.
  Openings openings = {};
  int jobs = 1;  ///< games at the same time, from 1; 1 where bots dial in
  /// Makes the trace of a match by its id; empty, or a result that is null: no trace.
  std::function<std::shared_ptr<LineTrace>(const std::string& match)> trace = {};
  /// By entrant: SHA-256 of what its command names, for records; "": unknown. Empty: of nobody.
  std::vector<std::string> contents = {};
  Milliseconds no_show{60000};      ///< how long a game waits for a player who has left
  MatchWorkers* workers = nullptr;  ///< who play the games; nullptr: they are played here
  /// That of the launcher. With it games that are played here at the same time have threads of their own
  /// (MatchThreads), unless a clock charges bots for waiting; observers are called there then.
  std::shared_ptr<const Sandbox> sandbox = nullptr;
  bool restart = false;     ///< every bot is started anew for each game, also one that could be kept
  bool open_ended = false;  ///< nobody knows how many games are played: a test ends the series
  /// The name of an earlier run that goes on, from RecordFiles::reserve_run(); empty: a new one.
  std::string run;
  std::set<std::int64_t> played;  ///< numbers of games that an earlier run has played

  const Json& options_of(const PlannedGame& game) const {
    return instances.empty() ? options : instances[static_cast<std::size_t>(game.group) % instances.size()];
  }
};

/// Plays the games of a plan, some at a time. Records are files; void attempts are repeated. A launched bot
/// that can play another match (PROTOCOL.md, new_match) keeps its process for its next game, unless workers
/// play.
class Series {
 public:
  /// The open seats, and where bots dial in; may be null if all entrants are launched or have a player.
  struct Acceptor {
    Acceptor(Tasks& tasks, std::size_t capacity, const std::vector<std::string>& taken, Milliseconds init,
             OpenSeats::For whom = OpenSeats::For::all)
        : seats(tasks, capacity, taken, whom), lobby(tasks, seats, init) {}
    /// Says `bye` to all connections.
    void close(std::string_view reason);

    OpenSeats seats;
    Lobby lobby;
  };
  /// Called after each game that counts, when its record is a file. It may call finish().
  using OnGame = std::function<void(const PlannedGame& game, const PlayedAttempt& played)>;

  /// `entrants`: those that the plan's numbers mean; one with neither bot nor player gets a player who has
  /// dialled in. `observers` must outlive the series.
  Series(Tasks& tasks, Launcher& launcher, Acceptor* acceptor, RecordFiles& files, SeriesSpec spec,
         std::vector<SeatSpec> entrants, MatchObservers observers, OnGame on_game = {});
  ~Series();
  Series(const Series&) = delete;
  Series& operator=(const Series&) = delete;

  /// Plays all games, or until finish() or stop(). Throws what ends the series: a bot that cannot be started
  /// (LaunchError), a full disk (std::system_error), or a match that is void AttemptRunner::kAttempts times
  /// (std::runtime_error).
  Task<> play();
  /// No more games begin; those that are being played count.
  void finish();
  /// Makes the running games void, and plays no more.
  void stop(const std::string& why);
  /// Games that are being played.
  std::size_t running() const { return playing_.size(); }
  /// Match i of this run is RUNgI.
  const std::string& run() const { return spec_.run; }

 private:
  class Playing;

  bool another_begins();
  void open_threads();
  std::optional<PlannedGame> next_game();
  Task<> play_game(PlannedGame game);
  Task<> wait_for_players();
  MatchJob job_of(const PlannedGame& game) const;
  engines::Seed seed_of(const PlannedGame& game) const;
  std::vector<SeatSpec> seated(const PlannedGame& game) const;
  void ended(const PlannedGame& game, const PlayedAttempt& played);
  void say_wait(std::int64_t number);

  Tasks& tasks_;
  Launcher& launcher_;
  Acceptor* acceptor_;
  RecordFiles& files_;
  SeriesSpec spec_;
  std::vector<SeatSpec> entrants_;
  MatchObservers observers_;
  OnGame on_game_;
  std::int64_t next_ = 1;  // number of the game that begins next
  KeptBots kept_;
  RunningAttempts<Playing> playing_;
  bool finishing_ = false;
  bool stopped_ = false;
  std::atomic<bool> more_ = true;        // another_begins(), for other threads
  std::optional<MatchThreads> threads_;  // the last member: they use the others
};

}  // namespace referee
