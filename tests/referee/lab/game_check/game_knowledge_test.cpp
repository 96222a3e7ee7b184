#include "referee/lab/game_check/game_knowledge.h"

#include <gtest/gtest.h>

#include <string>

namespace referee {
namespace {

SeatTold told(const std::string& known, const std::string& world) {
  SeatTold one;
  one.known = one.heard = known;
  one.world = world;
  one.by_public["events"] = "[]";
  one.by_seat["legal"] = "[1]";
  return one;
}

TEST(SeatKnowledge, CountsPositionsOfMatchesThatLookAlike) {
  SeatKnowledge knowledge;
  knowledge.note(told("a", "1"));
  knowledge.note(told("a", "1"));
  EXPECT_EQ(knowledge.alike(), 0U) << "it is one match, played twice";
  knowledge.note(told("a", "2"));
  knowledge.note(told("b", "3"));
  EXPECT_EQ(knowledge.alike(), 1U);
  EXPECT_FALSE(knowledge.leak());
}

TEST(SeatKnowledge, KnowsAllThatOthersSeeIfOnlyWhatNobodySeesDiffers) {
  SeatKnowledge knowledge;
  SeatTold hand = told("a", "1");
  hand.others = "two of hearts";
  knowledge.note(hand);
  hand.world = "2";  // another deck, of which nobody sees a card
  knowledge.note(hand);
  EXPECT_EQ(knowledge.alike(), 1U);
  EXPECT_EQ(knowledge.blind(), 0U);
  hand.others = "ten of clubs";
  hand.world = "3";
  knowledge.note(hand);
  EXPECT_EQ(knowledge.blind(), 1U);
}

TEST(SeatKnowledge, FindsWhatTellsTwoMatchesApart) {
  for (const std::string teller : {"legal", "events"}) {
    SeatKnowledge knowledge;
    knowledge.note(told("a", "1"));
    SeatTold other = told("a", "2");
    (teller == "legal" ? other.by_seat : other.by_public)[teller] = "other";
    knowledge.note(other);
    ASSERT_TRUE(knowledge.leak()) << teller;
    EXPECT_EQ(knowledge.leak()->teller, teller);
    EXPECT_EQ(knowledge.leak()->other, "other");
  }
}

TEST(SeatKnowledge, ChanceThatNoViewShowsIsNoSecret) {
  SeatKnowledge knowledge;
  SeatTold six = told("a", "1");
  six.by_public["events"] = "[6]";
  knowledge.note(told("a", "1"));
  knowledge.note(six);
  EXPECT_FALSE(knowledge.leak()) << "all that anybody sees is the same";
}

}  // namespace
}  // namespace referee
