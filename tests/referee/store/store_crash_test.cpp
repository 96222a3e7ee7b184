#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <random>
#include <string>
#include <thread>

#include "referee/store/sqlite_store.h"
#include "tests/referee/store/sample_writes.h"
#include "tests/support/child.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using test_support::Child;
using testing::HasSubstr;
using namespace test_support;
using Status = StoredAttempt::Status;

/// The number after the last line of `text` that begins with `word`; 0 if there is none.
std::size_t last_number(const std::string& text, const std::string& word) {
  const std::size_t end = text.rfind('\n');  // the kill cut off the text after it
  const std::size_t begin = text.rfind(word + " ", end);
  return begin == std::string::npos || end == std::string::npos
             ? 0
             : std::stoul(text.substr(begin + word.size() + 1, end - begin));
}

/// The store holds all that store_program reported as done; each group of its writes is whole or missing.
void expect_whole(SqliteStore& store, std::size_t begun, std::size_t done) {
  const StoreContent content = store.load();
  ASSERT_GE(content.games.size(), begun);
  const std::string last = content.meta.contains("last") ? content.meta.at("last") : "0";
  ASSERT_GE(std::stoul(last), done);
  EXPECT_EQ(content.changes.empty() ? "0" : content.changes.back().text, last);
  std::size_t finished = 0;
  for (std::size_t i = 0; i < content.games.size(); ++i) {
    const int number = static_cast<int>(i) + 1;
    const StoredAttempt& game = content.games[i];
    ASSERT_EQ(game.match, begin_attempt(number).game.match);
    const bool is_done = game.status == Status::done;
    finished += is_done ? 1 : 0;
    ASSERT_EQ(game.result, is_done ? finish_attempt(number).result : "");
    ASSERT_EQ(store.record(game.match, 1), is_done ? finish_attempt(number).record
                                                   : begin_attempt(number).header + std::string(2000, 'j'));
  }
  EXPECT_EQ(content.changes.size(), finished);
}

TEST(StoreCrash, WhatIsAcknowledgedOutlivesAKill) {
  // "A finished match is on disk before its `end` goes out"; apply(): "all of writes, or nothing".
  const TempFolder folder;
  const std::filesystem::path path = folder / "class.db";
  std::mt19937 random(20261120);
  std::size_t begun = 0;
  std::size_t done = 0;
  for (int kill = 0; kill < 20; ++kill) {
    Child writer({STORE_PROGRAM, "count", path.string()}, folder.path().string());
    const std::size_t wanted = begun + 1 + random() % 10;
    ASSERT_NE(writer.wait_for_line("begun " + std::to_string(wanted)), "") << writer.err();
    // Waits for no event: the kill is to hit the program anywhere in its work.
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 3000));
    writer.signal(SIGKILL);
    writer.wait();
    begun = std::max(begun, last_number(writer.out(), "begun"));
    done = std::max(done, last_number(writer.out(), "done"));
    SqliteStore store(path, SqliteStore::Access::exclusive);
    expect_whole(store, begun, done);
    begun = store.load().games.size();
  }
  EXPECT_GE(done, 20U);
}

/// Expects that store_program reported the full disk, and could write again afterwards.
void expect_refused_and_usable(const Child& writer, const std::filesystem::path& path,
                               const std::string& why) {
  EXPECT_EQ(writer.code(), 0) << writer.err();
  const std::size_t done = last_number(writer.out().substr(0, writer.out().find("refused")), "done");
  EXPECT_GT(done, 0U);
  const std::string next = std::to_string(done + 1);
  EXPECT_THAT(writer.out(), HasSubstr("refused: store " + path.string() + ": cannot write: " + why + "\n"));
  EXPECT_THAT(writer.out(), HasSubstr("\ngames " + std::to_string(done) + "\nafter " + next + "\n"));
}

TEST(StoreCrash, AFileThatMayNotGrowRefusesAndHalfWritesNothing) {
  const TempFolder folder;
  const std::filesystem::path path = folder / "class.db";
  Child writer({STORE_PROGRAM, "fill", path.string(), "limit"}, folder.path().string());
  writer.wait();
  expect_refused_and_usable(writer, path, "disk I/O error");
  SqliteStore store(path, SqliteStore::Access::exclusive);
  const StoreContent content = store.load();
  EXPECT_EQ(content.games.size(), last_number(writer.out(), "after"));
  for (const StoredAttempt& game : content.games) {
    EXPECT_EQ(game.status, Status::done);
    EXPECT_EQ(store.record(game.match, 1).size(), 100'000U);
  }
}

TEST(StoreCrash, AFullDiskRefusesAndHalfWritesNothing) {
  constexpr int kCannotMount = 77;
  const TempFolder folder;
  Child writer(
      {"/usr/bin/unshare", "-m", "/bin/sh", "-c",
       "mount -t tmpfs -o size=2m none . || exit 77; cd \"$PWD\"; head -c 500000 /dev/zero >class.db.ballast;"
       " exec \"$0\" fill \"$PWD/class.db\" disk",
       STORE_PROGRAM},
      folder.path().string());
  writer.wait();
  if (writer.code() == kCannotMount || writer.err().starts_with("unshare:")) {
    GTEST_SKIP() << "only root may mount a file system, and not in every container: " << writer.err();
  }
  expect_refused_and_usable(writer, folder / "class.db",
                            "database or disk is full: make space on that disk, and start again: nothing "
                            "that was told to players is lost");
}

}  // namespace
}  // namespace referee
