#pragma once

#include <string>

#include "referee/store/store.h"

namespace SQLite {
class Database;
}

namespace referee {

/// Does one write, as part of the caller's transaction. Throws SQLite::Exception, also for a write that
/// contradicts the store: a second result of a game, the end of an attempt that is not running, a name twice.
void put(SQLite::Database& database, const StoreWrite& write);

/// What the write does, to be read after "cannot".
std::string describe(const StoreWrite& write);

/// The word in the column game.status, both ways.
const char* status_word(StoredAttempt::Status status);
StoredAttempt::Status status_of_word(const std::string& word);

/// The same of the column version.status.
const char* version_status_word(StoredVersion::Status status);
StoredVersion::Status version_status_of_word(const std::string& word);

}  // namespace referee
