#include "referee/tournament/standings/tie_breaks/tie_break.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/complaint.h"

namespace referee {
namespace {

using fields::Json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr TieBreakScope kSwiss{.round_robin = false, .seats_matter = true};
constexpr TieBreakScope kRoundRobin{.round_robin = true, .seats_matter = true};
constexpr TieBreakScope kTables{.round_robin = false, .seats_matter = false};

TieBreaks tie_breaks_in(const char* format, const TieBreakScope& scope) {
  const Json json = Json::parse(format);
  fields::Object in(json, "format");
  TieBreaks tie_breaks = read_tie_breaks(in, scope);
  in.require();
  return tie_breaks;
}

std::vector<std::string> codes(const char* format, const TieBreakScope& scope) {
  return codes_of(tie_breaks_in(format, scope));
}

std::string refusal_of_tie_breaks(const char* format, const TieBreakScope& scope) {
  return test_support::complaint<fields::Exception>([&] { tie_breaks_in(format, scope); });
}

// "defaults: Swiss BH/C1, BH, SB, DE, WIN; round robin DE, WIN, SB"
TEST(TieBreak, ListsHaveDefaults) {
  EXPECT_THAT(codes("{}", kSwiss), ElementsAre("BH/C1", "BH", "SB", "DE", "WIN"));
  EXPECT_THAT(codes("{}", kRoundRobin), ElementsAre("DE", "WIN", "SB"));
  EXPECT_THAT(codes(R"({"tie_breaks":[]})", kSwiss), IsEmpty());
}

TEST(TieBreak, EveryCodeIsReadAndWrittenAlike) {
  const char* all =
      R"({"tie_breaks":["DE","WIN","WON","BPG","BWG","PS","PS/C1","PS/C2","BH","BH/C1","BH/C2","BH/M1",
      "BH/M2","AOB","FB","FB/C1","FB/C2","FB/M1","FB/M2","SB","SB/C1","SB/C2","KS"]})";
  const TieBreaks list = tie_breaks_in(all, kSwiss);
  EXPECT_EQ(Json(codes_of(list)), Json::parse(all)["tie_breaks"]);
  EXPECT_EQ(list[9], (TieBreak{TieBreak::Kind::buchholz, 1, 0}));
  EXPECT_EQ(list[11], (TieBreak{TieBreak::Kind::buchholz, 1, 1}));
  EXPECT_EQ(list[12], (TieBreak{TieBreak::Kind::buchholz, 2, 2}));
  EXPECT_EQ(list[9].meaning(), "Buchholz without the lowest opponent");
}

TEST(TieBreak, PointsComeFirstWhetherNamedOrNot) {
  EXPECT_THAT(codes(R"({"tie_breaks":["PTS","SB"]})", kSwiss), ElementsAre("SB"));
  EXPECT_EQ(
      refusal_of_tie_breaks(R"({"tie_breaks":["SB","PTS"]})", kSwiss),
      "format.tie_breaks[1]: got \"PTS\", expected PTS in the first place only: the points come before all "
      "tie-breaks");
}

TEST(TieBreak, WhatIsNoneIsRefusedWithThoseThatThereAre) {
  EXPECT_EQ(
      refusal_of_tie_breaks(R"({"tie_breaks":["BH","BH/C3"]})", kSwiss),
      "format.tie_breaks[1]: got \"BH/C3\", expected one of DE, WIN, WON, BPG, BWG, PS, PS/C1, PS/C2, BH, "
      "BH/C1, BH/C2, BH/M1, BH/M2, AOB, FB, FB/C1, FB/C2, FB/M1, FB/M2, SB, SB/C1, SB/C2, KS");
  EXPECT_THAT(refusal_of_tie_breaks(R"({"tie_breaks":["bh"]})", kSwiss),
              HasSubstr("tie_breaks[0]: got \"bh\", expected one of"));
  EXPECT_THAT(refusal_of_tie_breaks(R"({"tie_breaks":[7]})", kSwiss),
              HasSubstr("tie_breaks[0]: got 7, expected one of"));
  EXPECT_THAT(refusal_of_tie_breaks(R"({"tie_breaks":"BH"})", kSwiss),
              HasSubstr("tie_breaks: got \"BH\", expected a list of codes, as [\"BH/C1\","));
  EXPECT_EQ(refusal_of_tie_breaks(R"({"tie_breaks":["BH","SB","BH"]})", kSwiss),
            "format.tie_breaks[2]: got \"BH\", expected each tie-break once");
}

// C.07, Article 8: "must not be used in round-robins"
TEST(TieBreak, ARoundRobinHasNoBuchholz) {
  for (const char* code : {"BH", "BH/C1", "FB", "FB/M1", "AOB"}) {
    const std::string list = std::string(R"({"tie_breaks":["DE",")") + code + "\"]}";
    EXPECT_EQ(
        refusal_of_tie_breaks(list.c_str(), kRoundRobin),
        std::string("format.tie_breaks[1]: got \"") + code +
            "\", expected one of DE, WIN, WON, BPG, BWG, PS, PS/C1, PS/C2, SB, SB/C1, SB/C2, KS: in a round "
            "robin all have the same opponents");
  }
}

TEST(TieBreak, TablesOfMoreThanTwoHaveNoSecondSeat) {
  for (const char* list : {R"({"tie_breaks":["BPG"]})", R"({"tie_breaks":["BWG"]})"}) {
    EXPECT_THAT(refusal_of_tie_breaks(list, kTables), HasSubstr("expected one of DE, WIN, WON, PS,"));
    EXPECT_THAT(refusal_of_tie_breaks(list, kTables), HasSubstr("of two at one board only"));
  }
}

}  // namespace
}  // namespace referee
