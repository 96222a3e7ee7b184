#include "referee/web/match_feed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>

#include "engines/registry.h"
#include "referee/match/attempt.h"

namespace referee::web {
namespace {

using testing::SizeIs;

/// Tells a feed of matches of Walls as the loop does.
class MatchFeedTest : public testing::Test {
 protected:
  MatchSpec spec(const std::string& match, int attempt = 1) const {
    MatchSpec spec;
    spec.id = match;
    spec.attempt = attempt;
    return spec;
  }
  void start(const MatchSpec& spec, const std::string& record = "header\n") {
    feed_.on_start({spec, players_, *game_, record});
  }
  void turn(const MatchSpec& spec, const std::string& line) {
    feed_.on_turn({spec, players_, *game_, ""}, {0, {}, "", line});
  }
  void end(const MatchSpec& spec, bool is_void = false) {
    PlayedAttempt played;
    played.job.spec = spec;
    played.result.is_void = is_void;
    feed_.on_end(played);
  }

  int woken_ = 0;
  MatchFeed feed_{[this] { ++woken_; }};
  const std::vector<std::string> players_{"ada", "bob"};
  const std::unique_ptr<engines::Game> game_ =
      engines::find_game("walls")->make(nlohmann::json::object(), {});
};

TEST_F(MatchFeedTest, BringsTheLinesOfEachMatchOnce) {
  start(spec("r1t1g1"));
  turn(spec("r1t1g1"), "1\n");
  start(spec("r1t2g1"), "header\nold\n");
  turn(spec("r1t1g1"), "2\n");
  EXPECT_EQ(woken_, 1) << "until somebody looks";
  const MatchFeed::Batch batch = feed_.take();
  ASSERT_THAT(batch.news, SizeIs(2));
  EXPECT_FALSE(batch.overrun);
  EXPECT_EQ(batch.news[0].match, "r1t1g1");
  EXPECT_TRUE(batch.news[0].begins);
  EXPECT_EQ(batch.news[0].lines, "header\n1\n2\n");
  EXPECT_EQ(batch.news[1].lines, "header\nold\n");
  EXPECT_THAT(feed_.take().news, SizeIs(0));

  turn(spec("r1t1g1"), "3\n");
  end(spec("r1t1g1"), true);
  EXPECT_EQ(woken_, 2);
  const MatchFeed::Batch next = feed_.take();
  ASSERT_THAT(next.news, SizeIs(1));
  EXPECT_FALSE(next.news[0].begins);
  EXPECT_TRUE(next.news[0].over);
  EXPECT_TRUE(next.news[0].is_void);
  EXPECT_EQ(next.news[0].lines, "3\n");
}

TEST_F(MatchFeedTest, TheNextAttemptTakesThePlaceOfAVoidOne) {
  start(spec("r1t1g1"));
  end(spec("r1t1g1"), true);
  start(spec("r1t1g1", 2), "second\n");
  const MatchFeed::Batch batch = feed_.take();
  ASSERT_THAT(batch.news, SizeIs(1));
  EXPECT_EQ(batch.news[0].attempt, 2);
  EXPECT_FALSE(batch.news[0].over);
  EXPECT_EQ(batch.news[0].lines, "second\n");
}

TEST_F(MatchFeedTest, WhatNobodyTakesIsBounded) {
  const std::string line(64 * 1024, 'x');
  start(spec("quiet"));
  start(spec("busy"));
  for (std::size_t bytes = 0; bytes <= MatchFeed::kMostBytes; bytes += line.size()) {
    turn(spec("busy"), line);
  }
  turn(spec("quiet"), "1\n");
  for (std::size_t bytes = 0; bytes < MatchFeed::kMostBytes / 2; bytes += line.size()) {
    turn(spec("busy"), line);  // no more of it waits
    turn(spec("late"), line);
  }
  const MatchFeed::Batch batch = feed_.take();
  ASSERT_THAT(batch.news, SizeIs(3));
  EXPECT_TRUE(batch.news[0].lost) << "busy";
  EXPECT_EQ(batch.news[0].lines, "");
  EXPECT_FALSE(batch.news[1].lost) << "late: busy's lines have made room";
  EXPECT_FALSE(batch.news[2].lost) << "quiet";
  EXPECT_EQ(batch.news[2].lines, "header\n1\n");
  turn(spec("busy"), "after\n");
  EXPECT_EQ(feed_.take().news[0].lines, "after\n") << "it is told again from here on";
}

TEST_F(MatchFeedTest, SoAreMatchesThatNobodyTakes) {
  for (std::size_t i = 0; i <= MatchFeed::kMostMatches; ++i) {
    start(spec("m" + std::to_string(i)));
  }
  const MatchFeed::Batch batch = feed_.take();
  EXPECT_TRUE(batch.overrun);
  EXPECT_THAT(batch.news, SizeIs(1)) << "those that came after it";
  EXPECT_FALSE(feed_.take().overrun);
}

// Under TSan: a turn may come while another thread takes what waits.
TEST_F(MatchFeedTest, AnotherThreadTakesAllLines) {
  std::atomic<bool> over{false};
  std::string taken;
  std::thread reader([&] {
    for (bool last = false; !last;) {
      last = over.load();
      for (const MatchNews& news : feed_.take().news) {
        taken += news.lines;
      }
    }
  });
  std::string told = "header\n";
  start(spec("m"));
  for (int i = 0; i < 10'000; ++i) {
    const std::string line = std::to_string(i) + "\n";
    told += line;
    turn(spec("m"), line);
  }
  over = true;
  reader.join();
  EXPECT_EQ(taken, told);
}

}  // namespace
}  // namespace referee::web
