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
#include "referee/lab/game_summary.h"
#include "referee/lab/series_data.h"
#include "referee/lab/series_decision.h"
#include "referee/lab/series_plan.h"
#include "referee/lab/series_results.h"
#include "referee/lab/series_text.h"
#include "referee/match/openings.h"

namespace kit {
namespace {

using referee::Openings;
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

bool in_pairs(const Json& asked) { return asked.contains("pairs") || asked.contains("sprt"); }

/// Who meets, as `referee match` has it. The names are those of --bot, of --opponents, and of --fill.
class Meeting {
 public:
  explicit Meeting(const Json& asked)
      : asked_(asked),
        seats_(asked.at("seats").get<std::size_t>()),
        entrants_(asked.at("names").size()),
        opponents_(asked.value("opponents", std::size_t{0})),
        fill_(asked.value("fill", std::size_t{0})),
        bots_(entrants_ - opponents_ - fill_) {
    refuse_what_excludes_another();
  }

  SeriesPlan plan() const {
    if (opponents_ > 0) {
      return gauntlet();
    }
    if (seats_ == 1 && bots_ > 1) {
      return SeriesPlan::same_instances(bots_, games());
    }
    if (in_pairs(asked_) && seats_ > 2) {
      refuse_unless(bots_ == 2, "--pairs and --sprt: got " + std::to_string(bots_) +
                                    " --bot, expected 2 that take each other's place");
      return SeriesPlan::substitution(seats_, games()).filled_from(bots_);
    }
    refuse_unless(entrants_ == seats_, "--bot: got " + std::to_string(bots_) + ", expected " +
                                           std::to_string(seats_) + ": one for each seat of the game" +
                                           (seats_ > 2 ? ", or --fill for the other seats" : ""));
    return in_pairs(asked_) ? SeriesPlan::pairs(games())
                            : SeriesPlan::rotating(seats_, games()).filled_from(bots_);
  }

 private:
  static void refuse_unless(bool right, const std::string& why) {
    if (!right) {
      throw std::invalid_argument(why);
    }
  }

  void refuse_what_excludes_another() const {
    const std::string seats = std::to_string(seats_);
    refuse_unless(
        !in_pairs(asked_) || (seats_ > 1 && !asked_.contains("games")),
        "--pairs and --sprt: expected a game of 2 seats or more, got " + seats + ", and no --games");
    refuse_unless(!in_pairs(asked_) || seats_ == 2 || (fill_ > 0 && opponents_ == 0),
                  "--pairs and --sprt: the game has " + seats +
                      " seats: expected --fill for the seats of the others, and no --opponents");
    refuse_unless(fill_ == 0 || seats_ > 2, "--fill: the game has " + seats + " seats, expected 3 or more");
    refuse_unless(bots_ > 0, "--bot: expected one that plays");
  }

  std::int64_t games() const { return number_of(asked_, in_pairs(asked_) ? "pairs" : "games"); }

  SeriesPlan gauntlet() const {
    if (seats_ == 1) {
      return SeriesPlan::same_instances(entrants_, games(), bots_);
    }
    if (seats_ == 2) {
      const auto meeting = in_pairs(asked_) ? SeriesPlan::Meeting::pairs : SeriesPlan::Meeting::games;
      return SeriesPlan::gauntlet(bots_, opponents_, meeting, games());
    }
    const std::size_t others = opponents_ + fill_;
    refuse_unless(others + 1 >= seats_, "--opponents: got " + std::to_string(others) + ", a table of " +
                                            std::to_string(seats_) + " seats needs " +
                                            std::to_string(seats_ - 1) + ", or --fill for the others");
    return SeriesPlan::large_gauntlet(bots_, others, seats_, games()).filled_from(bots_ + opponents_);
  }

  const Json& asked_;
  std::size_t seats_;
  std::size_t entrants_;
  std::size_t opponents_;
  std::size_t fill_;
  std::size_t bots_;
};

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
      : results_(asked.at("names").get<std::vector<std::string>>(), Meeting(asked).plan()),
        decision_(decision_of(asked)),
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
      json["given"] = given_json(openings_.of(opening, game_, options_, {first_seed_, ""}));
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
