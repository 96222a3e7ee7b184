#include "referee/base/secret_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <string>
#include <system_error>

#include "tests/support/complaint.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using test_support::complaint;
using test_support::read_file;
using test_support::write_file;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

class SecretFileTest : public testing::Test {
 protected:
  std::ptrdiff_t files() const {
    return std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator());
  }
  const test_support::TempFolder folder_;
  const fs::path path_ = folder_ / "token";
};

TEST_F(SecretFileTest, IsForItsOwnerAloneAlsoIfItWasNotBefore) {
  write_file(path_, "old");
  fs::permissions(path_, fs::perms::all);
  write_secret_file(path_, "new");
  EXPECT_EQ(fs::status(path_).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(read_secret_file(path_), "new");
  EXPECT_EQ(files(), 1) << "no draft stays";
}

TEST_F(SecretFileTest, ThatCannotBeWrittenIsNamedAndLeavesNoDraft) {
  const auto refusal = [](const fs::path& path) {
    return complaint<std::system_error>([&] { write_secret_file(path, "hidden"); });
  };
  const fs::path nowhere = folder_ / "gone/token";
  EXPECT_THAT(refusal(nowhere), AllOf(HasSubstr(nowhere.string()), Not(HasSubstr("hidden"))));
  fs::create_directories(path_ / "a folder with something in it");
  EXPECT_THAT(refusal(path_), HasSubstr(path_.string()));
  EXPECT_TRUE(fs::is_directory(path_));
  EXPECT_EQ(files(), 1);
}

TEST_F(SecretFileTest, ThatIsNotOneWordIsNamedAndNotShown) {
  EXPECT_EQ(read_secret_file(path_), std::nullopt);
  write_file(path_, " \n");
  EXPECT_EQ(read_secret_file(path_), std::nullopt);
  write_file(path_, "\xef\xbb\xbfword\r\n");
  EXPECT_EQ(read_secret_file(path_), "word");
  for (const std::string& text : {std::string("two words"), std::string(1025, 'x'), std::string("w\x01")}) {
    write_file(path_, text);
    EXPECT_THAT(complaint<std::invalid_argument>([&] { (void)read_secret_file(path_); }),
                AllOf(HasSubstr(path_.string()), Not(HasSubstr(text))));
  }
  EXPECT_THAT(complaint<std::invalid_argument>([&] { (void)read_secret_file(folder_.path()); }),
              HasSubstr(folder_.path().string()));
}

}  // namespace
}  // namespace referee
