#include "referee/tournament/standings/encounter_state.h"

#include <algorithm>

#include "protocol/require.h"

namespace referee {
namespace {

using Halves = std::int64_t;  // half points

Halves pairwise(double mine, double other) { return mine > other ? 2 : mine == other ? 1 : 0; }

/// The sums of the games that count, by position.
struct Tally {
  std::vector<Halves> sums;    // pairwise results against all others at the table
  std::vector<int> sole_wins;  // games won as the only first
};

Tally tally_of(std::size_t entrants, std::span<const GameResult> games) {
  Tally tally{std::vector<Halves>(entrants), std::vector<int>(entrants)};
  for (const GameResult& game : games) {
    REQUIRE(game.scores.size() == entrants);
    if (game.struck) {
      continue;
    }
    for (std::size_t i = 0; i < entrants; ++i) {
      Halves sum = 0;
      bool sole = true;
      for (std::size_t j = 0; j < entrants; ++j) {
        if (j != i) {
          sum += pairwise(game.scores[i], game.scores[j]);
          sole = sole && game.scores[i] > game.scores[j];
        }
      }
      tally.sums[i] += sum;
      tally.sole_wins[i] += sole ? 1 : 0;
    }
  }
  return tally;
}

/// The entrant that alone has won more than half of `best_of` games; at most one can have.
std::optional<std::size_t> early_winner(const Tally& tally, int best_of) {
  const auto at = std::ranges::find_if(tally.sole_wins, [&](int wins) { return 2 * wins > best_of; });
  return at == tally.sole_wins.end() ? std::nullopt
                                     : std::optional(static_cast<std::size_t>(at - tally.sole_wins.begin()));
}

std::vector<int> ranks_by(const std::vector<Halves>& sums) {
  std::vector<int> rank;
  for (const Halves sum : sums) {
    rank.push_back(1 + static_cast<int>(std::ranges::count_if(sums, [&](Halves s) { return s > sum; })));
  }
  return rank;
}

/// By position: whether the entrant came to none of the games that count.
std::vector<bool> absent_of(std::size_t entrants, std::span<const GameResult> games) {
  const bool any = std::ranges::any_of(games, [](const GameResult& game) { return !game.struck; });
  std::vector<bool> absent(entrants, any);
  for (const GameResult& game : games) {
    for (std::size_t i = 0; i < entrants && !game.struck; ++i) {
      absent[i] = absent[i] && game.no_show[i];
    }
  }
  return absent;
}

/// The mean pairwise result of a ranking.
std::vector<Points> points_of(const EncounterState& state) {
  const std::size_t entrants = state.rank.size();
  if (entrants == 1) {
    return {Points()};
  }
  std::vector<Points> points;
  for (std::size_t i = 0; i < entrants; ++i) {
    Halves sum = 0;
    for (std::size_t j = 0; j < entrants; ++j) {
      sum += i == j ? 0 : state.halves_against(i, j);
    }
    points.push_back(Points::halves(sum, static_cast<std::int64_t>(entrants) - 1));
  }
  return points;
}

std::optional<int> first_open_game(int best_of, std::span<const GameResult> games) {
  for (int game = 1; game <= best_of; ++game) {
    if (std::ranges::find(games, game, &GameResult::game_no) == games.end()) {
      return game;
    }
  }
  return std::nullopt;
}

Points points_of_bye(Encounter::Kind kind) {
  return Points::halves(kind == Encounter::Kind::bye ? 2 : kind == Encounter::Kind::half_bye ? 1 : 0);
}

EncounterState forfeited(const Encounter& encounter) {
  EncounterState state;
  state.decided = true;
  for (std::size_t i = 0; i < encounter.entrants.size(); ++i) {
    const bool won = encounter.winner == i;
    state.rank.push_back(won || !encounter.winner ? 1 : 2);
    state.points.push_back(Points::whole(won ? 1 : 0));
    state.absent.push_back(!won);
  }
  return state;
}

/// How the games stand if there are at most `best_of` of them. `all_games`: a majority ends nothing.
EncounterState series_of(int best_of, std::size_t entrants, std::span<const GameResult> games,
                         bool all_games = false) {
  // Two entrants are a table of k with one other: the greater sum is then the greater number of won games.
  Tally tally = tally_of(entrants, games);
  EncounterState state;
  const auto winner = all_games ? std::nullopt : early_winner(tally, best_of);
  if (winner) {
    // The winner is first with any sums of the others: at k seats a constant second may have the greatest
    // one.
    tally.sums[*winner] = 1 + *std::ranges::max_element(tally.sums);
  }
  state.rank = ranks_by(tally.sums);
  state.absent = absent_of(entrants, games);
  state.points = points_of(state);
  state.next_game = winner ? std::nullopt : first_open_game(best_of, games);
  state.decided = !state.next_game;
  return state;
}

/// The games up to number `last`.
std::span<const GameResult> games_to(int last, std::span<const GameResult> games) {
  const auto end = std::ranges::upper_bound(games, last, {}, &GameResult::game_no);
  return games.first(static_cast<std::size_t>(end - games.begin()));
}

std::size_t missed_by(std::size_t position, std::span<const GameResult> games) {
  return static_cast<std::size_t>(std::ranges::count_if(
      games, [&](const GameResult& game) { return !game.struck && game.no_show[position]; }));
}

/// Two entrants, one of which has to go on.
EncounterState knocked_out(const StageRules& stage, std::span<const GameResult> games) {
  REQUIRE(stage.knockout);
  EncounterState state = series_of(stage.best_of, 2, games_to(stage.best_of, games));
  const auto level = [&] {
    return state.decided && state.rank[0] == state.rank[1] && !(state.absent[0] && state.absent[1]);
  };
  for (int last = stage.best_of; level() && last < stage.games_at_most();) {
    last += StageRules::kGamesALevel;
    state = series_of(last, 2, games_to(last, games));
  }
  if (level()) {
    const bool second_goes_on = missed_by(1, games) < missed_by(0, games);
    state.rank = second_goes_on ? std::vector{2, 1} : std::vector{1, 2};
    state.points = points_of(state);
  }
  return state;
}

}  // namespace

int EncounterState::halves_against(std::size_t self, std::size_t other) const {
  if (rank[self] == rank[other]) {
    return absent[self] && absent[other] ? 0 : 1;
  }
  return rank[self] < rank[other] ? 2 : 0;
}

EncounterState state_of(const EncounterRules& rules, const Encounter& encounter,
                        std::span<const GameResult> games) {
  if (Encounter::alone(encounter.kind)) {
    REQUIRE(encounter.entrants.size() == 1);
    return {.decided = true,
            .next_game = {},
            .rank = {1},
            .points = {points_of_bye(encounter.kind)},
            .absent = {false}};
  }
  if (encounter.kind == Encounter::Kind::forfeit) {
    return forfeited(encounter);
  }
  REQUIRE(!encounter.entrants.empty() && encounter.entrants.size() <= rules.seats);
  const StageRules stage = rules.stage_of(encounter);
  return stage.knockout ? knocked_out(stage, games)
                        : series_of(stage.best_of, encounter.entrants.size(), games, stage.all_games);
}

bool is_decided(const EncounterRules& rules, const History::Round& round) {
  return std::ranges::all_of(round, [&rules](const PlayedEncounter& played) {
    return state_of(rules, played.encounter, played.games).decided;
  });
}

std::vector<std::optional<std::size_t>> seating_of(const EncounterRules& rules, const Encounter& encounter,
                                                   int match_no) {
  REQUIRE(match_no >= 1 && encounter.entrants.size() <= rules.seats);
  const auto before = static_cast<std::size_t>(match_no) - 1;
  if (rules.apart) {
    return {before % encounter.entrants.size()};
  }
  std::vector<std::optional<std::size_t>> seating(rules.seats);
  for (std::size_t position = 0; position < encounter.entrants.size(); ++position) {
    seating[(position + before) % rules.seats] = position;
  }
  return seating;
}

}  // namespace referee
