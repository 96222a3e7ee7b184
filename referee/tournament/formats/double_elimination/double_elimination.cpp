#include <nlohmann/json.hpp>

#include "referee/tournament/formats/double_elimination/bracket_keys.h"
#include "referee/tournament/formats/double_elimination/bracket_pairing.h"
#include "referee/tournament/formats/double_elimination/bracket_places.h"
#include "referee/tournament/formats/double_elimination/picture.h"
#include "referee/tournament/formats/formats.h"
#include "referee/tournament/formats/paired_encounters.h"

namespace referee {
namespace {

EncounterRules encounters_of(const FormatGame& game, const BracketKeys& keys) {
  EncounterRules rules = paired_encounters(game);
  rules.best_of = keys.best_of;
  rules.later_stages = keys.stages();
  return rules;
}

ReportLayout bracket_layout(bool shows_score) {
  using Section = ReportLayout::Section;
  ReportLayout layout;
  layout.results = bracket_columns();
  if (shows_score) {
    add_mean_scores(layout, false);
  }
  layout.ranking =
      "Ranked by the round in which an entrant went out. Entrants that went out in the same round share a "
      "rank.";
  layout.sections = {Section::bracket, Section::crosstable, Section::rounds};
  return layout;
}

class DoubleElimination final : public TournamentFormat {
 public:
  DoubleElimination(EncounterRules encounters, BracketKeys keys, bool shows_score)
      : TournamentFormat(
            {.encounters = std::move(encounters),
             .traits = {.entry_closes = "its bracket is made for those who are there when play begins",
                        .unexplained = "in a double elimination the round in which an entrant went out is "
                                       "its place, as the standings show"},
             .layout = bracket_layout(shows_score)}),
        keys_(keys) {}

  fields::Json json() const override {
    fields::Json json = {{"kind", kDoubleEliminationFormat.kind}};
    keys_.write(json);
    return json;
  }
  std::unique_ptr<PairingSystem> pairing_system(std::uint64_t) const override {
    return std::make_unique<BracketPairing>(encounter_rules());
  }
  std::string why_result_stands(const History& history, const MatchPlace& place) const override {
    return why_settled(*bracket_from(encounter_rules(), history, 0), history, place);
  }
  std::optional<BracketPicture> bracket(const History& history) const override {
    const auto bracket = bracket_from(encounter_rules(), history, 0);
    return bracket ? std::optional(picture_of(*bracket, 0)) : std::nullopt;
  }
  std::string text() const override {
    return "double_elimination" +
           std::string(encounter_rules().apart ? ", duels on the same instances" : "") + keys_.text();
  }
  std::vector<PlannedRounds> planned_rounds(std::size_t entrants) const override {
    return BracketKeys::planned(encounter_rules(), entrants);
  }

 private:
  std::vector<StandingsRow> ranked(const History& history) const override;
  BracketKeys keys_;
};

std::vector<StandingsRow> DoubleElimination::ranked(const History& history) const {
  // Sums of what was played; the ranks of these rows hold until the bracket has been paired.
  std::vector<StandingsRow> rows =
      standings_of({.encounters = encounter_rules(), .swiss = false, .tie_breaks = {}}, history);
  for (StandingsRow& row : rows) {
    row.head_to_head.reset();
  }
  if (const auto bracket = bracket_from(encounter_rules(), history, 0)) {
    rank_by_bracket(*bracket, rows);
  }
  return rows;
}

std::string objection_to_bracket(const FormatGame& game) {
  return game.seats <= kPair ? ""
                             : "a double elimination is for games of one or two seats, and this one has " +
                                   std::to_string(game.seats) + " with these options";
}

std::shared_ptr<const TournamentFormat> read_double_elimination(fields::Object& in, const FormatGame& game) {
  const BracketKeys keys = BracketKeys::read(in, paired_encounters(game).best_of);
  return std::make_shared<DoubleElimination>(encounters_of(game, keys), keys, game.scored);
}

}  // namespace

const FormatEntry kDoubleEliminationFormat{
    .kind = "double_elimination",
    .about = "A bot that has lost two matches is out, until one is left.",
    .suits = "Right for the final of an evening.",
    .objection = objection_to_bracket,
    .read = read_double_elimination,
    .keys_of_new_file = no_keys};

}  // namespace referee
