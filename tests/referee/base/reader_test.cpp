#include "referee/base/reader.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using test_support::write_file;

/// Files of root, opened with the rights of the user daemon, who is in the group daemon.
class ReaderTest : public testing::Test {
 protected:
  void SetUp() override {
    const passwd* const daemon = ::getpwnam("daemon");
    if (::geteuid() != 0 || daemon == nullptr) {
      GTEST_SKIP() << "only root can take the rights of another user";
    }
    user_ = daemon->pw_uid;
    group_ = daemon->pw_gid;
    ASSERT_EQ(::chmod(folder_.path().c_str(), 0755), 0);
  }
  /// Whether the reader can open a file of root with that group and mode.
  bool opens(const Reader& reader, gid_t group, mode_t mode) const {
    const std::string file = (folder_ / "file").string();
    write_file(file, "x");
    EXPECT_EQ(::chown(file.c_str(), 0, group), 0);
    EXPECT_EQ(::chmod(file.c_str(), mode), 0);
    const bool opened = reader.open_at(AT_FDCWD, file.c_str(), O_RDONLY | O_CLOEXEC).get() >= 0;
    EXPECT_TRUE(opened || errno == EACCES);
    return opened;
  }

  const test_support::TempFolder folder_;
  uid_t user_ = 0;
  gid_t group_ = 0;
};

TEST_F(ReaderTest, HasTheRightsOfTheUsersGroupsAndNoMore) {
  const Reader reader = Reader::of(user_);
  EXPECT_EQ(reader.other_user(), user_);
  EXPECT_TRUE(opens(reader, group_, 0640));
  EXPECT_FALSE(opens(reader, 0, 0640));
  EXPECT_FALSE(opens(reader, group_, 0600));
  EXPECT_TRUE(opens(reader, 0, 0644));
}

TEST_F(ReaderTest, OfRootOpensWhatRootMay) {
  const Reader reader = Reader::of(0);
  EXPECT_EQ(reader.other_user(), std::nullopt);
  EXPECT_TRUE(opens(reader, 0, 0600));
}

TEST_F(ReaderTest, LeavesTheThreadItsOwnRights) {
  EXPECT_FALSE(opens(Reader::of(user_), 0, 0600));
  EXPECT_EQ(::geteuid(), 0U);
  EXPECT_TRUE(opens(Reader(), 0, 0600));
}

}  // namespace
}  // namespace referee
