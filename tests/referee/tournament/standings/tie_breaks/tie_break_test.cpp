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

// The defaults of TIE_BREAKS.md.
TEST(TieBreak, ListsHaveDefaults) {
  EXPECT_THAT(codes("{}", kSwiss), ElementsAre("BH/C1", "BH", "SB", "DE", "WIN"));
  EXPECT_THAT(codes("{}", kRoundRobin), ElementsAre("DE", "WIN", "SB"));
  EXPECT_THAT(codes(R"({"tie_breaks":[]})", kSwiss), IsEmpty());
}

TEST(TieBreak, EveryCodeIsReadAndWrittenAlike) {
  const char* all =
      R"({"tie_breaks":["DE","WIN","WON","BPG","BWG","PS","PS/C1","PS/C2","BH","BH/C1","BH/C2","BH/M1",
      "BH/M2","AOB","FB","FB/C1","FB/C2","FB/M1","FB/M2","SB","SB/C1","SB/C2","KS","REP","STD","TPN",
      "ARO","ARO/C1","ARO/C2","ARO/M1","ARO/M2","TPR","PTP","APRO","APPO"]})";
  const TieBreaks list =
      tie_breaks_in(all, {.round_robin = false, .seats_matter = true, .report_file = true});
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
      "format.tie_breaks[1]: got \"BH/C3\", expected one of DE, WIN, WON, BPG, BWG, PS, PS/C1, PS/C2, REP, "
      "STD, TPN, BH, BH/C1, BH/C2, BH/M1, BH/M2, AOB, FB, FB/C1, FB/C2, FB/M1, FB/M2, SB, SB/C1, SB/C2, KS");
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
    EXPECT_EQ(refusal_of_tie_breaks(list.c_str(), kRoundRobin),
              std::string("format.tie_breaks[1]: got \"") + code +
                  "\", expected one of DE, WIN, WON, BPG, BWG, PS, PS/C1, PS/C2, REP, STD, TPN, SB, SB/C1, "
                  "SB/C2, KS: in "
                  "a round robin all have the same opponents");
  }
}

// C.07, Article 10: they need ratings from before the tournament, which report files have.
TEST(TieBreak, RatingsAreThoseOfReportFilesOnly) {
  for (const char* code : {"ARO", "ARO/C1", "TPR", "PTP", "APRO", "APPO"}) {
    EXPECT_THAT(refusal_of_tie_breaks((std::string(R"({"tie_breaks":[")") + code + "\"]}").c_str(), kSwiss),
                HasSubstr("KS: the entrants have no ratings from before the tournament"));
  }
}

TEST(TieBreak, TablesOfMoreThanTwoHaveNoSecondSeat) {
  for (const char* list : {R"({"tie_breaks":["BPG"]})", R"({"tie_breaks":["BWG"]})"}) {
    EXPECT_THAT(refusal_of_tie_breaks(list, kTables), HasSubstr("expected one of DE, WIN, WON, PS,"));
    EXPECT_THAT(refusal_of_tie_breaks(list, kTables), HasSubstr("of two at one board only"));
  }
}

TieBreakValue thirds(std::int64_t count) { return TieBreakValue::whole(count).over(3); }

TEST(TieBreakValue, ShowsTwoDecimalsAndTheWholeValue) {
  const auto shown = [](const TieBreakValue& value) { return value.text() + " = " + value.exact_text(); };
  EXPECT_EQ(shown(TieBreakValue()), "0 = 0");
  EXPECT_EQ(shown(TieBreakValue::whole(12)), "12 = 12");
  EXPECT_EQ(shown(TieBreakValue::of(Points::halves(5))), "2.5 = 2.5");
  EXPECT_EQ(shown(TieBreakValue::product(Points::halves(1), Points::halves(5))), "1.25 = 1.25");
  EXPECT_EQ(shown(thirds(5)), "1.67 = 1 2/3");
  EXPECT_EQ(shown(thirds(1)), "0.33 = 1/3");
  EXPECT_EQ(shown(thirds(1).over(3)), "0.11 = 1/9");
  EXPECT_EQ(shown(TieBreakValue::whole(1).over(8)), "0.13 = 1/8");
  EXPECT_EQ(shown(TieBreakValue::whole(1999).over(1000)), "2 = 1 999/1000");
  EXPECT_EQ(shown(TieBreakValue::of(Points::halves(1, 3)).over(7)), "0.02 = 1/42");
}

TEST(TieBreakValue, ComparesExactly) {
  TieBreakValue sum;
  for (int i = 0; i < 9; ++i) {
    sum += thirds(1).over(3);
  }
  EXPECT_EQ(sum, TieBreakValue::whole(1));
  EXPECT_EQ(thirds(1) + TieBreakValue::whole(1).over(6), TieBreakValue::of(Points::halves(1)));
  EXPECT_LT(TieBreakValue::whole(33).over(100), thirds(1));
  EXPECT_GT(TieBreakValue::whole(34).over(100), thirds(1));
  EXPECT_EQ(TieBreakValue::whole(40).over(8), TieBreakValue::whole(5));
  EXPECT_DOUBLE_EQ(thirds(2).value(), 2.0 / 3);
}

TEST(TieBreakValue, HoldsTheSumsOfLongTournaments) {
  const TieBreakValue most = TieBreakValue::product(Points::whole(30'000), Points::whole(30'000));
  EXPECT_EQ(most.text(), "900000000");
  EXPECT_LT(most, most + TieBreakValue::of(Points::of_units(1)));
  // AOB of the longest Swiss, and of one with a table of 17 a round: sums of 100 x 100 points over 1600
  // opponents.
  const TieBreakValue mean = TieBreakValue::whole(16'000'000).over(1599);
  EXPECT_LT(mean, TieBreakValue::whole(16'000'000).over(1598));
  EXPECT_GT(mean, TieBreakValue::whole(15'999'999).over(1599));
}

}  // namespace

}  // namespace referee
