#include "referee/base/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <optional>

namespace referee {
namespace {

namespace fs = std::filesystem;

TEST(ScratchFolder, IsPrivateAndGoesWithAllThatIsInIt) {
  std::optional<ScratchFolder> scratch(std::in_place);
  const fs::path path = scratch->path();
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_all);
  EXPECT_EQ(path, fs::canonical(path));
  fs::create_directories(path / "deep" / "er");
  std::ofstream(path / "deep" / "file") << "text";
  scratch.reset();
  EXPECT_FALSE(fs::exists(path));
}

TEST(ScratchFolder, BelongsToItsUser) {
  if (::geteuid() != 0) {
    GTEST_SKIP() << "only root can give a folder away";
  }
  constexpr uid_t kSomebody = 20'999;
  const ScratchFolder scratch(kSomebody);
  struct stat status {};
  ASSERT_EQ(::stat(scratch.path().c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, kSomebody);
  EXPECT_EQ(status.st_gid, kSomebody);
}

TEST(ScratchFolder, IsNotTheSameTwice) {
  const ScratchFolder one;
  const ScratchFolder other;
  EXPECT_NE(one.path(), other.path());
}

}  // namespace

}  // namespace referee
