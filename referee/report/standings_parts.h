#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/report/standings_page.h"

// What the formats of the standings have in common.
namespace referee {

/// Turns that were a fault.
std::int64_t faults_of(const GameTally& tally);
/// Those kinds of fault that occurred, in the order of protocol::Verdict.
std::vector<std::pair<std::string, std::int64_t>> faults_by_kind(const GameTally& tally);
/// "3 (late 2, illegal 1)", or "0".
std::string faults_text(const GameTally& tally);

/// Milliseconds with three decimals; "-" without a turn.
std::string mean_ms_text(const GameTally& tally);
std::string worst_ms_text(const GameTally& tally);
/// "1.5", or "-" if it does not apply.
std::string tie_break_text(const std::optional<TieBreakValue>& value);
/// "BH/C1: Buchholz without the lowest opponent; SB: Sonneborn-Berger": what breaks the ties.
std::string tie_breaks_legend(const StandingsPage& page);

/// "bye", "forfeit", "half-point bye", "zero-point bye"; nothing for one that is played.
std::string_view kind_text(Encounter::Kind kind);
/// The last round with a decided encounter; 0 if there is none.
int last_decided_round(const StandingsPage& page);
/// "not started", "round 3 of 5", "final".
std::string progress_text(const StandingsPage& page);
/// "withdrawn", "annulled", or "".
std::string mark_text(const StandingsRow& row);
/// "alice (withdrawn)", for a terminal. The name, not the display: it is ASCII, so that columns stay in line.
std::string named_row_text(const StandingsRow& row);

}  // namespace referee
