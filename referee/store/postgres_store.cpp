#include "referee/store/postgres_store.h"

#include <chrono>
#include <string>
#include <utility>

#include "referee/store/postgres_held_jobs.h"
#include "referee/store/postgres_job_poster.h"
#include "referee/store/postgres_job_tables.h"
#include "referee/store/postgres_play_lock.h"
#include "referee/store/postgres_schema.h"
#include "referee/store/postgres_session.h"
#include "referee/store/sql_tables.h"
#include "referee/store/sqlite_store.h"

namespace referee {
namespace {

constexpr std::chrono::milliseconds kReturn{
    5000};  // for the referee that played, after a restart of the server

// Rows that were copied have numbers of their own; those that follow count on.
constexpr const char* kCountOn = R"sql(
  SELECT setval(pg_get_serial_sequence('game', 'id'), (SELECT coalesce(max(id), 0) + 1 FROM game), false);
  SELECT setval(pg_get_serial_sequence('journal', 'id'), (SELECT coalesce(max(id), 0) + 1 FROM journal), false);
  SELECT setval(pg_get_serial_sequence('change', 'id'), (SELECT coalesce(max(id), 0) + 1 FROM change), false);
)sql";

[[noreturn]] void fail(const StoreUri& uri, const std::string& what, const std::string& why) {
  throw StoreError("store " + uri.text() + ": cannot " + what + ": " + why);
}

class PostgresStore final : public Store {
 public:
  PostgresStore(const StoreUri& uri, StoreAccess access);

  StoreContent load() override;
  void apply(const std::vector<StoreWrite>& writes) override;
  std::string record(const std::string& match, int attempt) override;
  void back_up(const StoreUri& to) override;
  std::vector<std::string> damage() override;
  void erase_deleted() override;
  bool wants_signs_of_life() const override { return true; }
  std::unique_ptr<JobPoster> job_poster() override { return open_tournament_poster(uri_, epoch_); }

 private:
  PostgresSession::Terms terms() const {
    return writes_ ? PostgresSession::Terms{PostgresSession::kPlayersPatience, "results wait in memory"}
                   : PostgresSession::Terms();
  }
  void begin(PostgresConnection& connection);
  void open_to_write(PostgresConnection& connection);
  std::int64_t next_epoch(PostgresConnection& connection);
  void take_back(PostgresConnection& connection);
  void commit(PostgresConnection& connection, const std::vector<StoreWrite>& writes, const StoreWrite*& at);
  bool is_committed() const { return found_commits_ == commits_ + 1; }

  const StoreUri uri_;
  const bool writes_;
  std::unique_ptr<PostgresPlayLock> lock_;  // null: only read
  std::int64_t epoch_ = 0;                  // 0: only read, or not open yet
  std::int64_t commits_ = 0;                // that are known to be done
  std::int64_t found_commits_ = 0;          // in the database, at the last connection
  PostgresSession session_;
};

PostgresStore::PostgresStore(const StoreUri& uri, StoreAccess access)
    : uri_(uri),
      writes_(access == StoreAccess::exclusive),
      session_(uri, terms(), [this](PostgresConnection& connection) { begin(connection); }) {
  try {
    (void)session_.connection();
  } catch (const PostgresError& error) {
    fail(uri_, "open", error.what());
  }
}

void PostgresStore::begin(PostgresConnection& connection) {
  if (epoch_ != 0) {
    take_back(connection);
  } else if (writes_) {
    open_to_write(connection);
  } else if (!has_tables(connection, uri_)) {
    throw NotAStore("no store " + uri_.text());
  } else {
    require_version(connection, uri_);
  }
}

/// Locks the row of `store` against the jobs that the referee before may still be posting, and removes all of
/// its jobs: this referee posts its own.
void PostgresStore::open_to_write(PostgresConnection& connection) {
  lock_ = PostgresPlayLock::take(connection, uri_);
  if (!lock_) {
    throw StoreInUse("store " + uri_.text() + " is in use by another referee");
  }
  with_lock_timeout(connection, [&] { epoch_ = next_epoch(connection); });
}

std::int64_t PostgresStore::next_epoch(PostgresConnection& connection) {
  PostgresTransaction transaction(connection, PostgresTransaction::Kind::write);
  ensure_tables(connection, uri_);
  connection.exec("SELECT FROM store FOR UPDATE");
  const std::int64_t epoch = connection.number(
      "UPDATE store SET epoch = epoch + 1, commits = 0, alive = clock_timestamp() RETURNING epoch");
  connection.exec(
      "DELETE FROM job WHERE wanted_until = 'infinity'; DELETE FROM bundle WHERE wanted_until = 'infinity'");
  connection.exec(std::string(kRemoveOrphanClaims) + kRemoveOrphanWaiting);
  transaction.commit();
  return epoch;
}

/// Takes the lock again on a new connection. Throws StoreLost if another referee had the store meanwhile, and
/// PostgresError as long as the server still has the lock of the session that was lost.
void PostgresStore::take_back(PostgresConnection& connection) {
  lock_.reset();
  lock_ = PostgresPlayLock::take(connection, uri_);
  if (connection.number("SELECT epoch FROM store") != epoch_) {
    lock_.reset();
    throw StoreLost("store " + uri_.text() + ": another referee has opened it while it was out of reach");
  }
  if (!lock_) {
    throw PostgresError("the server has not ended the lost session yet", "", true);
  }
  found_commits_ = connection.number("SELECT commits FROM store");
}

StoreContent PostgresStore::load() {
  return session_.call("read", [](PostgresConnection& connection) {
    PostgresTransaction snapshot(connection, PostgresTransaction::Kind::snapshot);
    StoreContent content = content_of(connection);
    snapshot.commit();
    return content;
  });
}

void PostgresStore::commit(PostgresConnection& connection, const std::vector<StoreWrite>& writes,
                           const StoreWrite*& at) {
  PostgresTransaction transaction(connection, PostgresTransaction::Kind::write);
  // The number of the commit is its key: it is done once, by the referee that has the store. First, because
  // what another referee has written meanwhile would contradict these writes.
  if (connection.run("UPDATE store SET commits = commits + 1, alive = clock_timestamp()"
                     " WHERE epoch = ? AND commits = ?",
                     {epoch_, commits_}) != 1) {
    throw StoreLost("store " + uri_.text() + ": another referee has opened it");
  }
  for (const StoreWrite& write : writes) {
    at = &write;
    put(connection, write);
  }
  at = nullptr;
  transaction.commit();
}

/// A connection that broke during COMMIT may have done it: then it is not done again.
void PostgresStore::apply(const std::vector<StoreWrite>& writes) {
  found_commits_ = commits_;
  const StoreWrite* at = nullptr;
  const auto refused = [&](const std::string& why) {
    fail(uri_, at == nullptr ? "write" : describe(*at), why);
  };
  session_.repeat("write", [&](PostgresConnection& connection) {
    if (is_committed()) {
      return;
    }
    try {
      commit(connection, writes, at);
    } catch (const PostgresError& error) {
      if (error.away) {
        throw;
      }
      refused(error.what());
    } catch (const SqlRefusal& error) {
      refused(error.what());
    }
  });
  ++commits_;
}

std::string PostgresStore::record(const std::string& match, int attempt) {
  return session_.call("read the record of attempt " + std::to_string(attempt) + " of " + match,
                       [&](PostgresConnection& connection) { return record_of(connection, match, attempt); });
}

void PostgresStore::back_up(const StoreUri& to) {
  try {
    PostgresConnection& connection = session_.connection();
    PostgresTransaction snapshot(connection, PostgresTransaction::Kind::snapshot);
    if (const auto file = to.file()) {
      fill_sqlite_store(*file, connection);
    } else {
      fill_postgres_store(to, connection);
    }
    snapshot.commit();
  } catch (const PostgresError& error) {
    fail(uri_, "copy to " + to.text(), error.what());
  }
}

/// The server keeps its files itself; whatever cannot be read of them is found by reading.
std::vector<std::string> PostgresStore::damage() {
  try {
    PostgresConnection& connection = session_.connection();
    PostgresTransaction snapshot(connection, PostgresTransaction::Kind::snapshot);
    (void)connection.number("SELECT sum(length(text)) FROM record");
    (void)connection.number("SELECT sum(length(lines)) FROM journal");
    (void)content_of(connection);
    return {};
  } catch (const PostgresError& error) {
    return {error.what()};
  } catch (const SqlRefusal& error) {
    return {error.what()};
  }
}

void PostgresStore::erase_deleted() {
  session_.repeat("erase what was deleted", [](PostgresConnection& connection) {
    with_lock_timeout(connection, [&connection] {
      for (const char* const table : {"meta", "entrant", "version", "round", "game", "journal", "record",
                                      "change", "job", "claim", "bundle", "built"}) {
        connection.exec("VACUUM FULL " + std::string(table));
      }
    });
  });
}

}  // namespace

bool make_way_in_postgres_store(const StoreUri& uri) {
  try {
    PostgresConnection connection(uri);
    if (!has_tables(connection, uri)) {
      return true;
    }
    require_version(connection, uri);
    PostgresPlayLock::end_silent_session(connection);
    return connection.number(
               "SELECT count(*) FROM store WHERE alive < pg_postmaster_start_time()"
               " AND clock_timestamp() < pg_postmaster_start_time() + ? * interval '1 ms'",
               {kReturn.count()}) == 0;
  } catch (const PostgresError& error) {
    fail(uri, "open", error.what());
  }
}

std::unique_ptr<Store> open_postgres_store(const StoreUri& uri, StoreAccess access) {
  return std::make_unique<PostgresStore>(uri, access);
}

void fill_postgres_store(const StoreUri& to, SqlDatabase& from) {
  try {
    PostgresConnection connection(to);
    const auto lock = PostgresPlayLock::take(connection, to);
    if (!lock) {
      throw StoreInUse("store " + to.text() + " is in use by another referee");
    }
    PostgresTransaction transaction(connection, PostgresTransaction::Kind::write);
    ensure_tables(connection, to);
    if (connection.number("SELECT count(*) FROM meta") + connection.number("SELECT count(*) FROM entrant") !=
        0) {
      throw NotAStore("store " + to.text() +
                      ": it has a tournament already: name another schema (?schema=NAME)");
    }
    copy_tables(from, connection);
    connection.exec(kCountOn);
    transaction.commit();
  } catch (const PostgresError& error) {
    fail(to, "write", error.what());
  }
}

}  // namespace referee
