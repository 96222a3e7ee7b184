#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "referee/match/bot_attempt.h"
#include "tests/support/patience.h"
#include "tests/support/peer.h"
#include "tests/support/read_trace.h"

// What MatchJob::trace gets of an attempt.

namespace referee {
namespace {

using test_support::Peer;
using test_support::read_trace;
using test_support::World;
using testing::ElementsAre;

class AttemptTrace : public testing::Test {
 protected:
  ~AttemptTrace() override {
    attempt_.reset();
    launcher_.close();
    world_.run_dry();
  }

  /// Plays Walls on 3 x 3 squares.
  void play(std::vector<SeatSpec> by_seat) {
    MatchJob job;
    job.spec.id = "m1";
    job.spec.game = engines::find_game("walls");
    job.spec.options = {{"n", 3}};
    job.spec.clock = ClockSpec::read(Json::parse(R"({"kind":"per_move","ms":600000})"), "clock");
    job.spec.clock.init_ms = test_support::kLong.count();
    job.seats = std::move(by_seat);
    job.trace = trace_;
    attempt_.emplace(world_.tasks(), launcher_, std::move(job));
    world_.run(attempt_->gather());
    world_.run(attempt_->begin());
    std::optional<MatchResult> result;
    world_.run(played(*attempt_, result));
    attempt_->tell_end(*result);
    world_.run(attempt_->stop_bots());
  }
  static SeatSpec bot(const std::string& name, const std::string& last = "") {
    return {name, BotCommand{{"sh", "-c", "python3 \"$0\"; " + last, HONEST_WALLS}}};
  }
  /// The event of each entry of a seat, or what its message is.
  static std::vector<std::string> story(const std::vector<Json>& entries, int seat) {
    std::vector<std::string> told;
    for (const Json& entry : entries) {
      if (entry.value("seat", -1) == seat) {
        told.push_back(entry.contains("event") ? entry.at("event") : entry.at("line").at("type"));
      }
    }
    return told;
  }

  test_support::TempFolder folder_;
  const std::filesystem::path file_ = folder_ / "trace.jsonl";
  World world_;
  std::shared_ptr<LineTrace> trace_ = std::make_shared<LineTrace>(world_.tasks().clock(), file_, "match");
  Launcher launcher_{world_.tasks()};
  std::optional<BotAttempt> attempt_;

 private:
  static Task<> played(Attempt& attempt, std::optional<MatchResult>& result) {
    MatchResult out = co_await attempt.play();
    result = std::move(out);
  }
};

TEST_F(AttemptTrace, ALaunchedBotIsThereFromItsHelloToItsEnd) {
  play({bot("a"), bot("b", "echo last words >&2; exit 3")});
  const auto entries = read_trace(file_);
  EXPECT_EQ(entries[0].at("event"), "match");
  EXPECT_EQ(entries[0].at("players"), Json({"a", "b"}));
  EXPECT_EQ(entries[0].at("game"), "walls");
  for (const int seat : {0, 1}) {
    const auto told = story(entries, seat);
    EXPECT_THAT(std::vector(told.begin(), told.begin() + 5),
                ElementsAre("connected", "hello", "welcome", "wait", "start"));
    EXPECT_EQ(told.back(), "bot_ended");
  }
  EXPECT_EQ(entries.back().at("bot"), "b");
  EXPECT_EQ(entries.back().at("how"), "exit status 3: last words");
}

TEST_F(AttemptTrace, APlayerThatHasItsConnectionIsThereFromTheBeginningOfTheMatch) {
  const auto dialled = std::make_shared<Player>(world_.tasks().clock(), "c", Player::Origin::dialled);
  class Unused final : public SessionOwner {
    void on_line(Session&, const Received&) override {}
    void on_sent(Session&) override {}
    void on_closed(Session&, CloseReason) override {}
  } unused;
  Loopback::Pair pair = world_.loopback().make_pair();
  dialled->attach(Session::open(world_.tasks(), pair.ours.release(), unused), {});
  Peer peer(world_, std::move(pair.theirs));
  peer.on_message([](Peer& self, const Json& message) {
    if (message.at("type") == "turn") {
      Json move = {{"type", "move"}, {"move", "left"}};
      move["match"] = message.at("match");
      move["turn"] = message.at("turn");
      self.send(move.dump());
    }
  });
  play({bot("a"), {"c", std::nullopt, dialled}});
  const auto told = story(read_trace(file_), 1);
  EXPECT_THAT(std::vector(told.begin(), told.begin() + 4), ElementsAre("connected", "start", "turn", "move"));
  EXPECT_EQ(told.back(), "end");
  dialled->send("\"after the match\"");
  EXPECT_EQ(read_trace(file_).back().at("line"), "after the match");
  dialled->dismiss("done");
}

}  // namespace
}  // namespace referee
