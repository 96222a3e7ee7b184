#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "referee/collect/hand_in.h"
#include "referee/prepare/build.h"
#include "referee/process/bot_command.h"

namespace referee {

struct Adapter;

/// What `referee collect` is asked for, read and checked as far as it can be without the download.
struct CollectOrder {
  std::string download;               ///< a folder, or an archive
  std::string tournament;             ///< a tournament file without entrants
  std::string roster;                 ///< ""; the tournament's, if it names one
  std::string groups;                 ///< "": none
  std::string overrides;              ///< "": none
  std::string out;                    ///< the folder of the class
  std::optional<collect::Form> form;  ///< nothing: the names tell it
  std::optional<collect::UtcTime> deadline;
  bool accept_late = false;
  bool alias = false;
  bool retry = false;
  bool json = false;                ///< print OUT/collect.json, and nothing else
  std::optional<std::size_t> jobs;  ///< hand-ins at once; nothing: one for each core, or kJobsOfWorkers
  static constexpr std::size_t kJobsOfWorkers = 64;
  std::string queue;                    ///< the store whose workers build; empty: this machine does
  std::optional<prepare::Build> build;  ///< of the rubric
  const Adapter* adapter = nullptr;     ///< --as; nullptr: the protocol
  Stdio stdio = Stdio::tcp;
  std::vector<std::string> command;  ///< starts each hand-in; empty: by the start table
};

/// Makes the hand-ins ready, writes the folder of the class, and prints how many are in. Returns the exit
/// code. Throws std::invalid_argument and fields::Exception for files that are wrong, and what ends the run
/// early: a machine that fails. What has been prepared is kept for the next run.
int run_collect(const CollectOrder& order);

}  // namespace referee
