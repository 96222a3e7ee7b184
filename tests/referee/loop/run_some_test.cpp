#include "referee/loop/run_some.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/loop/event.h"
#include "tests/support/complaint.h"
#include "tests/support/world.h"

namespace referee {
namespace {

using test_support::World;
using testing::ElementsAre;

/// Pieces of work that the test ends one by one.
class RunSomeTest : public testing::Test {
 protected:
  RunSomeTest() {
    for (int i = 0; i < 5; ++i) {
      done_.emplace_back(world_.io());
    }
  }
  ~RunSomeTest() override { world_.run_dry(); }

  std::optional<Task<>> next() {
    return begun_.size() == pieces_ ? std::nullopt : std::optional(piece(begun_.size()));
  }
  Task<> piece(std::size_t number) {
    begun_.push_back(number);
    co_await done_[number].wait();
    if (number == fails_ || number == fails_later_) {
      throw std::runtime_error("piece " + std::to_string(number));
    }
  }
  void begin(std::size_t jobs) {
    world_.tasks().start("all", all(jobs));
    world_.poll();
  }
  void end(std::size_t piece) {
    done_[piece].set();
    world_.poll();
  }

  World world_;
  std::size_t pieces_ = 5;
  std::size_t fails_ = 9;
  std::size_t fails_later_ = 9;
  std::deque<Event> done_;          // by piece
  std::vector<std::size_t> begun_;  // the pieces that have begun
  int failures_ = 0;                // that were told while others ran
  bool over_ = false;
  std::string thrown_;

 private:
  Task<> all(std::size_t jobs) {
    try {
      co_await run_some(
          world_.tasks(), "piece", jobs, [this] { return next(); }, [this] { ++failures_; });
    } catch (const std::runtime_error& error) {
      thrown_ = error.what();
    }
    over_ = true;
  }
};

TEST_F(RunSomeTest, SoManyRunAtOnceAndAllAreAwaited) {
  begin(2);
  EXPECT_THAT(begun_, ElementsAre(0, 1));
  end(1);
  EXPECT_THAT(begun_, ElementsAre(0, 1, 2));
  for (const std::size_t piece : {std::size_t{0}, std::size_t{2}, std::size_t{3}}) {
    end(piece);
  }
  EXPECT_THAT(begun_, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_FALSE(over_);
  end(4);
  EXPECT_TRUE(over_);
  EXPECT_EQ(thrown_, "");
}

TEST_F(RunSomeTest, MoreJobsThanWorkDoNoHarm) {
  pieces_ = 0;
  begin(3);
  EXPECT_TRUE(over_);
}

TEST_F(RunSomeTest, TheFirstFailureIsThrownOnceTheOthersAreOver) {
  fails_ = 1;
  fails_later_ = 0;
  begin(2);
  end(1);
  EXPECT_EQ(failures_, 1) << "told at once";
  EXPECT_THAT(begun_, ElementsAre(0, 1)) << "no more begin";
  EXPECT_FALSE(over_);
  end(0);
  EXPECT_TRUE(over_);
  EXPECT_EQ(failures_, 1);
  EXPECT_EQ(thrown_, "piece 1");
}

}  // namespace
}  // namespace referee
