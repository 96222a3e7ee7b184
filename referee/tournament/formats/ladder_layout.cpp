#include "referee/tournament/formats/ladder_layout.h"

#include <cmath>
#include <functional>
#include <optional>
#include <string>

#include "referee/tournament/standings/ladder_table.h"

namespace referee {
namespace {

std::string version_text(const StandingsRow& row) {
  return row.ladder->version == 0 ? "-" : std::to_string(row.ladder->version);
}

std::string trend_text(const StandingsRow& row) {
  if (!row.ladder->trend) {
    return "-";
  }
  const long trend = std::lround(*row.ladder->trend);
  return (trend > 0 ? "+" : "") + std::to_string(trend);
}

std::string matches_text(const StandingsRow& row) { return std::to_string(row.ladder->matches); }

std::string provisional_text(const StandingsRow& row) { return row.ladder->provisional ? "yes" : "no"; }

ReportLayout rated_layout() {
  return {.results = {{"version", "Version", "version", version_text},
                      {"matches", "Matches", "matches", matches_text},
                      {"trend", "Trend", "trend", trend_text},
                      {"provisional", "Provisional", "provisional", provisional_text}},
          .ranking =
              "Ranked by rating, in whole Elo; equal ones share a rank. Matches are those of the "
              "present version, trend is the change of a day, and a rating is provisional before " +
              std::to_string(LadderTable::kSettled) + " matches.",
          .crosstable = ReportLayout::Crosstable::opponents,
          .sections = {ReportLayout::Section::crosstable, ReportLayout::Section::ladder_entrants}};
}

std::string score_trend_text(const StandingsRow& row) {
  const std::optional<double>& trend = row.ladder->trend;
  return (trend && *trend > 0 ? "+" : "") + figure_text(trend);
}

/// The text of a figure of an entrant's score, or "-".
template <class Figure>
std::function<std::string(const StandingsRow&)> score_text_of(Figure figure) {
  return [figure](const StandingsRow& row) {
    return figure_text(row.ladder->score ? figure(*row.ladder->score) : std::nullopt);
  };
}

/// The layout for a ladder in a game of one seat.
ReportLayout scored_layout() {
  using Score = LadderFigures::Score;
  const auto mean = score_text_of([](const Score& score) { return std::optional(score.mean); });
  const auto margin = score_text_of([](const Score& score) { return score.margin; });
  const auto newest = score_text_of([](const Score& score) { return score.newest; });
  return {.results = {{"mean", "Mean", "mean", mean},
                      {"margin", "± 95%", "+/-", margin},
                      {"newest_block", "Newest block", "newest", newest},
                      {"version", "Version", "version", version_text},
                      {"matches", "Matches", "matches", matches_text},
                      {"trend", "Trend", "trend", score_trend_text},
                      {"provisional", "Provisional", "provisional", provisional_text}},
          .ranking =
              "Ranked by the mean score of the present version in the blocks that are closed; equal "
              "ones share a rank. Trend is the change of a day, and a mean is provisional before " +
              std::to_string(LadderTable::kSettled) +
              " matches in them. Best: instances on which nobody else scored as much.",
          .entrants_meet = false,
          .crosstable = ReportLayout::Crosstable::blocks,
          .sections = {ReportLayout::Section::crosstable, ReportLayout::Section::ladder_entrants}};
}

}  // namespace

ReportLayout ladder_layout(std::size_t seats) { return seats == 1 ? scored_layout() : rated_layout(); }

ReportLayout practice_layout(std::size_t seats) {
  ReportLayout layout = ladder_layout(seats);
  const std::string settled = std::to_string(LadderTable::kSettled);
  layout.sections = {ReportLayout::Section::ladder_entrants};
  if (seats > 1) {
    layout.ranking =
        "Rated against the house bots, whose rating is 0, in whole Elo; equal ones share a rank. "
        "Trend is the change of a day, and a rating is provisional before " +
        settled + " matches.";
    return layout;
  }
  std::erase_if(layout.results, [](const StandingsColumn& column) { return column.key == "newest_block"; });
  layout.ranking =
      "By the mean score of the present version; equal ones share a rank. Everybody plays other "
      "instances. Trend is the change of a day, and a mean is provisional before " +
      settled + " matches.";
  return layout;
}

}  // namespace referee
