#include "referee/process/confinement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "referee/process/spawn.h"
#include "tests/support/complaint.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

namespace fs = std::filesystem;
using test_support::TempFolder;
using test_support::write_file;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class VisibleTest : public testing::Test {
 protected:
  VisibleTest() {
    fs::create_directories(home_ / "bots" / "alice" / "deep");
    fs::create_directories(home_ / "bots" / "out");
    for (const char* name : {"bots/alice/bot.py", "bots/alice/deep/data", "bots/store.db",
                             "bots/store.db-wal", "bots/store.dbx", "bots/out/record"}) {
      write_file(home_ / name, "");
    }
  }
  std::string at(const std::string& name) const { return (fs::canonical(home_.path()) / name).string(); }
  Confinement in(const std::string& folder) const {
    Confinement confinement;
    confinement.folder = at(folder);
    return confinement;
  }
  std::string refusal(const std::vector<std::string>& argv, const Confinement& confinement) const {
    return test_support::complaint<LaunchError>([&] { (void)command_inside(argv, confinement); });
  }

  TempFolder home_;
};

TEST_F(VisibleTest, SystemAndFolderAreSeen) {
  const auto seen = visible_to(in("bots/alice"));
  EXPECT_THAT(seen.read, Contains("/usr"));
  EXPECT_THAT(seen.read, Contains(at("bots/alice")));
  EXPECT_THAT(seen.read, Not(Contains("/etc")));
  EXPECT_TRUE(seen.listed.empty());
}

TEST_F(VisibleTest, WhatIsHiddenInTheFolderIsLeftOut) {
  // "If a `folder` contains the store or the reports, they stay hidden"
  Confinement all = in("bots");
  all.hidden = {at("bots/store.db"), at("bots/out"), at("bots/alice/deep/data")};
  const auto seen = visible_to(all);
  for (const char* name : {"bots", "bots/store.db", "bots/store.db-wal", "bots/out", "bots/alice",
                           "bots/alice/deep", "bots/alice/deep/data"}) {
    EXPECT_THAT(seen.read, Not(Contains(at(name)))) << name;
  }
  EXPECT_THAT(seen.read, Contains(at("bots/store.dbx")));
  EXPECT_THAT(seen.read, Contains(at("bots/alice/bot.py")));
  EXPECT_THAT(seen.listed,
              testing::UnorderedElementsAre(at("bots"), at("bots/alice"), at("bots/alice/deep")));
}

TEST_F(VisibleTest, HiddenPathThatIsNotThereHidesNothingElse) {
  Confinement all = in("bots");
  all.hidden = {at("bots/sto")};
  EXPECT_THAT(visible_to(all).read, Contains(at("bots/store.db")));
}

TEST_F(VisibleTest, WritableFolderHasNothingToHide) {
  Confinement all = in("bots");
  all.writable = true;
  EXPECT_THAT(visible_to(all).read, Not(Contains(at("bots"))));
  all.hidden = {at("bots/out")};
  EXPECT_THROW((void)visible_to(all), LaunchError);
}

TEST_F(VisibleTest, ReadablePathsMustBeThere) {
  Confinement some = in("bots/alice");
  some.readable = {at("bots/out")};
  EXPECT_THAT(visible_to(some).read, Contains(at("bots/out")));
  some.readable = {at("nowhere")};
  EXPECT_THROW((void)visible_to(some), LaunchError);
}

TEST_F(VisibleTest, ProgramsAreFoundInTheSandboxesOwnPath) {
  EXPECT_EQ(command_inside({"sh", "-c", "x"}, {}), (std::vector<std::string>{"/usr/bin/sh", "-c", "x"}));
  EXPECT_THAT(refusal({"no-such-program"}, {}), HasSubstr("it is not in /usr/local/bin:/usr/bin:/bin"));
  EXPECT_THAT(refusal({"/nowhere/program"}, {}), HasSubstr("No such file"));
}

TEST_F(VisibleTest, ProgramThatIsHiddenIsNamedWithTheWayOut) {
  // "A program that is not visible inside gets one clear message naming it and the key that would make it
  // visible"
  const std::string program = at("bots/store.db");
  EXPECT_THAT(refusal({program}, in("bots/alice")),
              HasSubstr("cannot start '" + program + "': the sandbox hides " + program));
  EXPECT_THAT(refusal({program}, in("bots/alice")),
              HasSubstr("name it with --readable PATH (\"readable\" in a tournament file)"));
  Confinement some = in("bots/alice");
  some.readable = {program};
  EXPECT_EQ(refusal({program}, some), "accepted");
  EXPECT_EQ(refusal({program}, in("bots")), "accepted");
}

TEST_F(VisibleTest, LinkThatLeadsOutIsHidden) {
  fs::create_symlink(at("bots/store.db"), at("bots/alice/link"));
  EXPECT_THAT(refusal({at("bots/alice/link")}, in("bots/alice")), HasSubstr("hides " + at("bots/store.db")));
}

TEST_F(VisibleTest, FilesOfTheFolderAreNamedWholeBecauseTheBotWorksThere) {
  const auto before = fs::current_path();
  fs::current_path(home_ / "bots");
  const auto argv = command_inside({"sh", "alice/bot.py", "alice", "store.db"}, in("bots/alice"));
  fs::current_path(before);
  EXPECT_EQ(argv, (std::vector<std::string>{"/usr/bin/sh", at("bots/alice/bot.py"), "alice", "store.db"}));
}

TEST_F(VisibleTest, DefaultFolderIsThatOfTheProgramOrOfItsFirstFile) {
  // "the folder of the program or of the first argument that is a file, when that is not a system folder"
  EXPECT_EQ(default_confinement({"python3", "-x", at("bots/alice/bot.py"), at("bots/store.db")}).folder,
            at("bots/alice"));
  EXPECT_EQ(default_confinement({at("bots/store.db"), at("bots/alice/bot.py")}).folder, at("bots"));
  EXPECT_EQ(default_confinement({"/usr/bin/env", "/etc/passwd"}).folder, "");
  EXPECT_EQ(default_confinement({"python3", "", at("bots/alice/bot.py"), ""}).folder, at("bots/alice"));
  EXPECT_EQ(default_confinement({"java", "-cp", at("bots/alice"), "Bot"}).folder, at("bots/alice"));
  EXPECT_EQ(default_confinement({"java", "-cp", "/usr/share", "Bot"}).folder, "");
}

}  // namespace

}  // namespace referee
