#include "referee/store/store_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include <csignal>
#include <string>

#include "referee/store/sqlite_store.h"
#include "tests/referee/store/gated_store.h"
#include "tests/support/captured_log.h"
#include "tests/support/temp_folder.h"
#include "tests/support/world.h"

namespace referee {
namespace {

using store_write::BeginAttempt;
using store_write::SetMeta;
using test_support::Gate;
using test_support::GatedStore;
using test_support::TempFolder;
using test_support::World;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<StoreWrite> keys(const std::string& letters) {
  std::vector<StoreWrite> writes;
  for (const char letter : letters) {
    writes.push_back(SetMeta{std::string(1, letter), ""});
  }
  return writes;
}

/// Awaits `task`; notes in `received` its name and, if it fails, why.
Task<> listen(std::string name, Task<> task, std::vector<std::string>& received) {
  try {
    co_await std::move(task);
  } catch (const StoreError& error) {
    name += ": ";
    name += error.what();
  }
  received.push_back(name);
}

Task<> read(StoreWriter& writer, std::string match, std::vector<std::string>& received) {
  std::string text;
  try {
    text = co_await writer.record(match, 1);
  } catch (const StoreError& error) {
    text = error.what();
  }
  received.push_back(text);
}

class StoreWriterTest : public testing::Test {
 protected:
  void write(const std::string& letters) {
    world_.tasks().start("write", listen(letters, writer_->write(keys(letters)), received_));
  }
  void until_received(std::size_t count) {
    world_.until([&] { return received_.size() == count; });
  }

  World world_;
  Gate gate_;
  std::vector<std::string> received_;
  std::unique_ptr<StoreWriter> writer_ =
      std::make_unique<StoreWriter>(world_.tasks(), std::make_unique<GatedStore>(gate_));
};

TEST_F(StoreWriterTest, WritesAndSaysSo) {
  world_.run(writer_->write(keys("ab")));
  EXPECT_THAT(gate_.seen(), ElementsAre("ab"));
}

TEST_F(StoreWriterTest, WhatWaitsIsWrittenInOneCommitInTheOrderOfTheCalls) {
  gate_.shut();
  write("a");
  gate_.wait_until_one_is_held();
  write("b");
  writer_->post(keys("cd"));
  write("e");
  gate_.open();
  until_received(3);
  EXPECT_THAT(gate_.seen(), ElementsAre("a", "bcde"));
  EXPECT_THAT(received_, ElementsAre("a", "b", "e"));
}

TEST_F(StoreWriterTest, NobodyIsToldBeforeItIsOnTheDisk) {
  // The loop does not end meanwhile, as a task waits for the write.
  gate_.shut();
  write("a");
  gate_.wait_until_one_is_held();
  world_.poll();
  EXPECT_THAT(received_, testing::IsEmpty());
  EXPECT_FALSE(world_.io().stopped());
  gate_.open();
  world_.run_dry();
  EXPECT_THAT(received_, ElementsAre("a"));
}

TEST_F(StoreWriterTest, WhatNobodyWaitsForDoesNotKeepTheLoopRunning) {
  gate_.shut();
  writer_->post(keys("a"));
  gate_.wait_until_one_is_held();
  world_.run_dry();  // returns although the write is held
  gate_.open();
}

TEST_F(StoreWriterTest, ARecordIsReadAfterWhatWasQueuedBefore) {
  gate_.shut();
  writer_->post(keys("a"));
  gate_.wait_until_one_is_held();
  writer_->post(keys("b"));
  world_.tasks().start("read", read(*writer_, "r1t1g1", received_));
  world_.poll();  // the read is queued
  writer_->post(keys("c"));
  writer_->post(keys("d"));
  gate_.open();
  until_received(1);
  write("e");
  until_received(2);
  EXPECT_THAT(received_, ElementsAre("record of r1t1g1 1", "e"));
  const auto seen = gate_.seen();
  ASSERT_GE(seen.size(), 4U);
  EXPECT_THAT(std::vector(seen.begin(), seen.begin() + 3), ElementsAre("a", "b", "r1t1g1 1"));
}

TEST_F(StoreWriterTest, AfterTheFirstFailureEveryWriteFailsWithIt) {
  // "every later write fails with it, too: the order of what is in the store would not be the order of what
  // happened"
  write("a");
  until_received(1);
  gate_.fail();
  write("b");
  until_received(2);
  writer_->post(keys("c"));
  write("d");
  until_received(3);
  EXPECT_THAT(received_, ElementsAre("a", "b: store test: cannot write b", "d: store test: cannot write b"));
  EXPECT_THAT(gate_.seen(), ElementsAre("a", "b")) << "nothing is tried after it";
}

TEST_F(StoreWriterTest, AFailureOfWhatNobodyAwaitedReachesTheNextWrite) {
  gate_.fail();
  writer_->post(keys("a"));
  write("b");
  until_received(1);
  EXPECT_THAT(received_.front(), HasSubstr("b: store test: cannot write a"));
}

TEST_F(StoreWriterTest, TheAlarmIsRaisedOnceOnTheLoop) {
  std::vector<std::thread::id> calls;
  writer_->on_failure([&](const std::exception_ptr& failure) {
    EXPECT_THROW(std::rethrow_exception(failure), StoreError);
    calls.push_back(std::this_thread::get_id());
  });
  gate_.fail();
  writer_->post(keys("a"));
  write("b");
  until_received(1);
  write("c");
  until_received(2);
  EXPECT_THAT(calls, ElementsAre(std::this_thread::get_id()));
}

TEST_F(StoreWriterTest, TheAlarmIsRaisedForWhoComesLate) {
  gate_.fail();
  write("a");
  until_received(1);
  int calls = 0;
  writer_->on_failure([&](const std::exception_ptr&) { ++calls; });
  EXPECT_EQ(calls, 0) << "from the loop only";
  world_.run_dry();
  EXPECT_EQ(calls, 1);
}

TEST_F(StoreWriterTest, AFailureOfReadingConcernsTheReaderOnly) {
  world_.run(read(*writer_, "lost", received_));
  EXPECT_THAT(received_, ElementsAre("store test: cannot read lost 1"));
  world_.run(writer_->write(keys("a")));
  EXPECT_THAT(gate_.seen(), ElementsAre("a"));
}

TEST_F(StoreWriterTest, TheEndWritesWhatIsQueued) {
  gate_.shut();
  writer_->post(keys("a"));
  gate_.wait_until_one_is_held();
  writer_->post(keys("b"));
  write("c");
  world_.poll();
  gate_.open();
  writer_.reset();
  EXPECT_THAT(gate_.seen(), ElementsAre("a", "bc"));
  world_.run_dry();
  EXPECT_THAT(received_, ElementsAre("c")) << "who waits is told of it all the same";
}

TEST_F(StoreWriterTest, AFailureAtTheEndIsLogged) {
  const test_support::CapturedLog log;
  bool called = false;
  writer_->on_failure([&](const std::exception_ptr&) { called = true; });
  gate_.fail();
  writer_->post(keys("a"));
  writer_.reset();
  world_.run_dry();
  EXPECT_FALSE(called) << "its owner may be gone by then";
  EXPECT_THAT(log.text(), HasSubstr("what was to be written last is lost: store test: cannot write a"));
}

/// Notes the signals that the writer's thread blocks.
class MaskStore final : public Store {
 public:
  explicit MaskStore(sigset_t& mask) : mask_(mask) {}
  StoreContent load() override { return {}; }
  void apply(const std::vector<StoreWrite>&) override { ::pthread_sigmask(SIG_SETMASK, nullptr, &mask_); }
  std::string record(const std::string&, int) override { return ""; }
  void back_up(const StoreUri&) override {}
  std::vector<std::string> damage() override { return {}; }
  void erase_deleted() override {}
  std::unique_ptr<JobPoster> job_poster() override { return nullptr; }

 private:
  sigset_t& mask_;
};

TEST(StoreWriterSignals, AreForTheLoopsThread) {
  World world;
  sigset_t in_thread{};
  StoreWriter writer(world.tasks(), std::make_unique<MaskStore>(in_thread));
  world.run(writer.write({}));
  sigset_t here{};
  ::pthread_sigmask(SIG_SETMASK, nullptr, &here);
  for (const int signal : {SIGTERM, SIGINT, SIGCHLD, SIGHUP, SIGUSR1, SIGPIPE, SIGXFSZ}) {
    EXPECT_EQ(::sigismember(&in_thread, signal), 1) << signal;
    EXPECT_EQ(::sigismember(&here, signal), 0) << signal;
  }
}

TEST(StoreWriterOnSqlite, WritesFromItsOwnThread) {
  const TempFolder folder;
  World world;
  auto store = std::make_unique<SqliteStore>(folder / "class.db", SqliteStore::Access::exclusive);
  EXPECT_TRUE(store->load().meta.empty());
  std::vector<std::string> received;
  {
    StoreWriter writer(world.tasks(), std::move(store));
    StoredAttempt game;
    game.match = "r1t1g1";
    writer.post({BeginAttempt{game, "header\n"}});
    world.run(read(writer, "r1t1g1", received));
    for (int i = 0; i < 100; ++i) {
      world.tasks().start("write", listen("w", writer.write({SetMeta{"last", std::to_string(i)}}), received));
    }
    world.until([&] { return received.size() == 101; });
    writer.post({SetMeta{"end", "1"}});
  }
  EXPECT_EQ(received.front(), "header\n");
  SqliteStore after(folder / "class.db", SqliteStore::Access::exclusive);
  EXPECT_EQ(after.load().meta.at("last"), "99");
  EXPECT_EQ(after.load().meta.at("end"), "1");
}

}  // namespace
}  // namespace referee
