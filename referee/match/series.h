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

/// The seats of a series that are open to the bots that dial in first. A new name gets a token in `welcome`;
/// a bot that dials in under a known name must show that token.
class OpenSeats final : public EntrantDirectory {
 public:
  /// `taken`: names of launched bots: no other bot may dial in under them.
  OpenSeats(Tasks& tasks, std::size_t capacity, const std::vector<std::string>& taken);

  /// In the order in which they registered.
  const std::vector<std::shared_ptr<Player>>& players() const { return players_; }
  /// Set once all seats are taken.
  Event& full() { return full_; }

  std::optional<KnownEntrant> find(const std::string& name) const override;
  std::variant<NewEntrant, protocol::Error> enlist(const Applicant& applicant) override;
  Task<> keep() override;
  std::string waiting_for(const Player& player) const override;
  std::optional<std::string> tournament() const override { return std::nullopt; }
  void arrived(Player&) override {}

 private:
  std::size_t capacity_;
  std::set<std::string> taken_;             // folded
  std::vector<std::string> tokens_sha256_;  // in the order of players_
  std::vector<std::shared_ptr<Player>> players_;
  Event full_;
};

/// What to play: a number of matches between the same entrants.
struct SeriesSpec {
  const engines::Entry* game = nullptr;
  Json options = Json::object();
  ClockSpec clock;
  engines::Seed first;  ///< match i is played with first.number + i - 1; a missing salt is drawn
  int games = 1;
  Milliseconds no_show{60000};  ///< how long a match waits for a player who has left
};

/// Plays the matches of a series one after another. Seats rotate: in match i entrant c sits at (c + i - 1)
/// mod seats. Records are files; void attempts are repeated.
class Series final : private AttemptHooks {
 public:
  /// The open seats, and where bots dial in; may be null if all entrants are launched or have a player.
  struct Acceptor {
    Acceptor(Tasks& tasks, std::size_t capacity, const std::vector<std::string>& taken, Milliseconds init)
        : seats(tasks, capacity, taken), lobby(tasks, seats, init) {}
    /// Says `bye` to all connections.
    void close(std::string_view reason);

    OpenSeats seats;
    Lobby lobby;
  };
  /// `entrants`: an entrant with neither bot nor player gets a player who has dialled in. `observers` must
  /// outlive the series.
  Series(Tasks& tasks, Launcher& launcher, Acceptor* acceptor, RecordFiles& files, SeriesSpec spec,
         std::vector<SeatSpec> entrants, MatchObservers observers);

  /// Plays all matches. Throws what ends the series: a bot that cannot be started (LaunchError), a full disk
  /// (std::system_error), or a match that is void AttemptRunner::kAttempts times (std::runtime_error).
  Task<> play();
  /// Makes the running match void, and plays no more.
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
  int game_ = 0;                         // number of the present match, from 1
  std::optional<AttemptRunner> runner_;  // of the present match
  bool stopped_ = false;
};

}  // namespace referee
