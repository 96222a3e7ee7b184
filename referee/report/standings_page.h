#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/statistics/rating.h"
#include "referee/tournament/formats/tournament_format.h"
#include "referee/tournament/standings/machine_kinds.h"
#include "referee/tournament/standings/standings.h"

// What the formats of the standings have in common.
namespace referee {

/// A change that the arbiter, or a rule, has made during the tournament, as the standings show it.
struct StandingsNote {
  std::string at;  ///< UTC
  int round = 0;   ///< the round that was running; 0 before the first
  std::string text;
};

/// Where names and games of a page lead to, as links from the page. A function gives "" for what has no page;
/// without a function nothing has.
struct PageLinks {
  std::function<std::string(const std::string& match)> match = {};
  std::function<std::string(Entrant entrant)> entrant = {};
};
/// Links to the records in that folder; `folder` has / at its end.
PageLinks links_to_records(const std::string& folder);

/// What a page keeps from its readers: WebSpec::places and WebSpec::matches.
struct Withheld {
  int last_place = 0;  ///< the last place that is shown; 0: all are
  /// Rows of entrants with later places, or with none; best first. Their names, results and pages may be
  /// shown.
  std::vector<StandingsRow> rows = {};
  bool matches = false;  ///< who met whom, with what result
};

/// All that the standings tell. Texts of bots and people may hold any characters: every format escapes them.
struct StandingsPage {
  std::string tournament;
  std::string game;
  std::string updated;  ///< UTC: the time of the latest entry that it shows; "" without any
  int rounds = 0;       ///< planned
  bool finished = false;
  std::string sandbox;  ///< of launched entrants, and why it is no stronger: Sandbox::text(); "": of none
  std::shared_ptr<const TournamentFormat> format;
  std::vector<std::string> instances;  ///< for people: "spiral, seed 7"
  History history;
  std::vector<StandingsRow> rows;          ///< format->standings(history), without those that are withheld
  std::vector<MachineKind> machines = {};  ///< machine_kinds(history)
  rating::Ratings ratings;                 ///< by entrant: ratings_of(rules(), history, rows)
  std::vector<StandingsNote> notes;
  PageLinks links = {};
  /// The most that a turn should cost by the clock, in microseconds; nothing: not known, or no such bound.
  std::optional<std::int64_t> turn_budget_us = {};
  Withheld withheld = {};  ///< nothing but on pages for spectators

  const EncounterRules& rules() const { return format->encounter_rules(); }
  const TieBreaks& tie_breaks() const { return format->tie_breaks(); }
  const ReportLayout& layout() const { return format->layout(); }
  /// The link of a match or an entrant; "": it has none.
  std::string href_of(const std::string& match) const { return links.match ? links.match(match) : ""; }
  std::string href_of(Entrant entrant) const { return links.entrant ? links.entrant(entrant) : ""; }
};

/// Keeps places behind `last` and entrants without a place from the page's readers, once there are results.
/// REQUIRES: `last` is at least 1.
void withhold_places(StandingsPage& page, int last);
/// Whether the page may explain its places: an explanation has points of opponents, and who met whom.
bool tells_explanations(const StandingsPage& page);
/// What decides the place of a row: "Points 5.5", on a ladder of several seats "Elo 120".
std::string result_text(const StandingsPage& page, const StandingsRow& row);
/// Whether the place of an entrant is kept from the page's readers.
bool is_withheld(const StandingsPage& page, Entrant entrant);
/// The rows of all entrants: those that are shown, then those that are withheld. Valid as long as the page.
std::vector<const StandingsRow*> all_rows(const StandingsPage& page);
/// The row of an entrant, be it withheld or not. REQUIRES: an entrant of the page.
const StandingsRow& standings_row(const StandingsPage& page, Entrant entrant);

/// The page as it was before a bracket: standings by points and tie-breaks.
StandingsPage before_bracket(StandingsPage page);

/// One JSON object, keys in a fixed order: configs/schema/standings.schema.json.
std::string standings_json(const StandingsPage& page);
/// RFC 4180, UTF-8; cells that a spreadsheet would take for a formula have ' in front. For a field, with a
/// column for each instance.
std::string standings_csv(const StandingsPage& page);
/// Table of standings, crosstable, rounds, notes; for a field, scores by instance in place of the middle two.
std::string standings_markdown(const StandingsPage& page);
/// All sections (html_sections.h) as one self-contained page of HTML: it has no script and loads no file.
std::string standings_html(const StandingsPage& page);
/// The table for a terminal.
std::string standings_text(const StandingsPage& page);

/// Writes standings.json, .csv, .md and .html into `folder`, each atomically. Throws std::system_error.
void write_standings(const std::filesystem::path& folder, const StandingsPage& page);

/// A game of a cell of the standings, and where its record is.
struct RecordLink {
  std::string label;  ///< "1": the first game of the cell
  std::string href;
  std::string match = {};  ///< "r1t3g2"
};

/// The match of a game of an encounter. `position`: the entrant's, used where each entrant plays a match of
/// its own.
MatchPlace match_place(const StandingsPage& page, const Encounter& encounter, int game_no,
                       std::size_t position);
/// The links of an entrant's finished games in an encounter, of those that have one. A struck
/// game is counted, but has no link: its record is now one of a void match. `position`: the entrant's, used
/// where each entrant plays a match of its own. `before`: games that the cell has from earlier encounters.
std::vector<RecordLink> record_links(const StandingsPage& page, const PlayedEncounter& played,
                                     std::size_t position, std::size_t before = 0);

/// Turns that were a fault.
std::int64_t faults_of(const GameTally& tally);
/// The kinds of fault that occurred, each with its number, in the order of protocol::Verdict.
std::vector<std::pair<std::string, std::int64_t>> faults_by_kind(const GameTally& tally);
/// "3 (late 2, illegal 1)", or "0".
std::string faults_text(const GameTally& tally);

/// The mean time of a turn in milliseconds, with three decimals; "-" without a turn.
std::string mean_ms_text(const GameTally& tally);
std::string worst_ms_text(const GameTally& tally);
/// "1.5", or "-" if it does not apply.
std::string tie_break_text(const std::optional<TieBreakValue>& value);

/// "bye", "forfeit", "half-point bye", "zero-point bye"; empty for an encounter that is played.
std::string_view kind_text(Encounter::Kind kind);
/// Whether the entrant has a rank: a staff bot has none, nor one that has not played, nor one that a ladder
/// does not rate yet. An annulled one is last.
bool is_ranked(const StandingsRow& row);
/// "3", or "-" if the entrant has no rank.
std::string rank_text(const StandingsRow& row);
/// By entrant: its rank after the round before the last one with a result; empty before that. In place of a
/// rank that is withheld stands the present one.
std::vector<int> ranks_before(const StandingsPage& page);
/// The last round with a decided encounter; 0 if no encounter is decided.
int last_decided_round(const StandingsPage& page);
/// Whether any entrant has a result: a game, a bye or a forfeit.
bool has_results(const StandingsPage& page);
/// "not started", "round 3 of 5", "final".
std::string progress_text(const StandingsPage& page);
/// What the list of all entrants is called: "Leaderboard" of a ladder, a field or practice, else "Standings".
std::string_view standings_title(const StandingsPage& page);
/// How many entrants can have a place: all but staff bots.
std::size_t places_of(const StandingsPage& page);
/// Whether there are staff bots.
bool has_staff(const StandingsPage& page);
/// What their lines mean, in a sentence or two; "" without staff bots.
std::string staff_legend(const StandingsPage& page);
/// The best staff bot that the entrant is better than; "" without one, and of an entrant without a rank.
std::string better_than(const StandingsPage& page, Entrant entrant);
/// "withdrawn", "annulled", "staff", or "".
std::string mark_text(const StandingsRow& row);
/// "alice (withdrawn)", for a terminal. It uses the name, not the display: a name is ASCII, so that columns
/// stay in line.
std::string named_row_text(const StandingsRow& row);

}  // namespace referee
