#include "referee/tournament/pairing/field.h"

#include <nlohmann/json.hpp>

#include "referee/tournament/formats/formats.h"
#include "referee/tournament/standings/field_standings.h"

namespace referee {
namespace {

/// A column for each figure of an entrant's scores.
std::vector<StandingsColumn> figure_columns() {
  std::vector<StandingsColumn> columns;
  for (const ScoreFigure& figure : score_figures()) {
    const auto value_in = figure.value_in;
    columns.push_back({figure.key, figure.title, figure.abbreviation, [value_in](const StandingsRow& row) {
                         return figure_text(value_in(row.field->summary));
                       }});
  }
  return columns;
}

class FieldFormat final : public TournamentFormat {
 public:
  explicit FieldFormat(std::size_t instances)
      : TournamentFormat(
            {.encounters = {.seats = 1, .best_of = 1, .apart = true},
             .traits = {.least_entrants = 1, .hall_of_fame = true},
             .layout =
                 {.results = figure_columns(),
                  .ranking =
                      "Ranked by mean score over all instances (maps, mazes or deals). Equal means share "
                      "a rank. Best: on how many instances nobody else scored as much.",
                  .entrants_meet = false,
                  .crosstable = ReportLayout::Crosstable::instances,
                  .sections = {ReportLayout::Section::instance_scores}}}),
        instances_(instances) {}

  fields::Json json() const override { return {{"kind", kFieldFormat.kind}}; }
  std::unique_ptr<PairingSystem> pairing_system(std::uint64_t) const override {
    return std::make_unique<Field>(instances_);
  }
  std::string text() const override {
    return "field: every entrant plays every instance, ranked by mean score";
  }
  std::vector<PlannedRounds> planned_rounds(std::size_t entrants) const override {
    if (entrants < traits().least_entrants) {
      return {};
    }
    return {{static_cast<int>(instances_), entrants, entrants, 1}};
  }

 private:
  std::vector<StandingsRow> ranked(const History& history) const override { return field_standings(history); }
  std::size_t instances_;
};

std::string objection_to_field(const FormatGame& game) {
  return game.seats == 1 ? ""
                         : "a field is for games of one seat, and this one has " +
                               std::to_string(game.seats) + " with these options";
}

std::shared_ptr<const TournamentFormat> read_field(fields::Object&, const FormatGame& game) {
  return std::make_shared<FieldFormat>(game.instances);
}

}  // namespace

const FormatEntry kFieldFormat{
    .kind = "field",
    .about = "Every bot plays every map, maze or deal alone, and the best mean score is first.",
    .suits = "Right for games that are played alone.",
    .objection = objection_to_field,
    .read = read_field,
    .keys_of_new_file = no_keys};

}  // namespace referee
