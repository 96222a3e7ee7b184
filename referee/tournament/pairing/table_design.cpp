#include "referee/tournament/pairing/table_design.h"

#include <algorithm>
#include <utility>

#include "protocol/require.h"
#include "referee/tournament/pairing/table_starters.h"

namespace referee {
namespace {

namespace starters = table_starters;

bool is_prime(std::size_t n) {
  for (std::size_t d = 2; d * d <= n; ++d) {
    if (n % d == 0) {
      return false;
    }
  }
  return n >= 2;
}

/// An element of order `order` among the nonzero residues of a prime; `order` divides their number.
std::size_t element_of_order(std::size_t order, std::size_t prime) {
  for (std::size_t element = 2;; ++element) {
    std::size_t power = element;
    std::size_t exponent = 1;
    while (power != 1) {
      power = power * element % prime;
      ++exponent;
    }
    if (exponent == order) {
      return element;
    }
  }
}

/// The cosets of the subgroup of `size` elements among the nonzero residues of a prime. Differences of two of
/// a coset are cosets again, so that all together have each difference equally often.
Tables cosets(std::size_t size, std::size_t prime) {
  const std::size_t factor = element_of_order(size, prime);
  std::vector<bool> used(prime);
  Tables tables;
  for (std::size_t first = 1; first < prime; ++first) {
    if (used[first]) {
      continue;
    }
    auto& table = tables.emplace_back();
    for (std::size_t point = first; table.size() < size; point = point * factor % prime) {
      table.push_back(point);
      used[point] = true;
    }
  }
  return tables;
}

template <class Starter>
const Starter* starter_of(const std::vector<Starter>& all, std::size_t points) {
  const auto at = std::ranges::find(all, points, &Starter::points);
  return at == all.end() ? nullptr : &*at;
}

Tables tables_of(const starters::Starter& starter) {
  Tables tables;
  for (const starters::Quad& quad : starter.tables) {
    tables.emplace_back(quad.begin(), quad.end());
  }
  return tables;
}

/// All tables of the first round, see starters::single().
Tables tables_of(const starters::SingleStarter& starter) {
  const std::size_t group = (starter.points - 1) / 3;
  Tables tables = {{0, group, 2 * group, 3 * group}};
  for (const auto& quad : starter.quads) {
    for (std::size_t shift = 0; shift < 3; ++shift) {
      auto& table = tables.emplace_back();
      for (const starters::Element& element : quad) {
        table.push_back(element.of_group + group * ((element.copy + shift) % 3));
      }
    }
  }
  return tables;
}

/// "Z11", "Z3 x Z3"
std::string group_name(std::size_t first, std::size_t second) {
  std::string name = "Z";
  name.append(std::to_string(first));
  if (second > 1) {
    name.append(" x Z").append(std::to_string(second));
  }
  return name;
}

}  // namespace

TableDesign TableDesign::one_table(std::size_t points) {
  TableDesign design;
  design.construction_ = "all at one table";
  design.points_ = points;
  auto& table = design.base_.emplace_back().emplace_back();
  for (std::size_t point = 0; point < points; ++point) {
    table.push_back(point);
  }
  return design;
}

/// The points are those of a plane with `order` x `order` points; a round is all lines of one direction. The
/// order is a prime.
TableDesign TableDesign::affine_plane(std::size_t order) {
  TableDesign design;
  design.construction_ = "affine plane of order ";
  design.construction_.append(std::to_string(order));
  design.points_ = order * order;
  for (std::size_t slope = 0; slope <= order; ++slope) {
    Tables& lines = design.base_.emplace_back();
    for (std::size_t start = 0; start < order; ++start) {
      auto& line = lines.emplace_back();
      for (std::size_t i = 0; i < order; ++i) {
        line.push_back(slope == order ? start * order + i : i * order + (start + slope * i) % order);
      }
    }
  }
  return design;
}

TableDesign TableDesign::near_resolvable(const Group& group, Tables first_round) {
  TableDesign design;
  design.construction_ = "near-resolvable design, difference family over ";
  design.construction_.append(group_name(group[0], group[1]));
  design.points_ = group[0] * group[1];
  design.meetings_ = static_cast<int>(first_round.front().size()) - 1;
  design.base_.push_back(std::move(first_round));
  design.group_ = group;
  return design;
}

TableDesign TableDesign::resolvable(std::size_t points, const Group& group, Tables first_round) {
  TableDesign design;
  const std::size_t copies = points / (group[0] * group[1]);
  design.construction_ = "resolvable design, difference family over ";
  design.construction_.append(group_name(group[0], group[1]));
  design.construction_.append(copies > 1 ? " x Z" + std::to_string(copies) : "").append(" and a fixed point");
  design.points_ = points;
  design.meetings_ = copies > 1 ? 1 : 3;
  design.base_.push_back(std::move(first_round));
  design.group_ = group;
  return design;
}

std::optional<TableDesign> TableDesign::of_four(std::size_t points) {
  constexpr std::size_t kNine = 9;  // its cyclic group has no starter
  const auto group = [](std::size_t size) { return size == kNine ? Group{3, 3} : Group{size, 1}; };
  if (const auto* single = starter_of(starters::single(), points)) {
    return resolvable(points, group((points - 1) / 3), tables_of(*single));
  }
  if (const auto* starter = starter_of(starters::resolvable(), points)) {
    return resolvable(points, group(points - 1), tables_of(*starter));
  }
  if (const auto* starter = starter_of(starters::near_resolvable(), points)) {
    return near_resolvable(group(points), tables_of(*starter));
  }
  return std::nullopt;
}

std::optional<TableDesign> TableDesign::of_points(std::size_t points, std::size_t seats) {
  if (points <= seats) {
    return one_table(points);
  }
  if (points == seats * seats && is_prime(seats)) {
    return affine_plane(seats);
  }
  if (points == seats + 1) {
    Tables all_but_one(1);
    for (std::size_t point = 1; point < points; ++point) {
      all_but_one.front().push_back(point);
    }
    return near_resolvable({points, 1}, std::move(all_but_one));
  }
  if (points % seats == 1 && is_prime(points)) {
    return near_resolvable({points, 1}, cosets(seats, points));
  }
  return seats == 4 ? of_four(points) : std::nullopt;
}

std::optional<TableDesign> TableDesign::find(std::size_t entrants, std::size_t seats) {
  REQUIRE(entrants >= 2 && seats >= 3);
  REQUIRE(entrants >= 2 && seats >= 3);
  for (std::size_t missing = 0; missing + 2 <= seats; ++missing) {
    if (auto design = of_points(entrants + missing, seats)) {
      design->entrants_ = entrants;
      return design;
    }
  }
  return std::nullopt;
}

std::string TableDesign::name() const {
  if (entrants_ == points_) {
    return construction_;
  }
  return construction_ + ", of " + std::to_string(points_) + " places " +
         std::to_string(points_ - entrants_) + " empty";
}

std::size_t TableDesign::moved(std::size_t point, std::size_t by) const {
  const std::size_t copy = point / group_size();
  if (copy == points_ / group_size()) {
    return point;
  }
  const std::size_t element = point % group_size();
  const std::size_t first = (element + by) % group_[0];
  const std::size_t second = (element / group_[0] + by / group_[0]) % group_[1];
  return copy * group_size() + second * group_[0] + first;
}

Tables TableDesign::round(std::size_t round) const {
  REQUIRE(round < rounds());
  Tables tables;
  for (const auto& points : base_[round / group_size()]) {
    auto& table = tables.emplace_back();
    for (const std::size_t point : points) {
      const std::size_t entrant = moved(point, round % group_size());
      if (entrant < entrants_) {
        table.push_back(entrant);
      }
    }
  }
  return tables;
}

}  // namespace referee
