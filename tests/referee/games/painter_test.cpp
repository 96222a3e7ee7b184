#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "referee/games/game_pictures.h"
#include "referee/screen/canvas.h"

namespace referee::screen {
namespace {

using Json = nlohmann::json;

/// Board and notes of the position after `moves` of the seats to move, one seat a turn.
Picture picture_after(std::string_view name, const Json& options, const std::vector<Json>& moves) {
  const auto game = engines::find_game(name)->make(options, {});
  const auto painter = picture_of(name).painter(game->setup());
  painter->see(game->view(engines::Observer::everybody()));
  for (const Json& move : moves) {
    const engines::Seat seat = game->to_move().at(0);
    game->submit(seat, move);
    game->settle(seat, engines::Microseconds(0), false);
    game->step();
    painter->see(game->view(engines::Observer::everybody()));
  }
  return painter->picture();
}

std::string text_of(const Picture& picture) {
  std::string text = plain_text(picture.board, true);
  for (const std::string& note : picture.notes) {
    text += note + "\n";
  }
  return text;
}

// The map of engines/planets/README.md, with two more ghosts.
const Json kMap = Json::parse(R"({"map":{"name":"small",
  "grid":[[0,0,0,0],[0,null,2,0],[0,12,0,0]],"ship":[0,0],
  "scraps":[{"location":[2,0],"value":5},{"location":[1,2],"value":10}],
  "ghosts":[{"location":[1,3],"type":"backandforth","heading":"D","transparency":0},
            {"location":[2,3],"type":"towardplayer","transparency":1},
            {"location":[0,3],"type":"towardplayer","transparency":2},
            {"location":[0,2],"type":"backandforth","heading":"L","transparency":2}],
  "turns":20}})");

TEST(Painter, PlanetsShowsAsteroidsNebulaeScrapsGhostsByTypeAndTheShip) {
  EXPECT_EQ(text_of(picture_after("planets", kMap, {})),
            "@\u00b7bt\n"
            "\u00b7\u2588*B\n"
            "*+\u00b7T\n"
            "score 0, scraps left 2 (worth 15)\n"
            "turns left 20\n");
}

TEST(Painter, PlanetsShowsWhatHoldsTheShipAndAShipThatIsCaught) {
  // The ship goes up across the edge to the scrap, then right into a nebula of 12.
  const Json no_ghosts = [] {
    Json options = kMap;
    options["map"]["ghosts"] = Json::array();
    return options;
  }();
  EXPECT_EQ(text_of(picture_after("planets", no_ghosts, {"U", "R"})),
            "\u00b7\u00b7\u00b7\u00b7\n"
            "\u00b7\u2588*\u00b7\n"
            "\u00b7@\u00b7\u00b7\n"
            "score 5, scraps left 1 (worth 10)\n"
            "turns left 18, held for 12\n");
  const Picture caught = picture_after("planets", kMap, {"R"});
  EXPECT_EQ(caught.board.at(0, 1).glyph, U'X');
  EXPECT_EQ(caught.board.at(0, 1).rank, Rank::actor);
}

TEST(Painter, SnakeShowsTheMazeAsItStandsHeadAndBody) {
  const Json options = {{"maze", {"#####", "#o$!_", "#T###"}}};
  EXPECT_EQ(text_of(picture_after("snake", options, {"S", "N", "E"})),
            "#####\n"
            "#o@!_\n"
            "# ###\n"
            "points 1007, steps 3, coins 1, drill good for 3\n");
}

TEST(Painter, WallsShowsPlayersWithTheirFacingAndTheirBricks) {
  EXPECT_EQ(text_of(picture_after("walls", {{"n", 5}}, {"forward", "left", "right"})),
            "\u00b7 \u00b7 \u00b7 \u00b7 \u00b7\n"
            "\u00b7 \u00b7 \u00b7 \u00b7 \u00b7\n"
            "A\u25b2a \u00b7 B\u25b2\u00b7\n"
            "\u00b7 \u00b7 \u00b7 \u00b7 \u00b7\n"
            "\u00b7 \u00b7 \u00b7 \u00b7 \u00b7\n"
            "A: bricks 1, idle 1\n"
            "B: bricks 0, idle 1, to move\n");
  const Picture stalled = picture_after("walls", {{"n", 3}}, std::vector<Json>(18, "left"));
  EXPECT_EQ(stalled.notes, (std::vector<std::string>{"A: bricks 0, stalled", "B: bricks 0, stalled"}));
}

TEST(Painter, SuperballShowsTheHandoutsTextFormWithAColourForEachLetter) {
  const Picture picture = picture_after("superball", Json::object(), {});
  const auto game = engines::find_game("superball")->make(Json::object(), {});
  std::string board;
  const Json view = game->view(engines::Observer::everybody());
  for (const Json& row : view.at("board")) {
    board += row.get<std::string>() + "\n";
  }
  EXPECT_EQ(plain_text(picture.board, false), board);
  EXPECT_EQ(picture.notes, (std::vector<std::string>{"score 0, empty cells 75"}));
  const std::string colours = "pbyrg";
  int pieces = 0;
  for (int row = 0; row < picture.board.rows(); ++row) {
    for (int column = 0; column < picture.board.columns(); ++column) {
      const Mark& mark = picture.board.at(row, column);
      const auto letter = static_cast<char>(mark.glyph | 0x20);
      if (const std::size_t colour = colours.find(letter); colour != std::string::npos) {
        EXPECT_EQ(mark.ink, seat_ink(colour));
        ++pieces;
      } else {
        EXPECT_EQ(mark.ink, mark.glyph == U'*' ? Ink::goal : Ink::faint);
      }
    }
  }
  EXPECT_EQ(pieces, 5);
}

TEST(Painter, EveryGameHasOneWithALegendAndCopiesThatGoOnByThemselves) {
  for (const engines::Entry& entry : engines::games()) {
    const auto game = entry.make(Json::object(), {});
    const auto painter = picture_of(entry.name).painter(game->setup());
    painter->see(game->view(engines::Observer::everybody()));
    const std::string before = text_of(painter->picture());
    EXPECT_FALSE(painter->legend().empty());
    const auto copy = painter->clone();
    engines::Rng rng(1);
    for (const engines::Seat seat : game->to_move()) {
      game->submit(seat, game->sample(seat, rng));
      game->settle(seat, engines::Microseconds(0), false);
    }
    game->step();
    EXPECT_NE(text_of(painter->next(game->view(engines::Observer::everybody()))), before) << entry.name;
    EXPECT_EQ(text_of(copy->picture()), before) << entry.name;
  }
}

}  // namespace
}  // namespace referee::screen
