#include "tests/referee/swiss/oracle.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>

namespace referee::swiss {
namespace {

using Kind = RoundEntry::Kind;
using Mask = unsigned;
using Value = std::vector<int>;                  // of a candidate: less is better
using Pairs = std::vector<std::pair<int, int>>;  // the higher ranked first

/// A player to be paired, with all that the rules use.
struct Entry {
  PlayerIndex player = 0;
  int score = 0;
  int whites = 0;
  int blacks = 0;
  std::vector<char> colours;  // 'W', 'B' of played games
  std::set<PlayerIndex> met;
  char floats[2] = {'-', '-'};
  bool bye_allowed = true;
  bool top = false;
  int unplayed = 0;
  bool odd = true;

  int difference() const { return whites - blacks; }
  bool twice() const { return colours.size() > 1 && colours.back() == colours[colours.size() - 2]; }
  /// The strength of the colour preference: 3 absolute, 2 strong, 1 mild, 0 none.
  int strength() const {
    return colours.empty() ? 0 : std::abs(difference()) > 1 || twice() ? 3 : difference() != 0 ? 2 : 1;
  }
  char wants() const {
    if (std::abs(difference()) > 1 || (!twice() && difference() != 0)) {
      return difference() > 0 ? 'B' : 'W';
    }
    return colours.empty() ? '-' : colours.back() == 'W' ? 'B' : 'W';
  }
};

class Oracle {
 public:
  explicit Oracle(const Tournament& tournament);
  RoundPairing pair();

 private:
  bool may_meet(int a, int b) const;
  bool completable(Mask open);
  bool gets_bye(int floater, Mask below);
  Value next_bracket(Mask floaters, Mask next, Mask below);
  Value judge(const Pairs& pairs, Mask bracket, Mask mdps, Mask next, Mask below);
  void judge_colours(const Pairs& pairs, Value& value) const;
  void judge_floats(const Pairs& pairs, Mask bracket, Mask mdps, Value& value) const;
  Pairs best_candidate(Mask bracket, Mask mdps, Mask next, Mask below);
  char colour_of(int higher, int lower) const;

  const Tournament& tournament_;
  std::vector<Entry> entries_;  // ranked
  char initial_ = 'W';
  int bye_score_ = -1;
  std::map<Mask, bool> completable_;
  std::map<Mask, Value> next_;
};

std::vector<int> members(Mask mask) {
  std::vector<int> list;
  for (; mask != 0; mask &= mask - 1) {
    list.push_back(std::countr_zero(mask));
  }
  return list;
}

int points_before(const Tournament& t, PlayerIndex player, std::size_t rounds) {
  int sum = 0;
  for (std::size_t r = 0; r < rounds; ++r) {
    sum += t.points.of(t.players[player].in(r).kind);
  }
  return sum;
}

bool was_paired(Kind kind) {
  return kind != Kind::full_bye && kind != Kind::half_bye && kind != Kind::zero_bye;
}

Oracle::Oracle(const Tournament& t) : tournament_(t) {
  initial_ = t.initial_colour == Colour::black ? 'B' : 'W';
  const int next_round = static_cast<int>(t.played) + 1;
  int number = 0;
  for (PlayerIndex p = 0; p < t.players.size(); ++p) {
    const bool out = std::ranges::any_of(
        t.byes, [&](const RequestedBye& bye) { return bye.player == p && bye.round == next_round; });
    Entry e;
    e.player = p;
    bool ever = false;
    for (std::size_t r = 0; r < t.played; ++r) {
      const RoundEntry& entry = t.players[p].in(r);
      ever = ever || was_paired(entry.kind);
      if (entry.played()) {
        e.met.insert(*entry.opponent);
        e.colours.push_back(entry.colour == Colour::white ? 'W' : 'B');
        ++(entry.colour == Colour::white ? e.whites : e.blacks);
      } else {
        ++e.unplayed;
        e.bye_allowed = e.bye_allowed && entry.kind != Kind::bye && t.points.of(entry.kind) < t.points.win;
      }
    }
    if (out && !ever) {
      continue;
    }
    e.odd = ++number % 2 == 1;
    if (out) {
      continue;
    }
    e.score = points_before(t, p, t.played);
    e.top = next_round >= t.rounds && 2 * e.score > static_cast<int>(t.played) * t.points.win;
    for (std::size_t back = 1; back <= 2 && back <= t.played; ++back) {
      const std::size_t r = t.played - back;
      const RoundEntry& entry = t.players[p].in(r);
      if (entry.played()) {
        const int mine = points_before(t, p, r);
        const int other = points_before(t, *entry.opponent, r);
        e.floats[back - 1] = mine > other ? 'D' : mine < other ? 'U' : '-';
      } else if (entry.kind == Kind::bye || t.points.of(entry.kind) > t.points.loss) {
        e.floats[back - 1] = 'D';
      }
    }
    entries_.push_back(e);
  }
  std::ranges::stable_sort(entries_, std::greater<>(), &Entry::score);
}

bool Oracle::may_meet(int a, int b) const {
  const Entry& x = entries_[static_cast<std::size_t>(a)];
  const Entry& y = entries_[static_cast<std::size_t>(b)];
  const int round = static_cast<int>(tournament_.played) + 1;
  for (const ForbiddenGroup& group : tournament_.forbidden) {
    if (group.first_round <= round && round <= group.last_round &&
        std::ranges::count(group.players, x.player) > 0 && std::ranges::count(group.players, y.player) > 0) {
      return false;
    }
  }
  const bool clash = x.strength() == 3 && y.strength() == 3 && x.wants() == y.wants();
  return !x.met.contains(y.player) && (!clash || x.top || y.top);
}

/// Whether all of them can be paired, or all but one that gets the bye.
bool Oracle::completable(Mask open) {
  if (open == 0) {
    return true;
  }
  if (const auto known = completable_.find(open); known != completable_.end()) {
    return known->second;
  }
  const std::vector<int> list = members(open);
  const int first = list.front();
  const Entry& entry = entries_[static_cast<std::size_t>(first)];
  bool found = list.size() % 2 == 1 && entry.bye_allowed && entry.score == bye_score_ &&
               completable(open & ~(1U << first));
  for (std::size_t i = 1; i < list.size() && !found; ++i) {
    found = may_meet(first, list[i]) && completable(open & ~(1U << first) & ~(1U << list[i]));
  }
  return completable_[open] = found;
}

/// Whether the floater gets the bye in every possible pairing of the others.
bool Oracle::gets_bye(int floater, Mask below) {
  for (const int other : members(below)) {
    if (may_meet(floater, other) && completable(below & ~(1U << other))) {
      return false;
    }
  }
  return true;
}

/// C8: how well C6 and C7 can be kept in the next bracket.
Value Oracle::next_bracket(Mask floaters, Mask next, Mask below) {
  const Mask key = floaters;
  if (const auto known = next_.find(key); known != next_.end()) {
    return known->second;
  }
  Value best;
  const std::function<void(Mask, Mask)> go = [&](Mask open, Mask left) {
    if (open == 0) {
      if (!completable(left | below)) {
        return;
      }
      Value value{std::popcount(left)};
      for (const int p : members(left)) {
        value.push_back(entries_[static_cast<std::size_t>(p)].score);  // ranked, so descending
      }
      if (best.empty() || value < best) {
        best = value;
      }
      return;
    }
    const int first = std::countr_zero(open);
    const Mask rest = open & ~(1U << first);
    go(rest, left | 1U << first);
    for (const int other : members(rest & next)) {
      if (may_meet(first, other)) {
        go(rest & ~(1U << other), left);
      }
    }
  };
  go(floaters | next, 0);
  return next_[key] = best;
}

char Oracle::colour_of(int higher, int lower) const {
  const Entry& a = entries_[static_cast<std::size_t>(higher)];
  const Entry& b = entries_[static_cast<std::size_t>(lower)];
  const auto other = [](char c) { return c == 'W' ? 'B' : 'W'; };
  if (a.wants() == '-' && b.wants() == '-') {
    return a.odd ? initial_ : other(initial_);
  }
  if (a.wants() != b.wants()) {
    return a.wants() != '-' ? a.wants() : other(b.wants());
  }
  if (a.strength() != b.strength()) {
    return a.strength() > b.strength() ? a.wants() : other(a.wants());
  }
  if (a.strength() == 3 && std::abs(a.difference()) != std::abs(b.difference())) {
    return std::abs(a.difference()) > std::abs(b.difference()) ? a.wants() : other(a.wants());
  }
  auto i = a.colours.rbegin();
  auto j = b.colours.rbegin();
  for (; i != a.colours.rend() && j != b.colours.rend(); ++i, ++j) {
    if (*i != *j) {
      return *j;
    }
  }
  return a.wants();
}

/// C10 to C13.
void Oracle::judge_colours(const Pairs& pairs, Value& value) const {
  int difference = 0;
  int run = 0;
  int preference = 0;
  int strong = 0;
  for (const auto& [higher, lower] : pairs) {
    const char colour = colour_of(higher, lower);
    for (const int p : {higher, lower}) {
      const Entry& e = entries_[static_cast<std::size_t>(p)];
      const char gets = p == higher ? colour : colour == 'W' ? 'B' : 'W';
      const int after = e.difference() + (gets == 'W' ? 1 : -1);
      const bool topscorers =
          entries_[static_cast<std::size_t>(higher)].top || entries_[static_cast<std::size_t>(lower)].top;
      // A greater difference, made by an arbiter, is no breach if this colour reduces it.
      const bool wider = std::abs(after) > 2 && std::abs(after) > std::abs(e.difference());
      difference += topscorers && wider ? 1 : 0;
      run += topscorers && e.twice() && e.colours.back() == gets ? 1 : 0;
      const bool refused = e.wants() != '-' && e.wants() != gets;
      preference += refused ? 1 : 0;
      strong += refused && e.strength() == 2 ? 1 : 0;
    }
  }
  value.insert(value.end(), {difference, run, preference, strong});
}

/// C14 to C21.
void Oracle::judge_floats(const Pairs& pairs, Mask bracket, Mask mdps, Value& value) const {
  Mask paired = 0;
  for (const auto& [higher, lower] : pairs) {
    paired |= 1U << higher | 1U << lower;
  }
  for (const std::size_t back : {0U, 1U}) {
    int down = 0;
    for (const int p : members(bracket & ~mdps & ~paired)) {
      down += entries_[static_cast<std::size_t>(p)].floats[back] == 'D' ? 1 : 0;
    }
    int up = 0;
    for (const auto& [higher, lower] : pairs) {
      up +=
          (mdps >> higher & 1U) != 0 && entries_[static_cast<std::size_t>(lower)].floats[back] == 'U' ? 1 : 0;
    }
    value.insert(value.end(), {down, up});
  }
  constexpr int kLeftOver = 10'000;  // a floater counts as a greater difference than any paired player
  for (const std::size_t back : {0U, 1U}) {
    std::vector<int> down(9);
    std::vector<int> up(9);
    for (const int p : members(mdps & ~paired)) {
      const Entry& e = entries_[static_cast<std::size_t>(p)];
      down.push_back(e.floats[back] == 'D' ? kLeftOver + e.score : 0);
    }
    for (const auto& [higher, lower] : pairs) {
      const Entry& a = entries_[static_cast<std::size_t>(higher)];
      const Entry& b = entries_[static_cast<std::size_t>(lower)];
      if ((mdps >> higher & 1U) != 0) {
        down.push_back(a.floats[back] == 'D' ? a.score - b.score : 0);
        up.push_back(b.floats[back] == 'U' ? a.score - b.score : 0);
      }
    }
    for (std::vector<int>* list : {&down, &up}) {
      std::ranges::sort(*list, std::greater<>());
      list->resize(9);
      value.insert(value.end(), list->begin(), list->end());
    }
  }
}

/// The value of a candidate; empty if it is not legal.
Value Oracle::judge(const Pairs& pairs, Mask bracket, Mask mdps, Mask next, Mask below) {
  Mask left = bracket;
  for (const auto& [higher, lower] : pairs) {
    left &= ~(1U << higher) & ~(1U << lower);
  }
  if (!completable(left | next | below)) {
    return {};
  }
  Value value{std::popcount(left)};  // C6
  const std::vector<int> floaters = members(left);
  for (std::size_t i = 0; i < 9; ++i) {  // C7
    value.push_back(i < floaters.size() ? entries_[static_cast<std::size_t>(floaters[i])].score : -1);
  }
  Value following = next_bracket(left, next, below);  // C8
  following.resize(12, -1);
  value.insert(value.end(), following.begin(), following.end());
  const bool bye = floaters.size() == 1 && bye_score_ >= 0 && gets_bye(floaters.front(), next | below);
  value.push_back(bye ? entries_[static_cast<std::size_t>(floaters.front())].unplayed : 0);  // C9
  judge_colours(pairs, value);
  judge_floats(pairs, bracket, mdps, value);
  return value;
}

/// Calls `visit` with each set of `size` of the numbers 0..n-1, the smallest first.
void for_each_subset(int n, int size, const std::function<void(const std::vector<int>&)>& visit) {
  std::vector<int> set;
  const std::function<void(int)> go = [&](int from) {
    if (static_cast<int>(set.size()) == size) {
      visit(set);
      return;
    }
    for (int i = from; i < n; ++i) {
      set.push_back(i);
      go(i + 1);
      set.pop_back();
    }
  };
  go(0);
}

/// S1 as it is after each exchange between S1 (the first `pairs` of `list`) and S2, in the order of 4.3.
std::vector<std::vector<int>> exchanges(const std::vector<int>& list, int pairs) {
  struct Exchange {
    std::vector<int> out;  // BSNs from S1 to S2, the largest first
    std::vector<int> in;   // BSNs from S2 to S1
  };
  const int n = static_cast<int>(list.size());
  std::vector<Exchange> all;
  for (int size = 0; size <= std::min(pairs, n - pairs); ++size) {
    for_each_subset(pairs, size, [&](const std::vector<int>& out) {
      for_each_subset(n - pairs, size, [&](const std::vector<int>& in) {
        Exchange exchange{{out.rbegin(), out.rend()}, {}};
        for (const int i : in) {
          exchange.in.push_back(pairs + i);
        }
        all.push_back(exchange);
      });
    });
  }
  const auto sum = [](const std::vector<int>& v) { return std::accumulate(v.begin(), v.end(), 0); };
  std::ranges::stable_sort(all, [&](const Exchange& a, const Exchange& b) {
    return std::tuple(a.out.size(), sum(a.in) - sum(a.out), b.out, a.in) <
           std::tuple(b.out.size(), sum(b.in) - sum(b.out), a.out, b.in);
  });
  std::vector<std::vector<int>> s1;
  for (const Exchange& exchange : all) {
    std::vector<int> set;
    for (int i = 0; i < n; ++i) {
      const bool leaves = std::ranges::count(exchange.out, i) > 0;
      if (i < pairs ? !leaves : std::ranges::count(exchange.in, i) > 0) {
        set.push_back(list[static_cast<std::size_t>(i)]);
      }
    }
    s1.push_back(set);
  }
  return s1;
}

/// Goes through the candidates in the order of their generation, and keeps the first of the best.
Pairs Oracle::best_candidate(Mask bracket, Mask mdps, Mask next, Mask below) {
  const std::vector<int> moved = members(mdps);
  const std::vector<int> residents = members(bracket & ~mdps);
  Pairs pairs;
  Pairs best;
  Value best_value;
  const auto consider = [&] {
    const Value value = judge(pairs, bracket, mdps, next, below);
    if (!value.empty() && (best_value.empty() || value < best_value)) {
      best_value = value;
      best = pairs;
    }
  };
  /// Pairs s1[i...] with players of `s2`: all transpositions, the smallest numbers first.
  const std::function<void(const std::vector<int>&, std::size_t, Mask, const std::function<void(Mask)>&)>
      transpose =
          [&](const std::vector<int>& s1, std::size_t i, Mask s2, const std::function<void(Mask)>& then) {
            if (i == s1.size()) {
              then(s2);
              return;
            }
            for (const int other : members(s2)) {
              if (may_meet(s1[i], other)) {
                pairs.emplace_back(std::min(s1[i], other), std::max(s1[i], other));
                transpose(s1, i + 1, s2 & ~(1U << other), then);
                pairs.pop_back();
              }
            }
          };
  const auto remainder = [&](Mask open) {
    const std::vector<int> list = members(open);
    for (int count = static_cast<int>(list.size()) / 2; count >= 0; --count) {
      for (const std::vector<int>& s1 : exchanges(list, count)) {
        Mask s2 = open;
        std::ranges::for_each(s1, [&](int p) { s2 &= ~(1U << p); });
        transpose(s1, 0, s2, [&](Mask) { consider(); });
      }
    }
  };
  for (int count = static_cast<int>(moved.size()); count >= 0; --count) {
    for_each_subset(static_cast<int>(moved.size()), count, [&](const std::vector<int>& chosen) {
      std::vector<int> s1;
      std::ranges::for_each(chosen, [&](int i) { s1.push_back(moved[static_cast<std::size_t>(i)]); });
      Mask s2 = 0;
      std::ranges::for_each(residents, [&](int p) { s2 |= 1U << p; });
      transpose(s1, 0, s2, remainder);
    });
  }
  return best;
}

RoundPairing Oracle::pair() {
  const int n = static_cast<int>(entries_.size());
  const Mask all = (1U << n) - 1;
  if (n % 2 == 1) {
    std::set<int> scores;
    std::ranges::for_each(entries_, [&](const Entry& e) { scores.insert(e.score); });
    bool found = false;
    for (const int score : scores) {  // C5
      bye_score_ = score;
      completable_.clear();
      if (found = completable(all); found) {
        break;
      }
    }
  }
  if (!completable(all)) {
    throw NoPairing("no pairing");
  }
  RoundPairing result;
  Mask mdps = 0;
  const auto group = [&](int from) {
    int end = from;
    while (end < n &&
           entries_[static_cast<std::size_t>(end)].score == entries_[static_cast<std::size_t>(from)].score) {
      ++end;
    }
    return end;
  };
  for (int begin = 0; begin < n; begin = group(begin)) {
    const int end = group(begin);
    const int next_end = end < n ? group(end) : end;
    const Mask bracket = mdps | (((1U << end) - 1) & ~((1U << begin) - 1));
    const Mask next = ((1U << next_end) - 1) & ~((1U << end) - 1);
    const Mask below = all & ~((1U << next_end) - 1);
    next_.clear();
    mdps = bracket & ~0U;
    for (const auto& [higher, lower] : best_candidate(bracket, bracket & ((1U << begin) - 1), next, below)) {
      mdps &= ~(1U << higher) & ~(1U << lower);
      const PlayerIndex a = entries_[static_cast<std::size_t>(higher)].player;
      const PlayerIndex b = entries_[static_cast<std::size_t>(lower)].player;
      result.boards.push_back(colour_of(higher, lower) == 'W' ? Board{a, b} : Board{b, a});
    }
  }
  if (mdps != 0) {
    result.bye = entries_[static_cast<std::size_t>(std::countr_zero(mdps))].player;
  }
  return result;
}

}  // namespace

RoundPairing oracle_pairing(const Tournament& tournament) { return Oracle(tournament).pair(); }

}  // namespace referee::swiss
