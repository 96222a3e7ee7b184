#include "referee/store/sql_tables.h"

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

SqlValue value_of(const std::string& text) { return &text; }
SqlValue value_of(std::integral auto number) { return static_cast<std::int64_t>(number); }

/// Runs one statement; how many rows it has changed.
template <class... Values>
int run(SqlDatabase& database, const char* sql, const Values&... values) {
  return database.run(sql, {value_of(values)...});
}

[[noreturn]] void refuse(const std::string& why) { throw SqlRefusal(why); }

/// The word in the column game.status, both ways; "" for none, which the table refuses.
const char* status_word(StoredAttempt::Status status) {
  for (const auto& [known, word] : kStatusWords) {
    if (known == status) {
      return word;
    }
  }
  return "";
}

StoredAttempt::Status status_of_word(const std::string& word) {
  for (const auto& [status, known] : kStatusWords) {
    if (word == known) {
      return status;
    }
  }
  refuse("a game's status is '" + printable(word, kShownName) + "'");
}

/// The word for a version's status in the column version.status.
const char* version_status_word(StoredVersion::Status status) {
  for (const auto& [known, word] : kVersionStatusWords) {
    if (known == status) {
      return word;
    }
  }
  return "";
}

StoredVersion::Status version_status_of_word(const std::string& word) {
  for (const auto& [status, known] : kVersionStatusWords) {
    if (word == known) {
      return status;
    }
  }
  refuse("a version's status is '" + printable(word, kShownName) + "'");
}

void put(SqlDatabase& database, const store_write::SetMeta& write) {
  run(database,
      "INSERT INTO meta(key, value) VALUES(?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value",
      write.key, write.value);
}

void put(SqlDatabase& database, const store_write::PutEntrant& write) {
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

void put(SqlDatabase& database, const store_write::PutVersion& write) {
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

void put(SqlDatabase& database, const store_write::ForgetVersions& write) {
  run(database, "DELETE FROM version WHERE entrant = ?", write.entrant);
  run(database, "UPDATE entrant SET version = 0 WHERE number = ?", write.entrant);
}

void put(SqlDatabase& database, const store_write::PutRound& write) {
  run(database,
      "INSERT INTO round(number, encounters) VALUES(?, ?)"
      " ON CONFLICT(number) DO UPDATE SET encounters = excluded.encounters",
      write.round.round, write.round.encounters);
}

void put(SqlDatabase& database, const store_write::BeginAttempt& write) {
  const StoredAttempt& game = write.game;
  run(database,
      "INSERT INTO game(match_id, attempt, round, table_no, game_no, status, result)"
      " VALUES(?, ?, ?, ?, ?, 'running', ?)",
      game.match, game.attempt, game.round, game.table, game.game_no, game.result);
  run(database, "INSERT INTO journal(game, lines) SELECT id, ? FROM game WHERE match_id = ? AND attempt = ?",
      write.header, game.match, game.attempt);
}

void put(SqlDatabase& database, const store_write::Journal& write) {
  const int kept = run(database,
                       "INSERT INTO journal(game, lines) SELECT id, ? FROM game"
                       " WHERE match_id = ? AND attempt = ? AND status = 'running'",
                       write.lines, write.match, write.attempt);
  if (kept != 1) {
    refuse("it is not running");
  }
}

void put(SqlDatabase& database, const store_write::FinishAttempt& write) {
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

void put(SqlDatabase& database, const store_write::ChangeStatus& write) {
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

void put(SqlDatabase& database, const store_write::AddChange& write) {
  run(database, "INSERT INTO change(at, round, text) VALUES(?, ?, ?)", write.change.at, write.change.round,
      write.change.text);
}

/// The space in the file is used again for later records.
void put(SqlDatabase& database, const store_write::ForgetMatch& write) {
  database.each("SELECT 1 FROM game WHERE match_id = ? AND status = 'running'", {&write.match},
                [](const SqlRow&) { refuse("it is running"); });
  run(database, "DELETE FROM record WHERE game IN (SELECT id FROM game WHERE match_id = ?)", write.match);
  run(database, "DELETE FROM game WHERE match_id = ?", write.match);
}

void put(SqlDatabase& database, const store_write::RenameEntrant& write) {
  if (run(database, "UPDATE entrant SET name = ? WHERE number = ?", write.name, write.number) != 1) {
    refuse("there is no such entrant");
  }
}

void put(SqlDatabase& database, const store_write::RemoveMeta& write) {
  run(database, "DELETE FROM meta WHERE key = ?", write.key);
}

void put(SqlDatabase& database, const store_write::ReplaceRecord& write) {
  const int replaced = run(database,
                           "UPDATE record SET text = ?"
                           " WHERE game = (SELECT id FROM game WHERE match_id = ? AND attempt = ?)",
                           write.record, write.match, write.attempt);
  if (replaced != 1) {
    refuse("it has no whole record");
  }
}

void put(SqlDatabase& database, const store_write::ReplaceChanges& write) {
  run(database, "DELETE FROM change");
  for (const StoredChange& change : write.changes) {
    put(database, store_write::AddChange{change});
  }
}

void put(SqlDatabase& /*database*/, const store_write::SignOfLife& /*write*/) {}

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
std::string describe_one(const store_write::SignOfLife&) { return "say that it works"; }
int integer(const SqlRow& row, int column) { return static_cast<int>(row.number(column)); }

StoredEntrant entrant_in(const SqlRow& row) {
  StoredEntrant entrant;
  entrant.number = static_cast<std::size_t>(row.number(0));
  entrant.name = row.text(1);
  entrant.display = row.text(2);
  entrant.token_sha256 = row.text(3);
  entrant.joined = row.text(4);
  entrant.withdrawn = row.text(5);
  entrant.by_no_show = integer(row, 6) != 0;
  entrant.no_shows = integer(row, 7);
  entrant.version = integer(row, 8);
  return entrant;
}

StoredVersion version_in(const SqlRow& row) {
  StoredVersion version;
  version.entrant = static_cast<std::size_t>(row.number(0));
  version.number = integer(row, 1);
  version.sha256 = row.text(2);
  version.at = row.text(3);
  version.bytes = static_cast<std::uint64_t>(row.number(4));
  version.status = version_status_of_word(row.text(5));
  version.report = row.text(6);
  return version;
}

StoredAttempt game_in(const SqlRow& row) {
  StoredAttempt game;
  game.match = row.text(0);
  game.round = integer(row, 1);
  game.table = integer(row, 2);
  game.game_no = integer(row, 3);
  game.attempt = integer(row, 4);
  game.status = status_of_word(row.text(5));
  game.result = row.text(6);
  return game;
}

/// A table as it is copied: its columns by kind (n: a number, t: text), and the order of its rows.
struct Table {
  const char* read;
  const char* write;
  std::string_view kinds;
};

// A row stands behind those that it refers to.
constexpr std::array<Table, 8> kAllTables{{
    {"SELECT key, value FROM meta ORDER BY key", "INSERT INTO meta(key, value) VALUES(?, ?)", "tt"},
    {"SELECT number, name, display, token_sha256, joined, withdrawn, by_no_show, no_shows, version"
     " FROM entrant ORDER BY number",
     "INSERT INTO entrant(number, name, display, token_sha256, joined, withdrawn, by_no_show, no_shows,"
     " version) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
     "ntttttnnn"},
    {"SELECT number, encounters FROM round ORDER BY number",
     "INSERT INTO round(number, encounters) VALUES(?, ?)", "nt"},
    {"SELECT id, match_id, attempt, round, table_no, game_no, status, result FROM game ORDER BY id",
     "INSERT INTO game(id, match_id, attempt, round, table_no, game_no, status, result)"
     " VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
     "ntnnnntt"},
    {"SELECT id, game, lines FROM journal ORDER BY id",
     "INSERT INTO journal(id, game, lines) VALUES(?, ?, ?)", "nnt"},
    {"SELECT game, text FROM record ORDER BY game", "INSERT INTO record(game, text) VALUES(?, ?)", "nt"},
    {"SELECT id, at, round, text FROM change ORDER BY id",
     "INSERT INTO change(id, at, round, text) VALUES(?, ?, ?, ?)", "ntnt"},
    {"SELECT entrant, number, sha256, at, bytes, status, report FROM version ORDER BY entrant, number",
     "INSERT INTO version(entrant, number, sha256, at, bytes, status, report) VALUES(?, ?, ?, ?, ?, ?, ?)",
     "nnttntt"},
}};

void copy_table(SqlDatabase& from, SqlDatabase& to, const Table& table) {
  from.each(table.read, {}, [&](const SqlRow& row) {
    std::vector<std::string> texts(table.kinds.size());
    std::vector<SqlValue> values;
    for (std::size_t i = 0; i < table.kinds.size(); ++i) {
      if (table.kinds[i] == 'n') {
        values.emplace_back(row.number(static_cast<int>(i)));
      } else {
        texts[i] = row.text(static_cast<int>(i));
        values.emplace_back(&texts[i]);
      }
    }
    to.run(table.write, values);
  });
}

}  // namespace

void put(SqlDatabase& database, const StoreWrite& write) {
  std::visit([&database](const auto& one) { put(database, one); }, write);
}

std::string describe(const StoreWrite& write) {
  return std::visit([](const auto& one) { return describe_one(one); }, write);
}

StoreContent content_of(SqlDatabase& database) {
  StoreContent content;
  database.each("SELECT key, value FROM meta", {},
                [&content](const SqlRow& row) { content.meta.emplace(row.text(0), row.text(1)); });
  database.each(
      "SELECT number, name, display, token_sha256, joined, withdrawn, by_no_show, no_shows, version"
      " FROM entrant ORDER BY number",
      {}, [&content](const SqlRow& row) { content.entrants.push_back(entrant_in(row)); });
  database.each("SELECT number, encounters FROM round ORDER BY number", {}, [&content](const SqlRow& row) {
    content.rounds.push_back({integer(row, 0), row.text(1)});
  });
  // The result that a voided attempt had stays in the file, for people who look into it; it does not count.
  database.each(
      "SELECT match_id, round, table_no, game_no, attempt, status,"
      " CASE status WHEN 'voided' THEN '' ELSE result END FROM game ORDER BY id",
      {}, [&content](const SqlRow& row) { content.games.push_back(game_in(row)); });
  database.each("SELECT at, round, text FROM change ORDER BY id", {}, [&content](const SqlRow& row) {
    content.changes.push_back({row.text(0), integer(row, 1), row.text(2)});
  });
  database.each(
      "SELECT entrant, number, sha256, at, bytes, status, report FROM version"
      " ORDER BY entrant, number",
      {}, [&content](const SqlRow& row) { content.versions.push_back(version_in(row)); });
  return content;
}

std::string store_version_text(const std::string& store, std::int64_t found, std::int64_t expected) {
  return store + ": of version " + std::to_string(found) + "; this referee reads version " +
         std::to_string(expected) + ": use the referee that wrote it, or name another store";
}

std::string record_of(SqlDatabase& database, const std::string& match, int attempt) {
  std::string record;
  // A finished attempt has its record whole, a running one in pieces.
  database.each(
      "WITH wanted AS (SELECT id FROM game WHERE match_id = ? AND attempt = ?)"
      " SELECT 0 AS part, text FROM record WHERE game = (SELECT id FROM wanted)"
      " UNION ALL SELECT id, lines FROM journal WHERE game = (SELECT id FROM wanted) ORDER BY part",
      {value_of(match), value_of(attempt)}, [&record](const SqlRow& row) { record += row.text(1); });
  return record;
}

void copy_tables(SqlDatabase& from, SqlDatabase& to) {
  for (const Table& table : kAllTables) {
    copy_table(from, to, table);
  }
}

}  // namespace referee
