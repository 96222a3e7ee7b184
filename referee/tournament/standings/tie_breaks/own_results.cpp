#include "referee/tournament/standings/tie_breaks/families.h"

namespace referee {
namespace {

bool adds(TieBreak::Kind kind, const CardRound& round) {
  const bool won = round.points >= Points::whole(1);
  const bool played = round.kind == CardRound::Kind::played && !round.meetings.empty();
  switch (kind) {
    case TieBreak::Kind::wins:
      return won;
    case TieBreak::Kind::games_won:
      return played && won;
    case TieBreak::Kind::second_seats:
      return played && round.second_seat;
    case TieBreak::Kind::second_seats_won:
      return played && round.second_seat && won;
    default:
      return false;
  }
}

}  // namespace

std::vector<Share> own_results(TieBreak::Kind kind, const ScoreCard& card) {
  std::vector<Share> shares;
  for (std::size_t round = 0; round < card.rounds.size(); ++round) {
    if (adds(kind, card.rounds[round])) {
      Share& share = shares.emplace_back();
      share.round = round;
      share.value = TieBreakValue::whole(1);
    }
  }
  return shares;
}

std::vector<Share> progressive(const TieBreak& tie_break, const ScoreCard& card) {
  std::vector<Share> shares;
  Points points;
  for (std::size_t round = 0; round < card.rounds.size(); ++round) {
    points += card.rounds[round].points;
    Share& share = shares.emplace_back();
    share.round = round;
    share.value = TieBreakValue::of(points);
    share.cut = static_cast<int>(round) < tie_break.low_cuts ? Share::Cut::low : Share::Cut::none;
  }
  return shares;
}

}  // namespace referee
