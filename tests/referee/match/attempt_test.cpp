#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <memory>
#include <system_error>

#include "referee/match/bot_attempt.h"
#include "referee/record/fault_kinds.h"
#include "referee/record/replay.h"
#include "tests/support/patience.h"
#include "tests/support/peer.h"

namespace referee {
namespace {

using test_support::kLong;
using test_support::World;
using testing::HasSubstr;

/// An attempt of a match of Walls on 3 x 3 squares, mostly with launched bots.
class AttemptTest : public testing::Test {
 protected:
  ~AttemptTest() override {
    attempt_.reset();
    launcher_.close();
    world_.run_dry();
  }

  void prepare(std::vector<SeatSpec> by_seat, Milliseconds init = kLong) {
    MatchJob job;
    MatchSpec& spec = job.spec;
    spec.id = "m1";
    spec.game = engines::find_game("walls");
    spec.options = {{"n", 3}};
    spec.clock = ClockSpec::read(Json::parse(R"({"kind":"per_move","ms":600000})"), "clock");
    spec.clock.init_ms = init.count();
    job.seats = std::move(by_seat);
    attempt_.emplace(world_.tasks(), launcher_, std::move(job));
  }
  MatchResult play() {
    world_.run(attempt_->gather());
    world_.run(attempt_->begin());
    std::optional<MatchResult> result;
    world_.run(played(*attempt_, result));
    attempt_->tell_end(*result);
    return *result;
  }
  static SeatSpec bot(const std::string& name, const std::string& before = "") {
    return {name, BotCommand{{"sh", "-c", before + "exec python3 \"$0\"", HONEST_WALLS}}};
  }
  static SeatSpec script(const std::string& name, const std::string& text) {
    return {name, BotCommand{{"sh", "-c", text}}};
  }

  World world_;
  Launcher launcher_{world_.tasks()};
  std::optional<BotAttempt> attempt_;

 private:
  static Task<> played(Attempt& attempt, std::optional<MatchResult>& result) {
    MatchResult out = co_await attempt.play();
    result = std::move(out);
  }
};

TEST_F(AttemptTest, BotsAreLaunchedPlayAndAreGone) {
  prepare({bot("a"), bot("b", "echo hello there >&2; ")});
  EXPECT_FALSE(attempt_->begun());
  const MatchResult result = play();
  EXPECT_TRUE(attempt_->begun());
  EXPECT_FALSE(attempt_->playing());
  EXPECT_EQ(result.record, attempt_->record());
  EXPECT_FALSE(verify_record(result.record).difference);
  EXPECT_EQ(result.seats[0].faults(), 0);
  world_.run(attempt_->stop_bots());
  EXPECT_EQ(attempt_->how_bot_ended(0), "");
  EXPECT_EQ(attempt_->stderr_of(0).text(), "");
  EXPECT_EQ(attempt_->stderr_of(1).text(), "hello there\n");
}

TEST_F(AttemptTest, WhatABotPrintsIsMarkedByTheTurnThatItAnswersThen) {
  const std::string talks = R"(
import json, sys
def send(message): sys.stdout.write(json.dumps(message) + "\n"); sys.stdout.flush()
send({"type": "hello", "protocol": 1})
sys.stderr.write("ready\n")
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        turn = message["turn"]
        if turn != 2: sys.stderr.write("turn %d\n" % turn)
        send({"type": "move", "match": message["match"], "turn": turn, "move": "forward"})
    elif message["type"] == "end":
        sys.stderr.write("over\n")
        break
)";
  prepare({{"a", BotCommand{{"python3", "-u", "-c", talks}}}, bot("b")});
  const MatchResult result = play();
  world_.run(attempt_->stop_bots());
  ASSERT_GE(result.turns, 4);
  const MarkedText written = attempt_->stderr_of(0);
  for (const MarkedText::Part& part : written.parts()) {
    const std::string turn = part.number ? "turn " + std::to_string(*part.number) + "\n" : "over\n";
    EXPECT_EQ(part.text, (part.number == 0 ? "ready\n" : "") + turn);
    EXPECT_NE(part.number, 2);
  }
  EXPECT_GE(written.parts().size(), 3U);
}

TEST_F(AttemptTest, ABotThatDiesHasNotComeAndItsLastWordsAreKept) {
  prepare({script("a", "echo one >&2; echo 'no such\tfile' >&2; exit 3"), bot("b")});
  const MatchResult result = play();
  EXPECT_EQ(result.no_show, std::vector<std::size_t>{0});
  EXPECT_THAT(result.why_absent, testing::ElementsAre(testing::EndsWith(": exit status 3")))
      << "and nothing that it wrote: everybody may read this";
  world_.run(attempt_->stop_bots());
  EXPECT_THAT(attempt_->how_bot_ended(0), HasSubstr("exit status 3: no such"));
  EXPECT_THAT(attempt_->how_bot_ended(0), testing::Not(HasSubstr("\t")));
}

TEST_F(AttemptTest, AProgramThatASignalEndsInTheMatchIsToldWithTheSignal) {
  prepare({script("a",
                  R"(echo '{"type":"hello","protocol":1}'
    while read -r line; do case $line in *'"type":"turn"'*) kill -SEGV $$ ;; esac; done)"),
           bot("b")});
  const MatchResult result = play();
  EXPECT_THAT(result.record,
              HasSubstr("\"fault\":\"its program has ended: signal 11 (Segmentation fault)\""));
  const FaultKind end = fault_kinds_of(result)[0].at(0);
  EXPECT_EQ(end.verdict, protocol::Verdict::disconnected);
  EXPECT_EQ(end.count, 1) << "one end is one fault";
  world_.run(attempt_->stop_bots());
}

TEST_F(AttemptTest, OfABotThatTakesTooLongToStartItIsToldWhatEndedIt) {
  prepare({script("a", "exec sleep 1000"), script("b", "exec sleep 1000")}, Milliseconds(5));
  const MatchResult result = play();
  EXPECT_EQ(result.no_show, (std::vector<std::size_t>{0, 1}));
  EXPECT_THAT(result.why_absent,
              testing::ElementsAre(HasSubstr("no hello in 5 ms"), HasSubstr("no hello in 5 ms")));
  EXPECT_THAT(result.record, HasSubstr("\"why_absent\":[\"no hello in 5 ms"));
  world_.run(attempt_->stop_bots());
  EXPECT_THAT(attempt_->how_bot_ended(0), testing::StartsWith("a signal of the referee; no hello in 5 ms: "));
}

TEST_F(AttemptTest, OfABotThatHasPlayedToTheEndAndIsStoppedNothingIsTold) {
  prepare({{"a", BotCommand{{"sh", "-c", "python3 \"$0\"; exec sleep 1000", HONEST_WALLS}}}, bot("b")});
  EXPECT_EQ(play().seats[0].faults(), 0);
  world_.run(attempt_->stop_bots());
  EXPECT_EQ(attempt_->how_bot_ended(0), "");
}

TEST_F(AttemptTest, AnAbortEndsTheWaitForBotsThatStartUp) {
  prepare({script("a", "exec sleep 1000"), bot("b")});
  bool gathered = false;
  const auto gather = [](Attempt& attempt, bool& done) -> Task<> {
    co_await attempt.gather();
    done = true;
  };
  world_.tasks().start("gather", gather(*attempt_, gathered));
  world_.poll();
  EXPECT_FALSE(gathered);
  attempt_->abort("interrupted");
  attempt_->withdraw(0);  // there is no match yet: no effect
  world_.until([&] { return gathered; });
  EXPECT_FALSE(attempt_->begun());
  world_.run(attempt_->stop_bots());
  EXPECT_EQ(attempt_->how_bot_ended(0), "signal 9 (Killed); no hello");
}

TEST_F(AttemptTest, ABotThatCannotBeStartedIsNamed) {
  prepare({script("a", "exec sleep 1000"), {"b", BotCommand{{"no-such-program"}}}});
  try {
    world_.run(attempt_->gather());
    FAIL() << "no exception";
  } catch (const FailedStart& failure) {
    EXPECT_EQ(failure.seat(), 1U);
    EXPECT_EQ(failure.cause(), FailedStart::Cause::program);
    EXPECT_THROW(failure.rethrow_error(), ProgramError);
  }
  world_.run(attempt_->stop_bots());
  EXPECT_NE(attempt_->how_bot_ended(0), "running");
}

/// Starts nothing, and says so only when two programs are asked for.
class FailsForTwo final : public ProcessStarter {
 public:
  explicit FailsForTwo(World& world) : two_(world.io()) {}

  Task<Started> start(BotCommand command) override {
    if (++asked_ == 2) {
      two_.set();
    }
    co_await two_.wait();
    throw ProgramError(ENOENT, std::generic_category(), command.argv.front());
  }
  void keep_apart() override {}
  void share_cpu(std::optional<int> /*cpu*/) override {}
  bool shares_cpu() const override { return false; }
  void place(Process& /*program*/, bool /*quick*/) override {}
  bool confines(const BotCommand& /*command*/) const override { return false; }
  SandboxLevel level() const override { return SandboxLevel::none; }

 private:
  Event two_;
  int asked_ = 0;
};

TEST_F(AttemptTest, BotsStartSideBySideAndTheFirstSeatThatFailsIsNamed) {
  prepare({script("a", ""), script("b", "")});
  const MatchJob job = attempt_->job();
  Launcher launcher(world_.tasks(), std::make_unique<FailsForTwo>(world_));
  attempt_.emplace(world_.tasks(), launcher, job);
  try {
    world_.run(attempt_->gather());
    FAIL() << "no exception";
  } catch (const FailedStart& failure) {
    EXPECT_EQ(failure.seat(), 0U);
  }
  attempt_.reset();
  launcher.close();
}

}  // namespace
}  // namespace referee
