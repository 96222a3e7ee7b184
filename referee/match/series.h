#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "referee/match/attempt_runner.h"
#include "referee/match/launcher.h"
#include "referee/match/lobby.h"
#include "referee/match/record_files.h"
#include "referee/net/event.h"

namespace referee {

/// The seats of a single match that are open to whoever dials in first. A new name gets a token in `welcome`;
/// whoever comes with a known name must show it.
class OpenSeats final : public EntrantDirectory {
 public:
  /// `taken`: names of launched bots, which nobody may dial in under.
  OpenSeats(Tasks& tasks, std::size_t capacity, const std::vector<std::string>& taken);

  /// In the order in which they registered.
  const std::vector<std::shared_ptr<Player>>& players() const { return players_; }
  /// Set once all seats are taken.
  Event& full() { return full_; }

  std::optional<KnownEntrant> find(const std::string& name) const override;
  std::variant<NewEntrant, protocol::Error> enlist(const std::string& name) override;
  Task<> keep() override;
  std::string waiting_for(const Player& player) const override;
  std::optional<std::string> tournament() const override { return std::nullopt; }
  void arrived(Player&) override {}

 private:
  std::size_t capacity_;
  std::set<std::string> taken_;             // folded
  std::vector<std::string> tokens_sha256_;  // beside players_
  std::vector<std::shared_ptr<Player>> players_;
  Event full_;
};

/// What to play: a number of games between the same entrants.
struct SeriesSpec {
  const engines::Entry* game = nullptr;
  Json options = Json::object();
  ClockSpec clock;
  engines::Seed first;  ///< game i is played with first.number + i - 1; without a salt it is drawn
  int games = 1;
  Milliseconds no_show{60000};  ///< how long a game waits for a player who has left
};

/// Plays the games of a series one after another. Seats rotate: in game i entrant c sits at (c + i - 1) mod
/// seats. Each game is a match of its own: its records are files, and void attempts are repeated.
class Series final : private AttemptHooks {
 public:
  /// Who dials in, and where; may be null if all entrants are launched or have a player.
  struct Acceptor {
    Acceptor(Tasks& tasks, std::size_t capacity, const std::vector<std::string>& taken, Milliseconds init)
        : seats(tasks, capacity, taken), lobby(tasks, seats, init) {}
    /// Says `bye` to everybody.
    void close(std::string_view reason);

    OpenSeats seats;
    Lobby lobby;
  };
  /// `entrants`: one with neither bot nor player gets a player who has dialled in. `observers` must outlive
  /// the series.
  Series(Tasks& tasks, Launcher& launcher, Acceptor* acceptor, RecordFiles& files, SeriesSpec spec,
         std::vector<SeatSpec> entrants, MatchObservers observers);

  /// Plays them all. Throws what makes going on impossible: a bot that cannot be started (LaunchError), a
  /// full disk (std::system_error), or a game that is void AttemptRunner::kAttempts times
  /// (std::runtime_error).
  Task<> play();
  /// Makes the running game void, and plays no more.
  void stop(const std::string& why);

 private:
  Task<> prepare(MatchJob& job) override;
  Task<> keep(PlayedAttempt& played) override;
  void ended(PlayedAttempt& played) override;

  Task<> wait_for_players();
  MatchJob job() const;
  std::vector<SeatSpec> seated() const;
  void say_wait();

  Tasks& tasks_;
  Launcher& launcher_;
  Acceptor* acceptor_;
  RecordFiles& files_;
  SeriesSpec spec_;
  std::vector<SeatSpec> entrants_;
  MatchObservers observers_;
  std::string run_;
  int game_ = 0;                         // the present one, from 1
  std::optional<AttemptRunner> runner_;  // of the present game
  bool stopped_ = false;
};

}  // namespace referee
