#include "referee/http/ready_response.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

namespace referee::web {
namespace {

constexpr SystemTime kNow{std::chrono::seconds(784111777)};

HttpRequest request() { return {}; }

std::string line_of(const ReadyResponse& ready, const std::string& name) {
  const std::size_t begin = ready.head.find("\r\n" + name + ": ");
  if (begin == std::string::npos) {
    return "";
  }
  const std::size_t value = begin + name.size() + 4;
  return ready.head.substr(value, ready.head.find("\r\n", value) - value);
}

ReadyResponse ready(const HttpResponse& response, const HttpRequest& asked = request()) {
  return ready_response(asked, response, kNow);
}

TEST(ReadyResponse, HasStatusLengthTypeAndDate) {
  const ReadyResponse page = ready(html_response(make_body("<p>")));
  EXPECT_TRUE(page.head.starts_with("HTTP/1.1 200 OK\r\n"));
  EXPECT_TRUE(page.head.ends_with("\r\n\r\n"));
  EXPECT_EQ(line_of(page, "Content-Length"), "3");
  EXPECT_EQ(line_of(page, "Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(line_of(page, "Date"), "Sun, 06 Nov 1994 08:49:37 GMT");  // the example of RFC 9110
  EXPECT_EQ(line_of(page, "Cache-Control"), "no-cache");
  EXPECT_EQ(line_of(page, "Connection"), "");
  EXPECT_EQ(*page.body, "<p>");
}

TEST(ReadyResponse, HasTheHeadersOfSecurityWhateverItIs) {
  HttpResponse events = event_response(std::make_shared<EventTopic>());
  for (const HttpResponse& response :
       {html_response(make_body("a")), error_response(request(), 404, "no"), events}) {
    const ReadyResponse page = ready(response);
    EXPECT_TRUE(
        line_of(page, "Content-Security-Policy").starts_with("default-src 'none'; script-src 'self';"));
    EXPECT_EQ(line_of(page, "X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(line_of(page, "Referrer-Policy"), "no-referrer");
    EXPECT_EQ(page.head.find("Set-Cookie"), std::string::npos);
  }
}

TEST(ReadyResponse, AllowsAFramesScriptAndItsWorkersWhereThePageHasOne) {
  HttpResponse page = html_response(make_body("a"));
  page.frame_script = "'sha256-abc='";
  const std::string policy = line_of(ready(page), "Content-Security-Policy");
  EXPECT_TRUE(policy.starts_with("default-src 'none'; script-src 'self' 'sha256-abc='; style-src 'self';"))
      << policy;
  EXPECT_TRUE(policy.ends_with("; worker-src blob:")) << policy;
}

TEST(ReadyResponse, MayBeFramedOnlyWhereItSaysSo) {
  HttpResponse page = html_response(make_body("a"));
  EXPECT_NE(line_of(ready(page), "Content-Security-Policy").find("frame-ancestors 'none'"),
            std::string::npos);
  page.may_be_framed = true;
  const std::string policy = line_of(ready(page), "Content-Security-Policy");
  EXPECT_EQ(policy.find("frame-ancestors"), std::string::npos) << policy;
  EXPECT_TRUE(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';")) << policy;
}

TEST(ReadyResponse, SaysOfTheConnectionWhatItsClientDoesNotExpect) {
  for (const bool http_1_0 : {false, true}) {
    HttpRequest asked = request();
    asked.http_1_0 = http_1_0;
    EXPECT_EQ(line_of(ready(text_response("a"), asked), "Connection"), http_1_0 ? "keep-alive" : "");
    asked.keep_alive = false;
    EXPECT_EQ(line_of(ready(text_response("a"), asked), "Connection"), "close");
  }
}

TEST(ReadyResponse, HeadHasTheSameHeadersAndNoBytes) {
  HttpRequest head = request();
  head.head = true;
  const auto body = make_body("text");
  EXPECT_EQ(ready(html_response(body), head).head, ready(html_response(body)).head);
  EXPECT_EQ(ready(html_response(body), head).body, nullptr);
}

TEST(ReadyResponse, SameBytesAreNotSentAgain) {
  const HttpResponse page = html_response(make_body(std::string(1000, 'a')));
  HttpRequest again = request();
  again.if_none_match = line_of(ready(page), "ETag");
  const ReadyResponse same = ready(page, again);
  EXPECT_EQ(same.status, 304);
  EXPECT_TRUE(same.head.starts_with("HTTP/1.1 304 Not Modified\r\n"));
  EXPECT_EQ(same.body, nullptr);
  EXPECT_EQ(line_of(same, "ETag"), again.if_none_match);
  EXPECT_EQ(line_of(same, "Content-Length"), "");
  EXPECT_EQ(ready(html_response(make_body("other")), again).status, 200);
}

TEST(ReadyResponse, TagsOfBothFormsDifferAndBothAreKnown) {
  const HttpResponse page = html_response(make_body(std::string(1000, 'a')));
  HttpRequest gzip = request();
  gzip.accepts_gzip = true;
  const ReadyResponse compressed = ready(page, gzip);
  EXPECT_EQ(line_of(compressed, "Content-Encoding"), "gzip");
  EXPECT_EQ(line_of(compressed, "Vary"), "Accept-Encoding");
  EXPECT_EQ(line_of(compressed, "Content-Length"), std::to_string(compressed.body->size()));
  EXPECT_NE(line_of(compressed, "ETag"), line_of(ready(page), "ETag"));
  gzip.if_none_match = line_of(ready(page), "ETag");
  EXPECT_EQ(ready(page, gzip).status, 304);
}

TEST(ReadyResponse, TagsAreFoundInLists) {
  for (const char* header : {"\"t\"", "W/\"t\"", "\"a\", \"t\"", "\"a\",W/\"t-gz\" ", "*"}) {
    EXPECT_TRUE(matches_tag(header, "t")) << header;
  }
  for (const char* header : {"", "t", "\"T\"", "\"a\"", "\"t", ",,", "\"tt\""}) {
    EXPECT_FALSE(matches_tag(header, "t")) << header;
  }
}

TEST(ReadyResponse, ErrorsHaveNoTag) {
  HttpRequest any = request();
  any.if_none_match = "*";
  const ReadyResponse missing = ready(error_response(any, 404, "no such page"), any);
  EXPECT_EQ(missing.status, 404);
  EXPECT_EQ(line_of(missing, "ETag"), "");
  EXPECT_EQ(line_of(missing, "Cache-Control"), "no-store");
}

TEST(ReadyResponse, ErrorsOfTheApiAreProblemDetails) {
  HttpRequest api = request();
  api.path = {"api", "matches", "x"};
  const ReadyResponse problem = ready(error_response(api, 404, "no match is called \"x\"\n\xff"), api);
  EXPECT_EQ(line_of(problem, "Content-Type"), "application/problem+json");
  const auto json = nlohmann::json::parse(*problem.body);
  EXPECT_EQ(json.at("status"), 404);
  EXPECT_EQ(json.at("title"), "Not Found");
  EXPECT_EQ(json.at("type"), "about:blank");
  EXPECT_TRUE(json.at("detail").get<std::string>().starts_with("no match is called \"x\"\n"));
  EXPECT_EQ(line_of(ready(error_response(request(), 404, "no")), "Content-Type"),
            "text/plain; charset=utf-8");
}

TEST(ReadyResponse, DownloadsHaveNamesThatHarmNothing) {
  EXPECT_EQ(disposition_of("r1t1g1.jsonl"), "attachment; filename=\"r1t1g1.jsonl\"");
  EXPECT_EQ(disposition_of("../../etc/passwd"), "attachment; filename=\"_.._.._etc_passwd\"");
  EXPECT_EQ(
      disposition_of("a\"; filename=\"evil.exe"),
      "attachment; filename=\"a___filename__evil.exe\"; filename*=UTF-8''a%22%3B%20filename%3D%22evil.exe");
  EXPECT_EQ(disposition_of("\xC3\xA4\r\nX: 1"),
            "attachment; filename=\"____X__1\"; filename*=UTF-8''%C3%A4%3F%3FX_%201");
  EXPECT_EQ(disposition_of(""), "attachment; filename=\"_\"");
}

TEST(ReadyResponse, HeaderWithALineBreakIsRefused) {
  HttpResponse response = text_response("a");
  response.headers.emplace_back("Location", "/a\r\nSet-Cookie: b");
  EXPECT_THROW((void)ready(response), std::invalid_argument);
}

TEST(ReadyResponse, EventStreamEndsWithItsConnectionAndIsNotKept) {
  const ReadyResponse stream = ready(event_response(std::make_shared<EventTopic>()));
  EXPECT_EQ(line_of(stream, "Content-Type"), "text/event-stream");
  EXPECT_EQ(line_of(stream, "Connection"), "close");
  EXPECT_EQ(line_of(stream, "Cache-Control"), "no-store");
  EXPECT_EQ(line_of(stream, "Content-Length"), "");
  EXPECT_FALSE(stream.keep_alive);
}

}  // namespace
}  // namespace referee::web
