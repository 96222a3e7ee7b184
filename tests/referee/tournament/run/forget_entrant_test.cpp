#include "referee/tournament/run/forget_entrant.h"

#include <gtest/gtest.h>

#include <string>

#include "referee/record/record.h"
#include "referee/record/replay.h"
#include "tests/support/sample_record.h"

namespace referee {
namespace {

using test_support::head_of;
using test_support::last_of;
using test_support::walls_record;

std::string first_player() { return head_of(walls_record()).at("players").at(0); }

TEST(ForgetEntrant, ARecordWithAnotherNameStillVerifies) {
  const std::string renamed = with_renamed_player(walls_record(), first_player(), "forgotten-1");
  EXPECT_EQ(head_of(renamed).at("players").at(0), "forgotten-1");
  EXPECT_EQ(head_of(renamed).at("players").at(1), head_of(walls_record()).at("players").at(1));
  EXPECT_EQ(renamed.find("\"" + first_player() + "\""), std::string::npos);
  const Verified verified = verify_record(renamed);
  EXPECT_FALSE(verified.difference) << verified.difference->text();
}

TEST(ForgetEntrant, TheReasonOfAVoidMatchNamesThePlayerNoMore) {
  const std::string voided = voided_afterwards(walls_record(), first_player() + ": killed by the arbiter");
  const std::string renamed = with_renamed_player(voided, first_player(), "forgotten-1");
  EXPECT_EQ(last_of(renamed).at("why"), "forgotten-1: killed by the arbiter");
  EXPECT_FALSE(verify_record(renamed).difference);
}

TEST(ForgetEntrant, ARecordOfOthersStaysByteForByte) {
  EXPECT_EQ(with_renamed_player(walls_record(), "nobody", "forgotten-1"), walls_record());
}

TEST(ForgetEntrant, OnlyWholeWordsAreRenamed) {
  EXPECT_EQ(with_renamed_word("Ada is withdrawn; ada-2 and adam play. By ada.", "ada", "x"),
            "x is withdrawn; ada-2 and adam play. By x.");
  EXPECT_EQ(with_renamed_word("ada, (ADA) ada.b", "ada", "x"), "x, (x) ada.b");
  EXPECT_EQ(with_renamed_word("", "ada", "x"), "");
}

}  // namespace
}  // namespace referee
