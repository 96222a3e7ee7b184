#include "referee/base/content_hash.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <system_error>

#include "tests/support/swapped_folder.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using test_support::TempFolder;
using test_support::write_file;
namespace fs = std::filesystem;

/// A folder with two files, one of them in a folder.
void fill(const TempFolder& folder) {
  fs::create_directory(folder / "src");
  write_file(folder / "src/a.py", "print(1)\n");
  write_file(folder / "bot.py", "import src.a\n");
}

TEST(ContentHash, IsThatOfTheFilesAndNotOfTheFolderOrItsTimes) {
  const TempFolder one;
  const TempFolder other;
  fill(one);
  fill(other);
  fs::last_write_time(other / "bot.py", fs::file_time_type::clock::now() - std::chrono::hours(5));
  EXPECT_EQ(content_hash(one.path()), content_hash(other.path()));
  EXPECT_EQ(content_hash(one.path()).size(), 64);
}

TEST(ContentHash, ChangesWithAFileItsNameItsPlaceAndWhetherItRuns) {
  const TempFolder folder;
  fill(folder);
  const std::string before = content_hash(folder.path());
  write_file(folder / "bot.py", "import src.b\n");
  const std::string changed = content_hash(folder.path());
  EXPECT_NE(changed, before);
  fs::rename(folder / "bot.py", folder / "bat.py");
  const std::string renamed = content_hash(folder.path());
  EXPECT_NE(renamed, changed);
  fs::rename(folder / "bat.py", folder / "src/bat.py");
  const std::string moved = content_hash(folder.path());
  EXPECT_NE(moved, renamed);
  fs::permissions(folder / "src/bat.py", fs::perms::owner_exec, fs::perm_options::add);
  EXPECT_NE(content_hash(folder.path()), moved);
}

TEST(ContentHash, IsOfTheFolderInWhichAFileLiesAndNotOfItsNameAlone) {
  const TempFolder folder;
  fs::create_directories(folder / "a/b");
  write_file(folder / "a/b/bot.py", "1");
  const std::string below = content_hash(folder.path());
  fs::rename(folder / "a/b/bot.py", folder / "a/bot.py");
  EXPECT_NE(content_hash(folder.path()), below) << "the same names in the same order";
}

TEST(ContentHash, NoBoundaryBetweenFilesCanBeMoved) {
  const TempFolder one;
  const TempFolder other;
  write_file(one / "a", "1b2");
  write_file(other / "a", "1");
  write_file(other / "b", "2");
  EXPECT_NE(content_hash(one.path()), content_hash(other.path()));
}

TEST(ContentHash, TakesLinksAsLinks) {
  const TempFolder folder;
  write_file(folder / "a", "1");
  fs::create_symlink("a", folder / "b");
  const std::string to_a = content_hash(folder.path());
  fs::remove(folder / "b");
  fs::create_symlink("nowhere", folder / "b");
  EXPECT_NE(content_hash(folder.path()), to_a);
}

using ContentOfAnother = test_support::SwappedFolder;

TEST_F(ContentOfAnother, IsNotThatOfAFileWhichItsOwnerMayNotRead) {
  fs::create_symlink(secret() / "data", bot() / "link");
  ASSERT_EQ(::lchown((bot() / "link").c_str(), test_support::kStudent, test_support::kStudent), 0);
  EXPECT_THROW((void)file_hash(bot() / "link"), std::system_error);
  EXPECT_NO_THROW((void)content_hash(bot()));  // with where the link leads, as text
  fs::create_hard_link(secret() / "data", bot() / "linked");
  EXPECT_THROW((void)file_hash(bot() / "linked"), std::system_error);
  EXPECT_THROW((void)content_hash(bot()), std::system_error);
}

}  // namespace
}  // namespace referee
