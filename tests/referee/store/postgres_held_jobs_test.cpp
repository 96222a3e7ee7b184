#include "referee/store/postgres_held_jobs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "referee/store/job_desk.h"
#include "referee/store/job_watch.h"
#include "referee/store/postgres_job_poster.h"
#include "tests/referee/store/store_place.h"
#include "tests/support/captured_log.h"

// What sessions of workers keep locked, and what that does to others.

namespace referee {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace test_support;

/// A tournament whose posters wait no time for a lease that is over, and a session of a worker's role that
/// keeps what it locks.
class PostgresqlHeldJobsTest : public OnPostgresql {
 protected:
  void SetUp() override {
    OnPostgresql::SetUp();
    if (IsSkipped()) {
      return;
    }
    begin();
    owner_ = std::make_unique<PostgresConnection>(uri());
    thief_ = session_of("thief");
  }
  void TearDown() override {
    if (IsSkipped()) {
      return;
    }
    thief_.reset();
    for (const std::string& role : roles_) {
      owner_->exec("DROP OWNED BY " + quoted_name(role) + "; DROP ROLE " + quoted_name(role));
    }
  }

  void begin() {
    jobs_.reset();
    store_.reset();
    store_ = open();
    jobs_ = open_tournament_poster(uri(), PostgresConnection(uri()).number("SELECT epoch FROM store"),
                                   std::chrono::milliseconds(0));
  }
  void post(const std::string& name) { jobs_->post({name, "body of " + name, 1, 0, "", true}); }
  std::string role(const std::string& name) const { return uri().schema() + "_" + name; }
  StoreUri uri_of(const std::string& name) const {
    std::string address = uri().text();
    address.replace(address.find("referee@"), 8, role(name) + "@");
    return StoreUri::parse(address);
  }
  /// A session in a new role that is admitted as workers are.
  std::unique_ptr<PostgresConnection> session_of(const std::string& name) {
    owner_->exec("CREATE ROLE " + quoted_name(role(name)) + " LOGIN");
    roles_.push_back(role(name));
    admit_workers(uri(), role(name));
    return std::make_unique<PostgresConnection>(uri_of(name));
  }
  std::unique_ptr<JobDesk> desk_of(const std::string& role_name, const std::string& name) const {
    auto desk = open_job_desk(uri_of(role_name), {name, "{}", 4, 0});
    desk->say_alive();
    return desk;
  }
  std::unique_ptr<JobDesk> desk(const std::string& name) const {
    auto desk = open_job_desk(uri(), {name, "{}", 4, 0});
    desk->say_alive();
    return desk;
  }
  std::int64_t id_of(const std::string& name) {
    return owner_->number("SELECT id FROM job WHERE name = ?", {&name});
  }
  /// The thief's session claims a job in a transaction that goes on.
  void hold() { thief_->exec("BEGIN; SELECT claim_job('t', 4, 1, 0, 'any', 15000)"); }
  /// The first look sees the lock, the second one that it lasts.
  void look_twice() {
    (void)jobs_->news();
    (void)jobs_->news();
  }
  std::string thief_is_named() const {
    return "session " + std::to_string(thief_->number("SELECT pg_backend_pid()")) + " of role " +
           role("thief");
  }

  std::unique_ptr<Store> store_;
  std::unique_ptr<JobPoster> jobs_;
  std::unique_ptr<PostgresConnection> owner_;
  std::unique_ptr<PostgresConnection> thief_;
  std::vector<std::string> roles_;
};

TEST_F(PostgresqlHeldJobsTest, WithoutAClaimArePostedAnewAndTheSessionIsNamed) {
  CapturedLog log;
  post("a");
  post("b");
  const std::int64_t first = id_of("a");
  hold();
  (void)jobs_->news();
  EXPECT_EQ(id_of("a"), first) << "a worker claims as shortly";
  (void)jobs_->news();
  EXPECT_GT(id_of("a"), first);
  EXPECT_THAT(log.take(), AllOf(HasSubstr("a job was locked"), HasSubstr(thief_is_named()),
                                HasSubstr("pg_terminate_backend")));
  const auto worker = desk("one");
  EXPECT_EQ(worker->claim(4, true)->name, "b");
  const auto job = worker->claim(4, true);
  ASSERT_TRUE(job);
  EXPECT_EQ(job->name, "a");
  EXPECT_EQ(job->body, "body of a");
  thief_->exec("COMMIT");
  EXPECT_THAT(jobs_->news(), testing::Each(Field(&JobNews::worker, "one"))) << "the old job is nobody's news";
  EXPECT_EQ(
      owner_->number("SELECT coalesce(max(renew_job(job, key, 1, 15000)), 0) FROM claim WHERE worker = 't'"),
      0);
  EXPECT_TRUE(worker->finish(*job, "outcome"));
  EXPECT_EQ(jobs_->outcome("a"), "outcome");
}

TEST_F(PostgresqlHeldJobsTest, InATransactionWithinATransactionAreFoundToo) {
  CapturedLog log;
  post("a");
  const std::int64_t first = id_of("a");
  thief_->exec("BEGIN; SAVEPOINT within; SELECT claim_job('t', 4, 1, 0, 'any', 15000); RELEASE within");
  look_twice();
  EXPECT_GT(id_of("a"), first);
  EXPECT_THAT(log.take(), HasSubstr(thief_is_named()));
}

TEST_F(PostgresqlHeldJobsTest, ThatAreFreeAgainStayAsTheyAre) {
  post("a");
  const std::int64_t first = id_of("a");
  hold();
  (void)jobs_->news();
  thief_->exec("ROLLBACK");
  look_twice();
  EXPECT_EQ(id_of("a"), first);
}

TEST_F(PostgresqlHeldJobsTest, OfAnotherPosterAreItsOwn) {
  const auto other = open_job_poster(uri());
  other->post({"theirs", "body"});
  const std::int64_t first = id_of("theirs");
  hold();
  look_twice();
  EXPECT_EQ(id_of("theirs"), first);
}

TEST_F(PostgresqlHeldJobsTest, DoNotKeepTheRefereeFromRemovingThemOrTheNextFromBeginning) {
  post("a");
  post("b");
  hold();
  jobs_->remove("a");
  EXPECT_EQ(owner_->number("SELECT count(*) FROM job"), 1);
  begin();
  EXPECT_EQ(owner_->number("SELECT count(*) FROM job"), 0);
  thief_->exec("COMMIT");
  begin();
  for (const char* const table : {"waiting", "claim", "built"}) {
    EXPECT_EQ(owner_->number(("SELECT count(*) FROM " + std::string(table)).c_str()), 0) << table;
  }
}

TEST_F(PostgresqlHeldJobsTest, AClaimThatIsKeptLockedIsLostWithItsLease) {
  CapturedLog log;
  post("a");
  hold();
  thief_->exec("COMMIT");
  owner_->exec("CREATE TABLE kept AS SELECT job, key FROM claim; GRANT SELECT ON kept TO " +
               quoted_name(role("thief")));
  owner_->exec("UPDATE claim SET lease_end = clock_timestamp() - interval '1 s'");
  thief_->exec(
      "BEGIN; SELECT renew_job(job, key, 1, 15000) FROM kept; SELECT hand_in_built(job, key, 'x') FROM kept");
  const auto news = jobs_->news();
  EXPECT_THAT(news, ElementsAre(AllOf(Field(&JobNews::state, JobNews::State::lost),
                                      Field(&JobNews::worker, "t"), Field(&JobNews::role, role("thief")))));
  (void)jobs_->news();
  EXPECT_THAT(log.take(), HasSubstr(thief_is_named()));
  jobs_->remove("a");
  post("a");
  EXPECT_EQ(desk("one")->claim(4, true)->name, "a");
  EXPECT_THAT(jobs_->news(), ElementsAre(Field(&JobNews::worker, "one")));
}

TEST_F(PostgresqlHeldJobsTest, AWorkerWhoseRowAnotherSessionLocksPlaysOn) {
  post("a");
  post("b");
  const auto worker = desk_of("thief", "one");  // with the same role
  thief_->exec("BEGIN; SELECT worker_says('one', '{}', 1)");
  worker->say_alive();
  const auto job = worker->claim(4, true);
  ASSERT_TRUE(job);
  EXPECT_TRUE(worker->renew(*job, 1));
  const HandedIn handed_in = worker->finish_and_claim(*job, "outcome", 1);
  EXPECT_TRUE(handed_in.taken);
  ASSERT_TRUE(handed_in.next);
  EXPECT_TRUE(worker->finish(*handed_in.next, "outcome"));
  EXPECT_EQ(jobs_->outcome("a"), "outcome");
}

TEST_F(PostgresqlHeldJobsTest, ALockOfTheOwnersDelaysARemovalAndNothingElse) {
  CapturedLog log;
  post("a");
  const std::int64_t first = id_of("a");
  PostgresConnection other(uri());
  other.exec("BEGIN; SELECT FROM job FOR UPDATE");
  jobs_->remove("a");
  EXPECT_THAT(log.take(), HasSubstr("job a is locked"));
  EXPECT_EQ(id_of("a"), first);
  other.exec("COMMIT");
  post("a");
  EXPECT_GT(id_of("a"), first);
}

TEST_F(PostgresqlHeldJobsTest, WhoeverNeedsAWholeTableIsToldWhoHasIt) {
  post("a");
  hold();
  const auto change = [this] { owner_->exec("ALTER TABLE waiting ADD more BIGINT"); };
  try {
    with_lock_timeout(*owner_, change, std::chrono::milliseconds(50));
    ADD_FAILURE();
  } catch (const PostgresError& error) {
    EXPECT_TRUE(error.is_lock_timeout());
    EXPECT_THAT(error.what(), HasSubstr(thief_is_named()));
  }
  thief_->exec("ROLLBACK");
  EXPECT_NO_THROW(with_lock_timeout(*owner_, change));
  EXPECT_EQ(owner_->number("SELECT count(*) FROM pg_settings WHERE name = 'lock_timeout' AND setting = '0'"),
            1);
}

TEST_F(PostgresqlHeldJobsTest, WorkersAreToldApartByTheirRolesWhateverTheySay) {
  post("a");
  post("b");
  const auto other = session_of("other");
  const auto one = desk_of("thief", "same");
  const auto two = desk_of("other", "same");
  const auto first = one->claim(4, true);
  const auto second = two->claim(4, true);
  ASSERT_TRUE(first && second);
  EXPECT_THAT(jobs_->news(),
              ElementsAre(Field(&JobNews::role, role("thief")), Field(&JobNews::role, role("other"))));
  EXPECT_TRUE(one->finish(*first, "outcome"));
  const JobOverview seen = open_job_watch(uri())->look();
  EXPECT_THAT(seen.workers, testing::UnorderedElementsAre(
                                AllOf(Field(&WorkerState::role, role("thief")), Field(&WorkerState::done, 1),
                                      Field(&WorkerState::jobs, IsEmpty())),
                                AllOf(Field(&WorkerState::role, role("other")), Field(&WorkerState::done, 0),
                                      Field(&WorkerState::jobs, testing::SizeIs(1)))));
  owner_->exec("UPDATE claim SET lease_end = clock_timestamp() - interval '1 s'");
  (void)jobs_->news();
  const auto lost = [this](const std::string& of_role) {
    return owner_->number("SELECT lost FROM worker WHERE role = ?", {&of_role});
  };
  EXPECT_EQ(lost(role("thief")), 0);
  EXPECT_EQ(lost(role("other")), 1);
}

}  // namespace
}  // namespace referee
