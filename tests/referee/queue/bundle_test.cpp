#include "referee/queue/bundle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <vector>

#include "protocol/sha256.h"
#include "referee/base/content_hash.h"
#include "referee/prepare/archive.h"
#include "tests/support/complaint.h"
#include "tests/support/swapped_folder.h"
#include "tests/support/temp_folder.h"

namespace referee::queue {
namespace {

namespace fs = std::filesystem;
using test_support::read_file;
using test_support::TempFolder;
using test_support::write_file;

fs::path some_bot(const TempFolder& folder) {
  const fs::path bot = folder / "bot";
  fs::create_directories(bot / "data");
  write_file(bot / "bot.py", "print()");
  fs::permissions(bot / "bot.py", fs::perms::owner_exec, fs::perm_options::add);
  write_file(bot / "data/book", std::string("a\0b", 3));
  return bot;
}

TEST(Bundle, UnpacksToTheSameFiles) {
  const TempFolder folder;
  const Bundle bundle = make_bundle(some_bot(folder));
  EXPECT_EQ(bundle.sha256, protocol::Sha256::hex_of(bundle.bytes));
  write_file(folder / "bundle", bundle.bytes);
  fs::create_directory(folder / "to");
  (void)prepare::unpack_archive(folder / "bundle", folder / "to", {}, prepare::Packer::referee);
  EXPECT_EQ(read_file(folder / "to/data/book"), std::string("a\0b", 3));
  EXPECT_NE(fs::status(folder / "to/bot.py").permissions() & fs::perms::owner_exec, fs::perms::none);
  EXPECT_EQ(fs::status(folder / "to/data/book").permissions() & fs::perms::owner_exec, fs::perms::none);
}

TEST(Bundle, TheSameFilesGiveTheSameBytes) {
  const TempFolder one;
  const TempFolder two;
  const Bundle first = make_bundle(some_bot(one));
  const fs::path again = some_bot(two);
  fs::last_write_time(again / "bot.py", fs::file_time_type::clock::now() - std::chrono::hours(5));
  fs::create_directories(again / "__pycache__");
  write_file(again / "__pycache__/bot.pyc", "x");
  EXPECT_EQ(make_bundle(again).bytes, first.bytes);
  write_file(again / "data/book", "other");
  EXPECT_NE(make_bundle(again).bytes, first.bytes);
}

TEST(Bundle, LeavesOutWhatIsHiddenAndLinksThatLeadOutside) {
  const TempFolder folder;
  const fs::path bot = some_bot(folder);
  write_file(folder / "secret", "seed");
  fs::create_symlink(folder / "secret", bot / "outside");
  fs::create_symlink("data/book", bot / "inside");
  write_file(bot / "class.db", "store");
  const Bundle bundle = make_bundle(bot, [&](const fs::path& path) { return path.filename() == "class.db"; });
  write_file(folder / "bundle", bundle.bytes);
  fs::create_directory(folder / "to");
  (void)prepare::unpack_archive(folder / "bundle", folder / "to", {}, prepare::Packer::referee);
  EXPECT_FALSE(fs::exists(folder / "to/outside"));
  EXPECT_FALSE(fs::exists(folder / "to/class.db"));
  EXPECT_EQ(read_file(folder / "to/inside"), std::string("a\0b", 3));
}

TEST(Bundle, InAFolderHasTheSameBytesAndIsForTheGroup) {
  const TempFolder folder;
  fs::create_directory(folder / "shared");
  const fs::path bot = some_bot(folder);
  const Bundle bundle = make_bundle(bot);
  const BundleFile written = write_bundle(bot, folder / "shared");
  EXPECT_EQ(written.sha256, bundle.sha256);
  EXPECT_EQ(written.files, 2U);
  EXPECT_EQ(written.bytes, bundle.bytes.size());
  const fs::path file = bundle_path(folder / "shared", bundle.sha256);
  EXPECT_EQ(file.filename(), bundle.sha256 + ".tar.zst");
  EXPECT_EQ(read_file(file), bundle.bytes);
  EXPECT_EQ(fs::status(file).permissions(),
            fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "shared"), {}), 1) << "no draft is left";
}

TEST(Bundle, FileThatIsThereIsLeftIfItIsAsLarge) {
  const TempFolder folder;
  fs::create_directory(folder / "shared");
  const fs::path bot = some_bot(folder);
  const Bundle bundle = make_bundle(bot);
  const fs::path file = bundle_path(folder / "shared", bundle.sha256);
  write_file(file, "cut off");
  (void)write_bundle(bot, folder / "shared");
  EXPECT_EQ(read_file(file), bundle.bytes);
  const std::string other(bundle.bytes.size(), 'x');
  write_file(file, other);
  (void)write_bundle(bot, folder / "shared");
  EXPECT_EQ(read_file(file), other);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "shared"), {}), 1);
}

TEST(Bundle, FolderThatCannotBeWrittenIsNamed) {
  const TempFolder folder;
  const fs::path bot = some_bot(folder);
  EXPECT_THAT(test_support::complaint<std::system_error>([&] { (void)write_bundle(bot, folder / "none"); }),
              testing::HasSubstr("cannot write " + (folder / "none").string()));
}

TEST(Bundle, OfAllThatIsInAFolderMakesTheSameAgain) {
  const TempFolder folder;
  const fs::path bot = some_bot(folder);
  fs::create_directories(bot / "__pycache__/empty");
  fs::create_symlink("data/book", bot / "inside");
  const Bundle bundle = pack_whole(bot);
  write_file(folder / "bundle", bundle.bytes);
  fs::create_directory(folder / "to");
  (void)prepare::unpack_archive(folder / "bundle", folder / "to", kWholeBound, prepare::Packer::referee);
  EXPECT_EQ(content_hash(folder / "to"), content_hash(bot));
  EXPECT_EQ(pack_whole(folder / "to").sha256, bundle.sha256);
}

TEST(Bundle, OfOneFileIsNoneOfABot) {
  const TempFolder folder;
  fs::create_directory(folder / "bot");
  write_file(folder / "bot/bot.py", "print()");
  EXPECT_NE(pack_file(folder / "bot/bot.py").sha256, make_bundle(folder / "bot").sha256);
  EXPECT_EQ(pack_file(folder / "bot/bot.py").sha256, pack_whole(folder / "bot").sha256);
  fs::create_directory(folder / "nothing");
  EXPECT_THROW(pack_whole(folder / "nothing"), CannotTravel);
  EXPECT_THROW(pack_file(folder / "no"), CannotTravel);
}

TEST(Bundle, FolderThatIsNotThereIsNamed) {
  EXPECT_THAT(test_support::complaint<CannotTravel>([&] { (void)make_bundle("/no/such/folder"); }),
              testing::HasSubstr("/no/such/folder cannot be read"));
}

using BundleOfAnother = test_support::SwappedFolder;

TEST_F(BundleOfAnother, HasNothingThatTheFoldersOwnerMayNotReadWhateverChanges) {
  const test_support::FreeRunning student(swaps_parts());
  const std::vector<std::function<Bundle()>> ways = {
      [this] { return make_bundle(bot()); }, [this] { return pack_whole(bot()); },
      [this] { return pack_file(bot() / "bot.py"); }, [this] { return pack_file(bot() / "inner" / "text"); }};
  for (int round = 0; round < kRounds; ++round) {
    ASSERT_TRUE(student.wait_for_change());
    const TempFolder folder;
    try {
      write_file(folder / "bundle", ways[static_cast<std::size_t>(round) % ways.size()]().bytes);
      fs::create_directory(folder / "to");
      (void)prepare::unpack_archive(folder / "bundle", folder / "to", kWholeBound, prepare::Packer::referee);
      ASSERT_FALSE(leaks(folder / "to")) << "round " << round;
    } catch (const CannotTravel&) {            // this entrant's folder changes
    } catch (const prepare::BadSubmission&) {  // nothing was left to pack
    }
  }
}

TEST_F(BundleOfAnother, LinkThatLeadsToASecretOrRoundInARingDoesNotTravel) {
  fs::create_symlink(secret() / "data", bot() / "out");
  fs::create_symlink("ring", bot() / "ring");
  fs::create_symlink("inner/../../private", bot() / "climbs");
  fs::create_symlink("inner/text", bot() / "in");
  const TempFolder folder;
  write_file(folder / "bundle", make_bundle(bot()).bytes);
  fs::create_directory(folder / "to");
  (void)prepare::unpack_archive(folder / "bundle", folder / "to", {}, prepare::Packer::referee);
  EXPECT_FALSE(fs::exists(folder / "to/out"));
  EXPECT_FALSE(fs::exists(folder / "to/ring"));
  EXPECT_FALSE(fs::exists(folder / "to/climbs"));
  EXPECT_EQ(read_file(folder / "to/in"), "mine");
}

}  // namespace
}  // namespace referee::queue
