#include "referee/http/body_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace referee::web {
namespace {

struct Read {
  std::string content;
  std::string rest;
  int status = 0;  // of a refusal
  bool done = false;
};

/// The body in `text`, shown in pieces of `size` bytes.
Read read(BodyReader body, std::string_view text, std::size_t size = 1'000'000) {
  Read all;
  while (!text.empty() && !body.is_done()) {
    std::string_view shown = text.substr(0, size);
    while (!shown.empty() && !body.is_done()) {
      const BodyReader::Piece piece = body.take(shown);
      if (piece.refusal) {
        all.status = piece.refusal->status;
        return all;
      }
      all.content += piece.content;
      shown.remove_prefix(piece.used);
      text.remove_prefix(piece.used);
    }
  }
  all.done = body.is_done();
  all.rest = text;
  EXPECT_EQ(body.received(), all.content.size());
  return all;
}

TEST(BodyReader, ABodyOfAStatedLengthEndsThere) {
  for (const std::size_t size : {1U, 3U, 100U}) {
    const Read all = read(BodyReader(5), "helloGET / HTTP/1.1", size);
    EXPECT_TRUE(all.done);
    EXPECT_EQ(all.content, "hello");
    EXPECT_EQ(all.rest, "GET / HTTP/1.1");
  }
  EXPECT_TRUE(BodyReader(0).is_done());
  EXPECT_FALSE(read(BodyReader(6), "hello").done);
}

TEST(BodyReader, ChunksAreJoinedHoweverTheyArrive) {
  const std::string large(100'000, 'x');
  const std::string text = "5\r\nhello\r\n1;name=value\r\n \r\n186A0\r\n" + large + "\r\n0\r\n";
  for (const std::size_t size : {1U, 2U, 7U, 1000U, 1'000'000U}) {
    const std::string trailer = size % 2 == 0 ? "" : "X-Digest: 1\r\n";  // it has no meaning
    const Read all = read(BodyReader(std::nullopt), text + trailer + "\r\nGET", size);
    EXPECT_TRUE(all.done) << size;
    EXPECT_EQ(all.content, "hello " + large) << size;
    EXPECT_EQ(all.rest, "GET") << size;
  }
}

TEST(BodyReader, WhatIsNoChunkIsRefused) {
  const std::vector<std::string> table = {
      "hello\r\n",
      "-1\r\na\r\n",
      "1\r\nab\r\n0\r\n\r\n",
      "10000000000000000\r\na",
      "1\na\n0\n\n",
      "1 2\r\na\r\n",
      "1\x01\r\na\r\n",
      "0\r\n: a\r\n\r\n",
      "1;" + std::string(10'000, 'a'),
      "0\r\nX: " + std::string(10'000, 'a'),
  };
  for (const std::string& text : table) {
    for (const std::size_t size : {1U, 1'000'000U}) {
      EXPECT_EQ(read(BodyReader(std::nullopt), text, size).status, 400) << text.substr(0, 30) << " " << size;
    }
  }
}

}  // namespace
}  // namespace referee::web
