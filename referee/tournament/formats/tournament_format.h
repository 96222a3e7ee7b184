#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/fields.h"
#include "referee/tournament/formats/bracket_picture.h"
#include "referee/tournament/formats/report_layout.h"
#include "referee/tournament/pairing/pairing_system.h"
#include "referee/tournament/standings/standings.h"

namespace referee {

/// What a format lets people do, and what files it has.
struct FormatTraits {
  /// A ladder on which no entrant meets another one: each that dials in plays alone or against house bots, at
  /// its own pace, until the referee is stopped.
  bool open_practice = false;
  std::size_t least_entrants = 2;  ///< to begin play
  /// Entrants may ask for byes in this many first rounds, and the arbiter may give them; nothing: the format
  /// has no such byes.
  std::optional<int> bye_rounds = {};
  /// Forbidden pairs and entrants of one author do not meet.
  bool keeps_apart = false;
  /// Why no entrant may enter once play has begun: "everybody meets everybody". Empty: entrants may.
  std::string entry_closes = {};
  /// All the same the tournament file may get new entrants and other programs then, if the arbiter asks for
  /// it: what is missing is played, by with_entered().
  bool plays_changes = false;
  /// For arbiters: a report file (TRF) after each of this many first rounds, which the FIDE Dutch system
  /// pairs.
  int trf_rounds = 0;
  bool hall_of_fame = false;  ///< ranked by mean score, which compares with that of other tournaments
  /// Why no place is explained. Empty: tie_breaker() explains each, or else the scores of a field.
  std::string unexplained = {};
};

/// The blocks of a ladder of a game of one seat.
struct BlockTerms {
  int instances = 20;        ///< of each block, from 1; every entrant plays each of them once
  std::string first_closes;  ///< UTC, as "2026-11-20T08:00:00Z": when the first block closes
  std::int64_t every_s = 0;  ///< seconds from one close to the next, from 1
};

/// When a ladder closes, and how its matches begin. It has no rounds: matches are made one by one. Practice
/// has none of these terms.
struct LadderTerms {
  std::optional<std::string> until;  ///< UTC, as "2026-11-20T08:00:00Z": no match begins afterwards
  std::optional<int> matches;        ///< so many in all
  int random_plies = 0;              ///< so many turns of each match are drawn; 0: none
  std::string openings = {};         ///< JSON, a list of lists of turns that matches take in order; "": none
  std::optional<BlockTerms> blocks = {};  ///< of a game of one seat, and only there
};

/// Rounds that are alike, if nothing ends early.
struct PlannedRounds {
  int rounds = 0;
  std::size_t encounters = 0;  ///< of each round
  std::size_t games = 0;       ///< of all encounters of a round together
  int longest = 0;             ///< games of the longest encounter
};

/// A line of what `referee check` prints.
struct PlanLine {
  std::string label;  ///< may be empty: the line belongs to the one before
  std::string text;
};

/// How the entrants of a tournament meet and how they are ranked: one entry of the tournament file's
/// "format", with its keys read. A value that never changes: all that happens is in a History.
///
/// Functions of a History are pure, and take entrants in the order of their pairing numbers.
class TournamentFormat {
 public:
  /// What the keys have fixed.
  struct Facts {
    EncounterRules encounters;
    TieBreaks tie_breaks = {};  ///< behind the results; empty where a format has none
    FormatTraits traits = {};
    ReportLayout layout = {};
  };
  explicit TournamentFormat(Facts facts) : facts_(std::move(facts)) {}
  virtual ~TournamentFormat() = default;
  TournamentFormat(const TournamentFormat&) = delete;
  TournamentFormat& operator=(const TournamentFormat&) = delete;

  const EncounterRules& encounter_rules() const { return facts_.encounters; }
  const TieBreaks& tie_breaks() const { return facts_.tie_breaks; }
  const FormatTraits& traits() const { return facts_.traits; }
  const ReportLayout& layout() const { return facts_.layout; }

  /// All keys with their values, for the frozen part of a store. read_format() reads it.
  virtual fields::Json json() const = 0;

  /// The number of rounds that its key "rounds" sets; nothing: it has no such key.
  virtual std::optional<int> own_rounds() const { return std::nullopt; }
  static constexpr int kMostRounds = 100;
  /// This format with another number of rounds: that of own_rounds(). REQUIRES: own_rounds(), and 1 to
  /// kMostRounds.
  virtual std::shared_ptr<const TournamentFormat> with_rounds(int) const { return nullptr; }

  /// This format, after others have entered a tournament that had begun. `numbers`: of the entrants when play
  /// began, and then after each such change, rising. REQUIRES: traits().plays_changes.
  virtual std::shared_ptr<const TournamentFormat> with_entered(std::vector<std::size_t> /*numbers*/) const {
    return nullptr;
  }

  /// The terms of a ladder; nullptr: the format is none.
  virtual const LadderTerms* ladder() const { return nullptr; }

  // ---- play ----

  /// `seed`: for the choices that are left to chance.
  virtual std::unique_ptr<PairingSystem> pairing_system(std::uint64_t seed) const = 0;
  /// Why a finished match may no longer be struck or played again, as "the final has been paired by it".
  /// Empty: it may.
  virtual std::string why_result_stands(const History&, const MatchPlace&) const { return ""; }

  // ---- standings ----

  /// Best first; equal ones share a rank, in the order of pairing numbers. Staff bots have no place.
  std::vector<StandingsRow> standings(const History& history) const {
    std::vector<StandingsRow> rows = ranked(history);
    take_staff_places(rows);
    return rows;
  }
  /// What explains the places. Nothing where traits().unexplained says why, and in a field.
  virtual std::optional<TieBreaker> tie_breaker(const History&) const { return std::nullopt; }

  /// How many rounds, from the first one on, count for points and tie-breaks: those before a bracket.
  virtual std::size_t rounds_for_points(const History& history) const { return history.rounds.size(); }
  /// The bracket that reports draw; nothing before it is paired, and in formats without one.
  virtual std::optional<BracketPicture> bracket(const History&) const { return std::nullopt; }

  // ---- the plan, for `referee check` ----

  /// The format with its main settings, in a line: "swiss, 5 rounds, tables of 2, best of 2".
  virtual std::string text() const = 0;
  /// All rounds with that many entrants, in their order; none if they are too few.
  virtual std::vector<PlannedRounds> planned_rounds(std::size_t entrants) const = 0;
  /// Whether that many entrants take all seats of all tables.
  virtual bool fills_tables(std::size_t) const { return true; }
  /// More lines about the rounds with that many entrants. May take seconds.
  virtual std::vector<PlanLine> schedule_lines(std::size_t) const { return {}; }

 private:
  /// standings() with a rank for each entrant, be it a staff bot or not.
  virtual std::vector<StandingsRow> ranked(const History& history) const = 0;

  Facts facts_;
};

}  // namespace referee
