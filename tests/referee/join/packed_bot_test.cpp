#include "referee/join/packed_bot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>
#include <string>

#include "referee/join/http_exchange.h"
#include "referee/prepare/archive.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

namespace fs = std::filesystem;
using test_support::read_file;
using test_support::write_file;
using testing::ElementsAre;

constexpr std::uint64_t kMost = 1'000'000;

class PackedBotTest : public testing::Test {
 protected:
  fs::path unpacked(const PackedBot& packed) {
    write_file(folder_ / packed.name, packed.bytes);
    fs::create_directory(folder_ / "unpacked");
    (void)prepare::unpack_archive(folder_ / packed.name, folder_ / "unpacked");
    return folder_ / "unpacked";
  }

  test_support::TempFolder folder_;
};

TEST_F(PackedBotTest, AFolderBecomesAnArchiveOfItsPlainFiles) {
  fs::create_directories(folder_ / "bot/lib");
  fs::create_directories(folder_ / "bot/.git");
  write_file(folder_ / "bot/run", "#!/bin/sh\n");
  fs::permissions(folder_ / "bot/run", fs::perms::owner_all);
  write_file(folder_ / "bot/lib/data", std::string(100'000, 'x'));
  write_file(folder_ / "bot/.git/config", "secret");
  fs::create_symlink("/etc/passwd", folder_ / "bot/link");
  const PackedBot packed = pack_bot(folder_ / "bot", kMost);
  EXPECT_EQ(packed.name, "bot.tar.gz");
  EXPECT_THAT(packed.left_out, ElementsAre("link"));
  const fs::path there = unpacked(packed);
  EXPECT_EQ(read_file(there / "run"), "#!/bin/sh\n");
  EXPECT_EQ(read_file(there / "lib/data").size(), 100'000U);
  EXPECT_FALSE(fs::exists(there / ".git"));
  EXPECT_FALSE(fs::exists(fs::symlink_status(there / "link")));
}

TEST_F(PackedBotTest, TheSameFilesGiveTheSameBytes) {
  fs::create_directory(folder_ / "bot");
  write_file(folder_ / "bot/b", "2");
  write_file(folder_ / "bot/a", "1");
  const std::string before = pack_bot(folder_ / "bot", kMost).bytes;
  fs::last_write_time(folder_ / "bot/a", fs::file_time_type::clock::now() - std::chrono::hours(50));
  fs::copy(folder_ / "bot", folder_ / "copy", fs::copy_options::recursive);
  EXPECT_EQ(pack_bot(folder_ / "bot", kMost).bytes, before);
  EXPECT_EQ(pack_bot(folder_ / "copy", kMost).bytes, before);
}

TEST_F(PackedBotTest, AnArchiveIsSentAsItIsAndAFileAloneIsPacked) {
  write_file(folder_ / "bot.ZIP", "PK");
  EXPECT_EQ(pack_bot(folder_ / "bot.ZIP", kMost).bytes, "PK");
  write_file(folder_ / "bot.py", "print(1)\n");
  const PackedBot packed = pack_bot(folder_ / "bot.py", kMost);
  EXPECT_EQ(packed.name, "bot.py.tar.gz");
  EXPECT_EQ(read_file(unpacked(packed) / "bot.py"), "print(1)\n");
}

TEST_F(PackedBotTest, WhatIsTooLargeIsRefusedBeforeItIsSent) {
  write_file(folder_ / "bot.zip", std::string(101, 'x'));
  EXPECT_THROW(pack_bot(folder_ / "bot.zip", 100), TooLarge);
  EXPECT_NO_THROW(pack_bot(folder_ / "bot.zip", 101));
  write_file(folder_ / "bot.py", "print(1)\n");
  EXPECT_THROW(pack_bot(folder_ / "bot.py", 10), TooLarge);
  EXPECT_THROW(pack_bot(folder_ / "missing", kMost), std::invalid_argument);
}

TEST(HttpPlaceText, IsAnAddressOfPages) {
  const auto place = [](const char* text) {
    const HttpPlace parsed = HttpPlace::parse(text);
    return (parsed.tls ? "tls " : "") + parsed.address.host + " " + std::to_string(parsed.address.port);
  };
  EXPECT_EQ(place("http://127.0.0.1:7880/"), "127.0.0.1 7880");
  EXPECT_EQ(place("https://referee.example.org/submit?a"), "tls referee.example.org 443");
  EXPECT_EQ(place("referee.example.org"), "referee.example.org 80");
  EXPECT_EQ(place("https://[::1]:7880"), "tls ::1 7880");
  for (const char* const text : {"", "ftp://a/", "http://a:99999/", "http://:80/"}) {
    EXPECT_THROW(HttpPlace::parse(text), std::invalid_argument) << text;
  }
}

}  // namespace
}  // namespace referee
