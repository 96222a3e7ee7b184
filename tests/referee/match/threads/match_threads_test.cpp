#include "referee/match/threads/match_threads.h"

#include <gtest/gtest.h>
#include <spdlog/spdlog.h>

#include <csignal>
#include <cstdlib>
#include <iterator>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include <boost/asio/post.hpp>

#include "referee/loop/event.h"
#include "referee/loop/run_some.h"
#include "referee/match/attempt_runner.h"
#include "referee/record/replay.h"
#include "tests/support/able_bot.h"
#include "tests/support/world.h"

namespace referee {
namespace {

using test_support::job_of_two;
using test_support::kAbleBot;
using test_support::World;

/// Says hello, tells its process to standard error, and makes no move.
constexpr const char* kSilent = R"(echo '{"type":"hello","protocol":1}'; echo $$ >&2; cat > /dev/null)";

/// A match of Walls between two bots.
class PlayedMatch final : public AttemptHooks {
 public:
  PlayedMatch(Tasks& tasks, std::unique_ptr<AttemptPlace> place, const std::string& bot)
      : io_(tasks.io()),
        runner_(tasks, std::move(place), job_of_two({{"sh", "-c", bot, "sh", "hello"}}), *this),
        changed_(io_) {}

  Task<> play() { played_ = co_await runner_.play(); }
  Task<> begun(Attempt& /*attempt*/) override {
    boost::asio::post(io_, [this] {
      ++begun_;
      changed_.notify();
    });
    co_return;
  }
  /// Returns when so many attempts have begun.
  Task<> until_begun(int attempts = 1) {
    while (begun_ < attempts) {
      co_await changed_.changed();
    }
  }
  Task<> keep(PlayedAttempt& played) override {
    kept_on_ = std::this_thread::get_id();
    kept_void_ = played.result.is_void;
    co_return;
  }

  AttemptRunner& runner() { return runner_; }
  std::thread::id kept_on() const { return kept_on_; }
  bool kept_void() const { return kept_void_; }
  /// The attempt that counts; nothing: none does.
  const std::optional<PlayedAttempt>& played() const { return played_; }
  std::string process_of(std::size_t seat) const { return played_->bot_stderr.at(seat).text(); }

 private:
  boost::asio::io_context& io_;
  AttemptRunner runner_;
  std::optional<PlayedAttempt> played_;
  int begun_ = 0;
  Condition changed_;
  std::thread::id kept_on_;
  bool kept_void_ = false;
};

class MatchThreadsTest : public testing::Test {
 protected:
  /// Makes the log before any thread does, as the program does: how two that make it agree, TSan cannot see.
  MatchThreadsTest() { spdlog::debug("a test of threads"); }
  void open(std::size_t count) {
    threads_.emplace(world_.tasks(), count,
                     MatchThread::Terms{.sandbox = sandbox_, .kept = 4, .more = [] { return true; }});
  }
  PlayedMatch& add(const std::string& bot) {
    return matches_.emplace_back(world_.tasks(), threads_->place(), bot);
  }
  static Task<> stop_in_play(PlayedMatch& match) {
    co_await match.until_begun();
    match.runner().stop("that is enough");
  }
  /// Plays all that were added since the call before, so many at a time.
  void play(std::size_t jobs) {
    world_.run(run_some(world_.tasks(), "matches", jobs, [this]() -> std::optional<Task<>> {
      return next_ == std::ssize(matches_) ? std::nullopt
                                           : std::optional(std::next(matches_.begin(), next_++)->play());
    }));
  }

  World world_;
  std::shared_ptr<const Sandbox> sandbox_ = Sandbox::open(SandboxLevel::none);
  std::list<PlayedMatch> matches_;
  std::optional<MatchThreads> threads_;  // the last member: they use the others

 private:
  std::ptrdiff_t next_ = 0;
};

TEST_F(MatchThreadsTest, MatchesAtTheSameTimeAreOnThreadsOfTheirOwnAndTheirRecordsAreTrue) {
  open(2);
  const PlayedMatch& one = add(kAbleBot);
  const PlayedMatch& other = add(kAbleBot);
  play(2);
  EXPECT_NE(one.kept_on(), other.kept_on());
  EXPECT_NE(one.kept_on(), std::this_thread::get_id());
  for (PlayedMatch& match : matches_) {
    EXPECT_FALSE(match.played()->result.is_void);
    EXPECT_EQ(verify_record(match.played()->result.record).difference, std::nullopt);
    EXPECT_EQ(match.runner().job().spec.attempt, 2) << "the number of the next one";
  }
}

TEST_F(MatchThreadsTest, BotsOfAThreadPlayItsNextMatchInTheSameProcess) {
  open(1);
  const PlayedMatch& first = add(kAbleBot);
  play(1);
  const PlayedMatch& second = add(kAbleBot);
  play(1);
  EXPECT_EQ(second.process_of(0), first.process_of(0));
  EXPECT_EQ(second.process_of(1), first.process_of(1));
  world_.run(threads_->end_bots());
  EXPECT_NE(::kill(std::stoi(first.process_of(0)), 0), 0) << "its bots are gone";
}

TEST_F(MatchThreadsTest, MoreMatchesThanThreadsShareThem) {
  open(2);
  for (int i = 0; i < 5; ++i) {
    add(kAbleBot);
  }
  play(5);
  for (const PlayedMatch& match : matches_) {
    EXPECT_TRUE(match.played() && !match.played()->result.is_void);
  }
}

TEST_F(MatchThreadsTest, ToStopAMatchMakesItVoidAndEndsItsBots) {
  open(2);
  PlayedMatch& silent = add(kSilent);
  const PlayedMatch& other = add(kAbleBot);
  world_.tasks().start("stop", stop_in_play(silent));
  play(2);
  EXPECT_EQ(silent.played(), std::nullopt);
  EXPECT_TRUE(other.played()) << "another match goes on";
}

TEST_F(MatchThreadsTest, AnArbiterMakesAMatchVoidAndItIsPlayedAgain) {
  open(1);
  PlayedMatch& silent = add(kSilent);
  world_.tasks().start("abort", [](PlayedMatch& match) -> Task<> {
    for (const int attempt : {1, 2}) {
      co_await match.until_begun(attempt);
      EXPECT_TRUE(match.runner().abort("a power cut"));
    }
    match.runner().stop("that is enough");
  }(silent));
  play(1);
  EXPECT_EQ(silent.played(), std::nullopt);
  EXPECT_EQ(silent.runner().job().spec.attempt, 3);
}

TEST_F(MatchThreadsTest, ThatEndEarlyEndTheirMatchesAndBots) {
  open(2);
  PlayedMatch& silent = add(kSilent);
  world_.tasks().start("match", silent.play());
  world_.run(silent.until_begun());
  threads_.reset();  // and the loop of this thread runs no more
  EXPECT_TRUE(silent.kept_void());
}

TEST_F(MatchThreadsTest, ABotThatCannotBeStartedIsToldOfAsWithoutThreads) {
  open(1);
  MatchJob job = add(kAbleBot).runner().job();
  job.seats.front().bot->argv = {"/nowhere/bot"};
  AttemptHooks hooks;
  AttemptRunner runner(world_.tasks(), threads_->place(), job, hooks);
  EXPECT_THROW(
      world_.run([](AttemptRunner& unstarted) -> Task<> { (void)co_await unstarted.play(); }(runner)),
      ProgramError);
}

TEST_F(MatchThreadsTest, AThreadThatGetsNoSandboxOfTheLevelPlaysNothing) {
  sandbox_ = Sandbox::open(SandboxLevel::basic);
  open(1);
  add(kAbleBot);
  ASSERT_EQ(::setenv("REFEREE_SANDBOX_AT_MOST", "none", 1), 0);  // before the thread begins
  EXPECT_THROW(play(1), WeakSandbox);
  ::unsetenv("REFEREE_SANDBOX_AT_MOST");
}

}  // namespace
}  // namespace referee
