#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "referee/store/job_desk.h"
#include "referee/store/job_poster.h"
#include "referee/store/job_watch.h"
#include "referee/store/postgres_connection.h"
#include "referee/store/postgres_schema.h"
#include "referee/store/standby.h"
#include "referee/store/store.h"
#include "referee/store/worker_bounds.h"
#include "tests/referee/store/store_place.h"
#include "tests/support/complaint.h"

namespace referee {
namespace {

using testing::IsEmpty;
using testing::SizeIs;
using namespace test_support;

class PostgresqlJobsTest : public OnPostgresql {
 protected:
  void SetUp() override {
    OnPostgresql::SetUp();
    if (!IsSkipped()) {
      begin();
    }
  }

  Store& store() { return *store_; }
  /// The jobs of the tournament.
  JobPoster& jobs() { return *jobs_; }
  void begin() {
    store_ = open();
    jobs_ = store_->job_poster();
  }
  void close() {
    jobs_.reset();
    store_.reset();
  }
  void post(const std::string& name, std::int64_t slots = 1, std::int64_t sandbox = 0) {
    jobs().post({name, "body of " + name, slots, sandbox});
  }
  /// The store of a referee that has taken it over from this one, which hangs.
  std::unique_ptr<Store> take_over() const {
    PostgresConnection(uri()).exec("UPDATE store SET alive = alive - interval '1 hour'");
    return open_store_after_others(uri(), [](const std::string&) {});
  }
  JobOverview overview() const { return open_job_watch(uri())->look(); }
  std::unique_ptr<JobDesk> desk(const std::string& name, std::int64_t sandbox = 0) const {
    auto desk = open_job_desk(uri(), {name, "{}", 4, sandbox});
    desk->say_alive();
    return desk;
  }
  /// Ends all leases, which would take their time.
  void end_leases() const {
    PostgresConnection(uri()).exec("UPDATE claim SET lease_end = clock_timestamp() - interval '1 s'");
  }

 private:
  std::unique_ptr<Store> store_;
  std::unique_ptr<JobPoster> jobs_;
};

TEST_F(PostgresqlJobsTest, AreClaimedInTheirOrderEachOnce) {
  post("a");
  post("b");
  const auto one = desk("one");
  const auto two = desk("two");
  const auto first = one->claim(4, true);
  const auto second = two->claim(4, true);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->name, "a");
  EXPECT_EQ(first->body, "body of a");
  EXPECT_EQ(second->name, "b");
  EXPECT_FALSE(one->claim(4, true));
}

TEST_F(PostgresqlJobsTest, AreLeftToWorkersThatHaveTheSlotsAndTheSandbox) {
  post("large", 8);
  post("strict", 1, 2);
  EXPECT_FALSE(desk("busy")->claim(4, false));
  EXPECT_EQ(desk("confined", 2)->claim(4, false)->name, "strict");
  EXPECT_EQ(desk("idle")->claim(4, true)->name, "large");
}

TEST_F(PostgresqlJobsTest, AreLeftToWorkersWithTheCpuThatTheyAskFor) {
  jobs().post({"epyc", "", 1, 0, "AMD EPYC 7?63*"});
  jobs().post({"odd", "", 1, 0, "100%_\\*"});
  const auto on = [&](const std::string& cpu) {
    const auto job = open_job_desk(uri(), {"w", "{}", 4, 0, cpu})->claim(4, true);
    return job ? job->name : "none";
  };
  EXPECT_EQ(on("AMD EPYC 9763"), "none");
  EXPECT_EQ(on("100x_\\"), "none");
  EXPECT_EQ(on(""), "none");
  EXPECT_EQ(on("AMD EPYC 7763 64-Core Processor"), "epyc");
  EXPECT_EQ(on("100%_\\ fast"), "odd");
}

TEST_F(PostgresqlJobsTest, ThatBuildHandInABundle) {
  jobs().post({"plays", ""});
  jobs().post({"builds", "", 1, 0, "", true});
  const auto worker = desk("one");
  const auto plays = worker->claim(1, true);
  const auto builds = worker->claim(1, true);
  ASSERT_TRUE(plays && builds);
  EXPECT_FALSE(worker->hand_in_built(*plays, "bytes"));
  EXPECT_TRUE(worker->hand_in_built(*builds, "first"));
  EXPECT_TRUE(worker->hand_in_built(*builds, std::string("sec\0nd", 6)));
  ClaimedJob guessed = *builds;
  guessed.key = "guessed";
  EXPECT_FALSE(worker->hand_in_built(guessed, "stolen"));
  EXPECT_TRUE(worker->finish(*builds, "outcome"));
  EXPECT_FALSE(worker->hand_in_built(*builds, "late"));
  EXPECT_EQ(jobs().built("builds"), std::string("sec\0nd", 6));
  EXPECT_EQ(jobs().built("plays"), "");
  jobs().remove("builds");
  EXPECT_EQ(jobs().built("builds"), "");
}

TEST_F(PostgresqlJobsTest, AreCountedForPeople) {
  post("a");
  post("b");
  post("c");
  PostgresConnection owner(uri());
  owner.exec("UPDATE job SET posted = posted - interval '7 s'");
  const auto worker = desk("one");
  const auto first = worker->claim(1, true);
  ASSERT_TRUE(first);
  EXPECT_TRUE(worker->renew(*first, 34));
  JobOverview seen = overview();
  EXPECT_EQ(seen.waiting, 2);
  EXPECT_GE(seen.oldest_wait_s, 7);
  EXPECT_EQ(seen.running, 1);
  EXPECT_EQ(seen.lost, 0);
  ASSERT_THAT(seen.workers, SizeIs(1));
  ASSERT_THAT(seen.workers[0].jobs, SizeIs(1));
  EXPECT_EQ(seen.workers[0].jobs[0].name, "a");
  EXPECT_EQ(seen.workers[0].jobs[0].turns, 34);
  ASSERT_THAT(jobs().news(), SizeIs(1));
  EXPECT_GE(jobs().news()[0].waited, std::chrono::milliseconds(7000));
  end_leases();
  (void)jobs().news();
  seen = overview();
  EXPECT_EQ(seen.running, 0);
  EXPECT_EQ(seen.lost, 1);
}

TEST_F(PostgresqlJobsTest, OfAStoreOfAnotherVersionAreRefused) {
  close();
  PostgresConnection owner(uri());
  for (const std::int64_t version : {kStoreVersion - 1, kStoreVersion + 1}) {
    owner.run("UPDATE store SET version = ?", {version});
    EXPECT_THROW(open_job_watch(uri()), NotAStore);
    EXPECT_THROW(open_job_poster(uri()), NotAStore);
    EXPECT_THROW(open_store(uri(), StoreAccess::read_only), NotAStore);
    EXPECT_THROW(open_store(uri(), StoreAccess::exclusive), NotAStore);
  }
}

TEST_F(PostgresqlJobsTest, AreHandedInOnceByWhoHasClaimedThem) {
  post("a");
  const auto worker = desk("one");
  const auto job = worker->claim(4, true);
  ASSERT_TRUE(job);
  EXPECT_TRUE(worker->renew(*job, 3));
  EXPECT_TRUE(worker->finish(*job, "outcome"));
  EXPECT_FALSE(worker->finish(*job, "another"));
  EXPECT_FALSE(worker->renew(*job, 4));
  const auto news = jobs().news();
  ASSERT_THAT(news, SizeIs(1));
  EXPECT_EQ(news[0].state, JobNews::State::over);
  EXPECT_EQ(news[0].worker, "one");
  EXPECT_EQ(jobs().outcome("a"), "outcome");
  EXPECT_EQ(overview().workers.at(0).done, 1);
  jobs().remove("a");
  EXPECT_THAT(jobs().news(), IsEmpty());
}

TEST_F(PostgresqlJobsTest, HandedInLeaveTheirSlotsToTheNextThatFits) {
  post("a");
  post("large", 3);
  post("c");
  const auto worker = desk("one");
  const auto job = worker->claim(4, true);
  ASSERT_TRUE(job);
  const HandedIn first = worker->finish_and_claim(*job, "outcome", 1);
  EXPECT_TRUE(first.taken);
  ASSERT_TRUE(first.next);
  EXPECT_EQ(first.next->name, "c");
  EXPECT_EQ(first.next->body, "body of c");
  const HandedIn again = worker->finish_and_claim(*job, "another", 4);
  EXPECT_FALSE(again.taken);
  EXPECT_FALSE(again.next);
  EXPECT_EQ(jobs().outcome("a"), "outcome");
  EXPECT_TRUE(worker->renew(*first.next, 1));
  const HandedIn last = worker->finish_and_claim(*first.next, "outcome", 1);
  EXPECT_TRUE(last.taken);
  EXPECT_FALSE(last.next);
  EXPECT_EQ(overview().workers.at(0).done, 2);
  EXPECT_EQ(worker->claim(4, false)->name, "large");
}

TEST_F(PostgresqlJobsTest, OneThatDidNotFitIsNotForgottenWhileOthersWait) {
  post("large", 3);
  post("small");
  const auto worker = desk("one");
  std::optional<ClaimedJob> job = worker->claim(1, false);
  ASSERT_TRUE(job);
  EXPECT_EQ(job->name, "small");
  for (int more = 1; job->name != "large"; ++more) {
    post("small " + std::to_string(more));
    job = worker->finish_and_claim(*job, "outcome", 3).next;
    ASSERT_TRUE(job);
  }
}

TEST_F(PostgresqlJobsTest, OneThatWasTakenAwayAtItsClaimLeavesNothingBehind) {
  post("a");
  post("b");
  PostgresConnection taker(uri());
  PostgresConnection owner(uri());
  taker.exec("BEGIN; SELECT claim_job('one', 4, 1, 0, 'any', 60000)");
  jobs().remove("a");
  taker.exec("COMMIT");
  EXPECT_EQ(owner.number("SELECT renew_job(job, key, 1, 60000) FROM claim"), 0);
  EXPECT_EQ(owner.number("SELECT finish_job(job, key, 'outcome') FROM claim"), 0);
  EXPECT_THAT(jobs().news(), IsEmpty());
  EXPECT_EQ(owner.number("SELECT count(*) FROM claim"), 0);
  EXPECT_EQ(desk("two")->claim(4, true)->name, "b");
}

TEST_F(PostgresqlJobsTest, OneThatIsLostIsNobodysAnyMore) {
  post("a");
  const auto worker = desk("one");
  const auto job = worker->claim(4, true);
  ASSERT_TRUE(job);
  end_leases();
  const auto news = jobs().news();
  ASSERT_THAT(news, SizeIs(1));
  EXPECT_EQ(news[0].state, JobNews::State::lost);
  EXPECT_FALSE(worker->renew(*job, 1));
  EXPECT_FALSE(worker->finish(*job, "late"));
  EXPECT_EQ(jobs().outcome("a"), "");
  EXPECT_EQ(overview().workers.at(0).lost, 1);
}

TEST_F(PostgresqlJobsTest, AreSafeFromWhoDoesNotHaveTheKey) {
  const std::string sha256(64, 'a');
  jobs().put_bundle(sha256, "bytes");
  jobs().post({"a", "a job with " + sha256});
  const auto job = desk("one")->claim(4, true);
  ASSERT_TRUE(job);
  ClaimedJob guessed = *job;
  guessed.key = "guessed";
  const auto other = desk("one");  // even with the name of the worker
  EXPECT_FALSE(other->renew(guessed, 1));
  EXPECT_FALSE(other->finish(guessed, "stolen"));
  EXPECT_FALSE(other->bundle(guessed, sha256));
  EXPECT_EQ(other->bundle(*job, sha256), "bytes");
  EXPECT_FALSE(other->bundle(*job, std::string(64, 'b')));
}

TEST_F(PostgresqlJobsTest, ARoleOfWorkersReadsNoTableAndGainsNoRights) {
  post("a");
  PostgresConnection owner(uri());
  const std::string role = uri().schema() + "_worker";
  owner.exec("CREATE ROLE " + quoted_name(role) + " LOGIN");
  admit_workers(uri(), role);
  std::string address = uri().text();
  address.replace(address.find("referee@"), 8, role + "@");
  const StoreUri as_worker = StoreUri::parse(address);
  PostgresConnection worker(as_worker);
  for (const char* const table : {"job", "waiting", "claim", "bundle", "built", "worker", "game", "meta",
                                  "record", "store", "entrant"}) {
    EXPECT_THROW(worker.exec("SELECT * FROM " + std::string(table)), PostgresError) << table;
    EXPECT_THROW(worker.exec("DELETE FROM " + std::string(table)), PostgresError) << table;
  }
  // Tables of its own with the same names, whose trigger would run with the owner's rights.
  worker.exec(
      "CREATE FUNCTION pg_temp.gain() RETURNS trigger LANGUAGE plpgsql AS"
      " $$ BEGIN RAISE EXCEPTION 'gained %', current_user; END $$;"
      "CREATE TEMP TABLE worker(name BYTEA PRIMARY KEY, about BYTEA, slots BIGINT, since TIMESTAMPTZ, seen "
      "TIMESTAMPTZ);"
      "CREATE TRIGGER gain BEFORE INSERT ON pg_temp.worker FOR EACH ROW EXECUTE FUNCTION pg_temp.gain()");
  EXPECT_NO_THROW(worker.exec("SELECT worker_says('x', '{}', 1)"));
  EXPECT_EQ(owner.number("SELECT count(*) FROM worker"), 1);
  const auto desk = open_job_desk(as_worker, {"w", "{}", 4, 0});
  EXPECT_EQ(desk->claim(4, true)->name, "a");
  owner.exec("DROP OWNED BY " + quoted_name(role) + "; DROP ROLE " + quoted_name(role));
}

TEST_F(PostgresqlJobsTest, OneCallHasAJobForALeaseWhateverTheCallerSays) {
  post("a");
  post("b");
  PostgresConnection owner(uri());
  const auto expect_lease = [&](const std::string& call) {
    owner.exec("DROP TABLE IF EXISTS before; CREATE TEMP TABLE before AS SELECT clock_timestamp() AS at");
    owner.exec(call);
    EXPECT_EQ(owner.number(
                  "SELECT count(*) FROM claim, pg_temp.before WHERE status = 'claimed' AND lease_end BETWEEN"
                  " at + ? * interval '1 ms' AND clock_timestamp() + ? * interval '1 ms'",
                  {kLease.count(), kLease.count()}),
              1)
        << call;
    EXPECT_THAT(jobs().news(),
                testing::Not(testing::Contains(testing::Field(&JobNews::state, JobNews::State::lost))));
  };
  expect_lease("SELECT claim_job('thief', 4, 1, 0, 'any', -1)");
  expect_lease("SELECT renew_job(job, key, 1, -1) FROM claim");
  expect_lease("SELECT renew_job(job, key, 1, NULL) FROM claim");
  expect_lease("SELECT renew_job(job, key, 1, 3600000000) FROM claim");
  expect_lease("SELECT finish_and_claim(job, key, 'outcome', 4, 0, 'any', -9223372036854775808) FROM claim");
  const JobOverview seen = overview();
  ASSERT_THAT(seen.workers, SizeIs(1)) << "it has said nothing but has a job";
  EXPECT_EQ(seen.workers[0].name, "thief");
  EXPECT_THAT(seen.workers[0].jobs, SizeIs(1));
}

TEST_F(PostgresqlJobsTest, WorkersSayNoMoreThanTheBounds) {
  post("a");
  PostgresConnection owner(uri());
  const std::string large(1'000'000, 'x');
  const auto says = [&](const std::string& name, const std::string& about, std::int64_t slots) {
    return owner.number("SELECT worker_says(?, ?, ?)", {&name, &about, slots});
  };
  EXPECT_EQ(says("w", std::string(WorkerBounds::kAbout, 'x'), WorkerBounds::kSlots), 1);
  EXPECT_THROW(says(large, "{}", 1), PostgresError);
  EXPECT_THROW(says("", "{}", 1), PostgresError);
  EXPECT_THROW(says("w", large, 1), PostgresError);
  EXPECT_THROW(says("w", "{}", WorkerBounds::kSlots + 1), PostgresError);
  EXPECT_THROW(says("w", "{}", 0), PostgresError);
  const auto claims = [&](const std::string& name, const std::string& cpu) {
    owner.each("SELECT claim_job(?, 4, 1, 0, ?, 1000)", {&name, &cpu}, [](const SqlRow&) {});
  };
  EXPECT_THROW(claims(large, ""), PostgresError);
  EXPECT_THROW(claims("w", large), PostgresError);
  EXPECT_THAT(test_support::complaint<PostgresError>(
                  [&] { owner.exec("SELECT claim_job(NULL, 4, 1, 0, 'any', 1000)"); }),
              AllOf(Not(testing::StartsWith("accepted")), Not(testing::HasSubstr("Failing row"))))
      << "which would show a key";
  owner.exec(
      "UPDATE worker SET about = convert_to(repeat('x', 1000000), 'UTF8')");  // as earlier functions let it
  EXPECT_THAT(overview().workers.at(0).about, SizeIs(static_cast<std::size_t>(WorkerBounds::kAbout)));
  const auto worker = desk("w");
  const auto job = worker->claim(4, true);
  ASSERT_TRUE(job);
  EXPECT_FALSE(worker->finish(*job, std::string(WorkerBounds::kHandedIn + 1, 'x')));
  EXPECT_TRUE(worker->finish(*job, "outcome"));
}

TEST_F(PostgresqlJobsTest, NamesOfWorkersAreBoundedAndThoseThatDidNothingAreForgotten) {
  PostgresConnection owner(uri());
  owner.exec(
      "DO $$ BEGIN FOR i IN 1..1000 LOOP PERFORM worker_says(convert_to('w' || i, 'UTF8'), '{}', 1); END "
      "LOOP; END $$");
  EXPECT_NO_THROW(owner.exec("SELECT worker_says('w7', '{}', 1)"));
  EXPECT_THROW(owner.exec("SELECT worker_says('one more', '{}', 1)"), PostgresError);
  owner.exec("UPDATE worker SET seen = seen - interval '2 hours', done = (name = 'w7')::int");
  EXPECT_NO_THROW(owner.exec("SELECT worker_says('one more', '{}', 1)"));
  EXPECT_EQ(owner.number("SELECT count(*) FROM worker"), 2);
}

TEST_F(PostgresqlJobsTest, AStoreWithEarlierFunctionsGetsThoseOfNow) {
  post("a");
  close();
  PostgresConnection owner(uri());
  owner.exec(
      "CREATE OR REPLACE FUNCTION worker_says(worker_name BYTEA, worker_about BYTEA, worker_slots BIGINT)"
      " RETURNS BIGINT LANGUAGE sql AS 'SELECT 7::bigint'");
  const auto again = open_store(uri(), StoreAccess::exclusive);
  EXPECT_THROW(owner.exec("SELECT worker_says('', '{}', 1)"), PostgresError);
}

TEST_F(PostgresqlJobsTest, OfPostersAreApartFromThoseOfTheTournament) {
  const auto one = open_job_poster(uri());
  const auto two = open_job_poster(uri());
  const std::string sha256(64, 'a');
  post("a");
  one->put_bundle(sha256, "bytes");
  one->post({"a", "one " + sha256});
  one->post({"a", "again: left as it is"});
  two->post({"a", "two"});
  const auto worker = desk("w");
  (void)worker->claim(1, true);
  const auto of_one = worker->claim(1, true);
  const auto of_two = worker->claim(1, true);
  ASSERT_TRUE(of_one && of_two);
  EXPECT_EQ(of_one->body, "one " + sha256);
  EXPECT_EQ(of_two->body, "two");
  EXPECT_EQ(worker->bundle(*of_one, sha256), "bytes");
  EXPECT_TRUE(worker->finish(*of_one, "1"));
  EXPECT_EQ(one->outcome("a"), "1");
  EXPECT_EQ(two->outcome("a"), "");
  ASSERT_THAT(two->news(), SizeIs(1));
  jobs().remove_all();
  EXPECT_THAT(jobs().news(), IsEmpty());
  EXPECT_THAT(one->news(), SizeIs(1));
  one->remove("a");
  EXPECT_THAT(one->news(), IsEmpty());
  two->remove_all();
  EXPECT_FALSE(worker->finish(*of_two, "late"));
}

TEST_F(PostgresqlJobsTest, OfARefereeThatIsGoneAreRemovedByTheNext) {
  post("a");
  jobs().put_bundle(std::string(64, 'a'), "bytes");
  close();
  begin();
  EXPECT_FALSE(desk("w")->claim(4, true));
  EXPECT_EQ(PostgresConnection(uri()).number("SELECT count(*) FROM bundle"), 0);
}

TEST_F(PostgresqlJobsTest, ARefereeThatHasLostTheStorePostsNoneAndTouchesNoneOfTheNext) {
  post("a");
  PostgresConnection owner(uri());
  const auto next = take_over();
  const auto next_jobs = next->job_poster();
  next_jobs->post({"a", "of the next"});
  EXPECT_THROW(post("b"), StoreLost);
  EXPECT_THROW(jobs().put_bundle(std::string(64, 'a'), "bytes"), StoreLost);
  EXPECT_THROW(post("a"), StoreLost);
  jobs().remove("a");
  jobs().remove_all();
  EXPECT_EQ(owner.number("SELECT count(*) FROM job"), 1);
  const auto job = desk("w")->claim(4, true);
  ASSERT_TRUE(job);
  EXPECT_EQ(job->body, "of the next");
  EXPECT_THAT(jobs().news(), IsEmpty());
  EXPECT_THAT(next_jobs->news(), SizeIs(1));
}

TEST_F(PostgresqlJobsTest, OneThatIsBeingPostedWhenTheStoreIsTakenOverIsRemoved) {
  PostgresConnection owner(uri());
  PostgresConnection held(uri());
  const auto until_locked = [&](int sessions) {
    while (owner.number("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'") < sessions) {
      std::this_thread::yield();
    }
  };
  held.exec("BEGIN; LOCK TABLE waiting IN EXCLUSIVE MODE");
  std::thread posting([this] { post("a"); });
  until_locked(1);
  std::unique_ptr<Store> next;
  owner.exec("UPDATE store SET alive = clock_timestamp()");  // it is not silent: only its lock is lost
  owner.exec(
      "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE relation = 'playing'::regclass"
      " AND mode = 'ExclusiveLock'");
  std::thread opening([&] { next = open(); });
  until_locked(2);
  held.exec("COMMIT");
  posting.join();
  opening.join();
  EXPECT_EQ(owner.number("SELECT count(*) FROM job"), 0);
}

TEST_F(PostgresqlJobsTest, LoseABundleThatNoneOfThemNeeds) {
  const std::string one(64, '1');
  const std::string two(64, '2');
  jobs().put_bundle(one, "one");
  jobs().put_bundle(two, "two");
  jobs().post({"a", one + two});
  const auto poster = open_job_poster(uri());
  poster->put_bundle(one, "one");
  poster->remove_bundle(one);
  poster->remove_bundle(one);
  const auto worker = desk("w");
  const auto job = worker->claim(4, true);
  ASSERT_TRUE(job);
  EXPECT_EQ(worker->bundle(*job, one), "one") << "the tournament's is another one's";
  jobs().remove_bundle(one);
  jobs().remove_bundle(one);
  EXPECT_EQ(worker->bundle(*job, one), std::nullopt);
  EXPECT_EQ(worker->bundle(*job, two), "two");
}

TEST_F(PostgresqlJobsTest, OfAPosterThatIsGoneAreNotPlayedAndAreRemoved) {
  open_job_poster(uri())->post({"a", "body"});
  PostgresConnection owner(uri());
  owner.exec("UPDATE job SET wanted_until = clock_timestamp() - interval '1 s'");
  EXPECT_FALSE(desk("w")->claim(4, true));
  (void)open_job_poster(uri());
  EXPECT_EQ(owner.number("SELECT count(*) FROM job"), 1);
  owner.exec("UPDATE job SET wanted_until = wanted_until - interval '1 hour'");
  (void)open_job_poster(uri());
  EXPECT_EQ(owner.number("SELECT count(*) FROM job"), 0);
}

TEST_F(PostgresqlJobsTest, AStoreInAFileHasNone) {
  EXPECT_THROW(open_job_poster(StoreUri::parse("class.db")), NotAStore);
  EXPECT_THROW(open_job_desk(StoreUri::parse("class.db"), {"w", "{}", 4, 0}), NotAStore);
}

TEST_F(PostgresqlJobsTest, PostersNeedAStore) {
  EXPECT_THROW(open_job_poster(StoreUri::parse(uri().text() + "_none")), NotAStore);
}

}  // namespace
}  // namespace referee
