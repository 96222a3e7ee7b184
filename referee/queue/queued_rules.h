#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "referee/loop/tasks.h"
#include "referee/loop/work_thread.h"
#include "referee/queue/job_board.h"

namespace referee::queue {

/// The rules of a job whose game is a program: how a worker gets them. A job of any other game has none.
struct QueuedRules {
  std::string sha256;  ///< Entry::rules_sha256(); "": there are none
  std::string bundle;  ///< SHA-256 of the bundle of what the program gets
};

// Their keys in the JSON of a job.
inline constexpr const char* kRulesSha256 = "rules_sha256";
inline constexpr const char* kRulesBundle = "rules_bundle";

/// Adds them to the JSON of a job, if there are any.
void add_rules(const QueuedRules& rules, nlohmann::json& job);
/// Those of a job. Throws fields::Exception for what no referee has posted.
QueuedRules rules_of(const nlohmann::json& job);

/// Opens the rules of a job on this machine, so that engines::find_game() finds them by their SHA-256; does
/// nothing if they are open, or if the job has none. `unpacked`: the folder of a bundle. It waits for a disk.
/// Throws as rules::open_rules() and `unpacked`, and std::runtime_error if the bundle has other rules.
void open_rules_of(const nlohmann::json& job,
                   const std::function<std::filesystem::path(const std::string& bundle)>& unpacked);

/// Puts rules on a board, each once. A shared folder of bundles does not get them: they are small.
class RulesOnBoard {
 public:
  /// Both outlive it. `work`: packs.
  RulesOnBoard(JobBoard& board, WorkThread& work) : board_(board), work_(work) {}

  /// What a job of that game has to name, once the board has it. Throws StoreError, and CannotTravel for
  /// rules that cannot be packed.
  Task<QueuedRules> rules(const engines::Entry& game);

 private:
  JobBoard& board_;
  WorkThread& work_;
  std::map<std::string, std::string> bundles_;  // by SHA-256 of the rules
};

}  // namespace referee::queue
