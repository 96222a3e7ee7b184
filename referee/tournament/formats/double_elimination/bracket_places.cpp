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
  return "final";
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

/// The name of an encounter within a sentence: "the semi-final", "lower round 2".
std::string mention(const Bracket& bracket, const BracketEncounter& encounter) {
  std::string name = name_of(bracket, encounter);
  name.front() = static_cast<char>(name.front() - 'A' + 'a');
  return name.starts_with("lower round") ? name : "the " + name;
}

/// What has decided a final in which both won as many games: RULES.md has the order.
std::string tie_text(const Bracket& bracket, const BracketEncounter& final, std::size_t side) {
  const std::size_t winner = final.winner == final.sides[side] ? side : 1 - side;
  const auto seed = [&](std::size_t of) { return bracket.seed_of(final.sides[of].entrant); };
  return seed(winner) < seed(1 - winner) ? ", by the better seed" : ", by fewer absences";
}

/// How a final has ended for its entrant on `side`: "won the final 3 : 0".
std::string final_text(const Bracket& bracket, const BracketEncounter& final, std::size_t side) {
  const bool won = final.winner == final.sides[side];
  const std::string score = score_of(final, side);
  const std::string other = score_of(final, 1 - side);
  return (won ? "won " : "lost ") + mention(bracket, final) +
         (score == "+" || score == "-"
              ? " by forfeit"
              : " " + score + " : " + other + (score == other ? tie_text(bracket, final, side) : ""));
}

std::string reached(const Bracket& bracket, Entrant entrant) {
  const BracketEncounter& last = last_of(bracket, entrant);
  const bool champion = bracket.champion() == entrant;
  if (!champion && !bracket.out_in(entrant)) {
    return "in the " + std::string(name_of(last.part));
  }
  if (last.part == BracketPart::grand_final && last.meets() && !last.both_lost()) {
    return final_text(bracket, last, last.sides[0] == BracketSide::of(entrant) ? 0 : 1);
  }
  return champion ? "winner" : "out in " + mention(bracket, last);
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

void rank_by_bracket(const Bracket& bracket, std::vector<StandingsRow>& rows) {
  const auto others = std::ranges::stable_partition(
      rows, [&](const StandingsRow& row) { return bracket.seed_of(row.entrant).has_value(); });
  std::vector<StandingsRow> ranked(std::make_move_iterator(rows.begin()),
                                   std::make_move_iterator(others.begin()));
  for (StandingsRow& row : ranked) {
    row.bracket = {*bracket.seed_of(row.entrant), bracket.losses(row.entrant), reached(bracket, row.entrant)};
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
