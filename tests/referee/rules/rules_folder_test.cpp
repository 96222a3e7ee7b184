#include "referee/rules/rules_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/referee/rules/rules_room.h"
#include "tests/support/complaint.h"

namespace referee::rules {
namespace {

namespace fs = std::filesystem;
using test_support::read_file;
using test_support::write_file;
using testing::AllOf;
using testing::HasSubstr;

/// What is said of a game.json like that of a small game, but for one key.
std::string refused_with(const std::string& key, const std::string& value) {
  Json game = game_json("small");
  game["options"] = {{"players", {{"type", "integer"}, {"default", 2}}}};
  game[key] = Json::parse(value);
  return test_support::complaint<fields::Exception>([&] { (void)GameFile::read(game, "game.json"); });
}

std::string refused_without(const std::string& key) {
  Json game = game_json("small");
  game.erase(key);
  return test_support::complaint<fields::Exception>([&] { (void)GameFile::read(game, "game.json"); });
}

std::string refused_folder(const fs::path& folder) {
  return test_support::complaint<std::exception>([&] { const RulesFolder read(folder); });
}

TEST(GameFile, HasTheContractsDefaults) {
  const GameFile game = GameFile::read(game_json("small"), "game.json");
  EXPECT_EQ(game.name, "small");
  EXPECT_FALSE(game.at_once);
  EXPECT_FALSE(game.hidden);
  EXPECT_EQ(game.decided_by, "");
  EXPECT_EQ(game.max_turns, 10'000);
  EXPECT_EQ(game.answer, Milliseconds(1000));
  EXPECT_EQ(game.start, Milliseconds(10'000));
  EXPECT_EQ(Json::parse(game.clock), Json::parse(R"({"kind": "per_move", "ms": 1000})"));
  EXPECT_TRUE(game.bots.empty());
}

TEST(GameFile, NamesTheKeyThatIsWrong) {
  struct Case {
    const char* key;
    const char* value;
    const char* says;
  };
  const Case cases[] = {
      {"rules_program", "2", "game.json: rules_program: got 2"},
      {"name", "\"Small\"", "game.json: name: got \"Small\", expected 1 to 32 of a-z, 0-9 and _"},
      {"name", "\"\"", "game.json: name"},
      {"version", "0", "game.json: version: got 0"},
      {"command", "\"python3 rules.py\"", "game.json: command"},
      {"command", "[]", "game.json: command"},
      {"seats", "0", "game.json: seats: got 0, expected an integer from 1 to 64, or the name of an option"},
      {"seats", "\"player\"", "game.json: seats"},
      {"at_once", "1", "game.json: at_once"},
      {"clock", R"({"kind": "per_mvoe"})", "game.json: clock.kind"},
      {"max_turns", "10000001", "game.json: max_turns"},
      {"typical_turns", "0", "game.json: typical_turns"},
      {"answer_ms", "60001", "game.json: answer_ms"},
      {"start_ms", "0", "game.json: start_ms"},
      {"bots", R"({"random": "bot.py"})", "game.json: bots.random"},
      {"options", R"({"size": {"type": "integer", "default": "a"}})", "game.json: options.size.default"},
      {"staff", R"([["game:any"]])",
       "game.json: staff: got [[\"game:any\"]], expected a list of 2 to 20 commands"},
      {"staff", R"([["game:any"], "game:best"])",
       "game.json: staff[1]: got \"game:best\", expected a list of 1"},
      {"decided_by", "true", "game.json: decided_by: got true"},
      {"decided_by", "\"a_list_of_33_bytes_in_the_outcome_\"", "game.json: decided_by"},
      {"rank_by", "\"mean\"", "game.json: rank_by"},
      {"hiden", "true", "did you mean 'hidden'?"},
  };
  for (const Case& one : cases) {
    EXPECT_THAT(refused_with(one.key, one.value), HasSubstr(one.says)) << one.key;
  }
  for (const char* const key : {"rules_program", "name", "version", "command", "seats"}) {
    EXPECT_THAT(refused_without(key), HasSubstr(std::string("game.json: ") + key + ": missing"));
  }
}

TEST(GameFile, AnOptionMayHaveAnyNumberButSeats) {
  const auto folder = cards_folder();
  const RulesFolder read(folder.path());
  EXPECT_EQ(read.facts({{"players", 3}}).seats, 3);
  Json game = game_json("small");
  game["seats"] = "players";
  game["options"] = {{"players", {{"type", "integer"}, {"default", 65}}}};
  EXPECT_THAT(test_support::complaint<fields::Exception>([&] { (void)GameFile::read(game, "game.json"); }),
              HasSubstr("options.players: got 65, expected an integer from 1 to 64"));
}

TEST(RulesFolder, KnowsFactsWithoutItsProgram) {
  const auto folder = cards_folder();
  const RulesFolder read(folder.path());
  const engines::Facts facts = read.facts({{"players", 4}});
  EXPECT_EQ(facts.options, Json({{"players", 4}}));
  EXPECT_EQ(facts.seats, 4);
  EXPECT_EQ(facts.asked, 4);
  EXPECT_EQ(facts.max_turns, 10'000);
  EXPECT_TRUE(facts.hidden);
  EXPECT_THAT(test_support::complaint<fields::Exception>([&] {
                (void)read.facts({{"players", 5}});
              }),
              HasSubstr("options.players: got 5, expected an integer from 2 to 4"));
}

TEST(RulesFolder, WorksInACopyWithItsFiles) {
  const auto folder = sticks_folder();
  fs::create_directory(folder.path() / "records");
  write_file(folder.path() / "records/r1", "a record");
  const RulesFolder read(folder.path());
  EXPECT_EQ(read_file(read.copy() / "loop.py"), program_text("loop.py"));
  EXPECT_FALSE(fs::exists(read.copy() / "records"));
  write_file(folder.path() / "rules.py", "another program");
  EXPECT_EQ(read_file(read.copy() / "rules.py"), program_text("sticks.py"));
  EXPECT_EQ(read.placed_command(), (Command{"python3", (read.copy() / "rules.py").string()}));
}

TEST(RulesFolder, ItsHashIsOfWhatTheProgramGets) {
  const auto folder = sticks_folder();
  const auto hash = [&] { return RulesFolder(folder.path()).sha256(); };
  const std::string before = hash();
  EXPECT_EQ(before.size(), 64);
  fs::create_directories(folder.path() / "records");
  fs::create_directories(folder.path() / "__pycache__");
  write_file(folder.path() / "README.md", "words");
  write_file(folder.path() / "records/r1", "a record");
  write_file(folder.path() / "__pycache__/rules.pyc", "bytes");
  write_file(folder.path() / "staff.json", "levels");
  EXPECT_EQ(hash(), before) << "records, README.md, levels of bots and what Python keeps";
  write_file(folder.parent() / "loop.py", "another library");
  EXPECT_NE(hash(), before) << "a file of game.json's files";
  write_file(folder.parent() / "loop.py", program_text("loop.py"));
  EXPECT_EQ(hash(), before);
  write_file(folder.path() / "rules.py", program_text("sticks.py") + "\n");
  EXPECT_NE(hash(), before) << "the program";
}

TEST(RulesFolder, RefusesFilesThatItMayNotHave) {
  const auto with_file = [](const std::string& file) {
    Json game = game_json("small");
    game["files"] = {file};
    const GameFolder folder(game, "");
    return refused_folder(folder.path());
  };
  EXPECT_THAT(with_file("../nothing.py"), AllOf(HasSubstr("game.json: files"), HasSubstr("expected a file")));
  EXPECT_THAT(with_file("../../../etc/passwd"), HasSubstr("game.json: files"));
  EXPECT_THAT(with_file("/etc/passwd"), HasSubstr("game.json: files"));
  EXPECT_THAT(with_file("rules.py"), HasSubstr("expected a file of another name"));
}

TEST(RulesFolder, SaysWhatAFolderLacks) {
  const test_support::TempFolder empty;
  EXPECT_THAT(refused_folder(empty.path()), HasSubstr("no game.json"));
  EXPECT_THAT(refused_folder(empty / "nothing"), HasSubstr("expected a folder with a game.json"));
  write_file(empty / "game.json", "{");
  EXPECT_THAT(refused_folder(empty.path()), HasSubstr("not JSON"));
  const auto linked = sticks_folder();
  fs::create_symlink("/etc/passwd", linked.path() / "link");
  EXPECT_THAT(refused_folder(linked.path()), HasSubstr("link, a link that leads outside"));
}

TEST(RulesFolder, ItsCopyIsAFolderOfTheSameContent) {
  const auto folder = sticks_folder();
  const RulesFolder read(folder.path());
  EXPECT_EQ(RulesFolder(read.copy()).sha256(), read.sha256()) << "without the files beside the folder";
}

}  // namespace
}  // namespace referee::rules
