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
  const fs::path own = folder_.new_work_folder();
  sweep(folder_.work(), own);
  EXPECT_EQ(bytes_in(folder_.root()), 0U);
  EXPECT_TRUE(fs::exists(own));
}

TEST(VersionReportText, ComesBackAsItWas) {
  VersionReport report;
  report.name = "bot.zip";
  report.folder = "ab12";
  EXPECT_EQ(report.json(), R"({"folder":"ab12","name":"bot.zip"})");
  report.stage = "ready";
  report.output = "warnings \xff";
  report.command = {"./bot", "--fast"};
  report.left_out = {"x, a link"};
  report.adapter = "superball";
  report.pipes = true;
  report.build_seconds = 1.5;
  report.turn_ms = 0.25;
  report.built_bytes = 1'000'000'000'000;
  const VersionReport back = VersionReport::read(report.json());
  EXPECT_EQ(back.name, report.name);
  EXPECT_EQ(back.command, report.command);
  EXPECT_EQ(back.left_out, report.left_out);
  EXPECT_EQ(back.adapter, report.adapter);
  EXPECT_TRUE(back.pipes);
  EXPECT_EQ(back.build_seconds, 1.5);
  EXPECT_EQ(back.turn_ms, 0.25);
  EXPECT_EQ(back.built_bytes, report.built_bytes);
  EXPECT_EQ(back.json(), VersionReport::read(back.json()).json());
}

TEST(VersionReportText, DamagedReportsAreRefused) {
  for (const char* const text : {"", "[]", R"({"command":"a"})", R"({"command":[1]})", R"({"turn_ms":"1"})",
                                 R"({"built_bytes":-1})", R"({"name":1})"}) {
    EXPECT_THROW(VersionReport::read(text), fields::Exception) << text;
  }
}

}  // namespace
}  // namespace referee::versions
