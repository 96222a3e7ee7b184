#include "referee/score/game_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

namespace referee::score {
namespace {

std::string expected_in(NumberRange range) {
  if (range.above_min) {
    return "a number above " + number_text(range.min) +
           (range.max < kMaxNumber ? " and up to " + number_text(range.max) : "");
  }
  return range.max < kMaxNumber
             ? "a number from " + number_text(range.min) + " to " + number_text(range.max)
             : (range.min <= -kMaxNumber ? "a number" : "a number of at least " + number_text(range.min));
}

/// The pairwise result: 1 for each seat with fewer points, 1/2 for each with as many, divided by the number
/// of other seats.
double pairwise_of(const std::vector<double>& scores, std::size_t seat) {
  double sum = 0;
  for (std::size_t other = 0; other < scores.size(); ++other) {
    if (other != seat) {
      sum += scores[seat] > scores[other] ? 1 : (scores[seat] == scores[other] ? 0.5 : 0);
    }
  }
  return scores.size() < 2 ? 0 : sum / static_cast<double>(scores.size() - 1);
}

/// By the key of Measured::outcome(): the numbers of `seat`.
std::map<std::string, double> numbers_of(const nlohmann::json& outcome, std::size_t seat, std::size_t seats) {
  std::map<std::string, double> numbers;
  if (!outcome.is_object()) {
    return numbers;
  }
  for (const auto& [name, list] : outcome.items()) {
    if (list.is_array() && list.size() == seats && list[seat].is_number()) {
      numbers["outcome." + name] = list[seat].get<double>();
    }
  }
  return numbers;
}

double value_in(const GameValues& game, const Measured& measured) {
  if (!measured.outcome().empty()) {
    const auto found = game.outcome.find(measured.outcome());
    if (found == game.outcome.end() && game.has_outcome) {
      throw std::runtime_error(measured.outcome() +
                               ": the outcome of a match has no such list with a number for " + "each seat");
    }
    return found == game.outcome.end() ? 0 : found->second;
  }
  if (measured.own() != nullptr) {
    return game.own.at(measured.own());
  }
  switch (measured.common()) {
    case Measured::score:
      return game.score;
    case Measured::attained:
      return game.attained;
    case Measured::wins:
      return game.won ? 1 : 0;
    case Measured::pairwise:
      return game.pairwise;
    case Measured::faults:
      return static_cast<double>(game.faults);
  }
  return 0;
}

}  // namespace

std::optional<double> find_number(fields::Object& in, std::string_view key, NumberRange range) {
  const nlohmann::json* found = in.find(key);
  if (found == nullptr) {
    return std::nullopt;
  }
  const double number = found->is_number() ? found->get<double>() : 0;
  const bool inside = (range.above_min ? number > range.min : number >= range.min) && number <= range.max;
  if (!found->is_number() || !inside) {
    in.fail(key, *found, expected_in(range));
    return std::nullopt;
  }
  return number;
}

double number_at(fields::Object& in, std::string_view key, NumberRange range) {
  const auto number = find_number(in, key, range);
  if (!number && !in.error()) {
    in.fail_missing(key, expected_in(range));
  }
  return number.value_or(0);
}

std::string number_text(double number) {
  std::array<char, 64> text{};
  const int size = std::snprintf(text.data(), text.size(), "%.10g", number);
  return {text.data(), static_cast<std::size_t>(size)};
}

std::string short_text(double number) { return number_text(std::round(number * 1000) / 1000); }

double in_hundredths(double number) { return std::round(number * 100) / 100; }

std::string quoted_list(const std::vector<std::string_view>& names) {
  std::string text;
  for (const std::string_view name : names) {
    text.append(text.empty() ? "\"" : ", \"").append(name).append("\"");
  }
  return text;
}

GameValues values_of(const MatchResult& result, std::size_t seat, std::optional<double> attainable,
                     std::span<const GameMeasure> own) {
  GameValues values;
  values.score = result.scores[seat];
  values.attained = attainable ? std::clamp(values.score / *attainable, 0.0, 1.0) : 0;
  values.won = result.rank[seat] == 1 && std::ranges::count(result.rank, 1) == 1;
  values.pairwise = pairwise_of(result.scores, seat);
  const bool stayed_away = std::ranges::find(result.no_show, seat) != result.no_show.end();
  values.faults = std::max<std::int64_t>(result.seats[seat].faults(), stayed_away ? 1 : 0);
  values.outcome = numbers_of(result.outcome, seat, result.scores.size());
  values.has_outcome = !result.outcome.is_null();
  for (const GameMeasure& measure : own) {
    values.own[&measure] = measure.value(result.record, seat);
  }
  return values;
}

double measured_in(std::span<const GameValues> games, const Measured& measured) {
  double sum = 0;
  for (const GameValues& game : games) {
    sum += value_in(game, measured);
  }
  return is_mean(measured) ? sum / static_cast<double>(games.size()) : sum;
}

void give_points(ScoredItem& item, double points) {
  item.points = points;
  item.status =
      points >= item.max_points ? ItemStatus::full : (points > 0 ? ItemStatus::partial : ItemStatus::none);
  item.why_not.clear();
}

void grade(ScoredItem& item, const RubricItem& rule, std::span<const GameValues> games) {
  double share = 1;
  item.measured.clear();
  for (const Criterion& criterion : rule.criteria) {
    const double value = measured_in(games, criterion.measured);
    share = std::min(share, criterion.share_of(value));
    item.measured.append(item.measured.empty() ? "" : "; ").append(criterion.text_of(value));
  }
  give_points(item, in_hundredths(rule.points * share));
}

double total_of(const std::vector<ScoredItem>& items, Rubric::Total total) {
  double points = 0;
  for (const ScoredItem& item : items) {
    points =
        total == Rubric::Total::sum ? in_hundredths(points + item.points) : std::max(points, item.points);
  }
  return points;
}

}  // namespace referee::score
