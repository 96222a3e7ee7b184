#include "referee/prepare/file_kind.h"

#include <gtest/gtest.h>

#include "tests/support/temp_folder.h"

namespace referee::prepare {
namespace {

TEST(FileKind, AnArchiveIsToldByItsFirstBytesWhateverItsName) {
  using namespace std::string_literals;
  const test_support::TempFolder folder;
  const auto is_one = [&](const std::string& name, const std::string& bytes) {
    test_support::write_file(folder / name, bytes);
    return is_archive(folder / name);
  };
  for (const std::string& head :
       {"PK\3\4"s, "\x1f\x8b"s, "BZh9"s,
        "\xfd"
        "7zXZ\0"s,
        "\x28\xb5\x2f\xfd"s, "Rar!\x1a\7"s, "7z\xbc\xaf\x27\x1c"s, std::string(257, 'x') + "ustar"}) {
    EXPECT_TRUE(is_one("bot", head + "...")) << head;
    EXPECT_TRUE(is_one("bot (1).zip.download", head + "...")) << head;
  }
  EXPECT_TRUE(is_one("bot.ZIP", "no zip")) << "whoever unpacks it says so";
  EXPECT_FALSE(is_one("bot.py", "import json"));
  EXPECT_FALSE(is_one("Bot.jar", "PK\3\4")) << "a program";
  EXPECT_FALSE(is_one("Report.DOCX", "PK\3\4"));
}

TEST(FileKind, TheEndingOfAnArchiveIsTakenFromItsName) {
  EXPECT_EQ(without_archive_ending("ada.tar.gz"), "ada");
  EXPECT_EQ(without_archive_ending("a.b.Tar.XZ"), "a.b");
  EXPECT_EQ(without_archive_ending("ada.7Z"), "ada");
  EXPECT_EQ(without_archive_ending(".zip"), ".zip");
  EXPECT_EQ(without_archive_ending("ada.py"), "ada.py");
  EXPECT_TRUE(is_compressed_alone("weights.json.gz"));
  EXPECT_FALSE(is_compressed_alone("weights.tar.gz"));
}

TEST(LeftBehind, SystemsAndEditorsLeaveThese) {
  for (const char* const name : {".DS_Store",
                                 "._bot.py",
                                 "__MACOSX",
                                 "Icon\r",
                                 "Thumbs.db",
                                 "thumbs.db",
                                 "desktop.ini",
                                 "Desktop.ini",
                                 "$RECYCLE.BIN",
                                 "__pycache__",
                                 "bot.cpython-311.pyc",
                                 "venv",
                                 ".venv",
                                 ".git",
                                 ".idea",
                                 ".vscode",
                                 "bot.iml",
                                 "~$report.docx",
                                 "bot.py~",
                                 ".bot.py.swp"}) {
    EXPECT_TRUE(is_left_behind(name)) << name;
  }
  for (const char* const name :
       {"bot", "bot.py", "README", "report.docx", "Icon", "pycache", "src", "node_modules"}) {
    EXPECT_FALSE(is_left_behind(name)) << name;
  }
}

TEST(LeftBehind, DocumentsAreHandedInForPeople) {
  for (const char* const name : {"README", "readme.TXT", "LICENSE", "Report.PDF", "notes.md"}) {
    EXPECT_TRUE(is_document(name)) << name;
  }
  for (const char* const name : {"bot.py", "run", "Makefile", "data.json", "reader"}) {
    EXPECT_FALSE(is_document(name)) << name;
  }
}

}  // namespace
}  // namespace referee::prepare
