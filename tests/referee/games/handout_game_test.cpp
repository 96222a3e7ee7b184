#include "referee/adapt/handout_game.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <csignal>
#include <filesystem>
#include <optional>

#include <nlohmann/json.hpp>

#include "referee/adapt/program_bot.h"
#include "referee/adapt/snake.h"
#include "referee/adapt/superball.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

namespace fs = std::filesystem;
using test_support::read_file;
using test_support::TempFolder;
using testing::ElementsAre;
using testing::StartsWith;
using Json = nlohmann::json;

const Json kSuperball = Json::parse(
    R"({"rows":5,"cols":4,"min_score_size":3,"colors":"pb","deal":"handout","max_moves":100000})");
const Json kBoard = Json::parse(R"({"board":["r...","....","B**G","....",".b.."],"empty":15,"score":0})");
const Json kMaze = Json::parse(R"({"cols":5,"rows":3,"maze":["#####","o $ _","#####"]})");

std::unique_ptr<HandoutGame> superball() { return new_superball_game({"/x/sb-play", "-v"}, kSuperball); }
std::unique_ptr<HandoutGame> snake() { return new_snake_game({"/x/iap", "-v"}, kMaze); }

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

TEST(SnakeGame, IsAskedWithColumnsRowsAndTheMaze) {
  const auto game = snake();
  const ProgramCall call = game->call(Json::parse(R"({"maze":["#####","  $ _","#####"],"head":[1,0]})"));
  EXPECT_THAT(call.words, ElementsAre("/x/iap", "-v", "--challenge"));
  EXPECT_EQ(read_file(call.input), "5\n3\n#####\no $ _\n#####\n");
  EXPECT_EQ(call.folder, "") << "it works where its files are";
}

TEST(SnakeGame, TheStartIsWhereTheHeadIs) {
  const auto game = snake();
  const ProgramCall call = game->call(Json::parse(R"({"maze":["#####","    _","#####"],"head":[1,2]})"));
  EXPECT_EQ(read_file(call.input), "5\n3\n#####\n  o _\n#####\n");
}

TEST(SnakeGame, AMoveIsALineWithoutTrailingBlanks) {
  const auto game = snake();
  EXPECT_EQ(game->move_in("EENO"), "EENO");
  EXPECT_EQ(game->move_in("EENO \t\r"), "EENO");
  EXPECT_EQ(game->move_in("EE NO"), "EE NO");
  EXPECT_EQ(game->move_in(" \r"), "");
}

class AnswerTest : public testing::Test {
 protected:
  RunAnswer answer(const std::string& script) {
    ProgramRun run({{"/bin/sh", "-c", script}, "/dev/null"});
    while (!run.ended()) {
      std::array<pollfd, 2> files{{{signals_.descriptor(), POLLIN, 0}, {run.output(), POLLIN, 0}}};
      ::poll(files.data(), files.size(), -1);
      signals_.take();
      run.read_output();
    }
    return answer_of(run, *game_, "./sb-play");
  }

  SignalFile signals_{SIGCHLD};
  std::unique_ptr<HandoutGame> game_ = superball();
};

TEST_F(AnswerTest, TheFirstLineIsTheMoveHoweverTheProgramEnds) {
  for (const char* script :
       {"echo SWAP 0 1 2 3", "printf 'SWAP 0 1 2 3'", "printf 'SWAP 0 1 2 3\\r\\nmore\\n'; exit 1",
        "echo SWAP 0 1 2 3; kill -SEGV $$"}) {
    EXPECT_EQ(answer(script).move, "SWAP 0 1 2 3") << script;
    EXPECT_EQ(answer(script).why, "") << script;
  }
}

TEST_F(AnswerTest, WhyThereIsNoMoveIsToldWithHowTheProgramEnded) {
  EXPECT_EQ(answer("exit 2").why, "./sb-play printed nothing (exit status 2)");
  EXPECT_EQ(answer("kill -SEGV $$").why, "./sb-play printed nothing (signal 11, Segmentation fault)");
  EXPECT_EQ(answer("echo; echo SWAP 0 1 2 3").why,
            "the first line that ./sb-play printed is blank (exit status 0)");
  EXPECT_EQ(answer("exit 2").move, "");
}

TEST_F(AnswerTest, ALineThatNoMessageHasRoomForIsNoMove) {
  const std::string why = "./sb-play printed a first line of over 64512 bytes (exit status 0)";
  EXPECT_EQ(answer("head -c 1000000 /dev/zero | tr '\\0' x").why, why);
  EXPECT_EQ(answer("head -c 64513 /dev/zero | tr '\\0' x; echo").why, why);
  EXPECT_EQ(answer("head -c 64512 /dev/zero | tr '\\0' x; echo").move, std::string(64512, 'x'));
}

TEST(FoundWords, AreWholePathsSoThatTheyHoldInAnyFolder) {
  const TempFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  const fs::path here = fs::current_path();
  test_support::write_file("sb-play", "");
  test_support::write_file("weights", "");
  fs::permissions("sb-play", fs::perms::owner_all);
  EXPECT_THAT(found_words("superball", {"./sb-play", "weights", "none"}),
              ElementsAre(here / "sb-play", here / "weights", "none"));
  EXPECT_THAT(found_words("superball", {"sb-play"}), ElementsAre(here / "sb-play"));
  EXPECT_THAT(found_words("superball", {"true"}).front(), testing::MatchesRegex("/.*/true"));
  EXPECT_THROW(found_words("superball", {"weights"}), std::invalid_argument) << "not executable";
  EXPECT_EQ(program_as_typed(here / "sb-play"), "./sb-play");
  EXPECT_EQ(program_as_typed("/usr/bin/true"), "/usr/bin/true");
  fs::current_path(before);
}

}  // namespace
}  // namespace referee
