#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/e2e/run_referee.h"

// `referee check`: its output to an operator. tests/configs/config_test.py tests its refusals, key by key.

namespace e2e {
namespace {

using testing::HasSubstr;

class Check : public RefereeTest {
 protected:
  /// A round robin of two bots that any machine can launch.
  void write_config(const std::string& more) const {
    test_support::write_file(path("spring.json"),
                             R"({"name":"Spring \u001b[2J","game":"walls","format":{"kind":"round_robin"},
            "clock":{"kind":"per_move","ms":1000,"measure":"wall","init_ms":5000},"parallel":2,
            "entrants":[{"name":"a","command":["/bin/true"]},{"name":"b","command":["/bin/true"]}])" +
                                 more + "}");
  }
};

TEST_F(Check, PrintsWhatATournamentAmountsTo) {
  write_config("");
  const Child& referee = run({"check", "spring.json", "--no-start"});
  EXPECT_EQ(referee.code(), 0);
  EXPECT_EQ(referee.err(), "");
  EXPECT_THAT(referee.out(),
              testing::StartsWith("Spring ?[2J\n"
                                  "  game        walls, 2 seats\n"
                                  "  format      round_robin, cycles 1, best of 2\n"
                                  "  tie-breaks  DE, WIN, SB\n"
                                  "  clock       per_move, ms 1000, measure wall\n"
                                  "  entrants    2 (2 launched, 0 dial in)\n"
                                  "  sandbox     basic at least, for launched entrants\n"
                                  "  a game      at most 243 turns, 5 min\n"
                                  "  rounds      1\n"
                                  "  matches     at most 2, in 1 encounter\n"
                                  "  worst case  at most 9 min if every bot uses all its time\n"
                                  "sandbox: "));
}

TEST_F(Check, StartsEachLaunchedBotOnce) {
  write_config(R"(,"house_bot":["sample:walls_random"])");
  const Child& referee = run({"check", "spring.json"});
  EXPECT_EQ(referee.code(), 1);
  EXPECT_THAT(referee.out(), HasSubstr("  a does not start: exit status 0"));
  EXPECT_THAT(referee.out(), HasSubstr("  b does not start: exit status 0"));
  EXPECT_THAT(referee.out(), HasSubstr("  starts      1 of 3 launched bots said hello\n"));
}

TEST_F(Check, BotsThatSayHelloAreWell) {
  test_support::write_file(path("well.json"),
                           R"({"name":"Spring","game":"walls","format":{"kind":"round_robin"},"entrants":[
            {"name":"a","command":["sample:walls_random"]},{"name":"b","command":["sample:walls_random"]}]})");
  const Child& referee = run({"check", "well.json"});
  EXPECT_EQ(referee.code(), 0) << referee.err();
  EXPECT_THAT(referee.out(), testing::EndsWith("  starts      2 of 2 launched bots said hello\n"));
}

TEST_F(Check, WritesNothing) {
  write_config("");
  EXPECT_EQ(run({"check", "spring.json", "--store", "x.db", "--reports", "r", "--seed", "5"}).code(), 1)
      << "the bots do not say hello";
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::recursive_directory_iterator(folder())) {
    ++files;
  }
  EXPECT_EQ(files, 1U) << "the tournament file itself";
}

// A rubric with a mistake is told what is wrong with the rubric.
TEST_F(Check, KnowsARubricByItsKeys) {
  const auto error_of = [this](const std::string& text) {
    test_support::write_file(path("x.json"), text);
    const Child& referee = run({"check", "x.json"});
    EXPECT_EQ(referee.code(), kUsage);
    return referee.err();
  };
  EXPECT_THAT(error_of(R"({"name":"Lab 1","game":"walls","threshold":5})"),
              HasSubstr("x.json: items: missing, expected a list of 1 to 100 items"));
  EXPECT_THAT(error_of(R"({"game":"walls","items":[]})"),
              HasSubstr("x.json: name: missing, expected a text of 1 to 100 bytes"));
  EXPECT_THAT(error_of(R"({"$schema":"schema/rubric.schema.json","name":"Lab 1","game":"walls"})"),
              HasSubstr("x.json: items: missing"));
  EXPECT_THAT(error_of(R"({"name":"Spring","game":"walls","registration":"open"})"),
              HasSubstr("x.json: format: "));
  EXPECT_THAT(error_of(R"({"name":"Spring","game":"walls"})"),
              HasSubstr(R"(x.json: got neither "format" nor "items")"));
}

TEST_F(Check, RefusesInOneLine) {
  write_config(R"(,"seeds":5)");
  const Child& referee = run({"check", "spring.json"});
  EXPECT_EQ(referee.code(), kUsage);
  EXPECT_EQ(referee.out(), "");
  EXPECT_THAT(referee.err(),
              testing::StartsWith("referee: spring.json: seeds: got 5, expected one of the keys name, "));
  EXPECT_EQ(std::ranges::count(referee.err(), '\n'), 1);
}

TEST_F(Check, TheOverridesAreChecked) {
  write_config("");
  EXPECT_EQ(run({"check", "spring.json", "--seed", "9007199254740992"}).code(), kUsage);
  EXPECT_EQ(run({"check"}).code(), kUsage);
}

TEST_F(Check, HelpShowsAnExample) {
  const Child& help = run({"check", "--help"});
  EXPECT_EQ(help.code(), 0);
  EXPECT_THAT(help.out(), HasSubstr("Examples:\n  referee check configs/walls_class.json"));
}

}  // namespace
}  // namespace e2e
