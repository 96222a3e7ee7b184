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
    return test_support::complaint<std::exception>([&] { of(option).fill_in(options, "options"); });
  }

  /// The message for a mistake that the game finds at `path` where the option of `options` is a file.
  std::string told(FileOption option, const std::string& options, const std::string& path) const {
    const std::string name = option.content == FileOption::Content::json ? "mine.json" : "maze.txt";
    write(name, "{}");
    OptionFiles files = of(option);
    Json json = {{option.key, name}};
    files.fill_in(json, options);
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

TEST_F(OptionFilesTest, AFileThatIsNoStrictJsonIsRefused) {
  for (const auto& [text, why] :
       {std::pair(std::string("{\n  \"grid\": [1,]\n}\n"), "not JSON: line 2, column 14: "),
        {R"({"ship":[1,1],"ghosts":[{"type":1,"type":2}]})", "ghosts[0].type: got a second value"},
        {std::string(33, '[') + std::string(33, ']'), "nested 33 deep, expected at most 32"}}) {
    write("mine.json", text);
    EXPECT_THAT(refusal(kMap, {{"map", "mine.json"}}),
                StartsWith(std::string("options.map: mine.json: ") + why));
  }
}

// ---- values that are wrong ----

TEST_F(OptionFilesTest, AMistakeInsideOfAFileIsToldAsOneOfThatFile) {
  const std::string what = ": got [1,9], expected a cell of the grid";
  for (const auto& [inside, place] :
       {std::pair(".ghosts[2].location", ": ghosts[2].location"), {"[0]", ": [0]"}, {"", ""}}) {
    EXPECT_EQ(told(kMap, "instances[3]", std::string("instances[3].map") + inside),
              std::string("instances[3].map: mine.json") + place + what);
  }
  for (const auto& [inside, place] : {std::pair("[3]", ": line 4"), {"[3][7]", ": line 4[7]"}, {"", ""}}) {
    EXPECT_EQ(told(kMaze, "options", std::string("options.maze") + inside),
              std::string("options.maze: maze.txt") + place + what)
        << "lines are counted from one";
  }
}

TEST_F(OptionFilesTest, OtherMistakesAreToldAsTheyAre) {
  for (const char* path : {"instances[1].mapped", "instances[10].map", "instances[1]", "options.map", ""}) {
    EXPECT_EQ(told(kMap, "instances[1]", path), fields::Error({path, "[1,9]", "a cell of the grid"}).text());
  }
  EXPECT_EQ(of(kMap).with_places([] { return 7; }), 7);
}

}  // namespace
}  // namespace referee
