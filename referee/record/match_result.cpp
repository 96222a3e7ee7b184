#include "referee/record/match_result.h"

#include <algorithm>
#include <numeric>

namespace referee {

std::int64_t MatchResult::Seat::faults() const {
  return std::accumulate(by_verdict.begin() + 1, by_verdict.end(), std::int64_t{0});
}

std::int64_t MatchResult::Seat::late_turns() const {
  const auto count = [&](protocol::Verdict verdict) { return by_verdict[static_cast<std::size_t>(verdict)]; };
  return count(protocol::Verdict::late) + count(protocol::Verdict::forfeited);
}

std::vector<int> ranks_of(const std::vector<double>& scores) {
  std::vector<int> ranks;
  ranks.reserve(scores.size());
  for (const double score : scores) {
    ranks.push_back(
        1 + static_cast<int>(std::ranges::count_if(scores, [&](double other) { return other > score; })));
  }
  return ranks;
}

void note_no_show(MatchResult& result, const std::vector<std::optional<std::string>>& absent) {
  for (std::size_t seat = 0; seat < absent.size(); ++seat) {
    result.scores.push_back(absent[seat] ? 0 : 1);
    if (absent[seat]) {
      result.no_show.push_back(seat);
      result.why_absent.push_back(*absent[seat]);
    }
  }
  if (std::ranges::all_of(result.why_absent, &std::string::empty)) {
    result.why_absent.clear();
  }
  result.rank = ranks_of(result.scores);
}

}  // namespace referee
