#include "protocol/sha256.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "protocol/hex.h"

namespace engines {
namespace {

// FIPS 180-4 and NIST's examples.
TEST(Sha256, MatchesKnownVectors) {
  EXPECT_EQ(protocol::Sha256::hex_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(protocol::Sha256::hex_of("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(protocol::Sha256::hex_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(protocol::Sha256::hex_of(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, PiecesGiveTheDigestOfTheWhole) {
  EXPECT_EQ(protocol::Sha256().add("a").add("").add("bc").hex(), protocol::Sha256::hex_of("abc"));
  EXPECT_NE(protocol::Sha256::hex_of(std::string_view("a\0", 2)), protocol::Sha256::hex_of("a"));
}

TEST(Digests, AreTheSameIfEachDigitIs) {
  const std::string digest = protocol::Sha256::hex_of("abc");
  EXPECT_TRUE(protocol::same_digest(digest, protocol::Sha256::hex_of("abc")));
  for (std::size_t i = 0; i < digest.size(); ++i) {
    std::string other = digest;
    other[i] = other[i] == '0' ? '1' : '0';
    EXPECT_FALSE(protocol::same_digest(digest, other)) << i;
  }
  EXPECT_FALSE(protocol::same_digest(digest, digest.substr(1)));
  EXPECT_FALSE(protocol::same_digest(digest, ""));
}

TEST(Sha256, ACopyGoesOnApart) {
  protocol::Sha256 first;
  first.add("a");
  protocol::Sha256 second(first);
  EXPECT_EQ(second.add("bc").hex(), protocol::Sha256::hex_of("abc"));
  EXPECT_EQ(first.hex(), protocol::Sha256::hex_of("a"));
}

TEST(Hex, IsLowerCaseTwoDigitsAByte) {
  EXPECT_EQ(protocol::to_hex(std::array<unsigned char, 4>{0x00, 0x0f, 0xa5, 0xff}), "000fa5ff");
  EXPECT_EQ(protocol::to_hex({}), "");
}

}  // namespace
}  // namespace engines
