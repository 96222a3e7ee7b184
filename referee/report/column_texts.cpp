#include "referee/report/column_texts.h"

#include <array>
#include <string_view>
#include <utility>

namespace referee {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kResults{{
    {"points",
     "A won match gives 1 point, a draw 1/2. At larger tables: the share of the opponents that the entrant "
     "beat."},
    {"mean", "The mean of the scores of all games played so far. On a ladder: in closed blocks."},
    {"standard_error",
     "How exact the mean is: the standard deviation of the scores, divided by the square root of their "
     "number."},
    {"minimum", "The lowest score."},
    {"lower_quartile", "A quarter of the scores are this or lower."},
    {"median", "Half of the scores are this or lower."},
    {"upper_quartile", "Three quarters of the scores are this or lower."},
    {"maximum", "The highest score."},
    {"reached", "How far the entrant came in the bracket."},
    {"seed", "The entrant's number when the bracket was made."},
    {"margin", "The true mean is within this distance, with 95% confidence."},
    {"newest_block", "The mean in the block that closed last."},
    {"version",
     "The number of the submission that plays now. “-”: the bot is from the tournament file, or connects by "
     "itself."},
    {"matches", "How many games the newest submission has played."},
    {"trend", "The change in the last day."},
    {"provisional", "“yes”: too few games so far. The place may still change much."},
}};

std::string_view sentence_of(TieBreak::Kind kind) {
  using Kind = TieBreak::Kind;
  switch (kind) {
    case Kind::direct_encounter:
      return "The points in the matches between the entrants with equal points.";
    case Kind::wins:
      return "How many rounds gave the points of a win, played or not.";
    case Kind::games_won:
      return "How many rounds the entrant won by playing.";
    case Kind::second_seats:
      return "How many rounds the entrant had the second seat in game 1.";
    case Kind::second_seats_won:
      return "How many rounds the entrant won with the second seat in game 1.";
    case Kind::progressive:
      return "The points after each round, added up. Early points count more often.";
    case Kind::buchholz:
      return "The points of all opponents, added up. Stronger opponents give more.";
    case Kind::opponents_buchholz:
      return "The mean Buchholz of the opponents.";
    case Kind::fore_buchholz:
      return "Buchholz, calculated as if every match of the final round were a draw.";
    case Kind::sonneborn_berger:
      return "For each opponent: its points times the points won against it. All added up. Points against "
             "strong opponents count more.";
    case Kind::koya:
      return "The points against entrants with at least half of the possible points.";
    case Kind::rounds_elected:
      return "How many rounds the entrant was ready to play: all except byes on request and lost forfeits.";
    case Kind::standard_points:
      return "1 for each round with more points than the opponent, 1/2 for each with the same points.";
    case Kind::pairing_number:
      return "The number in the list of entrants. The lower number is ahead.";
    case Kind::points:
      return "The points of all rounds, added up.";
    case Kind::average_rating:
      return "The mean rating of the opponents.";
    case Kind::performance:
      return "The rating that fits the score against these opponents.";
    case Kind::perfect_performance:
      return "The lowest rating whose expected score is at least this score.";
    case Kind::average_performance:
      return "The mean performance rating of the opponents.";
    case Kind::average_perfect:
      return "The mean perfect performance of the opponents.";
  }
  return "";
}

}  // namespace

std::string about(const StandingsColumn& column) {
  for (const auto& [key, sentence] : kResults) {
    if (column.key == key) {
      return std::string(sentence);
    }
  }
  return column.title + ".";
}

std::string about(const TieBreak& tie_break) {
  std::string text(tie_break.meaning());
  text.front() =
      static_cast<char>(text.front() >= 'a' && text.front() <= 'z' ? text.front() - 'a' + 'A' : text.front());
  return text.append(". ").append(sentence_of(tie_break.kind));
}

}  // namespace referee
