#include "referee/tournament/standings/field_scores.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "referee/base/text.h"

namespace referee {
namespace {

/// `sorted`: not empty. `part`: 0..1.
double quantile(const std::vector<double>& sorted, double part) {
  const double at = part * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

double standard_error(const std::vector<double>& scores, double mean) {
  const auto n = static_cast<double>(scores.size());
  const double squares = std::accumulate(scores.begin(), scores.end(), 0.0, [&](double sum, double score) {
    return sum + (score - mean) * (score - mean);
  });
  return std::sqrt(squares / (n - 1) / n);
}

/// A member of a summary; nothing without a score.
template <double ScoreSummary::*figure>
std::optional<double> known(const ScoreSummary& summary) {
  return summary.count == 0 ? std::nullopt : std::optional(summary.*figure);
}

std::optional<double> standard_error_of(const ScoreSummary& summary) { return summary.standard_error; }

constexpr std::array<ScoreFigure, 7> kFigures{
    {{"mean", "Mean", "mean", known<&ScoreSummary::mean>},
     {"standard_error", "Standard error", "std err", standard_error_of},
     {"minimum", "Minimum", "min", known<&ScoreSummary::minimum>},
     {"lower_quartile", "Lower quartile", "Q1", known<&ScoreSummary::lower_quartile>},
     {"median", "Median", "median", known<&ScoreSummary::median>},
     {"upper_quartile", "Upper quartile", "Q3", known<&ScoreSummary::upper_quartile>},
     {"maximum", "Maximum", "max", known<&ScoreSummary::maximum>}}};

}  // namespace

std::span<const ScoreFigure> score_figures() { return kFigures; }

std::string figure_text(const std::optional<double>& value) { return value ? decimal_text(*value) : "-"; }

double ranking_mean(const ScoreSummary& summary) {
  constexpr int kDigits = 12;
  if (summary.mean == 0) {
    return 0;
  }
  const int above = kDigits - 1 - static_cast<int>(std::floor(std::log10(std::abs(summary.mean))));
  const double scale = std::pow(10.0, above);
  return std::isfinite(scale) ? std::round(summary.mean * scale) / scale : summary.mean;
}

ScoreSummary summary_of(std::vector<double> scores) {
  ScoreSummary summary;
  if (scores.empty()) {
    return summary;
  }
  std::ranges::sort(scores);
  summary.count = scores.size();
  summary.mean = std::accumulate(scores.begin(), scores.end(), 0.0) / static_cast<double>(scores.size());
  if (scores.size() > 1) {
    summary.standard_error = standard_error(scores, summary.mean);
  }
  summary.minimum = scores.front();
  summary.lower_quartile = quantile(scores, 0.25);
  summary.median = quantile(scores, 0.5);
  summary.upper_quartile = quantile(scores, 0.75);
  summary.maximum = scores.back();
  return summary;
}

std::vector<std::optional<double>> FieldScores::running_average() const {
  std::vector<std::optional<double>> averages;
  double sum = 0;
  int count = 0;
  for (const std::optional<double>& score : by_instance) {
    sum += score.value_or(0);
    count += score ? 1 : 0;
    averages.push_back(score ? std::optional(sum / count) : std::nullopt);
  }
  return averages;
}

}  // namespace referee
