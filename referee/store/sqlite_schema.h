#pragma once

#include <string>

namespace SQLite {
class Database;
}

namespace referee {

/// Makes the tables in an empty database; otherwise as require_schema().
void ensure_schema(SQLite::Database& database, const std::string& file);

/// Throws StoreError, naming `file`, unless the database is a store of the version that this program reads.
/// SQLite::Exception for what cannot be read at all.
void require_schema(SQLite::Database& database, const std::string& file);

}  // namespace referee
