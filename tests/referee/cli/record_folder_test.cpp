#include "referee/cli/record_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "referee/base/files.h"
#include "tests/support/complaint.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using test_support::complaint;
using test_support::TempFolder;
using testing::HasSubstr;

class RecordFolder : public testing::Test {
 protected:
  void add(const std::string& name) {
    std::filesystem::create_directories((folder_.path() / name).parent_path());
    write_file_atomically(folder_.path() / name, "");
  }
  std::vector<std::string> names(const std::string& inside = "") {
    std::vector<std::string> names;
    for (const std::filesystem::path& record : records_in(folder_.path() / inside)) {
      names.push_back(record.lexically_relative(folder_.path()).string());
    }
    return names;
  }

  TempFolder folder_;
};

TEST_F(RecordFolder, TheNewestRecordIsTheOneThatWasWrittenLast) {
  for (const char* name : {"records/w-1g1.jsonl", "records/w-2g1.jsonl", "records/w-3g1.jsonl"}) {
    add(name);
    std::filesystem::last_write_time(folder_.path() / name, std::filesystem::file_time_type{});
  }
  EXPECT_EQ(newest_record(folder_.path()).filename(), "w-3g1.jsonl") << "all are as new";
  std::filesystem::last_write_time(folder_.path() / "records/w-2g1.jsonl",
                                   std::filesystem::file_time_type{} + std::chrono::hours(1));
  EXPECT_EQ(newest_record(folder_.path()).filename(), "w-2g1.jsonl");
}

TEST_F(RecordFolder, ItsRecordsStandInTheOrderOfTheirNumbers) {
  for (const char* name : {"w-1g10.jsonl", "w-1g9.jsonl", "w-1g1.jsonl", "notes.txt", "x.jsonl/file"}) {
    add(name);
  }
  EXPECT_EQ(names(), (std::vector<std::string>{"w-1g1.jsonl", "w-1g9.jsonl", "w-1g10.jsonl"}));
}

TEST_F(RecordFolder, OfReportsIsTheFolderInIt) {
  add("records/w-1g1.jsonl");
  EXPECT_EQ(names(), std::vector<std::string>{"records/w-1g1.jsonl"});
}

TEST_F(RecordFolder, WithoutRecordsIsRefused) {
  EXPECT_THAT(complaint([&] { names(); }), HasSubstr("no records in this folder"));
  EXPECT_THAT(complaint([&] { names("none"); }), HasSubstr("none: cannot be read: no such file"));
}

TEST_F(RecordFolder, TheOnlyRecordIsTakenAndOfSeveralTheNamesAreSaid) {
  add("records/w-1g1.jsonl");
  const std::filesystem::path only = folder_.path() / "records/w-1g1.jsonl";
  EXPECT_EQ(only_record(only), only);
  EXPECT_EQ(only_record(folder_.path()), only);
  EXPECT_EQ(only_record("none.jsonl"), "none.jsonl") << "who reads it says what is wrong";
  add("records/w-1g2.jsonl");
  EXPECT_THAT(complaint([&] { only_record(folder_.path()); }),
              HasSubstr("2 records, expected the name of one: w-1g1.jsonl, w-1g2.jsonl"));
}

}  // namespace
}  // namespace referee
