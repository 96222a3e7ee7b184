#include "referee/tournament/standings/tie_breaks/shares.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "protocol/require.h"
#include "referee/statistics/performance.h"

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
    const auto significance = [](const Share& of) { return std::pair(of.value, of.opposition); };
    if (share->voluntary && (voluntary == nullptr || significance(*share) < significance(*voluntary))) {
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

/// The games of shares, for Article 10.
std::vector<rating::RatedGame> games_of(const Shares& shares) {
  std::vector<rating::RatedGame> games;
  for (const Share& share : shares) {
    games.push_back({share.rating, share.halves});
  }
  return games;
}

/// 7.1 to 7.4: whether a round counts. `win`: a win's points.
using Counts = bool (*)(const CardRound& round, Points win);

bool is_won(const CardRound& round, Points win) { return round.points >= win; }

bool is_played(const CardRound& round) {
  return round.kind == CardRound::Kind::played && !round.meetings.empty();
}

bool is_won_by_playing(const CardRound& round, Points win) { return is_played(round) && is_won(round, win); }

bool is_second(const CardRound& round, Points /*win*/) { return is_played(round) && round.second_seat; }

bool is_won_second(const CardRound& round, Points win) { return is_second(round, win) && is_won(round, win); }

/// 7.1 to 7.4: one for each round that counts. WIN: a win's points, at a table of more than two those of the
/// only first, whether it was played or not. WON, BPG, BWG: played only. "Over the board" (7.2 to 7.4) leaves
/// forfeits out in a round robin, too.
Shares own_results(Entrant entrant, const Opposition& opposition, Counts counts) {
  Shares shares;
  const std::vector<CardRound>& rounds = opposition.card(entrant).rounds;
  for (std::size_t round = 0; round < rounds.size(); ++round) {
    if (counts(rounds[round], opposition.worth().win)) {
      Share& share = shares.emplace_back();
      share.round = round;
      share.value = TieBreakValue::whole(1);
    }
  }
  return shares;
}

Shares points_by_round(const ScoreCard& card) {
  Shares shares;
  for (std::size_t round = 0; round < card.rounds.size(); ++round) {
    Share& share = shares.emplace_back();
    share.round = round;
    share.value = TieBreakValue::of(card.rounds[round].points);
  }
  return shares;
}

/// 7.7: 2 for more points than `other`, 1 for as many, else 0.
int compared(Points own, Points other) { return own > other ? 2 : own == other ? 1 : 0; }

/// A share of each game that was played, with its round and its opponent; `complete` sets the rest.
template <class Complete>
std::vector<Share> shares_of_games(Entrant entrant, const Opposition& opposition, Complete complete) {
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
        share.opponent = meeting.opponent;
        complete(meeting, share);
      }
    }
  }
  return shares;
}

/// What Article 10 takes for an opponent.
using RatingFor = int (*)(Entrant opponent, const Opposition& opposition);

/// 10.1: the ratings of the opponents that were played, once an encounter; 10.4, 10.5: their performances.
Shares rated_games(const TieBreak& tie_break, Entrant entrant, const Opposition& opposition,
                   RatingFor rating_for) {
  const auto complete = [&](const CardRound::Meeting& meeting, Share& share) {
    share.rating = rating_for(meeting.opponent, opposition);
    share.halves = meeting.halves;
    share.value = TieBreakValue::whole(share.rating);
    share.opposition = share.value;
  };
  return cut_shares(tie_break, shares_of_games(entrant, opposition, complete));
}

int own_rating(Entrant opponent, const Opposition& opposition) { return opposition.rating(opponent); }

/// REQUIRES: `opponent` has played a game.
int performance_of(Entrant opponent, const Opposition& opposition) {
  return rating::tournament_performance(games_of(rated_games({}, opponent, opposition, own_rating)));
}

/// REQUIRES: `opponent` has played a game.
int perfect_performance_of(Entrant opponent, const Opposition& opposition) {
  return rating::perfect_performance(games_of(rated_games({}, opponent, opposition, own_rating)));
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
      return own_results(entrant, opposition, is_won);
    case Kind::games_won:
      return own_results(entrant, opposition, is_won_by_playing);
    case Kind::second_seats:
      return own_results(entrant, opposition, is_second);
    case Kind::second_seats_won:
      return own_results(entrant, opposition, is_won_second);
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
    case Kind::points:
      return points_by_round(opposition.card(entrant));
    case Kind::rounds_elected:
      return rounds_elected(opposition.card(entrant));
    case Kind::standard_points:
      return standard_points(entrant, opposition);
    case Kind::pairing_number: {
      std::vector<Share> number(1);
      number.front().value = TieBreakValue::whole(static_cast<std::int64_t>(entrant) + 1);
      return number;
    }
    case Kind::average_rating:
    case Kind::performance:
    case Kind::perfect_performance:
      return rated_games(tie_break, entrant, opposition, own_rating);
    case Kind::average_performance:
      return rated_games(tie_break, entrant, opposition, performance_of);
    case Kind::average_perfect:
      return rated_games(tie_break, entrant, opposition, perfect_performance_of);
    case Kind::direct_encounter:
      break;
  }
  REQUIRE(false);
  return {};
}

std::optional<TieBreakValue> value_of(const TieBreak& tie_break, const Shares& shares) {
  Shares counted;
  std::ranges::copy_if(shares, std::back_inserter(counted),
                       [](const Share& share) { return share.cut == Share::Cut::none; });
  const TieBreak::Total total = tie_break.total();
  if (counted.empty() && total != TieBreak::Total::sum) {
    return std::nullopt;
  }
  switch (total) {
    case TieBreak::Total::sum:
      break;
    case TieBreak::Total::mean:
      return sum_of(counted).over(static_cast<std::int64_t>(counted.size()));
    case TieBreak::Total::rounded_mean: {
      std::vector<int> ratings;
      std::ranges::transform(counted, std::back_inserter(ratings), &Share::rating);
      return TieBreakValue::whole(rating::rounded_mean(ratings));
    }
    case TieBreak::Total::performance:
      return TieBreakValue::whole(rating::tournament_performance(games_of(counted)));
    case TieBreak::Total::perfect_performance:
      return TieBreakValue::whole(rating::perfect_performance(games_of(counted)));
  }
  return sum_of(counted);
}

std::vector<Share> buchholz(const TieBreak& tie_break, Entrant entrant, const Opposition& opposition) {
  return cut_shares(tie_break, uncut(entrant, opposition, &Opposition::score));
}

std::vector<Share> sonneborn_berger(const TieBreak& tie_break, Entrant entrant,
                                    const Opposition& opposition) {
  return cut_shares(tie_break, uncut(entrant, opposition, &Opposition::score_times_points));
}

std::vector<Share> opponents_buchholz(Entrant entrant, const Opposition& opposition) {
  return shares_of_games(entrant, opposition, [&](const CardRound::Meeting& meeting, Share& share) {
    share.value = sum_of(uncut(meeting.opponent, opposition, &Opposition::score));
  });
}

bool has_half(Entrant entrant, const Opposition& opposition) {
  Points half;
  for (std::size_t round = 0; round < opposition.rounds(); ++round) {
    half += Points::of_units(opposition.counts(entrant, round) ? opposition.worth().win.units() / 2 : 0);
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
        share.value =
            TieBreakValue::of(meeting.points).over(static_cast<std::int64_t>(rounds[round].meetings.size()));
        share.opponent = meeting.opponent;
      }
    }
  }
  return shares;
}

std::vector<Share> rounds_elected(const ScoreCard& card) {
  std::vector<Share> shares;
  for (std::size_t round = 0; round < card.rounds.size(); ++round) {
    const CardRound& elected = card.rounds[round];
    if (!elected.voluntary() && elected.kind != CardRound::Kind::not_a_round) {
      Share& share = shares.emplace_back();
      share.round = round;
      share.value = TieBreakValue::whole(1);
    }
  }
  return shares;
}

std::vector<Share> standard_points(Entrant entrant, const Opposition& opposition) {
  std::vector<Share> shares;
  const std::vector<CardRound>& rounds = opposition.card(entrant).rounds;
  for (std::size_t at = 0; at < rounds.size(); ++at) {
    const CardRound& round = rounds[at];
    if (round.kind == CardRound::Kind::running || round.kind == CardRound::Kind::not_a_round) {
      continue;
    }
    Share& share = shares.emplace_back();
    share.round = at;
    if (round.meetings.empty()) {
      share.value = TieBreakValue::of(Points::halves(compared(round.points, opposition.worth().draw)));
    }
    for (const CardRound::Meeting& meeting : round.meetings) {
      const Points other = opposition.card(meeting.opponent).rounds[at].points;
      share.value += TieBreakValue::of(Points::halves(compared(round.points, other)))
                         .over(static_cast<std::int64_t>(round.meetings.size()));
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
