#include "referee/net/slots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/world.h"

namespace referee {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Matches that hold slots until the test ends them.
class SlotsTest : public testing::Test {
 protected:
  void prepare(std::size_t total) { slots_.emplace(world_.io(), total); }
  void begin(const std::string& match, std::size_t count, bool first = false) {
    ends_[match] = std::make_unique<Event>(world_.io());
    world_.tasks().start("match", play(*slots_, count, first, *ends_[match], running_, match));
    world_.poll();
  }
  void end(const std::string& match) {
    ends_[match]->set();
    world_.poll();
  }

  test_support::World world_;
  std::optional<Slots> slots_;
  std::vector<std::string> running_;  // in the order in which they began

 private:
  static Task<> play(Slots& slots, std::size_t count, bool first, Event& end,
                     std::vector<std::string>& running, std::string match) {
    const Slots::Held held = co_await slots.take(count, first);
    running.push_back(match);
    co_await end.wait();
    std::erase(running, match);
  }

  std::map<std::string, std::unique_ptr<Event>> ends_;
};

TEST_F(SlotsTest, AsManyPlayAsThereAreSlots) {
  // `parallel` bounds the seats of launched bots that are asked at once.
  prepare(3);
  begin("a", 1);
  begin("b", 2);
  begin("c", 1);
  EXPECT_THAT(running_, ElementsAre("a", "b"));
  end("b");
  EXPECT_THAT(running_, ElementsAre("a", "c"));
}

TEST_F(SlotsTest, TheOrderIsThatOfTheirComing) {
  // Matches that need few slots do not overtake one that needs many.
  prepare(2);
  begin("a", 1);
  begin("great", 2);
  begin("small", 1);
  EXPECT_THAT(running_, ElementsAre("a"));
  end("a");
  EXPECT_THAT(running_, ElementsAre("great"));
  end("great");
  EXPECT_THAT(running_, ElementsAre("small"));
}

TEST_F(SlotsTest, AMatchThatIsToComeFirstOvertakesThoseThatWait) {
  prepare(1);
  begin("a", 1);
  begin("b", 1);
  begin("c", 1, true);
  end("a");
  EXPECT_THAT(running_, ElementsAre("c"));
  end("c");
  EXPECT_THAT(running_, ElementsAre("b"));
}

TEST_F(SlotsTest, AllThatFitBeginAtOnce) {
  prepare(2);
  begin("great", 2);
  begin("a", 1);
  begin("b", 1);
  end("great");
  EXPECT_THAT(running_, ElementsAre("a", "b"));
}

TEST_F(SlotsTest, AMatchThatNeedsMoreThanThereArePlaysAlone) {
  prepare(2);
  begin("a", 1);
  begin("huge", 4);
  EXPECT_THAT(running_, ElementsAre("a"));
  end("a");
  begin("b", 1);
  EXPECT_THAT(running_, ElementsAre("huge"));
  end("huge");
  EXPECT_THAT(running_, ElementsAre("b"));
}

TEST_F(SlotsTest, AMatchThatNeedsNoneNeverWaits) {
  // Bots that dial in need no slots.
  prepare(1);
  begin("launched", 1);
  begin("waits", 1);
  begin("dialled", 0);
  begin("dialled too", 0);
  EXPECT_THAT(running_, ElementsAre("launched", "dialled", "dialled too"));
  end("launched");
  EXPECT_THAT(running_, ElementsAre("dialled", "dialled too", "waits"));
}

TEST_F(SlotsTest, ClosedNobodyWaits) {
  prepare(1);
  begin("a", 1);
  begin("b", 1);
  begin("c", 1);
  slots_->close();
  world_.poll();
  EXPECT_THAT(running_, ElementsAre("a", "b", "c"));
  begin("d", 1);
  EXPECT_THAT(running_, ElementsAre("a", "b", "c", "d"));
  for (const char* match : {"a", "b", "c", "d"}) {
    end(match);
  }
  EXPECT_THAT(running_, IsEmpty());
}

}  // namespace
}  // namespace referee
