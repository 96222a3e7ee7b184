#include "referee/tournament/standings/tie_breaks/score_card.h"

#include <algorithm>
#include <utility>

#include "protocol/require.h"

namespace referee {
namespace {

using RoundKind = CardRound::Kind;

RoundKind kind_of_table(const JudgedEncounter& encounter, std::size_t position) {
  const EncounterState& state = encounter.state;
  if (!state.decided) {
    return RoundKind::running;
  }
  if (state.absent[position]) {
    return RoundKind::forfeit_loss;
  }
  const auto came = std::ranges::count(state.absent, false);
  return came == 1 && state.absent.size() > 1 ? RoundKind::forfeit_win : RoundKind::played;
}

RoundKind kind_of(const JudgedEncounter& encounter, std::size_t position) {
  switch (encounter.played->encounter.kind) {
    case Encounter::Kind::bye:
      return RoundKind::pairing_bye;
    case Encounter::Kind::half_bye:
      return RoundKind::half_bye;
    case Encounter::Kind::zero_bye:
      return RoundKind::zero_bye;
    case Encounter::Kind::play:
    case Encounter::Kind::forfeit:
      break;
  }
  return kind_of_table(encounter, position);
}

CardRound round_of(const JudgedEncounter& encounter, std::size_t position) {
  const std::vector<Entrant>& entrants = encounter.played->encounter.entrants;
  const EncounterState& state = encounter.state;
  CardRound round;
  round.kind = kind_of(encounter, position);
  round.points = state.decided ? state.points[position] : Points();
  round.second_seat = position == 1;
  for (std::size_t other = 0; other < entrants.size(); ++other) {
    if (other != position) {
      const int halves = state.decided ? state.halves_against(position, other) : 0;
      round.meetings.push_back(
          {entrants[other], halves, state.absent[position] || state.absent[other], Points::halves(halves)});
    }
  }
  return round;
}

/// A meeting's share of a round that has several.
TieBreakValue shared(Points score, Points won, std::size_t meetings) {
  return TieBreakValue::product(score, won).over(static_cast<std::int64_t>(meetings));
}

}  // namespace

std::vector<ScoreCard> score_cards(bool swiss, std::size_t entrants, std::size_t rounds,
                                   const std::vector<JudgedEncounter>& encounters) {
  CardRound nowhere;
  nowhere.kind = swiss ? RoundKind::zero_bye : RoundKind::not_a_round;
  std::vector<ScoreCard> cards(entrants, ScoreCard{{}, std::vector<CardRound>(rounds, nowhere)});
  for (const JudgedEncounter& encounter : encounters) {
    const Encounter& table = encounter.played->encounter;
    for (std::size_t i = 0; i < table.entrants.size(); ++i) {
      CardRound round = round_of(encounter, i);
      ScoreCard& card = cards[table.entrants[i]];
      card.points += round.points;
      card.rounds[static_cast<std::size_t>(table.round) - 1] = std::move(round);
    }
  }
  return cards;
}

std::vector<ScoreCard> with_round_drawn(std::vector<ScoreCard> cards, std::size_t round, Points draw) {
  for (ScoreCard& card : cards) {
    CardRound& drawn = card.rounds[round];
    if (drawn.meetings.empty()) {
      continue;
    }
    card.points = card.points - drawn.points + draw;
    drawn.points = draw;
    drawn.kind = CardRound::Kind::played;
    for (CardRound::Meeting& meeting : drawn.meetings) {
      meeting.halves = 1;
      meeting.points = draw;
      meeting.by_forfeit = false;
    }
  }
  return cards;
}

Opposition::Opposition(bool swiss, std::vector<ScoreCard> cards, const PointValues& worth,
                       std::vector<int> ratings, TieBreakEdition edition)
    : swiss_(swiss),
      edition_(edition),
      cards_(std::move(cards)),
      worth_(worth),
      ratings_(std::move(ratings)) {
  for (const ScoreCard& card : cards_) {
    std::size_t trailing = card.rounds.size();
    while (swiss_ && trailing > 0 && card.rounds[trailing - 1].voluntary()) {
      --trailing;
    }
    Points points = card.points;
    for (std::size_t round = trailing; round < card.rounds.size(); ++round) {
      if (card.rounds[round].requested()) {
        points = points - card.rounds[round].points + worth_.draw;
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
  REQUIRE(counts(entrant, round));
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
  REQUIRE(counts(entrant, round));
  const CardRound& played = cards_[entrant].rounds[round];
  if (has_dummy(played)) {
    return TieBreakValue::product(dummy(entrant), played.points);
  }
  TieBreakValue sum;
  for (const CardRound::Meeting& meeting : played.meetings) {
    sum += shared(met(entrant, meeting), meeting.points, played.meetings.size());
  }
  return sum;
}

}  // namespace referee
