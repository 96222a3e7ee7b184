#pragma once

#include <cstdint>
#include <string>

#include "referee/store/postgres_connection.h"
#include "referee/store/store_uri.h"

namespace referee {

/// The tables of a store in a schema of a PostgreSQL database, and how they are made. All functions throw
/// PostgresError.

/// The version of the tables that this program makes, and the only one that it reads.
inline constexpr std::int64_t kStoreVersion = 5;

bool has_schema(PostgresConnection& connection, const StoreUri& uri);

/// Whether the schema has the tables of a store.
bool has_tables(PostgresConnection& connection, const StoreUri& uri);

/// Throws NotAStore for tables of a version that this program does not read. REQUIRES: has_tables().
void require_version(PostgresConnection& connection, const StoreUri& uri);

/// Throws NotAStore unless the schema is a store, as require_version().
void require_jobs(PostgresConnection& connection, const StoreUri& uri);

/// Makes the schema and its tables if there are none. The functions of workers are always those of this
/// program. To be called in a transaction by who has the PostgresPlayLock. Throws NotAStore as
/// require_version().
void ensure_tables(PostgresConnection& connection, const StoreUri& uri);

/// Lets a role of the database come to the jobs, as workers do, and to nothing else.
void admit_to_jobs(PostgresConnection& connection, const StoreUri& uri, const std::string& role);

}  // namespace referee
