#include "referee/tournament/standings/ladder_blocks.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "referee/statistics/rating.h"

namespace referee {
namespace {

std::optional<LadderBlocks::Scores> scores_in(const std::map<std::size_t, LadderBlocks::Scores>& scores,
                                              std::size_t player) {
  const auto found = scores.find(player);
  return found == scores.end() || found->second.matches == 0 ? std::nullopt : std::optional(found->second);
}

}  // namespace

void LadderBlocks::Scores::add(double score, int by) {
  matches += by;
  sum += by * score;
  squares += by * score * score;
}

LadderBlocks::Scores& LadderBlocks::Scores::operator+=(const Scores& other) {
  matches += other.matches;
  sum += other.sum;
  squares += other.squares;
  return *this;
}

std::optional<double> LadderBlocks::Scores::margin() const {
  if (matches < 2) {
    return std::nullopt;
  }
  const double variance = std::max(0.0, (squares - sum * sum / matches) / (matches - 1));
  return rating::kNormal95 * std::sqrt(variance / matches);
}

std::vector<std::size_t> LadderBlocks::alone_best() const {
  struct Best {
    double score = 0;
    std::optional<std::size_t> player;  // nothing: several
  };
  std::map<int, Best> by_instance;
  for (const auto& [unused, match] : matches_) {
    if (!match.score) {
      continue;
    }
    const auto [known, is_new] = by_instance.emplace(match.instance, Best{*match.score, match.player});
    if (is_new || *match.score < known->second.score) {
      continue;
    }
    known->second = {*match.score,
                     *match.score > known->second.score ? std::optional(match.player) : std::nullopt};
  }
  std::vector<std::size_t> players;
  for (const auto& [unused, best] : by_instance) {
    if (best.player) {
      players.push_back(*best.player);
    }
  }
  return players;
}

/// Adds in the order of the matches' numbers: the same sums on every machine.
void LadderBlocks::close(std::int64_t at) {
  Closed block{open_, at};
  for (const auto& [unused, match] : std::exchange(matches_, {})) {
    if (match.score) {
      block.scores[match.player].add(*match.score);
    }
  }
  for (const auto& [player, scores] : block.scores) {
    totals_[player] += scores;
  }
  if (!block.scores.empty()) {
    closed_.push_back(std::move(block));
  }
  if (closed_.size() > kShown) {
    closed_.pop_front();
  }
}

void LadderBlocks::remove(int number, int block, std::size_t player, double score) {
  if (const auto match = matches_.find(number); match != matches_.end()) {
    match->second.score.reset();
    return;
  }
  totals_[player].add(score, -1);
  const auto found = std::ranges::find(closed_, block, &Closed::number);
  if (found != closed_.end()) {
    found->scores[player].add(score, -1);
  }
}

std::optional<LadderBlocks::Scores> LadderBlocks::of(std::size_t player) const {
  return scores_in(totals_, player);
}

std::optional<LadderBlocks::Scores> LadderBlocks::newest_of(std::size_t player) const {
  return closed_.empty() ? std::nullopt : scores_in(closed_.back().scores, player);
}

}  // namespace referee
