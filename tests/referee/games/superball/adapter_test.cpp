#include "referee/games/superball/adapter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>

#include <nlohmann/json.hpp>

#include "tests/support/temp_folder.h"

namespace referee {
namespace {

namespace fs = std::filesystem;
using test_support::read_file;
using test_support::TempFolder;
using testing::ElementsAre;
using testing::StartsWith;
using Json = nlohmann::json;

const Json kSetup = Json::parse(
    R"({"rows":5,"cols":4,"min_score_size":3,"colors":"pb","deal":"handout","max_moves":100000})");
const Json kBoard = Json::parse(R"({"board":["r...","....","B**G","....",".b.."],"empty":15,"score":0})");

std::unique_ptr<HandoutGame> superball() { return new_superball_game({"/x/sb-play", "-v"}, kSetup); }

TEST(SuperballGame, IsAskedWithTheHandoutsArgumentsAndTheBoard) {
  const auto game = superball();
  const ProgramCall call = game->call(kBoard);
  EXPECT_THAT(call.words, ElementsAre("/x/sb-play", "-v", "5", "4", "3", "pb"));
  EXPECT_EQ(call.input, call.folder / "tmp.superball");
  EXPECT_EQ(read_file(call.input), "r...\n....\nB**G\n....\n.b..\n");
}

TEST(SuperballGame, HasAFolderOfItsOwnForTheWholeGame) {
  std::optional game(superball());
  const fs::path folder = (*game)->call(kBoard).folder;
  test_support::write_file(folder / "notes", "kept");
  EXPECT_EQ((*game)->call(kBoard).folder, folder);
  EXPECT_EQ(read_file(folder / "notes"), "kept");
  EXPECT_NE(superball()->call(kBoard).folder, folder);
  game.reset();
  EXPECT_FALSE(fs::exists(folder));
}

TEST(SuperballGame, WritesTheBoardWhateverTheProgramHasMadeOfTheFile) {
  const auto game = superball();
  const fs::path file = game->call(kBoard).input;
  fs::remove(file);
  fs::create_directories(file / "deep");
  EXPECT_THAT(read_file(game->call(kBoard).input), StartsWith("r...\n"));
  const TempFolder elsewhere;
  test_support::write_file(elsewhere / "mine", "mine");
  fs::remove(file);
  fs::create_symlink(elsewhere / "mine", file);
  EXPECT_THAT(read_file(game->call(kBoard).input), StartsWith("r...\n"));
  EXPECT_EQ(read_file(elsewhere / "mine"), "mine");
  fs::remove_all(file.parent_path());
  EXPECT_THAT(read_file(game->call(kBoard).input), StartsWith("r...\n"));
}

TEST(SuperballGame, AMoveIsItsWords) {
  const auto game = superball();
  EXPECT_EQ(game->move_in("SWAP 0 1 2 3"), "SWAP 0 1 2 3");
  EXPECT_EQ(game->move_in(" \tSCORE\t 2  0 \r"), "SCORE 2 0");
  EXPECT_EQ(game->move_in("what is this"), "what is this");
  EXPECT_EQ(game->move_in(" \t\r"), "");
  EXPECT_EQ(game->move_in(""), "");
}

Json view_with(int empty, int score) {
  return {{"board", {"r.........", "B*....G.**"}}, {"empty", empty}, {"score", score}};
}

TEST(SuperballBoard, IsALineForEachRow) {
  EXPECT_EQ(superball_board(view_with(75, 30)), "r.........\nB*....G.**\n");
}

TEST(SuperballPosition, IsTheHandoutsText) {
  EXPECT_EQ(superball_position(view_with(75, 30)),
            "Empty Cells: 75     Score: 30\n\nr.........\nB*....G.**\n");
  EXPECT_EQ(superball_position(view_with(1, 12345)),
            "Empty Cells: 1      Score: 12345\n\nr.........\nB*....G.**\n");
}

}  // namespace
}  // namespace referee
