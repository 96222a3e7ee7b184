#pragma once

#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "referee/loop/tasks.h"
#include "referee/tournament/run/arbiter.h"
#include "referee/tournament/run/ladder.h"
#include "referee/tournament/run/tournament.h"
#include "referee/tournament/run/tournament_parts.h"

namespace test_support {

/// A tournament that is played on a loop of a test, with all that belongs to it but connections.
class RunningTournament {
 public:
  /// Takes over the store, and opens it; an existing one continues its tournament. `config` outlives this.
  /// `starter`: starts bots; null: as processes of this machine. Throws what open_tournament() throws.
  RunningTournament(referee::Tasks& tasks, const referee::TournamentConfig& config,
                    std::unique_ptr<referee::Store> store,
                    std::unique_ptr<referee::ProcessStarter> starter = nullptr);

  /// Begins to play; no effect once it has begun.
  void start();
  bool started() const { return started_; }
  bool over() const { return over_; }
  /// Throws what the TournamentRunner has thrown.
  void rethrow_failure() const;
  /// Begins to handle a command of the arbiter; `reply` is there once `done` is true, and outlives the task.
  void ask(const std::vector<std::string>& words, referee::ControlReply& reply, bool& done);

  const referee::OpenedStore& opened() const { return opened_; }
  referee::TournamentParts& parts() { return parts_; }
  referee::TournamentRunner& runner() { return *runner_; }
  /// Null for a ladder, or for everything else.
  referee::Tournament* tournament() { return tournament_; }
  referee::Ladder* ladder() { return ladder_; }
  referee::Arbiter& arbiter() { return *arbiter_; }
  /// The lines printed for people.
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  referee::Task<> play();

  referee::Tasks& tasks_;
  referee::OpenedStore opened_;
  referee::Launcher launcher_;
  referee::TournamentParts parts_;
  std::unique_ptr<referee::TournamentRunner> runner_;
  referee::Tournament* tournament_ = nullptr;
  referee::Ladder* ladder_ = nullptr;
  std::unique_ptr<referee::Arbiter> arbiter_;
  std::vector<std::string> lines_;
  std::exception_ptr failure_;
  bool started_ = false;
  bool over_ = false;
};

}  // namespace test_support
