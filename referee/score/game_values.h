#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/fields.h"
#include "referee/match/match_result.h"
#include "referee/score/criterion.h"
#include "referee/score/rubric.h"
#include "referee/score/score_report.h"

namespace referee::score {

/// The largest number in a rubric: points, scores, bounds of criteria.
inline constexpr double kMaxNumber = 1e12;

/// Closed range of numbers, and whether its lower end is out of it.
struct NumberRange {
  double min = 0;
  double max = kMaxNumber;
  bool above_min = false;
};

/// A number that stands at `key`; nothing if there is none. What is no number of the range is refused.
std::optional<double> find_number(fields::Object& in, std::string_view key, NumberRange range = {});
/// The same for a key that has to be there; 0 on error.
double number_at(fields::Object& in, std::string_view key, NumberRange range = {});

/// For people, without more digits than it needs: "0.4", "21", "12.25".
std::string number_text(double number);
/// With at most three digits behind the point: "0.333".
std::string short_text(double number);
/// Rounded to hundredths: what points are counted in, so that sums of them are exact.
double in_hundredths(double number);

/// "one", "two": what a choice is among, for messages.
std::string quoted_list(const std::vector<std::string_view>& names);

/// What one game gives to what is measured, always for the submission.
struct GameValues {
  double score = 0;
  double attained = 0;  ///< 0 to 1
  bool won = false;     ///< first alone
  double pairwise = 0;  ///< 0 to 1
  std::int64_t faults = 0;
  std::map<const GameMeasure*, double> own = {};  ///< of the game's own measures
};

/// Of a game that was played, with the submission at `seat`. Whoever does not come has a fault. `own`: the
/// game's own measures; throws std::exception if the record is not one of their game.
GameValues values_of(const MatchResult& result, std::size_t seat, std::optional<double> attainable,
                     std::span<const GameMeasure> own);

/// The measured value over the games of an item. REQUIRES: at least one.
double measured_in(std::span<const GameValues> games, Measured measured);

/// Fills in points, status and what was measured: the criterion with the least share decides. REQUIRES: as
/// many values as the item has games.
void grade(ScoredItem& item, const RubricItem& rule, std::span<const GameValues> games);

/// Adds up the points of all items by the rubric's rule.
double total_of(const std::vector<ScoredItem>& items, Rubric::Total total);

}  // namespace referee::score
