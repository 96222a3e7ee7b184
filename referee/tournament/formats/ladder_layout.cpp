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

std::string columns_sentence() {
  return "Submission “-”: the bot is in the tournament file, or connects by itself. “Its games” counts "
         "the games of the newest submission. Trend is the change in the last day. ";
}

/// "Provisional: ...", of "rating" or "mean".
std::string provisional_sentence(const std::string& value) {
  return "Provisional: the " + value + " comes from fewer than " + std::to_string(LadderTable::kSettled) +
         " games and may still change much.";
}

ReportLayout rated_layout() {
  return {.results = {{"version", "Submission", "submission", version_text},
                      {"matches", "Its games", "its games", matches_text},
                      {"trend", "Trend", "trend", trend_text},
                      {"provisional", "Provisional", "provisional", provisional_text}},
          .ranking = "Ranked by rating (Elo, a whole number). Equal ratings share a rank. " +
                     columns_sentence() + provisional_sentence("rating"),
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
  return {
      .results = {{"mean", "Mean", "mean", mean},
                  {"margin", "± 95%", "+/-", margin},
                  {"newest_block", "Newest block", "newest", newest},
                  {"version", "Submission", "submission", version_text},
                  {"matches", "Its games", "its games", matches_text},
                  {"trend", "Trend", "trend", score_trend_text},
                  {"provisional", "Provisional", "provisional", provisional_text}},
      .ranking =
          "Ranked by the mean score of the newest submission in closed blocks. Equal means share a rank. A "
          "block is a set of secret instances (maps, mazes or deals) that all play until it closes. " +
          columns_sentence() + provisional_sentence("mean") +
          " Best: on how many instances nobody else scored as much.",
      .entrants_meet = false,
      .crosstable = ReportLayout::Crosstable::blocks,
      .sections = {ReportLayout::Section::crosstable, ReportLayout::Section::ladder_entrants}};
}

}  // namespace

ReportLayout ladder_layout(std::size_t seats) { return seats == 1 ? scored_layout() : rated_layout(); }

ReportLayout practice_layout(std::size_t seats) {
  ReportLayout layout = ladder_layout(seats);
  layout.sections = {ReportLayout::Section::ladder_entrants};
  if (seats > 1) {
    layout.ranking =
        "Ranked by rating (Elo, a whole number) against the house bots, which have 0. Equal ratings share a "
        "rank. " +
        columns_sentence() + provisional_sentence("rating");
    return layout;
  }
  std::erase_if(layout.results, [](const StandingsColumn& column) { return column.key == "newest_block"; });
  layout.ranking =
      "Ranked by the mean score of the newest submission. Equal means share a rank. Each bot plays other "
      "instances (maps, mazes or deals). " +
      columns_sentence() + provisional_sentence("mean");
  return layout;
}

}  // namespace referee
