#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace referee {

/// What is bound to a "?" of a statement: a number, or any bytes, which have to outlive the call.
using SqlValue = std::variant<std::int64_t, const std::string*>;

/// One row of an answer; columns count from 0.
class SqlRow {
 public:
  virtual ~SqlRow() = default;
  virtual std::int64_t number(int column) const = 0;
  virtual std::string text(int column) const = 0;
};

/// A connection to a database that has the tables of a store (sql_tables.h). Statements are written in what
/// SQLite and PostgreSQL have in common, with "?" for values; each kind of database throws its own
/// exceptions.
class SqlDatabase {
 public:
  using TakeRow = std::function<void(const SqlRow&)>;

  virtual ~SqlDatabase() = default;
  /// Runs one statement; how many rows it has changed.
  virtual int run(const char* sql, const std::vector<SqlValue>& values) = 0;
  /// Runs one query, and calls `take` for each row.
  virtual void each(const char* sql, const std::vector<SqlValue>& values, const TakeRow& take) = 0;
};

/// A write contradicts the store, or the store holds what no store can: why, for people.
class SqlRefusal : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace referee
