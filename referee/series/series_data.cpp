#include "referee/series/series_data.h"

#include <cmath>

#include "protocol/verdict.h"
#include "referee/base/csv.h"
#include "referee/base/text.h"
#include "referee/comparison/paired.h"
#include "referee/comparison/strength.h"
#include "referee/series/series_ratings.h"

namespace referee {
namespace {

using Json = nlohmann::json;

double in_ms(Microseconds time) { return static_cast<double>(time.count()) / 1000; }

Json mean_of(Microseconds used, std::int64_t turns) {
  return turns == 0 ? Json() : Json(in_ms(used) / static_cast<double>(turns));
}

Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json interval_json(const comparison::Interval& interval) {
  return {{"estimate", finite(interval.estimate)},
          {"low", finite(interval.low)},
          {"high", finite(interval.high)}};
}

Json counts_json(const comparison::GameCounts& counts) {
  return {{"wins", counts.wins}, {"draws", counts.draws}, {"losses", counts.losses}};
}

Json faults_json(const SeriesTotals& totals) {
  Json faults = Json::array();
  for (const SeriesFault& fault : totals.faults) {
    faults.push_back({{"verdict", protocol::name_of(fault.kind.verdict)},
                      {"count", fault.kind.count},
                      {"game", fault.first_game},
                      {"turn", fault.kind.first_turn},
                      {"reason", printable(fault.kind.reason)}});
  }
  return faults;
}

Json bot_json(const SeriesTotals& totals) {
  Json bot = {{"name", totals.name},
              {"games", totals.games},
              {"firsts", totals.firsts},
              {"score", totals.score},
              {"mean_score", totals.games == 0 ? Json() : Json(totals.mean())},
              {"turns", totals.turns},
              {"mean_ms", mean_of(totals.used, totals.turns)},
              {"worst_ms", in_ms(totals.worst)},
              {"late_by_wall", totals.wall_over.count},
              {"faults", faults_json(totals)}};
  Json by_seat = Json::array();
  for (const comparison::GameCounts& counts : totals.by_seat) {
    by_seat.push_back(counts_json(counts));
  }
  if (!by_seat.empty()) {
    bot["by_seat"] = std::move(by_seat);
  }
  return bot;
}

template <class Counts>
void add_strength(Json& json, const Counts& counts) {
  json["elo"] = interval_json(comparison::elo_difference(counts));
  json["normalized_elo"] = interval_json(comparison::normalized_elo(counts));
  json["likelihood_of_superiority"] = comparison::likelihood_of_superiority(counts);
}

Json compared(const SeriesResults& results, std::size_t one, std::size_t other) {
  Json json = {{"bot", results.names()[one]}, {"against", results.names()[other]}};
  if (results.plan().seats() == 1) {
    const auto compared = comparison::compare_paired(results.differences(one, other));
    json["better"] = compared.better;
    json["worse"] = compared.worse;
    json["equal"] = compared.equal;
    json["mean_difference"] = interval_json(compared.mean_difference);
    json["sign_test_p"] = compared.sign_test_p;
    return json;
  }
  const comparison::GameCounts games = results.games_between(one, other);
  json["games"] = counts_json(games);
  if (results.plan().paired()) {
    const comparison::PairCounts pairs = results.pairs_between(one, other);
    json["pairs"] = pairs.by_half_points;
    add_strength(json, pairs);
  } else {
    add_strength(json, games);
  }
  return json;
}

Json test_json(const SeriesDecision& decision) {
  constexpr std::array<const char*, 3> kAnswers{"none", "h0", "h1"};
  const auto answer = decision.decision() == comparison::Decision::go_on       ? kAnswers[0]
                      : decision.decision() == comparison::Decision::accept_h0 ? kAnswers[1]
                                                                               : kAnswers[2];
  return {{"llr", decision.llr()}, {"groups", decision.groups()}, {"accepted", answer}};
}

}  // namespace

Json series_json(const SeriesResults& results, const std::optional<SeriesDecision>& decision) {
  Json json = {{"games", results.games().size()},
               {"different_games", results.different_games()},
               {"bots", Json::array()},
               {"comparisons", Json::array()},
               {"test", decision ? test_json(*decision) : Json()}};
  for (const SeriesTotals& totals : results.totals()) {
    json["bots"].push_back(bot_json(totals));
  }
  const SeriesPlan& plan = results.plan();
  if (plan.seats() > 2) {
    json["ratings"] = Json::array();
    for (const SeriesRating& rating : ratings_of(results)) {
      json["ratings"].push_back({{"bot", results.names()[rating.entrant]},
                                 {"elo", rating.elo.elo},
                                 {"low", rating.elo.low},
                                 {"high", rating.elo.high}});
    }
    return json;
  }
  for (std::size_t one = 0; one < plan.challengers(); ++one) {
    for (std::size_t other = plan.challengers(); other < results.names().size(); ++other) {
      json["comparisons"].push_back(compared(results, one, other));
    }
  }
  return json;
}

std::string series_csv(const SeriesResults& results) {
  std::string text = csv::line_of(
      {"game", "group", "seed", "seat", "bot", "score", "rank", "turns", "mean_ms", "worst_ms", "faults"});
  for (const auto& [number, game] : results.games()) {
    for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
      const GameSummary::Seat& played = game.seats[seat];
      text += csv::line_of(
          {std::to_string(number), std::to_string(game.game.group), std::to_string(game.seed),
           std::to_string(seat), csv::text_cell(results.names()[game.game.seating[seat]]),
           score_text(played.score), std::to_string(played.rank), std::to_string(played.turns),
           played.turns == 0 ? "" : fixed_text(in_ms(played.used) / static_cast<double>(played.turns), 3),
           fixed_text(in_ms(played.worst), 3), std::to_string(played.fault_count())});
    }
  }
  return text;
}

}  // namespace referee
