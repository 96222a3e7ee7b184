#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "referee/rating/rating.h"
#include "referee/tournament/standings/standings.h"

namespace referee {

/// Something done by hand or by a rule in mid-tournament, as the standings show it.
struct StandingsNote {
  std::string at;  ///< UTC
  int round = 0;   ///< the round that was running; 0 before the first
  std::string text;
};

/// All that the standings tell. Texts of bots and people may hold anything: every format escapes them.
struct StandingsPage {
  std::string tournament;
  std::string game;
  std::string updated;  ///< UTC: when the last came in of what it shows; "" if nothing has
  int rounds = 0;       ///< planned
  bool finished = false;
  EncounterRules rules;
  std::vector<std::string> instances;  ///< for people: "spiral, seed 7"
  Ranking ranking = Ranking::swiss;
  TieBreaks tie_breaks;
  int encounters_each = 0;  ///< planned, in a round robin
  History history;
  std::vector<StandingsRow> rows;  ///< standings_of(standings_rules(), history)
  rating::Ratings ratings;         ///< by entrant: ratings_of(rules, history, rows)
  std::vector<StandingsNote> notes;
  /// The folder of the records as a link from the page, with / at its end; "": the page links to none.
  std::string records;

  StandingsRules standings_rules() const { return {rules, ranking, tie_breaks, rounds, encounters_each}; }
};

/// One JSON object, keys in a fixed order: configs/schema/standings.schema.json.
std::string standings_json(const StandingsPage& page);
/// RFC 4180, UTF-8; cells that a spreadsheet would take for a formula have ' in front. For a field, with a
/// column for each instance.
std::string standings_csv(const StandingsPage& page);
/// Table of standings, crosstable, rounds, notes; for a field, scores by instance in place of the middle two.
std::string standings_markdown(const StandingsPage& page);
/// The same as one self-contained page, with a chart of the points: no script, nothing loaded from elsewhere.
std::string standings_html(const StandingsPage& page);
/// The table for a terminal.
std::string standings_text(const StandingsPage& page);

/// Writes standings.json, .csv, .md and .html into `folder`, each atomically. Throws std::system_error.
void write_standings(const std::filesystem::path& folder, const StandingsPage& page);

}  // namespace referee
