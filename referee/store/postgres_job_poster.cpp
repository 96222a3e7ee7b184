#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

#include "referee/base/secrets.h"
#include "referee/store/job_poster.h"
#include "referee/store/postgres_connection.h"
#include "referee/store/postgres_jobs.h"
#include "referee/store/postgres_store.h"
#include "referee/store/sql_tables.h"
#include "referee/store/store.h"

namespace referee {
namespace {

using std::chrono::steady_clock;

class PostgresJobPoster final : public JobPoster {
 public:
  /// Throws StoreError.
  explicit PostgresJobPoster(StoreUri uri) : uri_(std::move(uri)), owner_(random_hex()) {
    if (!open_postgres_store(uri_, StoreAccess::read_only)->has_jobs()) {
      throw NotAStore("store " + uri_.text() + ": of an earlier version: `referee store init` renews it");
    }
    with_connection("remove old jobs", [](PostgresConnection& connection) {
      connection.exec(
          "DELETE FROM job WHERE wanted_until < clock_timestamp() - interval '1 hour';"
          "DELETE FROM bundle WHERE wanted_until < clock_timestamp() - interval '1 hour'");
    });
  }

  void post(const StoredJob& job) override {
    with_connection("post a job", [&](PostgresConnection& connection) {
      const std::string cpu = like_pattern_of(job.cpu);
      connection.run(
          "INSERT INTO job(name, owner, wanted_until, slots, sandbox, cpu, builds, body)"
          " VALUES(?, ?, clock_timestamp() + ? * interval '1 ms', ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
          {&job.name, &owner_, kWanted.count(), job.slots, job.sandbox, &cpu, std::int64_t{job.builds},
           &job.body});
    });
  }

  void put_bundle(const std::string& sha256, const std::string& bytes) override {
    with_connection("keep a bot", [&](PostgresConnection& connection) {
      connection.run(
          "INSERT INTO bundle(sha256, owner, wanted_until, bytes)"
          " VALUES(?, ?, clock_timestamp() + ? * interval '1 ms', ?) ON CONFLICT DO NOTHING",
          {&sha256, &owner_, kWanted.count(), &bytes});
    });
  }

  std::vector<JobNews> news() override {
    std::vector<JobNews> news;
    with_connection("read jobs", [&](PostgresConnection& connection) {
      say_wanted(connection);
      news = job_news_of(connection, owner_);
    });
    return news;
  }

  std::string outcome(const std::string& name) override {
    std::string text;
    with_connection("read the outcome of a job",
                    [&](PostgresConnection& connection) { text = job_outcome_of(connection, owner_, name); });
    return text;
  }

  std::string built(const std::string& name) override {
    std::string bytes;
    with_connection("fetch what was built",
                    [&](PostgresConnection& connection) { bytes = job_built_of(connection, owner_, name); });
    return bytes;
  }

  void remove(const std::string& name) override {
    with_connection("remove a job", [&](PostgresConnection& connection) {
      connection.run("DELETE FROM job WHERE name = ? AND owner = ?", {&name, &owner_});
    });
  }

  void remove_bundle(const std::string& sha256) override {
    with_connection("remove a bot", [&](PostgresConnection& connection) {
      connection.run("DELETE FROM bundle WHERE sha256 = ? AND owner = ?", {&sha256, &owner_});
    });
  }

  void remove_all() override {
    with_connection("remove its jobs", [&](PostgresConnection& connection) {
      connection.run("DELETE FROM job WHERE owner = ?", {&owner_});
      connection.run("DELETE FROM bundle WHERE owner = ?", {&owner_});
    });
  }

 private:
  /// Not at each call, because it writes every row.
  void say_wanted(PostgresConnection& connection) {
    const auto now = steady_clock::now();
    if (said_ && now - *said_ < kWanted / 4) {
      return;
    }
    for (const char* const table : {"job", "bundle"}) {
      const std::string update =
          "UPDATE " + std::string(table) +
          " SET wanted_until = clock_timestamp() + ? * interval '1 ms' WHERE owner = ?";
      connection.run(update.c_str(), {kWanted.count(), &owner_});
    }
    said_ = now;
  }

  template <class Call>
  void with_connection(const char* what, Call call) {
    try {
      if (!connection_) {
        connection_.emplace(uri_);
      }
      call(*connection_);
    } catch (const PostgresError& error) {
      if (error.away) {
        connection_.reset();
      }
      throw StoreError("store " + uri_.text() + ": cannot " + what + ": " + error.what());
    }
  }

  StoreUri uri_;
  std::string owner_;
  std::optional<PostgresConnection> connection_;
  std::optional<steady_clock::time_point> said_;
};

}  // namespace

std::unique_ptr<JobPoster> open_job_poster(const StoreUri& uri) {
  if (uri.kind() != StoreUri::Kind::postgresql) {
    throw NotAStore("store " + uri.text() + ": a file has no jobs for workers: expected postgresql://...");
  }
  return std::make_unique<PostgresJobPoster>(uri);
}

}  // namespace referee
