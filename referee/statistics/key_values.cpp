#include "referee/statistics/key_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

namespace referee::comparison {
namespace {

[[noreturn]] void refuse(std::string_view key, std::string_view got, std::string_view expected) {
  throw std::invalid_argument(std::string(key) + ": got '" + std::string(got) + "', expected " +
                              std::string(expected));
}

/// "elo0, elo1 or alpha".
std::string list_of(std::initializer_list<std::string_view> known) {
  std::string text;
  std::size_t left = known.size();
  for (const std::string_view key : known) {
    --left;
    text += std::string(key) + (left > 1 ? ", " : left == 1 ? " or " : "");
  }
  return text;
}

}  // namespace

KeyValues::KeyValues(std::string_view text, std::initializer_list<std::string_view> known) {
  for (bool more = true; more;) {
    const std::size_t comma = text.find(',');
    const std::string_view part = text.substr(0, comma);
    more = comma != std::string_view::npos;
    text.remove_prefix(more ? comma + 1 : text.size());

    const std::size_t sign = part.find('=');
    if (sign == std::string_view::npos) {
      throw std::invalid_argument("got '" + std::string(part) + "', expected KEY=VALUE,... with the keys " +
                                  list_of(known));
    }
    const std::string_view key = part.substr(0, sign);
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      throw std::invalid_argument("'" + std::string(key) + "' is no key, expected " + list_of(known));
    }
    if (!values_.emplace(key, part.substr(sign + 1)).second) {
      throw std::invalid_argument(std::string(key) + ": given twice");
    }
  }
}

std::optional<std::string> KeyValues::text(std::string_view key) const {
  const auto found = values_.find(key);
  return found == values_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<double> KeyValues::number(std::string_view key) const {
  const std::optional<std::string> value = text(key);
  if (!value) {
    return std::nullopt;
  }
  double number = 0;
  const char* const end = value->data() + value->size();
  const auto [stop, error] = std::from_chars(value->data(), end, number);
  if (error != std::errc() || stop != end || !std::isfinite(number)) {
    refuse(key, *value, "a number");
  }
  return number;
}

double KeyValues::required_number(std::string_view key) const {
  if (const std::optional<double> value = number(key)) {
    return *value;
  }
  throw std::invalid_argument(std::string(key) + ": not given, expected " + std::string(key) + "=NUMBER");
}

double KeyValues::error_rate(std::string_view key) const {
  const double rate = number(key).value_or(0.05);
  if (!(rate > 0 && rate < 0.5)) {
    refuse(key, text(key).value_or(""), "a number above 0 and below 0.5");
  }
  return rate;
}

}  // namespace referee::comparison
