#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "referee/store/postgres_connection.h"
#include "referee/store/store_uri.h"

namespace referee {

/// A session on the database of a store that connects anew when the server was away. Not thread-safe.
class PostgresSession {
 public:
  struct Terms {
    /// For how long a call tries again while the server is away; at least one new connection is tried.
    std::chrono::milliseconds patience{0};
    std::string meanwhile = {};  ///< for the log: what waits; empty: nothing is logged
    PostgresConnection::Statements statements = PostgresConnection::Statements::planned_each_time;
  };
  /// The patience of who plays a tournament. After that a result cannot be kept, as on a full disk.
  static constexpr std::chrono::minutes kPlayersPatience{15};
  using Step = std::function<void(PostgresConnection&)>;

  /// Connects at the first call. `begin` is called with each new connection, and may throw as a step may.
  PostgresSession(StoreUri uri, Terms terms, Step begin)
      : uri_(std::move(uri)), terms_(std::move(terms)), begin_(std::move(begin)) {}

  /// Calls `step`, again after each time that the server was away. `what` is read after "cannot". A step may
  /// throw PostgresError and SqlRefusal; what ends the call is a StoreError that names the store. It may
  /// throw StoreErrors of its own.
  void repeat(const std::string& what, const Step& step);
  /// What `call` returns for the connection; it is repeated, and throws, as repeat() has it.
  template <class Call>
  auto call(const std::string& what, Call call) {
    std::optional<decltype(call(connection()))> result;
    repeat(what, [&](PostgresConnection& connection) { result = call(connection); });
    return *std::move(result);
  }
  /// The present connection, or a new one. Does not try again. Throws PostgresError.
  PostgresConnection& connection();

 private:
  const StoreUri uri_;
  const Terms terms_;
  const Step begin_;
  std::optional<PostgresConnection> connection_;
};

}  // namespace referee
