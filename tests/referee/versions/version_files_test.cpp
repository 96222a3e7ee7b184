#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <system_error>

#include "protocol/fields.h"
#include "protocol/sha256.h"
#include "referee/base/folder.h"
#include "referee/versions/incoming_file.h"
#include "referee/versions/version_folder.h"
#include "referee/versions/version_report.h"
#include "tests/support/temp_folder.h"

// Files of versions, and texts about them.

namespace referee::versions {
namespace {

namespace fs = std::filesystem;

class VersionFiles : public testing::Test {
 protected:
  VersionFiles() : folder_(StoreUri(scratch_ / "class.db")) { folder_.make(); }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_.files()), {}));
  }

  test_support::TempFolder scratch_;
  VersionFolder folder_;
};

TEST_F(VersionFiles, AFileIsWrittenAsItArrivesWithItsDigest) {
  IncomingFile file(folder_, "bot.zip");
  file.write("hel");
  file.write("lo");
  file.finish();
  EXPECT_EQ(file.bytes(), 5U);
  EXPECT_EQ(file.sha256(), protocol::Sha256::hex_of("hello"));
  EXPECT_EQ(test_support::read_file(folder_.files() / file.folder_name() / "bot.zip"), "hello");
}

TEST_F(VersionFiles, AFileThatNobodyKeepsIsRemoved) {
  {
    IncomingFile first(folder_, "bot.zip");
    first.write("hello");
    const IncomingFile moved = std::move(first);
    EXPECT_EQ(files(), 1U);
  }
  EXPECT_EQ(files(), 0U);
  IncomingFile(folder_, "bot.zip").keep();
  EXPECT_EQ(files(), 1U);
}

TEST_F(VersionFiles, WhatWasHandedInIsForItsOwnerOnly) {
  EXPECT_EQ(fs::status(folder_.files()).permissions(), fs::perms::owner_all);
  EXPECT_EQ(fs::status(folder_.built(0, 1).parent_path()).permissions(), fs::perms::owner_all)
      << "programs of students, under names that can be guessed";
  const IncomingFile file(folder_, "bot.zip");
  EXPECT_EQ(fs::status(folder_.files() / file.folder_name() / "bot.zip").permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(VersionFiles, NamesOfFilesLeadNowhereElse) {
  EXPECT_EQ(safe_file_name("bot.py"), "bot.py");
  EXPECT_EQ(safe_file_name("../../etc/passwd"), "passwd");
  EXPECT_EQ(safe_file_name("..\\..\\bot.py"), "bot.py");
  EXPECT_EQ(safe_file_name(".hidden"), "hidden");
  EXPECT_EQ(safe_file_name("-rf"), "rf");
  EXPECT_EQ(safe_file_name("a b\n\xff.zip"), "ab.zip");
  EXPECT_EQ(safe_file_name(""), "submission");
  EXPECT_EQ(safe_file_name("/"), "submission");
  EXPECT_EQ(safe_file_name(std::string(500, 'a')).size(), 100U);
}

TEST_F(VersionFiles, WhatTheStoreDoesNotNameIsRemoved) {
  const fs::path kept = folder_.new_file_folder();
  const fs::path lost = folder_.new_file_folder();
  fs::create_directories(folder_.built(1, 2));
  fs::create_directories(folder_.built(1, 3));
  folder_.keep_only({kept, folder_.built(1, 2)});
  EXPECT_TRUE(fs::exists(kept));
  EXPECT_FALSE(fs::exists(lost));
  EXPECT_TRUE(fs::exists(folder_.built(1, 2)));
  EXPECT_FALSE(fs::exists(folder_.built(1, 3)));
}

TEST_F(VersionFiles, WhatIsDiscardedIsGoneAtOnceAndItsBytesAtTheNextSweep) {
  const fs::path folder = folder_.new_file_folder();
  test_support::write_file(folder / "bot", "12345");
  folder_.discard(folder);
  folder_.discard(folder);
  EXPECT_FALSE(fs::exists(folder));
  EXPECT_EQ(bytes_in(folder_.root()), 5U);
  sweep(folder_.work());
  EXPECT_EQ(bytes_in(folder_.root()), 0U);
}

TEST(VersionReportText, ComesBackAsItWas) {
  VersionReport report;
  report.name = "bot.zip";
  report.folder = "ab12";
  EXPECT_EQ(report.json(), R"({"folder":"ab12","name":"bot.zip"})");
  prepare::Report& prepared = report.prepared.emplace();
  prepared.stage = prepare::Stage::ready;
  prepared.output = "warnings \xff";
  prepared.command = {"./bot", "--fast"};
  prepared.left_out = {"x, a link"};
  prepared.build_seconds = 1.5;
  prepared.turn_ms = 0.25;
  prepared.built_bytes = 1'000'000'000'000;
  report.adapter = "superball";
  report.pipes = true;
  const VersionReport back = VersionReport::read(report.json());
  EXPECT_EQ(back.name, report.name);
  ASSERT_TRUE(back.prepared);
  EXPECT_EQ(back.prepared->command, prepared.command);
  EXPECT_EQ(back.prepared->left_out, prepared.left_out);
  EXPECT_EQ(back.adapter, report.adapter);
  EXPECT_TRUE(back.pipes);
  EXPECT_EQ(back.prepared->build_seconds, 1.5);
  EXPECT_EQ(back.prepared->turn_ms, 0.25);
  EXPECT_EQ(back.built_bytes(), prepared.built_bytes);
  EXPECT_EQ(back.json(), VersionReport::read(back.json()).json());
}

TEST(VersionReportText, DamagedReportsAreRefused) {
  for (const char* const text : {"", "[]", R"({"name":1})", R"({"stage":"ready"})", R"({"stage":1})"}) {
    EXPECT_THROW(VersionReport::read(text), fields::Exception) << text;
  }
}

}  // namespace
}  // namespace referee::versions
