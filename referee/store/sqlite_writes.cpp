#include "referee/store/sqlite_writes.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <sqlite3.h>

#include <array>
#include <concepts>
#include <utility>

#include "referee/base/text.h"

namespace referee {
namespace {

constexpr std::size_t kShownName = 64;  // bytes of a name in a message

constexpr std::array<std::pair<StoredAttempt::Status, const char*>, 4> kStatusWords{{
    {StoredAttempt::Status::running, "running"},
    {StoredAttempt::Status::done, "done"},
    {StoredAttempt::Status::voided, "voided"},
    {StoredAttempt::Status::struck, "struck"},
}};
constexpr std::array<std::pair<StoredVersion::Status, const char*>, 3> kVersionStatusWords{{
    {StoredVersion::Status::waiting, "waiting"},
    {StoredVersion::Status::failed, "failed"},
    {StoredVersion::Status::ready, "ready"},
}};

void bind(SQLite::Statement& statement, int index, const std::string& text) {
  statement.bindNoCopy(index, text);
}
void bind(SQLite::Statement& statement, int index, std::integral auto value) {
  statement.bind(index, static_cast<std::int64_t>(value));
}

/// Runs one statement; how many rows it has changed.
template <class... Values>
int run(SQLite::Database& database, const char* sql, const Values&... values) {
  SQLite::Statement statement(database, sql);
  int index = 0;
  (bind(statement, ++index, values), ...);
  return statement.exec();
}

[[noreturn]] void refuse(const std::string& why) { throw SQLite::Exception(why, SQLITE_CONSTRAINT); }

void put(SQLite::Database& database, const store_write::SetMeta& write) {
  run(database, "INSERT INTO meta(key, value) VALUES(?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
      write.key, write.value);
}

void put(SQLite::Database& database, const store_write::PutEntrant& write) {
  const StoredEntrant& entrant = write.entrant;
  // A number belongs to one name for ever: with another name nothing is updated, and the insertion below
  // fails.
  const int known =
      run(database,
          "UPDATE entrant SET display = ?, token_sha256 = ?, joined = ?, withdrawn = ?, by_no_show = ?,"
          " no_shows = ?, version = ? WHERE number = ? AND name = ? COLLATE BINARY",
          entrant.display, entrant.token_sha256, entrant.joined, entrant.withdrawn, entrant.by_no_show,
          entrant.no_shows, entrant.version, entrant.number, entrant.name);
  if (known == 0) {
    run(database,
        "INSERT INTO entrant(display, token_sha256, joined, withdrawn, by_no_show, no_shows, version,"
        " number, name) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
        entrant.display, entrant.token_sha256, entrant.joined, entrant.withdrawn, entrant.by_no_show,
        entrant.no_shows, entrant.version, entrant.number, entrant.name);
  }
}

void put(SQLite::Database& database, const store_write::PutVersion& write) {
  const StoredVersion& version = write.version;
  // What was handed in does not change: with another content nothing is updated, and the insertion below
  // fails.
  const int known = run(database,
                        "UPDATE version SET status = ?, report = ? WHERE entrant = ? AND number = ?"
                        " AND sha256 = ?",
                        std::string(version_status_word(version.status)), version.report, version.entrant,
                        version.number, version.sha256);
  if (known == 0) {
    run(database,
        "INSERT INTO version(entrant, number, sha256, at, bytes, status, report)"
        " VALUES(?, ?, ?, ?, ?, ?, ?)",
        version.entrant, version.number, version.sha256, version.at, version.bytes,
        std::string(version_status_word(version.status)), version.report);
  }
}

void put(SQLite::Database& database, const store_write::ForgetVersions& write) {
  run(database, "DELETE FROM version WHERE entrant = ?", write.entrant);
  run(database, "UPDATE entrant SET version = 0 WHERE number = ?", write.entrant);
}

void put(SQLite::Database& database, const store_write::PutRound& write) {
  run(database,
      "INSERT INTO round(number, encounters) VALUES(?, ?)"
      " ON CONFLICT DO UPDATE SET encounters = excluded.encounters",
      write.round.round, write.round.encounters);
}

void put(SQLite::Database& database, const store_write::BeginAttempt& write) {
  const StoredAttempt& game = write.game;
  run(database,
      "INSERT INTO game(match_id, attempt, round, table_no, game_no, status, result)"
      " VALUES(?, ?, ?, ?, ?, 'running', ?)",
      game.match, game.attempt, game.round, game.table, game.game_no, game.result);
  run(database, "INSERT INTO journal(game, lines) VALUES(?, ?)", database.getLastInsertRowid(), write.header);
}

void put(SQLite::Database& database, const store_write::Journal& write) {
  const int kept = run(database,
                       "INSERT INTO journal(game, lines) SELECT id, ? FROM game"
                       " WHERE match_id = ? AND attempt = ? AND status = 'running'",
                       write.lines, write.match, write.attempt);
  if (kept != 1) {
    refuse("it is not running");
  }
}

void put(SQLite::Database& database, const store_write::FinishAttempt& write) {
  if (write.status == StoredAttempt::Status::running) {
    refuse("'running' is no end");
  }
  const int ended = run(database,
                        "UPDATE game SET status = ?, result = ?"
                        " WHERE match_id = ? AND attempt = ? AND status = 'running'",
                        std::string(status_word(write.status)), write.result, write.match, write.attempt);
  if (ended != 1) {
    refuse("it is not running");
  }
  run(database, "INSERT INTO record(game, text) SELECT id, ? FROM game WHERE match_id = ? AND attempt = ?",
      write.record, write.match, write.attempt);
  run(database, "DELETE FROM journal WHERE game = (SELECT id FROM game WHERE match_id = ? AND attempt = ?)",
      write.match, write.attempt);
}

void put(SQLite::Database& database, const store_write::ChangeStatus& write) {
  if (write.status != StoredAttempt::Status::voided && write.status != StoredAttempt::Status::struck) {
    refuse("a finished attempt can be voided or struck, nothing else");
  }
  const int changed = run(database,
                          "UPDATE game SET status = ?"
                          " WHERE match_id = ? AND attempt = ? AND status <> 'running'",
                          std::string(status_word(write.status)), write.match, write.attempt);
  if (changed != 1) {
    refuse("it is not finished");
  }
  run(database,
      "UPDATE record SET text = ?"
      " WHERE game = (SELECT id FROM game WHERE match_id = ? AND attempt = ?)",
      write.record, write.match, write.attempt);
}

void put(SQLite::Database& database, const store_write::AddChange& write) {
  run(database, "INSERT INTO change(at, round, text) VALUES(?, ?, ?)", write.change.at, write.change.round,
      write.change.text);
}

/// The space in the file is used again for later records.
void put(SQLite::Database& database, const store_write::ForgetMatch& write) {
  SQLite::Statement running(database, "SELECT 1 FROM game WHERE match_id = ? AND status = 'running'");
  bind(running, 1, write.match);
  if (running.executeStep()) {
    refuse("it is running");
  }
  run(database, "DELETE FROM record WHERE game IN (SELECT id FROM game WHERE match_id = ?)", write.match);
  run(database, "DELETE FROM game WHERE match_id = ?", write.match);
}

void put(SQLite::Database& database, const store_write::ArchiveMatch& write) {
  run(database,
      "INSERT INTO old_result(match_id, status, result)"
      " SELECT match_id, status, result FROM game WHERE match_id = ? AND status IN ('done', 'struck')",
      write.match);
  put(database, store_write::ForgetMatch{write.match});
}

void put(SQLite::Database& database, const store_write::RenameEntrant& write) {
  if (run(database, "UPDATE entrant SET name = ? WHERE number = ?", write.name, write.number) != 1) {
    refuse("there is no such entrant");
  }
}

void put(SQLite::Database& database, const store_write::RemoveMeta& write) {
  run(database, "DELETE FROM meta WHERE key = ?", write.key);
}

void put(SQLite::Database& database, const store_write::ReplaceRecord& write) {
  const int replaced = run(database,
                           "UPDATE record SET text = ?"
                           " WHERE game = (SELECT id FROM game WHERE match_id = ? AND attempt = ?)",
                           write.record, write.match, write.attempt);
  if (replaced != 1) {
    refuse("it has no whole record");
  }
}

void put(SQLite::Database& database, const store_write::ReplaceChanges& write) {
  run(database, "DELETE FROM change");
  for (const StoredChange& change : write.changes) {
    put(database, store_write::AddChange{change});
  }
}

std::string attempt_of(const std::string& match, int attempt) {
  return "attempt " + std::to_string(attempt) + " of " + printable(match, kShownName);
}

std::string describe_one(const store_write::SetMeta& write) {
  return "set " + printable(write.key, kShownName);
}
std::string describe_one(const store_write::PutEntrant& write) {
  return "keep entrant " + std::to_string(write.entrant.number) + ", " +
         printable(write.entrant.name, kShownName);
}
std::string describe_one(const store_write::PutVersion& write) {
  return "keep version " + std::to_string(write.version.number) + " of entrant " +
         std::to_string(write.version.entrant);
}
std::string describe_one(const store_write::ForgetVersions& write) {
  return "remove the versions of entrant " + std::to_string(write.entrant);
}
std::string describe_one(const store_write::PutRound& write) {
  return "keep round " + std::to_string(write.round.round);
}
std::string describe_one(const store_write::BeginAttempt& write) {
  return "begin " + attempt_of(write.game.match, write.game.attempt);
}
std::string describe_one(const store_write::Journal& write) {
  return "continue the record of " + attempt_of(write.match, write.attempt);
}
std::string describe_one(const store_write::FinishAttempt& write) {
  return "finish " + attempt_of(write.match, write.attempt);
}
std::string describe_one(const store_write::ChangeStatus& write) {
  return std::string("change the status to ") + status_word(write.status) + " of " +
         attempt_of(write.match, write.attempt);
}
std::string describe_one(const store_write::AddChange&) { return "keep a change"; }
std::string describe_one(const store_write::ForgetMatch& write) {
  return "remove match " + printable(write.match, kShownName);
}
std::string describe_one(const store_write::ArchiveMatch& write) {
  return "keep no more than the result of match " + printable(write.match, kShownName);
}
std::string describe_one(const store_write::RenameEntrant& write) {
  return "rename entrant " + std::to_string(write.number);
}
std::string describe_one(const store_write::RemoveMeta& write) {
  return "remove " + printable(write.key, kShownName);
}
std::string describe_one(const store_write::ReplaceRecord& write) {
  return "replace the record of " + attempt_of(write.match, write.attempt);
}
std::string describe_one(const store_write::ReplaceChanges&) { return "replace the changes"; }

}  // namespace

void put(SQLite::Database& database, const StoreWrite& write) {
  std::visit([&database](const auto& one) { put(database, one); }, write);
}

std::string describe(const StoreWrite& write) {
  return std::visit([](const auto& one) { return describe_one(one); }, write);
}

const char* status_word(StoredAttempt::Status status) {
  for (const auto& [known, word] : kStatusWords) {
    if (known == status) {
      return word;
    }
  }
  return "";  // the table refuses it
}

StoredAttempt::Status status_of_word(const std::string& word) {
  for (const auto& [status, known] : kStatusWords) {
    if (word == known) {
      return status;
    }
  }
  throw SQLite::Exception("a game's status is '" + printable(word, kShownName) + "'", SQLITE_CORRUPT);
}

const char* version_status_word(StoredVersion::Status status) {
  for (const auto& [known, word] : kVersionStatusWords) {
    if (known == status) {
      return word;
    }
  }
  return "";  // the table refuses it
}

StoredVersion::Status version_status_of_word(const std::string& word) {
  for (const auto& [status, known] : kVersionStatusWords) {
    if (word == known) {
      return status;
    }
  }
  throw SQLite::Exception("a version's status is '" + printable(word, kShownName) + "'", SQLITE_CORRUPT);
}

}  // namespace referee
