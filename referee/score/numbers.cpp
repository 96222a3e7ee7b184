#include "referee/score/numbers.h"

#include <array>
#include <cmath>
#include <cstdio>

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

}  // namespace referee::score
