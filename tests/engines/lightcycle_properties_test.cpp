#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "tests/engines/play.h"
#include "tests/support/random_cases.h"

// Properties of every game of Light Cycle, checked in the views. Tests name paragraphs of
// engines/lightcycle/RULES.md.
namespace engines {
namespace {

TEST(LightCycleProperties, SampleKeepsCyclesOfATeamApart) {
  // Both cycles of team 0 can move to (2,2), and to other cells.
  const auto game = start("lightcycle", R"({"size":9,"starts":[[[1,2],[2,1]],[[8,8]]]})");
  Rng rng(11);
  for (int i = 0; i < test_support::random_cases(20); ++i) {
    const Json move = game->sample(0, rng);
    EXPECT_NE(move[0], move[1]);
  }
}

/// All that a viewer can know of the trails, rebuilt from views.
class Trails {
 public:
  explicit Trails(const Json& cells) : last_(cells) { follow(cells); }

  void follow(const Json& cells) {
    const Json dead = Json::array({-1, -1});
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i] != dead) {
        EXPECT_TRUE(taken_.insert(cells[i]).second) << "cycle " << i << " entered a trail at " << cells[i];
        trails_[i].push_back(cells[i]);
      }
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i] == dead && last_[i] != dead) {
        for (const Json& cell : trails_[i]) {
          taken_.erase(cell);
        }
      }
    }
    last_ = cells;
  }

  std::size_t cells() const { return taken_.size(); }

 private:
  Json last_;
  std::set<Json> taken_;
  std::map<std::size_t, std::vector<Json>> trails_;
};

// Light Cycle 3.5, 3.6, 3.9: no cycle enters the trail of a living one.
TEST(LightCycleProperties, TrailsAreDisjointAtEveryTurn) {
  for (const char* options :
       {"{}", R"({"size":12,"starts":[[[0,0],[11,11],[5,5]],[[0,11],[6,6]],[[11,0],[5,6],[6,5]]]})"}) {
    for (std::uint64_t seed = 0; seed < test_support::random_cases(2U); ++seed) {
      const auto game = start("lightcycle", options);
      Rng rng(seed);
      Trails trails(game->view(Observer::everybody())["cycles"]);
      std::size_t turns_played = 0;
      while (!game->to_move().empty()) {
        turn(*game, draw_turn(*game, rng, {.missing = 2, .forfeited = 1}));
        trails.follow(game->view(Observer::everybody())["cycles"]);
        ++turns_played;
      }
      EXPECT_GT(turns_played, 0U);
      EXPECT_EQ(trails.cells() % (turns_played + 1), 0U);  // every survivor has moved every turn
    }
  }
}

}  // namespace
}  // namespace engines
