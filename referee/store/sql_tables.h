#pragma once

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

/// All that is in the tables except the records. `has_versions`: false for a store of version 1.
StoreContent content_of(SqlDatabase& database, bool has_versions);

/// The record of an attempt, as Store::record() has it.
std::string record_of(SqlDatabase& database, const std::string& match, int attempt);

/// Copies all rows of all tables to the empty tables of `to`, as part of the callers' transactions.
void copy_tables(SqlDatabase& from, SqlDatabase& to);

}  // namespace referee
