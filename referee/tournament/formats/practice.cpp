#include <nlohmann/json.hpp>

#include "referee/tournament/formats/formats.h"
#include "referee/tournament/formats/ladder_layout.h"
#include "referee/tournament/formats/paired_encounters.h"
#include "referee/tournament/formats/roundless_format.h"

namespace referee {
namespace {

class PracticeFormat final : public RoundlessFormat {
 public:
  explicit PracticeFormat(const FormatGame& game)
      : RoundlessFormat({.encounters = encounters_of(game),
                         .traits = {.open_practice = true,
                                    .least_entrants = 1,
                                    .unexplained = "practice is ranked as a ladder is, against house bots"},
                         .layout = practice_layout(game.seats)},
                        {}) {}

  fields::Json json() const override { return {{"kind", kPracticeFormat.kind}}; }
  std::string text() const override {
    return std::string("practice: games") + (encounter_rules().seats > 1 ? " against the house bot" : "") +
           ", until it is stopped";
  }

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

const FormatEntry kPracticeFormat{
    .kind = "practice",
    .about = "A bot that dials in plays at once, again and again, against a house bot or alone.",
    .suits = "Right for trying bots out.",
    .roundless = true,
    .for_dialling_only = true,
    .objection = no_objection,
    .read = read_practice,
    .keys_of_new_file = no_keys};

}  // namespace referee
