#include "referee/match/program/program_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/complaint.h"

namespace referee {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

template <class Kind>
Kind read(const json& line, std::size_t seats = 2) {
  return std::get<Kind>(read_program_line(line.dump(), seats));
}

std::string complaint(const json& line, std::size_t seats = 2) {
  return test_support::complaint<std::exception>([&] { (void)read_program_line(line.dump(), seats); });
}

TEST(ProgramLine, ProgressIsTheViewAndItsTextTheCaptionOfThePicture) {
  const json picture{{"grid", {"|.", ".|"}}};
  const auto told = read<ProgramProgress>(
      {{"type", "progress"}, {"turn", 3}, {"text", "alice takes 1"}, {"picture", picture}});
  EXPECT_EQ(told.view, (json{{"turn", 3},
                             {"text", "alice takes 1"},
                             {"picture", {{"grid", {"|.", ".|"}}, {"caption", "alice takes 1"}}}}));
  EXPECT_EQ(read<ProgramProgress>({{"type", "progress"}}).view, json::object());
}

TEST(ProgramLine, ScoresFollowFromRanksAndMayStandBesideThem) {
  EXPECT_THAT(read<ProgramResult>({{"type", "result"}, {"ranks", {2, 1, 3}}}, 3).scores,
              ElementsAre(1, 2, 0));
  EXPECT_THAT(
      read<ProgramResult>({{"type", "result"}, {"ranks", {1, 1, 3}}, {"scores", {5, 5, -1}}}, 3).scores,
      ElementsAre(5, 5, -1));
  const auto result = read<ProgramResult>({{"type", "result"},
                                           {"scores", {0.5, 1}},
                                           {"turns", 17},
                                           {"outcome", {{"reason", "last stick"}}},
                                           {"replay", "replay.json"}});
  EXPECT_EQ(result.turns, 17);
  EXPECT_EQ(result.outcome, (json{{"reason", "last stick"}}));
  EXPECT_EQ(result.replay, "replay.json");
}

TEST(ProgramLine, RefusesAResultThatContradictsItselfOrTheSeats) {
  EXPECT_THAT(complaint({{"type", "result"}, {"scores", {1, 0}}, {"ranks", {2, 1}}}),
              AllOf(HasSubstr("line.ranks"), HasSubstr("[1.0,0.0]")));
  EXPECT_THAT(complaint({{"type", "result"}, {"scores", {1, 0}}, {"ranks", {1, 1}}}),
              HasSubstr("line.ranks"));
  EXPECT_THAT(complaint({{"type", "result"}, {"scores", {1}}}), HasSubstr("each of the 2 seats"));
  EXPECT_THAT(complaint({{"type", "result"}, {"scores", {1, "x"}}}), HasSubstr("line.scores"));
  EXPECT_THAT(complaint({{"type", "result"}, {"ranks", {0, 1}}}), HasSubstr("line.ranks"));
  EXPECT_THAT(complaint({{"type", "result"}}), HasSubstr("line.scores"));
}

TEST(ProgramLine, RefusesNumbersThatWouldBecomeOthers) {
  EXPECT_THAT(test_support::complaint<std::exception>([] {
                (void)read_program_line(
                    R"({"type":"result","scores":[1,0],"outcome":{"hash":[36893488147419103232]}})", 2);
              }),
              AllOf(HasSubstr("line.outcome.hash[0]: got 36893488147419103232"), HasSubstr("2^64-1")));
  EXPECT_THAT(complaint({{"type", "result"}, {"scores", {9007199254740993, 9007199254740992}}}),
              HasSubstr("line.scores: got [9007199254740993,9007199254740992]"));
}

TEST(ProgramLine, RefusesAReplayThatIsAPath) {
  for (const char* const name : {"../order.json", "/etc/passwd", "a/b", "..", ".hidden"}) {
    EXPECT_THAT(complaint({{"type", "result"}, {"scores", {1, 0}}, {"replay", name}}),
                HasSubstr("line.replay"))
        << name;
  }
}

TEST(ProgramLine, AFaultNamesASeatAndAVerdictOfABot) {
  const auto fault =
      read<ProgramFault>({{"type", "fault"}, {"seat", 1}, {"verdict", "late"}, {"why", "no answer"}});
  EXPECT_EQ(fault.seat, 1U);
  EXPECT_EQ(fault.verdict, protocol::Verdict::late);
  EXPECT_EQ(fault.why, "no answer");
  EXPECT_THAT(complaint({{"type", "fault"}, {"seat", 2}, {"verdict", "late"}, {"why", ""}}),
              HasSubstr("line.seat: got 2"));
  EXPECT_THAT(complaint({{"type", "fault"}, {"seat", 0}, {"verdict", "ok"}, {"why", ""}}),
              HasSubstr("line.verdict"));
}

TEST(ProgramLine, RefusesWhatIsNoLineOfTheContract) {
  EXPECT_THAT(test_support::complaint<std::exception>([] { (void)read_program_line("hello", 2); }),
              HasSubstr("a JSON object"));
  EXPECT_THAT(test_support::complaint<std::exception>([] { (void)read_program_line("[1]", 2); }),
              HasSubstr("line"));
  EXPECT_THAT(complaint({{"type", "tick"}}), HasSubstr("line.type"));
  EXPECT_THAT(complaint({{"type", "void"}, {"why", "x"}, {"seat", 1}}), HasSubstr("line.seat"));
  EXPECT_THAT(complaint({{"type", "progress"}, {"text", std::string(ProgramLineBound::kText + 1, 'x')}}),
              HasSubstr("line.text"));
  EXPECT_THAT(complaint({{"type", "result"},
                         {"scores", {1, 0}},
                         {"outcome", std::string(ProgramLineBound::kOutcome, 'x')}}),
              HasSubstr("line.outcome"));
}

}  // namespace
}  // namespace referee
