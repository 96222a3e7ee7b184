#include "referee/prepare/built_copy.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tests/support/swapped_folder.h"

namespace referee::prepare {
namespace {

namespace fs = std::filesystem;
using test_support::FreeRunning;

/// A student's hand-in, and a private archive of root's with the secret in it.
class SubmissionOfAnother : public test_support::SwappedFolder {
 protected:
  static void pack(const fs::path& folder, const fs::path& archive) {
    const std::string line = "tar cf '" + archive.string() + "' -C '" + folder.string() + "' inner";
    ASSERT_EQ(std::system(line.c_str()), 0) << line;
  }
};

TEST_F(SubmissionOfAnother, HasNothingThatItsOwnerMayNotReadWhateverChanges) {
  const FreeRunning student(swaps_parts());
  for (int round = 0; round < kRounds; ++round) {
    ASSERT_TRUE(student.wait_for_change());
    const BuiltCopy copy(bot(), {}, std::nullopt);
    ASSERT_FALSE(leaks(copy.top())) << "round " << round;
  }
}

TEST_F(SubmissionOfAnother, ArchiveThatBecomesALinkToAPrivateOneIsNotUnpacked) {
  pack(bot(), bot() / "hand_in.tar");
  pack(secret(), secret() / "hand_in.tar");
  const std::string name = (bot() / "hand_in.tar").string();
  const std::string link = (bot() / ".link").string();
  fs::create_symlink(secret() / "hand_in.tar", link);
  ASSERT_EQ(::lchown(link.c_str(), test_support::kStudent, test_support::kStudent), 0);
  const FreeRunning student([name, link] {
    ::syscall(SYS_renameat2, AT_FDCWD, name.c_str(), AT_FDCWD, link.c_str(), RENAME_EXCHANGE);
  });
  Build build;
  build.archive = "";
  for (int round = 0; round < kRounds; ++round) {
    ASSERT_TRUE(student.wait_for_change());
    const BuiltCopy copy(bot(), {}, build);
    ASSERT_FALSE(leaks(copy.top())) << "round " << round;
  }
}

TEST_F(SubmissionOfAnother, WhatIsProvidedHasNothingThatItsOwnerMayNotReadWhateverChanges) {
  const test_support::TempFolder empty;
  const FreeRunning student(swaps_parts());
  Build build;
  build.provide = {bot()};
  for (int round = 0; round < kRounds; ++round) {
    ASSERT_TRUE(student.wait_for_change());
    try {
      const BuiltCopy copy(empty.path(), {}, build);
      ASSERT_FALSE(leaks(copy.top())) << "round " << round;
    } catch (const std::runtime_error&) {  // who provides it says so: it is no student's fault
    }
  }
}

}  // namespace
}  // namespace referee::prepare
