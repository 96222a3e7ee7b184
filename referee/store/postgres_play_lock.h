#pragma once

#include <memory>

#include "referee/store/postgres_connection.h"
#include "referee/store/store_uri.h"

namespace referee {

/// The right to play on a store: an exclusive lock of a table that only the store's owner may lock, unlike an
/// advisory lock, which any role that may connect can take. It is held by a transaction of a session of its
/// own, which reads nothing and so keeps no old rows; the server frees it when that session ends, however it
/// ends. All functions throw PostgresError.
class PostgresPlayLock {
 public:
  /// Waits a moment, in which the server notices that a process which died has ended its session; null if
  /// another session has the lock even then. Makes the schema and the table if they are missing.
  static std::unique_ptr<PostgresPlayLock> take(PostgresConnection& connection, const StoreUri& uri);

  /// Ends the session that has the lock, and one that hangs within a commit or a posting, whose locks nobody
  /// else would get: if the referee on the store has been silent for Store::kSilence. It learns by its next
  /// commit that it has lost the store.
  static void end_silent_session(PostgresConnection& connection);

 private:
  explicit PostgresPlayLock(const StoreUri& uri) : session_(uri) {}
  bool lock();

  PostgresConnection session_;
};

}  // namespace referee
