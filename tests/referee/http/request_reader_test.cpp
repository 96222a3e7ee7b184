#include "referee/http/request_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace referee::web {
namespace {

constexpr std::size_t kMost = 16 * 1024;

RequestReader::Result only_result(const std::string& text) {
  RequestReader reader(kMost);
  reader.receive(text);
  auto result = reader.next();
  EXPECT_TRUE(result) << text;
  return result ? *result : Refusal{};
}

int status_of(const std::string& text) {
  const auto result = only_result(text);
  const auto* refusal = std::get_if<Refusal>(&result);
  return refusal == nullptr ? 200 : refusal->status;
}

HttpRequest request(const std::string& target, const std::string& headers = "") {
  const auto result = only_result("GET " + target + " HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n");
  const auto* read = std::get_if<HttpRequest>(&result);
  EXPECT_NE(read, nullptr) << target;
  return read == nullptr ? HttpRequest{} : *read;
}

using Texts = std::vector<std::string>;

// ---- what is refused ----

TEST(RequestReader, HostileRequestsAreRefusedByTheirStatus) {
  const std::vector<std::pair<std::string, int>> table = {
      {"GET / HTTP/1.1\r\nHost: a\r\n\r\n", 200},
      {"HEAD / HTTP/1.1\r\nHost: a\r\n\r\n", 200},
      {"\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 200},
      {"GET / HTTP/1.0\r\n\r\n", 200},
      {"GET http://a/x HTTP/1.1\r\nHost: a\r\n\r\n", 200},
      {"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", 200},
      // methods
      {"DELETE / HTTP/1.1\r\nHost: a\r\n\r\n", 405},
      {"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", 405},
      {"CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", 405},
      {"BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 405},
      {"get / HTTP/1.1\r\nHost: a\r\n\r\n", 405},
      // bodies
      {"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", 413},
      {"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n", 400},
      // versions
      {"GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505},
      {"GET / HTTP/0.9\r\nHost: a\r\n\r\n", 505},
      {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
      {"GET /\r\n\r\n", 400},
      // hosts
      {"GET / HTTP/1.1\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400},
      // lines
      {"GET / HTTP/1.1\nHost: a\n\n", 400},
      {"GET / HTTP/1.1\r\nHost: a\n\r\n", 400},
      {"GET / HTTP/1.1\rHost: a\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nno colon\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\n: nameless\r\nHost: a\r\n\r\n", 400},
      {std::string("GET / HTTP/1.1\r\nHost: a\0b\r\n\r\n", 29), 400},
      {"GET / HTTP/1.1\r\nHost: \x1b[31m\r\n\r\n", 400},
      {"GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"GET / x HTTP/1.1\r\nHost: a\r\n\r\n", 505},
      {" GET / HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"\x16\x03\x01\x02\x00\x01\xfc\x03\x03", 400},  // a client that speaks TLS
      // paths
      {"GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"GET matches HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"GET ftp://a/x HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"GET /../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"GET /a/%2e%2E/b HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"GET /a%2fb HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"GET /a/./b HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"GET /%0d%0aSet-Cookie:x HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"GET /%ff HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"GET /%c0%af HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"GET /% HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"GET /%4 HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"GET /?a=%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"GET /?%00 HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      // lengths
      {"GET /" + std::string(5000, 'a') + " HTTP/1.1\r\nHost: a\r\n\r\n", 414},
      {"GET /" + std::string(kMost, 'a'), 414},
      {"GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(kMost, 'a'), 431},
  };
  for (const auto& [text, status] : table) {
    EXPECT_EQ(status_of(text), status) << text;
  }
}

TEST(RequestReader, WhatCannotBecomeARequestIsRefusedBeforeItsEnd) {
  RequestReader reader(kMost);
  reader.receive("GET / HTTP/1.1\n");
  EXPECT_TRUE(reader.next());
}

TEST(RequestReader, NothingFollowsARefusal) {
  RequestReader reader(kMost);
  reader.receive("BREW / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_TRUE(reader.next());
  reader.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_FALSE(reader.next());
  EXPECT_FALSE(reader.in_request());
}

TEST(RequestReader, APostMayLeaveOutTheLengthOfItsEmptyBodyAndAPutMayNot) {
  const auto result = only_result("POST /api/begin HTTP/1.1\r\nHost: a\r\n\r\n");
  const auto& request = std::get<HttpRequest>(result);
  EXPECT_TRUE(request.post);
  EXPECT_TRUE(request.has_body());
  EXPECT_EQ(request.content_length, 0U);
  EXPECT_EQ(status_of("PUT /x HTTP/1.1\r\nHost: a\r\n\r\n"), 411);
}

TEST(RequestReader, RefusalTellsWhetherItIsOfTheApi) {
  const auto result = only_result("BREW /api/tournament HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_TRUE(std::get<Refusal>(result).api);
}

TEST(RequestReader, RequestAsLongAsAllowedIsRead) {
  const std::string begin = "GET / HTTP/1.1\r\nHost: a\r\nX: ";
  const std::string end = "\r\n\r\n";
  const std::string most = begin + std::string(kMost - begin.size() - end.size(), 'x') + end;
  ASSERT_EQ(most.size(), kMost);
  EXPECT_EQ(status_of(most), 200);
  EXPECT_EQ(status_of(begin + "x" + most.substr(begin.size())), 431);
}

// ---- pieces and pipelines ----

TEST(RequestReader, PiecesMakeNoDifference) {
  RequestReader reader(kMost);
  for (const char c : std::string("\r\n\r\n")) {  // empty lines before a request mean nothing
    reader.receive({&c, 1});
    EXPECT_FALSE(reader.next());
  }
  const std::string text = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";
  for (const char c : text.substr(0, text.size() - 1)) {
    reader.receive({&c, 1});
    EXPECT_FALSE(reader.next());
    EXPECT_TRUE(reader.in_request());
  }
  reader.receive("\n");
  const auto result = reader.next();
  ASSERT_TRUE(result);
  EXPECT_EQ(std::get<HttpRequest>(*result).path, Texts{"a"});
  EXPECT_FALSE(reader.in_request());
}

TEST(RequestReader, PipelinedRequestsComeInOrder) {
  RequestReader reader(kMost);
  std::string text;
  for (int i = 0; i < 1000; ++i) {  // more than one request may have in all
    text += "GET /" + std::to_string(i) + " HTTP/1.1\r\nHost: a\r\n\r\n";
  }
  reader.receive(text + "GET /unfinished");
  for (int i = 0; i < 1000; ++i) {
    const auto result = reader.next();
    ASSERT_TRUE(result);
    EXPECT_EQ(std::get<HttpRequest>(*result).path, Texts{std::to_string(i)});
  }
  EXPECT_FALSE(reader.next());
  EXPECT_TRUE(reader.in_request());
}

// ---- what is read ----

TEST(RequestReader, PathIsDecodedAndCut) {
  EXPECT_EQ(request("/").path, Texts{});
  EXPECT_EQ(request("/matches/r1t1g1").path, (Texts{"matches", "r1t1g1"}));
  EXPECT_EQ(request("/a/").path, (Texts{"a", ""}));
  EXPECT_EQ(request("//a").path, (Texts{"", "a"}));
  EXPECT_EQ(request("/%C3%A4%20b%3F").path, Texts{"\xC3\xA4 b?"});
  EXPECT_EQ(request("http://host:80/a/b?c").path, (Texts{"a", "b"}));
  EXPECT_EQ(request("http://host").path, Texts{});
}

TEST(RequestReader, QueryIsDecoded) {
  const HttpRequest read = request("/?projector&from=3&name=a+b%26c%3d&&empty=");
  EXPECT_EQ(read.query, (std::vector<std::pair<std::string, std::string>>{
                            {"projector", ""}, {"from", "3"}, {"name", "a b&c="}, {"empty", ""}}));
  EXPECT_EQ(read.parameter("from"), "3");
  EXPECT_EQ(read.parameter("projector"), "");
  EXPECT_EQ(read.parameter("to"), std::nullopt);
}

TEST(RequestReader, TokenIsThatOfBearer) {
  EXPECT_EQ(request("/", "Authorization: Bearer abc-123\r\n").bearer, "abc-123");
  EXPECT_EQ(request("/", "authorization: bearer  abc\r\n").bearer, "abc");
  EXPECT_EQ(request("/", "Authorization: Basic abc\r\n").bearer, "");
  EXPECT_EQ(request("/", "Authorization: Bearer \xff\r\n").bearer, "");
  EXPECT_EQ(request("/").bearer, "");
}

TEST(RequestReader, GzipIsAcceptedWhereItIsNotExcluded) {
  for (const char* header : {"gzip", "deflate, gzip", "GZIP;q=0.5", "br;q=1.0, gzip;q=0.8, *;q=0.1", "*"}) {
    EXPECT_TRUE(request("/", std::string("Accept-Encoding: ") + header + "\r\n").accepts_gzip) << header;
  }
  for (const char* header :
       {"", "br", "gzip;q=0", "gzip; q=0.000", "identity", "xgzip", "*;q=0", "gzip;q=0, *"}) {
    EXPECT_FALSE(request("/", std::string("Accept-Encoding: ") + header + "\r\n").accepts_gzip) << header;
  }
}

TEST(RequestReader, ConnectionStaysOpenAsHttpSays) {
  EXPECT_TRUE(request("/").keep_alive);
  EXPECT_FALSE(request("/", "Connection: close\r\n").keep_alive);
  EXPECT_FALSE(request("/", "Connection: upgrade, Close\r\n").keep_alive);
  const auto old = [](const std::string& headers) {
    return std::get<HttpRequest>(only_result("GET / HTTP/1.0\r\n" + headers + "\r\n"));
  };
  EXPECT_FALSE(old("").keep_alive);
  EXPECT_FALSE(old("Connection: close\r\n").keep_alive);
  EXPECT_FALSE(old("Connection: keep-alive, close\r\n").keep_alive);
  EXPECT_FALSE(old("Connection: keep-alive\r\nConnection: close\r\n").keep_alive);
  for (const char* header : {"keep-alive", "Keep-Alive", "upgrade, keep-alive"}) {
    EXPECT_TRUE(old(std::string("Connection: ") + header + "\r\n").keep_alive) << header;
  }
}

TEST(RequestReader, ForwardedAddressesOfAllHeadersAreJoined) {
  EXPECT_EQ(request("/", "X-Forwarded-For: 1.1.1.1\r\nx-forwarded-for: 2.2.2.2, 3.3.3.3\r\n").forwarded_for,
            "1.1.1.1,2.2.2.2, 3.3.3.3");
}

}  // namespace
}  // namespace referee::web
