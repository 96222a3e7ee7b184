#include "referee/tournament/formats/paired_encounters.h"

namespace referee {
namespace {

constexpr fields::Range kBestOf{1, 99};

}  // namespace

EncounterRules paired_encounters(const FormatGame& game) {
  const bool apart = game.seats == 1;
  return {apart ? kPair : game.seats, game.seats == kPair ? 2 : 1, apart};
}

int read_best_of(fields::Object& in, int fallback, std::string_view key) {
  return static_cast<int>(in.integer_or(key, kBestOf, fallback));
}

TieBreaks read_tie_breaks(fields::Object& in, const EncounterRules& rules, bool round_robin) {
  return read_tie_breaks(in,
                         {.round_robin = round_robin, .seats_matter = rules.seats == kPair && !rules.apart});
}

std::string encounters_text(const EncounterRules& rules) {
  return (rules.apart ? ", duels on the same instances" : "") + std::string(", best of ") +
         std::to_string(rules.best_of);
}

PlannedRounds planned(const EncounterRules& rules, int rounds, std::size_t encounters) {
  return {rounds, encounters, encounters * static_cast<std::size_t>(rules.best_of), rules.best_of};
}

ReportLayout points_layout(const TieBreaks& tie_breaks, ReportLayout::Crosstable crosstable) {
  using Section = ReportLayout::Section;
  ReportLayout layout;
  layout.results = {
      {"points", "Points", "points", [](const StandingsRow& row) { return row.points.text(); }}};
  layout.ranking = tie_breaks_legend(tie_breaks);
  layout.crosstable = crosstable;
  layout.sections = {Section::points_chart, Section::crosstable, Section::rounds};
  return layout;
}

void add_mean_scores(ReportLayout& layout, bool rank) {
  const std::vector<StandingsColumn> columns{
      {"mean", "Mean score", "score",
       [](const StandingsRow& row) {
         return figure_text(row.scores && row.scores->summary.count > 0
                                ? std::optional(row.scores->summary.mean)
                                : std::nullopt);
       }},
      {"margin", "± 95%", "+/-", [](const StandingsRow& row) {
         return figure_text(row.scores ? row.scores->margin() : std::nullopt);
       }}};
  layout.mean_scores = true;
  layout.results.insert(rank ? layout.results.begin() : layout.results.end(), columns.begin(), columns.end());
  if (rank) {
    layout.ranking =
        "Ranked by mean score over all games. Equal means are ranked by points. " + layout.ranking;
  }
}

std::string no_objection(const FormatGame&) { return ""; }

}  // namespace referee
