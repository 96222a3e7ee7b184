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
  /// "unpacked", what was left out, or why it was refused.
  std::string unpack(const SizeBound& bound = {}, Packer packer = Packer::person) const {
    std::string said = "unpacked";
    try {
      for (const std::string& one : unpack_archive(folder_ / "x.tar", folder_ / "out", bound, packer)) {
        said += "; without " + one;
      }
    } catch (const BadSubmission& bad) {
      return bad.what();
    }
    return said;
  }
  /// Makes ../x.tar by statements of Python.
  void pack_by_python(const std::string& statements) const {
    test_support::write_file(folder_ / "pack.py", statements);
    pack("python3 ../pack.py");
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

constexpr const char* kRar = R"(
import zlib
def block(*parts, data=b""):
    head = b"".join(bytes([part]) if isinstance(part, int) else part for part in parts)
    head = bytes([len(head)]) + head
    return zlib.crc32(head).to_bytes(4, "little") + head + data
text = b"bot\n"
entry = [2, 2, len(text), 4, len(text), b"\xa4\x83\x02", zlib.crc32(text).to_bytes(4, "little"), 0, 1, 6, b"bot.py"]
open("../x.tar", "wb").write(b"Rar!\x1a\7\1\0" + block(1, 0, 0) + block(*entry, data=text) + block(5, 0, 0))
)";
constexpr const char* kSevenZip = R"(
open("../x.tar", "wb").write(bytes.fromhex(
    "377abcaf271c000316ec33310e00000000000000400000000000000047efda3200311bcae8b66ed9fffffbe620000104060001090e00070b0100"
    "0123030101055d000080000c0400080a016539665800000501110f0062006f0074002e00700079000000150601002080a4810000"))
)";

TEST_F(Archive, WhatPeoplePackWithIsRead) {
  const auto tar_by = [](const std::string& compression) {
    return "import tarfile\nopen('bot.py', 'w').write('bot\\n')\ntarfile.open('../x.tar', 'w:" + compression +
           "').add('bot.py')\n";
  };
  for (const std::string& way :
       {tar_by("gz"), tar_by("bz2"), tar_by("xz"), std::string(kRar), std::string(kSevenZip)}) {
    pack_by_python(way);
    EXPECT_EQ(unpack(), "unpacked") << way;
    EXPECT_EQ(out("bot.py"), "bot\n") << way;
    fs::remove(folder_ / "out/bot.py");
    EXPECT_THAT(unpack({}, Packer::referee), HasSubstr("x.tar is no"))
        << "the referee packs nothing so: " << way;
  }
  pack("head -c 60 ../x.tar > ../half && mv ../half ../x.tar");
  EXPECT_THAT(unpack(), HasSubstr("damaged"));
}

TEST_F(Archive, LinksThatLeadInsideAreMade) {
  pack("mkdir a && echo one > a/f && ln -s ../a/f a/link && ln -s a b && tar cf ../x.tar a b");
  EXPECT_EQ(unpack(), "unpacked");
  EXPECT_EQ(out("a/link"), "one\n");
  EXPECT_EQ(fs::read_symlink(folder_ / "out/b"), "a");
}

TEST_F(Archive, LinksThatLeadOutsideAreLeftOutOrRefused) {
  pack("echo x > f");
  for (const std::string target : {"/etc/passwd", "../x", "a/../../x", "./../x", "d/../..", ""}) {
    pack_by_python(
        "import tarfile\nwith tarfile.open('../x.tar', 'w') as tar:\n  tar.add('f')\n"
        "  link = tarfile.TarInfo('link')\n  link.type = tarfile.SYMTYPE\n  link.linkname = '" +
        target + "'\n  tar.addfile(link)\n");
    EXPECT_EQ(unpack(), "unpacked; without link, a link that leads outside") << target;
    EXPECT_FALSE(fs::exists(fs::symlink_status(folder_ / "out/link")));
    fs::remove(folder_ / "out/f");
    EXPECT_EQ(unpack({}, Packer::referee), "x.tar has 'link', a link that leads outside") << target;
    fs::remove(folder_ / "out/f");
  }
}

TEST_F(Archive, AChainOfLinksLeadsInsideIfEachOfThemDoes) {
  // "to_top" leads to the top, so that "up" would lead above it if it climbed from there.
  pack(
      "mkdir -p a && echo one > f && ln -s .. a/to_top && ln -s a/to_top/.. up && ln -s a/to_top/f one && "
      "tar cf ../x.tar f a up one");
  EXPECT_EQ(unpack(), "unpacked; without up, a link that leads outside");
  EXPECT_EQ(out("one"), "one\n");
  EXPECT_EQ(fs::canonical(folder_ / "out/a/to_top"), fs::canonical(folder_ / "out"));
}

TEST_F(Archive, NothingIsWrittenThroughALink) {
  pack("mkdir a && echo one > a/f && ln -s a d && tar cf ../x.tar --transform s,a/f,d/f, d a/f");
  EXPECT_THAT(unpack(), HasSubstr("'d' twice"));
  EXPECT_FALSE(fs::exists(folder_ / "out/a/f"));
  pack("tar cf ../x.tar d d");
  EXPECT_THAT(unpack(), HasSubstr("'d' twice"));
  fs::remove(folder_ / "out/d");
  pack("tar cf ../x.tar --transform 's,a/f,d,' d a/f");
  EXPECT_THAT(unpack(), HasSubstr("'d' twice")) << "a file in place of the link";
  fs::remove(folder_ / "out/d");
  pack("tar cf ../x.tar --transform 's,^a,d,' a d");
  EXPECT_THAT(unpack(), HasSubstr("'d' twice")) << "a link in place of the folder";
}

TEST_F(Archive, NamesBeyondAsciiAreKeptInEveryLocale) {
  pack(
      "printf x > 'Zoë Łuk 李.py' && python3 -c \"import zipfile; zipfile.ZipFile('../x.tar', "
      "'w').write('Zoë Łuk 李.py')\"");
  EXPECT_EQ(unpack(), "unpacked");
  EXPECT_EQ(out("Zoë Łuk 李.py"), "x");
}

TEST_F(Archive, HardLinksAreLeftOutOrRefused) {
  pack("echo x > f && ln f hard && tar cf ../x.tar f hard");
  EXPECT_EQ(unpack(), "unpacked; without hard, a hard link");
  EXPECT_EQ(fs::hard_link_count(folder_ / "out/f"), 1U);
  fs::remove(folder_ / "out/f");
  EXPECT_EQ(unpack({}, Packer::referee), "x.tar has 'hard', a hard link");
}

TEST_F(Archive, DevicesAreRefused) {
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
  EXPECT_EQ(unpack(), "x.tar is empty or damaged: no file is in it");
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

TEST_F(Archive, TheOneIsFoundByItsFirstBytes) {
  pack("echo x > f && tar czf 'bot.zip (1)' f && printf 'PK\\3\\4' > Bot.jar && cp 'bot.zip (1)' ._bot.zip");
  EXPECT_EQ(find_archive(folder_ / "in", "")->filename(), "bot.zip (1)");
  pack("rm bot* && gzip f");
  EXPECT_FALSE(find_archive(folder_ / "in", "")) << "f.gz is one of the files of Bot.jar";
  pack("rm Bot.jar");
  EXPECT_EQ(find_archive(folder_ / "in", "")->filename(), "f.gz");
}

}  // namespace
}  // namespace referee::prepare
