#include "referee/match/attempt_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "protocol/require.h"
#include "referee/loop/event.h"
#include "tests/support/complaint.h"
#include "tests/support/match_table.h"
#include "tests/support/patience.h"
#include "tests/support/peer.h"
#include "tests/support/played_attempts.h"
#include "tests/support/sample_record.h"
#include "tests/support/sums.h"

namespace referee {
namespace {

using test_support::Json;
using test_support::kLong;
using test_support::kSums;
using test_support::Peer;
using test_support::PlayedAttempts;
using test_support::World;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A place where attempts end as the test says.
class ScriptedPlace final : public AttemptPlace {
 public:
  explicit ScriptedPlace(std::vector<EndedAttempt> script) : script_(std::move(script)) {}

  Task<EndedAttempt> play(MatchJob& job, AttemptHooks&, const MatchObservers&) override {
    EndedAttempt ended = script_.at(next_++);
    ended.played.job = job;
    job.spec.attempt += ended.kind == EndedAttempt::Kind::played ? 1 : 0;
    co_return ended;
  }
  bool begun() const override { return false; }
  bool playing() const override { return false; }
  void drain() override {}
  void stop(const std::string&) override {}
  void abort(const std::string&) override {}
  void withdraw(const std::string&) override {}

 private:
  std::vector<EndedAttempt> script_;
  std::size_t next_ = 0;
};

EndedAttempt lost(const std::string& worker) {
  EndedAttempt ended;
  ended.kind = EndedAttempt::Kind::lost;
  ended.worker = "worker " + worker;
  ended.why = ended.worker + " has lost it";
  return ended;
}

EndedAttempt over(bool is_void) {
  EndedAttempt ended;
  ended.kind = EndedAttempt::Kind::played;
  ended.played.result.is_void = is_void;
  return ended;
}

EndedAttempt failed_start() {
  EndedAttempt ended;
  ended.kind = EndedAttempt::Kind::failed_start;
  ended.failure.emplace(0, FailedStart::Cause::program, "it is not here", nullptr);
  return ended;
}

/// That attempt, at a worker where so many are.
EndedAttempt at(const std::string& worker, std::size_t workers, EndedAttempt ended) {
  ended.worker = worker;
  ended.workers = workers;
  return ended;
}

/// Hooks that log each step that the runner asks for, and do there what the test wants.
class LoggedHooks final : public AttemptHooks {
 public:
  explicit LoggedHooks(boost::asio::io_context& io) : changed_(io) {}

  Task<> prepare(MatchJob& job) override {
    if (left_out_) {
      job.seats.front().bot.reset();
    }
    job.spec.seed.number = 100 + static_cast<std::uint64_t>(job.spec.attempt);
    return step("prepare " + std::to_string(job.spec.attempt));
  }
  Task<> gathered(const MatchJob&) override { return step("gathered"); }
  AfterFailedStart start_failed(const FailedStart& failure, int tries) override {
    if (!after_failed_start) {
      return AttemptHooks::start_failed(failure, tries);
    }
    log.push_back("failed " + std::to_string(failure.seat()) + ", " + std::to_string(tries));
    left_out_ = *after_failed_start == AfterFailedStart::play_on;
    return *after_failed_start;
  }
  Task<> begun(Attempt& attempt) override {
    return step("begun " + std::to_string(attempt.job().spec.attempt));
  }
  Task<> keep(PlayedAttempt&) override { return step("keep"); }
  void released() override { log.emplace_back("released"); }
  void given_up(const std::string& why) override {
    if (!puts_off) {
      AttemptHooks::given_up(why);
    }
    log.push_back(why);
  }
  void ended(PlayedAttempt& played) override {
    log.emplace_back("ended");
    if (judge) {
      judge(played);
    }
  }

  /// From now on the step `what` waits, until the test holds another one or none (""); no other step waits.
  void hold(std::string what) {
    held_ = std::move(what);
    changed_.notify();
  }

  std::vector<std::string> log;
  std::string fails;                          // the step that throws; empty: none
  std::string breaks;                         // the step that finds a fault of ours; empty: none
  int times = 1;                              // that it finds it
  std::function<void(PlayedAttempt&)> judge;  // may be empty
  std::optional<AfterFailedStart> after_failed_start;
  bool puts_off = false;  // what workers have lost too often

 private:
  Task<> step(std::string what) {
    log.push_back(what);
    if (what == fails) {
      throw std::runtime_error("the disk is full");
    }
    if (what == breaks) {
      REQUIRE(times-- <= 0);
    }
    while (what == held_) {
      co_await changed_.changed();
    }
  }

  std::string held_;
  Condition changed_;
  bool left_out_ = false;
};

/// A match of Sums, of one turn and one seat, whose player is alice.
class AttemptRunnerTest : public testing::Test {
 protected:
  AttemptRunnerTest() {
    job_.spec.id = "m1";
    job_.spec.game = &kSums;
    job_.spec.options = {{"seats", 1}, {"turns", 1}, {"fails", "five"}};
    job_.spec.clock.ms = kLong.count();
    job_.spec.clock.silence_ms = kLong.count();
    job_.spec.clock.init_ms = kLong.count();
  }
  ~AttemptRunnerTest() override {
    runner_.reset();
    if (alice_ != nullptr) {
      alice_->dismiss("over");
      peer_.reset();  // she leaves: a bot that stays has a second for it
    }
    launcher_.close();
    world_.run_dry();
  }

  /// Connects alice; her bot follows `script`.
  void seat(Peer::OnMessage script) {
    alice_ = std::make_shared<Player>(world_.tasks().clock(), "alice", Player::Origin::dialled);
    auto pair = world_.loopback().make_pair();
    alice_->attach(Session::open(world_.tasks(), pair.ours.release(), *alice_), {});
    peer_ = std::make_unique<Peer>(world_, std::move(pair.theirs));
    peer_->on_message([this, script](Peer& peer, const Json& message) {
      received_.push_back(message["type"]);
      script(peer, message);
    });
    job_.seats = {{"alice", std::nullopt, alice_}};
  }
  /// Connects alice; her bot answers with one of these digits in each attempt; 5 makes Sums fail.
  void seat_with(std::vector<int> digits) {
    seat([digits = std::move(digits), turns = std::size_t{0}](Peer& peer, const Json& message) mutable {
      if (message["type"] == "turn") {
        peer.send(test_support::move_line(message, digits.at(turns++)));
      }
    });
  }
  void begin() {
    runner_.emplace(world_.tasks(), launcher_, job_, hooks_, MatchObservers{&seen_});
    world_.tasks().start("match", run(*runner_));
  }
  /// Plays where attempts end as `script` says.
  std::optional<PlayedAttempt> play_at(std::vector<EndedAttempt> script) {
    runner_.emplace(world_.tasks(), std::make_unique<ScriptedPlace>(std::move(script)), job_, hooks_,
                    MatchObservers{&seen_});
    world_.tasks().start("match", run(*runner_));
    return play();
  }
  /// Runs the loop until the hooks are asked for `step`, and then until only their answer is missing.
  void until_at(const std::string& step) {
    world_.until([&] { return !hooks_.log.empty() && hooks_.log.back() == step; });
    world_.poll();
  }
  /// Plays to the end; throws what play() throws.
  std::optional<PlayedAttempt> play() {
    if (!runner_) {
      begin();
    }
    world_.until([this] { return over_; });
    over_ = false;
    if (failure_) {
      std::rethrow_exception(std::exchange(failure_, nullptr));
    }
    return played_;
  }
  void until_asked() {
    world_.until([this] { return !received_.empty() && received_.back() == "turn"; });
  }
  /// The numbers of the attempts that were played, and whether they were void.
  std::vector<std::pair<int, bool>> attempts() const {
    std::vector<std::pair<int, bool>> all;
    for (const PlayedAttempt& played : seen_.all()) {
      all.emplace_back(played.job.spec.attempt, played.result.is_void);
    }
    return all;
  }

  World world_;
  Launcher launcher_{world_.tasks()};
  MatchJob job_;
  LoggedHooks hooks_{world_.io()};
  PlayedAttempts seen_;
  std::vector<std::string> received_;  // types of the messages that alice received
  std::optional<AttemptRunner> runner_;
  std::shared_ptr<Player> alice_;
  std::unique_ptr<Peer> peer_;

 private:
  Task<> run(AttemptRunner& runner) {
    try {
      std::optional<PlayedAttempt> played = co_await runner.play();
      played_ = std::move(played);
    } catch (const std::exception&) {
      failure_ = std::current_exception();
    }
    over_ = true;
  }

  std::optional<PlayedAttempt> played_;
  std::exception_ptr failure_;
  bool over_ = false;
};

// ---- openings ----

TEST_F(AttemptRunnerTest, AnOpeningIsDrawnInTheDealOfEachAttempt) {
  std::vector<std::uint64_t> deals;
  job_.opening = [&](const engines::Seed& deal) {
    deals.push_back(deal.number);
    return GivenTurns{};
  };
  seat_with({5, 3});
  ASSERT_TRUE(play());
  EXPECT_THAT(attempts(), ElementsAre(std::pair(1, true), std::pair(2, false)));
  EXPECT_THAT(deals, ElementsAre(101, 102)) << "as prepare() says";
}

TEST_F(AttemptRunnerTest, AnAttemptWhoseOpeningCannotBeDrawnLeavesItsPlace) {
  int draws = 0;
  job_.opening = [&](const engines::Seed&) {
    if (++draws == 1) {
      throw engines::RulesFailure("the board is lost");
    }
    return GivenTurns{};
  };
  seat_with({3});
  ASSERT_TRUE(play());
  EXPECT_THAT(hooks_.log, ElementsAre("prepare 1", "released", "prepare 1", "gathered", "begun 1", "keep",
                                      "released", "ended"));
}

TEST_F(AttemptRunnerTest, GivenTurnsThatTheRulesRefuseMakeTheAttemptVoid) {
  SeatAnswer nine;
  nine.move = "9";  // over 5
  job_.spec.options["turns"] = 2;
  job_.spec.given.turns = {{nine}};
  hooks_.puts_off = true;
  seat_with({1, 1, 1});
  EXPECT_FALSE(play());
  EXPECT_THAT(attempts(), ElementsAre(std::pair(1, true), std::pair(2, true), std::pair(3, true)));
  EXPECT_THAT(hooks_.log.back(), AllOf(HasSubstr("a given turn does not fit"), HasSubstr("9 is over 5")));
}

// ---- faults of ours ----

class BrokenStep : public AttemptRunnerTest, public testing::WithParamInterface<std::string> {};

TEST_P(BrokenStep, BeforeTheResultCostsTheAttemptAndNobodyAnything) {
  hooks_.breaks = GetParam();
  seat_with({3});
  const auto played = play();
  ASSERT_TRUE(played);
  EXPECT_THAT(played->result.scores, ElementsAre(3));
  EXPECT_EQ(std::ranges::count(hooks_.log, "keep"), 1);
  EXPECT_EQ(std::ranges::count(hooks_.log, "released"), 2);
}

INSTANTIATE_TEST_SUITE_P(At, BrokenStep, testing::Values("prepare 1", "gathered", "begun 1"),
                         [](const auto& step) { return step.param.substr(0, step.param.find(' ')); });

TEST_F(AttemptRunnerTest, AFaultOfOursInEachAttemptPutsTheMatchOffAndSaysWhere) {
  hooks_.breaks = "gathered";
  hooks_.times = 3;
  hooks_.puts_off = true;
  seat_with({3});
  EXPECT_FALSE(play());
  EXPECT_THAT(hooks_.log.back(),
              AllOf(HasSubstr("the referee has failed in 3 attempts: a fault of the referee: "
                              "tests/referee/match/attempt_runner_test.cpp:"),
                    HasSubstr("times-- <= 0 does not hold")));
}

TEST_F(AttemptRunnerTest, AFaultOfOursOnceTheResultMayBeKeptIsNoReasonToPlayAgain) {
  hooks_.breaks = "keep";
  seat_with({3});
  EXPECT_THROW(play(), protocol::FailedRequirement);
  EXPECT_EQ(std::ranges::count(hooks_.log, "keep"), 1);
}

// ---- attempts ----

TEST_F(AttemptRunnerTest, AnAttemptGoesStepByStep) {
  seat_with({3});
  const auto played = play();
  ASSERT_TRUE(played);
  EXPECT_EQ(played->job.spec.attempt, 1);
  EXPECT_THAT(played->result.scores, ElementsAre(3));
  EXPECT_THAT(hooks_.log, ElementsAre("prepare 1", "gathered", "begun 1", "keep", "released", "ended"));
  EXPECT_THAT(attempts(), ElementsAre(std::pair(1, false)));
}

TEST_F(AttemptRunnerTest, StartAndEndGoOutOnceTheHooksHaveDoneTheirPart) {
  seat_with({3});
  hooks_.hold("begun 1");
  begin();
  until_at("begun 1");
  EXPECT_THAT(received_, IsEmpty());
  hooks_.hold("keep");
  until_at("keep");
  EXPECT_THAT(received_, ElementsAre("start", "turn"));
  EXPECT_THAT(seen_.all(), IsEmpty());
  hooks_.hold("");
  EXPECT_TRUE(play());
  world_.until([this] { return received_.back() == "end"; });
}

TEST_F(AttemptRunnerTest, AVoidAttemptIsFollowedByTheNext) {
  job_.spec.attempt = 4;  // an earlier run of the program played three
  seat_with({5, 3});
  const auto played = play();
  ASSERT_TRUE(played);
  EXPECT_FALSE(played->result.is_void);
  EXPECT_THAT(attempts(), ElementsAre(std::pair(4, true), std::pair(5, false)));
  EXPECT_EQ(seen_.all()[0].result.why, "a fault of the rules");
  const Json header = Json::parse(test_support::lines_of(played->result.record)[0]);
  EXPECT_EQ(header["attempt"], 5);
}

TEST_F(AttemptRunnerTest, TheLastOfThreeVoidAttemptsIsWhatIsLeft) {
  seat_with({5, 5, 5, 3});
  const auto played = play();
  ASSERT_TRUE(played);
  EXPECT_TRUE(played->result.is_void);
  EXPECT_EQ(played->job.spec.attempt, AttemptRunner::kAttempts);
  EXPECT_EQ(seen_.all().size(), 3U);
}

TEST_F(AttemptRunnerTest, AnAttemptThatAWorkerHasLostIsPlayedAgainWithItsNumber) {
  const auto played = play_at({lost("w1"), over(true), lost("w2"), over(false)});
  ASSERT_TRUE(played);
  EXPECT_EQ(played->job.spec.attempt, 2);
  EXPECT_THAT(hooks_.log, ElementsAre("prepare 1", "prepare 1", "ended", "prepare 2", "prepare 2", "ended"));
}

TEST_F(AttemptRunnerTest, AMatchThatThreeWorkersHaveLostIsGivenUpWithTheirNames) {
  const std::vector<EndedAttempt> script{lost("w1"), over(true), lost("w2"), lost("w3"), over(false)};
  const auto what = test_support::complaint<std::runtime_error>([&] { (void)play_at(script); });
  EXPECT_THAT(what, testing::AllOf(HasSubstr("m1"), HasSubstr("worker w1"), HasSubstr("worker w3")));
  hooks_.log.clear();
  hooks_.puts_off = true;
  runner_.reset();
  EXPECT_FALSE(play_at({lost("w1"), lost("w2"), lost("w3"), over(false)})) << "it is put off";
  EXPECT_THAT(hooks_.log.back(), HasSubstr("worker w2"));
}

TEST_F(AttemptRunnerTest, OneWorkerThatLosesAMatchAgainAndAgainCountsOnce) {
  job_.relaunch_after = Milliseconds{1};
  const auto played = play_at({lost("w1"), lost("w1"), lost("w1"), lost("w2"), lost("w1"), over(false)});
  ASSERT_TRUE(played);
  EXPECT_EQ(played->job.spec.attempt, 1);
}

TEST_F(AttemptRunnerTest, WhatWorkersSayOfAMatchCountsWhenThreeOrAllOfThemSaySo) {
  job_.relaunch_after = Milliseconds{1};
  hooks_.after_failed_start = AttemptHooks::AfterFailedStart::try_again;
  const auto counts = [&](const EndedAttempt& said, std::size_t times,
                          const std::vector<std::string>& workers, std::size_t there) {
    hooks_.log.clear();
    std::vector<EndedAttempt> script;
    for (std::size_t i = 0; i < times; ++i) {
      script.push_back(at(workers[i % workers.size()], there, said));
    }
    script.push_back(over(false));
    const auto played = play_at(std::move(script));
    runner_.reset();
    return !played || played->result.is_void || std::ranges::any_of(hooks_.log, [](const std::string& line) {
      return line.starts_with("failed 0, ") && std::stoi(line.substr(10)) >= AttemptRunner::kAttempts;
    });
  };
  for (const EndedAttempt& said : {over(true), failed_start()}) {
    EXPECT_TRUE(counts(said, 3, {"w1", "w2", "w3"}, 9));
    EXPECT_FALSE(counts(said, AttemptRunner::kSaidByFew + 1, {"w1", "w2"}, 3)) << "the third one is busy";
    EXPECT_FALSE(counts(said, AttemptRunner::kSaidByFew - 1, {"w1"}, 1));
    EXPECT_TRUE(counts(said, AttemptRunner::kSaidByFew, {"w1"}, 1));
  }
}

/// Workers that can play a match or not, and lose its attempts.
class LosingWorkers final : public MatchWorkers {
 public:
  explicit LosingWorkers(bool able) : able_(able) {}
  bool can_play(const MatchJob&) const override { return able_; }
  std::unique_ptr<AttemptPlace> place() override {
    return std::make_unique<ScriptedPlace>(std::vector{lost("w1"), lost("w2"), lost("w3")});
  }

 private:
  bool able_;
};

TEST_F(AttemptRunnerTest, WorkersPlayWhatTheyCan) {
  LosingWorkers able(true);
  const AttemptRunner there(world_.tasks(), launcher_, job_, hooks_, {}, &able);
  EXPECT_TRUE(there.at_workers());
  EXPECT_TRUE(there.job().relaunch_after);
  LosingWorkers unable(false);
  const AttemptRunner here(world_.tasks(), launcher_, job_, hooks_, {}, &unable);
  EXPECT_FALSE(here.at_workers());
}

TEST_F(AttemptRunnerTest, HowManyWorkersMayLoseAMatchIsATerm) {
  job_.most_lost = 1;
  hooks_.puts_off = true;
  EXPECT_FALSE(play_at({lost("w1"), over(false)}));
}

TEST_F(AttemptRunnerTest, RulesThatFailAtWorkersOrHerePutTheMatchOff) {
  EndedAttempt there = over(true);
  there.played.result.rules_failed = true;
  there.played.result.why = "game sticks: it has ended";
  EndedAttempt here;
  here.kind = EndedAttempt::Kind::unchecked;
  here.why = "game sticks: no answer in 1000 ms";
  hooks_.puts_off = true;
  EXPECT_FALSE(play_at({there, there, here, over(false)}));
  EXPECT_THAT(hooks_.log.back(), HasSubstr(here.why));
}

TEST_F(AttemptRunnerTest, AnAttemptMayBeMadeVoidOnceItIsOver) {
  seat_with({1, 2});
  hooks_.judge = [](PlayedAttempt& played) { played.result.is_void = played.result.scores[0] < 2; };
  const auto played = play();
  ASSERT_TRUE(played);
  EXPECT_THAT(attempts(), ElementsAre(std::pair(1, true), std::pair(2, false)));
}

// ---- abort, stop, drain, withdraw ----

TEST_F(AttemptRunnerTest, AnAttemptThatIsAbortedByOrderIsRepeatedAndDoesNotCount) {
  seat(test_support::silent());
  begin();
  EXPECT_FALSE(runner_->abort("too early")) << "no match is being played";
  for (int order = 1; order <= AttemptRunner::kAttempts; ++order) {
    until_asked();
    received_.clear();
    EXPECT_TRUE(runner_->abort("the arbiter wants it"));
  }
  until_asked();
  peer_->send(R"({"type":"move","match":"m1","turn":0,"move":2})");
  const auto played = play();
  ASSERT_TRUE(played);
  EXPECT_FALSE(played->result.is_void);
  EXPECT_EQ(played->job.spec.attempt, 4);
  EXPECT_EQ(seen_.all()[0].result.why, "the arbiter wants it");
}

TEST_F(AttemptRunnerTest, StoppedItMakesTheAttemptVoidAndPlaysNoMore) {
  seat(test_support::silent());
  begin();
  until_asked();
  EXPECT_TRUE(runner_->begun());
  runner_->stop("interrupted");
  EXPECT_FALSE(play());
  EXPECT_FALSE(runner_->begun());
  EXPECT_THAT(attempts(), ElementsAre(std::pair(1, true)));
  EXPECT_EQ(seen_.all()[0].result.why, "interrupted");
}

TEST_F(AttemptRunnerTest, StoppedWhileItPreparesItLaunchesNothing) {
  job_.seats = {{"bot", BotCommand{{"no-such-program"}}}};
  hooks_.hold("prepare 1");
  begin();
  until_at("prepare 1");
  runner_->stop("interrupted");
  hooks_.hold("");
  EXPECT_FALSE(play());
}

TEST_F(AttemptRunnerTest, StoppedBeforeItsMatchBeginsItPlaysNothing) {
  seat_with({3});
  hooks_.hold("gathered");
  begin();
  until_at("gathered");
  runner_->stop("interrupted");
  hooks_.hold("");
  EXPECT_FALSE(play());
  EXPECT_THAT(received_, IsEmpty());
  EXPECT_THAT(seen_.all(), IsEmpty());
}

TEST_F(AttemptRunnerTest, DrainedItDoesNotRepeatAVoidAttempt) {
  seat(test_support::silent());
  begin();
  until_asked();
  runner_->drain();
  peer_->send(R"({"type":"move","match":"m1","turn":0,"move":5})");
  EXPECT_FALSE(play());
  EXPECT_EQ(seen_.all().size(), 1U);
}

TEST_F(AttemptRunnerTest, AnEntrantThatHasWithdrawnForfeits) {
  seat(test_support::silent());
  begin();
  until_asked();
  runner_->withdraw("bob");
  runner_->withdraw("alice");
  const auto played = play();
  ASSERT_TRUE(played);
  EXPECT_EQ(played->result.seats[0].by_verdict[static_cast<std::size_t>(protocol::Verdict::forfeited)], 1);
}

TEST_F(AttemptRunnerTest, ASeatWithNeitherBotNorPlayerIsAbsent) {
  seat_with({3});
  job_.spec.options["seats"] = 2;
  job_.seats.push_back({"nobody"});
  const auto played = play();
  ASSERT_TRUE(played);
  EXPECT_THAT(played->result.no_show, ElementsAre(1));
  EXPECT_EQ(played->result.seats[1].player, "nobody");
}

// ---- what goes wrong ----

TEST_F(AttemptRunnerTest, AResultThatCannotBeKeptIsNotTold) {
  seat_with({3});
  hooks_.fails = "keep";
  EXPECT_EQ(test_support::complaint<std::runtime_error>([&] { play(); }), "the disk is full");
  world_.until([this] { return received_.back() == "error"; });
  EXPECT_THAT(received_, ElementsAre("start", "turn", "error"));
  EXPECT_EQ(hooks_.log.back(), "released");
  EXPECT_THAT(seen_.all(), IsEmpty());
}

TEST_F(AttemptRunnerTest, ABotThatCannotBeStartedEndsTheMatch) {
  job_.seats = {{"bot", BotCommand{{"no-such-program"}}}};
  EXPECT_THROW(play(), LaunchError);
  EXPECT_THAT(hooks_.log, ElementsAre("prepare 1", "released"));
}

TEST_F(AttemptRunnerTest, OrItIsStartedAgainAfterAWhile) {
  job_.seats = {{"bot", BotCommand{{"no-such-program"}}}};
  job_.relaunch_after = Milliseconds(0);
  EXPECT_THROW(play(), LaunchError);
  EXPECT_THAT(hooks_.log,
              ElementsAre("prepare 1", "released", "prepare 1", "released", "prepare 1", "released"))
      << "an attempt that has not begun has no number of its own";
}

TEST_F(AttemptRunnerTest, TheHooksRuleOnABotThatCannotBeStarted) {
  job_.seats = {{"bot", BotCommand{{"no-such-program"}}}};
  job_.relaunch_after = Milliseconds(0);
  hooks_.after_failed_start = AttemptHooks::AfterFailedStart::put_off;
  EXPECT_FALSE(play());
  EXPECT_THAT(hooks_.log, ElementsAre("prepare 1", "released", "failed 0, 1"));
}

TEST_F(AttemptRunnerTest, TheMatchGoesOnWithoutABotThatTheHooksLeaveOut) {
  job_.seats = {{"bot", BotCommand{{"no-such-program"}}}};
  job_.relaunch_after = kLong;  // there is no such pause
  hooks_.after_failed_start = AttemptHooks::AfterFailedStart::play_on;
  const auto played = play();
  ASSERT_TRUE(played);
  EXPECT_THAT(played->result.no_show, ElementsAre(0U));
}

TEST_F(AttemptRunnerTest, WhatBotsLeaveBehindIsKept) {
  job_.spec.options["seats"] = 2;
  job_.seats = {{"a", BotCommand{{"sh", "-c", "echo no such file >&2; exit 3"}}},
                {"b", BotCommand{{"sh", "-c", "exit 0"}}}};
  const auto played = play();
  ASSERT_TRUE(played);
  EXPECT_EQ(played->bot_stderr[0].text(), "no such file\n");
  EXPECT_EQ(played->bot_stderr[1].text(), "");
  EXPECT_THAT(played->how_bots_ended,
              ElementsAre("exit status 3: no such file; no hello",
                          testing::StartsWith("exit status 0; no hello: your program")));
  EXPECT_GT(played->seconds.count(), 0);
}

}  // namespace
}  // namespace referee
