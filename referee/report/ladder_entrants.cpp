#include "referee/report/ladder_entrants.h"

#include <algorithm>
#include <limits>
#include <map>

#include "protocol/require.h"

namespace referee {
namespace {

/// By entrant, or nothing for the house bots: the score of the present version of `of`.
using Scores = std::map<std::optional<Entrant>, LadderTable::Score>;

std::map<Entrant, Scores> scores_by_entrant(const LadderTable& ladder) {
  std::map<Entrant, Scores> all;
  for (const auto& [players, score] : ladder.scores()) {
    const auto own = ladder.players()[players.first].entrant;
    if (own && ladder.sums()[*own].player == players.first) {
      LadderTable::Score& sum = all[*own][ladder.players()[players.second].entrant];
      sum.wins += score.wins;
      sum.draws += score.draws;
      sum.losses += score.losses;
    }
  }
  return all;
}

LadderEntrant::Opponent opponent_of(const LadderTable& ladder, const StandingsPage& page,
                                    std::optional<Entrant> entrant, const LadderTable::Score& score) {
  if (!entrant) {
    return {entrant, "house", whole(ladder.players()[LadderTable::kHouse].rating), score};
  }
  const LadderTable::Player* const player = ladder.present(*entrant);
  const bool tells = player != nullptr && !is_withheld(page, *entrant);
  return {entrant, page.history.entrants[*entrant].name, tells ? whole(player->rating) : std::nullopt, score};
}

long elo_of(const LadderEntrant::Opponent& opponent) {
  return opponent.rating ? opponent.rating->elo : std::numeric_limits<long>::min();
}

}  // namespace

std::vector<LadderEntrant> ladder_entrants(const StandingsPage& page) {
  REQUIRE(page.history.ladder);
  const LadderTable& ladder = *page.history.ladder;
  const std::map<Entrant, Scores> scores = scores_by_entrant(ladder);
  std::map<Entrant, std::vector<LadderEntrant::Version>> versions;
  for (std::size_t number = 0; number < ladder.players().size(); ++number) {
    const LadderTable::Player& player = ladder.players()[number];
    if (player.entrant) {
      const auto in_blocks = ladder.blocks().of(number);
      versions[*player.entrant].push_back(
          {player.version == 0 ? "-" : std::to_string(player.version), player.matches, whole(player.rating),
           in_blocks ? std::optional(in_blocks->mean()) : std::nullopt, player.since});
    }
  }
  std::vector<LadderEntrant> entrants;
  for (const StandingsRow* const row : all_rows(page)) {
    LadderEntrant& one = entrants.emplace_back();
    one.versions = versions[row->entrant];
    if (const auto met = scores.find(row->entrant); met != scores.end() && !page.withheld.matches) {
      for (const auto& [other, score] : met->second) {
        one.opponents.push_back(opponent_of(ladder, page, other, score));
      }
    }
    std::ranges::stable_sort(one.opponents, std::ranges::greater{}, elo_of);
  }
  return entrants;
}

std::string score_text(const LadderTable::Score& score) {
  return std::to_string(score.wins) + "-" + std::to_string(score.draws) + "-" + std::to_string(score.losses);
}

}  // namespace referee
