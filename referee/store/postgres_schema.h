#pragma once

#include <cstdint>
#include <string>

#include "referee/store/postgres_connection.h"
#include "referee/store/store_uri.h"

namespace referee {

/// The tables of a store in a schema of a PostgreSQL database: how they are made, and brought to the newest
/// version. All functions throw PostgresError.

/// The version of the tables that this program makes. Earlier versions differ in the tables and functions of
/// jobs alone, and can be read.
inline constexpr std::int64_t kStoreVersion = 5;

bool has_schema(PostgresConnection& connection, const StoreUri& uri);

/// Whether the schema has the tables of a store.
bool has_tables(PostgresConnection& connection, const StoreUri& uri);

/// The version of its tables. Throws NotAStore for one that this program does not read. REQUIRES:
/// has_tables().
std::int64_t required_version(PostgresConnection& connection, const StoreUri& uri);

/// Throws NotAStore unless the schema is a store with the tables of jobs of now.
void require_jobs(PostgresConnection& connection, const StoreUri& uri);

/// Makes the schema and its tables if there are none, and renews those of an earlier version: jobs stay, but
/// those of version 1, which are posted again by whoever needs them, and roles that were admitted stay so.
/// The functions of workers are always those of this program. To be called in a transaction by who has the
/// PostgresPlayLock. Throws NotAStore as required_version().
void ensure_tables(PostgresConnection& connection, const StoreUri& uri);

/// Lets a role of the database come to the jobs, as workers do, and to nothing else.
void admit_to_jobs(PostgresConnection& connection, const StoreUri& uri, const std::string& role);

}  // namespace referee
