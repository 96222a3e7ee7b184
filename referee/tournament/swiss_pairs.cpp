#include "referee/tournament/swiss_pairs.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "referee/tournament/matching.h"
#include "referee/tournament/past_rounds.h"
#include "referee/tournament/requested_byes.h"

namespace referee {
namespace {

/// First games begun minus first games waited for.
int seat_balance(const PastRounds& past, Entrant entrant) {
  int balance = 0;
  for (const std::size_t seat : past.first_seats(entrant)) {
    balance += seat == 0 ? 1 : -1;
  }
  return balance;
}

/// What each pair would cost. Vertices are places in the ranking; one more, the last, stands for the bye if
/// the number is odd.
class PairCosts {
 public:
  PairCosts(const EncounterRules& rules, const PastRounds& past, const std::vector<Entrant>& ranked);

  std::size_t vertices() const { return ranked_.size() + ranked_.size() % 2; }
  /// REQUIRES: better < worse.
  WideInt operator()(std::size_t better, std::size_t worse) const;

 private:
  /// What counts most comes first: it must not give way to any amount of what follows.
  enum Tier : std::size_t { kSecondBye, kRepeats, kByeRank, kGap, kSeatClash, kFold, kTiers };
  using Tiers = std::array<std::int64_t, kTiers>;

  void find_score_groups();
  void rank_for_bye();
  void find_units();
  Tiers tiers(std::size_t better, std::size_t worse) const;
  std::int64_t fold(std::size_t better, std::size_t worse) const;

  const PastRounds& past_;
  const std::vector<Entrant>& ranked_;
  std::vector<std::int64_t> half_points_;  // this and what follows by place in the ranking
  std::vector<int> seat_balance_;          // zeros if seats even out within an encounter
  std::vector<std::size_t> group_begin_;   // of the score group
  std::vector<std::size_t> group_size_;
  std::vector<std::int64_t> bye_rank_;  // 0: the first to be given it
  std::array<WideInt, kTiers> units_{};
};

PairCosts::PairCosts(const EncounterRules& rules, const PastRounds& past, const std::vector<Entrant>& ranked)
    : past_(past), ranked_(ranked) {
  for (const Entrant entrant : ranked) {
    half_points_.push_back(past.points()[entrant].units() / Points::halves(1).units());
    seat_balance_.push_back(rules.best_of % 2 == 1 ? seat_balance(past, entrant) : 0);
  }
  find_score_groups();
  rank_for_bye();
  find_units();
}

void PairCosts::find_score_groups() {
  group_begin_.resize(ranked_.size());
  group_size_.resize(ranked_.size());
  for (std::size_t begin = 0, end = 0; begin < ranked_.size(); begin = end) {
    while (end < ranked_.size() && half_points_[end] == half_points_[begin]) {
      ++end;
    }
    for (std::size_t place = begin; place < end; ++place) {
      group_begin_[place] = begin;
      group_size_[place] = end - begin;
    }
  }
}

void PairCosts::rank_for_bye() {
  std::vector<std::size_t> order(ranked_.size());
  std::iota(order.rbegin(), order.rend(), 0U);  // from the last place: lowest score, highest pairing number
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return std::pair(half_points_[a], -past_.played()[ranked_[a]]) <
           std::pair(half_points_[b], -past_.played()[ranked_[b]]);
  });
  bye_rank_.resize(ranked_.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    bye_rank_[order[i]] = static_cast<std::int64_t>(i);
  }
}

void PairCosts::find_units() {
  Tiers greatest{};
  for (std::size_t i = 0; i < vertices(); ++i) {
    for (std::size_t j = i + 1; j < vertices(); ++j) {
      const Tiers values = tiers(i, j);
      for (std::size_t tier = 0; tier < kTiers; ++tier) {
        greatest[tier] = std::max(greatest[tier], values[tier]);
      }
    }
  }
  // A unit is more than all pairs together can cost in the tiers below. With as many vertices as a matching
  // takes (2^12, so 2^11 pairs) and 100 rounds, the tiers need, from below, 13 + 11 bits, 1 + 11, 16 + 11,
  // 12 + 11, 7 + 11 and 7: far from the 120 that a matching allows.
  WideInt unit = 1;
  for (std::size_t tier = kTiers; tier-- > 0;) {
    units_[tier] = unit;
    unit *= static_cast<WideInt>(greatest[tier]) * static_cast<WideInt>(vertices() / 2) + 1;
  }
}

PairCosts::Tiers PairCosts::tiers(std::size_t better, std::size_t worse) const {
  Tiers values{};
  if (worse == ranked_.size()) {
    values[kSecondBye] = past_.byes()[ranked_[better]];
    values[kByeRank] = bye_rank_[better];
    return values;
  }
  const std::int64_t gap = half_points_[better] - half_points_[worse];
  values[kRepeats] = past_.meetings(ranked_[better], ranked_[worse]);
  values[kGap] = gap * gap;
  values[kSeatClash] = seat_balance_[better] * seat_balance_[worse] > 0 ? 1 : 0;
  values[kFold] = fold(better, worse);
  return values;
}

/// How far a pair is from "upper half of a score group against its lower half". Between groups: how far from
/// "the last of the one against the first of the other".
std::int64_t PairCosts::fold(std::size_t better, std::size_t worse) const {
  const auto distance = static_cast<std::int64_t>(worse - better);
  if (group_begin_[better] != group_begin_[worse]) {
    return distance - 1;
  }
  const std::size_t half = group_size_[better] / 2;
  const bool same_half = worse - group_begin_[worse] < half || better - group_begin_[better] >= half;
  return std::abs(distance - static_cast<std::int64_t>(half)) +
         (same_half ? static_cast<std::int64_t>(half) : 0);
}

WideInt PairCosts::operator()(std::size_t better, std::size_t worse) const {
  const Tiers values = tiers(better, worse);
  WideInt cost = 0;
  for (std::size_t tier = 0; tier < kTiers; ++tier) {
    cost += units_[tier] * values[tier];
  }
  return cost;
}

/// Whether `better`, the higher ranked of the two, begins.
bool better_begins(const PastRounds& past, Entrant better, Entrant worse, int round, int table) {
  const int balance = seat_balance(past, better) - seat_balance(past, worse);
  if (balance != 0) {
    return balance < 0;
  }
  const auto& seats_of_better = past.first_seats(better);
  const auto& seats_of_worse = past.first_seats(worse);
  if (!seats_of_better.empty() && !seats_of_worse.empty() &&
      seats_of_better.back() != seats_of_worse.back()) {
    return seats_of_better.back() != 0;
  }
  return (round + table) % 2 == 0;
}

using Pairs = std::vector<std::pair<Entrant, Entrant>>;  // the higher ranked first

/// Highest sum of points first, then the pair of the highest ranked: `pairs` come in that order.
void order_tables(const PastRounds& past, Pairs& pairs) {
  const auto sum = [&](const auto& pair) { return past.points()[pair.first] + past.points()[pair.second]; };
  std::ranges::stable_sort(pairs, [&](const auto& a, const auto& b) { return sum(a) > sum(b); });
}

}  // namespace

std::vector<Encounter> SwissPairs::pair(const History& history) const {
  if (history.rounds.size() >= static_cast<std::size_t>(rounds_)) {
    return {};
  }
  const PastRounds past(rules_, history);
  const std::vector<Entrant> ranked = past.ranked(history);
  if (ranked.empty()) {
    return requested_byes(history, 1);
  }
  const PairCosts costs(rules_, past, ranked);
  const auto partner = cheapest_perfect_matching(
      costs.vertices(), [&](std::size_t better, std::size_t worse) { return costs(better, worse); });
  Pairs pairs;
  for (std::size_t place = 0; place < ranked.size(); ++place) {
    if (partner[place] > place && partner[place] < ranked.size()) {
      pairs.emplace_back(ranked[place], ranked[partner[place]]);
    }
  }
  order_tables(past, pairs);

  const int round = static_cast<int>(history.rounds.size()) + 1;
  std::vector<Encounter> encounters;
  for (auto [first, second] : pairs) {
    const int table = static_cast<int>(encounters.size()) + 1;
    if (!better_begins(past, first, second, round, table)) {
      std::swap(first, second);
    }
    encounters.push_back({.round = round, .table = table, .entrants = {first, second}});
  }
  if (ranked.size() % 2 == 1) {
    encounters.push_back({.round = round,
                          .table = static_cast<int>(encounters.size()) + 1,
                          .kind = Encounter::Kind::bye,
                          .entrants = {ranked[partner.back()]}});
  }
  const auto asked_for = requested_byes(history, static_cast<int>(encounters.size()) + 1);
  encounters.insert(encounters.end(), asked_for.begin(), asked_for.end());
  return encounters;
}

}  // namespace referee
