#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/fields.h"

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

}  // namespace referee::score
