#include "referee/store/sqlite_schema.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>

#include <cstdint>

#include "referee/store/store.h"

namespace referee {
namespace {

constexpr std::int32_t kApplicationId = 0x72656665;  // "refe"
constexpr int kVersion = 1;                          // of the tables below

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
    no_shows INTEGER NOT NULL
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

/// As SQLite makes it: no application's, and without a table.
bool is_blank(SQLite::Database& database) {
  return number(database, "PRAGMA application_id") == 0 && number(database, "PRAGMA user_version") == 0 &&
         number(database, "SELECT count(*) FROM sqlite_schema") == 0;
}

}  // namespace

void ensure_schema(SQLite::Database& database, const std::string& file) {
  // Looked at inside the transaction, so that nobody makes the tables in between.
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
    throw NotAStore("store " + file + ": of version " + std::to_string(version) +
                    "; this referee reads version " + std::to_string(kVersion));
  }
}

}  // namespace referee
