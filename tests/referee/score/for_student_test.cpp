#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/score/score_report.h"
#include "tests/referee/score/sample_scores.h"

namespace referee::score {
namespace {

ScoreReport report_with(Visibility visibility) {
  return samples::report({samples::item("1", 5, 5), samples::secret_item("2", visibility)});
}

TEST(ForStudent, LeavesWhatIsVisible) {
  const ScoreReport seen = for_student(samples::report({samples::item("1", 5, 5)}), false);
  EXPECT_FALSE(seen.items[0].withheld);
  EXPECT_EQ(seen.items[0].games.size(), 1U);
  EXPECT_EQ(seen.items[0].measured, "mean score 88, asked: at least 100");
  EXPECT_EQ(seen.seed, 42U);
}

// "hidden: points and fault kind only; no view, seed, record, replay command or stderr"
TEST(ForStudent, TakesAwayAllButPointsStatusAndKinds) {
  const ScoreReport report = report_with(Visibility::hidden);
  const ScoreReport seen = for_student(report, true);
  EXPECT_EQ(seen.seed, std::nullopt);
  const ScoredItem& item = seen.items[1];
  EXPECT_TRUE(item.withheld);
  EXPECT_EQ(item.number, "2");
  EXPECT_EQ(item.name, "item 2");
  EXPECT_EQ(item.points, 4);
  EXPECT_EQ(item.max_points, 10);
  EXPECT_EQ(item.status, ItemStatus::partial);
  EXPECT_EQ(item.why_not + item.measured, "");
  EXPECT_EQ(item.seconds, 0);
  ASSERT_EQ(item.games.size(), 2U) << "those with a fault";
  for (const ScoredGame& game : item.games) {
    EXPECT_EQ(game.id + game.instance + game.result + game.how_bot_ended, "");
    EXPECT_EQ(game.stderr_tail + game.record + game.replay, "");
    EXPECT_TRUE(game.opponents.empty());
    EXPECT_TRUE(game.scores.empty());
    EXPECT_EQ(game.seat + game.rank + game.fault->turn + game.faults, 0);
    EXPECT_EQ(game.seconds, 0);
    EXPECT_EQ(game.fault->message + game.fault->view + game.fault->answer, "");
  }
  EXPECT_EQ(item.games[0].fault->verdict, "illegal");
  EXPECT_EQ(item.games[1].fault->verdict, "late");
  EXPECT_EQ(seen.points, report.points);
  EXPECT_FALSE(seen.items[0].withheld);
}

TEST(ForStudent, LeavesWhatIsForLaterToAGraderThatWithholdsIt) {
  const ScoreReport report = report_with(Visibility::after_published);
  EXPECT_TRUE(for_student(report, false).items[1].withheld);
  const ScoreReport seen = for_student(report, true);
  EXPECT_FALSE(seen.items[1].withheld);
  EXPECT_EQ(seen.items[1].measured, samples::kSecret);
}

TEST(ForStudent, IsTheSameTwice) {
  const ScoreReport once = for_student(report_with(Visibility::hidden), false);
  const ScoreReport twice = for_student(once, false);
  EXPECT_EQ(twice.items[1].games.size(), once.items[1].games.size());
  EXPECT_EQ(twice.seed, std::nullopt);
}

}  // namespace
}  // namespace referee::score
