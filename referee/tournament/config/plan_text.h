#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "referee/tournament/config/config.h"
#include "referee/tournament/config/plan.h"

namespace referee {

/// What a tournament file amounts to, in sentences for people.
struct PlanSentences {
  std::vector<PlanLine> lines;  ///< each has a label, and a few sentences
  /// Where the number of bots is not known yet: a row for each supposed number; else empty.
  std::string table;
  std::vector<std::string> warnings;  ///< each says what to do about it
};

/// `entrants`: how many there are now; more may enter while registration is open, or are still to be
/// collected.
PlanSentences plan_sentences(const TournamentConfig& config, std::size_t entrants,
                             const std::optional<MeasuredAnswers>& measured = {});

/// A warning if the bots that may run at once may take more memory than the machine has, `machine_mib`; empty
/// if they may not.
std::string memory_warning(const TournamentConfig& config, std::int64_t machine_mib);

/// What `check` prints, and `serve` and `run` at their start: the sentences, in lines of at most 80 columns.
std::string plan_text(const TournamentConfig& config, std::size_t entrants,
                      const std::optional<MeasuredAnswers>& measured = {});

/// What `check --json` prints, without the starts of bots: docs/reference/init-and-check.md lists the keys.
nlohmann::json plan_json(const TournamentConfig& config, std::size_t entrants,
                         const std::optional<MeasuredAnswers>& measured = {});

}  // namespace referee
