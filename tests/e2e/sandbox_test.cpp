#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/e2e/run_referee.h"
#include "tests/support/sandbox_at_most.h"

// The sandbox on the command line.

namespace e2e {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class SandboxTest : public RefereeTest {
 protected:
  void SetUp() override {
    fs::permissions(folder(), fs::perms(0755));
    for (const char* name : {"alice", "bob"}) {
      fs::create_directory(folder() / name);
      fs::copy(RUDE_BOTS "/honest_walls.py", folder() / name / "bot.py");
      fs::copy(RUDE_BOTS "/talk.py", folder() / name);
    }
  }
  static Json entrant(const std::string& name, const std::string& bot) {
    return {{"name", name}, {"command", {"/usr/bin/python3", "-BS", bot}}};
  }
  /// Runs a tournament of two.
  Child& run_cup(const Json& entrants) {
    const Json cup = {{"name", "Cup"},
                      {"game", "walls"},
                      {"options", {{"n", 3}}},
                      {"clock", Json::parse(kPatientClock)},
                      {"format", {{"kind", "round_robin"}}},
                      {"entrants", entrants}};
    test_support::write_file(folder() / "cup.json", cup.dump());
    return run({"run", "cup.json"});
  }

 private:
  const test_support::SandboxAtMost at_most_{"basic"};  // the level that every machine has
};

TEST_F(SandboxTest, TooWeakAMachineIsExitCodeFour) {
  // "Exit codes: [...] 4 sandbox weaker than asked", "never lower silently"
  const Child& referee =
      run(match("walls", {"/bin/true", "/bin/true"}, kPatientClock, {"--sandbox", "bwrap"}));
  EXPECT_EQ(referee.code(), 4);
  EXPECT_THAT(referee.err(), HasSubstr("sandbox: expected at least bwrap, this machine gives basic: "));
  EXPECT_THAT(referee.err(), HasSubstr("install bubblewrap"));
  EXPECT_TRUE(record_files().empty());
}

TEST_F(SandboxTest, BotThatTakesTooMuchTogetherWithItsChildrenIsKilledAndToldSo) {
  // At none, too: the bot may start what it likes.
  test_support::write_file(
      folder() / "alice" / "greedy.sh",
      "for i in 1 2 3 4 5 6; do (head -c 52428800 /dev/zero; exec sleep 1000) | tail & done\n"
      "wait\n");
  const Child& referee = run(match("walls", {"/bin/sh alice/greedy.sh", "sample:walls_random"}, kPatientClock,
                                   {"--option", "n=3", "--sandbox", "none", "--memory-mib", "200"}));
  EXPECT_EQ(referee.code(), 0) << referee.err();
  EXPECT_THAT(referee.out(), HasSubstr("killed: its processes took more than 200 MiB together"));
}

TEST_F(SandboxTest, LevelIsPrintedAndInTheRecord) {
  const Child& referee = run(match("walls", {"/usr/bin/python3 -BS alice/bot.py", "sample:walls_random"},
                                   R"({"kind":"per_move","ms":60000})", {"--option", "n=3"}));
  EXPECT_EQ(referee.code(), 0) << referee.err();
  EXPECT_THAT(referee.out(), HasSubstr("sandbox: basic ("));
  const Json header = record().header();
  EXPECT_EQ(header.at("sandbox"), Json({"basic", "none"})) << "sample bots are ours";
  EXPECT_THAT(header.at("cpu_by")[0], testing::AnyOf("cgroup", "process_clock"));
  EXPECT_EQ(header.at("cpu_by")[1], header.at("cpu_by")[0])
      << "with a cgroup or without, as the machine allows";
}

TEST_F(SandboxTest, NoneHasToBeWrittenAndWarns) {
  const Child& referee =
      run(match("walls", {"/usr/bin/python3 -BS alice/bot.py", "/usr/bin/python3 -BS bob/bot.py"},
                kPatientClock, {"--option", "n=3", "--sandbox", "none"}));
  EXPECT_THAT(referee.out(), testing::StartsWith("sandbox: none (warning: a bot may read, change and end "));
  EXPECT_EQ(record().header().at("sandbox"), Json({"none", "none"}));
}

TEST_F(SandboxTest, SampleBotsNeedNone) {
  const Child& referee = run(match("walls", {"sample:walls_random", "sample:walls_random"}, kPatientClock));
  EXPECT_EQ(referee.code(), 0) << referee.err();
  EXPECT_THAT(referee.out(), Not(HasSubstr("sandbox")));
}

TEST_F(SandboxTest, BotsInAFolderOfRootPlayAtEachLevel) {
  // "a bot in a folder that only root may enter (tried: mode 700) plays"
  fs::permissions(folder(), fs::perms(0700));
  for (const char* const level : {"none", "basic"}) {
    const Child& referee =
        run(match("walls", {"/usr/bin/python3 -BS alice/bot.py", "sample:walls_random"}, kPatientClock,
                  {"--option", "n=3", "--sandbox", level, "--reports", level}));
    EXPECT_EQ(referee.code(), 0) << referee.err();
    const Record played(folder() / level / "records" / "walls-1g1.jsonl");
    EXPECT_EQ(played.verdicts(0), times(played.verdicts(0).size(), "ok")) << level;
    EXPECT_EQ(played.verdicts(1), times(played.verdicts(1).size(), "ok")) << level;
  }
}

TEST_F(SandboxTest, WhatABotWritesInItsFolderIsReportedOnce) {
  std::string program = test_support::read_file(folder() / "alice" / "bot.py");
  program = "open('debug.log', 'a').write('x')\n" + program;
  test_support::write_file(folder() / "alice" / "bot.py", program);
  const std::vector<std::string> bots = {"/usr/bin/python3 -BS alice/bot.py", "sample:walls_random"};
  const Child& referee = run(match("walls", bots, kPatientClock, {"--option", "n=3", "--games", "3"}));
  EXPECT_EQ(referee.code(), 0) << referee.err();
  const std::string note = "sandbox: a bot has written debug.log in its folder, which is a copy: thrown away";
  const std::string& out = referee.out();
  EXPECT_THAT(out, HasSubstr(note));
  EXPECT_EQ(out.find(note), out.rfind(note));
  EXPECT_FALSE(fs::exists(folder() / "alice" / "debug.log"));
}

TEST_F(SandboxTest, WrapperThatCannotForkIsTold) {
  test_support::write_file(folder() / "alice" / "run.sh", "/usr/bin/python3 -BS bot.py\nexit 0\n");
  const Child& referee = run(
      match("walls", {"/bin/sh alice/run.sh", "sample:walls_random"}, kPatientClock, {"--option", "n=3"}));
  EXPECT_EQ(referee.code(), 0) << referee.err();
  EXPECT_THAT(referee.out(), HasSubstr("sandbox: a bot could not start another program: "));
  EXPECT_THAT(referee.out(), HasSubstr("exec python3 bot.py"));
}

TEST_F(SandboxTest, EntrantsOfATournamentAreConfined) {
  const Child& referee = run_cup({entrant("alice", "alice/bot.py"), entrant("bob", "bob/bot.py")});
  EXPECT_EQ(referee.code(), 0) << referee.err();
  EXPECT_THAT(referee.out(), HasSubstr("basic at least"));
  EXPECT_THAT(referee.out(), HasSubstr("sandbox: basic ("));
  ASSERT_EQ(record_files().size(), 2U);
  const Record played(record_files().front());
  EXPECT_EQ(played.header().at("sandbox"), Json({"basic", "basic"}));
  EXPECT_EQ(played.verdicts(0), times(played.verdicts(0).size(), "ok"));
  const Json standings = Json::parse(test_support::read_file(folder() / "out" / "standings.json"));
  EXPECT_THAT(standings.at("sandbox").get<std::string>(), testing::StartsWith("basic ("));
}

TEST_F(SandboxTest, EntrantMayHavePipes) {
  fs::copy(RUDE_BOTS "/opens_devices.py", folder() / "bob");
  Json bob = entrant("bob", "bob/opens_devices.py");
  bob["stdio"] = "pipe";
  const Child& referee = run_cup({entrant("alice", "alice/bot.py"), bob});
  EXPECT_EQ(referee.code(), 0) << referee.err();
  ASSERT_EQ(record_files().size(), 2U);
  for (const auto& file : record_files()) {
    const Record played(file);
    const std::size_t seat = played.header().at("players")[0] == "bob" ? 0 : 1;
    EXPECT_EQ(played.header().at("stamp")[seat], "read");
    EXPECT_EQ(played.header().at("stamp")[1 - seat], "kernel");
    EXPECT_EQ(played.verdicts(seat), times(played.verdicts(seat).size(), "ok"));
  }
}

TEST_F(SandboxTest, ProgramThatTheSandboxHidesIsRefusedAtStart) {
  // "one clear message naming it and the key that would make it visible"
  fs::copy("/bin/cat", folder() / "tool");
  Json bob = entrant("bob", "bob/bot.py");
  bob["command"][0] = path("tool");
  bob["folder"] = path("bob");
  const Child& hidden = run_cup({entrant("alice", "alice/bot.py"), bob});
  EXPECT_EQ(hidden.code(), 2);
  EXPECT_THAT(hidden.err(), HasSubstr("cannot start '" + path("tool") + "': the sandbox hides"));
  EXPECT_THAT(hidden.err(), HasSubstr("readable"));
  bob["readable"] = {path("tool")};
  EXPECT_EQ(run_cup({entrant("alice", "alice/bot.py"), bob}).code(), 0);
}

TEST_F(SandboxTest, FolderThatIsNotThereIsNamed) {
  Json bob = entrant("bob", "bob/bot.py");
  bob["folder"] = "nowhere";
  const Child& referee = run_cup({entrant("alice", "alice/bot.py"), bob});
  EXPECT_EQ(referee.code(), 2);
  EXPECT_THAT(referee.err(),
              HasSubstr("cup.json: entrants[1].folder: got \"nowhere\", expected the path of a folder"));
}

TEST_F(SandboxTest, FirstStepOfAConfinedBotIsNoCommand) {
  EXPECT_THAT(run({"--help"}).out(), Not(HasSubstr("become")));
}

}  // namespace
}  // namespace e2e
