#include "referee/loop/poller.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "referee/base/file_descriptor.h"
#include "tests/support/simulated_clock.h"
#include "tests/support/world.h"

namespace referee {
namespace {

using test_support::World;

/// Reads a byte each time the poller reports one, and then does what the test wants.
class Reader final : public Watcher {
 public:
  Reader(
      boost::asio::io_context& io, std::function<void()> then = [] {})
      : poller_(Poller::of(io)), pipe_(make_pipe()), then_(std::move(then)) {}

  static std::shared_ptr<Reader> watching(
      World& world, std::function<void()> then = [] {}) {
    return watching(world.io(), std::move(then));
  }
  static std::shared_ptr<Reader> watching(
      boost::asio::io_context& io, std::function<void()> then = [] {}) {
    auto reader = std::make_shared<Reader>(io, std::move(then));
    reader->poller_.watch(reader->pipe_.read.get(), EPOLLIN, reader);
    return reader;
  }

  void on_readable() override {
    char byte = 0;
    if (::read(pipe_.read.get(), &byte, 1) == 1) {
      got.push_back(byte);
    }
    then_();
  }
  void on_writable() override { ++writable; }

  void feed(const std::string& bytes) {
    ASSERT_EQ(::write(pipe_.write.get(), bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }
  void forget() { poller_.forget(pipe_.read.get()); }
  const Pipe& pipe() const { return pipe_; }

  std::string got;
  int writable = 0;

 private:
  Poller& poller_;
  Pipe pipe_;
  std::function<void()> then_;
};

TEST(Poller, TellsAgainAsLongAsThereIsMore) {
  World world;
  const auto reader = Reader::watching(world);
  reader->feed("abc");
  world.until([&] { return reader->got == "abc"; });
}

TEST(Poller, WhoIsForgottenWhileOthersAreToldIsNotToldAnyMore) {
  World world;
  std::vector<std::shared_ptr<Reader>> readers;
  const auto forget_all = [&] {
    for (const auto& reader : readers) {
      reader->forget();
    }
  };
  for (int i = 0; i < 3; ++i) {
    readers.push_back(Reader::watching(world, forget_all));
    readers.back()->feed("x");
  }
  world.run_dry();
  EXPECT_EQ(readers[0]->got + readers[1]->got + readers[2]->got, "x");
}

TEST(Poller, WhoIsToBeFirstIsToldFirstAlsoIfItWasReadyLater) {
  World world;
  Poller& poller = Poller::of(world.io());
  const auto first = std::make_shared<Reader>(world.io());
  bool known_before = true;
  bool known_after = false;
  bool was_read = false;
  TimePoint fed{};
  const auto usual = Reader::watching(world, [&] {
    was_read = first->got == "b";
    known_before = poller.first_know_of(fed);
    known_after = poller.first_know_of(std::chrono::steady_clock::now());
  });
  poller.watch(first->pipe().read.get(), EPOLLIN, first, Poller::Order::first);
  usual->feed("a");
  first->feed("b");
  fed = std::chrono::steady_clock::now();
  world.until([&] { return !usual->got.empty(); });
  EXPECT_TRUE(was_read);
  EXPECT_TRUE(known_before);
  EXPECT_FALSE(known_after) << "nobody has looked since";
  EXPECT_FALSE(poller.first_know_of(fed)) << "who is not called by the poller may know more than those";
}

TEST(Poller, AfterALookThatHadNoRoomForAllNothingIsSaidOfTheFirst) {
  World world;
  Poller& poller = Poller::of(world.io());
  constexpr std::size_t kMost = 256;  // told at a time
  std::vector<bool> known;
  std::vector<std::shared_ptr<Reader>> readers;
  const TimePoint fed = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i <= kMost; ++i) {
    readers.push_back(Reader::watching(world, [&] { known.push_back(poller.first_know_of(fed)); }));
    readers.back()->feed("x");
  }
  world.until([&] { return known.size() >= kMost; });
  EXPECT_EQ(std::ranges::count(known, true), 0);
}

TEST(Poller, KeepsTheLoopRunningOnlyWhileSomethingIsWatched) {
  World world;
  const auto reader = Reader::watching(world);
  reader->forget();
  world.run_dry();
  SUCCEED() << "the loop has ended by itself";
}

TEST(Poller, WatchesAgainAfterEverythingWasForgotten) {
  World world;
  Reader::watching(world)->forget();
  const auto reader = Reader::watching(world);
  reader->feed("x");
  world.until([&] { return reader->got == "x"; });
}

TEST(Poller, HoldsItsWatchersAndLetsThemGoWithTheLoop) {
  std::weak_ptr<Reader> reader;
  {
    World world;
    reader = Reader::watching(world);
    EXPECT_FALSE(reader.expired());
  }
  EXPECT_TRUE(reader.expired());
}

TEST(Poller, TellsThatThereIsRoomToWrite) {
  World world;
  const auto reader = Reader::watching(world);
  Poller::of(world.io()).watch(reader->pipe().write.get(), EPOLLOUT, reader);
  world.until([&] { return reader->writable > 0; });
}

TEST(Poller, DuringABeatItIsKnownSinceWhenSomethingMayHaveBeenThere) {
  World world;
  Poller& poller = Poller::of(world.io());
  poller.begin_beat();
  TimePoint since{};
  const auto reader = Reader::watching(world, [&] { since = poller.unread_since(); });
  world.until([&, beats = 0]() mutable { return ++beats == 3; });
  const TimePoint before = std::chrono::steady_clock::now();
  reader->feed("x");
  world.until([&] { return !reader->got.empty(); });
  EXPECT_LE(since, before) << "the byte may have come right after the look that did not find it";
  poller.end_beat();
}

/// Without a beat, on a clock that passes only when the test says so.
class PollerWithoutABeat : public testing::Test {
 protected:
  std::shared_ptr<Reader> reader() {
    return Reader::watching(loop_.io(), [&] { since_.push_back(poller_.unread_since()); });
  }

  test_support::SimulatedLoop loop_;
  Poller& poller_ = Poller::of(loop_.io());
  std::vector<TimePoint> since_;  // what each reader was told
};

TEST_F(PollerWithoutABeat, WhatComesWhileTheLoopIsBusyMayHaveBeenThereSinceItBegan) {
  const auto late = reader();
  const auto busy = Reader::watching(loop_.io(), [&] {
    loop_.clock().pass(Milliseconds(20));
    late->feed("x");
    loop_.clock().pass(Milliseconds(20));
  });
  const TimePoint began = loop_.clock().now();
  busy->feed("x");
  loop_.until([&] { return !late->got.empty(); });
  EXPECT_EQ(since_, std::vector{began});
}

TEST_F(PollerWithoutABeat, WhatEndsAWaitWasNotThereBeforeItsEnd) {
  const auto first = reader();
  first->feed("x");
  loop_.until([&] { return !first->got.empty(); });
  loop_.clock().pass(std::chrono::seconds(20));
  first->feed("y");
  loop_.until([&] { return first->got.size() == 2; });
  EXPECT_EQ(since_.back(), loop_.clock().now());
  EXPECT_EQ(poller_.unread_since(), TimePoint::max()) << "no watcher is called";
}

TEST_F(PollerWithoutABeat, ABeatThatBeginsMeanwhileSaysNothingOfTheWaitBefore) {
  const auto first = Reader::watching(loop_.io(), [&] { poller_.begin_beat(); });
  const auto second = reader();
  loop_.clock().pass(std::chrono::seconds(20));
  first->feed("x");
  second->feed("x");
  loop_.until([&] { return !second->got.empty(); });
  EXPECT_EQ(since_, std::vector{loop_.clock().now()});
  poller_.end_beat();
}

}  // namespace
}  // namespace referee
