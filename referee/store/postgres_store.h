#pragma once

#include <memory>

#include "referee/store/sql_database.h"
#include "referee/store/store.h"

namespace referee {

/// Opens a store in a schema of a PostgreSQL database; StoreAccess::exclusive makes the schema and its tables
/// if there are none. Errors as open_store(). README.md says what happens while the server is away.
///
/// A program that is linked statically has no PostgreSQL: these functions then throw NotAStore.
std::unique_ptr<Store> open_postgres_store(const StoreUri& uri, StoreAccess access);

/// For a referee that stands by: ends the session of another one that hangs (Store::kSilence), and says
/// whether the store may be opened to play now. It may not in the first moments after a restart of the
/// server, in which the referee that played comes back. Throws StoreError.
bool make_way_in_postgres_store(const StoreUri& uri);

/// Copies all rows of `from` to the store `to`, which is made, or is empty, in one transaction. Throws
/// StoreError; NotAStore: `to` has rows already.
void fill_postgres_store(const StoreUri& to, SqlDatabase& from);

}  // namespace referee
