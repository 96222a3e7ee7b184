#include "referee/tournament/table_search.h"

#include <algorithm>
#include <utility>

#include "engines/random.h"

namespace referee {
namespace {

/// Players at tables, with the cost kept up to date through exchanges.
class Division {
 public:
  /// Keeps `players`.
  Division(const TablePlayers& players, const Tables& tables);

  const TablesCost& cost() const { return cost_; }
  bool together(std::size_t a, std::size_t b) const { return table_[a] == table_[b]; }
  /// Exchanges two at different tables. A second time takes it back.
  void exchange(std::size_t a, std::size_t b);
  const Tables& tables() const { return tables_; }

 private:
  int meetings(std::size_t a, std::size_t b) const {
    return players_.meetings[a * players_.points.size() + b];
  }
  void count_pair(int meetings, int pairs);
  void replace(std::size_t leaver, std::size_t comer, std::size_t table);
  WideInt spread(std::size_t table) const;

  const TablePlayers& players_;
  Tables tables_;
  std::vector<std::size_t> table_;  // of a player
  std::vector<int> pairs_with_;     // by number of meetings
  std::vector<WideInt> spread_;     // by table
  TablesCost cost_;
};

Division::Division(const TablePlayers& players, const Tables& tables)
    : players_(players), tables_(tables), table_(players.points.size()), spread_(tables.size()) {
  const auto most = std::ranges::max_element(players.meetings);
  pairs_with_.resize(most == players.meetings.end() ? 1 : static_cast<std::size_t>(*most) + 1);
  for (std::size_t t = 0; t < tables.size(); ++t) {
    for (std::size_t i = 0; i < tables[t].size(); ++i) {
      table_[tables[t][i]] = t;
      for (std::size_t j = 0; j < i; ++j) {
        count_pair(meetings(tables[t][i], tables[t][j]), 1);
      }
    }
    cost_.spread += spread_[t] = spread(t);
  }
}

/// Enters (pairs = 1) or strikes out (-1) a pair that has met so often.
void Division::count_pair(int meetings, int pairs) {
  pairs_with_[static_cast<std::size_t>(meetings)] += pairs;
  cost_.squares += pairs * meetings * meetings;
  cost_.most_meetings = std::max(cost_.most_meetings, meetings);
  while (cost_.most_meetings > 0 && pairs_with_[static_cast<std::size_t>(cost_.most_meetings)] == 0) {
    --cost_.most_meetings;
  }
}

void Division::replace(std::size_t leaver, std::size_t comer, std::size_t table) {
  for (std::size_t& player : tables_[table]) {
    if (player == leaver) {
      player = comer;
    } else {
      count_pair(meetings(comer, player), 1);
      count_pair(meetings(leaver, player), -1);
    }
  }
  table_[comer] = table;
  cost_.spread -= spread_[table];
  cost_.spread += spread_[table] = spread(table);
}

WideInt Division::spread(std::size_t table) const {
  // Best first: the smallest number has the most points.
  const auto [best, worst] = std::ranges::minmax(tables_[table]);
  const WideInt difference = (players_.points[best] - players_.points[worst]).units();
  return difference * difference;
}

void Division::exchange(std::size_t a, std::size_t b) {
  const std::size_t table_of_a = table_[a];
  const std::size_t table_of_b = table_[b];
  replace(a, b, table_of_a);
  replace(b, a, table_of_b);
}

// ---- the search: late acceptance hill climbing (Burke and Bykov), several times, then plain descent.
// It needs comparisons only, so costs need not be weighed against each other and no floating point number can
// differ between machines.

constexpr std::size_t kRuns = 4;
constexpr std::size_t kMaxExchanges = 2'000'000;  // that a descent tries

/// Steps of one climb.
std::size_t steps_for(std::size_t players) { return std::max<std::size_t>(20'000, 500 * players); }
/// How many steps ago the cost must have been no better for a step to be taken.
std::size_t lateness_for(std::size_t players) { return std::max<std::size_t>(200, 5 * players); }

/// Somebody to change places with: every second time one of about as many points, which costs little spread.
std::size_t candidate(engines::Rng& rng, std::size_t player, std::size_t players, std::size_t near) {
  if (engines::below(rng, 2) == 0) {
    return engines::below(rng, players);
  }
  const std::size_t first = player < near ? 0 : player - near;
  const std::size_t last = std::min(player + near, players - 1);
  return first + engines::below(rng, last - first + 1);
}

/// The best that one climb finds.
Tables climb(const TablePlayers& players, const Tables& start, engines::Rng& rng) {
  const std::size_t n = players.points.size();
  const std::size_t near = 2 * start.front().size();
  Division division(players, start);
  Tables best = start;
  TablesCost best_cost = division.cost();
  std::vector<TablesCost> late(lateness_for(n), division.cost());
  for (std::size_t step = 0; step < steps_for(n) && best_cost > TablesCost{}; ++step) {
    const std::size_t a = engines::below(rng, n);
    const std::size_t b = candidate(rng, a, n, near);
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

/// Exchanges as long as one makes it better.
Tables descend(const TablePlayers& players, const Tables& start) {
  const std::size_t n = players.points.size();
  Division division(players, start);
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

/// `tables` after so many random exchanges.
Tables shaken(const TablePlayers& players, const Tables& tables, std::size_t exchanges, engines::Rng& rng) {
  const std::size_t n = players.points.size();
  Division division(players, tables);
  for (std::size_t i = 0; i < exchanges; ++i) {
    const std::size_t a = engines::below(rng, n);
    const std::size_t b = engines::below(rng, n);
    if (!division.together(a, b)) {
      division.exchange(a, b);
    }
  }
  return division.tables();
}

}  // namespace

TablesCost cost_of(const TablePlayers& players, const Tables& tables) {
  return Division(players, tables).cost();
}

Tables search_tables(const TablePlayers& players, const Tables& start, std::uint64_t seed) {
  if (start.size() < 2) {
    return start;
  }
  engines::Rng rng(seed);
  Tables best = start;
  for (std::size_t run = 0; run < kRuns; ++run) {
    // The first climb begins where points are close together, the last ones far from there.
    const std::size_t exchanges = run * players.points.size() / 2;
    Tables found = climb(players, shaken(players, start, exchanges, rng), rng);
    if (cost_of(players, found) < cost_of(players, best)) {
      best = std::move(found);
    }
  }
  return descend(players, best);
}

}  // namespace referee
