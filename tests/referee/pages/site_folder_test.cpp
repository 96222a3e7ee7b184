#include "referee/pages/site_folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "referee/base/input.h"
#include "tests/support/temp_folder.h"

namespace referee::pages {
namespace {

namespace fs = std::filesystem;

void put(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }
std::string text_of(const fs::path& file) { return read_whole_file(file, 1); }

class SiteFolderTest : public testing::Test {
 protected:
  test_support::TempFolder temporary_;
  fs::path folder_ = temporary_.path() / "site";
};

TEST_F(SiteFolderTest, AFolderWithOtherFilesIsRefused) {
  fs::create_directories(folder_);
  put(folder_ / "thesis.tex", "years");
  EXPECT_THROW(SiteFolder{folder_}, SiteRefused);
  EXPECT_EQ(text_of(folder_ / "thesis.tex"), "years");
  EXPECT_FALSE(fs::exists(folder_ / "matches"));
}

TEST_F(SiteFolderTest, WhatTheNextSiteHasNotIsRemovedAndFilesOfOthersStay) {
  SiteFolder first(folder_);
  first.plan({"index.html", "matches/r1t1g1.js"});
  first.write("index.html", "one");
  first.write("matches/r1t1g1.js", "secret now", "x");
  first.finish();
  put(folder_ / "CNAME", "play.example");
  put(folder_ / "matches/r9t9g9.js", "not ours");
  SiteFolder second(folder_);
  second.plan({"index.html"});
  second.write("index.html", "two");
  second.finish();
  EXPECT_EQ(text_of(folder_ / "index.html"), "two");
  EXPECT_FALSE(fs::exists(folder_ / "matches/r1t1g1.js"));
  EXPECT_EQ(text_of(folder_ / "CNAME"), "play.example");
  EXPECT_EQ(text_of(folder_ / "matches/r9t9g9.js"), "not ours");
}

TEST_F(SiteFolderTest, AFileOfAnotherIsNotReplaced) {
  SiteFolder(folder_).finish();
  put(folder_ / "index.html", "my own");
  SiteFolder site(folder_);
  EXPECT_THROW(site.plan({"index.html"}), SiteRefused);
  EXPECT_EQ(text_of(folder_ / "index.html"), "my own");
}

TEST_F(SiteFolderTest, UnchangedFilesAreNotWrittenAgain) {
  SiteFolder site(folder_);
  site.plan({"index.html"});
  site.write("index.html", "same");
  const auto inode = [&] {
    struct stat status {};
    EXPECT_EQ(::stat((folder_ / "index.html").c_str(), &status), 0);
    return status.st_ino;
  };
  const auto before = inode();
  site.write("index.html", "same");
  EXPECT_EQ(inode(), before);
  site.write("index.html", "else");
  EXPECT_NE(inode(), before);
}

TEST_F(SiteFolderTest, KnowsWhatAFileWasMadeOf) {
  SiteFolder site(folder_);
  site.plan({"matches/r1t1g1.js"});
  EXPECT_FALSE(site.has("matches/r1t1g1.js", "a"));
  site.write("matches/r1t1g1.js", "text", "a");
  site.finish();
  EXPECT_TRUE(SiteFolder(folder_).has("matches/r1t1g1.js", "a"));
  EXPECT_FALSE(SiteFolder(folder_).has("matches/r1t1g1.js", "b"));
  fs::remove(folder_ / "matches/r1t1g1.js");
  EXPECT_FALSE(SiteFolder(folder_).has("matches/r1t1g1.js", "a"));
}

// A writer that was killed has left files, and one that is not whole under another name.
TEST_F(SiteFolderTest, GoesOnAfterAWriterThatWasKilled) {
  {
    SiteFolder killed(folder_);
    killed.plan({"index.html", "matches/r1t1g1.js"});
    killed.write("matches/r1t1g1.js", "text", "a");
    put(folder_ / "index.html.tmp", "<!doc");
  }
  SiteFolder site(folder_);
  site.plan({"index.html"});
  site.write("index.html", "whole");
  put(folder_ / "index.html.tmp", "<!doc");
  site.finish();
  EXPECT_FALSE(fs::exists(folder_ / "matches/r1t1g1.js"));
  EXPECT_FALSE(fs::exists(folder_ / "index.html.tmp"));
}

TEST_F(SiteFolderTest, GoesOnAfterAWriterThatWasKilledAtOnce) {
  fs::create_directories(folder_);
  put(folder_ / "site.json.tmp", "{");
  SiteFolder(folder_).finish();
  EXPECT_TRUE(fs::exists(folder_ / "site.json"));
}

TEST_F(SiteFolderTest, ALinkInPlaceOfAFolderIsRefused) {
  SiteFolder(folder_).finish();
  fs::remove(folder_ / "matches");
  fs::create_directory_symlink(temporary_.path(), folder_ / "matches");
  EXPECT_THROW(SiteFolder{folder_}, SiteRefused);
}

TEST_F(SiteFolderTest, AListNamesNoFileOutside) {
  for (const char* file :
       {"../x", "matches/../../x", "matches/.x", "/etc/passwd", "matches/", "other/x", "matches/a/b"}) {
    EXPECT_FALSE(SiteFolder::is_site_file(file)) << file;
  }
  EXPECT_TRUE(SiteFolder::is_site_file("matches/r1t1g1.html"));
  EXPECT_TRUE(SiteFolder::is_site_file("entrants/3.html"));
}

}  // namespace
}  // namespace referee::pages
