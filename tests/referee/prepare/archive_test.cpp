#include "referee/prepare/archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "tests/support/temp_folder.h"

// Archives by GNU tar, and a size bound of the test: tests/e2e/score_test.py has archives by Python.

namespace referee::prepare {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class Archive : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_ / "in");
    fs::create_directories(folder_ / "out");
  }
  /// Runs a command, which must make ../x.tar, in the folder of the files to pack.
  void pack(const std::string& command) const {
    const std::string line = "cd '" + (folder_ / "in").string() + "' && " + command;
    ASSERT_EQ(std::system(line.c_str()), 0) << line;
  }
  std::string unpack(const SizeBound& bound = {}, Links links = Links::refused) const {
    try {
      unpack_archive(folder_ / "x.tar", folder_ / "out", bound, links);
    } catch (const BadSubmission& bad) {
      return bad.what();
    }
    return "unpacked";
  }
  std::string out(const std::string& name) const {
    return test_support::read_file(folder_ / ("out/" + name));
  }

  test_support::TempFolder folder_;
};

TEST_F(Archive, FilesAndFoldersAreUnpackedWithTheirRightToRun) {
  pack("mkdir -p a/b && echo one > a/b/f && echo two > g && chmod 700 g && tar cf ../x.tar ./a g");
  EXPECT_EQ(unpack(), "unpacked");
  EXPECT_EQ(out("a/b/f"), "one\n");
  EXPECT_NE(fs::status(folder_ / "out/g").permissions() & fs::perms::others_exec, fs::perms::none);
  EXPECT_EQ(fs::status(folder_ / "out/a/b/f").permissions() & fs::perms::owner_exec, fs::perms::none);
}

TEST_F(Archive, LinksThatLeadInsideAreMadeIfTheyMayBe) {
  pack("mkdir a && echo one > a/f && ln -s ../a/f a/link && ln -s a b && tar cf ../x.tar a b");
  EXPECT_EQ(unpack({}, Links::inside), "unpacked");
  EXPECT_EQ(out("a/link"), "one\n");
  EXPECT_EQ(fs::read_symlink(folder_ / "out/b"), "a");
}

TEST_F(Archive, NothingIsWrittenThroughALink) {
  pack("ln -s /etc/passwd link && tar cf ../x.tar link");
  EXPECT_EQ(unpack({}, Links::inside), "x.tar has 'link', a link that leads outside");
  pack("rm link && ln -s ../x link && tar cf ../x.tar link");
  EXPECT_EQ(unpack({}, Links::inside), "x.tar has 'link', a link that leads outside");
  pack("rm link && mkdir a && echo one > a/f && ln -s a d && tar cf ../x.tar --transform s,a/f,d/f, d a/f");
  EXPECT_THAT(unpack({}, Links::inside), HasSubstr("'d' twice"));
  EXPECT_FALSE(fs::exists(folder_ / "out/a/f"));
  pack("tar cf ../x.tar d d");
  EXPECT_THAT(unpack({}, Links::inside), HasSubstr("'d' twice"));
}

TEST_F(Archive, NamesBeyondAsciiAreKeptInEveryLocale) {
  pack(
      "printf x > 'Zoë Łuk 李.py' && python3 -c \"import zipfile; zipfile.ZipFile('../x.tar', "
      "'w').write('Zoë Łuk 李.py')\"");
  EXPECT_EQ(unpack(), "unpacked");
  EXPECT_EQ(out("Zoë Łuk 李.py"), "x");
}

TEST_F(Archive, LinksAndDevicesAreRefused) {
  pack("ln -s /etc/passwd link && tar cf ../x.tar link");
  EXPECT_EQ(unpack(), "x.tar has 'link', which is a link: expected files and folders only");
  pack("echo x > f && ln f hard && tar cf ../x.tar f hard");
  EXPECT_THAT(unpack(), HasSubstr("has 'hard', which is a link"));
  pack("mkfifo pipe && tar cf ../x.tar pipe");
  EXPECT_EQ(unpack(), "x.tar has 'pipe', which is a device: expected files and folders only");
}

TEST_F(Archive, WhatLiesOutsideIsRefused) {
  pack("echo x > f && tar cPf ../x.tar --transform s,^f,../f, f");
  EXPECT_THAT(unpack(), HasSubstr("'../f', which lies outside"));
  EXPECT_FALSE(fs::exists(folder_ / "f"));
  pack("tar cPf ../x.tar \"$PWD/f\"");
  EXPECT_THAT(unpack(), HasSubstr("/in/f', which lies outside"));
}

TEST_F(Archive, AFileCannotStandTwice) {
  pack("echo x > f && tar cf ../x.tar f && tar rf ../x.tar f");
  EXPECT_EQ(unpack(), "x.tar has 'f' twice");
}

TEST_F(Archive, ABombIsStoppedAtItsBound) {
  pack("truncate -s 3M zeros && tar czf ../x.tar zeros");
  EXPECT_EQ(unpack({2 * 1024 * 1024, 10}), "x.tar is more than 2 MiB unpacked");
  EXPECT_LE(fs::file_size(folder_ / "out/zeros"), 2U * 1024 * 1024);
  pack("mkdir d && touch d/1 d/2 && tar cf ../x.tar d");
  EXPECT_EQ(unpack({1024, 2}), "x.tar has more than 2 files");
}

TEST_F(Archive, WhatIsDamagedIsRefused) {
  pack(
      "head -c 1000000 /dev/urandom > noise && tar czf ../whole noise && head -c 500000 ../whole > ../x.tar");
  EXPECT_THAT(unpack(), HasSubstr("x.tar is damaged at 'noise': "));
  pack("tar cf ../x.tar -T /dev/null");
  EXPECT_EQ(unpack(), "x.tar is empty");
}

TEST_F(Archive, TheOneThatMatchesIsFound) {
  EXPECT_FALSE(find_archive(folder_ / "in", ""));
  pack("touch a.zip b.txt");
  EXPECT_EQ(find_archive(folder_ / "in", "")->filename(), "a.zip");
  EXPECT_EQ(find_archive(folder_ / "in", "*.txt")->filename(), "b.txt");
  EXPECT_THROW(find_archive(folder_ / "in", "c.*"), BadSubmission);
  pack("touch c.tar.gz");
  EXPECT_THROW(find_archive(folder_ / "in", ""), BadSubmission);
}

}  // namespace
}  // namespace referee::prepare
