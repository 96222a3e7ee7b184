#include "referee/tournament/ledger.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "referee/tournament/history_json.h"

namespace referee {
namespace {

constexpr std::size_t kShown = 60;  // bytes of a damaged text

/// Reads `letter` and a number from 1 off the front of `text`.
bool take_number(std::string_view& text, char letter, int& number) {
  if (!text.starts_with(letter)) {
    return false;
  }
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
  text.remove_prefix(error == std::errc{} ? static_cast<std::size_t>(end - text.data()) : 0);
  return error == std::errc{} && number >= 1;
}

/// What read_encounters() leaves to us: whether these entrants exist, and fit at a table.
void check(const std::vector<Encounter>& encounters, int round, std::size_t entrants, std::size_t seats) {
  for (const Encounter& encounter : encounters) {
    const bool known = std::ranges::all_of(encounter.entrants, [&](Entrant e) { return e < entrants; });
    if (!known || encounter.entrants.size() > seats) {
      throw fields::Exception(
          {"round " + std::to_string(round) + ", table " + std::to_string(encounter.table),
           fields::brief(fields::Json(encounter.entrants)),
           "at most " + std::to_string(seats) + " of the " + std::to_string(entrants) + " entrants, from 0"});
    }
  }
}

}  // namespace

std::string MatchPlace::id() const {
  std::string text = "r";
  text += std::to_string(round) + "t" + std::to_string(table) + "g" + std::to_string(game_no);
  return text;
}

std::optional<MatchPlace> MatchPlace::parse(const std::string& id) {
  std::string_view rest = id;
  MatchPlace place;
  const bool read = take_number(rest, 'r', place.round) && take_number(rest, 't', place.table) &&
                    take_number(rest, 'g', place.game_no) && rest.empty();
  return read && place.id() == id ? std::optional(place) : std::nullopt;
}

Ledger::Ledger(EncounterRules rules, const StoreContent& stored) : rules_(rules) {
  for (const StoredRound& round : stored.rounds) {
    const std::vector<Encounter> encounters = read_encounters(round.encounters);
    check(encounters, round.round, stored.entrants.size(), rules_.seats);
    add_round(encounters);
  }
  for (const StoredGame& game : stored.games) {
    if (game.status == StoredGame::Status::done || game.status == StoredGame::Status::struck) {
      const MatchPlace place{game.round, game.table, game.game_no};
      GameResult result = read_game_result(game.result);
      result.struck = game.status == StoredGame::Status::struck;
      const std::size_t entrants = encounter(place).encounter.entrants.size();
      if (result.game_no != game.game_no || result.scores.size() != entrants || finished_.contains(place)) {
        throw fields::Exception({place.id(), fields::brief_text(game.result, kShown),
                                 "one result, with a score for each of " + std::to_string(entrants)});
      }
      add_match(place, std::move(result), game.attempt);
    }
  }
}

EncounterState Ledger::state(int round, std::size_t index) const {
  const PlayedEncounter& played = history_.rounds[static_cast<std::size_t>(round) - 1][index];
  return state_of(rules_, played.encounter, played.games);
}

EncounterState Ledger::state(const Encounter& of) const {
  const PlayedEncounter& played = encounter({of.round, of.table, 1});
  return state_of(rules_, played.encounter, played.games);
}

bool Ledger::decided(int round) const {
  const auto& tables = history_.rounds[static_cast<std::size_t>(round) - 1];
  for (std::size_t index = 0; index < tables.size(); ++index) {
    if (!state(round, index).decided) {
      return false;
    }
  }
  return true;
}

void Ledger::add_round(const std::vector<Encounter>& encounters) {
  History::Round& round = history_.rounds.emplace_back();
  for (const Encounter& encounter : encounters) {
    round.push_back({encounter, {}});
  }
}

std::vector<int> Ledger::open_matches(const Encounter& of, int game) const {
  const int matches = rules_.matches_a_game(of);
  std::vector<int> open;
  for (int match_no = (game - 1) * matches + 1; match_no <= game * matches; ++match_no) {
    if (!finished_.contains({of.round, of.table, match_no})) {
      open.push_back(match_no);
    }
  }
  return open;
}

void Ledger::add_match(const MatchPlace& place, GameResult result, int attempt) {
  finished_[place] = {attempt, std::move(result)};
  renew_game_of(place);
}

std::optional<int> Ledger::attempt_of(const MatchPlace& place) const {
  const auto found = finished_.find(place);
  return found == finished_.end() ? std::nullopt : std::optional(found->second.attempt);
}

bool Ledger::struck(const MatchPlace& place) const {
  const auto found = finished_.find(place);
  return found != finished_.end() && found->second.result.struck;
}

void Ledger::strike(const MatchPlace& place) {
  finished_.at(place).result.struck = true;
  renew_game_of(place);
}

void Ledger::remove(const MatchPlace& place) {
  finished_.erase(place);
  renew_game_of(place);
}

std::vector<MatchPlace> Ledger::matches() const {
  std::vector<MatchPlace> places;
  for (const auto& [place, unused] : finished_) {
    places.push_back(place);
  }
  return places;
}

/// Nothing as long as a match of it is missing.
std::optional<GameResult> Ledger::game_from_matches(const Encounter& encounter, int game) const {
  if (!open_matches(encounter, game).empty()) {
    return std::nullopt;
  }
  if (!rules_.apart) {
    return finished_.at({encounter.round, encounter.table, game}).result;
  }
  const std::size_t entrants = encounter.entrants.size();
  GameResult whole{game, false, std::vector<double>(entrants), std::vector<bool>(entrants),
                   std::vector<GameTally>(entrants)};
  for (std::size_t position = 0; position < entrants; ++position) {
    const int match_no = (game - 1) * static_cast<int>(entrants) + static_cast<int>(position) + 1;
    const GameResult& part = finished_.at({encounter.round, encounter.table, match_no}).result;
    whole.struck = whole.struck || part.struck;
    whole.scores[position] = part.scores[position];
    whole.no_show[position] = part.no_show[position];
    whole.tallies[position] = part.tallies[position];
  }
  return whole;
}

/// The history follows what is known of the game's matches.
void Ledger::renew_game_of(const MatchPlace& place) {
  PlayedEncounter& played = encounter(place);
  const int game = rules_.game_of(played.encounter, place.game_no);
  std::erase_if(played.games, [&](const GameResult& result) { return result.game_no == game; });
  if (auto result = game_from_matches(played.encounter, game)) {
    const auto behind = std::ranges::upper_bound(played.games, game, {}, &GameResult::game_no);
    played.games.insert(behind, std::move(*result));
  }
}

std::size_t Ledger::matches_at_most(int rounds_planned, std::size_t entrants) const {
  const auto best_of = static_cast<std::size_t>(rules_.best_of);
  const std::size_t a_game = rules_.apart ? rules_.seats : 1;
  std::size_t games = 0;
  std::size_t tables = (entrants + rules_.seats - 1) / rules_.seats;  // of a round, as the latest one had
  for (int round = 1; round <= rounds(); ++round) {
    const History::Round& played = history_.rounds[static_cast<std::size_t>(round) - 1];
    tables = 0;
    for (std::size_t index = 0; index < played.size(); ++index) {
      if (played[index].encounter.kind == Encounter::Kind::play) {
        ++tables;
        games += state(round, index).decided ? played[index].games.size() : best_of;
      }
    }
  }
  games += static_cast<std::size_t>(std::max(0, rounds_planned - rounds())) * tables * best_of;
  return games * a_game;
}

const PlayedEncounter& Ledger::encounter(const MatchPlace& place) const {
  if (place.round >= 1 && place.round <= rounds()) {
    const auto& tables = history_.rounds[static_cast<std::size_t>(place.round) - 1];
    const auto at =
        std::ranges::find(tables, place.table, [](const auto& one) { return one.encounter.table; });
    if (at != tables.end()) {
      return *at;
    }
  }
  throw fields::Exception({place.id(), "", "a match of one of the " + std::to_string(rounds()) + " rounds"});
}

PlayedEncounter& Ledger::encounter(const MatchPlace& place) {
  return const_cast<PlayedEncounter&>(std::as_const(*this).encounter(place));
}

}  // namespace referee
