#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engines/game.h"
#include "referee/base/kernel_time.h"
#include "referee/lab/game_check/game_knowledge.h"
#include "referee/lab/game_check/game_trial.h"

namespace referee {

/// Many matches of a game with secrets. In each, one seat does what follows from what it was told, while the
/// deal, single draws and the choices of the others vary: so it often cannot tell which match it is in.
class GameSecrets {
 public:
  /// Begins a match.
  using NewTrial = std::function<std::unique_ptr<GameTrial>(const engines::Seed&, DrawOutcome)>;

  /// `illegal`: moves to try where they are not listed. No match begins after `until`.
  GameSecrets(std::size_t seats, std::vector<std::string> illegal, NewTrial trial, TimePoint until);

  /// Throws GameFault: of game_check::kSecrets if a seat learns what it may not know.
  void play();
  std::size_t matches() const { return matches_; }
  /// How many positions looked to a seat like one of a match that went another way.
  std::size_t alike(std::size_t seat) const { return seats_[seat].alike(); }
  /// Whether a seat always knew what the other seats saw, though another one sees what spectators do not.
  bool knows_all(std::size_t seat) const;
  /// Whether a seat saw what spectators do not.
  bool has_secret(std::size_t seat) const { return secret_[seat]; }

 private:
  /// One way in which a match may go.
  struct World {
    std::uint64_t deal = 0;
    std::uint64_t others = 0;                 ///< chance of the choices of the other seats
    std::optional<std::size_t> other_draw{};  ///< this draw is another one
  };
  struct Course;

  bool late() const { return kernel_now() > until_; }
  void find_deals();
  World world(std::size_t subject, std::uint64_t plan, std::uint64_t round) const;
  void play_one(std::size_t subject, std::uint64_t plan, const World& world);
  bool play_step(Course& course, std::size_t subject, std::uint64_t plan);
  void hear(Course& course) const;
  GameTrial::Moves choose(Course& course, std::size_t subject, std::uint64_t plan) const;
  bool tease(Course& course, std::size_t subject, const GameTrial::Moves& good);
  std::string wrong_move(const GameTrial& trial, std::size_t at, const std::string& known) const;
  void note_secrets(const Course& course);
  void refuse_leaks() const;

  const std::vector<std::string> illegal_;
  const NewTrial trial_;
  const TimePoint until_;
  std::vector<SeatKnowledge> seats_;
  std::vector<bool> secret_;  // by seat
  std::map<std::pair<std::string, std::size_t>, std::string>
      as_public_;                                  // view of a seat by what spectators saw
  std::vector<std::vector<std::uint64_t>> deals_;  // by seat: those that begin alike for it
  std::size_t draws_ = 0;                          // of a match's start
  std::size_t matches_ = 0;
};

}  // namespace referee
