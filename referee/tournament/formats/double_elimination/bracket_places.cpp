#include "referee/tournament/formats/double_elimination/bracket_places.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "referee/tournament/formats/double_elimination/picture.h"

namespace referee {
namespace {

std::string_view name_of(BracketPart part) {
  switch (part) {
    case BracketPart::upper:
      return "upper bracket";
    case BracketPart::lower:
      return "lower bracket";
    case BracketPart::grand_final:
      break;
  }
  return "grand final";
}

/// The last encounter that an entrant is in: where it plays now, or has lost for good.
const BracketEncounter& last_of(const Bracket& bracket, Entrant entrant) {
  const auto& all = bracket.all();
  const auto is_in = [&](const BracketEncounter& encounter) {
    const BracketSide self = BracketSide::of(entrant);
    return encounter.sides[0] == self || encounter.sides[1] == self;
  };
  return *std::find_if(all.rbegin(), all.rend(), is_in);
}

std::string reached(const Bracket& bracket, Entrant entrant, const std::vector<int>& rounds) {
  if (bracket.champion() == entrant) {
    return "winner";
  }
  const std::string part(name_of(last_of(bracket, entrant).part));
  const auto out = bracket.out_in(entrant);
  return out ? "out in round " + std::to_string(rounds[static_cast<std::size_t>(*out) - 1]) + " (" + part +
                   ")"
             : "in the " + part;
}

/// The greater, the further an entrant has come.
int distance_of(const Bracket& bracket, Entrant entrant) {
  const int still_in = bracket.steps() + 2;  // greater than any step, also less two losses
  if (bracket.champion() == entrant) {
    return still_in + 1;
  }
  return bracket.out_in(entrant).value_or(still_in - bracket.losses(entrant));
}

}  // namespace

void rank_by_bracket(const Bracket& bracket, std::size_t first, std::vector<StandingsRow>& rows) {
  const auto others = std::ranges::stable_partition(
      rows, [&](const StandingsRow& row) { return bracket.seed_of(row.entrant).has_value(); });
  std::vector<StandingsRow> ranked(std::make_move_iterator(rows.begin()),
                                   std::make_move_iterator(others.begin()));
  const std::vector<int> rounds = rounds_by_step(bracket, first);
  for (StandingsRow& row : ranked) {
    row.bracket = {*bracket.seed_of(row.entrant), bracket.losses(row.entrant),
                   reached(bracket, row.entrant, rounds)};
  }
  std::ranges::sort(ranked, {}, [](const StandingsRow& row) { return row.bracket->seed; });
  rank_best_first(ranked, [&](const StandingsRow& row) { return distance_of(bracket, row.entrant); });
  std::vector<StandingsRow> behind(std::make_move_iterator(others.begin()),
                                   std::make_move_iterator(others.end()));
  rank_best_first(behind, [](const StandingsRow& row) { return -row.rank; });
  for (StandingsRow& row : behind) {
    row.rank += static_cast<int>(ranked.size());
  }
  std::ranges::move(behind, std::back_inserter(ranked));
  rows = std::move(ranked);
}

}  // namespace referee
