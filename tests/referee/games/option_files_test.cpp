#include "referee/games/option_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "tests/support/complaint.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using engines::FileOption;
using Json = nlohmann::json;
using test_support::TempFolder;
using test_support::write_file;
using testing::AllOf;
using testing::EndsWith;
using testing::StartsWith;

constexpr FileOption kMap{"map", FileOption::Content::json};
constexpr FileOption kMaze{"maze", FileOption::Content::lines};

/// A game with nothing but the option.
class NoGame final : public engines::Entry {
 public:
  explicit NoGame(std::optional<FileOption> option) : Entry("fake", 1, "{}") { file_option = option; }
  std::unique_ptr<engines::Game> make(const Json& /*options*/, const engines::Seed& /*seed*/) const override {
    throw std::logic_error("no test creates the game");
  }
};

/// A game's complaint about one place of its options.
[[noreturn]] void complain(const std::string& path) {
  throw fields::Exception({path, "[1,9]", "a cell of the grid"});
}

class OptionFilesTest : public testing::Test {
 protected:
  OptionFiles of(std::optional<FileOption> option) const {
    return OptionFiles(NoGame(option), folder_.path());
  }
  void write(const std::string& name, const std::string& text) const { write_file(folder_ / name, text); }

  Json filled(std::optional<FileOption> option, Json options) const {
    of(option).fill_in(options, "options");
    return options;
  }

  std::string refusal(std::optional<FileOption> option, Json options) const {
    try {
      of(option).fill_in(options, "options");
    } catch (const fields::Exception& wrong) {
      return wrong.what();
    } catch (const std::invalid_argument& wrong) {
      return wrong.what();
    }
    return "accepted";
  }

  /// The message for a mistake that the game finds at `path`.
  static std::string told(const OptionFiles& files, const std::string& path) {
    return test_support::complaint<fields::Exception>([&] { files.with_places([&] { complain(path); }); });
  }

  TempFolder folder_;
};

// "in a config and on the command line the name of a file may stand for its value"

TEST_F(OptionFilesTest, TheContentOfAFileStandsWhereItsNameStood) {
  write("mine.json", R"({"grid":[[0,null]]})");
  EXPECT_EQ(filled(kMap, {{"map", "mine.json"}, {"n", 5}}),
            Json::parse(R"({"map":{"grid":[[0,null]]},"n":5})"));
  write("maze.txt", "###\no _\n");
  EXPECT_EQ(filled(kMaze, {{"maze", "maze.txt"}}), Json::parse(R"({"maze":["###","o _"]})"));
}

TEST_F(OptionFilesTest, ANameWithASlashOrTheRightEndingIsAFile) {
  EXPECT_TRUE(OptionFiles::names_file(kMap, "mine.json"));
  EXPECT_TRUE(OptionFiles::names_file(kMap, "maps/mine"));
  EXPECT_TRUE(OptionFiles::names_file(kMaze, "maze.txt"));
  EXPECT_TRUE(OptionFiles::names_file(kMaze, "./maze"));
  EXPECT_FALSE(OptionFiles::names_file(kMap, "spiral"));
  EXPECT_FALSE(OptionFiles::names_file(kMap, "maze.txt"));
  EXPECT_FALSE(OptionFiles::names_file(kMaze, "mine.json"));
  EXPECT_FALSE(OptionFiles::names_file(kMaze, ""));
  EXPECT_FALSE(OptionFiles::names_file(kMaze, std::string_view("a/b\0c", 5)));
}

TEST_F(OptionFilesTest, OtherValuesAreLeftToTheGame) {
  for (const char* text : {R"({"map":"spiral"})", R"({"map":{"grid":[]}})", R"({"map":7})", R"({"n":"a/b"})",
                           R"({})", R"([])", R"("a/b")"}) {
    EXPECT_EQ(filled(kMap, Json::parse(text)), Json::parse(text));
  }
  EXPECT_EQ(filled(std::nullopt, {{"map", "mine.json"}}), Json({{"map", "mine.json"}}))
      << "a game that has no such option";
}

TEST_F(OptionFilesTest, AnAbsoluteNameDoesNotDependOnTheFolder) {
  write("mine.json", "[1]");
  Json options = {{"map", (folder_ / "mine.json").string()}};
  OptionFiles(NoGame(kMap), "/nowhere").fill_in(options, "options");
  EXPECT_EQ(options, Json::parse(R"({"map":[1]})"));
}

// Snake 1.8: empty lines at the end.
TEST_F(OptionFilesTest, LineEndingsAndByteOrderMarksOfEditorsAreNotPartOfTheValue) {
  const Json expected = Json::parse(R"({"maze":["###","","o _"]})");
  for (const char* text : {"###\n\no _", "###\n\no _\n", "###\r\n\r\no _\r\n", "\xEF\xBB\xBF###\n\no _\n",
                           "###\n\no _\n\n", "###\r\n\r\no _\r\n\r\n\r\n"}) {
    write("maze.txt", text);
    EXPECT_EQ(filled(kMaze, {{"maze", "maze.txt"}}), expected) << Json(text).dump();
  }
  write("mine.json", "\xEF\xBB\xBF[1]\r\n");
  EXPECT_EQ(filled(kMap, {{"map", "mine.json"}}), Json::parse(R"({"map":[1]})"));
  write("maze.txt", "");
  EXPECT_EQ(filled(kMaze, {{"maze", "maze.txt"}}), Json::parse(R"({"maze":[]})"));
}

TEST_F(OptionFilesTest, SpacesOfALineStay) {
  write("maze.txt", "o _  \n  #\n");
  EXPECT_EQ(filled(kMaze, {{"maze", "maze.txt"}}), Json::parse(R"({"maze":["o _  ","  #"]})"));
}

// ---- files that are wrong ----

TEST_F(OptionFilesTest, AFileThatCannotBeReadIsNamedWithItsKey) {
  EXPECT_THAT(
      refusal(kMap, {{"map", "maps/none.json"}}),
      AllOf(StartsWith("options.map: "), testing::HasSubstr("/maps/none.json: cannot be read: no folder ")));
  EXPECT_THAT(refusal(kMap, {{"map", "./"}}),
              EndsWith("/./: cannot be read: it is a folder, expected a file"));
  EXPECT_THAT(refusal(kMap, {{"map", "\x1b[2J/x"}}),
              testing::HasSubstr("/?[2J/x: cannot be read: no folder "));
}

TEST_F(OptionFilesTest, AFileOfOverAMebibyteIsRefused) {
  write("maze.txt", std::string(1024 * 1024, '#'));
  EXPECT_EQ(refusal(kMaze, {{"maze", "maze.txt"}}), "accepted");
  write("maze.txt", std::string(1024 * 1024 + 1, '#'));
  EXPECT_THAT(refusal(kMaze, {{"maze", "maze.txt"}}),
              EndsWith("/maze.txt: too large, expected at most 1 MiB"));
}

TEST_F(OptionFilesTest, ASyntaxErrorIsToldByLineAndColumn) {
  write("mine.json", "{\n  \"grid\": [1,]\n}\n");
  EXPECT_THAT(refusal(kMap, {{"map", "mine.json"}}),
              StartsWith("options.map: mine.json: not JSON: line 2, column 14: "));
}

TEST_F(OptionFilesTest, AKeyThatStandsTwiceIsRefused) {
  write("mine.json", R"({"ship":[1,1],"ghosts":[{"type":1,"type":2}]})");
  EXPECT_EQ(refusal(kMap, {{"map", "mine.json"}}),
            "options.map: mine.json: ghosts[0].type: got a second value, expected each key once");
}

TEST_F(OptionFilesTest, TooDeepNestingIsRefused) {
  write("mine.json", std::string(33, '[') + std::string(33, ']'));
  EXPECT_EQ(refusal(kMap, {{"map", "mine.json"}}),
            "options.map: mine.json: nested 33 deep, expected at most 32");
}

// ---- values that are wrong ----

TEST_F(OptionFilesTest, AMistakeInsideOfAFileIsToldAsOneOfThatFile) {
  write("mine.json", "{}");
  OptionFiles files = of(kMap);
  Json options = {{"map", "mine.json"}};
  files.fill_in(options, "instances[3]");
  const std::string what = ": got [1,9], expected a cell of the grid";
  EXPECT_EQ(told(files, "instances[3].map.ghosts[2].location"),
            "instances[3].map: mine.json: ghosts[2].location" + what);
  EXPECT_EQ(told(files, "instances[3].map[0]"), "instances[3].map: mine.json: [0]" + what);
  EXPECT_EQ(told(files, "instances[3].map"), "instances[3].map: mine.json" + what);
}

TEST_F(OptionFilesTest, ALineOfAFileIsCountedFromOne) {
  write("maze.txt", "###");
  OptionFiles files = of(kMaze);
  Json options = {{"maze", "maze.txt"}};
  files.fill_in(options, "options");
  const std::string what = ": got [1,9], expected a cell of the grid";
  EXPECT_EQ(told(files, "options.maze[3]"), "options.maze: maze.txt: line 4" + what);
  EXPECT_EQ(told(files, "options.maze[3][7]"), "options.maze: maze.txt: line 4[7]" + what);
  EXPECT_EQ(told(files, "options.maze"), "options.maze: maze.txt" + what);
}

TEST_F(OptionFilesTest, OtherMistakesAreToldAsTheyAre) {
  write("mine.json", "{}");
  OptionFiles files = of(kMap);
  Json options = {{"map", "mine.json"}};
  files.fill_in(options, "instances[1]");
  for (const char* path : {"instances[1].mapped", "instances[10].map", "instances[1]", "options.map", ""}) {
    EXPECT_EQ(told(files, path), fields::Error({path, "[1,9]", "a cell of the grid"}).text());
  }
  EXPECT_EQ(files.with_places([] { return 7; }), 7);
}

}  // namespace
}  // namespace referee
