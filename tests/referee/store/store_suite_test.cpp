#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <string>
#include <tuple>

#include "tests/referee/store/sample_writes.h"
#include "tests/referee/store/store_place.h"

namespace referee {
namespace {

using store_write::AddChange;
using store_write::BeginAttempt;
using store_write::ChangeStatus;
using store_write::ForgetMatch;
using store_write::ForgetVersions;
using store_write::PutEntrant;
using store_write::PutRound;
using store_write::PutVersion;
using store_write::SetMeta;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace test_support;
using Status = StoredAttempt::Status;

/// What every kind of store promises.
class StoreSuite : public testing::TestWithParam<MakePlace> {
 protected:
  void SetUp() override {
    if (!place_) {
      GTEST_SKIP() << kNoServer;
    }
  }
  std::unique_ptr<Store> open() const { return open_store(place_->uri(), StoreAccess::exclusive); }

 private:
  std::unique_ptr<StorePlace> place_ = GetParam()();
};

INSTANTIATE_TEST_SUITE_P(Sqlite, StoreSuite, testing::Values(&sqlite_place));
INSTANTIATE_TEST_SUITE_P(Postgresql, StoreSuite, testing::Values(&postgresql_place));

TEST_P(StoreSuite, ANewStoreIsEmpty) {
  const auto store = open();
  const StoreContent content = store->load();
  EXPECT_THAT(content.meta, IsEmpty());
  EXPECT_THAT(content.entrants, IsEmpty());
  EXPECT_THAT(content.rounds, IsEmpty());
  EXPECT_THAT(content.games, IsEmpty());
  EXPECT_THAT(content.changes, IsEmpty());
  EXPECT_EQ(store->record("r1t1g1", 1), "");
}

TEST_P(StoreSuite, KeepsMeta) {
  open()->apply(
      {SetMeta{"frozen", awkward("{}")}, SetMeta{"seed", "1"}, SetMeta{"seed", "2"}, SetMeta{"", ""}});
  const std::map<std::string, std::string> expected{{"frozen", awkward("{}")}, {"seed", "2"}, {"", ""}};
  EXPECT_EQ(open()->load().meta, expected);
}

TEST_P(StoreSuite, KeepsEntrantsByNumberAndTheirNewestState) {
  StoredEntrant alice = entrant(0, "alice");
  const StoredEntrant bob = entrant(1, "bob");
  open()->apply({PutEntrant{bob}, PutEntrant{alice}});
  EXPECT_EQ(open()->load().entrants, (std::vector{alice, bob}));
  alice.display = awkward("Älice");
  alice.token_sha256 = std::string(64, 'a');
  alice.joined = "2026-11-20T09:00:00.000Z";
  alice.withdrawn = "did not come twice";
  alice.by_no_show = true;
  alice.no_shows = 2;
  open()->apply({PutEntrant{alice}});
  EXPECT_EQ(open()->load().entrants, (std::vector{alice, bob}));
}

TEST_P(StoreSuite, KeepsVersionsByEntrantAndNumberAndTheirNewestState) {
  StoredEntrant alice = entrant(0, "alice");
  alice.version = 2;
  StoredVersion first{.entrant = 0,
                      .number = 1,
                      .sha256 = std::string(64, 'a'),
                      .at = "2026-11-20T09:00:00.000Z",
                      .bytes = 1'234'567'890'123,
                      .report = ""};
  const StoredVersion second{.entrant = 0,
                             .number = 2,
                             .sha256 = std::string(64, 'b'),
                             .at = "2026-11-20T10:00:00.000Z",
                             .status = StoredVersion::Status::ready,
                             .report = awkward("{}")};
  const StoredVersion of_bob{
      .entrant = 1, .number = 1, .sha256 = std::string(64, 'a'), .at = "", .report = ""};
  open()->apply({PutEntrant{alice}, PutEntrant{entrant(1, "bob")}, PutVersion{of_bob}, PutVersion{second},
                 PutVersion{first}});
  EXPECT_EQ(open()->load().versions, (std::vector{first, second, of_bob}));
  first.status = StoredVersion::Status::failed;
  first.report = R"({"problem":"it does not build"})";
  open()->apply({PutVersion{first}});
  EXPECT_EQ(open()->load().versions, (std::vector{first, second, of_bob}));
  EXPECT_EQ(open()->load().entrants[0].version, 2);
  open()->apply({ForgetVersions{0}});
  EXPECT_EQ(open()->load().versions, std::vector{of_bob});
  EXPECT_EQ(open()->load().entrants[0].version, 0);
}

TEST_P(StoreSuite, KeepsRoundsByNumberAndTheirNewestPairing) {
  open()->apply({PutRound{{2, "[]"}}, PutRound{{1, awkward("[[0,1]]")}}});
  open()->apply({PutRound{{2, "[[1,0]]"}}});
  EXPECT_EQ(open()->load().rounds, (std::vector<StoredRound>{{1, awkward("[[0,1]]")}, {2, "[[1,0]]"}}));
}

TEST_P(StoreSuite, KeepsChangesInTheOrderOfTime) {
  const StoredChange second{"2026-11-20T08:00:02.000Z", 3, awkward("bob is withdrawn")};
  open()->apply({AddChange{{"2026-11-20T08:00:01.000Z", 0, "paused"}}});
  open()->apply({AddChange{second}, AddChange{second}});
  EXPECT_EQ(open()->load().changes,
            (std::vector<StoredChange>{{"2026-11-20T08:00:01.000Z", 0, "paused"}, second, second}));
}

TEST_P(StoreSuite, KeepsGamesInTheOrderInWhichTheyBegan) {
  BeginAttempt begun = begin_attempt(1);
  begun.game.round = 4;
  begun.game.table = 5;
  begun.game.game_no = 6;
  begun.game.attempt = 7;
  open()->apply({begin_attempt(2), begun});
  const std::vector<StoredAttempt> games = open()->load().games;
  ASSERT_EQ(games.size(), 2U);
  EXPECT_EQ(games[0], begin_attempt(2).game);
  EXPECT_EQ(games[1], begun.game);
}

TEST_P(StoreSuite, TheRecordOfARunningAttemptIsItsHeaderAndItsJournal) {
  const auto store = open();
  store->apply({begin_attempt(1), begin_attempt(2), journal(1, awkward("turn 0\n"))});
  store->apply({journal(2, "other\n"), journal(1, "turn 1\nturn 2\n")});
  EXPECT_EQ(store->record("r1t1g1", 1), "header of r1t1g1\n" + awkward("turn 0\n") + "turn 1\nturn 2\n");
  EXPECT_EQ(store->record("r1t1g1", 2), "");
}

TEST_P(StoreSuite, AFinishedAttemptHasItsResultAndItsWholeRecord) {
  store_write::FinishAttempt finish = finish_attempt(1);
  finish.result = awkward("{}");
  finish.record = awkward("whole");
  open()->apply({begin_attempt(1), journal(1, "turn 0\n"), finish});
  const auto store = open();
  StoredAttempt expected = begin_attempt(1).game;
  expected.status = Status::done;
  expected.result = finish.result;
  EXPECT_EQ(store->load().games, std::vector{expected});
  EXPECT_EQ(store->record("r1t1g1", 1), finish.record) << "and nothing of the journal";
}

TEST_P(StoreSuite, AVoidAttemptIsFollowedByTheNext) {
  // StoredAttempt::result: "empty while running or void"
  const auto store = open();
  store->apply({begin_attempt(1), finish_attempt(1, Status::voided), begin_attempt(1, 2)});
  const auto games = store->load().games;
  ASSERT_EQ(games.size(), 2U);
  EXPECT_EQ(games[0].status, Status::voided);
  EXPECT_EQ(games[0].result, "");
  EXPECT_EQ(games[1].status, Status::running);
  EXPECT_EQ(store->record("r1t1g1", 1), "record of r1t1g1\n");
  EXPECT_EQ(store->record("r1t1g1", 2), "header of r1t1g1\n");
}

TEST_P(StoreSuite, TheArbiterStrikesAndVoids) {
  const auto store = open();
  store->apply({begin_attempt(1), begin_attempt(2), finish_attempt(1), finish_attempt(2)});
  store->apply({ChangeStatus{"r1t1g1", 1, Status::struck}, ChangeStatus{"r1t2g1", 1, Status::voided},
                begin_attempt(2, 2), finish_attempt(2, Status::done, 2)});
  const auto games = store->load().games;
  ASSERT_EQ(games.size(), 3U);
  EXPECT_EQ(games[0].status, Status::struck);
  EXPECT_EQ(games[0].result, finish_attempt(1).result);
  EXPECT_EQ(games[1].status, Status::voided);
  EXPECT_EQ(games[1].result, "");
  EXPECT_EQ(games[2].status, Status::done);
}

TEST_P(StoreSuite, AMatchIsForgottenWithAllItsAttempts) {
  const auto store = open();
  store->apply({begin_attempt(1), finish_attempt(1, Status::voided), begin_attempt(1, 2), begin_attempt(2),
                finish_attempt(2)});
  EXPECT_THAT(refusal([&] { store->apply({ForgetMatch{"r1t1g1"}}); }),
              HasSubstr("cannot remove match r1t1g1: it is running"));
  EXPECT_EQ(store->load().games.size(), 3U);
  store->apply({finish_attempt(1, Status::done, 2), ForgetMatch{"r1t1g1"}, ForgetMatch{"r9t9g9"}});
  ASSERT_EQ(store->load().games.size(), 1U);
  EXPECT_EQ(store->load().games[0].match, "r1t2g1");
  EXPECT_EQ(store->record("r1t1g1", 1), "");
  EXPECT_EQ(store->record("r1t1g1", 2), "");
  EXPECT_EQ(store->record("r1t2g1", 1), "record of r1t2g1\n");
  EXPECT_THAT(store->damage(), IsEmpty());
}

TEST_P(StoreSuite, DoesAllOrNothing) {
  const auto store = open();
  store->apply({SetMeta{"a", "1"}});
  EXPECT_NE(
      refusal([&] {
        store->apply({SetMeta{"a", "2"}, PutEntrant{entrant(0, "alice")}, begin_attempt(1), journal(1, "x"),
                      AddChange{{"now", 1, "x"}}, journal(2, "of a game that never began")});
      }),
      "");
  EXPECT_EQ(store->load().meta.at("a"), "1");
  EXPECT_THAT(store->load().entrants, IsEmpty());
  EXPECT_THAT(store->load().games, IsEmpty());
  EXPECT_THAT(store->load().changes, IsEmpty());
  store->apply({SetMeta{"a", "3"}, begin_attempt(1)});
  EXPECT_EQ(store->load().meta.at("a"), "3");
  EXPECT_EQ(store->load().games.size(), 1U);
}

/// A state of the store, a write that it refuses, and the message.
struct Refused {
  const char* name;
  std::vector<StoreWrite> before;
  StoreWrite write;
  const char* message;
};

void PrintTo(const Refused& refused, std::ostream* out) { *out << refused.name; }

class StoreRefusal : public testing::TestWithParam<std::tuple<MakePlace, Refused>> {};

TEST_P(StoreRefusal, SaysWhatAndChangesNothing) {
  const auto& [make_place, refused] = GetParam();
  const std::unique_ptr<StorePlace> place = make_place();
  if (!place) {
    GTEST_SKIP() << kNoServer;
  }
  const auto store = open_store(place->uri(), StoreAccess::exclusive);
  store->apply(refused.before);
  const StoreContent before = store->load();
  EXPECT_THAT(
      refusal([&] { store->apply({refused.write}); }),
      testing::AllOf(HasSubstr("store " + place->uri().text() + ": cannot "), HasSubstr(refused.message)));
  EXPECT_EQ(store->load().games, before.games);
  EXPECT_EQ(store->load().entrants, before.entrants);
}

const std::vector<Refused> kRefused{

    Refused{"SecondResultOfAGame",
            {begin_attempt(1), begin_attempt(1, 2), finish_attempt(1)},
            finish_attempt(1, Status::done, 2),
            "cannot finish attempt 2 of r1t1g1: "},
    Refused{
        "TheSameAttemptAgain", {begin_attempt(1)}, begin_attempt(1), "cannot begin attempt 1 of r1t1g1: "},
    Refused{
        "EndOfWhatNeverBegan", {}, finish_attempt(1), "cannot finish attempt 1 of r1t1g1: it is not running"},
    Refused{"EndOfWhatHasEnded",
            {begin_attempt(1), finish_attempt(1)},
            finish_attempt(1),
            "cannot finish attempt 1 of r1t1g1: it is not running"},
    Refused{"EndAsRunning", {begin_attempt(1)}, finish_attempt(1, Status::running), "'running' is no end"},
    Refused{"JournalOfWhatHasEnded",
            {begin_attempt(1), finish_attempt(1)},
            journal(1, "x"),
            "cannot continue the record of attempt 1 of r1t1g1: it is not running"},
    Refused{"StrikeOfWhatIsRunning",
            {begin_attempt(1)},
            ChangeStatus{"r1t1g1", 1, Status::struck},
            "cannot change the status to struck of attempt 1 of r1t1g1: it is not finished"},
    Refused{"StrikeOfWhatIsUnknown", {}, ChangeStatus{"r1t1g1", 1, Status::struck}, "it is not finished"},
    Refused{"BackToDone",
            {begin_attempt(1), finish_attempt(1, Status::voided)},
            ChangeStatus{"r1t1g1", 1, Status::done},
            "voided or struck"},
    // "Names: unique after case folding (they become file names)"
    Refused{"ANameTwice",
            {PutEntrant{entrant(0, "Alice")}},
            PutEntrant{entrant(1, "aLICE")},
            "cannot keep entrant 1, aLICE: "},
    // "The store owns the roster: whoever is in it stays."
    Refused{"AnotherNameForANumber",
            {PutEntrant{entrant(0, "alice")}},
            PutEntrant{entrant(0, "bob")},
            "cannot keep entrant 0, bob: "},
    Refused{"AnotherSpellingForANumber",
            {PutEntrant{entrant(0, "alice")}},
            PutEntrant{entrant(0, "Alice")},
            "cannot keep entrant 0, Alice: "}};

std::string name_of(const testing::TestParamInfo<std::tuple<MakePlace, Refused>>& info) {
  return std::get<Refused>(info.param).name;
}

INSTANTIATE_TEST_SUITE_P(Sqlite, StoreRefusal,
                         testing::Combine(testing::Values(&sqlite_place), testing::ValuesIn(kRefused)),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Postgresql, StoreRefusal,
                         testing::Combine(testing::Values(&postgresql_place), testing::ValuesIn(kRefused)),
                         name_of);

TEST_P(StoreSuite, AStruckGameMayHaveAnotherResult) {
  const auto store = open();
  store->apply({begin_attempt(1), finish_attempt(1), ChangeStatus{"r1t1g1", 1, Status::struck}});
  store->apply({begin_attempt(1, 2), finish_attempt(1, Status::done, 2)});
  EXPECT_EQ(store->load().games.size(), 2U);
}

}  // namespace
}  // namespace referee
