#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/store/store.h"
#include "referee/tournament/config/config.h"
#include "tests/support/running_tournament.h"
#include "tests/support/temp_folder.h"
#include "tests/world/dialled_bot.h"
#include "tests/world/draw_tournament.h"
#include "tests/world/network_loop.h"
#include "tests/world/people.h"
#include "tests/world/simulated_disk.h"
#include "tests/world/spectators.h"
#include "tests/world/told_log.h"
#include "tests/world/workers.h"

namespace world {

/// What the referee's process meets, at a moment that is drawn; the operator starts it again afterwards.
enum class Mishap {
  killed,      ///< `kill -9`, at any moment
  power_lost,  ///< so is its machine
  disk_full,   ///< one or more writes to the store fail
  disk_fails
};
constexpr std::size_t kMishaps = 4;

/// A tournament and its entrants, all drawn from one seed and played in simulated time on one thread, by a
/// referee whose process ends and is started again. One seed gives one course, byte for byte.
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
  /// The record of an attempt in the store; "": it has none.
  const std::string& record(const std::string& match, int attempt) const;
  /// Whether all attempts of a match have one seed (Tournaments 2.7).
  bool has_named_seeds() const;
  /// Whether several attempts of a match, which have one seed, are stored: nobody knows in which one a bot
  /// was asked a turn.
  bool is_one_of_several(const std::string& match) const;
  /// Whether an entrant that was out plays again.
  bool is_back(const std::string& name) const;
  Json standings() const;
  /// Nothing of a tournament that is played by workers.
  const ToldLog& told() const { return told_; }
  /// From which those of all games follow.
  const referee::MatchSeeds& seeds() const { return seeds_; }
  const PeoplePast& people() const { return people_past_; }
  /// How many pages spectators have asked for.
  std::uint64_t pages_read() const { return pages_read_; }
  /// Nothing of a tournament without workers.
  const WorkersPast& workers() const { return workers_past_; }
  /// How many programs of launched bots still ran when it was over.
  int left_running() const { return left_running_; }
  /// What was taken that has to be refused: see mistakes_taken() and contradictions_taken().
  const std::vector<std::string>& taken() const { return taken_; }
  /// For how long it is to be played, if a time ends it: practice, and some ladders.
  referee::Nanoseconds planned_time() const;
  /// For how long it was played.
  referee::Nanoseconds time() const { return time_; }
  /// How often the referee's process has ended by what, by Mishap.
  const std::array<std::uint64_t, kMishaps>& mishaps() const { return mishaps_; }
  /// Whether it has.
  bool was_disturbed() const { return mishaps_ != decltype(mishaps_){}; }
  /// Whether turns that were played may have been on no disk when a process ended.
  bool has_lost_turns() const {
    return turns_spoiled_ || mishaps_.at(static_cast<std::size_t>(Mishap::power_lost)) > 0;
  }

 private:
  void begin_process();
  void end_process(Mishap mishap);
  void forget_process();
  void spoil_turns();
  referee::TimePoint prepare(Mishap mishap);
  bool play_in_process(std::optional<Mishap> mishap);
  std::unique_ptr<referee::ProcessStarter> make_starter();
  referee::Task<> look_after_it();
  void add_bot(const referee::EntrantSpec& entrant, const std::string& token);
  void let_people_in();

  Random random_;
  test_support::TempFolder folder_;
  referee::TournamentConfig config_;
  PeopleWho who_;
  SimulatedDisk disk_;
  WorkersPast workers_past_;
  ToldLog told_;
  PeoplePast people_past_;
  std::unique_ptr<NetworkLoop> loop_;       // of the process that runs
  std::unique_ptr<Workers> workers_;        // on its loop; null: there are none
  std::unique_ptr<Spectators> spectators_;  // of running_; null: there are none
  std::unique_ptr<People> people_;          // likewise
  std::unique_ptr<test_support::RunningTournament> running_;
  std::vector<std::unique_ptr<DialledBot>> bots_;
  referee::StoreContent content_;  // once it has been played, as what follows
  std::map<std::pair<std::string, int>, std::string> records_;
  referee::Moment begin_{};
  referee::Nanoseconds time_{0};
  int left_running_ = 0;
  std::uint64_t pages_read_ = 0;
  std::vector<std::string> taken_;
  referee::MatchSeeds seeds_;
  std::array<std::uint64_t, kMishaps> mishaps_{};
  bool turns_spoiled_ = false;
};

}  // namespace world
