#include "referee/tournament/formats/double_elimination/bracket_keys.h"

#include <algorithm>
#include <numeric>

#include <nlohmann/json.hpp>

#include "referee/tournament/formats/double_elimination/bracket.h"
#include "referee/tournament/formats/paired_encounters.h"

namespace referee {

BracketKeys BracketKeys::read(fields::Object& in, int best_of) {
  BracketKeys keys;
  keys.best_of = read_best_of(in, best_of);
  keys.best_of_lower = read_best_of(in, keys.best_of, "best_of_lower");
  keys.best_of_final = read_best_of(in, keys.best_of, "best_of_final");
  return keys;
}

void BracketKeys::write(fields::Json& json) const {
  json["best_of"] = best_of;
  json["best_of_lower"] = best_of_lower;
  json["best_of_final"] = best_of_final;
}

std::vector<StageRules> BracketKeys::stages() const {
  std::vector<StageRules> stages;
  for (const int games : {best_of, best_of_lower, best_of_final}) {  // in the order of BracketPart
    stages.push_back({.best_of = games, .replays_struck = true, .knockout = true});
  }
  return stages;
}

std::string BracketKeys::text() const {
  std::string text = ", best of " + std::to_string(best_of);
  if (best_of_lower != best_of) {
    text.append(", lower bracket best of ").append(std::to_string(best_of_lower));
  }
  if (best_of_final != best_of) {
    text.append(", grand final best of ").append(std::to_string(best_of_final));
  }
  return text;
}

std::vector<PlannedRounds> BracketKeys::planned(const EncounterRules& rules, std::size_t entrants) {
  std::vector<PlannedRounds> planned;
  if (entrants < 2) {
    return planned;
  }
  std::vector<Entrant> seeds(entrants);
  std::iota(seeds.begin(), seeds.end(), Entrant{0});
  const Bracket bracket(rules, seeds, {});
  for (int step = 1; step <= bracket.steps(); ++step) {
    PlannedRounds round{.rounds = 1};
    for (const BracketEncounter& encounter : bracket.in_step(step)) {
      if (encounter.may_meet()) {
        Encounter paired;
        paired.stage = stage_of(encounter.part);
        const int games = rules.games_at_most(paired);
        ++round.encounters;
        round.games += static_cast<std::size_t>(games);
        round.longest = std::max(round.longest, games);
      }
    }
    planned.push_back(round);
  }
  return planned;
}

std::vector<StandingsColumn> bracket_columns() {
  return {{"reached", "Reached", "reached",
           [](const StandingsRow& row) { return row.bracket ? row.bracket->reached : "-"; }, true},
          {"seed", "Seed", "seed",
           [](const StandingsRow& row) { return row.bracket ? std::to_string(row.bracket->seed) : "-"; }}};
}

}  // namespace referee
