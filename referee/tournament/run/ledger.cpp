#include "referee/tournament/run/ledger.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "referee/tournament/standings/history.h"

namespace referee {
namespace {

constexpr std::size_t kShownResult = 60;  // bytes of a damaged text

/// Checks what read_encounters() leaves to the caller: whether these entrants exist, and fit at a table, and
/// whether the tournament has such a stage.
void check(const std::vector<Encounter>& encounters, int round, std::size_t entrants,
           const EncounterRules& rules) {
  for (const Encounter& encounter : encounters) {
    const std::string where = "round " + std::to_string(round) + ", table " + std::to_string(encounter.table);
    const bool known = std::ranges::all_of(encounter.entrants, [&](Entrant e) { return e < entrants; });
    if (!known || encounter.entrants.size() > rules.seats) {
      throw fields::Exception({where, fields::brief(fields::Json(encounter.entrants)),
                               "at most " + std::to_string(rules.seats) + " of the " +
                                   std::to_string(entrants) + " entrants, from 0"});
    }
    if (encounter.stage >= rules.stages()) {
      throw fields::Exception({where, "stage " + std::to_string(encounter.stage),
                               "a stage of the format, from 0 to " + std::to_string(rules.stages() - 1)});
    }
  }
}

}  // namespace

Ledger::Ledger(EncounterRules rules, const StoreContent& stored) : rules_(std::move(rules)) {
  for (const StoredRound& round : stored.rounds) {
    const std::vector<Encounter> encounters = read_encounters(round.encounters);
    check(encounters, round.round, stored.entrants.size(), rules_);
    add_round(encounters);
  }
  for (const StoredAttempt& game : stored.games) {
    if (game.status == StoredAttempt::Status::done || game.status == StoredAttempt::Status::struck) {
      const MatchPlace place{game.round, game.table, game.game_no};
      GameResult result = read_game_result(game.result);
      result.struck = game.status == StoredAttempt::Status::struck;
      const std::size_t entrants = encounter(place).encounter.entrants.size();
      if (result.game_no != game.game_no || result.scores.size() != entrants || finished_.contains(place)) {
        throw fields::Exception({place.id(), fields::brief_text(game.result, kShownResult),
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

bool Ledger::is_next(const MatchPlace& place) const {
  const Encounter& of = encounter(place).encounter;
  return state(of).next_game == rules_.game_of(of, place.game_no);
}

std::optional<int> Ledger::open_round() const {
  return open_rounds_.empty() ? std::nullopt : std::optional(*open_rounds_.begin());
}

void Ledger::add_round(const std::vector<Encounter>& encounters) {
  std::vector<PlayedEncounter>& round = history_.rounds.emplace_back().edit();
  round.reserve(encounters.size());
  std::set<std::size_t>& open = open_.emplace_back();
  for (const Encounter& encounter : encounters) {
    round.push_back({encounter, {}});
    games_at_most_ += games_at_most(round.back());
    if (!state_of(rules_, encounter, {}).decided) {
      open.insert(round.size() - 1);
    }
  }
  if (!open.empty()) {
    open_rounds_.insert(rounds());
    ++openings_;
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
  finished_[place] = {attempt, result.struck};
  if (rules_.matches_a_game(encounter(place).encounter) == 1) {
    renew_game(place, std::move(result));
  } else {
    parts_[place] = std::move(result);
    renew_game_from_parts(place);
  }
}

std::optional<int> Ledger::attempt_of(const MatchPlace& place) const {
  const auto found = finished_.find(place);
  return found == finished_.end() ? std::nullopt : std::optional(found->second.attempt);
}

bool Ledger::struck(const MatchPlace& place) const {
  const auto found = finished_.find(place);
  return found != finished_.end() && found->second.struck;
}

void Ledger::strike(const MatchPlace& place) {
  finished_.at(place).struck = true;
  const PlayedEncounter& played = encounter(place);
  if (rules_.matches_a_game(played.encounter) > 1) {
    renew_game_from_parts(place);
    return;
  }
  GameResult result = *std::ranges::find(played.games, place.game_no, &GameResult::game_no);
  result.struck = true;
  renew_game(place, std::move(result));
}

void Ledger::remove(const MatchPlace& place) {
  finished_.erase(place);
  parts_.erase(place);
  renew_game(place, std::nullopt);
}

/// Nothing as long as a match of it is missing.
std::optional<GameResult> Ledger::game_from_parts(const Encounter& encounter, int game) const {
  if (!open_matches(encounter, game).empty()) {
    return std::nullopt;
  }
  const std::size_t entrants = encounter.entrants.size();
  GameResult whole{.game_no = game,
                   .scores = std::vector<double>(entrants),
                   .no_show = std::vector<bool>(entrants),
                   .tallies = std::vector<GameTally>(entrants)};
  for (std::size_t position = 0; position < entrants; ++position) {
    const int match_no = (game - 1) * static_cast<int>(entrants) + static_cast<int>(position) + 1;
    const MatchPlace place{encounter.round, encounter.table, match_no};
    const GameResult& part = parts_.at(place);
    whole.struck = whole.struck || struck(place);
    whole.scores[position] = part.scores[position];
    whole.no_show[position] = part.no_show[position];
    whole.tallies[position] = part.tallies[position];
    whole.ended = std::max(whole.ended, part.ended);
    whole.machines.insert(whole.machines.end(), part.machines.begin(), part.machines.end());
    if (!part.versions.empty()) {
      whole.versions.resize(entrants);
      whole.versions[position] = part.versions[position];
    }
    if (!part.why_absent.empty()) {
      whole.why_absent.resize(entrants);
      whole.why_absent[position] = part.why_absent[position];
    }
  }
  return whole;
}

void Ledger::renew_game_from_parts(const MatchPlace& place) {
  const Encounter& of = encounter(place).encounter;
  renew_game(place, game_from_parts(of, rules_.game_of(of, place.game_no)));
}

/// Sets the result of the game of that match to `result`, or to none, in the history and in all counts.
void Ledger::renew_game(const MatchPlace& place, std::optional<GameResult> result) {
  const auto round = static_cast<std::size_t>(place.round) - 1;
  const std::size_t index = index_of(place);
  PlayedEncounter& played = history_.rounds[round].edit()[index];
  const int game = rules_.game_of(played.encounter, place.game_no);
  games_at_most_ -= games_at_most(played);
  count_scores(played, -1);
  std::erase_if(played.games, [&](const GameResult& old) { return old.game_no == game; });
  if (result) {
    const auto behind = std::ranges::upper_bound(played.games, game, {}, &GameResult::game_no);
    played.games.insert(behind, std::move(*result));
  }
  games_at_most_ += games_at_most(played);
  count_scores(played, +1);
  if (state(place.round, index).decided) {
    open_[round].erase(index);
  } else if (open_[round].insert(index).second) {
    ++openings_;
  }
  if (open_[round].empty()) {
    open_rounds_.erase(place.round);
  } else {
    open_rounds_.insert(place.round);
  }
}

/// Adds the score of a field's entrant in that encounter, or takes it away.
void Ledger::count_scores(const PlayedEncounter& played, int sign) {
  for (const GameResult& game : played.games) {
    if (played.encounter.instance && !game.struck) {
      Scored& scored = scored_[played.encounter.entrants.front()];
      scored.sum += sign * game.scores.front();
      scored.games += static_cast<std::size_t>(sign);
    }
  }
}

Ledger::Scored Ledger::scored(Entrant entrant) const {
  const auto found = scored_.find(entrant);
  return found == scored_.end() ? Scored() : found->second;
}

/// The most games of an encounter; once it is decided, the games that were played.
std::size_t Ledger::games_at_most(const PlayedEncounter& played) const {
  if (played.encounter.kind != Encounter::Kind::play) {
    return 0;
  }
  const bool decided = state_of(rules_, played.encounter, played.games).decided;
  return decided ? played.games.size() : static_cast<std::size_t>(rules_.games_at_most(played.encounter));
}

std::size_t Ledger::matches_at_most(int rounds_planned, std::size_t entrants) const {
  std::size_t tables = (entrants + rules_.seats - 1) / rules_.seats;  // of a round, as the latest one had
  if (!history_.rounds.empty()) {
    tables = static_cast<std::size_t>(std::ranges::count_if(history_.rounds.back(), [](const auto& played) {
      return played.encounter.kind == Encounter::Kind::play;
    }));
  }
  const auto rounds_to_come = static_cast<std::size_t>(std::max(0, rounds_planned - rounds()));
  return matches_at_most(rounds_to_come * tables * static_cast<std::size_t>(rules_.games_at_most()));
}

std::size_t Ledger::matches_at_most(std::size_t games_to_come) const {
  return (games_at_most_ + games_to_come) * (rules_.apart ? rules_.seats : 1);
}

/// The place of an encounter in its round.
std::size_t Ledger::index_of(const MatchPlace& place) const {
  if (place.round >= 1 && place.round <= rounds()) {
    const History::Round& tables = history_.rounds[static_cast<std::size_t>(place.round) - 1];
    const auto usual = static_cast<std::size_t>(place.table) - 1;  // tables count from 1
    if (usual < tables.size() && tables[usual].encounter.table == place.table) {
      return usual;
    }
    const auto at =
        std::ranges::find(tables, place.table, [](const auto& one) { return one.encounter.table; });
    if (at != tables.end()) {
      return static_cast<std::size_t>(at - tables.begin());
    }
  }
  throw fields::Exception({place.id(), "", "a match of one of the " + std::to_string(rounds()) + " rounds"});
}

const PlayedEncounter& Ledger::encounter(const MatchPlace& place) const {
  const std::size_t index = index_of(place);
  return history_.rounds[static_cast<std::size_t>(place.round) - 1][index];
}

std::optional<Encounter> EncounterScheduler::next() {
  const auto round = ledger_.open_round();
  if (!round || (!out_.empty() && (out_.begin()->first != *round || out_.rbegin()->first != *round))) {
    return std::nullopt;  // in another round an entrant may be playing
  }
  if (round_ != *round || openings_ != ledger_.openings()) {
    round_ = *round;
    openings_ = ledger_.openings();
    from_ = 0;
  }
  const History::Round& tables = ledger_.history().rounds[static_cast<std::size_t>(*round) - 1];
  const std::set<std::size_t>& open = ledger_.open_encounters(*round);
  for (auto index = open.lower_bound(from_); index != open.end(); ++index) {
    from_ = *index + 1;
    const Encounter& encounter = tables[*index].encounter;
    if (out_.insert({*round, encounter.table}).second) {
      return encounter;
    }
  }
  return std::nullopt;
}

void EncounterScheduler::finished(const Encounter& encounter) {
  out_.erase({encounter.round, encounter.table});
  if (!ledger_.state(encounter).decided) {
    from_ = 0;  // it may be given once more
  }
}

}  // namespace referee
