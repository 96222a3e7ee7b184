#pragma once

#include <string>
#include <string_view>

#include "referee/tournament/formats/format_table.h"

// Common parts of the formats in which entrants meet at tables and score points.
namespace referee {

inline constexpr std::size_t kPair = 2;  ///< entrants at a table, as the Dutch system and Berger tables need

/// Tables of the game's seats; in a game of one seat, duels on the same instance. By default an encounter has
/// two games at tables of two, which swap the seats, and else one.
EncounterRules paired_encounters(const FormatGame& game);
/// The key "best_of", or another one like it, 1..99; `fallback` if it is missing.
int read_best_of(fields::Object& in, int fallback, std::string_view key = "best_of");
/// The key "tie_breaks".
TieBreaks read_tie_breaks(fields::Object& in, const EncounterRules& rules, bool round_robin);

/// ", duels on the same instances, best of 3"
std::string encounters_text(const EncounterRules& rules);
/// `rounds` rounds with `encounters` encounters each.
PlannedRounds planned(const EncounterRules& rules, int rounds, std::size_t encounters);
/// Standings by points and tie-breaks, chart, crosstable and rounds.
ReportLayout points_layout(const TieBreaks& tie_breaks, ReportLayout::Crosstable crosstable);

/// Adds the mean score and its interval: in front if they rank, else behind the other results.
void add_mean_scores(ReportLayout& layout, bool rank);

/// The objection of a format that is for every game: none.
std::string no_objection(const FormatGame& game);

}  // namespace referee
