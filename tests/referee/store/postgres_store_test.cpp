#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "referee/store/postgres_connection.h"
#include "referee/store/store.h"
#include "tests/referee/store/sample_writes.h"
#include "tests/referee/store/store_place.h"

namespace referee {
namespace {

using store_write::AddChange;
using store_write::PutEntrant;
using store_write::PutRound;
using store_write::SetMeta;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace test_support;

class PostgresqlStoreTest : public OnPostgresql {};

TEST_F(PostgresqlStoreTest, OneRefereeWritesAndOthersRead) {
  const auto store = open();
  store->apply({SetMeta{"a", "1"}});
  EXPECT_EQ(refusal([&] { open(); }), "store " + uri().text() + " is in use by another referee");
  EXPECT_EQ(open_store(uri(), StoreAccess::read_only)->load().meta.at("a"), "1");
}

TEST_F(PostgresqlStoreTest, ReadingNeedsAStore) {
  EXPECT_EQ(refusal([&] { open_store(uri(), StoreAccess::read_only); }), "no store " + uri().text());
}

TEST_F(PostgresqlStoreTest, WhatIsNoAbsenceEndsWithAMessage) {
  const auto none = StoreUri::parse("postgresql://referee@/none?host=" + std::string("/nowhere"));
  EXPECT_THAT(refusal([&] { open_store(none, StoreAccess::exclusive); }),
              HasSubstr("store " + none.text() + ": cannot open: "));
}

/// Everything that a store can hold.
std::vector<StoreWrite> much() {
  return {SetMeta{"a", awkward("x")},
          PutEntrant{entrant(0, "alice")},
          PutRound{{1, "[]"}},
          begin_attempt(1),
          finish_attempt(1, StoredAttempt::Status::voided),
          begin_attempt(1, 2),
          journal(1, awkward("turn\n"), 2),
          begin_attempt(2),
          finish_attempt(2),
          AddChange{{"now", 1, awkward("text")}}};
}

void expect_much(Store& store) {
  const StoreContent content = store.load();
  EXPECT_EQ(content.meta.at("a"), awkward("x"));
  EXPECT_EQ(content.entrants, std::vector{entrant(0, "alice")});
  ASSERT_EQ(content.games.size(), 3U);
  EXPECT_EQ(store.record("r1t1g1", 2), "header of r1t1g1\n" + awkward("turn\n"));
  EXPECT_EQ(store.record("r1t2g1", 1), finish_attempt(2).record);
  EXPECT_EQ(content.changes, (std::vector<StoredChange>{{"now", 1, awkward("text")}}));
  EXPECT_THAT(store.damage(), IsEmpty());
}

TEST_F(PostgresqlStoreTest, AStoreMovesToAFileAndBackAndGoesOn) {
  const TempFolder folder;
  const StoreUri file = folder / "class.db";
  open()->apply(much());
  open()->back_up(file);
  expect_much(*open_store(file, StoreAccess::exclusive));
  const auto second = postgresql_place();
  open_store(file, StoreAccess::read_only)->back_up(second->uri());
  const auto moved = open_store(second->uri(), StoreAccess::exclusive);
  expect_much(*moved);
  moved->apply({begin_attempt(4), AddChange{{"later", 2, "more"}}});
  EXPECT_EQ(moved->load().games.back(), begin_attempt(4).game);
  EXPECT_THAT(refusal([&] { open()->back_up(file); }), HasSubstr("exists already"));
  EXPECT_THAT(refusal([&] { open()->back_up(uri()); }), HasSubstr("is in use by another referee"));
}

TEST_F(PostgresqlStoreTest, WaitsWhileTheServerIsAwayAndGoesOn) {
  const auto store = open();
  store->apply({begin_attempt(1)});
  PostgresqlServer& server = *PostgresqlServer::shared();
  server.end();
  std::thread writer([&] {
    store->apply({journal(1, "turn 0\n")});
    store->apply({journal(1, "turn 1\n")});
  });
  server.begin();
  writer.join();
  EXPECT_EQ(store->record("r1t1g1", 1), "header of r1t1g1\nturn 0\nturn 1\n");
}

/// Returns once a session waits for a standby in its COMMIT; its process.
std::int64_t wait_for_held_commit(PostgresConnection& watcher) {
  std::int64_t process = 0;
  while (process == 0) {
    process = watcher.number("SELECT pid::bigint FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
  }
  return process;
}

/// Ends the session whose commit is held.
void end_held_commit(PostgresConnection& watcher) {
  const std::int64_t process = wait_for_held_commit(watcher);
  EXPECT_EQ(watcher.number("SELECT pg_terminate_backend(CAST(? AS int))::int", {process}), 1);
}

/// Commits until a commit is held: the server takes its new configuration a little later than it says.
void commit_until_held(const StoreUri& uri) {
  PostgresConnection connection(uri);
  EXPECT_THROW(
      while (true) { connection.run("UPDATE store SET alive = clock_timestamp()", {}); }, PostgresError);
}

TEST_F(PostgresqlStoreTest, ACommitWhoseAnswerWasLostIsNotDoneTwice) {
  const auto store = open();
  PostgresConnection watcher(uri());
  // A server that waits for a standby has committed, and has not said so.
  watcher.exec("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
  watcher.exec("SELECT pg_reload_conf()");
  std::thread probe([&] { commit_until_held(uri()); });
  end_held_commit(watcher);
  probe.join();
  std::thread writer([&] { store->apply({AddChange{{"now", 1, "once"}}}); });
  end_held_commit(watcher);
  writer.join();
  watcher.exec("ALTER SYSTEM RESET synchronous_standby_names");
  watcher.exec("SELECT pg_reload_conf()");
  store->apply({AddChange{{"now", 1, "again"}}});
  EXPECT_EQ(store->load().changes, (std::vector<StoredChange>{{"now", 1, "once"}, {"now", 1, "again"}}));
}

TEST_F(PostgresqlStoreTest, IsGivenUpIfAnotherRefereeOpenedItInBetween) {
  const auto store = open();
  store->apply({SetMeta{"a", "1"}});
  PostgresqlServer& server = *PostgresqlServer::shared();
  server.end();
  server.begin();
  open()->apply({SetMeta{"a", "2"}});
  EXPECT_THAT(refusal([&] {
                store->apply({SetMeta{"a", "3"}});
              }),
              HasSubstr("another referee has opened it"));
  EXPECT_EQ(open()->load().meta.at("a"), "2");
}

}  // namespace
}  // namespace referee
