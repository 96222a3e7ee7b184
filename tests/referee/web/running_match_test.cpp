#include "referee/web/running_match.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/support/sample_record.h"

namespace referee::web {
namespace {

using Json = nlohmann::json;
using test_support::lines_of;
using test_support::walls_record;
using testing::HasSubstr;
using testing::SizeIs;

/// A connection that keeps what is published.
class Reader final : public EventReader {
 public:
  void on_event(const Event& event, const Event&) override { texts.push_back(*event.text); }
  void on_end() override { ended = true; }

  std::vector<std::string> texts;
  bool ended = false;
};

/// A running match of Walls whose record is walls_record(), told line by line at times of the test's choice.
class RunningMatchTest : public testing::Test {
 protected:
  static pages::MatchFacts names(const std::vector<std::string>& players) { return {.players = players}; }
  static std::string line(std::size_t number) { return lines_of(walls_record()).at(number) + "\n"; }
  static std::size_t last_turn() { return lines_of(walls_record()).size() - 2; }  // as a line's number
  TimePoint at(int milliseconds) const { return begun_ + Milliseconds(milliseconds); }
  static Json turns_in(const std::string& event) {
    constexpr std::string_view kData = "data: ";
    const std::size_t begin = event.find(kData) + kData.size();
    return Json::parse(event.substr(begin, event.find('\n', begin) - begin));
  }
  static Json data(RunningMatch& match, TimePoint now) { return Json::parse(*match.data(now)->bytes()); }

  Reader reader_;  // of one match of a test, which it outlives
  const TimePoint begun_ = std::chrono::steady_clock::now();
};

TEST_F(RunningMatchTest, ReadersGetEachTurnOnce) {
  RunningMatch match(1, {}, names);
  match.begin(line(0) + line(1), at(0));
  ASSERT_TRUE(match.follow());
  EXPECT_THAT(data(match, at(0))["turns"], SizeIs(1));
  EXPECT_EQ(data(match, at(0))["seed"], Json());
  const HttpResponse stream = match.events(0);
  ASSERT_THAT(stream.first_events, SizeIs(1));
  EXPECT_EQ(turns_in(*stream.first_events[0].text)["from"], 0);
  stream.topic->subscribe(reader_);
  match.add(line(2) + line(3), at(10));
  match.step(at(100));
  match.step(at(200));
  ASSERT_THAT(reader_.texts, SizeIs(1)) << "both in one event, and none without news";
  const Json event = turns_in(reader_.texts[0]);
  EXPECT_EQ(event["from"], 1);
  EXPECT_THAT(event["turns"], SizeIs(2));
  EXPECT_THAT(reader_.texts[0], HasSubstr("id: 3\n")) << "who reconnects says so many turns are there";
  EXPECT_THAT(match.events(3).first_events, SizeIs(0));
  EXPECT_THAT(*match.events(99).first_events.at(0).text, HasSubstr("event: reset"));
  match.end("end");
  EXPECT_THAT(reader_.texts.back(), HasSubstr("event: end"));
  EXPECT_TRUE(reader_.ended);
}

TEST_F(RunningMatchTest, AMatchThatNobodyLooksAtIsNotPlayedAgain) {
  RunningMatch match(1, {}, names);
  match.begin(line(0), at(0));
  match.add(line(1), at(1));
  match.step(at(100));
  EXPECT_FALSE(match.followed());
  EXPECT_TRUE(match.follow());
  EXPECT_EQ(match.turns(), 1U);
}

TEST_F(RunningMatchTest, DelayByTurnsKeepsTheNewestBack) {
  RunningMatch match(1, {.turns = 2}, names);
  match.begin(line(0) + line(1) + line(2), at(0));
  match.step(at(0));
  ASSERT_TRUE(match.follow());
  EXPECT_EQ(match.turns(), 0U);
  match.add(line(3), at(1));
  match.step(at(3'600'000));
  EXPECT_EQ(match.turns(), 1U) << "however long ago";
}

TEST_F(RunningMatchTest, DelayByTimeKeepsEachTurnBackForAsLong) {
  RunningMatch match(1, {.time = std::chrono::seconds(60)}, names);
  match.begin(line(0), at(0));
  match.add(line(1), at(1'000));
  match.add(line(2), at(30'000));
  ASSERT_TRUE(match.follow());
  match.step(at(60'999));
  EXPECT_EQ(match.turns(), 0U);
  match.step(at(61'000));
  EXPECT_EQ(match.turns(), 1U);
  match.step(at(90'000));
  EXPECT_EQ(match.turns(), 2U);
}

TEST_F(RunningMatchTest, LinesThatAreKnownAlreadyChangeNothing) {
  RunningMatch match(1, {}, names);
  match.begin(line(0) + line(1) + line(2), at(0));
  match.add(line(1) + line(2) + line(3), at(1));
  ASSERT_TRUE(match.follow());
  EXPECT_EQ(match.turns(), 3U);
}

TEST_F(RunningMatchTest, AfterAGapItIsReadAgainAndReadersMissNothing) {
  RunningMatch match(1, {}, names);
  match.begin(line(0) + line(1), at(0));
  ASSERT_TRUE(match.follow());
  match.events(1).topic->subscribe(reader_);
  match.add(line(3), at(1));
  EXPECT_TRUE(match.is_lost());
  EXPECT_GT(match.reload_due(), at(1)) << "not at once: its journal would lack the line, too";
  match.begin(line(0) + line(1) + line(2) + line(3), at(2'000));
  ASSERT_TRUE(match.follow());
  match.step(at(2'000));
  ASSERT_THAT(reader_.texts, SizeIs(1));
  EXPECT_EQ(turns_in(reader_.texts[0])["from"], 1);
  EXPECT_THAT(turns_in(reader_.texts[0])["turns"], SizeIs(2));
}

TEST_F(RunningMatchTest, ARecordThatIsNotTrueEndsTheStream) {
  RunningMatch match(1, {}, names);
  match.begin(line(0), at(0));
  ASSERT_TRUE(match.follow());
  match.events(0).topic->subscribe(reader_);
  match.add(R"({"turn":0,"answers":[],"events":{}})"
            "\n",
            at(1));
  match.step(at(100));
  EXPECT_TRUE(reader_.ended);
  EXPECT_FALSE(match.follow());
}

TEST_F(RunningMatchTest, AJournalWithoutAHeaderIsReadAgainLater) {
  RunningMatch match(1, {}, names);
  match.begin("", at(0));
  EXPECT_TRUE(match.is_lost());
  EXPECT_FALSE(match.follow());
  match.begin(line(0), at(5'000));
  EXPECT_TRUE(match.follow());
}

TEST_F(RunningMatchTest, ManyReadersShareTheBytesOfWholeData) {
  RunningMatch match(1, {}, names);
  match.begin(line(0), at(0));
  ASSERT_TRUE(match.follow());
  const SharedBody first = match.data(at(0));
  match.add(line(1), at(1));
  match.step(at(100));
  EXPECT_EQ(match.data(at(500)), first);
  EXPECT_THAT(data(match, at(1'000))["turns"], SizeIs(1));
}

TEST_F(RunningMatchTest, OlderTurnsAreSharedByThoseWhoAskForThem) {
  RunningMatch match(1, {}, names);
  match.begin(line(0) + line(1), at(0));
  ASSERT_TRUE(match.follow());
  EXPECT_EQ(match.events(0).first_events.at(0).text, match.events(0).first_events.at(0).text);
}

TEST_F(RunningMatchTest, AllTurnsOfAMatchCanBeFollowed) {
  RunningMatch match(1, {}, names);
  match.begin(line(0), at(0));
  ASSERT_TRUE(match.follow());
  for (std::size_t number = 1; number <= last_turn(); ++number) {
    match.add(line(number), at(static_cast<int>(number)));
  }
  match.step(at(1'000));
  EXPECT_EQ(match.turns(), last_turn());
}

}  // namespace
}  // namespace referee::web
