#include "referee/tournament/pairing/table_search.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engines/random.h"
#include "protocol/require.h"
#include "referee/tournament/pairing/table_division.h"

namespace referee {
namespace {

// ---- the search: late acceptance hill climbing (Burke and Bykov), several times, then plain descent.
// It needs comparisons only, so costs need not be weighed against each other and no floating point number can
// differ between machines.

constexpr std::size_t kRuns = 4;
constexpr std::size_t kForeseeingRuns = 2;        // these runs take longer
constexpr std::size_t kMaxExchanges = 2'000'000;  // that a descent tries

/// Steps of one climb.
std::size_t steps_for(std::size_t players) { return std::max<std::size_t>(20'000, 500 * players); }
/// A step is taken if its cost is at most the cost this many steps before.
std::size_t lateness_for(std::size_t players) { return std::max<std::size_t>(200, 5 * players); }

/// A player to change places with: every second time one with about as many points, which costs little
/// spread.
std::size_t candidate(engines::Rng& rng, std::size_t player, std::size_t players, std::size_t near) {
  if (engines::below(rng, 2) == 0) {
    return engines::below(rng, players);
  }
  const std::size_t first = player < near ? 0 : player - near;
  const std::size_t last = std::min(player + near, players - 1);
  return first + engines::below(rng, last - first + 1);
}

/// One search for the tables of a round.
class Search {
 public:
  /// Keeps references. `foreseen`: see Division::foresee(); `enough`: squares that cannot be undercut.
  Search(const TablePlayers& players, engines::Rng& rng, std::optional<std::int64_t> foreseen,
         std::int64_t enough)
      : players_(players), rng_(rng), foreseen_(foreseen), enough_(enough) {}

  /// The best tables of several climbs from `start`; no single exchange makes them better.
  Tables best_from(const Tables& start);

 private:
  Division division_of(const Tables& tables) const;
  bool cannot_improve(const TablesCost& cost) const;
  Tables shaken(const Tables& tables, std::size_t exchanges);
  Tables climb(const Tables& start);
  Tables descend(const Tables& start) const;

  const TablePlayers& players_;
  engines::Rng& rng_;
  std::optional<std::int64_t> foreseen_;
  std::int64_t enough_;
};

Division Search::division_of(const Tables& tables) const {
  Division division(players_, tables);
  if (foreseen_) {
    division.foresee(*foreseen_);
  }
  return division;
}

bool Search::cannot_improve(const TablesCost& cost) const {
  return !foreseen_ && cost.forbidden == 0 && cost.short_again == 0 && cost.squares <= enough_ &&
         cost.weighed == 0 && cost.spread == 0;
}

/// The best tables that one climb finds.
Tables Search::climb(const Tables& start) {
  const std::size_t n = players_.points.size();
  const std::size_t near = 2 * start.front().size();
  Division division = division_of(start);
  Tables best = start;
  TablesCost best_cost = division.cost();
  std::vector<TablesCost> late(lateness_for(n), division.cost());
  for (std::size_t step = 0; step < steps_for(n) && !cannot_improve(best_cost); ++step) {
    const std::size_t a = engines::below(rng_, n);
    const std::size_t b = candidate(rng_, a, n, near);
    if (division.together(a, b)) {
      continue;
    }
    TablesCost& bar = late[step % late.size()];
    const TablesCost before = division.cost();
    division.exchange(a, b);
    if (division.cost() > before && division.cost() > bar) {
      division.exchange(a, b);
    }
    bar = std::min(bar, division.cost());
    if (division.cost() < best_cost) {
      best_cost = division.cost();
      best = division.tables();
    }
  }
  return best;
}

/// Exchanges players as long as an exchange makes the tables better.
Tables Search::descend(const Tables& start) const {
  const std::size_t n = players_.points.size();
  Division division = division_of(start);
  std::size_t tried = 0;
  for (bool better = true; better && tried < kMaxExchanges;) {
    better = false;
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = a + 1; b < n; ++b) {
        if (division.together(a, b)) {
          continue;
        }
        const TablesCost before = division.cost();
        division.exchange(a, b);
        ++tried;
        if (division.cost() < before) {
          better = true;
        } else {
          division.exchange(a, b);
        }
      }
    }
  }
  return division.tables();
}

/// `tables` after `exchanges` random exchanges.
Tables Search::shaken(const Tables& tables, std::size_t exchanges) {
  const std::size_t n = players_.points.size();
  Division division(players_, tables);
  for (std::size_t i = 0; i < exchanges; ++i) {
    const std::size_t a = engines::below(rng_, n);
    const std::size_t b = engines::below(rng_, n);
    if (!division.together(a, b)) {
      division.exchange(a, b);
    }
  }
  return division.tables();
}

Tables Search::best_from(const Tables& start) {
  Tables best = start;
  TablesCost least = division_of(start).cost();
  const std::size_t runs = foreseen_ ? kForeseeingRuns : kRuns;
  for (std::size_t run = 0; run < runs && !cannot_improve(least); ++run) {
    // The first climb begins where points are close together, the last ones far from there.
    Tables found = climb(shaken(start, run * players_.points.size() / 2));
    const TablesCost cost = division_of(found).cost();
    if (cost < least) {
      least = cost;
      best = std::move(found);
    }
  }
  return descend(best);
}

/// The squares that the next round would have, if only meetings mattered, beyond their lower bound.
std::int64_t next_excess(const TablePlayers& players, const Tables& tables, engines::Rng& rng) {
  TablePlayers next;
  next.points.resize(players.points.size());
  next.meetings = Division(players, tables).meetings_after();
  const std::int64_t bound = least_meetings(next, sizes_of(tables), tables.size()).squares;
  const Tables found = Search(next, rng, std::nullopt, bound).best_from(tables);
  return cost_of(next, found).squares - bound;
}

}  // namespace

Tables search_tables(const TablePlayers& players, const Tables& start, std::uint64_t seed) {
  REQUIRE(std::ranges::none_of(start, &Tables::value_type::empty));
  if (start.size() < 2) {
    return start;
  }
  engines::Rng rng(seed);
  Tables best = Search(players, rng, std::nullopt, 0).best_from(start);
  if (!players.more_rounds || players.repeat_weight || players.points.size() > Division::kMaxForeseen) {
    return best;
  }
  const std::int64_t excess = next_excess(players, best, rng);
  if (excess == 0) {
    return best;
  }
  Tables other = Search(players, rng, cost_of(players, best).squares, 0).best_from(best);
  return next_excess(players, other, rng) < excess ? other : best;
}

}  // namespace referee
