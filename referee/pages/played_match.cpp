#include "referee/pages/played_match.h"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>

#include "referee/pages/tournament_progress.h"

namespace referee::pages {
namespace {

using Json = nlohmann::json;

/// Who plays a match, by their positions at the table, ascending; house bots are left out.
std::vector<std::size_t> positions_in(const std::vector<std::optional<std::size_t>>& seats) {
  std::vector<std::size_t> positions;
  for (const auto& position : seats) {
    if (position) {
      positions.push_back(*position);
    }
  }
  std::ranges::sort(positions);
  return positions;
}

/// The result, once spectators may know it.
std::optional<GameResult> told_result(const TournamentSnapshot& snapshot, const StoredAttempt& attempt) {
  const Visibility& visibility = snapshot.visibility();
  const bool in_open_block =
      snapshot.is_ladder() && visibility.is_secret({attempt.round, attempt.table, attempt.game_no});
  return is_over(attempt) && !visibility.is_frozen(attempt.round) && !in_open_block
             ? std::optional(read_game_result(attempt.result))
             : std::nullopt;
}

}  // namespace

PlayedMatch played_match(const TournamentSnapshot& snapshot, const StoredAttempt& attempt) {
  static constexpr std::array<std::string_view, 4> kWords{"running", "done", "void", "struck"};
  const auto encounter = snapshot.encounter({attempt.round, attempt.table, attempt.game_no});
  if (!encounter) {
    throw std::invalid_argument("it has a match " + attempt.match + " that is not paired");
  }
  const bool frozen = snapshot.visibility().is_frozen(attempt.round);
  PlayedMatch played{
      .match = attempt.match,
      .game_no = attempt.game_no,
      .status = frozen && is_over(attempt) ? "done" : kWords.at(static_cast<std::size_t>(attempt.status)),
      .shown = snapshot.is_shown(attempt.match)};
  const auto seats = seating_of(snapshot.rules(), *encounter, attempt.game_no);
  const std::vector<std::size_t> positions = positions_in(seats);
  played.houses = seats.size() - positions.size();
  const std::optional<GameResult> result = told_result(snapshot, attempt);
  played.tells_result = result.has_value();
  played.deciding.name = result ? result->deciding.name : "";
  for (const std::size_t position : positions) {
    played.entrants.push_back(encounter->entrants[position]);
    if (result) {
      played.scores.push_back(result->scores.at(position));
      played.no_show.push_back(result->no_show.at(position));
      played.why_absent.push_back(result->why_absent_at(position));
      if (!played.deciding.name.empty()) {
        played.deciding.values.push_back(result->deciding.values.at(position));
      }
    }
  }
  const bool is_left = attempt.status == StoredAttempt::Status::running && !snapshot.terms().live;
  if (!played.shown) {
    played.why_not = is_left ? "The game was interrupted." : snapshot.visibility().why_hidden(attempt);
  }
  return played;
}

void write_played(protocol::JsonWriter& out, const PlayedMatch& played) {
  out.begin_object().field("match", played.match).field("game_no", played.game_no);
  out.field("status", played.status).json("entrants", played.entrants).field("houses", played.houses);
  out.json("scores", played.tells_result ? protocol::numbers(played.scores) : Json());
  out.json("deciding", deciding_data(played.deciding));
  out.json("no_show", played.no_show).json("why_absent", played.why_absent);
  out.field("shown", played.shown).key("why_not");
  played.shown ? out.null() : out.value(played.why_not);
  out.end_object();
}

nlohmann::json deciding_data(const DecidingCount& count) {
  return count.name.empty()
             ? Json()
             : Json{{"text", deciding_text(count)}, {"values", protocol::numbers(count.values)}};
}

std::vector<const StoredAttempt*> matches_of(const TournamentSnapshot& snapshot, const Encounter& encounter) {
  std::vector<const StoredAttempt*> matches;
  const int most = snapshot.rules().games_at_most(encounter) * snapshot.rules().matches_a_game(encounter);
  for (int number = 1; number <= most; ++number) {
    const MatchPlace place{encounter.round, encounter.table, number};
    if (const StoredAttempt* attempt = snapshot.attempt(place.id())) {
      matches.push_back(attempt);
    }
  }
  return matches;
}

}  // namespace referee::pages
