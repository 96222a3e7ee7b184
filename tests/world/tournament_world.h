#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "referee/store/store.h"
#include "referee/tournament/config/config.h"
#include "tests/support/running_tournament.h"
#include "tests/support/temp_folder.h"
#include "tests/world/dialled_bot.h"
#include "tests/world/draw_tournament.h"
#include "tests/world/network_loop.h"

namespace world {

/// A tournament and its entrants, all drawn from one seed and played in simulated time on one thread. The
/// same seed gives the same course, byte for byte.
class TournamentWorld {
 public:
  explicit TournamentWorld(std::uint64_t seed);
  ~TournamentWorld();
  TournamentWorld(const TournamentWorld&) = delete;
  TournamentWorld& operator=(const TournamentWorld&) = delete;

  /// Plays to the end. Throws what the tournament throws, or if it does not end within a simulated month.
  void play();

  const referee::TournamentConfig& config() const { return config_; }
  const std::vector<std::unique_ptr<DialledBot>>& bots() const { return bots_; }
  /// What the store has, once it has been played.
  const referee::StoreContent& content() const { return content_; }
  /// The record of an attempt in the store.
  std::string record(const std::string& match, int attempt) const;
  Json standings() const;
  /// For how long it was played.
  referee::Nanoseconds time() const { return time_; }

 private:
  Random random_;
  test_support::TempFolder folder_;
  referee::TournamentConfig config_;
  NetworkLoop loop_;
  std::unique_ptr<test_support::RunningTournament> running_;
  std::vector<std::unique_ptr<DialledBot>> bots_;
  std::unique_ptr<referee::Store> store_;  // once it has been played
  referee::StoreContent content_;
  referee::Nanoseconds time_{0};
};

}  // namespace world
