#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engines/battleship/battleship.h"
#include "engines/random.h"
#include "engines/secret_deal.h"
#include "tests/engines/battleship_play.h"
#include "tests/engines/play.h"

// What a player may know. Tests name paragraphs of engines/battleship/RULES.md.
namespace engines {
namespace {

using testing::Each;

/// The information that the rules give a player about a shot at the ships of `fleet`, computed without the
/// rules' code: hit or not, and the ship that it sank.
class KnownResults {
 public:
  explicit KnownResults(const Json& fleet) {
    for (const Json& ship : fleet.at("ships")) {
      const bool across = ship.at("across");
      ships_.emplace_back();
      for (int i = 0; i < ship.at("length"); ++i) {
        ships_.back().insert(
            {ship["at"][0].get<int>() + (across ? 0 : i), ship["at"][1].get<int>() + (across ? i : 0)});
      }
    }
  }

  Json after(const Json& shot) {
    const std::pair<int, int> cell(shot[0], shot[1]);
    shots_.insert(cell);
    for (const auto& ship : ships_) {
      if (ship.contains(cell)) {
        const bool sunk = std::ranges::includes(shots_, ship);
        return sunk ? Json(ship) : Json("hit");
      }
    }
    return "miss";
  }

 private:
  std::vector<std::set<std::pair<int, int>>> ships_;
  std::set<std::pair<int, int>> shots_;
};

Json results_of(const Json& fleet, const std::vector<Json>& shots) {
  KnownResults known(fleet);
  Json results = Json::array();
  for (const Json& shot : shots) {
    results.push_back(known.after(shot));
  }
  return results;
}

/// All that the player at `seat` can learn now: its view, whether it is to move, and the reply to any move
/// that it may send.
std::string told_to(const Game& game, Seat seat) {
  std::string text = game.setup().dump();
  game.write_view(Observer::seat(seat), text);
  const auto movers = game.to_move();
  if (std::ranges::find(movers, seat) == movers.end()) {
    return text;
  }
  std::vector<Json> tries = {Json(), kFleet, fleet({}), fleet({ship(0, 4, 2, true), ship(0, 0, 1, true)})};
  for (int cell = 0; cell < 25; ++cell) {
    tries.push_back(Json::array({cell / 5, cell % 5}));
  }
  const auto clone = game.clone();
  for (const Json& move : tries) {
    const auto kept = clone->submit(seat, move);
    const auto* refusal = std::get_if<Refusal>(&kept);
    text += refusal == nullptr ? std::get<std::string>(kept) : refusal->why;
  }
  return text;
}

/// All that somebody who looks on sees now.
std::string shown_to_spectators(const Game& game) {
  std::string text = game.setup().dump();
  game.write_view(kSpectator, text);
  return text;
}

/// Plays a small game with these shots of both seats, and returns all that `seat` can learn in it, events
/// included.
std::string told_in_game(Seat seat, const std::vector<Said>& placements,
                         const std::vector<std::vector<Json>>& shots, const Seed& seed = {}) {
  const auto game = battleship_game(R"({"size":5,"ships":[3,2]})", seed);
  std::string text = told_to(*game, seat);
  text += turn(*game, placements).dump();
  for (std::size_t round = 0; round < shots[0].size(); ++round) {
    for (const Seat mover : {0U, 1U}) {
      text += told_to(*game, seat);
      const Said said{.move = shots[mover][round]};
      text += turn(*game, {said, said}).dump() + "\n";
    }
  }
  return text + told_to(*game, seat);
}

Json random_fleet(Rng& rng) {
  const battleship::Options options{.size = 5, .ships = {3, 2}};
  const Battleship rules(options, {});
  std::string text;
  JsonWriter out(text);
  rules.write_move(draw_fleet(options, rng), out);
  return Json::parse(text);
}

/// `count` different cells.
std::vector<Json> random_shots(Rng& rng, std::size_t count) {
  std::vector<Json> cells;
  while (cells.size() < count) {
    const Json cell = Json::array({below(rng, 5), below(rng, 5)});
    if (std::ranges::find(cells, cell) == cells.end()) {
      cells.push_back(cell);
    }
  }
  return cells;
}

// Battleship 4.1, 4.2, 8.7: games with other hidden ships, of which the player's shots show no difference,
// tell it the same, byte by byte; where its shots show a difference, it is told so.
TEST(BattleshipSecrecy, APlayerIsToldTheSameWhateverItsShotsHaveNotFound) {
  int same = 0;
  int different = 0;
  for (std::uint64_t number = 0; number < 24; ++number) {
    Rng rng(number);
    const Seat seat = number % 2;
    const std::vector<std::vector<Json>> shots = {random_shots(rng, 1 + number % 8),
                                                  random_shots(rng, 1 + number % 8)};
    std::vector<Said> placements = {{.move = random_fleet(rng)}, {.move = random_fleet(rng)}};
    const Json known = results_of(*placements[1 - seat].move, shots[seat]);
    const std::string told = told_in_game(seat, placements, shots);
    for (int other = 0; other < 12; ++other) {
      placements[1 - seat].move = random_fleet(rng);
      const bool shows = results_of(*placements[1 - seat].move, shots[seat]) != known;
      ++(shows ? different : same);
      ASSERT_EQ(told_in_game(seat, placements, shots) != told, shows) << "game " << number;
    }
  }
  EXPECT_GT(same, 50);
  EXPECT_GT(different, 50);
}

// Battleship 4.3, 5.5: nor does it learn whether the opponent placed its ships or the rules drew them, or the
// salt.
TEST(BattleshipSecrecy, APlayerIsNotToldThatTheOpponentsShipsWereDrawn) {
  const Seed seed{.number = 3, .salt = "00112233445566778899aabbccddeeff"};
  SecretDeal numbers(seed);
  numbers.next();
  Rng rng(numbers.next());
  const Json drawn = random_fleet(rng);
  const std::vector<std::vector<Json>> shots = {random_shots(rng, 5), random_shots(rng, 5)};
  const Said own{.move = random_fleet(rng)};
  const std::string told = told_in_game(0, {own, silent()}, shots, seed);
  EXPECT_EQ(told_in_game(0, {own, {.move = drawn}}, shots, seed), told);
  EXPECT_EQ(told_in_game(0, {own, {.move = drawn}}, shots, {.number = 3, .salt = "another one"}), told);
}

// Battleship 4.4, 8.5, 8.6: everybody sees all ships, and neither events nor the outcome have them.
TEST(BattleshipSecrecy, OnlyTheViewOfEverybodyHasAllShips) {
  const auto game = battleship_game(kSmall);
  EXPECT_EQ(turn(*game, {{.move = kFleet}, {.move = kOtherFleet}}), Json::object());
  EXPECT_EQ(board(*game, kAll, 0), board(*game, kSeat0, 0));
  EXPECT_EQ(board(*game, kAll, 1), board(*game, kSeat1, 1));
  EXPECT_THAT(board(*game, kSeat0, 1), Each("....."));
  EXPECT_THAT(board(*game, kSeat1, 0), Each("....."));
  turn(*game, {forfeits(), silent()});
  EXPECT_THAT(board(*game, kSeat1, 0), Each(".....")) << "also when the game is over";
  EXPECT_EQ(game->outcome(), Json::parse(R"({"hits":[0,0],"shots":[0,0],"sunk":[0,0],"winner":1})"));
}

// Battleship 8.5: who looks on sees of each board what the opponent sees of it, at every moment.
TEST(BattleshipSecrecy, ASpectatorSeesBothBoardsAsTheOpponentDoes) {
  Rng rng(5);
  const auto game = battleship_game(R"({"size":5,"ships":[3,2]})");
  turn(*game, {{.move = random_fleet(rng)}, {.move = random_fleet(rng)}});
  while (!game->to_move().empty()) {
    const Seat mover = game->to_move().front();
    const Said said{.move = game->sample(mover, rng)};
    turn(*game, {said, said});
    EXPECT_EQ(board(*game, kSpectator, 0), board(*game, kSeat1, 0));
    EXPECT_EQ(board(*game, kSpectator, 1), board(*game, kSeat0, 1));
    Json rest = game->view(kSpectator);
    Json known = game->view(kSeat0);
    rest.erase("boards");
    known.erase("boards");
    EXPECT_EQ(rest, known) << "phase, mover and the ships afloat are known to all";
  }
}

// Battleship 8.5: where ships lie that no shot has found makes no difference to what a spectator sees.
TEST(BattleshipSecrecy, ASpectatorSeesTheSameWhereverTheShipsLie) {
  Rng rng(7);
  std::set<std::string> shown;
  for (int deal = 0; deal < 20; ++deal) {
    const auto game = battleship_game(R"({"size":5,"ships":[3,2]})");
    std::string text = shown_to_spectators(*game);
    text += turn(*game, {{.move = random_fleet(rng)}, {.move = random_fleet(rng)}}).dump();
    shown.insert(text + shown_to_spectators(*game));
  }
  EXPECT_EQ(shown.size(), 1U);
}

}  // namespace
}  // namespace engines
