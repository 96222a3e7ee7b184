#include "referee/adapt/program_turns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace referee {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Json = nlohmann::json;

class EchoGame : public HandoutGame {
 public:
  ProgramInput input(const Json& view) const override { return {{}, "in", view.dump()}; }
  std::string move_in(std::string_view line) const override { return std::string(line); }
};

/// An order as text.
struct Shown {
  std::string operator()(const ProgramTurns::Say& order) const {
    const Json message = Json::parse(order.line);
    return "say " + message.value("move", message.at("type")).dump();
  }
  std::string operator()(const ProgramTurns::Tell& order) const { return "tell " + order.text; }
  std::string operator()(const ProgramTurns::BeginGame&) const { return "begin"; }
  std::string operator()(const ProgramTurns::EndGame&) const { return "end"; }
  std::string operator()(const ProgramTurns::Start& order) const { return "start " + order.input.text; }
  std::string operator()(const ProgramTurns::AwaitEnd&) const { return "await"; }
  std::string operator()(const ProgramTurns::Kill&) const { return "kill"; }
};

std::vector<std::string> shown(const ProgramTurns::Orders& orders) {
  std::vector<std::string> texts;
  for (const ProgramTurns::Order& order : orders) {
    texts.push_back(std::visit(Shown{}, order));
  }
  return texts;
}

class ProgramTurnsTest : public testing::Test {
 protected:
  std::vector<std::string> hear(const std::string& line) { return shown(turns_.hear(line)); }
  std::vector<std::string> turn(int number) {
    return hear(R"({"type":"turn","match":"m","view":{},"turn":)" + std::to_string(number) + "}");
  }
  std::vector<std::string> answer() { return shown(turns_.answered("move\n", "")); }

  ProgramTurns turns_{
      "./p", [](const Json&) -> std::unique_ptr<HandoutGame> { return std::make_unique<EchoGame>(); }};
  const std::string start_ =
      R"({"type":"start","match":"m","setup":{},"clock":{"kind":"per_move","ms":5,"init_ms":9}})";
};

TEST_F(ProgramTurnsTest, EachTurnStartsTheProgramAndItsLineIsTheMove) {
  EXPECT_THAT(shown(turns_.begin()), ElementsAre(R"(say "hello")"));
  EXPECT_THAT(hear(start_), ElementsAre("begin"));
  EXPECT_THAT(turn(0), ElementsAre("start {}"));
  EXPECT_THAT(turn(0), ElementsAre()) << "asked again after a lost connection";
  EXPECT_THAT(answer(), ElementsAre(R"(say "move")"));
  EXPECT_THAT(shown(turns_.ended()), ElementsAre());
  EXPECT_THAT(turn(1), ElementsAre("start {}"));
  EXPECT_THAT(hear(R"({"type":"bye"})"),
              ElementsAre("tell turn 1: ./p still ran and was killed: the referee says bye", "kill"));
  EXPECT_TRUE(turns_.is_over());
}

TEST_F(ProgramTurnsTest, OneThatHasAnsweredMayRunOnBeforeTheNextTurn) {
  hear(start_);
  turn(0);
  answer();
  EXPECT_THAT(turn(1), ElementsAre("await"));
  EXPECT_TRUE(turns_.awaits_end());
  EXPECT_THAT(shown(turns_.ended()), ElementsAre("start {}"));
  EXPECT_FALSE(turns_.awaits_end());
  answer();
  turn(2);
  EXPECT_THAT(
      shown(turns_.overdue()),
      ElementsAre("tell turn 1: ./p still ran 1000 ms after its move and was killed", "kill", "start {}"));
}

TEST_F(ProgramTurnsTest, ALateOneIsKilledAndTheClockIsTold) {
  hear(start_);
  turn(0);
  EXPECT_THAT(turn(1),
              ElementsAre("tell turn 0: ./p still ran and was killed: the next turn has come", "kill",
                          HasSubstr("turn 0: the clock is kind per_move, ms 5; "), "start {}"));
  EXPECT_THAT(hear(R"({"type":"end","match":"m"})"),
              ElementsAre(HasSubstr("the game is over"), "kill", HasSubstr("the clock is"), "end"));
}

TEST_F(ProgramTurnsTest, WhatCannotBeStartedIsNoMove) {
  hear(start_);
  turn(3);
  EXPECT_THAT(shown(turns_.cannot_start("cannot start p: why")),
              ElementsAre("tell turn 3: cannot start p: why", "say null"));
  EXPECT_THAT(turn(4), ElementsAre("start {}"));
}

TEST_F(ProgramTurnsTest, AMoveThatNoMessageHasRoomForIsNone) {
  hear(start_);
  turn(0);
  EXPECT_THAT(shown(turns_.answered(std::string(60'000, '\1') + "\n", "")),
              ElementsAre("tell turn 0: the first line that ./p printed is too long for a move", "say null"));
}

TEST_F(ProgramTurnsTest, WhatCannotBeUsedIsToldAndLeftOut) {
  EXPECT_THAT(turn(0), ElementsAre("tell a turn of a match that was not started was left out"));
  EXPECT_THAT(hear("garbage"), ElementsAre(HasSubstr("cannot read what the referee sent: ")));
  hear(start_);
  EXPECT_THAT(hear(R"({"type":"turn","match":"m"})"),
              ElementsAre(HasSubstr("cannot use what the referee sent: ")));
}

}  // namespace
}  // namespace referee
