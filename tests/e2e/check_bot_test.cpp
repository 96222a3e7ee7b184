#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/e2e/run_referee.h"

// `referee check-bot`: the sample bots pass, and a bot with one vice fails exactly the check for it.

namespace e2e {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr int kViolations = 1;

/// The tests are not about speed, except where a vice is.
std::vector<std::string> unhurried(const std::string& clock = kPatientClock,
                                   const std::string& pause_ms = "100") {
  return {"--clock", clock, "--pause-ms", pause_ms, "--turns", "12"};
}

class CheckBot : public RefereeTest {
 protected:
  std::vector<std::string> arguments(const std::vector<std::string>& more) const {
    std::vector<std::string> all = {"check-bot", "--json", path("findings.json")};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  Json findings() const {
    return Json::parse(test_support::read_file(folder() / "findings.json")).at("checks");
  }

  std::vector<std::string> names_of(const std::string& standing) const {
    std::vector<std::string> names;
    for (const Json& finding : findings()) {
      if (finding.at("standing") == standing) {
        names.push_back(finding.at("name").get<std::string>());
      }
    }
    return names;
  }

  Json finding(const std::string& name) const {
    for (const Json& finding : findings()) {
      if (finding.at("name") == name) {
        return finding;
      }
    }
    return {};
  }

  /// Checks a bot that dials in: `bot` is its command, with HOST:PORT where the address belongs.
  Child& check_dialled(const std::string& game, std::vector<std::string> bot,
                       const std::string& wait_s = "60") {
    std::vector<std::string> words = {"--game", game, "--listen", "127.0.0.1:0", "--wait-s", wait_s};
    const std::vector<std::string> more = unhurried();
    words.insert(words.end(), more.begin(), more.end());
    Child& referee = start(arguments(words));
    const std::string line = referee.wait_for_line("listening on ");
    const std::string address = line.substr(13, line.find(',') - 13);
    for (std::string& word : bot) {
      word = word == "HOST:PORT" ? address : word;
    }
    Child& child = spawn(bot);
    referee.wait();
    child.wait();
    return referee;
  }
};

// ---- bots that pass ----

struct Sample {
  std::string game;
  std::vector<std::string> command;
};

void PrintTo(const Sample& sample, std::ostream* out) { *out << sample.command.front(); }

class CleanBot : public CheckBot, public testing::WithParamInterface<Sample> {};

TEST_P(CleanBot, HasNoViolation) {
  std::vector<std::string> words = unhurried();
  if (!GetParam().game.empty()) {
    words.insert(words.end(), {"--game", GetParam().game});
  }
  words.push_back("--");
  words.insert(words.end(), GetParam().command.begin(), GetParam().command.end());
  const Child& referee = run(arguments(words));
  EXPECT_EQ(referee.code(), 0) << referee.out() << referee.err();
  EXPECT_THAT(names_of("violation"), IsEmpty());
  EXPECT_THAT(names_of("advice"), IsEmpty());
  EXPECT_THAT(names_of("not reached"), ElementsAre("name and token", "reconnect"));
}

INSTANTIATE_TEST_SUITE_P(
    Referee, CleanBot,
    testing::Values(
        Sample{"planets", {"sample:planets_greedy"}},
        Sample{"planets", {"sample:planets_planner", "--nodes", "200"}},
        Sample{"planets", {"sample:planets_random.py"}}, Sample{"lightcycle", {"sample:lightcycle_dumb"}},
        Sample{"lightcycle", {"sample:lightcycle_smart"}},
        Sample{"lightcycle", {"sample:lightcycle_random.py"}}, Sample{"snake", {"sample:snake_random"}},
        Sample{"snake", {"sample:snake_right_hand"}},
        Sample{"snake", {"sample:snake_search", "--nodes", "2000"}},
        Sample{"snake", {"sample:snake_random.py"}}, Sample{"walls", {"sample:walls_random"}},
        Sample{"walls", {"sample:walls_search", "--nodes", "500"}},
        Sample{"walls", {"sample:walls_random.py"}}, Sample{"superball", {"sample:sb_play"}},
        Sample{"superball", {"sample:sb_play2"}}, Sample{"superball", {"sample:sb_play3"}},
        Sample{"superball", {"sample:sb_best", "--nodes", "50"}},
        Sample{"superball", {"sample:superball_random.py"}},
        Sample{"battleship", {"sample:battleship_random"}}, Sample{"battleship", {"sample:battleship_hunt"}},
        Sample{"battleship", {"sample:battleship_random.py"}}, Sample{"", {"sample:random_bot.js"}},
        Sample{"walls", {"/usr/bin/python3", "-BS", RUDE_BOTS "/breaks.py", "none"}}),
    [](const auto& test) {
      std::string name = test.param.command.size() == 4 ? "none" : test.param.command.front().substr(7);
      std::ranges::replace(name, '.', '_');
      return name;
    });

TEST_F(CheckBot, BotThatOpensItsPipesAnewIsClean) {
  std::vector<std::string> words = unhurried();
  words.insert(words.end(), {"--game", "walls", "--stdio", "pipe", "--", "/usr/bin/python3", "-BS",
                             RUDE_BOTS "/opens_devices.py"});
  const Child& referee = run(arguments(words));
  EXPECT_EQ(referee.code(), 0) << referee.out() << referee.err();
  EXPECT_THAT(names_of("violation"), IsEmpty());
}

struct Dialler {
  std::string name;
  std::vector<std::string> command;
};

void PrintTo(const Dialler& dialler, std::ostream* out) { *out << dialler.name; }

class CleanDialler : public CheckBot, public testing::WithParamInterface<Dialler> {};

TEST_P(CleanDialler, HasNoViolation) {
  const Child& referee = check_dialled("walls", GetParam().command);
  EXPECT_EQ(referee.code(), 0) << referee.out() << referee.err();
  EXPECT_THAT(names_of("violation"), IsEmpty());
  EXPECT_THAT(names_of("not reached"), ElementsAre("does not sleep", "end of input"));
}

INSTANTIATE_TEST_SUITE_P(
    Referee, CleanDialler,
    testing::Values(Dialler{"Cpp", {SAMPLE_BOTS "/walls_random", "--connect", "HOST:PORT", "--name", "bob"}},
                    Dialler{"JavaScript",
                            {"/usr/bin/env", "node", SAMPLE_BOTS "/random_bot.js", "--connect", "HOST:PORT",
                             "--name", "bob"}},
                    Dialler{"JoinedPython",
                            {"/usr/bin/python3", SAMPLE_BOTS "/join.py", "HOST:PORT", "--name", "bob", "--",
                             "/usr/bin/python3", SAMPLE_BOTS "/walls_random.py"}},
                    Dialler{"DialsAgain",
                            {"/usr/bin/python3", "-BS", RUDE_BOTS "/breaks.py", "dials_again", "HOST:PORT"}}),
    [](const auto& test) { return test.param.name; });

// ---- bots that fail ----

struct Vice {
  std::string vice;
  std::string check;
  std::string line;  ///< part of the line that the report quotes; "": none
  std::string clock = kPatientClock;
  std::string pause_ms = "100";
  std::vector<std::string> more = {};  ///< arguments
  std::string game = "walls";
};

void PrintTo(const Vice& vice, std::ostream* out) { *out << vice.vice; }

class ViciousBot : public CheckBot, public testing::WithParamInterface<Vice> {};

TEST_P(ViciousBot, IsToldExactlyItsVice) {
  std::vector<std::string> words = unhurried(GetParam().clock, GetParam().pause_ms);
  words.insert(words.end(), {"--game", GetParam().game});
  words.insert(words.end(), GetParam().more.begin(), GetParam().more.end());
  words.insert(words.end(), {"--", "/usr/bin/python3", "-BS", RUDE_BOTS "/breaks.py", GetParam().vice});
  const Child& referee = run(arguments(words));
  EXPECT_EQ(referee.code(), kViolations) << referee.err();
  EXPECT_THAT(names_of("violation"), ElementsAre(GetParam().check)) << referee.out();
  const Json told = finding(GetParam().check);
  if (GetParam().line.empty()) {
    EXPECT_EQ(told.value("line", "?"), "");
  } else {
    EXPECT_THAT(told.value("line", ""), HasSubstr(GetParam().line));
    EXPECT_THAT(referee.out(), HasSubstr("\n  line      " + told.value("line", "?") + "\n"));
  }
  EXPECT_THAT(referee.out(), HasSubstr("violation: " + GetParam().check + "\n"));
  EXPECT_THAT(referee.out(), HasSubstr("  to mend   " + told.value("mend", "?") + "\n"));
}

/// For a bot that never says hello: only the start-up time matters.
constexpr const char* kShortStart = R"({"kind":"per_move","ms":60000,"init_ms":1000})";
constexpr const char* kStingyClock = R"({"kind":"per_move","ms":150,"measure":"cpu"})";
/// For bots that differ only in how long they wait.
constexpr const char* kLongPause = "3000";

Vice silent(const std::string& vice, const std::string& check) {
  return {vice, check, "", kPatientClock, "100", {"--answer-s", "1"}};
}

INSTANTIATE_TEST_SUITE_P(
    Referee, ViciousBot,
    testing::Values(
        Vice{"says_nothing", "hello in time", "", kShortStart},
        Vice{"hello_without_newline", "hello in time", R"({"type":"hello","protocol":1})", kShortStart},
        Vice{"prints_a_banner", "hello first", R"(Loading \x1b[1mweights)"},
        Vice{"speaks_version_0", "protocol version", R"("protocol": 0)"},
        Vice{"pretty_prints", "one message a line", "{"}, Vice{"doubles_newlines", "one message a line", ""},
        Vice{"prints_debugging", "only messages", "thinking about turn 0"},
        Vice{"says_the_turn_as_text", "fields of a message", R"("turn": "0")"},
        Vice{"sends_drawings", "short lines", R"({"drawing": "####)"},
        Vice{"answers_the_next_turn", "match and turn", R"("turn": 1, "move": "left"})"},
        Vice{"answers_twice", "one answer a turn", R"("turn": 0, "move": "left"})"},
        Vice{"answers_start", "speaks when asked", R"("turn": 0, "move": "left"})", kPatientClock,
             kLongPause},
        silent("does_not_flush", "answers every turn"), Vice{"crashes", "answers every turn", ""},
        Vice{"jumps", "plays walls", R"("move": "jump")"},
        Vice{"computes_too_long", "answers in time", R"("turn": 0)", kStingyClock},
        Vice{"is_impatient", "slow start", "", kPatientClock, kLongPause},
        Vice{"dies_when_late", "late once", ""},
        Vice{"counts_its_turns", "old request again", R"("turn": 4)", kPatientClock, "100", {}, "planets"},
        Vice{"knows_all_fields", "unknown fields", ""}, Vice{"knows_all_types", "unknown messages", ""},
        Vice{"dies_of_errors", "wait and error", ""}, Vice{"leaves_at_end", "next game", ""},
        silent("stays_without_input", "end of input"), silent("stays_after_bye", "leaves at bye"),
        Vice{"leaves_with_status_3", "leaves at bye", ""}),
    [](const auto& test) { return test.param.vice; });

// ---- bots that seem quick where processor time is charged ----

TEST_F(CheckBot, ABotThatSleepsIsAdvised) {
  std::vector<std::string> words = unhurried();
  words.insert(words.end(),
               {"--game", "walls", "--", "/usr/bin/python3", "-BS", RUDE_BOTS "/breaks.py", "sleeps"});
  const Child& referee = run(arguments(words));
  EXPECT_EQ(referee.code(), 0) << referee.out();
  EXPECT_THAT(names_of("advice"), ElementsAre("does not sleep"));
  EXPECT_THAT(finding("does not sleep").at("note").get<std::string>(),
              testing::ContainsRegex("^it slept in [0-9]+ of [0-9]+ turns, up to [0-9.]+ ms: "));
}

TEST_F(CheckBot, ABotThatIsLateOnTheWallIsAdvised) {
  // Each turn takes 100 ms of wall time, and the clock allows 50 ms of processor time.
  std::vector<std::string> words = unhurried(R"({"kind":"per_move","ms":50,"margin_ms":0,"wall_ms":60000})");
  words.insert(words.end(),
               {"--game", "walls", "--", "/usr/bin/python3", "-BS", RUDE_BOTS "/breaks.py", "sleeps"});
  run(arguments(words));
  EXPECT_THAT(names_of("advice"), testing::Contains("answers in time"));
  EXPECT_THAT(finding("answers in time").at("note").get<std::string>(),
              testing::ContainsRegex("^[0-9]+ of [0-9]+ answers took longer than the clock allows, the first "
                                     "[0-9.]+ ms .processor time "));
}

class ViciousDialler : public CheckBot, public testing::WithParamInterface<Vice> {};

TEST_P(ViciousDialler, IsToldExactlyItsVice) {
  const std::vector<std::string> bot = {"/usr/bin/python3", "-BS", RUDE_BOTS "/breaks.py", GetParam().vice,
                                        "HOST:PORT"};
  const Child& referee = check_dialled("walls", bot, "5");  // for two of the vices the bot never dials again
  EXPECT_EQ(referee.code(), kViolations) << referee.out() << referee.err();
  EXPECT_THAT(names_of("violation"), ElementsAre(GetParam().check));
  EXPECT_THAT(finding(GetParam().check).value("line", "?"), HasSubstr(GetParam().line));
}

INSTANTIATE_TEST_SUITE_P(Referee, ViciousDialler,
                         testing::Values(Vice{"has_a_bad_name", "name and token", R"("name": "my bot")"},
                                         Vice{"forgets_its_token", "reconnect", R"("name": "vicious"})"},
                                         Vice{"does_not_dial_again", "reconnect", ""}),
                         [](const auto& test) { return test.param.vice; });

// ---- the rest ----

class CheckBotGames : public CheckBot {
 protected:
  /// Checks a bot of breaks.py in all games.
  Child& check_all(const std::string& vice) {
    std::vector<std::string> words = unhurried();
    words.insert(words.end(), {"--", "/usr/bin/python3", "-BS", RUDE_BOTS "/breaks.py", vice});
    return run(arguments(words));
  }
};

TEST_F(CheckBotGames, ABotThatIsForOneGameIsToldThatItDoesNotPlayTheOthers) {
  const Child& referee = check_all("none");
  EXPECT_EQ(referee.code(), 0) << referee.out();
  EXPECT_THAT(names_of("advice"), ElementsAre("plays planets", "plays lightcycle", "plays snake",
                                              "plays superball", "plays battleship"));
  EXPECT_THAT(finding("plays snake").at("note").get<std::string>(),
              AllOf(HasSubstr("not played (snake, seat 0, turn 0: "), HasSubstr("--game")));
  EXPECT_EQ(finding("plays walls").at("standing"), "ok");
}

TEST_F(CheckBotGames, ABotThatPlaysNoneLegallyIsToldSoOnce) {
  const Child& referee = check_all("jumps");
  EXPECT_EQ(referee.code(), kViolations);
  EXPECT_EQ(names_of("violation").size(), 1) << referee.out();
}

TEST_F(CheckBotGames, ABotThatNeverComesToHelloIsTriedOnce) {
  EXPECT_EQ(check_all("pretty_prints").code(), kViolations);
  EXPECT_THAT(names_of("violation"), ElementsAre("one message a line"));
  EXPECT_THAT(names_of("not reached"), testing::Contains("plays superball"));
}

TEST_F(CheckBot, ShowsWhatTheBotWroteToStandardError) {
  const Child& referee = run({"check-bot", "--game", "walls", "--pause-ms", "100", "--", "/usr/bin/python3",
                              "-BS", RUDE_BOTS "/breaks.py", "crashes"});
  EXPECT_THAT(referee.out(), HasSubstr("it ended: exit status 1: IndexError: no such square"));
  EXPECT_THAT(referee.out(), HasSubstr("the bot's standard error, its last lines:\n  Traceback"));
  EXPECT_THAT(referee.out(), HasSubstr("\n1 violation, "));
  EXPECT_THAT(referee.out(), HasSubstr("  leaves at bye         not reached\n"));
}

TEST_F(CheckBot, NobodyWhoDialsInIsAViolation) {
  const Child& referee = run({"check-bot", "--game", "walls", "--listen", "127.0.0.1:0", "--wait-s", "1"});
  EXPECT_EQ(referee.code(), kViolations);
  EXPECT_THAT(referee.out(), HasSubstr("nobody dialled in"));
}

TEST_F(CheckBot, TriesAConfinedBot) {
  const Child& referee = run(arguments({"--game", "walls", "--pause-ms", "100", "--sandbox", "basic", "--",
                                        "/usr/bin/python3", "-BS", RUDE_BOTS "/breaks.py", "none"}));
  EXPECT_EQ(referee.code(), 0) << referee.out() << referee.err();
  EXPECT_THAT(referee.out(), testing::StartsWith("sandbox: "));
}

struct Wrong {
  std::string name;
  std::vector<std::string> arguments;
  std::string message;
};

void PrintTo(const Wrong& wrong, std::ostream* out) { *out << wrong.name; }

class CheckBotUsage : public CheckBot, public testing::WithParamInterface<Wrong> {};

TEST_P(CheckBotUsage, IsRefusedWithAMessage) {
  std::vector<std::string> words = {"check-bot"};
  words.insert(words.end(), GetParam().arguments.begin(), GetParam().arguments.end());
  const Child& referee = run(words);
  EXPECT_EQ(referee.code(), kUsage);
  EXPECT_THAT(referee.err(), HasSubstr(GetParam().message));
  EXPECT_EQ(referee.out(), "");
}

INSTANTIATE_TEST_SUITE_P(
    Referee, CheckBotUsage,
    testing::Values(
        Wrong{"NoBot", {}, "expected either the bot's command after --, or --listen"},
        Wrong{"BotAndListen", {"--listen", "127.0.0.1:0", "--", "true"}, "expected either"},
        Wrong{"ListenWithoutGame", {"--listen", "127.0.0.1:0"}, "--listen: expected --game too"},
        Wrong{"UnknownGame",
              {"--game", "chess", "--", "true"},
              "--game: got 'chess', expected one of planets, "},
        Wrong{"UnknownSample", {"--", "sample:chess"}, "expected one of sample:"},
        Wrong{"NoProgram", {"--", "no-such-program"}, "got \"no-such-program\", expected a program in PATH"},
        Wrong{"OptionOfAnyGame", {"--option", "n=3", "--", "true"}, "--option: expected one --game"},
        Wrong{"WrongOption",
              {"--game", "walls", "--option", "n=4", "--", "true"},
              "options.n: got 4, expected an odd integer"},
        Wrong{"CpuOfADialler",
              {"--game", "walls", "--listen", "127.0.0.1:0", "--clock",
               R"({"kind":"per_move","ms":5,"measure":"cpu"})"},
              "clock.measure: got \"cpu\", expected"}),
    [](const auto& test) { return test.param.name; });

TEST_F(CheckBot, HelpHasAnExample) {
  const Child& help = run({"check-bot", "--help"});
  EXPECT_EQ(help.code(), 0);
  EXPECT_THAT(help.out(), HasSubstr("Examples:\n  referee check-bot --game walls -- python3 my_bot.py"));
}

}  // namespace
}  // namespace e2e
