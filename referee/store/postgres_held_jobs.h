#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "referee/base/units.h"
#include "referee/store/job.h"
#include "referee/store/postgres_connection.h"

namespace referee {

/// A session of the database that keeps a transaction open in which it has written tables of jobs: a worker's
/// takes some milliseconds, and meanwhile its rows are locked.
struct WritingSession {
  std::int64_t pid = 0;  ///< of the server's process
  std::string role;
  std::string application;  ///< as it says; "": nothing
  std::string address;      ///< "" on this machine, or if the owner of the store may not know it
  std::string transaction;  ///< its number on the server, while it lasts
};

/// All of them but this connection's own.
std::vector<WritingSession> writing_sessions(PostgresConnection& connection);

/// For people: who they are, and how to end them. "" if there are none.
std::string text_of(const std::vector<WritingSession>& sessions);

/// Calls `step`, which waits for locks of the tables of jobs, for each no longer than `patience`. Then throws
/// a PostgresError that names the sessions which may have it.
void with_lock_timeout(PostgresConnection& connection, const std::function<void()>& step,
                       std::chrono::milliseconds patience = std::chrono::seconds(30));

/// Takes jobs back that sessions keep without a claim. Whoever may call claim_job() may do so in a
/// transaction that it does not end: then nobody else gets the job, no claim says who has it, and no lease
/// ends. A job that waits and is locked for longer than a lease is posted anew, behind those that wait, and
/// the log names the sessions. What comes of the old one later counts for nothing. The log also names who
/// keeps other rows locked for so long.
class PostgresHeldJobs {
 public:
  /// `store`: its name, for the log. `owner`: whose jobs. `may_post`: one row, as SQL, while it may post any.
  /// `lease`: how long a session may keep a job so.
  PostgresHeldJobs(std::string store, std::string owner, const std::string& may_post,
                   std::chrono::milliseconds lease = kLease);

  /// To be called often; does something now and then. Waits for no lock. Throws PostgresError.
  void look(PostgresConnection& connection);

 private:
  /// Since when it was seen at each look.
  template <class Key>
  using Since = std::map<Key, TimePoint>;

  std::vector<std::int64_t> held_jobs(PostgresConnection& connection);
  std::vector<WritingSession> long_sessions(const std::vector<WritingSession>& sessions);
  template <class Key>
  std::vector<Key> kept_for_long(Since<Key>& since, const std::vector<Key>& seen) const;

  const std::string store_;
  const std::string owner_;
  const std::string post_anew_;  // SQL
  const std::chrono::milliseconds lease_;
  TimePoint now_;                    // of this look
  Since<std::int64_t> locked_;       // jobs that wait
  Since<std::string> transactions_;  // of sessions
  std::vector<std::string> told_;    // transactions that the log has named
};

}  // namespace referee
