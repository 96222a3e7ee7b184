#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/wasm/kit/kit_parts.h"
#include "referee/base/text_table.h"
#include "referee/lab/game_summary.h"
#include "referee/lab/series_data.h"
#include "referee/lab/series_decision.h"
#include "referee/lab/series_plan.h"
#include "referee/lab/series_results.h"
#include "referee/lab/series_text.h"

namespace kit {
namespace {

using referee::PlannedGame;
using referee::SeriesDecision;
using referee::SeriesEnd;
using referee::SeriesPlan;
using referee::SeriesResults;

constexpr std::int64_t kMostGames = 1'000'000;  // of a series that ends by its test

/// A number that was asked for; without one, one game, or as many as a test needs.
std::int64_t number_of(const Json& asked, const char* key) {
  const bool tested = asked.contains("sprt") || asked.contains("sprt_mean");
  return asked.value(key, tested ? kMostGames : std::int64_t{1});
}

SeriesPlan plan_of(const Json& asked) {
  const auto seats = asked.at("seats").get<std::size_t>();
  const std::size_t bots = asked.at("names").size();
  const bool pairs = asked.contains("pairs") || asked.contains("sprt");
  if (pairs && (seats != 2 || asked.contains("games"))) {
    throw std::invalid_argument("--pairs and --sprt: expected a game of 2 seats, got " +
                                std::to_string(seats) + ", and no --games");
  }
  if (seats == 1 && bots > 1) {
    return SeriesPlan::same_instances(bots, number_of(asked, "games"));
  }
  if (bots != seats) {
    throw std::invalid_argument("--bot: got " + std::to_string(bots) + ", expected " + std::to_string(seats) +
                                ": one for each seat of the game");
  }
  return pairs ? SeriesPlan::pairs(number_of(asked, "pairs"))
               : SeriesPlan::rotating(seats, number_of(asked, "games"));
}

template <class Read>
auto read_test(const std::string& option, std::size_t bots, Read read) {
  if (bots != 2) {
    throw std::invalid_argument(option + " decides between two bots: got " + std::to_string(bots));
  }
  try {
    return SeriesDecision(read());
  } catch (const std::invalid_argument& wrong) {
    throw std::invalid_argument(option + ": " + wrong.what());
  }
}

std::optional<SeriesDecision> decision_of(const Json& asked) {
  namespace comparison = referee::comparison;
  const std::size_t bots = asked.at("names").size();
  if (asked.contains("sprt")) {
    const auto text = asked.at("sprt").get<std::string>();
    return read_test("--sprt", bots, [&] { return comparison::Sprt(comparison::Sprt::Spec::read(text)); });
  }
  if (asked.contains("sprt_mean")) {
    const auto text = asked.at("sprt_mean").get<std::string>();
    if (asked.at("seats").get<std::size_t>() != 1) {
      throw std::invalid_argument(
          "--sprt-mean: expected a game of 1 seat; --sprt decides between two bots at one table");
    }
    return read_test("--sprt-mean", bots,
                     [&] { return comparison::MeanSprt(comparison::MeanSprt::Spec::read(text)); });
  }
  return std::nullopt;
}

/// The games of one series, their summaries, and what they come to.
class KitSeries {
 public:
  explicit KitSeries(const Json& asked)
      : results_(asked.at("names").get<std::vector<std::string>>(), plan_of(asked)),
        decision_(decision_of(asked)) {}

  Json begun() const { return {{"games", results_.plan().games()}}; }

  Json game(std::int64_t number) const {
    if (number < 1 || number > results_.plan().games()) {
      throw std::invalid_argument("game: got " + std::to_string(number) + ", expected 1 to " +
                                  std::to_string(results_.plan().games()));
    }
    const PlannedGame planned = results_.plan().game(number);
    return {{"number", planned.number}, {"group", planned.group}, {"seating", planned.seating}};
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
};

}  // namespace

Json answer_series(const Json& request) {
  static std::optional<KitSeries> series;
  if (request.contains("series")) {
    series.emplace(request.at("series"));
    return series->begun();
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
