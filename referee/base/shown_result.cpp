#include "referee/base/shown_result.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include <nlohmann/json.hpp>

#include "referee/base/text.h"

namespace referee {
namespace {

std::string name_text(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

}  // namespace

DecidingCount deciding_count(std::string_view decided_by, const nlohmann::json& outcome, std::size_t seats) {
  const auto found = outcome.find(decided_by);  // end() of what is no object
  if (decided_by.empty() || found == outcome.end() || !found->is_array() || found->size() != seats ||
      !std::ranges::all_of(*found, [](const auto& value) { return value.is_number(); })) {
    return {};
  }
  return {std::string(decided_by), found->get<std::vector<double>>()};
}

std::string deciding_text(const DecidingCount& count) {
  std::string text;
  for (const double value : count.values) {
    text.append(text.empty() ? "" : " : ").append(decimal_text(value));
  }
  return count.name.empty() ? text : text + " " + name_text(count.name);
}

std::string ShownResult::with_unit(std::size_t seat) const {
  return is_score ? values[seat] : values[seat] + " " + what;
}

std::string ShownResult::line(const std::vector<std::string>& players) const {
  std::string text;
  for (const std::size_t seat : order) {
    text.append(text.empty() ? " " : ", ").append(players[seat]).append(" ").append(values[seat]);
  }
  return what + (is_score && order.size() > 1 ? "s:" : ":") + text;
}

ShownResult shown_result(std::string_view decided_by, const nlohmann::json& outcome,
                         const std::vector<double>& scores) {
  const DecidingCount count = deciding_count(decided_by, outcome, scores.size());
  const bool is_score = count.name.empty();
  ShownResult shown{.what = is_score ? "score" : name_text(count.name),
                    .values = {},
                    .order = std::vector<std::size_t>(scores.size()),
                    .is_score = is_score};
  std::iota(shown.order.begin(), shown.order.end(), std::size_t{0});
  std::ranges::stable_sort(shown.order, std::greater(), [&](std::size_t seat) { return scores[seat]; });
  for (const double value : is_score ? scores : count.values) {
    shown.values.push_back(is_score ? score_text(value) : decimal_text(value));
  }
  return shown;
}

}  // namespace referee
