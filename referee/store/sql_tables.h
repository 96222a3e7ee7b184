#pragma once

#include <cstdint>
#include <string>

#include "referee/store/sql_database.h"
#include "referee/store/store.h"

namespace referee {

/// Does one write, as part of the caller's transaction. Throws SqlRefusal, or what the database throws, also
/// for a write that contradicts the store: a second result of a game, the end of an attempt that is not
/// running, a name twice.
void put(SqlDatabase& database, const StoreWrite& write);

/// What the write does, to be read after "cannot".
std::string describe(const StoreWrite& write);

/// All that is in the tables except the records.
StoreContent content_of(SqlDatabase& database);

/// Why a store of another version of the tables is not opened. `store`: its kind and name.
std::string store_version_text(const std::string& store, std::int64_t found, std::int64_t expected);

/// The record of an attempt, as Store::record() has it.
std::string record_of(SqlDatabase& database, const std::string& match, int attempt);

/// Copies all rows of all tables to the empty tables of `to`, as part of the callers' transactions.
void copy_tables(SqlDatabase& from, SqlDatabase& to);

}  // namespace referee
