#include "referee/series/series_data.h"

#include <array>
#include <cmath>
#include <utility>
#include <variant>

#include "protocol/require.h"
#include "protocol/verdict.h"
#include "referee/base/csv.h"
#include "referee/base/text.h"
#include "referee/series/series_ratings.h"
#include "referee/statistics/paired.h"
#include "referee/statistics/strength.h"

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

Json bot_json(const SeriesTotals& totals, const std::string& content) {
  Json bot = {{"name", totals.name},
              {"sha256", content.empty() ? Json() : Json(content)},
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

void add_paired(Json& json, const std::vector<double>& differences) {
  const auto compared = comparison::compare_paired(differences);
  json["better"] = compared.better;
  json["worse"] = compared.worse;
  json["equal"] = compared.equal;
  json["mean_difference"] = interval_json(compared.mean_difference);
  json["sign_test_p"] = compared.sign_test_p;
}

Json compared(const SeriesResults& results, std::size_t one, std::size_t other) {
  Json json = {{"bot", results.names()[one]}, {"against", results.names()[other]}};
  if (results.plan().seats() == 1) {
    add_paired(json, results.differences(one, other));
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

void add_spec(Json& json, const comparison::Sprt& test) {
  const comparison::Sprt::Spec& spec = test.spec();
  json["model"] = spec.model == comparison::Sprt::Model::normalized ? "normalized" : "logistic";
  json["elo0"] = spec.elo0;
  json["elo1"] = spec.elo1;
  json["alpha"] = spec.alpha;
  json["beta"] = spec.beta;
  json["lower"] = test.lower();
  json["upper"] = test.upper();
}

void add_spec(Json& json, const comparison::MeanSprt& test) {
  const comparison::MeanSprt::Spec& spec = test.spec();
  json["model"] = "mean";
  json["delta"] = spec.delta;
  json["alpha"] = spec.alpha;
  json["beta"] = spec.beta;
  json["lower"] = test.lower();
  json["upper"] = test.upper();
}

Json test_json(const SeriesDecision& decision) {
  constexpr std::array<const char*, 3> kAnswers{"none", "h0", "h1"};
  const auto answer = decision.decision() == comparison::Decision::go_on       ? kAnswers[0]
                      : decision.decision() == comparison::Decision::accept_h0 ? kAnswers[1]
                                                                               : kAnswers[2];
  Json json = {{"llr", decision.llr()}, {"groups", decision.groups()}, {"accepted", answer}};
  std::visit([&json](const auto& test) { add_spec(json, test); }, decision.test());
  return json;
}

const char* name_of(SeriesEnd end) {
  switch (end) {
    case SeriesEnd::played:
      return "played";
    case SeriesEnd::decided:
      return "decided";
    case SeriesEnd::hopeless:
      return "hopeless";
    case SeriesEnd::stopped:
      return "stopped";
    case SeriesEnd::failed:
      return "failed";
  }
  return "";
}

/// What challengers of a gauntlet, or of games of one seat, differ by on the same instances.
Json challengers_json(const SeriesResults& results) {
  Json list = Json::array();
  for (std::size_t one = 0; one < results.plan().challengers(); ++one) {
    for (std::size_t other = one + 1; other < results.plan().challengers(); ++other) {
      Json json = {{"bot", results.names()[one]}, {"against", results.names()[other]}};
      add_paired(json, results.plan().seats() == 1 ? results.differences(one, other)
                                                   : results.challenger_differences(one, other));
      list.push_back(std::move(json));
    }
  }
  return list;
}

/// Larger tables: from one estimate of all games.
void add_ratings(Json& json, const SeriesResults& results) {
  const SeriesRatings ratings = ratings_of(results);
  json["ratings"] = Json::array();
  json["ratings_converged"] = ratings.converged;
  for (const SeriesRating& rating : ratings.of) {
    json["ratings"].push_back({{"bot", results.names()[rating.entrant]},
                               {"elo", rating.elo.elo},
                               {"low", rating.elo.low},
                               {"high", rating.elo.high}});
  }
  json["differences"] = Json::array();
  for (const SeriesDifference& found : differences_of(results)) {
    json["differences"].push_back({{"bot", results.names()[found.entrant]},
                                   {"against", results.names()[found.other]},
                                   {"elo", interval_json({found.elo.elo, found.elo.low, found.elo.high})},
                                   {"likelihood_of_superiority", found.superiority}});
  }
  if (results.plan().substitutes()) {
    const comparison::GameCounts pairs = results.substitutions(0, 1);
    Json substitution = {
        {"bot", results.names()[0]}, {"against", results.names()[1]}, {"pairs", counts_json(pairs)}};
    add_strength(substitution, pairs);
    json["substitution"] = std::move(substitution);
  }
}

}  // namespace

Json series_json(const SeriesResults& results, const std::optional<SeriesDecision>& decision, SeriesEnd end,
                 const std::vector<std::string>& contents) {
  Json json = {{"version", 1},
               {"games", results.games().size()},
               {"different_games", results.different_games()},
               {"ended", name_of(end)},
               {"bots", Json::array()},
               {"comparisons", Json::array()},
               {"challengers", challengers_json(results)},
               {"test", decision ? test_json(*decision) : Json()}};
  const std::vector<SeriesTotals> totals = results.totals();
  for (std::size_t entrant = 0; entrant < totals.size(); ++entrant) {
    json["bots"].push_back(bot_json(totals[entrant], entrant < contents.size() ? contents[entrant] : ""));
  }
  const SeriesPlan& plan = results.plan();
  if (plan.seats() > 2) {
    add_ratings(json, results);
    return json;
  }
  for (std::size_t one = 0; one < plan.challengers(); ++one) {
    for (std::size_t other = plan.challengers(); other < results.names().size(); ++other) {
      json["comparisons"].push_back(compared(results, one, other));
    }
  }
  return json;
}

Json openings_json(const SeriesResults& results, std::size_t listed) {
  REQUIRE(listed >= 1);
  Json list = Json::array();
  const auto side_json = [](const OpeningTotals::Side& side) {
    return Json{{"games", side.games}, {"points", side.points}};
  };
  for (const OpeningTotals& totals : results.by_opening(listed)) {
    Json bots = Json::array();
    for (std::size_t one = 0; one < totals.challengers.size(); ++one) {
      bots.push_back(side_json(totals.challengers[one]));
      bots.back()["bot"] = results.names()[one];
    }
    list.push_back({{"opening", list.size() + 1},
                    {"games", totals.games},
                    {"different_games", totals.different},
                    {"first_seat", side_json(totals.first_seat)},
                    {"bots", std::move(bots)}});
  }
  return list;
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
