#include "referee/tournament/standings/ladder_lines.h"

#include <gtest/gtest.h>

#include <string>

#include "protocol/fields.h"
#include "referee/tournament/standings/ladder_table.h"

namespace referee {
namespace {

// Written by a build of 2026-11-26.
constexpr const char* kRated = R"(ladder 1 2 6 4 1 1800003600
open 5
first 161.868231303373 -227.93876452519115 551.6752271319372
p 0 0 4 1800000001 125.47515112555044 -137.38504814332998 388.33535039443086
p 1 0 3 1800000001 -72.59198017917109 -266.93688740631944 121.7529270479773
p 1 3 1 1800000005
e 4 3 1 9 360 70 6 0 0 0 0 0 0 0 0 3 1800003600 125.47515112555044
e 4 0 3 3 120 70 2 0 0 0 0 0 0 0 0 1 1800003600 -52.88317094637935
g 2 1 4 1 2 1 2 255 3735928559
g 1 0 4 3 1 1 1 1
m 2 19800 20500 ["Xeon \"A\" 2","bwrap"]
m 1 0 0 ["EPYC",""]
)";
constexpr const char* kInBlocks = R"(ladder 1 1 5 3 0 1800000009
open
first
p 0 0 1 1800000001
p 1 3 2 1800000002
e 1 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 1800000009 -1.5
e 2 1 2 0 0 0 0 0 0 0 0 0 0 0 0 0 1800000009 0.1
block 2
s 3 2 1 1e+06
s 4 1 1
t 1 1 -1.5 2.25
t 2 1 0.1 0.010000000000000002
b 1 1800000005
c 1 1 -1.5 2.25
c 2 1 0.1 0.010000000000000002
)";

TEST(LadderLines, RatingsOfAnEarlierBuildAreRead) {
  const LadderTable table = LadderTable::read(kRated);
  EXPECT_EQ(table.json(),
            R"({"head":[2,6,4,1,1800003600],"open":[5],)"
            R"("first_seat":[161.868231303373,-227.93876452519115,551.6752271319372],)"
            R"("players":[[0,0,4,1800000001,125.47515112555044,-137.38504814332998,388.33535039443086],)"
            R"([1,0,3,1800000001,-72.59198017917109,-266.93688740631944,121.7529270479773],)"
            R"([1,3,1,1800000005]],)"
            R"("entrants":[[4,3,1,9,360,70,6,0,0,0,0,0,0,0,0,3,1800003600,125.47515112555044],)"
            R"([4,0,3,3,120,70,2,0,0,0,0,0,0,0,0,1,1800003600,-52.88317094637935]],)"
            R"("groups":[[2,1,4,1,2,1,2,255,3735928559],[1,0,4,3,1,1,1,1]],)"
            R"("machines":[[2,19800,20500,"Xeon \"A\" 2","bwrap"],[1,0,0,"EPYC",""]]})");
  EXPECT_EQ(table.present(1)->version, 3);
  EXPECT_FALSE(table.present(1)->rating);
  EXPECT_FALSE(table.includes(5));
  EXPECT_EQ(LadderTable::read(table.json()).json(), table.json());
}

TEST(LadderLines, BlocksOfAnEarlierBuildAreRead) {
  const LadderTable table = LadderTable::read(kInBlocks);
  EXPECT_EQ(table.json(), R"({"head":[1,5,3,0,1800000009],"open":[],"first_seat":[],)"
                          R"("players":[[0,0,1,1800000001],[1,3,2,1800000002]],)"
                          R"("entrants":[[1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,1800000009,-1.5],)"
                          R"([2,1,2,0,0,0,0,0,0,0,0,0,0,0,0,0,1800000009,0.1]],)"
                          R"("groups":[],"machines":[],"block":[2],"scores":[[3,2,1,1e+06],[4,1,1]],)"
                          R"("totals":[[1,1,-1.5,2.25],[2,1,0.1,0.010000000000000002]],)"
                          R"("closed":[[1,1800000005,1,1,-1.5,2.25,2,1,0.1,0.010000000000000002]]})");
  EXPECT_EQ(table.value(0), -1.5);
  EXPECT_EQ(LadderTable::read(table.json()).json(), table.json());
}

TEST(LadderLines, ADamagedLineIsRefused) {
  const std::string text = kRated;
  for (const char* line : {"q 1", "g 1 0 4 9 9 1 2", "g 1 0 99999999999 1 2", "p 0 0 1 1",
                           "m 2 0 0 [\"Xeon\"]", "m 2 0 0 [\"Xeon\",", "m 1 0 0 [\"EPYC\",\"\"]", "e 1 x",
                           "ladder 1 2 6 4 1 0", "c 1 1 4 16", "t 9 1 4 16"}) {
    EXPECT_THROW(LadderTable::read(text + line + "\n"), fields::Exception) << line;
  }
  EXPECT_THROW(LadderTable::read("ladder 2 2 6 4 1 1800003600\n"), fields::Exception) << "of another form";
  EXPECT_THROW(LadderTable::read("ladder 1 2 6 4\n"), fields::Exception);
}

}  // namespace
}  // namespace referee
