#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/score/score_report.h"

// What the formats of a score have in common.
namespace referee::score {

constexpr std::size_t kWidth = 100;       // columns of a terminal, in bytes
constexpr std::string_view kCut = "...";  // ends a text that was cut
constexpr std::size_t kNumberWidth = 6;   // of an item's number

/// "not_played", "full", "partial", "none"
std::string_view name_of(ItemStatus status);

/// "12.5 of 15 points": two decimals at most.
std::string points_text(double points, double max_points);
/// The reason for an item's points, in one line, which may have text of bots and is not yet escaped: "12.5 of
/// 15 points: mean score 88, asked: at least 100", "not played: the build failed".
std::string reason_of(const ScoredItem& item);
/// "A", or "A, undecided between A and B"
std::string mark_text(const ScoredMark& mark);
/// "mark B, undecided between A and B; against sample:walls_search 0.47 of the points in 64 games (0.35 to
/// 0.59; A from 0.5)"
std::string measured_text(const ScoredMark& mark);
/// What was measured, and what is promised of a mark; of an item that is withheld that it is. Empty if there
/// is nothing to say.
std::string explained(const ScoredItem& item);
/// "hidden", "not yet published", or nothing if the item is shown whole.
std::string withheld_text(const ScoredItem& item);
/// The kinds of the first faults of its games, each once, in their order.
std::vector<std::string> fault_kinds(const ScoredItem& item);
/// For an item with points missing: the first of these kinds that took the submission out of a match,
/// "disconnected", "no_show" or "forfeited"; nothing if it played all to the end.
std::optional<std::string> breakdown_of(const ScoredItem& item);
/// Whether there is something to grade: an item was played, or the build failed.
bool is_gradable(const ScoreReport& report);
/// Whether the best item counts, not the sum: then the items' greatest points add up to more than the
/// report's.
bool best_counts(const ScoreReport& report);

/// `text` as one line for a terminal, of at most `limit` bytes: harmful characters, tabs and line ends
/// escaped, backslashes as they are. One that is longer is cut at the end of a word, and ended with "..."
/// and, if it is no cell of a table, its length.
std::string line_of(std::string_view text, std::size_t limit);
/// "  view      ..." in as many lines of at most kWidth bytes as `line` needs; words stay whole. `line` is
/// escaped already.
std::string labelled(std::string_view label, std::string line);
/// JSON for a number: whole ones without a fraction, others to a millionth.
nlohmann::ordered_json number(double value);
/// Indented JSON with a newline; bytes that are not UTF-8 are replaced.
std::string dumped(const nlohmann::ordered_json& json);
/// A variable of the environment, or `fallback` if it is not set or empty.
std::string env_or(const char* name, std::string fallback);

/// An item's points for a grader that knows integers only.
struct WholePoints {
  std::int64_t points = 0;
  std::int64_t max_points = 0;
};

/// The items' points as integers, in their order. They add up to the report's points rounded to the nearest
/// integer, and so do the greatest ones. The sum so far is rounded, not each item, because rounding many
/// halves up would add points. Where the best item counts, the items are steps of a stair: an item is worth
/// its points beyond those of the next smaller item.
std::vector<WholePoints> whole_points(const ScoreReport& report);

}  // namespace referee::score
