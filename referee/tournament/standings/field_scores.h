#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace referee {

/// The figures that sum up a list of scores.
struct ScoreSummary {
  std::size_t count = 0;  ///< of scores; without a score the others are 0
  double mean = 0;
  /// The standard error of the mean: the sample's standard deviation over the root of the count; nothing
  /// below two scores.
  std::optional<double> standard_error;
  double minimum = 0;
  double lower_quartile = 0;  ///< between two scores: on the straight line between them (R's type 7)
  double median = 0;
  double upper_quartile = 0;
  double maximum = 0;
};
ScoreSummary summary_of(std::vector<double> scores);
/// A mean to rank by: with 12 digits, because equal sums of decimals differ in their last bits.
double ranking_mean(const ScoreSummary& summary);

/// One figure of a summary, as reports show it.
struct ScoreFigure {
  const char* key;                                                 ///< in JSON and CSV: "standard_error"
  const char* title;                                               ///< over a column: "Standard error"
  const char* abbreviation;                                        ///< the title in a terminal: "std err"
  std::optional<double> (*value_in)(const ScoreSummary& summary);  ///< nothing: not defined for so few scores
};
/// Mean, standard error, minimum, quartiles and maximum, in this order.
std::span<const ScoreFigure> score_figures();
/// A figure as text: with two decimals at most, or "-".
std::string figure_text(const std::optional<double>& value);

/// The scores of an entrant of a field.
struct FieldScores {
  /// The scores by instance; nothing where the entrant has not played, or where the arbiter has struck its
  /// game. An instance that all others had in a round without it counts 0 once it has withdrawn.
  std::vector<std::optional<double>> by_instance;
  ScoreSummary summary;  ///< of the scores in by_instance

  /// By instance: the mean of the scores up to it; nothing where there is no score.
  std::vector<std::optional<double>> running_average() const;
};

}  // namespace referee
