#include "referee/pages/column_texts.h"

#include <array>
#include <string_view>
#include <utility>

namespace referee::pages {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kResults{{
    {"points",
     "A won encounter gives 1 point, a shared one 1/2; at larger tables the share of opponents that were "
     "beaten."},
    {"mean", "The mean of the scores on all instances played so far; on a ladder, in closed blocks."},
    {"standard_error",
     "How far the mean may be from the true one: the deviation of the scores over the root of "
     "their number."},
    {"minimum", "The lowest score."},
    {"lower_quartile", "A quarter of the scores is at most this."},
    {"median", "Half of the scores are at most this."},
    {"upper_quartile", "Three quarters of the scores are at most this."},
    {"maximum", "The highest score."},
    {"reached", "How far the entrant has come in the bracket."},
    {"seed", "The entrant's number in the bracket when that was drawn."},
    {"margin", "Half of the 95% interval of the mean."},
    {"newest_block", "The mean in the block that closed last."},
    {"version", "The version of the bot that plays now; - for one that was not handed in."},
    {"matches", "Matches of this version."},
    {"trend", "The change of the last day."},
    {"provisional", "Whether this version has too few matches to be sure of its place."},
}};

std::string_view sentence_of(TieBreak::Kind kind) {
  using Kind = TieBreak::Kind;
  switch (kind) {
    case Kind::direct_encounter:
      return "The points against those who are tied.";
    case Kind::wins:
      return "Rounds with a win's points, played or not.";
    case Kind::games_won:
      return "Rounds won by playing.";
    case Kind::second_seats:
      return "Rounds played from the second seat of game 1.";
    case Kind::second_seats_won:
      return "Rounds won from the second seat of game 1.";
    case Kind::progressive:
      return "The points after each round, added up: early points count more often.";
    case Kind::buchholz:
      return "The opponents' points, added up: who had the stronger opponents is ahead.";
    case Kind::opponents_buchholz:
      return "The mean Buchholz of the opponents that were played.";
    case Kind::fore_buchholz:
      return "Buchholz as if all entrants paired in the final round had drawn.";
    case Kind::sonneborn_berger:
      return "Each opponent's points times the points scored against it, added up: points against strong "
             "opponents "
             "count more.";
    case Kind::koya:
      return "Points against entrants that have at least half of the points that they could have.";
    case Kind::rounds_elected:
      return "Rounds elected to play in: all but byes that were asked for and forfeits lost.";
    case Kind::standard_points:
      return "1 for each round with more points than the scheduled opponent, 1/2 for each with as many.";
    case Kind::pairing_number:
      return "The number in the list of entrants: the lower one is ahead.";
    case Kind::average_rating:
      return "The mean rating of the opponents that were played.";
    case Kind::performance:
      return "The rating that the score against these opponents corresponds to.";
    case Kind::perfect_performance:
      return "The lowest rating that expects at least this score.";
    case Kind::average_performance:
      return "The mean performance rating of the opponents that were played.";
    case Kind::average_perfect:
      return "The mean perfect performance of the opponents that were played.";
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

}  // namespace referee::pages
