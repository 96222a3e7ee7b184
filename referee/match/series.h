#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "referee/match/attempt.h"
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
/// seats. A void attempt is played again, up to kAttempts times.
class Series {
 public:
  static constexpr int kAttempts = 3;

  struct Game {
    std::string match;
    std::vector<std::size_t> entrant_at;  ///< by seat
    MatchResult result;
    std::filesystem::path record;
    std::vector<std::string>
        how_bots_ended;  ///< by entrant: "exit status 1: last line of stderr"; empty if fine
  };
  /// Called after each game, and after each void attempt.
  using OnGame = std::function<void(const Game&)>;

  /// Who dials in, and where; may be null if nobody does: if each entrant is launched or has its player.
  struct Acceptor {
    Acceptor(Tasks& tasks, std::size_t capacity, const std::vector<std::string>& taken, Milliseconds init)
        : seats(tasks, capacity, taken), lobby(tasks, seats, init) {}
    /// Says `bye` to everybody.
    void close(std::string_view reason);

    OpenSeats seats;
    Lobby lobby;
  };
  Series(Tasks& tasks, Launcher& launcher, Acceptor* acceptor, RecordFiles& files, SeriesSpec spec,
         std::vector<SeatSpec> entrants, OnGame on_game);

  /// Plays them all. Throws what makes going on impossible: a bot that cannot be started, a full disk, or a
  /// game that is void kAttempts times (std::runtime_error).
  Task<> play();
  /// Makes the running game void, and plays no more.
  void stop(const std::string& why);

 private:
  Task<bool> play_attempt(int game, int attempt);
  Task<> play_out(Attempt& playing, Game& game);
  void tell_how_bots_ended(const Attempt& played, Game& game);
  Task<> wait_for_players();
  /// Entrants in the order of the seats of game `number`; notes in `game` who sits where.
  std::vector<SeatSpec> by_seat(int number, Game& game) const;
  MatchSpec match_spec(int game, int attempt) const;
  void say_wait(int game);

  Tasks& tasks_;
  Launcher& launcher_;
  Acceptor* acceptor_;
  RecordFiles& files_;
  SeriesSpec spec_;
  std::vector<SeatSpec> entrants_;
  OnGame on_game_;
  std::string run_;
  Attempt* playing_ = nullptr;  // the present attempt, from its gathering on
  bool stopped_ = false;
};

}  // namespace referee
