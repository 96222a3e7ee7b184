#include "referee/http/body.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <string>

namespace referee::web {
namespace {

std::string inflated(const std::string& bytes, std::size_t room) {
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  std::string out(room, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

TEST(Body, CompressedBytesAreTheSameAfterDecompression) {
  for (const std::size_t size : {2'000U, 3'000'000U}) {
    std::string text;
    while (text.size() < size) {
      text += R"({"turn":)" + std::to_string(text.size()) + "}\n";
    }
    const Body body(text);
    ASSERT_NE(body.gzipped(), nullptr);
    EXPECT_LT(body.gzipped()->size(), text.size());
    EXPECT_EQ(inflated(*body.gzipped(), text.size() + 1), text);
  }
}

TEST(Body, IsCompressedOnceOnly) {
  const Body body(std::string(10'000, 'a'));
  EXPECT_EQ(body.gzipped(), body.gzipped());
}

TEST(Body, WhatWouldNotGetSmallerIsNotCompressed) {
  EXPECT_EQ(Body("short").gzipped(), nullptr);
  EXPECT_EQ(Body("").gzipped(), nullptr);
  std::string noise;
  std::uint32_t state = 1;
  while (noise.size() < 10'000) {
    state = state * 1664525U + 1013904223U;
    noise += static_cast<char>(state >> 24U);
  }
  EXPECT_EQ(Body(noise).gzipped(), nullptr);
}

TEST(Body, TagNamesTheBytes) {
  EXPECT_EQ(Body("a").tag(), Body("a").tag());
  EXPECT_NE(Body("a").tag(), Body("b").tag());
  EXPECT_EQ(Body("a").tag().size(), 32U);
}

}  // namespace
}  // namespace referee::web
