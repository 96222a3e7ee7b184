#include "referee/store/standby.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/store/postgres_connection.h"
#include "tests/referee/store/sample_writes.h"
#include "tests/referee/store/store_place.h"

namespace referee {
namespace {

using store_write::SetMeta;
using store_write::SignOfLife;
using testing::HasSubstr;
using namespace test_support;

/// Nobody has to wait.
void never(const std::string& why) { ADD_FAILURE() << why; }

/// Somebody waits only because a test before this one has restarted the server.
void only_after_a_restart(const std::string& why) {
  EXPECT_THAT(why, HasSubstr("its referee may come back"));
}

/// Makes the referee that plays on the store silent for an hour, as its last commit tells.
void silence(const StoreUri& uri) {
  PostgresConnection connection(uri);
  connection.exec("UPDATE store SET alive = alive - interval '1 hour'");
}

class PostgresqlStandbyTest : public OnPostgresql {};

TEST(Standby, TakesWhatNobodyHas) {
  const auto place = sqlite_place();
  EXPECT_NE(open_store_after_others(place->uri(), never), nullptr);
}

TEST(Standby, WaitsForTheEndOfTheOther) {
  const auto place = sqlite_place();
  auto other = open_store(place->uri(), StoreAccess::exclusive);
  other->apply({SetMeta{"a", "1"}});
  const auto store = open_store_after_others(place->uri(), [&](const std::string& why) {
    EXPECT_THAT(why, HasSubstr("is in use by another referee"));
    other.reset();
  });
  EXPECT_EQ(store->load().meta.at("a"), "1");
}

TEST_F(PostgresqlStandbyTest, WaitsAsLongAsTheOtherWorks) {
  auto other = open();
  int waits = 0;
  const auto store = open_store_after_others(uri(), [&](const std::string& why) {
    EXPECT_THAT(why, HasSubstr("is in use by another referee"));
    other->apply({SignOfLife{}});
    if (++waits == 2) {
      other.reset();
    }
  });
  EXPECT_EQ(waits, 2);
}

TEST_F(PostgresqlStandbyTest, NoRoleOfAnotherOneKeepsTheStore) {
  open()->apply({SetMeta{"a", "1"}});
  PostgresConnection owner(uri());
  const std::string role = uri().schema() + "_guest";
  owner.exec("CREATE ROLE " + quoted_name(role) + " LOGIN; GRANT USAGE ON SCHEMA " +
             quoted_name(uri().schema()) + " TO " + quoted_name(role));
  std::string address = uri().text();
  address.replace(address.find("referee@"), 8, role + "@");
  {
    PostgresConnection guest(StoreUri::parse(address));
    const std::string locked = "referee store " + uri().schema();  // what earlier programs locked
    guest.each("SELECT pg_advisory_lock(hashtextextended(convert_from(?, 'UTF8'), 0))", {&locked},
               [](const SqlRow&) {});
    for (const char* const mode : {"ACCESS SHARE", "SHARE", "EXCLUSIVE"}) {
      EXPECT_THROW(guest.exec("LOCK TABLE playing IN " + std::string(mode) + " MODE"), PostgresError) << mode;
    }
    EXPECT_EQ(open_store_after_others(uri(), only_after_a_restart)->load().meta.at("a"), "1");
  }
  owner.exec("DROP OWNED BY " + quoted_name(role) + "; DROP ROLE " + quoted_name(role));
}

TEST_F(PostgresqlStandbyTest, WhoPlaysKeepsNoOldRows) {
  const auto store = open();
  PostgresConnection owner(uri());
  EXPECT_EQ(
      owner.number("SELECT count(*) FROM pg_stat_activity, pg_locks WHERE pg_locks.pid = pg_stat_activity.pid"
                   " AND relation = 'playing'::regclass AND mode = 'ExclusiveLock' AND backend_xmin IS NULL"
                   " AND backend_xid IS NULL"),
      1);
}

TEST_F(PostgresqlStandbyTest, TakesOverFromOneThatHangsWhichThenWritesNothing) {
  const auto other = open();
  other->apply({SetMeta{"a", "1"}});
  silence(uri());
  const auto store = open_store_after_others(uri(), only_after_a_restart);
  store->apply({begin_attempt(4)});
  EXPECT_THROW(other->apply({begin_attempt(4)}), StoreLost)
      << "and does not blame what the new one has written";
  EXPECT_THROW(other->apply({SetMeta{"a", "2"}}), StoreLost);
  EXPECT_EQ(store->load().meta.at("a"), "1");
}

TEST_F(PostgresqlStandbyTest, TakesOverFromOneThatHangsWithinACommit) {
  const auto other = open();
  silence(uri());
  PostgresConnection hangs(uri());
  hangs.exec("BEGIN");
  hangs.exec("UPDATE store SET commits = commits + 1");
  const auto store = open_store_after_others(uri(), only_after_a_restart);
  store->apply({SetMeta{"a", "1"}});
  EXPECT_THROW(hangs.exec("COMMIT"), PostgresError);
  EXPECT_THROW(other->apply({SetMeta{"a", "2"}}), StoreLost);
}

TEST_F(PostgresqlStandbyTest, DoesNotTakeOverAStoreOfAnotherVersion) {
  (void)open();
  PostgresConnection(uri()).exec("UPDATE store SET version = 99");
  EXPECT_THROW(open_store_after_others(uri(), never), NotAStore);
}

TEST_F(PostgresqlStandbyTest, KeepsThePlaceOfTheOtherWhenTheServerHasRestarted) {
  auto other = open();
  PostgresqlServer::shared()->end();
  PostgresqlServer::shared()->begin();
  bool kept = false;
  const auto store = open_store_after_others(uri(), [&](const std::string& why) {
    if (!kept) {
      EXPECT_THAT(why, HasSubstr("its referee may come back"));
      kept = true;
      other->apply({SetMeta{"a", "1"}});
    } else {
      EXPECT_THAT(why, HasSubstr("is in use by another referee"));
      other.reset();
    }
  });
  EXPECT_TRUE(kept);
  EXPECT_EQ(store->load().meta.at("a"), "1");
}

}  // namespace
}  // namespace referee
