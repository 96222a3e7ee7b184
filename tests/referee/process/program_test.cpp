#include "referee/process/program.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using test_support::TempFolder;

TEST(Program, APathIsRunnableIfItIsAnExecutableFile) {
  const TempFolder folder;
  const std::string path = (folder / "bot").string();
  EXPECT_FALSE(is_runnable(path));
  test_support::write_file(path, "");
  EXPECT_FALSE(is_runnable(path)) << "not executable";
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  EXPECT_TRUE(is_runnable(path));
  EXPECT_FALSE(is_runnable(folder.path().string())) << "a folder";
  EXPECT_FALSE(is_runnable(""));
}

TEST(Program, AWordIsLookedUpInPath) {
  const TempFolder folder;
  test_support::write_file(folder / "bot", "");
  std::filesystem::permissions(folder / "bot", std::filesystem::perms::owner_all);
  const std::string before = std::getenv("PATH");
  for (const std::string& path : {folder.path().string(), "/nowhere:" + folder.path().string(),
                                  folder.path().string() + ":", "::" + folder.path().string()}) {
    ::setenv("PATH", path.c_str(), 1);
    EXPECT_TRUE(is_runnable("bot")) << path;
    EXPECT_FALSE(is_runnable("bo")) << path;
  }
  ::setenv("PATH", ("/nowhere:" + folder.path().string()).c_str(), 1);
  EXPECT_EQ(find_program("bot"), (folder / "bot").string());
  ::setenv("PATH", "/nowhere", 1);
  EXPECT_FALSE(is_runnable("bot"));
  ::unsetenv("PATH");
  EXPECT_TRUE(is_runnable("true")) << "the system's own path";
  ::setenv("PATH", before.c_str(), 1);
}

TEST(Program, SampleBotsAreFilesOfOneFolder) {
  for (const char* name : {"", ".", "..", "no_such_bot", "../referee_config_test"}) {
    EXPECT_EQ(find_sample_bot(name), std::nullopt) << name;
  }
}

}  // namespace
}  // namespace referee
