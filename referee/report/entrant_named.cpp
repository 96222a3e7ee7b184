#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "protocol/messages.h"
#include "referee/base/printable.h"
#include "referee/report/explanation.h"
#include "referee/report/standings_parts.h"

namespace referee {
namespace {

constexpr std::size_t kNamesShown = 10;

/// Letters to insert, leave out or change until one is the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (a[i] == b[j] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row.back();
}

std::string nearest_names(const History& history, std::string_view folded) {
  std::vector<Entrant> order(history.entrants.size());
  std::iota(order.begin(), order.end(), Entrant{0});
  std::ranges::stable_sort(order, {}, [&](Entrant e) {
    return distance(protocol::folded_name(history.entrants[e].name), folded);
  });
  std::string names;
  for (std::size_t i = 0; i < std::min(order.size(), kNamesShown); ++i) {
    names.append(i == 0 ? "" : ", ").append(printable(history.entrants[order[i]].name, kShownText));
  }
  return names + (order.size() > kNamesShown ? " ..." : "");
}

}  // namespace

Entrant entrant_named(const StandingsPage& page, std::string_view name) {
  const std::string folded = protocol::folded_name(std::string(name.substr(0, kShownText)));
  const auto& entrants = page.history.entrants;
  const auto found = std::ranges::find_if(entrants, [&](const History::Contestant& entrant) {
    return protocol::folded_name(entrant.name) == folded;
  });
  if (found != entrants.end()) {
    return static_cast<Entrant>(found - entrants.begin());
  }
  throw std::invalid_argument(
      "no entrant is called \"" + printable(name, kShownText) + "\"" +
      (entrants.empty() ? ": there are none yet" : ", nearest are: " + nearest_names(page.history, folded)));
}

}  // namespace referee
