#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "referee/base/units.h"
#include "referee/lab/examination.h"
#include "referee/lab/game_check/game_trial.h"
#include "referee/lab/game_check/reader_views.h"
#include "referee/process/sandbox.h"
#include "referee/rules/rules_entry.h"

namespace referee {

/// Examines one game whose rules are a program: plays it, asks it what no bot would ask, and compares.
class GameExamination {
 public:
  using OnFinding = std::function<void(const Finding&)>;
  /// Plays a match of the folder's own bots. Returns what to say of it, nothing if it was not over in time,
  /// or throws GameFault.
  using PlayBots = std::function<std::optional<std::string>(const rules::RulesFolder&, TimePoint until)>;

  /// `least`: the weakest sandbox that will do for the program. `turns`: over how many speed and memory are
  /// measured, from 1. `within`: checks that have not begun by then are left out.
  GameExamination(std::filesystem::path folder, SandboxLevel least, std::size_t turns,
                  std::chrono::seconds within, OnFinding on_finding, PlayBots play_bots);
  ~GameExamination();
  GameExamination(const GameExamination&) = delete;
  GameExamination& operator=(const GameExamination&) = delete;

  /// Makes all checks; the findings have been told when it returns. Each check plays for some seconds at
  /// most.
  void run();

 private:
  /// What one check found out, in words.
  using Made = std::string (GameExamination::*)();

  bool open();
  /// What matches with secrets have shown.
  struct SecretsPlayed {
    std::size_t matches = 0;
    std::size_t alike = 0;              // positions
    bool is_secret = false;             // a seat sees what spectators do not
    std::set<std::string> all_knowing;  // seats that always knew what the others saw
  };

  /// `after`: checks whose violation is the cause of what would be found here.
  void make(const Check& check, Made made, std::initializer_list<const Check*> after = {});
  void tell(const Check& check, Standing standing, std::string note, std::string line = {},
            std::string_view mend = {});
  /// A match that has begun, with the default options.
  std::unique_ptr<GameTrial> trial(std::uint64_t seed);
  std::unique_ptr<GameTrial> trial(const engines::Seed& seed, const rules::RulesHost& host,
                                   const engines::Facts& facts, DrawOutcome draw = nullptr);
  void play_on(GameTrial& trial, engines::Rng& rng, std::size_t steps) const;
  bool late() const;

  std::string readme();
  std::string same_twice();
  void same_for_movers();
  std::string matches_apart();
  std::string after_restart();
  std::string state_given_back();
  std::string listed_moves();
  std::string other_moves();
  std::string malformed_moves();
  std::string refusals();
  std::string ends();
  std::string forfeits();
  std::string scores();
  void play_without(std::optional<std::size_t> seat, std::size_t asked);
  std::string options();
  std::string secrets();
  ReaderViews seen_by_readers();
  std::vector<engines::Facts> facts_for_secrets() const;
  void play_secrets(const engines::Facts& facts, SecretsPlayed& played);
  std::string pictures();
  std::string records();
  std::string bots();
  std::string speed();
  std::string memory();
  std::int64_t memory_kib() const;
  std::set<std::string> known_moves();
  std::string refused_all(const Check& check, const std::vector<std::string>& moves);

  const std::filesystem::path folder_;
  const SandboxLevel least_;
  const std::size_t turns_;
  const std::chrono::seconds within_;
  OnFinding on_finding_;
  PlayBots play_bots_;
  std::shared_ptr<rules::RulesThread> thread_;
  rules::RulesHost host_;
  rules::RulesHost other_;  // the folder again, in another process
  engines::Facts facts_;
  std::uint64_t trials_ = 0;
  std::size_t measured_ = 0;    // turns, for speed and memory
  std::int64_t grown_kib_ = 0;  // memory of the program, in them
  TimePoint end_;
  TimePoint until_;  // of this check
  std::set<const Check*> broken_;
  bool dead_ = false;  // the program does not answer
};

}  // namespace referee
