#include "referee/store/postgres_play_lock.h"

#include <string>
#include <utility>

#include "referee/store/postgres_schema.h"
#include "referee/store/store.h"

namespace referee {
namespace {

constexpr const char* kMadeByAnother = "23505";  // SQLSTATE

/// Two referees may make them at the same moment: the one that comes second waits, and finds them made.
void ensure_table(PostgresConnection& connection, const StoreUri& uri) {
  const std::string schema = quoted_name(uri.schema());
  try {
    if (!has_schema(connection, uri)) {
      connection.exec("CREATE SCHEMA IF NOT EXISTS " + schema);
    }
    connection.exec("CREATE TABLE IF NOT EXISTS " + schema + ".playing()");
  } catch (const PostgresError& error) {
    if (error.state != kMadeByAnother) {
      throw;
    }
    connection.exec("CREATE TABLE IF NOT EXISTS " + schema + ".playing()");
  }
}

}  // namespace

std::unique_ptr<PostgresPlayLock> PostgresPlayLock::take(PostgresConnection& connection,
                                                         const StoreUri& uri) {
  ensure_table(connection, uri);
  std::unique_ptr<PostgresPlayLock> lock(new PostgresPlayLock(uri));
  return lock->lock() ? std::move(lock) : nullptr;
}

bool PostgresPlayLock::lock() {
  session_.exec("SET lock_timeout = '2s'; SET idle_in_transaction_session_timeout = 0");
  session_.exec("BEGIN");
  try {
    session_.exec("LOCK TABLE playing IN EXCLUSIVE MODE");
  } catch (const PostgresError& error) {
    if (!error.is_lock_timeout()) {
      throw;
    }
    return false;
  }
  return true;
}

void PostgresPlayLock::end_silent_session(PostgresConnection& connection) {
  connection.each(
      "SELECT pg_terminate_backend(pid) FROM pg_locks, store"
      " WHERE locktype = 'relation' AND granted AND pid <> pg_backend_pid()"
      " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
      " AND (relation = to_regclass('playing') AND mode = 'ExclusiveLock'"
      "   OR relation = to_regclass('store') AND mode IN ('RowExclusiveLock', 'RowShareLock'))"
      " AND alive < clock_timestamp() - ? * interval '1 ms'",
      {Store::kSilence.count()}, [](const SqlRow&) {});
}

}  // namespace referee
