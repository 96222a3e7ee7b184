#include "referee/tournament/standings/tie_breaks/families.h"

namespace referee {
namespace {

using Product = TieBreakValue (Opposition::*)(Entrant, std::size_t) const;

/// A share of each round that counts, before any is cut.
std::vector<Share> uncut(Entrant entrant, const Opposition& opposition, Product value) {
  std::vector<Share> shares;
  for (std::size_t round = 0; round < opposition.rounds(); ++round) {
    if (opposition.counts(entrant, round)) {
      Share& share = shares.emplace_back();
      share.round = round;
      share.value = (opposition.*value)(entrant, round);
      share.opposition = opposition.score(entrant, round);
      share.voluntary = opposition.swiss() && opposition.card(entrant).rounds[round].voluntary();
    }
  }
  return shares;
}

std::vector<Share> cut_shares(const TieBreak& tie_break, std::vector<Share> shares) {
  cut(shares, tie_break.low_cuts, tie_break.high_cuts);
  return shares;
}

TieBreakValue sum_of(const std::vector<Share>& shares) {
  TieBreakValue sum;
  for (const Share& share : shares) {
    sum += share.value;
  }
  return sum;
}

}  // namespace

std::vector<Share> buchholz(const TieBreak& tie_break, Entrant entrant, const Opposition& opposition) {
  return cut_shares(tie_break, uncut(entrant, opposition, &Opposition::score));
}

std::vector<Share> sonneborn_berger(const TieBreak& tie_break, Entrant entrant,
                                    const Opposition& opposition) {
  return cut_shares(tie_break, uncut(entrant, opposition, &Opposition::score_times_points));
}

std::vector<Share> opponents_buchholz(Entrant entrant, const Opposition& opposition) {
  std::vector<Share> shares;
  const std::vector<CardRound>& rounds = opposition.card(entrant).rounds;
  for (std::size_t round = 0; round < rounds.size(); ++round) {
    if (rounds[round].kind != CardRound::Kind::played) {
      continue;
    }
    for (const CardRound::Meeting& meeting : rounds[round].meetings) {
      if (!meeting.by_forfeit) {
        Share& share = shares.emplace_back();
        share.round = round;
        share.value = sum_of(uncut(meeting.opponent, opposition, &Opposition::score));
        share.opponent = meeting.opponent;
      }
    }
  }
  return shares;
}

}  // namespace referee
