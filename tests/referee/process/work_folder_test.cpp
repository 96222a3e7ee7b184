#include "referee/process/work_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "referee/process/sandbox_instance.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

namespace fs = std::filesystem;
using test_support::read_file;
using test_support::TempFolder;
using test_support::write_file;
using testing::ElementsAre;
using testing::HasSubstr;

class WorkFolderTest : public testing::Test {
 protected:
  WorkFolderTest() {
    fs::create_directory(folder_ / "data");
    write_file(folder_ / "bot.py", "program");
    write_file(folder_ / "data" / "weights", "data");
    confinement_.folder = folder_.path();
  }
  std::unique_ptr<WorkFolder> copy() const { return WorkFolder::copy(confinement_, 0); }
  std::string original(const std::string& name) const { return fs::canonical(folder_.path()) / name; }

  TempFolder folder_;
  Confinement confinement_;
};

TEST_F(WorkFolderTest, HasTheFilesOfTheOriginal) {
  const auto work = copy();
  ASSERT_NE(work, nullptr);
  EXPECT_EQ(read_file(work->path() / "data" / "weights"), "data");
  EXPECT_EQ(work->placed(original("bot.py")), (work->path() / "bot.py").string());
  EXPECT_EQ(work->placed(fs::canonical(folder_.path())), work->path().string());
  EXPECT_EQ(work->placed("/usr/bin/python3"), "/usr/bin/python3");
  EXPECT_EQ(work->placed("bot.py"), "bot.py") << "it works there";
}

TEST_F(WorkFolderTest, TellsWhatWasWritten) {
  const auto work = copy();
  EXPECT_TRUE(work->written().empty());
  write_file(work->path() / "debug.log", "new");
  write_file(work->path() / "data" / "weights", "changed");
  fs::create_directory(work->path() / "__pycache__");
  write_file(work->path() / "__pycache__" / "bot.cpython-311.pyc", "");
  EXPECT_THAT(work->written(), ElementsAre("data/weights", "debug.log"));
  EXPECT_EQ(read_file(folder_ / "data" / "weights"), "data") << "the original stays as it is";
}

TEST_F(WorkFolderTest, FilesInTheBotsWordsHaveNamesThatItsAuthorKnows) {
  const auto work = copy();
  const std::string path = work->path().string();
  EXPECT_EQ(work->with_own_names("File \"" + path + "/my_bot.py\", line 3\n" + path + "/a/b\n"),
            "File \"my_bot.py\", line 3\na/b\n");
}

TEST_F(WorkFolderTest, NamesAFewOfManyFiles) {
  const auto work = copy();
  for (int i = 0; i < 20; ++i) {
    write_file(work->path() / ("log" + std::to_string(i)), "");
  }
  EXPECT_EQ(work->written().size(), WorkFolder::kMostNamed);
}

TEST_F(WorkFolderTest, HiddenFilesAreNotInIt) {
  write_file(folder_ / "results.db", "secret");
  confinement_.hidden = {folder_ / "results.db"};
  EXPECT_FALSE(fs::exists(copy()->path() / "results.db"));
}

TEST_F(WorkFolderTest, LargeFoldersAreNotCopied) {
  write_file(folder_ / "large", "");
  fs::resize_file(folder_ / "large", WorkFolder::kMostBytes);
  EXPECT_EQ(copy(), nullptr);
  fs::remove(folder_ / "large");
  for (std::size_t i = 0; i < WorkFolder::kMostFiles; ++i) {
    write_file(folder_ / ("file" + std::to_string(i)), "");
  }
  EXPECT_EQ(copy(), nullptr);
}

TEST_F(WorkFolderTest, FolderThatACopyWouldNotBeLikeIsNotCopied) {
  fs::create_symlink("/usr/bin/python3", folder_ / "python");
  EXPECT_NE(copy(), nullptr) << "the interpreter of a virtual environment is there for all";
  fs::create_symlink("/etc/hostname", folder_ / "elsewhere");
  EXPECT_EQ(copy(), nullptr);
}

TEST_F(WorkFolderTest, FilesThatTheBotMayNotReadAreNotCopiedForIt) {
  if (::geteuid() != 0) {
    GTEST_SKIP() << "only bots of root are other users";
  }
  fs::permissions(folder_ / "data" / "weights", fs::perms(0640));
  EXPECT_EQ(WorkFolder::copy(confinement_, UserSlots::kFirst), nullptr);
  EXPECT_NE(WorkFolder::copy(confinement_, UserSlots::kFirst, {::getegid()}), nullptr);
}

TEST(SandboxNotes, SaysEachOnce) {
  SandboxNotes notes;
  EXPECT_EQ(notes.text(), "");
  notes.add("debug.log", "debug.log was thrown away");
  notes.add("debug.log", "debug.log was thrown away in another match");
  EXPECT_EQ(notes.text(), "sandbox: debug.log was thrown away\n");
}

TEST(SandboxNotes, OnlyTheAuthorOfABotIsAdvisedToLeaveTheSandboxOut) {
  SandboxNotes notes;
  notes.add("debug.log", "thrown away", "--sandbox none keeps it");
  notes.add("model", "not found");
  EXPECT_EQ(notes.text(), "sandbox: thrown away\nsandbox: not found\n");
  EXPECT_EQ(notes.text_for_author(), "sandbox: thrown away; --sandbox none keeps it\nsandbox: not found\n");
}

/// What programs say when the sandbox refuses something.
TEST(Refusal, IsFoundInTheWordsOfABot) {
  SandboxSpec basic;
  basic.level = SandboxLevel::basic;
  SandboxSpec bwrap;
  bwrap.level = SandboxLevel::bwrap;
  basic.folder = bwrap.folder = "/home/ann/bot";
  const std::string python =
      "Traceback (most recent call last):\nPermissionError: [Errno 13] Permission denied: '/opt/model'\n";
  for (const SandboxSpec& order : {basic, bwrap}) {
    EXPECT_THAT(refusal_in(python, order)->text(), HasSubstr("Permission denied: '/opt/model': a file"));
    EXPECT_THAT(refusal_in(python, order)->text(), HasSubstr("--readable PATH"));
    EXPECT_THAT(refusal_in(python, order)->text(), testing::Not(HasSubstr("--sandbox none")));
    EXPECT_EQ(refusal_in(python, order)->unconfined, "") << "what lies outside its folder is not the bot's";
    EXPECT_EQ(refusal_in("PermissionError: [Errno 13] Permission denied: '../model'\n", order)->unconfined,
              "");
    for (const char* const own : {"debug.log", "/home/ann/bot/debug.log"}) {
      const std::string words = std::string("PermissionError: [Errno 13] Permission denied: '") + own + "'\n";
      EXPECT_THAT(refusal_in(words, order)->unconfined, HasSubstr("--sandbox none")) << own;
    }
    EXPECT_FALSE(refusal_in("", order));
    EXPECT_FALSE(refusal_in("IndexError: list index out of range\n", order));
  }
  EXPECT_THAT(refusal_in("run.sh: 2: Cannot fork\n", basic)->text(), HasSubstr("exec python3 bot.py"));
  for (const char* const windows : {"/usr/bin/env: 'python3\\r': No such file or directory\n",
                                    "cat: model.bin\r: No such file or directory\r\n"}) {
    EXPECT_THAT(refusal_in(windows, bwrap)->text(), HasSubstr("carriage return")) << windows;
    EXPECT_EQ(refusal_in(windows, bwrap)->unconfined, "") << windows;
  }
  EXPECT_THAT(refusal_in("  File \"/usr/lib/python3.11/subprocess.py\", line 1\n"
                         "PermissionError: [Errno 1] Operation not permitted\n",
                         basic)
                  ->text(),
              HasSubstr("exec python3 bot.py"));
  EXPECT_THAT(refusal_in("bash: /opt/x/python: No such file or directory\n", bwrap)->text(),
              HasSubstr("it sees the system's files and its own folder; name others with --readable PATH"));
  basic.forks = true;
  EXPECT_THAT(refusal_in("run.sh: 2: Cannot fork\n", basic)->text(), testing::Not(HasSubstr("exec")));
}

}  // namespace
}  // namespace referee
