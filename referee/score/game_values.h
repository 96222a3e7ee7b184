#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/fields.h"
#include "referee/record/match_result.h"
#include "referee/score/criterion.h"
#include "referee/score/rubric.h"
#include "referee/score/score_report.h"

namespace referee::score {

/// The largest number in a rubric: points, scores, bounds of criteria.
inline constexpr double kMaxNumber = 1e12;

/// Means of thirds and tenths are not exact: a value this near to a bound counts as on it.
inline constexpr double kTiny = 1e-9;

/// A range of numbers with both ends, or without its lower end.
struct NumberRange {
  double min = 0;
  double max = kMaxNumber;
  bool above_min = false;
};

/// The number at `key`; nothing if the key is absent. Refuses a value that is not a number of the range.
std::optional<double> find_number(fields::Object& in, std::string_view key, NumberRange range = {});
/// The number at `key`, which is required. Refuses an absent key, and a value that is not a number of the
/// range; returns 0 then.
double number_at(fields::Object& in, std::string_view key, NumberRange range = {});

/// For people, without needless digits: "0.4", "21", "12.25".
std::string number_text(double number);
/// With at most three digits after the point: "0.333".
std::string short_text(double number);
/// Rounds points to hundredths, so that sums of them are exact.
double in_hundredths(double number);

/// The names of a choice, for messages: "one", "two".
std::string quoted_list(const std::vector<std::string_view>& names);

/// The values of one match for all measures, always for the submission.
struct GameValues {
  double score = 0;
  double attained = 0;  ///< 0 to 1
  bool won = false;     ///< first alone
  double pairwise = 0;  ///< 0 to 1
  std::int64_t faults = 0;
  std::map<const GameMeasure*, double> own = {};  ///< of the game's own measures
  /// By the key of Measured::outcome(): of the lists of the outcome that have a number for each seat.
  std::map<std::string, double> outcome = {};
  bool has_outcome = false;  ///< else the match was not played, for want of bots
};

/// The values of a match that was played, with the submission at `seat`. An absent submission has a fault.
/// `own`: the game's own measures; throws std::exception if the record is not one of their game.
GameValues values_of(const MatchResult& result, std::size_t seat, std::optional<double> attainable,
                     std::span<const GameMeasure> own);

/// The measured value over the matches of an item. Throws std::runtime_error if the outcome of one does not
/// have the list that is measured. REQUIRES: at least one.
double measured_in(std::span<const GameValues> games, const Measured& measured);

/// Gives a played item its points, from 0 to all of it, and the status that follows from them.
void give_points(ScoredItem& item, double points);

/// Fills in points, status and the measured values: the criterion with the least share decides. REQUIRES: as
/// many values as the item has games.
void grade(ScoredItem& item, const RubricItem& rule, std::span<const GameValues> games);

/// Adds up the points of all items by the rubric's rule.
double total_of(const std::vector<ScoredItem>& items, Rubric::Total total);

}  // namespace referee::score
