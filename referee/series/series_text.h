#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "referee/base/text_table.h"
#include "referee/series/series_decision.h"
#include "referee/series/series_ratings.h"
#include "referee/series/series_results.h"

namespace referee {

/// One line for a game: its number, seed, players with scores in the order of their seats, turns, faults.
std::string game_line(const GameSummary& game, const SeriesResults& results);

/// What a series says, for people: totals of each entrant; by seat at tables of two; who is stronger and how
/// sure that is; the sequential test, if there is one; every kind of fault with its count, reason and first
/// place; whether games repeat each other. "" if no game is over. `width`: columns of the terminal.
std::string series_text(const SeriesResults& results, const std::optional<SeriesDecision>& decision,
                        std::size_t width = TextTable::kUnbounded);

/// How it stands while the series is played, on part of a line: the first entrant's score and its difference
/// in Elo, or in scores, with the interval; and the test. "" before there is anything.
std::string interim_text(const SeriesResults& results, const std::optional<SeriesDecision>& decision);

/// What the games have come to by opening of a list of so many, at most 100 of them: games, how many of these
/// are different, and points of the first seat and of each challenger in per cent. "" without a game.
std::string openings_text(const SeriesResults& results, std::size_t listed);

/// The ratings of larger tables, as a table.
std::string ratings_table(const SeriesRatings& ratings, const std::vector<std::string>& names);

/// The totals of each entrant, as a table for a terminal of `width` columns.
std::string totals_table(const SeriesResults& results, std::size_t width = TextTable::kUnbounded);

/// Answers that were in time by processor time only: "3 answers would be late by the wall clock, as where the
/// bot dials in: first at turn 12, 3,012.345 ms of 1,000.000 ms; --measure wall counts it". `place`: "turn
/// 12".
std::string wall_over_text(const WallOver& over, const std::string& place);

/// "+34.5 (-12.0 to +81.2)"; an infinite end is "inf".
std::string elo_text(const comparison::Interval& elo);

/// "12.345", for a column of milliseconds.
std::string ms_figure(Microseconds time);

}  // namespace referee
