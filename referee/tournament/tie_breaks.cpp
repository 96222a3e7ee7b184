#include "referee/tournament/tie_breaks.h"

#include <algorithm>
#include <functional>
#include <map>

namespace referee {
namespace {

using Product = TieBreaker::Product;

Product product(Points a, Points b) { return static_cast<Product>(a.units()) * b.units(); }

bool has_opponents(Ranking kind, const Encounter& encounter) {
  const bool swiss_forfeit = kind == Ranking::swiss && encounter.kind == Encounter::Kind::forfeit;
  return encounter.entrants.size() > 1 && !swiss_forfeit;
}

/// The result of position i against position j, shared among `parts`.
Points pairwise(const CountedEncounter& encounter, std::size_t i, std::size_t j, std::int64_t parts) {
  return Points::halves(encounter.state.halves_against(i, j), parts);
}

}  // namespace

TieBreaker::TieBreaker(Ranking kind, std::span<const CountedEncounter> counted,
                       const std::vector<Points>& points, std::size_t rounds)
    : kind_(kind),
      points_(points),
      meetings_(points.size() * points.size()),
      sonneborn_berger_(points.size()),
      buchholz_(points.size()) {
  std::vector<std::size_t> alone(points.size(), rounds);  // rounds without an opponent
  for (const CountedEncounter& encounter : counted) {
    const Encounter& table = encounter.played->encounter;
    if (has_opponents(kind_, table)) {
      add(encounter);
      std::ranges::for_each(table.entrants, [&](Entrant e) { --alone[e]; });
    } else {
      add_without_opponent(encounter);
    }
  }
  for (Entrant e = 0; e < points.size(); ++e) {
    buchholz_[e] += product(points[e], Points::whole(static_cast<std::int64_t>(alone[e])));
  }
}

void TieBreaker::add(const CountedEncounter& encounter) {
  const Encounter& table = encounter.played->encounter;
  const auto opponents = static_cast<std::int64_t>(table.entrants.size()) - 1;
  for (std::size_t i = 0; i < table.entrants.size(); ++i) {
    const Entrant self = table.entrants[i];
    for (std::size_t j = 0; j < table.entrants.size(); ++j) {
      if (i == j) {
        continue;
      }
      const Entrant other = table.entrants[j];
      Meetings& met = meetings_[self * points_.size() + other];
      ++met.count;
      met.points += pairwise(encounter, i, j, 1);
      sonneborn_berger_[self] += product(pairwise(encounter, i, j, opponents), points_[other]);
      buchholz_[self] += product(Points::halves(2, opponents), points_[other]);
    }
  }
}

void TieBreaker::add_without_opponent(const CountedEncounter& encounter) {
  const Encounter& table = encounter.played->encounter;
  for (std::size_t i = 0; i < table.entrants.size(); ++i) {
    sonneborn_berger_[table.entrants[i]] += product(encounter.state.points[i], points_[table.entrants[i]]);
  }
}

std::optional<std::vector<Points>> TieBreaker::head_to_head(const std::vector<Entrant>& group) const {
  if (group.size() < 2) {
    return std::nullopt;
  }
  const int times = meetings(group[0], group[1]).count;
  std::vector<Points> sums(group.size());
  for (std::size_t i = 0; i < group.size(); ++i) {
    for (std::size_t j = 0; j < group.size(); ++j) {
      if (i == j) {
        continue;
      }
      const Meetings& met = meetings(group[i], group[j]);
      if (met.count == 0 || met.count != times) {
        return std::nullopt;
      }
      sums[i] += met.points;
    }
  }
  return sums;
}

std::vector<Product> TieBreaker::keys(const std::vector<Entrant>& group, Step step) const {
  std::vector<Product> keys(group.size());
  if (step == 0) {
    if (const auto sums = head_to_head(group)) {
      std::ranges::transform(*sums, keys.begin(), [](Points sum) { return Product{sum.units()}; });
    }
    return keys;
  }
  std::ranges::transform(group, keys.begin(),
                         [&](Entrant e) { return step == 1 ? sonneborn_berger_[e] : buchholz_[e]; });
  return keys;
}

std::vector<std::vector<Entrant>> TieBreaker::refine(const std::vector<Entrant>& tied) const {
  std::vector<std::vector<Entrant>> out;
  refine(tied, 0, out);
  return out;
}

void TieBreaker::refine(const std::vector<Entrant>& group, Step step,
                        std::vector<std::vector<Entrant>>& out) const {
  const Step steps = kind_ == Ranking::swiss ? 3 : 2;
  if (group.size() == 1 || step == steps) {
    out.push_back(group);
    return;
  }
  const std::vector<Product> key = keys(group, step);
  std::map<Product, std::vector<Entrant>, std::greater<>> parts;
  for (std::size_t i = 0; i < group.size(); ++i) {
    parts[key[i]].push_back(group[i]);
  }
  // Head to head starts again in each smaller group: results against the others are then left out.
  const bool again = step == 0 && parts.size() > 1;
  for (const auto& [unused, part] : parts) {
    refine(part, again ? 0 : step + 1, out);
  }
}

double TieBreaker::value(Product product) {
  constexpr auto kUnit = static_cast<double>(Points::kUnit);
  return static_cast<double>(product) / kUnit / kUnit;
}

}  // namespace referee
