#include "referee/lab/examination.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tests/support/hidden_numbers.h"
#include "tests/support/simulated_bot.h"
#include "tests/support/simulated_clock.h"

// Each check of a bot by a bot that is right but for one vice. The bots are simulated: real processes and
// connections with what only they can do wrong are in tests/e2e/check_bot_test.py.

namespace referee {
namespace {

using test_support::BotConduct;
using test_support::kHiddenNumbers;
using test_support::SimulatedBot;
using testing::ElementsAre;
using testing::HasSubstr;

struct SaysNothing : BotConduct {
  using BotConduct::BotConduct;
  void hello() override {}
};
struct HelloWithoutNewline : BotConduct {
  using BotConduct::BotConduct;
  void hello() override { wire().unfinished = R"({"type":"hello","protocol":1})"; }
};
struct PrintsABanner : BotConduct {
  using BotConduct::BotConduct;
  void hello() override {
    line("Loading weights");
    say_hello();
  }
};
struct SpeaksVersion0 : BotConduct {
  using BotConduct::BotConduct;
  void hello() override { say_hello({{"protocol", 0}}); }
};
struct IsNoBot : BotConduct {
  using BotConduct::BotConduct;
  void hello() override { say_hello({{"role", "spectator"}}); }
};
struct PrettyPrints : BotConduct {
  using BotConduct::BotConduct;
  void say(const Json& message) override {
    std::istringstream parts(message.dump(2));
    for (std::string part; std::getline(parts, part);) {
      line(part);
    }
  }
};
struct DoublesNewlines : BotConduct {
  using BotConduct::BotConduct;
  void answer(const Json& turn) override {
    BotConduct::answer(turn);
    line("");
  }
};
struct PrintsDebugging : BotConduct {
  using BotConduct::BotConduct;
  void answer(const Json& turn) override {
    line("thinking about turn " + turn.at("turn").dump());
    BotConduct::answer(turn);
  }
};
struct PrintsANumber : BotConduct {
  using BotConduct::BotConduct;
  void answer(const Json& turn) override {
    line("42");
    BotConduct::answer(turn);
  }
};
struct SaysTheTurnAsText : BotConduct {
  using BotConduct::BotConduct;
  void answer(const Json& turn) override { move(turn, turn.at("turn").dump()); }
};
struct SendsDrawings : BotConduct {
  using BotConduct::BotConduct;
  void answer(const Json& turn) override {
    line(R"({"drawing": "####)", true);
    BotConduct::answer(turn);
  }
};
struct AnswersTheNextTurn : BotConduct {
  using BotConduct::BotConduct;
  void answer(const Json& turn) override { move(turn, turn.at("turn").get<int>() + 1); }
};
struct AnswersTwice : BotConduct {
  using BotConduct::BotConduct;
  void answer(const Json& turn) override {
    BotConduct::answer(turn);
    BotConduct::answer(turn);
  }
};
struct AnswersStart : BotConduct {
  using BotConduct::BotConduct;
  void on(const Json& message) override {
    BotConduct::on(message);
    if (message.at("type") == "start") {
      move(message, 0);
    }
  }
};
struct GreetsTwice : BotConduct {
  using BotConduct::BotConduct;
  void answer(const Json& turn) override {
    if (turn.at("turn") == 1) {
      say_hello();
    }
    BotConduct::answer(turn);
  }
};
struct DoesNotFlush : BotConduct {
  using BotConduct::BotConduct;
  void answer(const Json& /*turn*/) override {}
};
struct Crashes : BotConduct {
  using BotConduct::BotConduct;
  void answer(const Json& turn) override {
    if (turn.at("turn") == 2) {
      wire().stderr_text = "IndexError: no such square\n";
      leave(1);
    } else {
      BotConduct::answer(turn);
    }
  }
};
struct Jumps : BotConduct {
  using BotConduct::BotConduct;
  void answer(const Json& turn) override {
    say({{"type", "move"}, {"match", turn.at("match")}, {"turn", turn.at("turn")}, {"move", "jump"}});
  }
};
struct Fails : BotConduct {
  using BotConduct::BotConduct;
  void answer(const Json& turn) override {
    const Json failure{{"error", "KeyError: 'edges'"}};
    say({{"type", "move"}, {"match", turn.at("match")}, {"turn", turn.at("turn")}, {"move", failure}});
  }
};
struct ComputesTooLong : BotConduct {
  using BotConduct::BotConduct;
  void answer(const Json& turn) override {
    compute(Milliseconds(1500));
    BotConduct::answer(turn);
  }
};
struct IsImpatient : BotConduct {
  using BotConduct::BotConduct;
  void waited(Nanoseconds time) override {
    if (time > Milliseconds(500)) {
      leave(1);
    }
  }
};
struct DiesWhenLate : BotConduct {
  using BotConduct::BotConduct;
  void on(const Json& message) override {
    message.value("code", "") == "late" ? leave(1) : BotConduct::on(message);
  }
};
struct CountsItsTurns : BotConduct {
  using BotConduct::BotConduct;
  void on(const Json& message) override {
    count = message.at("type") == "start" ? 0 : count;
    BotConduct::on(message);
  }
  void answer(const Json& turn) override { move(turn, count++); }
  int count = 0;
};
struct KnowsAllFields : BotConduct {
  using BotConduct::BotConduct;
  void on(const Json& message) override { message.contains("x_later") ? leave(1) : BotConduct::on(message); }
};
struct KnowsAllTypes : BotConduct {
  using BotConduct::BotConduct;
  void on(const Json& message) override {
    message.at("type") == "x_later" ? leave(1) : BotConduct::on(message);
  }
};
struct DiesOfErrors : BotConduct {
  using BotConduct::BotConduct;
  void on(const Json& message) override {
    message.value("code", "") == "x_later" ? leave(1) : BotConduct::on(message);
  }
};
struct LeavesAtEnd : BotConduct {
  using BotConduct::BotConduct;
  void on(const Json& message) override { message.at("type") == "end" ? leave(0) : BotConduct::on(message); }
};
struct ForgetsItsPromise : BotConduct {
  using BotConduct::BotConduct;
  void hello() override { say_hello({{"features", {"new_match"}}}); }
};
struct StaysWithoutInput : BotConduct {
  using BotConduct::BotConduct;
  void end_of_input() override {}
};
struct StaysAfterBye : BotConduct {
  using BotConduct::BotConduct;
  void bye() override { told = true; }
  void end_of_input() override {
    if (!told) {
      leave(0);
    }
  }
  bool told = false;
};
struct LeavesWithStatus3 : BotConduct {
  using BotConduct::BotConduct;
  void bye() override { leave(3); }
};
struct HasABadName : BotConduct {
  using BotConduct::BotConduct;
  void hello() override { say_hello({{"name", "my bot"}}); }
};
struct ForgetsItsToken : BotConduct {
  using BotConduct::BotConduct;
  void hello() override { say_hello({{"token", ""}}); }
};
struct DoesNotDialAgain : BotConduct {
  using BotConduct::BotConduct;
  void connection_lost() override { leave(0); }
};

template <class Conduct>
std::unique_ptr<BotConduct> make(BotConduct::Account& account) {
  return std::make_unique<Conduct>(account);
}

struct Examined {
  std::map<std::string, Finding> findings;
  std::string stderr_text;

  std::vector<std::string> names(Standing standing) const {
    std::vector<std::string> names;
    for (const auto& [name, finding] : findings) {
      if (finding.standing == standing) {
        names.push_back(name);
      }
    }
    return names;
  }
};

Task<> examine(SimulatedBot& bot, ExaminationSpec spec, Examined& examined) {
  Examination examination(bot, std::move(spec),
                          [&](const Finding& finding) { examined.findings[finding.name] = finding; });
  co_await examination.run();
  examined.stderr_text = examination.stderr_text();
}

Examined examine(bool dials, const SimulatedBot::Make& conduct) {
  Examined examined;
  test_support::SimulatedLoop loop;
  SimulatedBot bot(loop.clock(), dials, conduct);
  ExaminationSpec spec;
  spec.games = {&kHiddenNumbers};
  spec.games_were_named = true;
  loop.tasks().start("examination", examine(bot, std::move(spec), examined));
  loop.run();
  return examined;
}

struct Vice {
  SimulatedBot::Make conduct;
  std::string check;      ///< the only one that is breached
  std::string line = "";  ///< part of the line that is quoted; "": none is
};

void expect_told(const Examined& examined, const Vice& vice) {
  ASSERT_THAT(examined.names(Standing::violation), ElementsAre(vice.check));
  const Finding& finding = examined.findings.at(vice.check);
  EXPECT_FALSE(finding.mend.empty());
  if (vice.line.empty()) {
    EXPECT_EQ(finding.line, "");
  } else {
    EXPECT_THAT(finding.line, HasSubstr(vice.line));
  }
}

const std::vector<Vice> kVicesOfAll = {
    {make<SaysNothing>, "hello in time"},
    {make<HelloWithoutNewline>, "hello in time", R"({"type":"hello")"},
    {make<PrintsABanner>, "hello first", "Loading weights"},
    {make<SpeaksVersion0>, "protocol version", R"("protocol":0)"},
    {make<IsNoBot>, "protocol version", "spectator"},
    {make<PrettyPrints>, "one message a line", "{"},
    {make<DoublesNewlines>, "one message a line"},
    {make<PrintsDebugging>, "only messages", "thinking about turn 0"},
    {make<PrintsANumber>, "only messages", "42"},
    {make<SaysTheTurnAsText>, "fields of a message", R"("turn":"0")"},
    {make<SendsDrawings>, "short lines", "####"},
    {make<AnswersTheNextTurn>, "match and turn", R"("turn":1)"},
    {make<AnswersTwice>, "one answer a turn", R"("turn":0)"},
    {make<AnswersStart>, "speaks when asked", R"("turn":0)"},
    {make<GreetsTwice>, "hello first", "hello"},
    {make<DoesNotFlush>, "answers every turn"},
    {make<Crashes>, "answers every turn"},
    {make<Jumps>, "plays hidden_numbers", "jump"},
    {make<Fails>, "plays hidden_numbers", "KeyError"},
    {make<ComputesTooLong>, "answers in time", R"("turn":0)"},
    {make<IsImpatient>, "slow start"},
    {make<DiesWhenLate>, "late once"},
    {make<KnowsAllFields>, "unknown fields"},
    {make<KnowsAllTypes>, "unknown messages"},
    {make<DiesOfErrors>, "wait and error"},
    {make<LeavesAtEnd>, "next game"},
    {make<ForgetsItsPromise>, "next game"},
    {make<StaysAfterBye>, "leaves at bye"},
};
const std::vector<Vice> kVicesOfLaunched = {
    {make<CountsItsTurns>, "old request again", R"("turn":4)"},
    {make<StaysWithoutInput>, "end of input"},
    {make<LeavesWithStatus3>, "leaves at bye"},
};
const std::vector<Vice> kVicesOfDiallers = {
    {make<HasABadName>, "name and token", "my bot"},
    {make<ForgetsItsToken>, "reconnect", R"("token":"")"},
    {make<DoesNotDialAgain>, "reconnect"},
};

TEST(Examination, ABotThatIsRightHasNoFinding) {
  for (const bool dials : {false, true}) {
    SCOPED_TRACE(dials ? "dials in" : "launched");
    const Examined examined = examine(dials, make<BotConduct>);
    EXPECT_THAT(examined.names(Standing::violation), ElementsAre());
    EXPECT_THAT(examined.names(Standing::advice), ElementsAre());
    EXPECT_EQ(examined.names(Standing::not_reached),
              dials ? std::vector<std::string>({"does not sleep", "end of input"})
                    : std::vector<std::string>({"name and token", "reconnect"}));
  }
}

TEST(Examination, EachViceIsToldByItsCheckAndByNoOther) {
  for (const Vice& vice : kVicesOfAll) {
    for (const bool dials : {false, true}) {
      SCOPED_TRACE(vice.check + " " + vice.line + (dials ? " dials in" : " launched"));
      expect_told(examine(dials, vice.conduct), vice);
    }
  }
  for (const Vice& vice : kVicesOfLaunched) {
    SCOPED_TRACE(vice.check);
    expect_told(examine(false, vice.conduct), vice);
  }
  for (const Vice& vice : kVicesOfDiallers) {
    SCOPED_TRACE(vice.check);
    expect_told(examine(true, vice.conduct), vice);
  }
}

TEST(Examination, EachCheckIsBreachedBySomeViceHere) {
  std::set<std::string> breached;
  for (const auto* vices : {&kVicesOfAll, &kVicesOfLaunched, &kVicesOfDiallers}) {
    for (const Vice& vice : *vices) {
      breached.insert(vice.check);
    }
  }
  const Examined examined = examine(false, make<BotConduct>);
  for (const auto& [name, finding] : examined.findings) {
    EXPECT_TRUE(breached.contains(name) || name == "does not sleep") << name << ": an advice only";
  }
}

TEST(Examination, WhatAnAnswerThatNeverCameWouldHaveShownIsNotOk) {
  const Examined examined = examine(false, make<DoesNotFlush>);
  for (const char* name : {"answers in time", "does not sleep", "plays hidden_numbers"}) {
    EXPECT_EQ(examined.findings.at(name).standing, Standing::not_reached) << name;
  }
}

TEST(Examination, ABotThatDialsInAndLeavesIsNotBlamedForTheGamesToCome) {
  Examined examined;
  test_support::SimulatedLoop loop;
  SimulatedBot bot(loop.clock(), true, make<LeavesAtEnd>);
  ExaminationSpec spec;
  spec.games = {&kHiddenNumbers, engines::find_game("walls")};
  loop.tasks().start("examination", examine(bot, std::move(spec), examined));
  loop.run();
  EXPECT_THAT(examined.names(Standing::violation), ElementsAre("next game"));
  EXPECT_THAT(examined.findings.at("next game").note, HasSubstr("did not dial in again"));
}

TEST(Examination, KeepsTheStandardErrorOfTheFirstBreach) {
  EXPECT_EQ(examine(false, make<Crashes>).stderr_text, "IndexError: no such square\n");
}

struct Sleeps : BotConduct {
  using BotConduct::BotConduct;
  void answer(const Json& turn) override {
    sleep(Milliseconds(2000));
    BotConduct::answer(turn);
  }
};
struct IsAlmostLate : BotConduct {
  using BotConduct::BotConduct;
  void answer(const Json& turn) override {
    compute(Milliseconds(900));
    BotConduct::answer(turn);
  }
};

TEST(Examination, ABotThatIsLateOnTheWallOrAlmostLateIsAdvised) {
  EXPECT_THAT(examine(false, make<Sleeps>).names(Standing::advice),
              ElementsAre("answers in time", "does not sleep"));
  const Examined almost = examine(false, make<IsAlmostLate>);
  EXPECT_THAT(almost.names(Standing::advice), ElementsAre("answers in time"));
  EXPECT_THAT(almost.findings.at("answers in time").note, HasSubstr("may be late"));
}

}  // namespace
}  // namespace referee
