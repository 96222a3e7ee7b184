#pragma once

#include <libpq-fe.h>

#include <chrono>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/store/sql_database.h"
#include "referee/store/store_uri.h"

namespace referee {

/// What libpq or the server says. `away`: the server is not reached, or ends; a new connection may do.
struct PostgresError : std::runtime_error {
  PostgresError(const std::string& text, std::string sqlstate, bool is_away)
      : std::runtime_error(text), state(std::move(sqlstate)), away(is_away) {}
  /// A lock was not had within lock_timeout.
  bool is_lock_timeout() const { return state == "55P03"; }
  std::string state;  ///< SQLSTATE; "" if the server has not answered
  bool away;
};

/// A session on the database of a store; its search path is the store's schema, and what it commits is on the
/// server's disk. Not thread-safe. All functions throw PostgresError.
///
/// Bytes are columns of type BYTEA, because records may hold what is no text in the server's encoding. In
/// statements "COLLATE BINARY" is left out: bytes are compared so.
class PostgresConnection final : public SqlDatabase {
 public:
  /// Whether the server is to read and plan each statement once a session: for those that are run very often.
  enum class Statements { planned_each_time, planned_once };

  /// Connects. REQUIRES: uri.kind() is postgresql.
  explicit PostgresConnection(const StoreUri& uri, Statements statements = Statements::planned_each_time);

  int run(const char* sql, const std::vector<SqlValue>& values) override;
  void each(const char* sql, const std::vector<SqlValue>& values, const TakeRow& take) override;
  /// Runs statements that have neither values nor an answer.
  void exec(const std::string& sql);
  /// Returns when the server has told something to a session that listens, or after `patience`.
  void wait_for_notice(std::chrono::milliseconds patience);
  /// The number in the only row of an answer.
  std::int64_t number(const char* sql, const std::vector<SqlValue>& values = {});

 private:
  struct Free {
    void operator()(PGconn* connection) const { PQfinish(connection); }
    void operator()(PGresult* result) const { PQclear(result); }
  };
  using Result = std::unique_ptr<PGresult, Free>;

  Result query(const char* sql, const std::vector<SqlValue>& values);
  void require(const Result& result) const;
  const std::string& prepared(const char* sql, const std::vector<Oid>& types);

  std::unique_ptr<PGconn, Free> connection_;
  Statements statements_;
  std::map<std::string, std::string> prepared_;  // names of statements, by their text
};

/// A transaction; undone by the destructor unless commit() has returned.
class PostgresTransaction {
 public:
  enum class Kind { write, snapshot };
  PostgresTransaction(PostgresConnection& connection, Kind kind);
  ~PostgresTransaction();
  PostgresTransaction(const PostgresTransaction&) = delete;
  PostgresTransaction& operator=(const PostgresTransaction&) = delete;
  void commit();

 private:
  PostgresConnection& connection_;
  bool open_ = true;
};

/// A name as SQL has it between double quotes.
std::string quoted_name(const std::string& name);

}  // namespace referee
