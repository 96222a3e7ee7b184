#include <nlohmann/json.hpp>

#include "referee/tournament/formats/formats.h"
#include "referee/tournament/formats/ladder_layout.h"
#include "referee/tournament/formats/paired_encounters.h"
#include "referee/tournament/standings/ladder_standings.h"

namespace referee {
namespace {

/// Pairs no entrants: each entrant that is connected plays at once.
class NoRounds final : public PairingSystem {
 public:
  int rounds(std::size_t) const override { return 0; }
  std::vector<Encounter> pair(const History&) const override { return {}; }
};

class PracticeFormat final : public TournamentFormat {
 public:
  explicit PracticeFormat(const FormatGame& game)
      : TournamentFormat({.encounters = encounters_of(game),
                          .traits = {.open_practice = true,
                                     .least_entrants = 1,
                                     .unexplained = "practice is ranked as a ladder is, against house bots"},
                          .layout = practice_layout(game.seats)}) {}

  fields::Json json() const override { return {{"kind", kPracticeFormat.kind}}; }
  std::unique_ptr<PairingSystem> pairing_system(std::uint64_t) const override {
    return std::make_unique<NoRounds>();
  }
  std::vector<StandingsRow> standings(const History& history) const override {
    return history.ladder ? ladder_standings(history) : std::vector<StandingsRow>();
  }
  std::string text() const override {
    return std::string("practice: games") + (encounter_rules().seats > 1 ? " against the house bot" : "") +
           ", until it is stopped";
  }
  std::vector<PlannedRounds> planned_rounds(std::size_t) const override { return {}; }

 private:
  /// Games of one seat are played alone, not as duels.
  static EncounterRules encounters_of(const FormatGame& game) {
    EncounterRules rules = paired_encounters(game);
    rules.seats = game.seats;
    return rules;
  }
};

std::shared_ptr<const TournamentFormat> read_practice(fields::Object&, const FormatGame& game) {
  return std::make_shared<PracticeFormat>(game);
}

}  // namespace

const FormatEntry kPracticeFormat{"practice", no_objection, read_practice};

}  // namespace referee
