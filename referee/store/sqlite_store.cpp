#include "referee/store/sqlite_store.h"

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <sqlite3.h>

#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "referee/store/postgres_store.h"
#include "referee/store/sql_tables.h"
#include "referee/store/store.h"
#include "referee/store/store_file.h"

namespace referee {
namespace {

constexpr std::int32_t kApplicationId = 0x72656665;  // "refe"
constexpr int kVersion = 2;                          // of the tables below; others are refused

// game.id counts in the order in which attempts began. The record of a running attempt is in journal, piece
// by piece; that of a finished one in record, apart from game so that reading all games does not read them.
constexpr const char* kTables = R"sql(
  CREATE TABLE meta(
    key TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE entrant(
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    display TEXT NOT NULL,
    token_sha256 TEXT NOT NULL,
    joined TEXT NOT NULL,
    withdrawn TEXT NOT NULL,
    by_no_show INTEGER NOT NULL,
    no_shows INTEGER NOT NULL,
    version INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE version(
    entrant INTEGER NOT NULL REFERENCES entrant(number),
    number INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    at TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    status TEXT NOT NULL CHECK(status IN ('waiting', 'failed', 'ready')),
    report TEXT NOT NULL,
    PRIMARY KEY(entrant, number)
  ) STRICT;
  CREATE TABLE round(
    number INTEGER PRIMARY KEY,
    encounters TEXT NOT NULL
  ) STRICT;
  CREATE TABLE game(
    id INTEGER PRIMARY KEY,
    match_id TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    round INTEGER NOT NULL,
    table_no INTEGER NOT NULL,
    game_no INTEGER NOT NULL,
    status TEXT NOT NULL CHECK(status IN ('running', 'done', 'voided', 'struck')),
    result TEXT NOT NULL,
    UNIQUE(match_id, attempt)
  ) STRICT;
  CREATE UNIQUE INDEX one_result_a_game ON game(round, table_no, game_no) WHERE status = 'done';
  CREATE TABLE journal(
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES game(id),
    lines TEXT NOT NULL
  ) STRICT;
  CREATE INDEX journal_of_game ON journal(game);
  CREATE TABLE record(
    game INTEGER PRIMARY KEY REFERENCES game(id),
    text TEXT NOT NULL
  ) STRICT;
  CREATE TABLE change(
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    round INTEGER NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
)sql";

int number(SQLite::Database& database, const char* query) { return database.execAndGet(query).getInt(); }

/// Whether it is as SQLite makes it: without an application's mark, and without a table.
bool is_blank(SQLite::Database& database) {
  return number(database, "PRAGMA application_id") == 0 && number(database, "PRAGMA user_version") == 0 &&
         number(database, "SELECT count(*) FROM sqlite_schema") == 0;
}

constexpr int kPatienceMs = 5000;  // for another process in the few moments in which SQLite keeps others out

/// What the operator may do, for the errors that an operator can mend.
std::string advice(const std::string& file, int code) {
  switch (code) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return ": another program holds it locked; end that program, and start again";
    case SQLITE_CORRUPT:
      return ": it is damaged; 'referee check " + file +
             "' says what, and 'referee restore' brings a backup back";
    case SQLITE_FULL:
      return ": make space on that disk, and start again: nothing that was told to players is lost";
    default:
      return "";
  }
}

[[noreturn]] void fail(const std::string& file, const std::string& what, const SQLite::Exception& error) {
  const std::string text =
      "store " + file + ": cannot " + what + ": " + error.what() + advice(file, error.getErrorCode());
  if (error.getErrorCode() == SQLITE_NOTADB) {
    throw NotAStore(text);
  }
  throw StoreError(text);
}

/// False also when the system does not tell: opening the file then says why.
bool is_missing(const std::filesystem::path& file) {
  std::error_code error;
  return !std::filesystem::exists(file, error) && !error;
}

/// In KiB, of each connection: what is read is mostly read once, and the kernel has it, too.
constexpr const char* kSmallCache = "PRAGMA cache_size = -512";

SQLite::Database open_to_write(const std::string& file) {
  SQLite::Database database(file, SQLite::OPEN_READWRITE | SQLite::OPEN_NOMUTEX, kPatienceMs);
  database.exec("PRAGMA synchronous = FULL");
  database.exec("PRAGMA foreign_keys = ON");
  database.exec(kSmallCache);
  ensure_schema(database, file);  // before the first change: another program may own the file
  const std::string mode = database.execAndGet("PRAGMA journal_mode = WAL").getString();
  if (mode != "wal") {
    throw StoreError("store " + file + ": no write-ahead log is possible on this file system");
  }
  return database;
}

/// A referee that ended while it closed the store has left SQLite's journal, which only who may write can
/// roll back.
void roll_back(const std::string& file) {
  try {
    SQLite::Database database(file, SQLite::OPEN_READWRITE | SQLite::OPEN_NOMUTEX, kPatienceMs);
    (void)is_blank(database);  // a read does it
  } catch (const SQLite::Exception& error) {
    throw StoreError("store " + file + ": the referee ended while it closed the store (" + error.what() +
                     "): read it as its owner once, or start the referee again");
  }
}

SQLite::Database open_to_read(const std::string& file) {
  SQLite::Database database(file, SQLite::OPEN_READONLY | SQLite::OPEN_NOMUTEX, kPatienceMs);
  try {
    require_schema(database, file);
  } catch (const SQLite::Exception& error) {
    if (error.getErrorCode() != SQLITE_READONLY) {
      throw;
    }
    roll_back(file);
    require_schema(database, file);
  }
  database.exec(kSmallCache);
  return database;
}

class SqliteRow final : public SqlRow {
 public:
  explicit SqliteRow(const SQLite::Statement& statement) : statement_(statement) {}
  std::int64_t number(int column) const override { return statement_.getColumn(column).getInt64(); }
  std::string text(int column) const override { return statement_.getColumn(column).getString(); }

 private:
  const SQLite::Statement& statement_;
};

/// An open database as the functions of sql_tables.h use it. They throw SQLite::Exception and SqlRefusal.
class SqliteTables final : public SqlDatabase {
 public:
  explicit SqliteTables(SQLite::Database& database) : database_(database) {}

  int run(const char* sql, const std::vector<SqlValue>& values) override {
    SQLite::Statement& statement = statements_.try_emplace(sql, database_, sql).first->second;
    const Ended ended{statement};
    bind(statement, values);
    return statement.exec();
  }
  void each(const char* sql, const std::vector<SqlValue>& values, const TakeRow& take) override {
    SQLite::Statement statement(database_, sql);
    bind(statement, values);
    const SqliteRow row(statement);
    while (statement.executeStep()) {
      take(row);
    }
  }

 private:
  /// Whatever comes of a statement, the next one finds it reset, and a transaction can be rolled back.
  struct Ended {
    SQLite::Statement& statement;
    ~Ended() { statement.tryReset(); }
  };

  static void bind(SQLite::Statement& statement, const std::vector<SqlValue>& values) {
    int index = 0;
    for (const SqlValue& value : values) {
      ++index;
      if (const auto* number = std::get_if<std::int64_t>(&value)) {
        statement.bind(index, *number);
      } else {
        statement.bindNoCopy(index, *std::get<const std::string*>(value));
      }
    }
  }

  SQLite::Database& database_;
  // What run() has run, by its text: to prepare one again takes longer than to run it.
  std::map<std::string, SQLite::Statement> statements_;
};

/// Calls `take` for each row.
template <class Take>
void for_each_row(SQLite::Database& database, const char* sql, Take take) {
  SQLite::Statement row(database, sql);
  while (row.executeStep()) {
    take(row);
  }
}

/// Copies a database, as it is at one moment, to the empty file `to`, which is then one file without a log.
void copy_whole(SQLite::Database& from, const std::string& to) {
  SQLite::Database copy(to, SQLite::OPEN_READWRITE | SQLite::OPEN_NOMUTEX, kPatienceMs);
  copy.exec("PRAGMA synchronous = FULL");
  {
    SQLite::Backup backup(copy, from);
    if (const int code = backup.executeStep(); code != SQLITE_DONE) {
      throw SQLite::Exception("the copy was interrupted", code);
    }
  }
  copy.exec("PRAGMA journal_mode = DELETE");
}

/// Copies all rows of `from` to the empty file `to`, which becomes a store.
void copy_rows(SqlDatabase& from, const std::string& to) {
  SQLite::Database database(to, SQLite::OPEN_READWRITE | SQLite::OPEN_NOMUTEX, kPatienceMs);
  database.exec("PRAGMA synchronous = FULL");
  ensure_schema(database, to);
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  SqliteTables tables(database);
  copy_tables(from, tables);
  transaction.commit();
}

/// Makes the new store `file` of the file that `fill` writes: whole, or not at all.
void make_whole(const std::filesystem::path& file, const std::function<void(const std::string&)>& fill) {
  const std::filesystem::path draft = file.string() + ".tmp";
  const StoreLock lock(file);
  require_free_name(file);
  std::error_code missing;
  std::filesystem::remove(draft, missing);  // of a copy that was interrupted
  make_store_file(draft);
  try {
    fill(draft.string());
    std::filesystem::rename(draft, file);
    sync_store_folder(file);
  } catch (const std::filesystem::filesystem_error& error) {
    std::filesystem::remove(draft, missing);
    throw StoreError("store " + file.string() + ": cannot write: " + error.code().message());
  } catch (const std::exception&) {
    std::filesystem::remove(draft, missing);
    throw;
  }
}

}  // namespace

void ensure_schema(SQLite::Database& database, const std::string& file) {
  // Checked inside the transaction: another process could make the tables in between.
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  if (is_blank(database)) {
    database.exec(kTables);
    database.exec("PRAGMA application_id = " + std::to_string(kApplicationId));
    database.exec("PRAGMA user_version = " + std::to_string(kVersion));
  } else {
    require_schema(database, file);
  }
  transaction.commit();
}

void require_schema(SQLite::Database& database, const std::string& file) {
  const int application = number(database, "PRAGMA application_id");
  if (application != kApplicationId) {
    throw NotAStore("store " + file + ": a database, but not of the referee (application " +
                    std::to_string(application) + " instead of " + std::to_string(kApplicationId) + ")");
  }
  const int version = number(database, "PRAGMA user_version");
  if (version != kVersion) {
    throw NotAStore(store_version_text("store " + file, version, kVersion));
  }
}

struct SqliteStore::Parts {
  std::string file;
  std::optional<StoreLock> lock;
  std::optional<StoreFileLock> file_lock;
  std::optional<SQLite::Database> database;  // closed before the locks are freed
  std::optional<SqliteTables> written;       // what apply() writes with
};

SqliteStore::SqliteStore(const std::filesystem::path& path, Access access)
    : parts_(std::make_unique<Parts>()) {
  // One file has one lock, whatever link leads to it.
  std::error_code unknown;
  const std::filesystem::path real = std::filesystem::weakly_canonical(path, unknown);
  const std::filesystem::path file = unknown ? path : real;
  const bool write = access == Access::exclusive;
  if (!write && is_missing(file)) {
    throw NotAStore("no store " + path.string());
  }
  parts_->file = path.string();
  try {
    if (write) {
      parts_->lock.emplace(file);
      if (is_missing(file)) {
        make_store_file(file);
      }
    }
    require_usable_file(file, write);
    if (write) {
      parts_->file_lock.emplace(file);
    }
    parts_->database.emplace(write ? open_to_write(file.string()) : open_to_read(file.string()));
  } catch (const SQLite::Exception& error) {
    fail(path.string(), "open", error);
  }
}

SqliteStore::~SqliteStore() {
  if (!parts_->file_lock) {
    return;
  }
  if (!parts_->file_lock->is_still_there()) {
    // The log goes by the file's name, which another store may have by now: SQLite must not remove that
    // one's.
    int keep = 1;
    (void)::sqlite3_file_control(parts_->database->getHandle(), "main", SQLITE_FCNTL_PERSIST_WAL, &keep);
  } else {
    // SQLite merges the log into the file, which can then be read even in a folder that cannot be written.
    // Where that fails (the disk is full, a process still reads) the log stays beside the file, and nothing
    // is lost.
    parts_->written.reset();
    (void)parts_->database->tryExec("PRAGMA journal_mode = DELETE");
  }
}

StoreContent SqliteStore::load() {
  try {
    SQLite::Transaction snapshot(*parts_->database);
    SqliteTables tables(*parts_->database);
    return content_of(tables);
  } catch (const SQLite::Exception& error) {
    fail(parts_->file, "read", error);
  } catch (const SqlRefusal& error) {
    throw StoreError("store " + parts_->file + ": cannot read: " + error.what());
  }
}

/// Throws StoreError if what is written would be lost, because the file was deleted, moved or replaced.
void SqliteStore::require_same_file() {
  if (!parts_->file_lock || parts_->file_lock->is_still_there()) {
    return;
  }
  const std::string what =
      "store " + parts_->file + " was deleted, moved or replaced by another file while in use";
  const StoreUri rescued(std::filesystem::path(parts_->file + ".rescued"));
  try {
    back_up(rescued);
  } catch (const StoreError& error) {
    throw StoreError(what + ", and what it held cannot be written to another file: " + error.what());
  }
  throw StoreError(what + ". All that it held is now in " + rescued.text() +
                   ": move that file to the store's name, and start again");
}

void SqliteStore::apply(const std::vector<StoreWrite>& writes) {
  require_same_file();
  const StoreWrite* at = nullptr;
  try {
    SQLite::Transaction transaction(*parts_->database, SQLite::TransactionBehavior::IMMEDIATE);
    if (!parts_->written) {
      parts_->written.emplace(*parts_->database);
    }
    for (const StoreWrite& write : writes) {
      at = &write;
      put(*parts_->written, write);
    }
    at = nullptr;
    transaction.commit();
  } catch (const SQLite::Exception& error) {
    fail(parts_->file, at == nullptr ? "write" : describe(*at), error);
  } catch (const SqlRefusal& error) {
    throw StoreError("store " + parts_->file + ": cannot " + describe(*at) + ": " + error.what());
  }
}

void SqliteStore::back_up(const StoreUri& to) {
  try {
    if (const auto file = to.file()) {
      make_whole(*file, [&](const std::string& draft) { copy_whole(*parts_->database, draft); });
    } else {
      SqliteTables tables(*parts_->database);
      SQLite::Transaction snapshot(*parts_->database);
      fill_postgres_store(to, tables);
    }
  } catch (const SQLite::Exception& error) {
    fail(parts_->file, "copy to " + to.text(), error);
  }
}

std::vector<std::string> SqliteStore::damage() {
  std::vector<std::string> lines;
  try {
    for_each_row(*parts_->database, ("PRAGMA integrity_check(" + std::to_string(kMaxDamage) + ")").c_str(),
                 [&lines](const SQLite::Statement& row) { lines.push_back(row.getColumn(0).getString()); });
    if (lines == std::vector<std::string>{"ok"}) {
      lines.clear();
    }
    for_each_row(*parts_->database, "SELECT \"table\", rowid, parent FROM pragma_foreign_key_check LIMIT 20",
                 [&lines](const SQLite::Statement& row) {
                   lines.push_back("row " + row.getColumn(1).getString() + " of table " +
                                   row.getColumn(0).getString() + " belongs to no row of table " +
                                   row.getColumn(2).getString());
                 });
  } catch (const SQLite::Exception& error) {
    lines.emplace_back(error.what());
  }
  if (lines.size() > kMaxDamage) {
    lines.resize(kMaxDamage);
  }
  return lines;
}

void SqliteStore::erase_deleted() {
  require_same_file();
  try {
    // VACUUM writes all rows that there are to a new database, which takes the place of the old one; the log
    // would still have old pages.
    parts_->database->exec("VACUUM");
    if (number(*parts_->database, "PRAGMA wal_checkpoint(TRUNCATE)") != 0) {
      throw SQLite::Exception("another program reads it", SQLITE_BUSY);
    }
  } catch (const SQLite::Exception& error) {
    fail(parts_->file, "erase what was deleted", error);
  }
}

std::unique_ptr<JobPoster> SqliteStore::job_poster() {
  require_jobs(StoreUri(parts_->file));
  return nullptr;
}

std::string SqliteStore::record(const std::string& match, int attempt) {
  try {
    SqliteTables tables(*parts_->database);
    return record_of(tables, match, attempt);
  } catch (const SQLite::Exception& error) {
    fail(parts_->file, "read the record of attempt " + std::to_string(attempt) + " of " + match, error);
  }
}

void fill_sqlite_store(const std::filesystem::path& file, SqlDatabase& from) {
  try {
    make_whole(file, [&](const std::string& draft) { copy_rows(from, draft); });
  } catch (const SQLite::Exception& error) {
    fail(file.string(), "write", error);
  }
}

}  // namespace referee
