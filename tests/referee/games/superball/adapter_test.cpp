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

std::unique_ptr<HandoutGame> superball(const fs::path& folder = {}) {
  return new_superball_game({"/x/sb-play", "-v"}, kSetup, folder);
}

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

TEST(SuperballGame, WorksInACopyOfTheProgramsFolder) {
  const TempFolder handed_in;
  test_support::write_file(handed_in / "weights.txt", "1 2 3");
  fs::permissions(handed_in / "weights.txt", fs::perms::owner_read);
  const auto game = superball(handed_in.path());
  const ProgramCall call = game->call(kBoard);
  EXPECT_NE(call.folder, handed_in.path());
  EXPECT_EQ(read_file(call.folder / "weights.txt"), "1 2 3");
  EXPECT_EQ(call.input, call.folder / "tmp.superball");
  test_support::write_file(call.folder / "weights.txt", "learned");
  EXPECT_EQ(read_file(handed_in / "weights.txt"), "1 2 3");
  EXPECT_EQ(read_file(superball(handed_in.path())->call(kBoard).folder / "weights.txt"), "1 2 3");
}

TEST(SuperballGame, WorksInALargeFolderAsItIsAndWritesNothingThere) {
  const TempFolder handed_in;
  fs::create_symlink("/etc", handed_in / "leads_outside");
  const auto game = superball(handed_in.path());
  const ProgramCall call = game->call(kBoard);
  EXPECT_EQ(call.folder, fs::canonical(handed_in.path()));
  EXPECT_FALSE(fs::exists(handed_in / "tmp.superball"));
  EXPECT_THAT(read_file(call.input), StartsWith("r...\n"));
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

TEST(SuperballGame, ReadsNumbersAsScanfDoes) {
  const auto game = superball();
  EXPECT_EQ(game->move_in("SWAP +3 0; 1x 007"), "SWAP 3 0 1 007");
  EXPECT_EQ(game->move_in("SCORE 2.9 -0"), "SCORE 2 0");
  EXPECT_EQ(game->move_in("SCORE -1 99999999999999999999z"), "SCORE -1 99999999999999999999");
  EXPECT_EQ(game->move_in("SCORE + x1"), "SCORE + x1");
  EXPECT_EQ(game->move_in("3x 0 1"), "3x 0 1") << "a keyword is no number";
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
            "Empty Cells:  1     Score: 12345\n\nr.........\nB*....G.**\n");
}

}  // namespace
}  // namespace referee
