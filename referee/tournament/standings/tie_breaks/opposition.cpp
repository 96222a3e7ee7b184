#include "referee/tournament/standings/tie_breaks/opposition.h"

#include <algorithm>
#include <utility>

namespace referee {
namespace {

/// A meeting's share of a round that has several.
TieBreakValue shared(Points score, Points won, std::size_t meetings) {
  return TieBreakValue::product(score, won).over(static_cast<std::int64_t>(meetings));
}

}  // namespace

Opposition::Opposition(bool swiss, std::vector<ScoreCard> cards) : swiss_(swiss), cards_(std::move(cards)) {
  for (const ScoreCard& card : cards_) {
    std::size_t trailing = card.rounds.size();
    while (swiss_ && trailing > 0 && card.rounds[trailing - 1].voluntary()) {
      --trailing;
    }
    Points points = card.points;
    for (std::size_t round = trailing; round < card.rounds.size(); ++round) {
      if (card.rounds[round].requested()) {
        points = points - card.rounds[round].points + Points::halves(1);
      }
    }
    trailing_.push_back(trailing);
    as_opponent_.push_back(points);
  }
}

bool Opposition::counts(Entrant entrant, std::size_t round) const {
  const CardRound& played = cards_[entrant].rounds[round];
  return swiss_ || (!played.meetings.empty() && played.kind != CardRound::Kind::running);
}

TieBreakValue Opposition::score(Entrant entrant, std::size_t round) const {
  const CardRound& played = cards_[entrant].rounds[round];
  if (has_dummy(played)) {
    return TieBreakValue::of(dummy(entrant));
  }
  TieBreakValue sum;
  for (const CardRound::Meeting& meeting : played.meetings) {
    sum += shared(met(entrant, meeting), Points::whole(1), played.meetings.size());
  }
  return sum;
}

TieBreakValue Opposition::score_times_points(Entrant entrant, std::size_t round) const {
  const CardRound& played = cards_[entrant].rounds[round];
  if (has_dummy(played)) {
    return TieBreakValue::product(dummy(entrant), played.points);
  }
  TieBreakValue sum;
  for (const CardRound::Meeting& meeting : played.meetings) {
    sum += shared(met(entrant, meeting), Points::halves(meeting.halves), played.meetings.size());
  }
  return sum;
}

}  // namespace referee
