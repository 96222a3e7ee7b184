#include "referee/series/series_text.h"

#include <algorithm>
#include <cmath>

#include "protocol/verdict.h"
#include "referee/base/text.h"
#include "referee/base/text_table.h"
#include "referee/series/series_ratings.h"
#include "referee/statistics/paired.h"
#include "referee/statistics/strength.h"

namespace referee {
namespace {

using comparison::GameCounts;
using comparison::Interval;
using comparison::PairCounts;

std::string mean_ms(const SeriesTotals& totals) {
  return totals.turns == 0 ? "-" : ms_figure(totals.used / totals.turns);
}

std::string percent(double share) { return fixed_text(100 * share, 1) + " %"; }

std::string signed_text(double value) {
  return std::isinf(value) ? (value < 0 ? "-inf" : "+inf") : (value < 0 ? "" : "+") + fixed_text(value, 1);
}

std::string interval_text(const Interval& interval) {
  const auto figure = [](double value) {
    return std::isinf(value) ? std::string(value < 0 ? "-inf" : "inf") : fixed_text(value, 3);
  };
  return figure(interval.estimate) + " (" + figure(interval.low) + " to " + figure(interval.high) + ")";
}

std::vector<std::string> result_cells(const GameCounts& counts) {
  const std::int64_t games = counts.games();
  return {std::to_string(games), std::to_string(counts.wins), std::to_string(counts.draws),
          std::to_string(counts.losses),
          games == 0 ? "-" : percent(counts.points() / static_cast<double>(games))};
}

std::vector<std::string> time_cells(const SeriesTotals& totals) {
  const std::int64_t faults = totals.fault_count();
  return {std::to_string(totals.turns), mean_ms(totals), ms_figure(totals.worst),
          faults == 0 ? "-" : std::to_string(faults)};
}

std::vector<std::string> joined(std::vector<std::string> cells, const std::vector<std::string>& more) {
  cells.insert(cells.end(), more.begin(), more.end());
  return cells;
}

/// By entrant, in the order of the total score; entrants without a game are left out.
std::vector<SeriesTotals> ranked(const SeriesResults& results) {
  std::vector<SeriesTotals> totals = results.totals();
  std::erase_if(totals, [](const SeriesTotals& line) { return line.games == 0; });
  std::ranges::stable_sort(totals, std::greater{}, &SeriesTotals::mean);
  return totals;
}

std::string table_of_one_seat(const SeriesResults& results, std::size_t width) {
  TextTable table(
      {"bot", "games", "mean score", "least", "greatest", "turns", "mean ms", "worst ms", "faults"}, 1);
  for (const SeriesTotals& line : ranked(results)) {
    table.add(joined({line.name, std::to_string(line.games), fixed_text(line.mean(), 3),
                      score_text(line.least), score_text(line.greatest)},
                     time_cells(line)));
  }
  return table.text(width);
}

/// At tables of two: a line for all games of a bot, and one for each seat.
std::string table_of_two_seats(const SeriesResults& results, std::size_t width) {
  TextTable table({"bot", "games", "wins", "draws", "losses", "points", "game score", "turns", "mean ms",
                   "worst ms", "faults"},
                  1);
  for (const SeriesTotals& line : results.totals()) {
    if (line.games == 0) {
      continue;
    }
    GameCounts all;
    for (const GameCounts& counts : line.by_seat) {
      all += counts;
    }
    table.add(
        joined(joined({line.name}, result_cells(all)), joined({score_text(line.score)}, time_cells(line))));
    for (std::size_t seat = 0; seat < line.by_seat.size(); ++seat) {
      table.add(joined({"  on seat " + std::to_string(seat)}, result_cells(line.by_seat[seat])));
    }
  }
  return table.text(width);
}

std::string table_of_many_seats(const SeriesResults& results, std::size_t width) {
  TextTable table({"bot", "games", "first", "score", "mean score", "turns", "mean ms", "worst ms", "faults"},
                  1);
  for (const SeriesTotals& line : ranked(results)) {
    table.add(joined({line.name, std::to_string(line.games), std::to_string(line.firsts),
                      score_text(line.score), fixed_text(line.mean(), 3)},
                     time_cells(line)));
  }
  return table.text(width);
}

// ---- who is stronger ----

std::string strength_of_pair(const SeriesResults& results, std::size_t one, std::size_t other) {
  const std::string names = printable(results.names()[one]) + " against " + printable(results.names()[other]);
  if (!results.plan().paired()) {
    const GameCounts games = results.games_between(one, other);
    return names + ": Elo difference " + elo_text(comparison::elo_difference(games)) + ", stronger with " +
           percent(comparison::likelihood_of_superiority(games)) + "\n";
  }
  const PairCounts pairs = results.pairs_between(one, other);
  std::string text = names + ": " + counted(pairs.pairs(), "pair") + " with 0, 1/2, 1, 3/2, 2 points:";
  for (const std::int64_t count : pairs.by_half_points) {
    text += " " + std::to_string(count);
  }
  return text + "\n  Elo difference " + elo_text(comparison::elo_difference(pairs)) + ", stronger with " +
         percent(comparison::likelihood_of_superiority(pairs)) + "; normalized Elo " +
         elo_text(comparison::normalized_elo(pairs)) + "\n";
}

/// What a challenger has against one opponent, or against all.
struct Meetings {
  GameCounts games;
  PairCounts pairs;

  void add(const Meetings& other) {
    games += other.games;
    pairs += other.pairs;
  }
  std::vector<std::string> cells() const {
    const bool by_pairs = pairs.pairs() > 0;
    return joined(result_cells(games),
                  {elo_text(by_pairs ? comparison::elo_difference(pairs) : comparison::elo_difference(games)),
                   percent(by_pairs ? comparison::likelihood_of_superiority(pairs)
                                    : comparison::likelihood_of_superiority(games))});
  }
};

/// The table of a gauntlet: each challenger against each opponent, and against all of them.
std::string strength_of_gauntlet(const SeriesResults& results) {
  TextTable table(
      {"bot", "against", "games", "wins", "draws", "losses", "points", "Elo difference", "stronger"}, 2);
  const SeriesPlan& plan = results.plan();
  for (std::size_t one = 0; one < plan.challengers(); ++one) {
    Meetings total;
    std::size_t opponents = 0;
    for (std::size_t other = plan.challengers(); other < results.names().size(); ++other) {
      const Meetings with{results.games_between(one, other),
                          plan.paired() ? results.pairs_between(one, other) : PairCounts{}};
      if (with.games.games() > 0) {
        table.add(joined({results.names()[one], results.names()[other]}, with.cells()));
        total.add(with);
        ++opponents;
      }
    }
    if (opponents > 1) {
      table.add(joined({results.names()[one], "all of them"}, total.cells()));
    }
  }
  return table.text();
}

/// `groups`: what each difference is of.
std::string paired_text(const SeriesResults& results, std::size_t one, std::size_t other,
                        const std::vector<double>& differences, const std::string& groups) {
  if (differences.empty()) {
    return "";
  }
  const comparison::PairedComparison compared = comparison::compare_paired(differences);
  const Interval& mean = compared.mean_difference;
  return printable(results.names()[one]) + " against " + printable(results.names()[other]) + " on " +
         counted(differences.size(), groups) + ": better on " + std::to_string(compared.better) +
         ", worse on " + std::to_string(compared.worse) + ", equal on " + std::to_string(compared.equal) +
         "\n  mean difference " + interval_text(mean) +
         "; sign test p = " + fixed_text(compared.sign_test_p, 4) + "\n";
}

std::string strength_on_instances(const SeriesResults& results, std::size_t one, std::size_t other) {
  return paired_text(results, one, other, results.differences(one, other), "instance");
}

/// From one estimate: intervals of ratings may overlap although it is clear who is stronger.
std::string differences_text(const SeriesResults& results) {
  TextTable table({"bot", "against", "Elo difference", "stronger"}, 2);
  for (const SeriesDifference& found : differences_of(results)) {
    table.add({results.names()[found.entrant], results.names()[found.other],
               elo_text({found.elo.elo, found.elo.low, found.elo.high}), percent(found.superiority)});
  }
  return table.text();
}

std::string ratings_text(const SeriesResults& results) {
  const SeriesRatings ratings = ratings_of(results);
  return ratings.of.empty() ? "" : ratings_table(ratings, results.names()) + "\n" + differences_text(results);
}

/// How two entrants compare who take each other's place at larger tables.
std::string substitution_text(const SeriesResults& results) {
  const GameCounts pairs = results.substitutions(0, 1);
  return printable(results.names()[0]) + " in the place of " + printable(results.names()[1]) + " in " +
         counted(pairs.games(), "pair") + ": better in " + std::to_string(pairs.wins) + ", equal in " +
         std::to_string(pairs.draws) + ", worse in " + std::to_string(pairs.losses) + "\n  Elo difference " +
         elo_text(comparison::elo_difference(pairs)) + ", stronger with " +
         percent(comparison::likelihood_of_superiority(pairs)) + "\n";
}

/// The challengers of a gauntlet beside each other.
std::string challengers_text(const SeriesResults& results) {
  std::string text;
  for (std::size_t one = 0; one < results.plan().challengers(); ++one) {
    for (std::size_t other = one + 1; other < results.plan().challengers(); ++other) {
      text += results.plan().seats() == 1
                  ? strength_on_instances(results, one, other)
                  : paired_text(results, one, other, results.challenger_differences(one, other), "meeting");
    }
  }
  return text;
}

std::string strength_text(const SeriesResults& results) {
  const SeriesPlan& plan = results.plan();
  const std::size_t entrants = results.names().size();
  if (plan.seats() > 2 || (plan.seats() == 2 && plan.challengers() == 0)) {
    return (plan.substitutes() ? substitution_text(results) : "") + ratings_text(results) +
           challengers_text(results);
  }
  if (plan.seats() == 2 && entrants > 2) {
    return strength_of_gauntlet(results) + challengers_text(results);
  }
  std::string text;
  for (std::size_t one = 0; one < plan.challengers(); ++one) {
    for (std::size_t other = plan.challengers(); other < entrants; ++other) {
      text += plan.seats() == 1 ? strength_on_instances(results, one, other)
                                : strength_of_pair(results, one, other);
    }
  }
  return text + challengers_text(results);
}

std::string points_text(const GameCounts& counts, const Interval& elo) {
  return counts.games() == 0
             ? ""
             : percent(counts.points() / static_cast<double>(counts.games())) + ", Elo " + elo_text(elo);
}

/// How the first entrant stands against the second, where the two are compared.
std::string standing_text(const SeriesResults& results) {
  const SeriesPlan& plan = results.plan();
  const bool two = results.names().size() == 2;
  if (plan.substitutes()) {
    const GameCounts pairs = results.substitutions(0, 1);
    return points_text(pairs, comparison::elo_difference(pairs));
  }
  if (plan.seats() == 2 && two) {
    const GameCounts games = results.games_between(0, 1);
    const PairCounts pairs = plan.paired() ? results.pairs_between(0, 1) : PairCounts{};
    return points_text(
        games, pairs.pairs() > 0 ? comparison::elo_difference(pairs) : comparison::elo_difference(games));
  }
  const std::vector<double> differences =
      plan.seats() == 1 && two ? results.differences(0, 1) : std::vector<double>{};
  return differences.empty()
             ? ""
             : "mean difference " + interval_text(comparison::compare_paired(differences).mean_difference);
}

// ---- what went wrong ----

/// Which records to look at: of the bots that are compared with the others.
std::string lost_text(const SeriesResults& results) {
  constexpr std::size_t kShown = 10;
  std::string text;
  for (std::size_t one = 0; one < results.plan().challengers() && results.plan().seats() == 2; ++one) {
    const std::vector<std::int64_t> lost = results.lost_games(one);
    if (lost.empty()) {
      continue;
    }
    text += "games that " + printable(results.names()[one]) + " has lost: ";
    for (std::size_t i = 0; i < std::min(lost.size(), kShown); ++i) {
      text += (i == 0 ? "" : ", ") + std::to_string(lost[i]);
    }
    text += lost.size() > kShown ? " and " + std::to_string(lost.size() - kShown) + " more\n" : "\n";
  }
  return text;
}

std::string faults_text(const SeriesResults& results) {
  std::string text;
  for (const SeriesTotals& line : results.totals()) {
    for (const SeriesFault& fault : line.faults) {
      text += "  " + printable(line.name) + ": " + std::string(protocol::name_of(fault.kind.verdict)) + " " +
              std::to_string(fault.kind.count) + ": first in game " + std::to_string(fault.first_game) +
              ", turn " + std::to_string(fault.kind.first_turn) +
              (fault.kind.reason.empty() ? "" : ": " + escaped(fault.kind.reason, "\\")) + "\n";
    }
  }
  return text.empty() ? "" : "faults\n" + text;
}

/// Warns of bots whose processor time was within the clock, and whose wall time was not.
std::string waits_text(const SeriesResults& results) {
  std::string text;
  for (const SeriesTotals& line : results.totals()) {
    if (line.wall_over.count > 0) {
      text += "warning: " + printable(line.name) + ": " +
              wall_over_text(line.wall_over, "in game " + std::to_string(line.first_wall_over_game) +
                                                 ", turn " + std::to_string(line.wall_over.first_turn)) +
              "\n";
    }
  }
  return text;
}

std::string repeats_text(const SeriesResults& results) {
  const std::size_t games = results.games().size();
  const std::size_t different = results.different_games();
  if (games < 2 * different) {  // none, or some by chance
    return "";
  }
  return "note: " + std::to_string(games) + " games, only " + std::to_string(different) +
         " different. The others repeat them move for move, so the result\n"
         "is worth " +
         counted(different, "game") +
         ". To get different games, give the bots another opponent, other openings\n"
         "(--random-plies), or other options or seeds.\n";
}

}  // namespace

std::string totals_table(const SeriesResults& results, std::size_t width) {
  const std::size_t seats = results.plan().seats();
  return seats == 1   ? table_of_one_seat(results, width)
         : seats == 2 ? table_of_two_seats(results, width)
                      : table_of_many_seats(results, width);
}

std::string interim_text(const SeriesResults& results, const std::optional<SeriesDecision>& decision) {
  std::string text = results.games().empty() ? "" : standing_text(results);
  return text + (decision ? (text.empty() ? "" : ", ") + decision->llr_text() : "");
}

std::string ratings_table(const SeriesRatings& ratings, const std::vector<std::string>& names) {
  TextTable table({"bot", "Elo", "95 % interval"}, 1);
  for (const SeriesRating& rating : ratings.of) {
    table.add({names[rating.entrant], fixed_text(rating.elo.elo, 0),
               fixed_text(rating.elo.low, 0) + " to " + fixed_text(rating.elo.high, 0)});
  }
  return table.text() + (ratings.converged ? "" : std::string("  ") + rating::kNotConverged + "\n");
}

std::string openings_text(const SeriesResults& results, std::size_t listed) {
  if (results.games().empty()) {
    return "";
  }
  constexpr std::size_t kShown = 100;
  std::vector<std::string> head = {"opening", "games", "different", "first seat"};
  for (std::size_t one = 0; one < results.plan().challengers(); ++one) {
    head.push_back(results.names()[one]);
  }
  TextTable table(head, 0);
  const auto points = [](const OpeningTotals::Side& side) {
    return side.games == 0 ? "-" : percent(side.points / static_cast<double>(side.games));
  };
  const std::vector<OpeningTotals> openings = results.by_opening(listed);
  for (std::size_t at = 0; at < std::min(openings.size(), kShown); ++at) {
    const OpeningTotals& totals = openings[at];
    std::vector<std::string> cells = {std::to_string(at + 1), std::to_string(totals.games),
                                      std::to_string(totals.different), points(totals.first_seat)};
    for (std::size_t one = 0; one < results.plan().challengers(); ++one) {
      cells.push_back(one < totals.challengers.size() ? points(totals.challengers[one]) : "-");
    }
    table.add(cells);
  }
  return "points by opening\n" + table.text() +
         (openings.size() > kShown
              ? "  " + std::to_string(openings.size() - kShown) + " more openings: --json has all\n"
              : "");
}

std::string ms_figure(Microseconds time) { return fixed_text(static_cast<double>(time.count()) / 1000, 3); }

std::string wall_over_text(const WallOver& over, const std::string& place) {
  return counted(over.count, "answer") +
         " would be late by the wall clock, which counts for bots that dial in: first " + place + ", " +
         ms_text(over.first) + " of " + ms_text(std::max(over.first_limit, Microseconds{0})) +
         "; --measure wall counts it";
}

std::string elo_text(const Interval& elo) {
  return signed_text(elo.estimate) + " (" + signed_text(elo.low) + " to " + signed_text(elo.high) + ")";
}

std::string game_line(const GameSummary& game, const SeriesResults& results) {
  std::string text =
      "game " + std::to_string(game.game.number) + ", seed " + std::to_string(game.seed) + ": ";
  std::int64_t faults = 0;
  for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
    text += (seat == 0 ? "" : ", ") + printable(results.names()[game.game.seating[seat]]) + " " +
            score_text(game.seats[seat].score);
    faults += game.seats[seat].fault_count();
  }
  text += "; " + counted(game.turns, "turn");
  return text + (faults == 0 ? "" : ", " + counted(faults, "fault"));
}

std::string series_text(const SeriesResults& results, const std::optional<SeriesDecision>& decision,
                        std::size_t width) {
  if (results.games().empty()) {
    return "";
  }
  std::string text = totals_table(results, width);
  const std::string strength = strength_text(results);
  text += strength.empty() ? "" : "\n" + strength;
  if (decision) {
    text += decision->text(results.names()) + "\n";
  }
  return text + lost_text(results) + faults_text(results) + waits_text(results) + repeats_text(results);
}

}  // namespace referee
