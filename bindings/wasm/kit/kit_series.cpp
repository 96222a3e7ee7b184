#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/wasm/kit/kit_parts.h"
#include "engines/registry.h"
#include "referee/base/text_table.h"
#include "referee/record/openings.h"
#include "referee/series/game_summary.h"
#include "referee/series/series_data.h"
#include "referee/series/series_decision.h"
#include "referee/series/series_meeting.h"
#include "referee/series/series_plan.h"
#include "referee/series/series_results.h"
#include "referee/series/series_text.h"

namespace kit {
namespace {

using referee::Openings;
using referee::PlannedGame;
using referee::SeriesDecision;
using referee::SeriesEnd;
using referee::SeriesMeeting;
using referee::SeriesResults;

/// What was asked, without mistakes in it.
SeriesMeeting meeting_of(const Json& asked) {
  const auto number = [&](const char* key) {
    return asked.contains(key) ? std::optional(asked.at(key).get<std::int64_t>()) : std::nullopt;
  };
  SeriesMeeting meeting{.game = asked.at("game").get<std::string>(),
                        .seats = asked.at("seats").get<std::size_t>(),
                        .bots = asked.at("bots").get<std::size_t>(),
                        .opponents = asked.value("opponents", std::string()),
                        .pooled = asked.at("pooled").get<std::size_t>(),
                        .fill = asked.at("fill").get<bool>(),
                        .listens = {},
                        .games = number("games"),
                        .pairs = number("pairs"),
                        .sprt = asked.value("sprt", std::string()),
                        .sprt_mean = asked.value("sprt_mean", std::string())};
  meeting.refuse_wrong_options();
  meeting.refuse_wrong_bots();
  return meeting;
}

/// Where the games begin, if not at the start of the game.
Openings openings_of(const Json& asked, const engines::Entry& game, const Json& options) {
  if (asked.contains("openings")) {
    const Json& listed = asked.at("openings");
    return Openings::listed(listed.at("text").get_ref<const std::string&>(),
                            listed.at("file").get<std::string>(), game, options);
  }
  return asked.contains("random_plies")
             ? Openings::random(asked.at("random_plies").get<std::size_t>(), game, options)
             : Openings();
}

/// Turns as rules_match() takes them: their moves, in seat order.
Json given_json(const referee::GivenTurns& given) {
  Json turns = Json::array();
  for (const referee::GivenTurns::Turn& turn : given.turns) {
    Json moves = Json::array();
    for (const referee::SeatAnswer& answer : turn) {
      moves.push_back({{"seat", answer.seat}, {"move", Json::parse(answer.move)}});
    }
    turns.push_back(moves);
  }
  return turns;
}

/// The games of one series, their summaries, and what they come to.
class KitSeries {
 public:
  KitSeries(const Json& asked, const SeriesMeeting& meeting)
      : results_(asked.at("names").get<std::vector<std::string>>(), meeting.plan()),
        decision_(meeting.decision()),
        game_(*engines::find_game(asked.at("game").get<std::string>())),
        options_(asked.at("options")),
        first_seed_(asked.at("seed").get<std::uint64_t>()),
        openings_(openings_of(asked, game_, options_)) {}

  Json begun() const { return {{"games", results_.plan().games()}}; }

  Json game(std::int64_t number) const {
    if (number < 1 || number > results_.plan().games()) {
      throw std::invalid_argument("game: got " + std::to_string(number) + ", expected 1 to " +
                                  std::to_string(results_.plan().games()));
    }
    const PlannedGame planned = results_.plan().game(number);
    Json json{{"number", planned.number}, {"group", planned.group}, {"seating", planned.seating}};
    if (openings_.vary()) {
      const auto opening = static_cast<std::size_t>(planned.opening);
      const engines::Seed deal{first_seed_ + static_cast<std::uint64_t>(planned.group), ""};
      json["given"] = given_json(openings_.of(opening, game_, options_, first_seed_, deal));
    }
    return json;
  }

  Json add(std::int64_t number, const std::string& record) {
    (void)game(number);
    results_.add(summary_of(results_.plan().game(number), record));
    if (decision_) {
      decision_->look_at(results_);
    }
    return {{"line", game_line(results_.games().at(number), results_)},
            {"interim", interim_text(results_, decision_)},
            {"over", decision_ && decision_->over()}};
  }

  Json told(std::size_t width) const {
    return {
        {"text", series_text(results_, decision_, width)},
        {"json", series_json(results_, decision_, end(), std::vector<std::string>(results_.names().size()))},
        {"openings", openings_.listed() == 0 ? Json() : openings_json(results_, openings_.listed())},
        {"csv", series_csv(results_)},
        {"repeats", results_.games().size() >= 2 * results_.different_games()}};
  }

 private:
  SeriesEnd end() const {
    return decision_ && decision_->decided()                                 ? SeriesEnd::decided
           : decision_ && decision_->hopeless()                              ? SeriesEnd::hopeless
           : std::cmp_less(results_.games().size(), results_.plan().games()) ? SeriesEnd::stopped
                                                                             : SeriesEnd::played;
  }

  SeriesResults results_;
  std::optional<SeriesDecision> decision_;
  const engines::Entry& game_;
  Json options_;  // complete
  std::uint64_t first_seed_;
  Openings openings_;
};

}  // namespace

Json answer_series(const Json& request) {
  static std::optional<KitSeries> series;
  if (request.contains("series")) {
    series.emplace(request.at("series"), meeting_of(request.at("series")));
    return series->begun();
  }
  if (request.contains("meeting")) {
    const SeriesMeeting meeting = meeting_of(request.at("meeting"));
    (void)meeting.plan();
    return {{"filled", meeting.filled()}};
  }
  if (!series) {
    throw std::invalid_argument("no series has begun");
  }
  if (request.contains("game")) {
    return series->game(request.at("game").get<std::int64_t>());
  }
  if (request.contains("played")) {
    const Json& played = request.at("played");
    return series->add(played.at("number").get<std::int64_t>(), played.at("record").get<std::string>());
  }
  return series->told(request.at("results").value("width", referee::TextTable::kUnbounded));
}

}  // namespace kit
