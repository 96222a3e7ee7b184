#include "referee/adapt/game_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>

#include "tests/support/temp_folder.h"

namespace referee {
namespace {

namespace fs = std::filesystem;
using test_support::read_file;
using test_support::TempFolder;
using testing::ElementsAre;

const ProgramInput kBoard{{"5", "pb"}, "tmp.superball", "r...\n"};

ProgramCall call_in(const GameFolder& folder) { return folder.call({"/x/sb-play", "-v"}, kBoard); }

TEST(GameFolder, AProgramIsCalledWithItsWordsAndThoseOfItsInput) {
  const ProgramCall call = call_in(GameFolder(WorksIn::its_folder, "/etc"));
  EXPECT_THAT(call.words, ElementsAre("/x/sb-play", "-v", "5", "pb"));
  EXPECT_EQ(call.input.filename(), "tmp.superball");
  EXPECT_EQ(call.folder, "") << "it works where its files are";
}

TEST(GameFolder, ACopyIsThereForTheWholeGame) {
  std::optional<GameFolder> game(std::in_place, WorksIn::copy, "");
  const fs::path folder = call_in(*game).folder;
  EXPECT_EQ(call_in(*game).input, folder / "tmp.superball");
  test_support::write_file(folder / "notes", "kept");
  EXPECT_EQ(call_in(*game).folder, folder);
  EXPECT_EQ(read_file(folder / "notes"), "kept");
  EXPECT_NE(call_in(GameFolder(WorksIn::copy, "")).folder, folder);
  game.reset();
  EXPECT_FALSE(fs::exists(folder));
}

TEST(GameFolder, ACopyHasTheProgramsFiles) {
  const TempFolder handed_in;
  test_support::write_file(handed_in / "weights.txt", "1 2 3");
  fs::permissions(handed_in / "weights.txt", fs::perms::owner_read);
  const GameFolder game(WorksIn::copy, handed_in.path());
  const ProgramCall call = call_in(game);
  EXPECT_NE(call.folder, handed_in.path());
  EXPECT_EQ(read_file(call.folder / "weights.txt"), "1 2 3");
  test_support::write_file(call.folder / "weights.txt", "learned");
  EXPECT_EQ(read_file(handed_in / "weights.txt"), "1 2 3");
}

TEST(GameFolder, AProgramWorksInALargeFolderAsItIsAndNothingIsWrittenThere) {
  const TempFolder handed_in;
  fs::create_symlink("/etc", handed_in / "leads_outside");
  const GameFolder game(WorksIn::copy, handed_in.path());
  const ProgramCall call = call_in(game);
  EXPECT_EQ(call.folder, fs::canonical(handed_in.path()));
  EXPECT_FALSE(fs::exists(handed_in / "tmp.superball"));
  EXPECT_EQ(read_file(call.input), "r...\n");
}

TEST(GameFolder, TheInputIsWrittenWhateverTheProgramHasMadeOfTheFile) {
  const GameFolder game(WorksIn::copy, "");
  const fs::path file = call_in(game).input;
  fs::remove(file);
  fs::create_directories(file / "deep");
  EXPECT_EQ(read_file(call_in(game).input), "r...\n");
  const TempFolder elsewhere;
  test_support::write_file(elsewhere / "mine", "mine");
  fs::remove(file);
  fs::create_symlink(elsewhere / "mine", file);
  EXPECT_EQ(read_file(call_in(game).input), "r...\n");
  EXPECT_EQ(read_file(elsewhere / "mine"), "mine");
  fs::remove_all(file.parent_path());
  EXPECT_EQ(read_file(call_in(game).input), "r...\n");
}

}  // namespace
}  // namespace referee
