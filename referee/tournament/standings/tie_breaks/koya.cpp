#include "referee/tournament/standings/tie_breaks/families.h"

namespace referee {

bool has_half(Entrant entrant, const Opposition& opposition) {
  Points half;
  for (std::size_t round = 0; round < opposition.rounds(); ++round) {
    half += Points::halves(opposition.counts(entrant, round) ? 1 : 0);
  }
  return opposition.card(entrant).points >= half;
}

std::vector<Share> koya(Entrant entrant, const Opposition& opposition) {
  std::vector<Share> shares;
  const std::vector<CardRound>& rounds = opposition.card(entrant).rounds;
  for (std::size_t round = 0; round < rounds.size(); ++round) {
    if (rounds[round].kind == CardRound::Kind::running) {
      continue;
    }
    for (const CardRound::Meeting& meeting : rounds[round].meetings) {
      if (has_half(meeting.opponent, opposition)) {
        Share& share = shares.emplace_back();
        share.round = round;
        share.value = TieBreakValue::of(
            Points::halves(meeting.halves, static_cast<std::int64_t>(rounds[round].meetings.size())));
        share.opponent = meeting.opponent;
      }
    }
  }
  return shares;
}

}  // namespace referee
