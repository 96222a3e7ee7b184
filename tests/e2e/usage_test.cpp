#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "tests/e2e/lifeline.h"
#include "tests/e2e/run_referee.h"

// Messages to an operator: wrong usage, bots and folders that do not work, help.

namespace e2e {
namespace {

using testing::AllOf;
using testing::HasSubstr;

struct Mistake {
  std::string name;
  std::vector<std::string> arguments;
  std::string message;  ///< a part of the one line on stderr
};

void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.name; }

/// Walls between two honest bots, with `more`.
std::vector<std::string> walls_with(const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {"match", "walls"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  arguments.insert(arguments.end(), {"--bot", bot("honest_walls"), "--bot", bot("honest_walls")});
  return arguments;
}

class WrongUsage : public RefereeTest, public testing::WithParamInterface<Mistake> {};

TEST_P(WrongUsage, IsRefusedWithAMessage) {
  const Child& referee = run(GetParam().arguments);
  EXPECT_EQ(referee.code(), kUsage);
  EXPECT_THAT(referee.err(), HasSubstr(GetParam().message));
  EXPECT_EQ(referee.out(), "");
  EXPECT_FALSE(std::filesystem::exists(path("out/records/walls-1g1.jsonl")));
}

INSTANTIATE_TEST_SUITE_P(
    Referee, WrongUsage,
    testing::Values(
        Mistake{"NoCommand", {}, "A subcommand is required"},
        Mistake{"NoGame", {"match"}, "GAME is required"},
        Mistake{"UnknownGame", {"match", "chess"}, "no game 'chess': expected one of "},
        Mistake{"UnknownOption", walls_with({"--option", "m=5"}),
                "options.m: got 5, expected one of the keys n, first"},
        Mistake{"WrongValue", walls_with({"--option", "n=4"}),
                "options.n: got 4, expected an odd integer from 3 to 99"},
        Mistake{"WrongType", walls_with({"--option", "n=five"}), "options.n: got \"five\", expected "},
        Mistake{"OptionWithoutValue", walls_with({"--option", "n"}), "option 'n': expected KEY=VALUE"},
        Mistake{"DeepOption",
                {"match", "lightcycle", "--option", "starts=[[[5,5]],[[14,1.5]]]"},
                "options.starts[1][0]: got [14,1.5], expected a cell on the 170 x 170 grid"},
        Mistake{"ClockNotJson", walls_with({"--clock", "fast"}), "'fast': not JSON"},
        Mistake{"ClockWithoutTime", walls_with({"--clock", R"({"kind":"per_move"})"}),
                "clock.ms: missing, expected an integer"},
        Mistake{"UnknownClock", walls_with({"--clock", R"({"kind":"sandglass","ms":5})"}),
                "clock.kind: got \"sandglass\", expected one of"},
        Mistake{"UnknownClockKey", walls_with({"--clock", R"({"kind":"bank","ms":5,"minutes":1})"}),
                "clock.minutes: got 1, expected one of the keys"},
        Mistake{"ClockFileMissing", walls_with({"--clock", "@nowhere.json"}), "nowhere.json: cannot be read"},
        Mistake{"ClockFileIsAFolder", walls_with({"--clock", "@/"}), "/: cannot be read"},
        Mistake{"TooFewBots",
                {"match", "walls", "--bot", bot("honest_walls")},
                "got 1 --bot, expected 2, or --listen"},
        Mistake{"TooManyBots", walls_with({"--bot", bot("honest_walls")}),
                "walls has 2 seats with these options: got 3 --bot, expected 2"},
        Mistake{"BadAddress",
                {"match", "walls", "--listen", "nowhere"},
                "'nowhere' is not an address: expected HOST:PORT"},
        Mistake{"BadPort",
                {"match", "walls", "--listen", "127.0.0.1:99999"},
                "'127.0.0.1:99999' is not an address"},
        Mistake{"CpuForDialIn",
                {"match", "walls", "--listen", "127.0.0.1:0", "--clock",
                 R"({"kind":"per_move","ms":5,"measure":"cpu"})"},
                "clock.measure: got \"cpu\", expected \"auto\" or \"wall\""},
        Mistake{"NoGames", walls_with({"--games", "0"}), "--games: Value 0 not in range 1"},
        Mistake{"UnknownSample",
                {"match", "walls", "--bot", "sample:nobody"},
                "no sample bot 'nobody': expected one of"},
        Mistake{"UnknownStdio", walls_with({"--stdio", "socket"}), "--stdio: socket not in {tcp,pipe}"},
        Mistake{"PipesForAHandoutsProgram",
                {"match", "superball", "--as", "superball", "--stdio", "pipe", "--bot", "/bin/true"},
                "--stdio: got pipe, expected tcp with superball: "},
        Mistake{"PipesForWhoDialsIn",
                {"check-bot", "--game", "walls", "--listen", "127.0.0.1:0", "--stdio", "pipe"},
                "--stdio: got pipe, expected no --stdio with --listen"},
        Mistake{"EmptyBot", {"match", "walls", "--bot", ""}, "an empty bot command"},
        Mistake{"OpenQuote",
                {"match", "walls", "--bot", "'python3"},
                "bot command ''python3': its quotes do not match"},
        Mistake{"ShellCommand", {"match", "walls", "--bot", "a | b"}, "no shell runs it"}),
    [](const testing::TestParamInfo<Mistake>& mistake) { return mistake.param.name; });

class Operator : public RefereeTest {};

TEST_F(Operator, BotThatDoesNotExistIsNamedAndTheOthersAreEnded) {
  const Lifeline lifeline(path("lifeline"));
  const Child& referee =
      run(match("walls", {bot("ignores_sigterm", {path("log"), path("lifeline")}), "no_such_program -x"},
                kPatientClock, unconfined()));
  EXPECT_EQ(referee.code(), kUsage);
  EXPECT_EQ(referee.err(), "referee: cannot start 'no_such_program': No such file or directory\n");
  EXPECT_TRUE(record_files().empty());
}

TEST_F(Operator, BotThatIsNoProgramIsNamed) {
  test_support::write_file(path("text"), "hello\n");
  const Child& referee = run(match("walls", {path("text"), bot("honest_walls")}, kPatientClock));
  EXPECT_EQ(referee.code(), kUsage);
  EXPECT_EQ(referee.err(), "referee: cannot start '" + path("text") + "': Permission denied\n");
}

TEST_F(Operator, ReportsFolderThatCannotBeMadeIsNamed) {
  test_support::write_file(path("file"), "");
  const Child& referee = run(walls_with({"--reports", path("file/out")}));
  EXPECT_EQ(referee.code(), kFailed);
  EXPECT_THAT(referee.err(), AllOf(HasSubstr("Not a directory"), HasSubstr(path("file/out"))));
}

TEST_F(Operator, PortInUseIsNamed) {
  Child& first = start({"match", "walls", "--listen", "127.0.0.1:0"});
  const std::string line = first.wait_for_line("listening on ");
  const std::string address = line.substr(13, line.find(',') - 13);
  const Child& second = run({"match", "walls", "--listen", address});
  EXPECT_EQ(second.code(), kFailed);
  EXPECT_EQ(second.err(), "referee: cannot listen on " + address + ": Address already in use\n");
  first.signal(SIGTERM);
  first.wait();
}

TEST_F(Operator, HelpShowsExamples) {
  const Child& match_help = run({"match", "--help"});
  EXPECT_EQ(match_help.code(), 0);
  EXPECT_THAT(match_help.out(),
              AllOf(HasSubstr("Example"), HasSubstr("referee match walls --bot "), HasSubstr("Exit code")));
  const Child& verify_help = run({"verify", "--help"});
  EXPECT_EQ(verify_help.code(), 0);
  EXPECT_THAT(verify_help.out(),
              AllOf(HasSubstr("Example"), HasSubstr("referee verify out/records/*.jsonl")));
}

TEST_F(Operator, ManyGamesLeakNoDescriptor) {
  const Child& referee = run(match("walls", {bot("lists_descriptors", {path("log")}), bot("honest_walls")},
                                   kPatientClock, unconfined({"--option", "n=3", "--games", "12"})));
  EXPECT_EQ(referee.code(), 0);
  EXPECT_EQ(record_files().size(), 12U);
  EXPECT_EQ(referee.out().find("descriptors 0 1 2 "), std::string::npos);
  std::istringstream counts(log());
  const std::vector<int> in_use(std::istream_iterator<int>(counts), {});
  ASSERT_EQ(in_use.size(), 12U);
  EXPECT_LT(in_use.back(), in_use.front() + 6) << log();  // one left open in each game would be 11 more
}

#ifdef CAN_MOUNT
TEST_F(Operator, FullDiskEndsTheRunAndTheBots) {
  const Lifeline lifeline(path("lifeline"));
  std::filesystem::create_directory(path("disk"));
  std::vector<std::string> argv = {
      "/usr/bin/unshare",
      "-m",
      "/bin/sh",
      "-c",
      "mount -t tmpfs -o size=4k none disk && echo full > disk/full && exec \"$0\" \"$@\"",
      kReferee};
  const auto arguments =
      match("walls", {bot("ignores_sigterm", {path("log"), path("lifeline")}), bot("honest_walls")},
            kPatientClock, unconfined({"--option", "n=3", "--reports", "disk/out"}));
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  Child& referee = spawn(argv);
  referee.wait();
  EXPECT_EQ(referee.code(), kFailed);
  EXPECT_EQ(referee.err(),
            "referee: cannot write disk/out/records/walls-1g1.jsonl: No space left on device\n");
  EXPECT_TRUE(lifeline.cut());
}
#endif

}  // namespace
}  // namespace e2e
