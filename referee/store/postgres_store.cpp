#include "referee/store/postgres_store.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <thread>
#include <utility>

#include "referee/store/postgres_connection.h"
#include "referee/store/postgres_jobs.h"
#include "referee/store/postgres_play_lock.h"
#include "referee/store/postgres_schema.h"
#include "referee/store/sql_tables.h"
#include "referee/store/sqlite_store.h"

namespace referee {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kFirstPause{50};
constexpr milliseconds kLongestPause{2000};
constexpr milliseconds kLongestAbsence{std::chrono::minutes(15)};  // of the server; then a commit fails
constexpr milliseconds kReturn{5000};        // for the referee that played, after a restart of the server
constexpr milliseconds kReadersPatience{0};  // those who only read try a new connection once

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
  std::string old_result(const std::string& match) override;
  void back_up(const StoreUri& to) override;
  std::vector<std::string> damage() override;
  void erase_deleted() override;
  bool wants_signs_of_life() const override { return true; }
  bool has_jobs() const override { return version_ >= kVersionOfJobs; }
  std::vector<JobNews> job_news() override;
  std::string job_outcome(const std::string& name) override;
  std::string job_built(const std::string& name) override;
  JobOverview job_overview() override;
  void admit_workers(const std::string& role) override;

 private:
  using Step = std::function<void()>;

  void open_to_write();
  void commit(const std::vector<StoreWrite>& writes, const StoreWrite*& at);
  bool is_committed() const;
  void take_back();
  void repeat_while_away(const std::string& what, const Step& step);
  void wait_for_server(const std::string& why);

  StoreUri uri_;
  bool writes_;
  std::int64_t version_ = kStoreVersion;  // of the tables
  std::optional<PostgresConnection> connection_;
  std::unique_ptr<PostgresPlayLock> lock_;  // null: only read
  std::int64_t epoch_ = 0;
  std::int64_t commits_ = 0;        // that are known to be done
  std::int64_t found_commits_ = 0;  // in the database, at the last connection
};

PostgresStore::PostgresStore(const StoreUri& uri, StoreAccess access)
    : uri_(uri), writes_(access == StoreAccess::exclusive) {
  try {
    connection_.emplace(uri_);
    if (writes_) {
      open_to_write();
    } else if (!has_tables(*connection_, uri_)) {
      throw NotAStore("no store " + uri_.text());
    } else {
      version_ = required_version(*connection_, uri_);
    }
  } catch (const PostgresError& error) {
    fail(uri_, "open", error.what());
  }
}

void PostgresStore::open_to_write() {
  lock_ = PostgresPlayLock::take(*connection_, uri_);
  if (!lock_) {
    throw StoreInUse("store " + uri_.text() + " is in use by another referee");
  }
  PostgresTransaction transaction(*connection_, PostgresTransaction::Kind::write);
  ensure_tables(*connection_, uri_);
  epoch_ = connection_->number(
      "UPDATE store SET epoch = epoch + 1, commits = 0, alive = clock_timestamp() RETURNING epoch");
  transaction.commit();
}

/// Connects anew and takes the lock again. Throws StoreLost if another referee had the store meanwhile, and
/// PostgresError as long as the server is away or still has the lock of the session that was lost.
void PostgresStore::take_back() {
  connection_.reset();
  lock_.reset();
  connection_.emplace(uri_);
  if (!writes_) {
    return;
  }
  lock_ = PostgresPlayLock::take(*connection_, uri_);
  if (connection_->number("SELECT epoch FROM store") != epoch_) {
    lock_.reset();
    throw StoreLost("store " + uri_.text() + ": another referee has opened it while it was out of reach");
  }
  if (!lock_) {
    throw PostgresError("the server has not ended the lost session yet", "", true);
  }
  found_commits_ = connection_->number("SELECT commits FROM store");
}

/// Returns once the server is back. Throws StoreError after kLongestAbsence.
void PostgresStore::wait_for_server(const std::string& why) {
  const auto begun = steady_clock::now();
  const auto waited = [begun] {
    return std::chrono::duration_cast<std::chrono::seconds>(steady_clock::now() - begun).count();
  };
  if (writes_) {
    spdlog::warn("store {}: the database is away, and results wait in memory: {}", uri_.text(), why);
  }
  for (milliseconds pause = kFirstPause;; pause = std::min(2 * pause, kLongestPause)) {
    std::string reason;
    try {
      take_back();
      if (writes_) {
        spdlog::info("store {}: the database is back after {} s", uri_.text(), waited());
      }
      return;
    } catch (const PostgresError& error) {
      reason = error.what();
    }
    if (steady_clock::now() - begun > (writes_ ? kLongestAbsence : kReadersPatience)) {
      fail(uri_, "go on", "the database was away for " + std::to_string(waited()) + " s: " + reason);
    }
    std::this_thread::sleep_for(pause);
  }
}

/// Does `step`, again after each time that the server was away.
void PostgresStore::repeat_while_away(const std::string& what, const Step& step) {
  std::string why;
  for (bool away = !connection_;;) {
    if (away) {
      wait_for_server(why);
    }
    try {
      step();
      return;
    } catch (const PostgresError& error) {
      away = error.away;
      why = error.what();
      if (!away) {
        fail(uri_, what, why);
      }
    } catch (const SqlRefusal& error) {
      fail(uri_, what, error.what());
    }
  }
}

StoreContent PostgresStore::load() {
  StoreContent content;
  repeat_while_away("read", [&] {
    PostgresTransaction snapshot(*connection_, PostgresTransaction::Kind::snapshot);
    content = content_of(*connection_, true);
    snapshot.commit();
  });
  return content;
}

/// Whether the commit whose answer was lost had been done.
bool PostgresStore::is_committed() const { return found_commits_ == commits_ + 1; }

void PostgresStore::commit(const std::vector<StoreWrite>& writes, const StoreWrite*& at) {
  PostgresTransaction transaction(*connection_, PostgresTransaction::Kind::write);
  // The number of the commit is its key: it is done once, by the referee that has the store. First, because
  // what another referee has written meanwhile would contradict these writes.
  if (connection_->run("UPDATE store SET commits = commits + 1, alive = clock_timestamp()"
                       " WHERE epoch = ? AND commits = ?",
                       {epoch_, commits_}) != 1) {
    throw StoreLost("store " + uri_.text() + ": another referee has opened it");
  }
  for (const StoreWrite& write : writes) {
    at = &write;
    put(*connection_, write);
  }
  at = nullptr;
  transaction.commit();
}

void PostgresStore::apply(const std::vector<StoreWrite>& writes) {
  found_commits_ = commits_;
  const StoreWrite* at = nullptr;
  const auto refused = [&](const std::string& why) {
    fail(uri_, at == nullptr ? "write" : describe(*at), why);
  };
  repeat_while_away("write", [&] {
    if (is_committed()) {
      return;
    }
    try {
      commit(writes, at);
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
  std::string text;
  repeat_while_away("read the record of attempt " + std::to_string(attempt) + " of " + match,
                    [&] { text = record_of(*connection_, match, attempt); });
  return text;
}

std::string PostgresStore::old_result(const std::string& match) {
  std::string text;
  repeat_while_away("read the result of " + match, [&] { text = old_result_of(*connection_, match); });
  return text;
}

void PostgresStore::back_up(const StoreUri& to) {
  try {
    PostgresTransaction snapshot(*connection_, PostgresTransaction::Kind::snapshot);
    if (const auto file = to.file()) {
      fill_sqlite_store(*file, *connection_);
    } else {
      fill_postgres_store(to, *connection_);
    }
    snapshot.commit();
  } catch (const PostgresError& error) {
    fail(uri_, "copy to " + to.text(), error.what());
  }
}

/// The server keeps its files itself; whatever cannot be read of them is found by reading.
std::vector<std::string> PostgresStore::damage() {
  try {
    PostgresTransaction snapshot(*connection_, PostgresTransaction::Kind::snapshot);
    (void)connection_->number("SELECT sum(length(text)) FROM record");
    (void)connection_->number("SELECT sum(length(lines)) FROM journal");
    (void)content_of(*connection_, true);
    return {};
  } catch (const PostgresError& error) {
    return {error.what()};
  } catch (const SqlRefusal& error) {
    return {error.what()};
  }
}

std::vector<JobNews> PostgresStore::job_news() {
  std::vector<JobNews> news;
  repeat_while_away("read jobs", [&] { news = job_news_of(*connection_, kTournamentsJobs); });
  return news;
}

std::string PostgresStore::job_outcome(const std::string& name) {
  std::string outcome;
  repeat_while_away("read the outcome of a job",
                    [&] { outcome = job_outcome_of(*connection_, kTournamentsJobs, name); });
  return outcome;
}

std::string PostgresStore::job_built(const std::string& name) {
  std::string bytes;
  repeat_while_away("read what a job has built",
                    [&] { bytes = job_built_of(*connection_, kTournamentsJobs, name); });
  return bytes;
}

JobOverview PostgresStore::job_overview() {
  JobOverview overview;
  repeat_while_away("read workers", [&] { overview = job_overview_of(*connection_); });
  return overview;
}

void PostgresStore::admit_workers(const std::string& role) {
  repeat_while_away("admit workers", [&] { admit_to_jobs(*connection_, uri_, role); });
}

void PostgresStore::erase_deleted() {
  repeat_while_away("erase what was deleted", [&] {
    for (const char* const table : {"meta", "entrant", "version", "round", "game", "journal", "record",
                                    "change", "old_result", "job", "claim", "bundle", "built"}) {
      connection_->exec("VACUUM FULL " + std::string(table));
    }
  });
}

}  // namespace

bool make_way_in_postgres_store(const StoreUri& uri) {
  try {
    PostgresConnection connection(uri);
    if (!has_tables(connection, uri)) {
      return true;
    }
    (void)required_version(connection, uri);
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
