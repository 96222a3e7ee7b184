#include "referee/store/store_uri.h"

#include <gtest/gtest.h>

#include <utility>

#include "referee/store/store.h"
#include "tests/support/complaint.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using test_support::complaint;
using test_support::TempFolder;

/// The file that a text names, or "-".
std::string file_in(std::string_view text) {
  const auto uri = StoreUri::read(text);
  return uri ? uri->file().value_or("no file").string() : "-";
}

TEST(StoreUri, APathIsAFile) {
  for (const char* path : {"class.db", "/var/lib/referee/class.db", "./a:b.db", "out/a:b.db", "../x",
                           "1:2.db", ":memory:", "a b:c", "\u00e4:b", "C\\x"}) {
    EXPECT_EQ(file_in(path), path);
    EXPECT_EQ(StoreUri::parse(path).text(), path);
  }
}

TEST(StoreUri, SqliteTakesAnyPathThatFollows) {
  EXPECT_EQ(file_in("sqlite:class.db"), "class.db");
  EXPECT_EQ(file_in("sqlite:/tmp/class.db"), "/tmp/class.db");
  EXPECT_EQ(file_in("sqlite:a:b.db"), "a:b.db");
  EXPECT_EQ(file_in("sqlite:sqlite:x"), "sqlite:x");
  EXPECT_EQ(StoreUri::parse("sqlite:a:b.db").text(), "sqlite:a:b.db") << "as it was written";
}

TEST(StoreUri, OtherSchemesAreRefused) {
  for (const char* text :
       {"postgresql:class", "postgres:class", "postgresql://db/class?schema=A;b", "a:b.db", "class.db:2",
        "C:\\x", "SQLITE:x", "a+b-c.9:", "sqlite:", "sqlite://class.db", "sqlite:///tmp/class.db", ""}) {
    EXPECT_EQ(file_in(text), "-") << text;
    EXPECT_EQ(complaint([&] { StoreUri::parse(text); }),
              std::string("store: got '") + text + "', expected " + StoreUri::kExpected);
  }
}

TEST(StoreUri, ADatabaseHasAnAddressAndASchema) {
  const auto uri =
      StoreUri::parse("postgresql://ann@db.example.org:5433/class?sslmode=require&schema=spring&port=1");
  EXPECT_EQ(uri.kind(), StoreUri::Kind::postgresql);
  EXPECT_EQ(uri.file(), std::nullopt);
  EXPECT_EQ(uri.address(), "postgresql://ann@db.example.org:5433/class?sslmode=require&port=1");
  EXPECT_EQ(uri.schema(), "spring");
  EXPECT_EQ(StoreUri::parse("postgresql:///class").schema(), "referee");
  EXPECT_EQ(StoreUri::parse("postgresql:///class").beside(".ctl"), "postgresql-class.referee.ctl");
  EXPECT_EQ(StoreUri::parse("postgresql://a@[::1]/class?host=/run/x&schema=s").beside(".ctl"),
            "postgresql----1---run-x-class.s.ctl");
}

TEST(StoreUri, APasswordIsNeitherTakenNorShown) {
  const std::pair<const char*, const char*> shown[] = {
      {"postgresql://ann:secret@db/class", "postgresql://ann:***@db/class"},
      {"postgresql://ann:se@cret@db:1/class?a=b", "postgresql://ann:***@db:1/class?a=b"},
      {"postgresql:///class?password=secret&a=b", "postgresql:///class?password=***&a=b"},
      {"postgresql://ann@db/class?sslpassword=secret", "postgresql://ann@db/class?sslpassword=***"},
      {"postgres://ann:secret@db", "postgres://ann:***@db/"},
  };
  for (const auto& [text, masked] : shown) {
    EXPECT_EQ(complaint([&] { StoreUri::parse(text); }),
              std::string("store: got '") + masked + "', expected " + StoreUri::kExpected);
  }
  EXPECT_EQ(StoreUri::without_password("postgresql://ann@db:1/class"), "postgresql://ann@db:1/class");
}

TEST(StoreUri, TheTextOfAFileNamesTheSameFile) {
  for (const char* path : {"class.db", "a:b.db", "sqlite:x", "/tmp/a:b.db"}) {
    const StoreUri file{std::filesystem::path(path)};
    EXPECT_EQ(file.file(), path);
    EXPECT_EQ(std::filesystem::path(file_in(file.text())).lexically_normal(), path);
  }
}

TEST(StoreUri, TheControlSocketIsBesideTheFile) {
  EXPECT_EQ(StoreUri::parse("sqlite:out/a:b.db").beside(".ctl"), "out/a:b.db.ctl");
  EXPECT_EQ(StoreUri::parse("class.db").beside(".ctl"), "class.db.ctl");
}

TEST(OpenStore, OpensTheFileThatIsNamed) {
  const TempFolder folder;
  const std::string file = (folder / "a:b.db").string();
  open_store(StoreUri::parse("sqlite:" + file), StoreAccess::exclusive)
      ->apply({store_write::SetMeta{"a", "1"}});
  EXPECT_EQ(open_store(StoreUri::parse(file), StoreAccess::read_only)->load().meta.at("a"), "1");
}

TEST(OpenStore, ReadingNeedsAStore) {
  const TempFolder folder;
  const StoreUri none = folder / "none.db";
  EXPECT_EQ(complaint<NotAStore>([&] { open_store(none, StoreAccess::read_only); }),
            "no store " + none.text());
}

}  // namespace
}  // namespace referee
