#include <gtest/gtest.h>

#include <cstdlib>

#include "engines/registry.h"
#include "tests/engines/cells.h"
#include "tests/engines/planets_board.h"
#include "tests/engines/planets_random_map.h"
#include "tests/engines/play.h"
#include "tests/support/random_cases.h"

// Properties of every turn, checked in the views of games on random maps with ghosts of every kind.
// Tests name paragraphs of engines/planets/RULES.md.
namespace engines {
namespace {

std::int64_t sum(const Json& scraps) {
  std::int64_t total = 0;
  for (const Json& scrap : scraps) {
    total += scrap.at("value").get<std::int64_t>();
  }
  return total;
}

/// One random game and its views, turn by turn.
class Watched {
 public:
  explicit Watched(std::uint64_t number)
      : rng_(number),
        map_(random_planets_map(rng_)),
        game_(start_planets(map_)),
        now_(game_->view(Observer::everybody())) {}

  bool over() const { return game_->to_move().empty(); }

  void play_and_check() {
    before_ = now_;
    events_ = turn(*game_, draw_turn(*game_, rng_, {.missing = 50, .forfeited = 0}));
    now_ = game_->view(Observer::everybody());
    EXPECT_EQ(now_["remaining_turns"], before_["remaining_turns"].get<int>() - 1);
    check_ship();
    check_scraps();
    ASSERT_EQ(now_["ghosts"].size(), map_["ghosts"].size());
    for (std::size_t i = 0; i < now_["ghosts"].size(); ++i) {
      check_ghost(i, before_["ghosts"][i], now_["ghosts"][i]);
    }
    check_catches();
  }

  void check_end() {
    const Json outcome = game_->outcome();
    EXPECT_EQ(outcome["score"].get<std::int64_t>() + sum(outcome["scraps_left"]),
              outcome["scraps_total_value"]);
    EXPECT_EQ(outcome["scraps_total_value"], sum(map_["scraps"]));
    EXPECT_EQ(outcome["win"], outcome["scraps_left"].empty() && !outcome["caught"].get<bool>());
    EXPECT_EQ(outcome["n_turns"], map_["turns"].get<int>() - now_["remaining_turns"].get<int>());
    EXPECT_TRUE(outcome["win"] || outcome["caught"] || now_["remaining_turns"] == 0);
    EXPECT_EQ(game_->scores().at(0), outcome["score"].get<double>());
  }

 private:
  Json value_at(const Json& cell) const {
    return map_["grid"].at(static_cast<std::size_t>(row(cell))).at(static_cast<std::size_t>(col(cell)));
  }

  /// Planets 3.1, 3.2: a mover that is held stays; one that enters a cell is held for its value; else holds
  /// run down.
  void check_hold(const Json& before, const Json& now, bool slowed) {
    const int held = before["held"];
    if (!slowed) {
      EXPECT_EQ(now["held"], 0);
    } else if (now["location"] == before["location"]) {
      EXPECT_EQ(now["held"], held > 0 ? held - 1 : 0);
    } else {
      EXPECT_EQ(held, 0);
      EXPECT_EQ(now["held"], value_at(now["location"]));
    }
  }

  /// Planets 2.3, 2.4: one step, over an edge or not, and never onto an asteroid.
  void check_ship() {
    const Json& from = before_["ship"]["location"];
    const Json& to = now_["ship"]["location"];
    const int rows = static_cast<int>(map_["grid"].size());
    const int cols = static_cast<int>(map_["grid"][0].size());
    const int down = std::abs(row(from) - row(to));
    const int right = std::abs(col(from) - col(to));
    EXPECT_LE(std::min(down, rows - down) + std::min(right, cols - right), 1);
    EXPECT_FALSE(value_at(to).is_null());
    EXPECT_EQ(events_["ship"], to);
    check_hold(before_["ship"], now_["ship"], true);
  }

  void check_scraps() {
    const auto score = now_["ship"]["score"].get<std::int64_t>();
    EXPECT_EQ(score, before_["ship"]["score"].get<std::int64_t>() + sum(events_["picked"]));
    EXPECT_EQ(score + sum(now_["scraps"]), sum(map_["scraps"]));
    for (const Json& scrap : events_["picked"]) {
      EXPECT_EQ(scrap["location"], now_["ship"]["location"]);
    }
    for (const Json& scrap : now_["scraps"]) {
      EXPECT_NE(scrap["location"], now_["ship"]["location"]);
    }
  }

  void check_ghost(std::size_t number, const Json& before, const Json& now) {
    const int transparency = map_["ghosts"][number]["transparency"];
    EXPECT_EQ(now["transparency"], transparency);
    EXPECT_EQ(now["type"], map_["ghosts"][number]["type"]);
    EXPECT_EQ(now["previous"], before["location"]);
    EXPECT_EQ(events_["ghosts"][number], now["location"]);
    EXPECT_LE(distance(before["location"], now["location"]), 1);  // so it never wraps
    EXPECT_TRUE(transparency == 2 || !value_at(now["location"]).is_null());
    check_hold(before, now, transparency == 0);
    if (now["type"] == "towardplayer") {
      const Json& ship = before_["ship"]["location"];
      const int moved = distance(before["location"], now["location"]);
      EXPECT_EQ(distance(now["location"], ship), distance(before["location"], ship) - moved);
    } else {
      const bool vertical = now["heading"] == "U" || now["heading"] == "D";
      const Json& start = map_["ghosts"][number]["location"];
      EXPECT_EQ(vertical ? col(now["location"]) : row(now["location"]), vertical ? col(start) : row(start));
    }
  }

  void check_catches() {
    Json caught_by = Json::array();
    for (std::size_t i = 0; i < now_["ghosts"].size(); ++i) {
      const Json& from = before_["ghosts"][i]["location"];
      const Json& to = now_["ghosts"][i]["location"];
      const bool exchanged = to == before_["ship"]["location"] && from == now_["ship"]["location"];
      if (to == now_["ship"]["location"] || exchanged) {
        caught_by.push_back(i);
      }
    }
    EXPECT_EQ(events_["caught_by"], caught_by);
    EXPECT_EQ(over(), !caught_by.empty() || now_["scraps"].empty() || now_["remaining_turns"] == 0);
  }

  Rng rng_;
  Json map_;
  std::unique_ptr<Game> game_;
  Json now_;
  Json before_;
  Json events_;
};

// Planets 4.1, 4.2, 4.6, 5.1, 5.2, 5.3, 5.4, 7.1, 7.2, 7.3: in every turn of random games.
TEST(PlanetsProperties, HoldInEveryTurnOfRandomGames) {
  for (std::uint64_t number = 0; number < test_support::random_cases(40U); ++number) {
    SCOPED_TRACE(number);
    Watched game(number);
    while (!game.over()) {
      game.play_and_check();
      ASSERT_FALSE(testing::Test::HasFailure());
    }
    game.check_end();
  }
}

// Planets 8.1: options have the whole map, from which the same game can be played.
TEST(PlanetsProperties, RandomMapsComeBackAsTheyWere) {
  Rng rng(5);
  for (int i = 0; i < test_support::random_cases(10); ++i) {
    const Json map = random_planets_map(rng);
    EXPECT_EQ(start_planets(map)->options()["map"], map);
  }
}

}  // namespace
}  // namespace engines
