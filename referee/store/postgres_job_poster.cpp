#include "referee/store/postgres_job_poster.h"

#include <chrono>
#include <optional>
#include <utility>

#include "referee/base/secrets.h"
#include "referee/store/postgres_schema.h"
#include "referee/store/postgres_session.h"
#include "referee/store/store.h"

namespace referee {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::minutes kPatience{1};
/// Removed by the next poster: what nobody has wanted for so long.
constexpr const char* kRemoveUnwanted =
    "DELETE FROM job WHERE wanted_until < clock_timestamp() - interval '1 hour';"
    "DELETE FROM bundle WHERE wanted_until < clock_timestamp() - interval '1 hour'";

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
  PostgresJobPoster(const StoreUri& uri, Owner owner, PostgresSession::Terms terms)
      : uri_(uri), owner_(std::move(owner)), session_(uri, std::move(terms), [](PostgresConnection&) {}) {}

  void post(const StoredJob& job) override {
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
      end_leases(connection);
      std::vector<JobNews> news;
      connection.each("SELECT name, status, worker, waited_ms FROM claim WHERE owner = ? ORDER BY job",
                      {&owner_.name}, [&news](const SqlRow& row) {
                        news.push_back({row.text(0), state_of(row.text(1)), row.text(2),
                                        std::chrono::milliseconds(row.number(3))});
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
    session_.repeat("remove a job", [&](PostgresConnection& connection) {
      connection.run("DELETE FROM job WHERE name = ? AND owner = ?", {&name, &owner_.name});
    });
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
    const auto now = steady_clock::now();
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

  void end_leases(PostgresConnection& connection) {
    connection.run(
        "WITH gone AS (UPDATE claim SET status = 'lost', key = '' WHERE status = 'claimed' AND owner = ?"
        " AND lease_end < clock_timestamp() RETURNING worker)"
        " UPDATE worker SET lost = lost + (SELECT count(*) FROM gone WHERE gone.worker = name)"
        " WHERE name IN (SELECT gone.worker FROM gone)",
        {&owner_.name});
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
  PostgresSession session_;
  std::optional<steady_clock::time_point> said_;
};

}  // namespace

std::unique_ptr<JobPoster> open_job_poster(const StoreUri& uri) {
  require_jobs(uri);
  PostgresSession session(uri, {}, [&uri](PostgresConnection& connection) { require_jobs(connection, uri); });
  session.repeat("remove old jobs", [](PostgresConnection& connection) { connection.exec(kRemoveUnwanted); });
  return std::make_unique<PostgresJobPoster>(uri, Owner{random_hex()},
                                             PostgresSession::Terms{kPatience, "jobs wait"});
}

std::unique_ptr<JobPoster> open_tournament_poster(const StoreUri& uri, std::int64_t epoch) {
  return std::make_unique<PostgresJobPoster>(
      uri, tournament_of(epoch),
      PostgresSession::Terms{PostgresSession::kPlayersPatience, "jobs for workers wait"});
}

}  // namespace referee
