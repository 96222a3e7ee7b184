#include "referee/store/postgres_job_poster.h"

#include <spdlog/spdlog.h>

#include <chrono>
#include <optional>
#include <set>
#include <utility>

#include "referee/base/kernel_time.h"
#include "referee/base/secrets.h"
#include "referee/store/postgres_held_jobs.h"
#include "referee/store/postgres_job_tables.h"
#include "referee/store/postgres_schema.h"
#include "referee/store/postgres_session.h"
#include "referee/store/store.h"

namespace referee {
namespace {

constexpr std::chrono::minutes kPatience{1};
constexpr std::chrono::seconds kTidyEvery{1};
/// Removed by the next poster: what nobody has wanted for so long.
constexpr const char* kRemoveUnwanted =
    "DELETE FROM job WHERE wanted_until < clock_timestamp() - interval '1 hour';"
    "DELETE FROM bundle WHERE wanted_until < clock_timestamp() - interval '1 hour';";
/// Ends the leases whose time is over. Rows that a worker keeps locked are left as they are: news() takes
/// such a claim for lost once it has been locked for a lease more.
constexpr const char* kEndLeases =
    "WITH gone AS (UPDATE claim SET status = 'lost', key = '' WHERE job IN"
    "   (SELECT job FROM claim WHERE status = 'claimed' AND owner = ? AND lease_end < clock_timestamp()"
    "    FOR UPDATE SKIP LOCKED) RETURNING role, worker),"
    " free AS (SELECT role, name FROM worker WHERE (role, name) IN (SELECT role, worker FROM gone)"
    "   FOR UPDATE SKIP LOCKED)"
    " UPDATE worker SET lost = lost +"
    "   (SELECT count(*) FROM gone WHERE gone.role = worker.role AND gone.worker = name)"
    " WHERE (role, name) IN (SELECT role, name FROM free)";
/// A claim whose job is gone is no news, although its worker may not know it yet.
constexpr const char* kNews =
    "SELECT claim.name, CASE WHEN status = 'claimed'"
    "     AND lease_end < clock_timestamp() - ? * interval '1 ms' THEN 'lost' ELSE status END,"
    "   worker, waited_ms, role"
    " FROM claim, job WHERE id = claim.job AND claim.owner = ? ORDER BY claim.job";

/// Walks along indexes, as the functions of workers do: claims are few among many jobs. A plan that cannot
/// costs so much on paper that the server would compile it each time.
constexpr const char* kWalk =
    "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off";

/// Whose jobs they are, and when they are wanted.
struct Owner {
  std::string name;
  /// Until when, as SQL has it.
  std::string wanted = "clock_timestamp() + interval '" + std::to_string(JobPoster::kWanted.count()) + " ms'";
  bool says_wanted = true;  ///< has to say from time to time that they still are
  /// One row, as long as it may post.
  std::string may_post = "store";
};

/// Wants its jobs as long as it has the store. A row that it posts shares a lock of the row that says who has
/// the store: whoever takes that over waits for it (PostgresStore), and then removes it.
Owner tournament_of(std::int64_t epoch) {
  const std::string number = std::to_string(epoch);
  return {"epoch " + number, "'infinity'::timestamptz", false,
          "(SELECT 1 FROM store WHERE epoch = " + number + " FOR KEY SHARE) AS mine"};
}

JobNews::State state_of(const std::string& status) {
  if (status == "over") {
    return JobNews::State::over;
  }
  return status == "lost" ? JobNews::State::lost : JobNews::State::claimed;
}

/// A pattern of a job for the model of a CPU as LIKE has it.
std::string like_pattern_of(const std::string& pattern) {
  std::string like;
  for (const char c : pattern) {
    if (c == '*' || c == '?') {
      like += c == '*' ? '%' : '_';
    } else {
      like.append(c == '%' || c == '_' || c == '\\' ? "\\" : "").append(1, c);
    }
  }
  return like.empty() ? "%" : like;
}

class PostgresJobPoster final : public JobPoster {
 public:
  PostgresJobPoster(const StoreUri& uri, Owner owner, PostgresSession::Terms terms,
                    std::chrono::milliseconds lease = kLease)
      : uri_(uri),
        owner_(std::move(owner)),
        lease_(lease),
        session_(uri, std::move(terms), [](PostgresConnection& connection) { connection.exec(kWalk); }),
        held_(uri.text(), owner_.name, owner_.may_post, lease) {}

  void post(const StoredJob& job) override {
    while (unwanted_.contains(job.name)) {
      remove_unwanted();
    }
    const std::string cpu = like_pattern_of(job.cpu);
    insert("post a job",
           "INSERT INTO job(wanted_until, owner, name, slots, sandbox, cpu, builds, body) SELECT " +
               owner_.wanted + ", ?, ?, ?, ?, ?, ?, ?",
           {&owner_.name, &job.name, job.slots, job.sandbox, &cpu, std::int64_t{job.builds}, &job.body});
  }

  void put_bundle(const std::string& sha256, const std::string& bytes) override {
    insert("keep a bot",
           "INSERT INTO bundle(wanted_until, owner, sha256, bytes) SELECT " + owner_.wanted + ", ?, ?, ?",
           {&owner_.name, &sha256, &bytes});
  }

  std::vector<JobNews> news() override {
    return session_.call("read jobs", [this](PostgresConnection& connection) {
      say_wanted(connection);
      connection.run(kEndLeases, {&owner_.name});
      tidy(connection);
      held_.look(connection);
      std::vector<JobNews> news;
      connection.each(kNews, {lease_.count(), &owner_.name}, [&news](const SqlRow& row) {
        news.push_back({row.text(0), state_of(row.text(1)), row.text(2),
                        std::chrono::milliseconds(row.number(3)), row.text(4)});
      });
      return news;
    });
  }

  std::string outcome(const std::string& name) override {
    return text_of("read the outcome of a job",
                   "SELECT outcome FROM claim, job WHERE job = id AND job.name = ? AND job.owner = ?", name);
  }

  std::string built(const std::string& name) override {
    return text_of("fetch what was built",
                   "SELECT bytes FROM built, job WHERE built.job = job.id AND name = ? AND owner = ?", name);
  }

  void remove(const std::string& name) override {
    unwanted_.insert(name);
    remove_unwanted();
    if (unwanted_.contains(name)) {
      spdlog::warn("store {}: job {} is locked by somebody else, and is removed later", uri_.text(), name);
    }
  }

  void remove_bundle(const std::string& sha256) override {
    session_.repeat("remove a bot", [&](PostgresConnection& connection) {
      connection.run("DELETE FROM bundle WHERE sha256 = ? AND owner = ?", {&sha256, &owner_.name});
    });
  }

  void remove_all() override {
    session_.repeat("remove its jobs", [&](PostgresConnection& connection) {
      connection.run("DELETE FROM job WHERE owner = ?", {&owner_.name});
      connection.run("DELETE FROM bundle WHERE owner = ?", {&owner_.name});
    });
  }

 private:
  /// A row that is there is left as it is.
  void insert(const char* what, std::string sql, const std::vector<SqlValue>& values) {
    sql += " FROM " + owner_.may_post;
    session_.repeat(what, [&](PostgresConnection& connection) {
      if (connection.run((sql + " ON CONFLICT DO NOTHING").c_str(), values) == 0 &&
          connection.number(("SELECT count(*) FROM " + owner_.may_post).c_str()) == 0) {
        throw StoreLost("store " + uri_.text() + ": another referee has opened it");
      }
    });
  }

  /// Not at each call, because it writes every row.
  void say_wanted(PostgresConnection& connection) {
    const auto now = kernel_now();
    if (!owner_.says_wanted || (said_ && now - *said_ < kWanted / 4)) {
      return;
    }
    for (const char* const table : {"job", "bundle"}) {
      const std::string update =
          "UPDATE " + std::string(table) + " SET wanted_until = " + owner_.wanted + " WHERE owner = ?";
      connection.run(update.c_str(), {&owner_.name});
    }
    said_ = now;
  }

  /// Not at each call, either.
  void tidy(PostgresConnection& connection) {
    const auto now = kernel_now();
    if (now - tidied_ >= kTidyEvery) {
      tidied_ = now;
      connection.exec(kRemoveOrphanClaims);
      remove_unwanted(connection);
    }
  }

  void remove_unwanted() {
    session_.repeat("remove a job", [this](PostgresConnection& connection) { remove_unwanted(connection); });
  }
  void remove_unwanted(PostgresConnection& connection) {
    std::erase_if(unwanted_, [&](const std::string& name) {
      return connection.number("SELECT remove_job(?, ?)", {&owner_.name, &name}) == 1;
    });
  }

  std::string text_of(const char* what, const char* sql, const std::string& name) {
    return session_.call(what, [&](PostgresConnection& connection) {
      std::string text;
      connection.each(sql, {&name, &owner_.name}, [&text](const SqlRow& row) { text = row.text(0); });
      return text;
    });
  }

  const StoreUri uri_;
  const Owner owner_;
  const std::chrono::milliseconds lease_;
  PostgresSession session_;
  PostgresHeldJobs held_;
  std::set<std::string> unwanted_;  // jobs that could not be removed yet
  TimePoint tidied_;
  std::optional<TimePoint> said_;
};

}  // namespace

std::unique_ptr<JobPoster> open_job_poster(const StoreUri& uri) {
  require_jobs(uri);
  PostgresSession session(uri, {}, [&uri](PostgresConnection& connection) { require_jobs(connection, uri); });
  session.repeat("remove old jobs", [](PostgresConnection& connection) {
    connection.exec(std::string(kRemoveUnwanted) + kRemoveOrphanClaims + kRemoveOrphanWaiting);
  });
  return std::make_unique<PostgresJobPoster>(uri, Owner{random_hex()},
                                             PostgresSession::Terms{kPatience, "jobs wait"});
}

std::unique_ptr<JobPoster> open_tournament_poster(const StoreUri& uri, std::int64_t epoch,
                                                  std::chrono::milliseconds lease) {
  return std::make_unique<PostgresJobPoster>(
      uri, tournament_of(epoch),
      PostgresSession::Terms{PostgresSession::kPlayersPatience, "jobs for workers wait"}, lease);
}

}  // namespace referee
