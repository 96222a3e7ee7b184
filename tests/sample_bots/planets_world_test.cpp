#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engines/random.h"
#include "sample_bots/cpp/planets/world.h"
#include "tests/engines/planets_random_map.h"
#include "tests/engines/play.h"
#include "tests/support/random_cases.h"

// The bots' model of Planets against the referee's engine: two implementations of the same rules.
namespace {

using engines::Game;
using engines::Observer;
using engines::Rng;
using planets::Fate;
using planets::Json;
using planets::Map;
using planets::Move;
using planets::World;

/// A random move, often the latest one again, so that the ship travels far.
Move draw(Rng& rng, Move latest) {
  return engines::below(rng, 3) > 0 ? latest : planets::kMoves[engines::below(rng, planets::kMoves.size())];
}

Fate fate_of(const Game& game) {
  if (!game.to_move().empty()) {
    return Fate::on;
  }
  const Json outcome = game.outcome();
  return outcome["win"].get<bool>()      ? Fate::won
         : outcome["caught"].get<bool>() ? Fate::caught
                                         : Fate::out_of_turns;
}

/// Plays one game and compares every view with the model's world. Returns how the game ended.
Fate compare(const Json& chart, Rng& rng) {
  const auto game = engines::start("planets", Json::object({{"map", chart}}).dump());
  const Map map(game->setup());
  World world = World::read(map, game->view(Observer::everybody()));
  Fate fate = Fate::on;
  for (Move move = Move::right; fate == Fate::on;) {
    move = draw(rng, move);
    engines::turn(*game, {{.move = Json(planets::word_of(move))}});
    fate = world.step(map, move);
    EXPECT_EQ(fate, fate_of(*game)) << game->view(Observer::everybody());
    EXPECT_EQ(world, World::read(map, game->view(Observer::everybody())))
        << game->view(Observer::everybody());
    if (::testing::Test::HasFailure()) {
      break;
    }
  }
  return fate;
}

TEST(PlanetsWorld, KnowsEveryTurnOfRandomGames) {
  Rng rng(11);
  const int cases = test_support::random_cases(200, 50);
  std::vector<int> ends(4);
  for (int i = 0; i < cases && !HasFailure(); ++i) {
    const Json chart = engines::random_planets_map(rng);
    ++ends[static_cast<std::size_t>(compare(chart, rng))];
    ASSERT_FALSE(HasFailure()) << "game " << i << ": " << chart;
  }
  for (const Fate fate : {Fate::won, Fate::caught, Fate::out_of_turns}) {
    EXPECT_GT(ends[static_cast<std::size_t>(fate)], cases / 40) << static_cast<int>(fate);
  }
}

}  // namespace
