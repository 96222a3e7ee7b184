#include "referee/report/prizes.h"

#include <algorithm>
#include <cstddef>

namespace referee {
namespace {

/// For a place from 1.
double prize_for(const std::vector<double>& extra, std::size_t place) {
  return place <= extra.size() ? extra[place - 1] : 0;
}

}  // namespace

std::vector<double> prizes_of(const std::vector<int>& ranks, const std::vector<double>& extra,
                              Sharing sharing) {
  std::vector<double> prizes;
  for (const int rank : ranks) {
    const auto first = static_cast<std::size_t>(rank);
    const auto sharers = static_cast<std::size_t>(std::ranges::count(ranks, rank));
    const std::size_t shared = sharing == Sharing::average ? sharers : 1;
    double sum = 0;
    for (std::size_t place = first; place < first + shared; ++place) {
      sum += prize_for(extra, place);
    }
    prizes.push_back(sum / static_cast<double>(shared));
  }
  return prizes;
}

}  // namespace referee
