#include "sample_bots/cpp/superball/planner.h"

#include <algorithm>
#include <cmath>

namespace superball {
namespace {

constexpr std::size_t kCandidates = 32;
constexpr double kPatience = 0.997;  // per added piece: an end that comes later counts less

double doom_of(float value) { return 1 / (1 + std::exp(static_cast<double>(value))); }

void place_nth(Position& position, std::uint64_t n, int colour) {
  CellSet rest = position.empty;
  for (; n > 0; --n) {
    rest &= rest - 1;
  }
  position.place(first(rest), colour);
}

}  // namespace

Planner::Planner(const Shape& shape, const Weights& weights, std::uint64_t seed)
    : shape_(shape), outlook_(shape, weights), rng_(seed) {}

Choice Planner::choose(const Position& position, const Limits& limits) {
  started_ = std::chrono::steady_clock::now();
  nodes_ = 1;
  outlook_.look(position);
  outlook_.best(kCandidates, found_);
  if (found_.empty()) {
    return last_move(position);
  }
  std::vector<Candidate> candidates;
  for (const Choice& choice : found_) {
    candidates.push_back({choice, position, 0});
    Position& after = candidates.back().after;
    if (choice.b < 0) {
      const int colour = after.at[static_cast<std::size_t>(choice.a)];
      after.remove(shape_.flood(only(choice.a), after.of[static_cast<std::size_t>(colour)]), colour);
    } else {
      after.swap(choice.a, choice.b);
    }
  }
  double share = 0;
  for (double step = 0.2; candidates.size() > 1;) {
    share += step;
    while (!spent(limits, share)) {
      try_deal(candidates);
    }
    std::ranges::stable_sort(candidates, {}, &Candidate::doom);
    candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>((candidates.size() + 1) / 2),
                     candidates.end());
  }
  return candidates.front().choice;
}

/// For a position in which every move ends the game: the score of most points, or any swap.
Choice Planner::last_move(const Position& position) const {
  CellSet rest = position.pieces(shape_);
  const int a = take_first(rest);
  Choice choice{kLost, static_cast<std::int16_t>(a), static_cast<std::int16_t>(first(rest))};
  int most = 0;
  for (const Group& group : outlook_.groups()) {
    if (group.reach == kInside && group.size >= shape_.min_score_size) {
      const int goal = first(group.cells & shape_.goals);
      const int points = group.size * (position.at[static_cast<std::size_t>(goal)] + 2);
      if (points > most) {
        most = points;
        choice = {kLost, static_cast<std::int16_t>(goal), -1};
      }
    }
  }
  return choice;
}

void Planner::try_deal(std::vector<Candidate>& candidates) {
  std::array<Piece, kSwapAdds> pieces;
  for (Piece& piece : pieces) {
    piece = {rng_() >> 1U, static_cast<int>(rng_() % static_cast<std::uint64_t>(shape_.colours))};
  }
  for (Candidate& candidate : candidates) {
    Position position = candidate.after;
    const int added = candidate.choice.b < 0 ? kScoreAdds : kSwapAdds;
    for (int i = 0; i < added; ++i) {
      const Piece& piece = pieces[static_cast<std::size_t>(i)];
      place_nth(position, piece.draw % static_cast<std::uint64_t>(count(position.empty)), piece.colour);
    }
    outlook_.look(position);
    candidate.doom += std::pow(kPatience, added) * doom_of(outlook_.best().value);
    ++nodes_;
  }
}

bool Planner::spent(const Limits& limits, double share) const {
  if (limits.nodes > 0) {
    return static_cast<double>(nodes_) >= share * static_cast<double>(limits.nodes);
  }
  const auto used = std::chrono::steady_clock::now() - started_;
  return std::chrono::duration<double>(used) >= share * std::chrono::duration<double>(limits.budget);
}

}  // namespace superball
