#include <SQLiteCpp/Database.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <memory>
#include <optional>
#include <string>

#include "referee/store/sqlite_store.h"
#include "tests/referee/store/sample_writes.h"
#include "tests/support/child.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using store_write::SetMeta;
using test_support::Child;
using testing::HasSubstr;
using testing::UnorderedElementsAre;
using namespace test_support;
using Access = SqliteStore::Access;

class StoreFile : public testing::Test {
 protected:
  std::filesystem::path path() const { return folder_ / "class.db"; }
  std::unique_ptr<SqliteStore> open(Access access = Access::exclusive) const {
    return std::make_unique<SqliteStore>(path(), access);
  }
  std::string why_not(Access access) const {
    return refusal([&] { open(access); });
  }
  /// Runs SQL on the file: creates an SQLite file that is no store, or alters the store.
  void change_by_hand(const std::string& sql) const {
    SQLite::Database database(path().string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec(sql);
  }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
      names.push_back(entry.path().filename().string());
    }
    return names;
  }
  std::string said(const std::string& what) const { return "store " + path().string() + what; }

  TempFolder folder_;
};

TEST_F(StoreFile, ReadingNeedsAStore) {
  EXPECT_EQ(why_not(Access::read_only), "no store " + path().string());
  EXPECT_FALSE(std::filesystem::exists(path()));
}

TEST_F(StoreFile, ATextFileIsNoStoreAndStaysAsItIs) {
  const std::string text = "name,points\nalice,3\n" + std::string(2000, ' ');
  write_file(path(), text);
  for (const Access access : {Access::exclusive, Access::read_only}) {
    EXPECT_EQ(why_not(access), said(": cannot open: file is not a database"));
  }
  EXPECT_EQ(read_file(path()), text);
  EXPECT_THAT(files(), UnorderedElementsAre("class.db"));
}

TEST_F(StoreFile, ADatabaseOfAnotherApplicationStaysAsItIs) {
  change_by_hand("CREATE TABLE phone(number INTEGER); PRAGMA application_id = 77");
  const std::string before = read_file(path());
  for (const Access access : {Access::exclusive, Access::read_only}) {
    EXPECT_EQ(why_not(access),
              said(": a database, but not of the referee (application 77 instead of 1919247973)"));
  }
  EXPECT_EQ(read_file(path()), before);
}

TEST_F(StoreFile, ADatabaseOfNoApplicationStaysAsItIs) {
  change_by_hand("CREATE TABLE phone(number INTEGER)");
  const std::string before = read_file(path());
  EXPECT_THAT(why_not(Access::exclusive), HasSubstr("not of the referee (application 0"));
  EXPECT_EQ(read_file(path()), before);
}

TEST_F(StoreFile, AnotherVersionIsRefusedNamingBoth) {
  open();
  for (const int version : {0, 1, 3}) {
    change_by_hand("PRAGMA user_version = " + std::to_string(version));
    for (const Access access : {Access::exclusive, Access::read_only}) {
      EXPECT_EQ(why_not(access),
                said(": of version " + std::to_string(version) +
                     "; this referee reads version 2: use the referee that wrote it, or name another store"));
    }
  }
}

TEST_F(StoreFile, ADamagedFileIsRefused) {
  open()->apply({SetMeta{"a", std::string(100'000, 'a')}});
  std::string bytes = read_file(path());
  std::fill(bytes.begin() + 100, bytes.end(), 'x');  // after the header
  write_file(path(), bytes);
  EXPECT_THAT(refusal([&] { open()->load(); }), HasSubstr("database disk image is malformed"));
}

TEST_F(StoreFile, NeitherAFolderNorAPipeIsAStore) {
  std::filesystem::create_directory(path());
  EXPECT_EQ(why_not(Access::exclusive), said(": not a plain file"));
  std::filesystem::remove(path());
  ASSERT_EQ(::mkfifo(path().c_str(), 0600), 0);
  EXPECT_EQ(why_not(Access::read_only), said(": not a plain file"));
}

TEST_F(StoreFile, AFolderThatIsNotThereIsNamed) {
  const std::filesystem::path far = folder_ / "none" / "class.db";
  EXPECT_EQ(refusal([&] { SqliteStore store(far, Access::exclusive); }),
            "store " + far.string() + ": the folder " + far.parent_path().string() +
                " does not exist: make it, or name another one");
}

TEST_F(StoreFile, OnlyTheOwnerReadsIt) {
  // New files mode 0600: hashes of tokens and secret seeds are in them.
  const auto store = open();
  store->apply({SetMeta{"a", "1"}});
  EXPECT_THAT(files(), UnorderedElementsAre("class.db", "class.db-wal", "class.db-shm", "class.db.lock"));
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
    EXPECT_EQ(entry.status().permissions(),
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write)
        << entry.path();
  }
}

TEST_F(StoreFile, AClosedStoreIsOneFile) {
  open()->apply({SetMeta{"a", "1"}});
  EXPECT_THAT(files(), UnorderedElementsAre("class.db"));
  const auto reader = open(Access::read_only);
  EXPECT_EQ(reader->load().meta.at("a"), "1");
  EXPECT_THAT(files(), UnorderedElementsAre("class.db")) << "reading makes none";
}

TEST_F(StoreFile, OneWhoseClosingWasCutOffCanBeRead) {
  open()->apply({SetMeta{"a", "1"}});
  // A change that is half written, with its journal, as the process that made it leaves them.
  const TempFolder left;
  {
    SQLite::Database database(path().string(), SQLite::OPEN_READWRITE);
    database.exec("PRAGMA cache_size = 1; BEGIN; UPDATE meta SET value = hex(zeroblob(100000))");
    std::filesystem::copy(folder_.path(), left.path(), std::filesystem::copy_options::recursive);
  }
  ASSERT_TRUE(std::filesystem::exists(left / "class.db-journal"));
  EXPECT_EQ(SqliteStore(left / "class.db", Access::read_only).load().meta.at("a"), "1");
}

TEST_F(StoreFile, AReaderBesideTheWriterSeesWhatIsCommitted) {
  const auto writer = open();
  writer->apply({SetMeta{"a", "1"}, begin_attempt(1)});
  const auto reader = open(Access::read_only);
  EXPECT_EQ(reader->load().meta.at("a"), "1");
  EXPECT_EQ(reader->record("r1t1g1", 1), "header of r1t1g1\n");
  writer->apply({SetMeta{"a", "2"}, finish_attempt(1)});
  EXPECT_EQ(reader->load().meta.at("a"), "2");
  EXPECT_EQ(reader->record("r1t1g1", 1), finish_attempt(1).record);
}

TEST_F(StoreFile, AReaderOutlivesTheWriter) {
  auto writer = open();
  const auto reader = open(Access::read_only);
  EXPECT_TRUE(reader->load().meta.empty());
  writer->apply({SetMeta{"a", "1"}});
  writer.reset();
  EXPECT_EQ(reader->load().meta.at("a"), "1");
  EXPECT_EQ(open()->load().meta.at("a"), "1");
}

TEST_F(StoreFile, AReaderWritesNothing) {
  open()->apply({SetMeta{"a", "1"}});
  const auto reader = open(Access::read_only);
  EXPECT_EQ(refusal([&] {
              reader->apply({SetMeta{"a", "2"}});
            }),
            said(": cannot set a: attempt to write a readonly database"));
}

TEST_F(StoreFile, ASecondWriterInTheSameProcessIsLockedOut) {
  auto first = open();
  EXPECT_EQ(why_not(Access::exclusive),
            said(" is in use by another referee (process " + std::to_string(::getpid()) + ")"));
  first->apply({SetMeta{"a", "1"}});
  first.reset();
  EXPECT_EQ(open()->load().meta.at("a"), "1");
}

TEST_F(StoreFile, ALinkToTheFileIsNoWayRoundTheLock) {
  const auto first = open();
  std::filesystem::create_symlink(path(), folder_ / "link.db");
  EXPECT_THAT(refusal([&] { SqliteStore second(folder_ / "link.db", Access::exclusive); }),
              HasSubstr("is in use by another referee"));
}

TEST_F(StoreFile, AHardLinkIsNoWayRoundTheLockEither) {
  const auto first = open();
  first->apply({SetMeta{"a", "1"}});
  std::filesystem::create_hard_link(path(), folder_ / "other.db");
  // By another process: one of this process would free the locks of the first.
  Child second({STORE_PROGRAM, "hold", (folder_ / "other.db").string()}, folder_.path().string());
  second.wait();
  EXPECT_EQ(second.code(), 3);
  EXPECT_EQ(second.err(), "store " + (folder_ / "other.db").string() +
                              " is in use by another referee, under another name\n");
  first->apply({SetMeta{"a", "2"}});
  EXPECT_EQ(first->load().meta.at("a"), "2");
}

TEST_F(StoreFile, AFileWithTwoNamesIsNotPlayedOn) {
  // SQLite's log goes by the name: what one name has in its log is missing under the other.
  open()->apply({SetMeta{"a", "1"}});
  std::filesystem::create_hard_link(path(), folder_ / "other.db");
  EXPECT_THAT(why_not(Access::exclusive), HasSubstr("the file has 2 names (hard links)"));
  EXPECT_EQ(open(Access::read_only)->load().meta.at("a"), "1");
  std::filesystem::remove(folder_ / "other.db");
  EXPECT_EQ(open()->load().meta.at("a"), "1");
}

// ---- what happens to the file while it is in use

/// What apply() says, and what is in NAME.rescued then.
void expect_rescued(SqliteStore& store, const std::filesystem::path& path) {
  EXPECT_EQ(refusal([&] {
              store.apply({SetMeta{"a", "lost"}});
            }),
            "store " + path.string() +
                " was deleted, moved or replaced by another file while in use. All that it "
                "held is now in " +
                path.string() + ".rescued: move that file to the store's name, and start again");
  SqliteStore rescued(path.string() + ".rescued", Access::read_only);
  EXPECT_EQ(rescued.load().meta.at("a"), "1");
  EXPECT_EQ(rescued.record("r1t1g1", 1), "header of r1t1g1\n");
}

TEST_F(StoreFile, WhatADeletedOneHeldIsRescued) {
  auto store = open();
  store->apply({SetMeta{"a", "1"}, begin_attempt(1)});
  for (const char* const suffix : {"", "-wal", "-shm"}) {
    std::filesystem::remove(path().string() + suffix);
  }
  expect_rescued(*store, path());
  store.reset();
  EXPECT_THAT(files(), UnorderedElementsAre("class.db.rescued"));
}

TEST_F(StoreFile, OneThatTakesItsPlaceIsLeftAlone) {
  auto store = open();
  store->apply({SetMeta{"a", "1"}, begin_attempt(1)});
  std::filesystem::create_directory(folder_ / "elsewhere");
  const std::filesystem::path other = folder_ / "elsewhere/class.db";
  auto newer = std::make_unique<SqliteStore>(other, Access::exclusive);
  newer->apply({SetMeta{"a", "newer"}});
  for (const char* const suffix : {"", "-wal", "-shm"}) {
    std::filesystem::rename(other.string() + suffix, path().string() + suffix);
  }
  expect_rescued(*store, path());
  store.reset();
  EXPECT_THAT(files(), UnorderedElementsAre("class.db", "class.db-wal", "class.db-shm", "class.db.rescued",
                                            "elsewhere"))
      << "the log of the other one stays";
  newer.reset();
  EXPECT_EQ(open()->load().meta.at("a"), "newer");
}

TEST_F(StoreFile, WhatAnotherProgramHoldsLockedSaysSo) {
  auto store = open();
  SQLite::Database other(path().string(), SQLite::OPEN_READWRITE);
  other.exec("BEGIN IMMEDIATE");
  EXPECT_EQ(refusal([&] {
              store->apply({SetMeta{"a", "1"}});
            }),
            said(": cannot write: database is locked: another program holds it locked; end that program, and "
                 "start again"));
  other.exec("ROLLBACK");
  store->apply({SetMeta{"a", "1"}});
}

// ---- copies

TEST_F(StoreFile, ACopyOfOneInUseIsWholeAndOneFile) {
  const auto store = open();
  store->apply({SetMeta{"a", "1"}, begin_attempt(1), begin_attempt(2), finish_attempt(2)});
  const std::filesystem::path copy = folder_ / "copy.db";
  open(Access::read_only)->back_up(copy);
  store->apply({SetMeta{"a", "2"}});
  EXPECT_THAT(files(),
              UnorderedElementsAre("class.db", "class.db-wal", "class.db-shm", "class.db.lock", "copy.db"));
  EXPECT_EQ(std::filesystem::status(copy).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  SqliteStore read(copy, Access::exclusive);
  EXPECT_EQ(read.load().meta.at("a"), "1");
  EXPECT_EQ(read.load().games, store->load().games);
  EXPECT_EQ(read.record("r1t2g1", 1), finish_attempt(2).record);
  EXPECT_TRUE(read.damage().empty());
}

TEST_F(StoreFile, ACopyReplacesNothing) {
  const auto store = open();
  for (const char* const name : {"there.db", "there.db-wal", "there.db-journal"}) {
    write_file(folder_ / name, "mine");
    EXPECT_EQ(refusal([&] { store->back_up(folder_ / "there.db"); }),
              "store " + (folder_ / "there.db").string() + ": " + (folder_ / name).string() +
                  " exists already: name another file, or move this one away");
    EXPECT_EQ(read_file(folder_ / name), "mine");
    std::filesystem::remove(folder_ / name);
  }
  EXPECT_THAT(refusal([&] { store->back_up(path()); }), HasSubstr("is in use by another referee"));
}

TEST_F(StoreFile, DamageIsFound) {
  open()->apply({SetMeta{"a", std::string(100'000, 'a')}, begin_attempt(1)});
  EXPECT_TRUE(open(Access::read_only)->damage().empty());
  change_by_hand("PRAGMA foreign_keys = OFF; DELETE FROM game");
  EXPECT_EQ(open(Access::read_only)->damage(),
            std::vector<std::string>{"row 1 of table journal belongs to no row of table game"});
  std::string bytes = read_file(path());
  std::fill(bytes.end() - 50'000, bytes.end() - 20'000, 'x');
  write_file(path(), bytes);
  const auto damage = open(Access::read_only)->damage();
  EXPECT_FALSE(damage.empty());
  EXPECT_LE(damage.size(), std::size_t{Store::kMaxDamage});
}

TEST_F(StoreFile, AnotherProcessIsLockedOutUntilTheHolderDies) {
  Child holder({STORE_PROGRAM, "hold", path().string()}, folder_.path().string());
  ASSERT_EQ(holder.wait_for_line("open"), "open");
  EXPECT_EQ(why_not(Access::exclusive),
            said(" is in use by another referee (process " + std::to_string(holder.pid()) + ")"));
  holder.signal(SIGKILL);
  holder.wait();
  open()->apply({SetMeta{"a", "1"}});
  EXPECT_THAT(files(), UnorderedElementsAre("class.db")) << "what the dead one has left is gone, too";
}

}  // namespace
}  // namespace referee
