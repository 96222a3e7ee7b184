#include "referee/queue/bundle_cache.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "referee/prepare/archive.h"
#include "referee/queue/bundle.h"
#include "tests/support/complaint.h"
#include "tests/support/temp_folder.h"

namespace referee::queue {
namespace {

namespace fs = std::filesystem;
using test_support::read_file;
using test_support::TempFolder;
using test_support::write_file;

constexpr std::uint64_t kMuch = 1'000'000;

/// A bundle of one file with so many bytes.
Bundle bundle_of(char letter, std::size_t bytes = 10) {
  const TempFolder folder;
  write_file(folder / "book", std::string(bytes, letter));
  return make_bundle(folder.path());
}

TEST(BundleCache, UnpacksEachBundleOnceAndReadOnly) {
  const TempFolder folder;
  BundleCache cache(folder / "cache", kMuch);
  const Bundle bundle = bundle_of('a');
  EXPECT_FALSE(cache.find(bundle.sha256));
  const fs::path bot = cache.add(bundle.sha256, bundle.bytes);
  EXPECT_EQ(read_file(bot / "book"), "aaaaaaaaaa");
  EXPECT_EQ(fs::status(bot / "book").permissions() & fs::perms::owner_write, fs::perms::none);
  EXPECT_EQ(cache.find(bundle.sha256), bot);
}

TEST(BundleCache, NobodyElseSeesWhichBotsItHas) {
  const TempFolder folder;
  const BundleCache cache(folder / "cache", kMuch);
  const fs::perms others = fs::status(folder / "cache").permissions() & fs::perms(0077);
  EXPECT_EQ(others, ::geteuid() == 0 ? fs::perms(0011) : fs::perms::none)
      << "bots of other users pass through";
}

TEST(BundleCache, AnotherWorkerFindsWhatIsAsItWasUnpacked) {
  const TempFolder folder;
  const Bundle whole = bundle_of('a');
  const Bundle changed = bundle_of('b');
  {
    BundleCache cache(folder / "cache", kMuch);
    cache.add(whole.sha256, whole.bytes);
    const fs::path bot = cache.add(changed.sha256, changed.bytes);
    fs::permissions(bot / "book", fs::perms::owner_write, fs::perm_options::add);
    write_file(bot / "book", "tampered");
    fs::create_directories(folder / "cache" / ("c" + whole.sha256.substr(1) + ".new"));
  }
  BundleCache again(folder / "cache", kMuch);
  EXPECT_TRUE(again.find(whole.sha256));
  EXPECT_FALSE(again.find(changed.sha256));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "cache"), {}), 1);
}

TEST(BundleCache, WhatWasUsedLongestAgoGoesFirstAndWhatIsPlayedStays) {
  const TempFolder folder;
  BundleCache cache(folder / "cache", 250);
  const Bundle a = bundle_of('a', 100);
  const Bundle b = bundle_of('b', 100);
  const Bundle c = bundle_of('c', 100);
  const Bundle d = bundle_of('d', 100);
  cache.add(a.sha256, a.bytes);
  cache.add(b.sha256, b.bytes);
  cache.hold(a.sha256);
  cache.add(c.sha256, c.bytes);
  EXPECT_TRUE(cache.find(a.sha256));
  EXPECT_FALSE(cache.find(b.sha256));
  cache.release(a.sha256);
  EXPECT_TRUE(cache.find(c.sha256));
  cache.add(d.sha256, d.bytes);
  EXPECT_FALSE(cache.find(a.sha256));
}

TEST(BundleCache, RefusesBytesThatAreNotItsOwn) {
  const TempFolder folder;
  BundleCache cache(folder / "cache", kMuch);
  EXPECT_THROW(cache.add(bundle_of('a').sha256, bundle_of('b').bytes), prepare::BadSubmission);
}

TEST(BundleCache, UnpacksAFileOfASharedFolder) {
  const TempFolder folder;
  BundleCache cache(folder / "cache", kMuch);
  const Bundle bundle = bundle_of('a');
  write_file(folder / "bundle", bundle.bytes);
  EXPECT_EQ(read_file(cache.add_file(bundle.sha256, folder / "bundle") / "book"), "aaaaaaaaaa");
  EXPECT_EQ(read_file(folder / "bundle"), bundle.bytes);
  EXPECT_TRUE(cache.find(bundle.sha256));
}

TEST(BundleCache, SaysWhichFileOfASharedFolderIsDamaged) {
  const TempFolder folder;
  BundleCache cache(folder / "cache", kMuch);
  const Bundle bundle = bundle_of('a');
  write_file(folder / "bundle", bundle.bytes + "x");
  EXPECT_THAT(test_support::complaint<prepare::BadSubmission>(
                  [&] { cache.add_file(bundle.sha256, folder / "bundle"); }),
              testing::HasSubstr((folder / "bundle").string() + " is damaged"));
  EXPECT_FALSE(cache.find(bundle.sha256));
  write_file(folder / "bundle", bundle.bytes);
  cache.add_file(bundle.sha256, folder / "bundle");
  EXPECT_TRUE(cache.find(bundle.sha256));
}

TEST(BundleCache, IsOfOneWorkerAtATime) {
  const TempFolder folder;
  {
    const BundleCache one(folder / "cache", kMuch);
    EXPECT_TRUE(BundleCache::is_in_use(folder / "cache"));
    EXPECT_THROW(BundleCache(folder / "cache", kMuch), std::invalid_argument);
  }
  EXPECT_FALSE(BundleCache::is_in_use(folder / "cache"));
  EXPECT_FALSE(BundleCache::is_in_use(folder / "none"));
  write_file(folder / "cache/stray", "what somebody has left there");
  EXPECT_FALSE(BundleCache(folder / "cache", kMuch).find("stray"));
  EXPECT_FALSE(std::filesystem::exists(folder / "cache/stray"));
}

}  // namespace
}  // namespace referee::queue
