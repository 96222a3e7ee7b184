#include "referee/pages/match_context.h"

#include <algorithm>
#include <utility>

#include "referee/pages/played_match.h"

namespace referee::pages {
namespace {

using Json = nlohmann::json;

/// The position of the only highest score; nothing: several have it.
std::optional<std::size_t> only_first(const std::vector<double>& scores) {
  const auto best = std::ranges::max_element(scores);
  return std::ranges::count(scores, *best) == 1
             ? std::optional(static_cast<std::size_t>(best - scores.begin()))
             : std::nullopt;
}

/// Who has won a game, as far as its result may be told: {"winner":NAME or null,"draw":...}.
Json ending_of(const TournamentSnapshot& snapshot, const PlayedMatch& played) {
  Json ending = {{"winner", nullptr}, {"draw", false}};
  if (played.entrants.size() < 2 || played.houses != 0 || !played.tells_result) {
    return ending;
  }
  if (const auto first = only_first(played.scores)) {
    const StoredEntrant& winner = snapshot.content().entrants.at(played.entrants[*first]);
    ending["winner"] = snapshot.names().of(winner.name);
  } else {
    ending["draw"] = true;
  }
  return ending;
}

Json game_of(const TournamentSnapshot& snapshot, const StoredAttempt& attempt, const PageLinks& links) {
  const PlayedMatch played = played_match(snapshot, attempt);
  Json game = ending_of(snapshot, played);
  game["match"] = attempt.match;
  game["game_no"] = attempt.game_no;
  game["status"] = played.status;
  game["href"] = played.shown ? Json(links.match(attempt.match)) : Json();
  return game;
}

}  // namespace

const Json& MatchContexts::games_of(const MatchPlace& place) {
  const std::pair at{place.round, place.table};
  if (games_.is_null() || at != encounter_) {
    encounter_ = at;
    games_ = Json::array();
    if (const auto encounter = snapshot_.encounter(place); encounter && !snapshot_.is_ladder()) {
      for (const StoredAttempt* const game : matches_of(snapshot_, *encounter)) {
        games_.push_back(game_of(snapshot_, *game, links_));
      }
    }
  }
  return games_;
}

Json MatchContexts::of(const StoredAttempt& attempt) {
  const MatchPlace place{attempt.round, attempt.table, attempt.game_no};
  Json entrants = Json::array();
  for (const auto& entrant : snapshot_.seats(place)) {
    entrants.push_back(entrant ? Json(links_.entrant(*entrant)) : Json());
  }
  return {{"standings", links_.home + "#standings"},
          {"round", links_.home + "#rounds"},
          {"entrants", std::move(entrants)},
          {"games", games_of(place)}};
}

}  // namespace referee::pages
