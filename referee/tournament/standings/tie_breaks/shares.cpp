#include "referee/tournament/standings/tie_breaks/shares.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace referee {
namespace {

using Shares = std::vector<Share>;

bool less_significant(const Share& a, const Share& b) {
  return std::pair(a.opposition, a.value) < std::pair(b.opposition, b.value);
}

/// The shares that are not cut yet.
std::vector<Share*> left_of(Shares& shares) {
  std::vector<Share*> left;
  for (Share& share : shares) {
    if (share.cut == Share::Cut::none) {
      left.push_back(&share);
    }
  }
  return left;
}

void cut_low(Shares& shares) {
  const std::vector<Share*> left = left_of(shares);
  if (left.empty()) {
    return;
  }
  Share* chosen = *std::ranges::min_element(left, [](auto* a, auto* b) { return less_significant(*a, *b); });
  const Share* const least = chosen;
  Share* voluntary = nullptr;
  for (Share* share : left) {
    if (share->voluntary && (voluntary == nullptr || share->value < voluntary->value)) {
      voluntary = share;
    }
  }
  if (voluntary != nullptr && voluntary->value >= least->value) {
    chosen = voluntary;
  }
  chosen->cut = Share::Cut::low;
}

void cut_high(Shares& shares) {
  const std::vector<Share*> left = left_of(shares);
  if (!left.empty()) {
    (*std::ranges::max_element(left, [](auto* a, auto* b) { return less_significant(*a, *b); }))->cut =
        Share::Cut::high;
  }
}

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

void cut(Shares& shares, int low, int high) {
  for (int i = 0; i < low; ++i) {
    cut_low(shares);
  }
  for (int i = 0; i < high; ++i) {
    cut_high(shares);
  }
}

Shares shares_of(const TieBreak& tie_break, Entrant entrant, const Opposition& opposition,
                 const Opposition& fore) {
  using Kind = TieBreak::Kind;
  switch (tie_break.kind) {
    case Kind::wins:
    case Kind::games_won:
    case Kind::second_seats:
    case Kind::second_seats_won:
      return own_results(tie_break.kind, opposition.card(entrant));
    case Kind::progressive:
      return progressive(tie_break, opposition.card(entrant));
    case Kind::buchholz:
      return buchholz(tie_break, entrant, opposition);
    case Kind::fore_buchholz:
      return buchholz(tie_break, entrant, fore);
    case Kind::opponents_buchholz:
      return opponents_buchholz(entrant, opposition);
    case Kind::sonneborn_berger:
      return sonneborn_berger(tie_break, entrant, opposition);
    case Kind::koya:
      return koya(entrant, opposition);
    case Kind::direct_encounter:
      break;
  }
  assert(false);
  return {};
}

TieBreakValue value_of(const TieBreak& tie_break, const Shares& shares) {
  TieBreakValue sum;
  for (const Share& share : shares) {
    if (share.cut == Share::Cut::none) {
      sum += share.value;
    }
  }
  const bool mean = tie_break.kind == TieBreak::Kind::opponents_buchholz && !shares.empty();
  return mean ? sum.over(static_cast<std::int64_t>(shares.size())) : sum;
}

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
