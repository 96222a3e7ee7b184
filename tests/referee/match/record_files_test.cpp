#include "referee/match/record_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <system_error>

#include "referee/match/stderr_file.h"
#include "tests/support/complaint.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using test_support::read_file;
using test_support::TempFolder;
using test_support::write_file;

/// Lets no file of this process grow beyond `bytes`: writing fails as on a full disk.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

/// Lets this process open no more descriptors.
class NoDescriptors {
 public:
  NoDescriptors() {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit none{0, before_.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &none);
  }
  ~NoDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  NoDescriptors(const NoDescriptors&) = delete;
  NoDescriptors& operator=(const NoDescriptors&) = delete;

 private:
  rlimit before_{};
};

std::size_t files_in(const std::filesystem::path& folder) {
  const std::filesystem::directory_iterator all(folder);
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

TEST(WriteFileAtomically, WritesAndReplaces) {
  const TempFolder folder;
  write_file_atomically(folder / "a", "one");
  EXPECT_EQ(read_file(folder / "a"), "one");
  write_file_atomically(folder / "a", std::string(3'000'000, 'x'));
  EXPECT_EQ(read_file(folder / "a"), std::string(3'000'000, 'x'));
  write_file_atomically(folder / "a", "");
  EXPECT_EQ(read_file(folder / "a"), "");
  EXPECT_EQ(files_in(folder.path()), 1U) << "no draft is left";
}

TEST(WriteFileAtomically, TheOldFileIsIntactWhenTheWriteFails) {
  // "after a crash or with a full disk there is the old file or the whole new one"
  const TempFolder folder;
  write_file(folder / "a", "old");
  {
    const SmallDisk disk(1000);
    EXPECT_EQ(test_support::complaint<std::system_error>(
                  [&] { write_file_atomically(folder / "a", std::string(5000, 'x')); }),
              "cannot write " + (folder / "a").string() + ": File too large");
  }
  EXPECT_EQ(read_file(folder / "a"), "old");
  EXPECT_EQ(files_in(folder.path()), 1U) << "no draft is left";
}

TEST(WriteFileAtomically, APathThatCannotBeWrittenIsNamed) {
  const TempFolder folder;
  for (const auto& path : {folder / "missing" / "a", folder.path()}) {
    EXPECT_THAT(test_support::complaint<std::system_error>([&] { write_file_atomically(path, "text"); }),
                testing::StartsWith("cannot write " + path.string()));
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path().string() + ".tmp")) << "no draft is left";
}

TEST(CheckWritable, LeavesWhatIsThere) {
  const TempFolder folder;
  write_file(folder / "a", "old");
  check_writable(folder / "a");
  check_writable(folder / "new");
  EXPECT_EQ(read_file(folder / "a"), "old");
  EXPECT_EQ(files_in(folder.path()), 1U);
}

TEST(RecordFiles, ParallelRunsHaveDifferentNames) {
  const TempFolder folder;
  RecordFiles one(folder.path());
  RecordFiles other(folder.path());
  EXPECT_EQ(one.reserve_run("walls"), "walls-1");
  EXPECT_EQ(other.reserve_run("walls"), "walls-2");
  EXPECT_EQ(one.reserve_run("walls"), "walls-3");
}

TEST(RecordFiles, ARunWithoutRecordsGivesItsNameBackAndOneWithRecordsKeepsIt) {
  const TempFolder folder;
  for (const bool is_void : {false, true}) {
    {
      RecordFiles files(folder.path());
      EXPECT_EQ(files.reserve_run("walls"), is_void ? "walls-2" : "walls-1");
    }
    RecordFiles files(folder.path());
    const std::string run = files.reserve_run("walls");
    EXPECT_EQ(run, is_void ? "walls-2" : "walls-1");
    files.write(run + "g1", 1, is_void, "{}\n");
  }
  RecordFiles files(folder.path());
  EXPECT_EQ(files.reserve_run("walls"), "walls-3");
}

TEST(RecordFiles, VoidAttemptsStandBesideTheOneThatCounts) {
  // "MATCH.jsonl is the attempt that counts, MATCH.aN.jsonl the void ones."
  const TempFolder folder;
  RecordFiles files(folder.path());
  EXPECT_EQ(files.write("walls-1g1", 1, true, "void"), folder / "records" / "walls-1g1.a1.jsonl");
  EXPECT_EQ(files.write("walls-1g1", 2, false, "good"), folder / "records" / "walls-1g1.jsonl");
  EXPECT_EQ(read_file(folder / "records" / "walls-1g1.a1.jsonl"), "void");
  EXPECT_EQ(read_file(folder / "records" / "walls-1g1.jsonl"), "good");
}

TEST(WriteFileAtomically, WithoutWaitingForTheDiskItIsTheSame) {
  const TempFolder folder;
  write_file_atomically(folder / "a", "one", Sync::none);
  write_file_atomically(folder / "a", "two", Sync::none);
  EXPECT_EQ(read_file(folder / "a"), "two");
  {
    const SmallDisk disk(1000);
    EXPECT_THROW(write_file_atomically(folder / "a", std::string(5000, 'x'), Sync::none), std::system_error);
  }
  EXPECT_EQ(read_file(folder / "a"), "two");
  EXPECT_EQ(files_in(folder.path()), 1U) << "no draft is left";
}

TEST(RecordFiles, ARecordThatCountsNoMoreIsAVoidOne) {
  // "MATCH.jsonl is the attempt that counts, MATCH.aN.jsonl the void ones."
  const TempFolder folder;
  RecordFiles files(folder.path(), Sync::none);
  files.write("r1t1g1", 2, false, "counts");
  files.replace_by_void("r1t1g1", 2, "void");
  EXPECT_EQ(read_file(folder / "records" / "r1t1g1.a2.jsonl"), "void");
  EXPECT_FALSE(std::filesystem::exists(folder / "records" / "r1t1g1.jsonl"));
}

TEST(RecordFiles, AllRecordsOfAMatchAreRemoved) {
  const TempFolder folder;
  RecordFiles files(folder.path());
  files.write("r1t1g1", 1, true, "void\n");
  const auto counts = files.write("r1t1g1", 2, false, "one\n");
  const auto other = files.write("r1t1g10", 1, false, "ten\n");
  files.remove("r1t1g1", 2);
  EXPECT_FALSE(std::filesystem::exists(counts));
  EXPECT_FALSE(std::filesystem::exists(counts.parent_path() / "r1t1g1.a1.jsonl"));
  EXPECT_EQ(read_file(other), "ten\n");
  files.remove("r1t1g1", 2);  // what has no file is no failure
}

TEST(RecordFiles, ReplaysOfAMatchAreRemovedWithItWhicheverRunHasLeftThem) {
  const TempFolder folder;
  const auto replay = [&](const char* name) { return folder / "records" / name; };
  std::filesystem::create_directories(folder / "records");
  write_file(replay("r1t1g1.a1.replay.json"), "earlier run");
  write_file(replay("r1t1g10.replay"), "another match");
  RecordFiles files(folder.path());
  files.remove("r1t1g2", 1);
  MatchResult result;
  result.replay =
      MatchResult::Replay{"r1t1g1.replay.json", 3, "", std::make_shared<const std::string>("one")};
  files.keep_replay(result);
  ASSERT_EQ(read_file(replay("r1t1g1.replay.json")), "one");
  files.remove("r1t1g1", 2);
  EXPECT_FALSE(std::filesystem::exists(replay("r1t1g1.replay.json")));
  EXPECT_FALSE(std::filesystem::exists(replay("r1t1g1.a1.replay.json")));
  EXPECT_EQ(read_file(replay("r1t1g10.replay")), "another match");
}

TEST(RecordFiles, FolderIsListedOnceHoweverManyMatchesAreRemoved) {
  const TempFolder folder;
  RecordFiles files(folder.path());
  files.remove("r1t1g1", 1);
  const auto unknown = folder / "records" / "r1t2g1.replay";  // that only another listing would find
  write_file(unknown, "");
  files.remove("r1t2g1", 1);
  EXPECT_TRUE(std::filesystem::exists(unknown));
}

TEST(RecordFiles, RecordsOfAnotherTournamentAreSetAside) {
  const TempFolder folder;
  RecordFiles files(folder.path());
  EXPECT_EQ(files.set_aside(), "") << "there are none";
  for (const char* number : {"1", "2"}) {
    files.write("r1t1g1", 1, false, number);
    const std::string aside = (folder / "records.").string() + number;
    EXPECT_EQ(files.set_aside(), aside);
    EXPECT_EQ(read_file(std::filesystem::path(aside) / "r1t1g1.jsonl"), number);
    EXPECT_EQ(files_in(folder / "records"), 0U);
  }
}

TEST(RecordFiles, StandardErrorBeginsAnewUnlessAnEarlierRunIsGoneOnWith) {
  const TempFolder folder;
  const auto kept = [&] { return read_file(folder / "bots" / "alice.stderr"); };
  {
    RecordFiles files(folder.path());
    files.keep_stderr("alice", "r1t1g1", 1, MarkedText("one\n"));
    files.keep_stderr("alice", "r1t1g2", 1, MarkedText("two\n"));
    EXPECT_EQ(kept(), "== r1t1g1\none\n== r1t1g2\ntwo\n");
  }
  {
    RecordFiles files(folder.path());
    files.go_on();
    files.keep_stderr("alice", "r2t1g1", 1, MarkedText("three\n"));
    EXPECT_EQ(kept(), "== r1t1g1\none\n== r1t1g2\ntwo\n== r2t1g1\nthree\n");
  }
  RecordFiles files(folder.path());
  files.keep_stderr("alice", "r1t1g1", 1, MarkedText("new\n"));
  EXPECT_EQ(kept(), "== r1t1g1\nnew\n");
}

TEST(RecordFiles, StandardErrorIsFoundByAttemptAndTurn) {
  const TempFolder folder;
  RecordFiles files(folder.path());
  const StderrFile file(files.stderr_path("alice"));
  EXPECT_FALSE(file.of("r1t1g1", 1)) << "there is none";
  MarkedText written("one\n");
  written.mark(0);
  written.append("two\n");
  written.mark(5);
  written.append("end\n");
  files.keep_stderr("alice", "r1t1g1", 1, MarkedText("of the void attempt\n"));
  files.keep_stderr("alice", "r1t1g1", 2, written);
  ASSERT_TRUE(file.of("r1t1g1", 2));
  EXPECT_EQ(file.of("r1t1g1", 2)->parts(), written.parts());
  EXPECT_EQ(file.of("r1t1g1", 1)->text(), "of the void attempt\n");
  EXPECT_FALSE(file.of("r1t1g1", 3));
  EXPECT_FALSE(file.of("r1t1g", 1));

  std::filesystem::remove(folder / "bots" / "alice.stderr.turns");
  EXPECT_FALSE(file.of("r1t1g1", 2)) << "without the turns";
  EXPECT_THAT(read_file(folder / "bots" / "alice.stderr"), testing::HasSubstr("two\n"));
}

TEST(RecordFiles, StandardErrorIsForItsOwnerWhateverTheUmaskIs) {
  const TempFolder folder;
  const mode_t before = ::umask(0);
  const auto mode = [&](const char* name) {
    return static_cast<int>(std::filesystem::status(folder / "bots" / name).permissions());
  };
  RecordFiles files(folder.path());
  write_file(folder / "bots" / "bob.stderr", "copied");
  write_file(folder / "bots" / "carol.stderr", "copied\n");
  std::filesystem::permissions(folder / "bots" / "carol.stderr", std::filesystem::perms(0644));
  files.keep_stderr("alice", "r1t1g1", 1, MarkedText("the maze\n"));
  files.keep_stderr("bob", "r1t1g1", 1, MarkedText("the maze\n"));
  RecordFiles later(folder.path());
  later.go_on();
  later.keep_stderr("carol", "r1t1g2", 1, MarkedText("the maze\n"));
  ::umask(before);
  EXPECT_EQ(mode("alice.stderr"), 0600);
  EXPECT_EQ(mode("alice.stderr.turns"), 0600);
  EXPECT_EQ(mode("bob.stderr"), 0600);
  EXPECT_EQ(mode("carol.stderr"), 0600) << "it went on in a file that all could read";
}

TEST(RecordFiles, StandardErrorIsBounded) {
  // A bot that floods its standard error, match after match, does not fill the disk.
  const TempFolder folder;
  RecordFiles files(folder.path());
  const std::string flood(StderrFile::kMaxBytes / 4, 'x');
  for (int match = 0; match < 10; ++match) {
    files.keep_stderr("alice", "r1t1g1", 1, MarkedText(flood));
  }
  const std::string kept = read_file(folder / "bots" / "alice.stderr");
  EXPECT_LE(kept.size(), StderrFile::kMaxBytes);
  EXPECT_GE(kept.size(), 3 * flood.size());
  files.keep_stderr("alice", "r1t1g2", 1, MarkedText("a word\n"));
  EXPECT_TRUE(read_file(folder / "bots" / "alice.stderr").ends_with("a word\n")) << "there is room for it";
}

TEST(RecordFiles, WhatHasNoDescriptorIsNotedForLater) {
#ifdef SANITIZED
  GTEST_SKIP() << "a sanitizer needs descriptors to look at an exception";
#endif
  const TempFolder folder;
  RecordFiles files(folder.path());
  {
    const NoDescriptors none;
    EXPECT_EQ(files.write_or_note("r1t1g1", 2, true, "void"), "");
    EXPECT_EQ(files.write_or_note("r1t2g1", 1, false, "done"), "");
    EXPECT_THROW(files.write("r1t2g1", 1, false, "done"), std::system_error);
  }
  ASSERT_EQ(files.unwritten().size(), 2U);
  EXPECT_EQ(files.unwritten()[0].match, "r1t1g1");
  EXPECT_EQ(files.unwritten()[0].attempt, 2);
  EXPECT_TRUE(files.unwritten()[0].is_void);
  files.replace_by_void("r1t2g1", 1, "void");
  EXPECT_EQ(files.unwritten().size(), 1U) << "what the arbiter has made void is not written as it was";
  for (const auto& late : files.take_unwritten()) {
    EXPECT_EQ(files.write_or_note(late.match, late.attempt, late.is_void, "void"),
              folder / "records/r1t1g1.a2.jsonl");
  }
  EXPECT_TRUE(files.unwritten().empty());
  EXPECT_EQ(read_file(folder / "records/r1t1g1.a2.jsonl"), "void");
  EXPECT_EQ(files_in(folder / "records"), 2U);
}

}  // namespace
}  // namespace referee
