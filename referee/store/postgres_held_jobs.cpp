#include "referee/store/postgres_held_jobs.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "referee/base/kernel_time.h"
#include "referee/base/text.h"

namespace referee {
namespace {

constexpr int kLooksInALease = 15;

/// A row that a session has taken away, or has tried to, names its transaction in xmax. Of these only those
/// count that nobody else can lock now; the lock is given back at once.
constexpr const char* kLockedJobs =
    "WITH marked AS MATERIALIZED (SELECT waiting.job FROM waiting, job"
    "   WHERE id = waiting.job AND owner = ? AND waiting.xmax <> '0'::xid),"
    " free AS MATERIALIZED (SELECT job FROM waiting WHERE job IN (SELECT job FROM marked)"
    "   FOR KEY SHARE SKIP LOCKED)"
    " SELECT job FROM marked WHERE job NOT IN (SELECT job FROM free) ORDER BY job";

constexpr const char* kSessions =
    "SELECT DISTINCT pid, coalesce(usename::text, ''), coalesce(application_name, ''),"
    " coalesce(host(client_addr), ''), virtualtransaction FROM pg_locks JOIN pg_stat_activity USING (pid)"
    " WHERE locktype = 'relation' AND granted AND mode = 'RowExclusiveLock' AND pid <> pg_backend_pid()"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    " AND relation IN ('waiting'::regclass, 'claim'::regclass, 'built'::regclass, 'worker'::regclass)"
    " ORDER BY pid";

/// First the right to post, which waits for who takes the store over, as JobPoster::post() does.
std::string post_anew(const std::string& may_post) {
  return "WITH mine AS MATERIALIZED (SELECT 1 FROM " + may_post +
         "), old AS (DELETE FROM job USING mine WHERE id = ? AND owner = ? RETURNING job.*)"
         " INSERT INTO job(wanted_until, owner, name, posted, slots, sandbox, cpu, builds, body)"
         " SELECT wanted_until, owner, name, posted, slots, sandbox, cpu, builds, body FROM old";
}

}  // namespace

std::vector<WritingSession> writing_sessions(PostgresConnection& connection) {
  std::vector<WritingSession> sessions;
  connection.each(kSessions, {}, [&sessions](const SqlRow& row) {
    sessions.push_back({row.number(0), row.text(1), row.text(2), row.text(3), row.text(4)});
  });
  return sessions;
}

std::string text_of(const std::vector<WritingSession>& sessions) {
  std::string text;
  for (const WritingSession& session : sessions) {
    text += (text.empty() ? "" : "; ") + ("session " + std::to_string(session.pid)) + " of role " +
            printable(session.role, kShownText);
    text += session.application.empty() ? "" : " (" + printable(session.application, kShownText) + ")";
    text += session.address.empty() ? "" : " from " + session.address;
    text += ", which `SELECT pg_terminate_backend(" + std::to_string(session.pid) + ")` ends";
  }
  return text;
}

void with_lock_timeout(PostgresConnection& connection, const std::function<void()>& step,
                       std::chrono::milliseconds patience) {
  connection.exec("SET lock_timeout = " + std::to_string(patience.count()));
  try {
    step();
  } catch (const PostgresError& error) {
    if (!error.is_lock_timeout()) {
      throw;
    }
    const std::string who = text_of(writing_sessions(connection));
    throw PostgresError(error.what() + (who.empty() ? "" : "; locked by " + who), error.state, error.away);
  }
  connection.exec("RESET lock_timeout");
}

PostgresHeldJobs::PostgresHeldJobs(std::string store, std::string owner, const std::string& may_post,
                                   std::chrono::milliseconds lease)
    : store_(std::move(store)), owner_(std::move(owner)), post_anew_(post_anew(may_post)), lease_(lease) {}

void PostgresHeldJobs::look(PostgresConnection& connection) {
  const auto now = kernel_now();
  if (now - now_ < lease_ / kLooksInALease) {
    return;
  }
  now_ = now;
  const std::vector<std::int64_t> held = held_jobs(connection);
  const std::vector<WritingSession> sessions = writing_sessions(connection);
  const std::vector<WritingSession> longer = long_sessions(sessions);
  for (const std::int64_t job : held) {
    connection.run(post_anew_.c_str(), {job, &owner_});
    locked_.erase(job);
  }
  const std::string who = text_of(longer.empty() && !held.empty() ? sessions : longer);
  if (!held.empty()) {
    spdlog::warn("store {}: {} locked for {} s without a claim, posted anew; locked by {}", store_,
                 held.size() == 1 ? "a job was" : std::to_string(held.size()) + " jobs were",
                 std::chrono::duration_cast<std::chrono::seconds>(lease_).count(),
                 who.empty() ? "nobody any more" : who);
  } else if (!who.empty()) {
    spdlog::warn("store {}: a transaction of workers is open for {} s: {}", store_,
                 std::chrono::duration_cast<std::chrono::seconds>(lease_).count(), who);
  }
}

/// What was seen now at each look of a lease; `since` forgets what was not seen.
template <class Key>
std::vector<Key> PostgresHeldJobs::kept_for_long(Since<Key>& since, const std::vector<Key>& seen) const {
  std::erase_if(since, [&](const auto& one) { return std::ranges::find(seen, one.first) == seen.end(); });
  std::vector<Key> kept;
  for (const Key& key : seen) {
    if (const auto [found, is_new] = since.try_emplace(key, now_);
        !is_new && now_ - found->second >= lease_) {
      kept.push_back(key);
    }
  }
  return kept;
}

/// By their ids: jobs of this owner that were locked at each look of a lease.
std::vector<std::int64_t> PostgresHeldJobs::held_jobs(PostgresConnection& connection) {
  std::vector<std::int64_t> locked;
  connection.each(kLockedJobs, {&owner_}, [&locked](const SqlRow& row) { locked.push_back(row.number(0)); });
  return kept_for_long(locked_, locked);
}

/// Those whose transaction was open at each look of a lease, and that the log has not named yet.
std::vector<WritingSession> PostgresHeldJobs::long_sessions(const std::vector<WritingSession>& sessions) {
  std::vector<std::string> transactions;
  std::ranges::transform(sessions, std::back_inserter(transactions), &WritingSession::transaction);
  const std::vector<std::string> kept = kept_for_long(transactions_, transactions);
  const auto is_told = [this](const std::string& one) {
    return std::ranges::find(told_, one) != told_.end();
  };
  std::vector<WritingSession> longer;
  std::ranges::copy_if(sessions, std::back_inserter(longer), [&](const WritingSession& session) {
    return std::ranges::find(kept, session.transaction) != kept.end() && !is_told(session.transaction);
  });
  std::erase_if(told_, [&](const std::string& one) { return std::ranges::find(kept, one) == kept.end(); });
  std::ranges::transform(longer, std::back_inserter(told_), &WritingSession::transaction);
  return longer;
}

}  // namespace referee
