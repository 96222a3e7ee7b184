#include "tests/referee/tournament/formats/double_elimination/slow_model.h"

#include <algorithm>

namespace referee::slow_model {
namespace {

/// The winners and losers of neighbours in a list; an entrant without a neighbour wins, and has no loser.
struct Half {
  List winners;
  List losers;
};

class Table {
 public:
  Table(int entrants, const Play& play) : entrants_(entrants), play_(play) {}

  Result run() {
    List upper = draw();
    List lower;
    std::vector<List> fallen;  // by round of the upper bracket
    int rounds = 0;            // in the upper bracket
    for (std::size_t size = upper.size(); size > 1; size /= 2) {
      ++rounds;
    }
    for (int step = 1; step < 2 * rounds; ++step) {
      met_.clear();
      if (step == 2) {
        lower = paired(fallen[0], step).winners;
      } else if (step > 2) {
        lower = lower_round(lower, fallen, step);
      }
      if (step <= rounds) {
        const Half half = paired(upper, step);
        upper = half.winners;
        fallen.push_back(half.losers);
      }
      keep();
    }
    finish(upper[0], rounds == 1 ? fallen[0][0] : lower[0], 2 * rounds);
    return result_;
  }

 private:
  /// Built from the final backwards: the two seeds of each pair in a round have the same sum.
  List draw() const {
    List list{1};
    while (static_cast<int>(list.size()) < entrants_) {
      const int sum = static_cast<int>(list.size()) * 2 + 1;
      List next;
      for (const auto& seed : list) {
        next.push_back(seed);
        const int other = sum - *seed;
        next.push_back(other);
      }
      list = next;
    }
    for (auto& seed : list) {
      seed = *seed > entrants_ ? Winner() : seed;
    }
    return list;
  }

  Winner meet(Winner one, Winner other, int step, Winner& loser) {
    loser.reset();
    if (!one || !other) {
      return one ? one : other;
    }
    const Pair pair = std::minmax(*one, *other);
    met_.insert(pair);
    const Winner winner = play_(pair, step);
    if (winner) {
      loser = *winner == pair.first ? pair.second : pair.first;
    }
    return winner;
  }

  Half paired(const List& list, int step) {
    Half half;
    for (std::size_t i = 0; i < list.size(); i += 2) {
      Winner loser;
      half.winners.push_back(meet(list[i], list[i + 1], step, loser));
      half.losers.push_back(loser);
    }
    return half;
  }

  static void reverse_parts(List& list, std::size_t parts) {
    const std::size_t size = std::max<std::size_t>(1, list.size() / parts);
    for (std::size_t begin = 0; begin < list.size(); begin += size) {
      const auto first = list.begin() + static_cast<std::ptrdiff_t>(begin);
      std::reverse(first, first + static_cast<std::ptrdiff_t>(size));
    }
  }

  /// The orders in which losers fall to the lower bracket, for fall 1, 2 and so on.
  static List in_order_of(int fall, List list) {
    switch (fall) {
      case 1:
        reverse_parts(list, 1);
        break;
      case 2:
        reverse_parts(list, 2);
        break;
      case 3:  // swaps the halves
        std::rotate(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(list.size() / 2), list.end());
        break;
      case 4:
        reverse_parts(list, 4);
        break;
      case 5:  // reverses the order of the quarters, but not the order within each
        reverse_parts(list, 1);
        reverse_parts(list, 4);
        break;
      default:
        break;
    }
    return list;
  }

  List lower_round(const List& lower, const std::vector<List>& fallen, int step) {
    if (step % 2 == 0) {
      return paired(lower, step).winners;
    }
    const int fall = (step - 1) / 2;
    const List down = in_order_of(fall, fallen[static_cast<std::size_t>(fall)]);
    List winners;
    for (std::size_t i = 0; i < lower.size(); ++i) {
      Winner loser;
      winners.push_back(meet(down[i], lower[i], step, loser));
    }
    return winners;
  }

  void finish(Winner upper, Winner lower, int step) {
    met_.clear();
    Winner loser;
    const Winner first = meet(upper, lower, step, loser);
    keep();
    const bool both_lost = upper && lower && !first;
    result_.champion = both_lost ? upper : first;
    if (upper && lower && first == lower) {
      met_.clear();
      result_.champion = meet(upper, lower, step + 1, loser);
      keep();
    }
  }

  void keep() {
    if (!met_.empty()) {
      result_.steps.push_back(met_);
    }
  }

  int entrants_;
  const Play& play_;
  std::set<Pair> met_;
  Result result_;
};

}  // namespace

Result played(int entrants, const Play& play) { return Table(entrants, play).run(); }

}  // namespace referee::slow_model
