#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/referee/http/http_fixture.h"

// Requests with bodies over real sockets.

namespace referee::web {
namespace {

using test_support::HttpClient;
using test_support::ReceivedResponse;

constexpr std::size_t kMostBytes = 1'000'000;  // of a body

class HttpUploadsTest : public test_support::HttpFixture {
 protected:
  /// Takes PUT /box/TEXT: answers with the length of the body and its first bytes; GET answers "page".
  void serve_box() {
    options_.uploads = [this](const HttpRequest& request) -> Upload {
      if (request.path.empty() || request.path.front() != "box") {
        return error_response(request, 405, "not here");
      }
      if (request.content_length.value_or(0) > kMostBytes) {
        return error_response(request, 413, "too long");
      }
      if (request.path.back() == "fault") {
        throw std::runtime_error("a secret of the operator");
      }
      return std::make_unique<Box>(*this, request);
    };
    serve([](const HttpRequest&) { return text_response("page"); });
  }

  class Box final : public BodyReceiver {
   public:
    Box(HttpUploadsTest& test, HttpRequest request) : test_(test), request_(std::move(request)) {}
    ~Box() override { ++test_.gone_; }
    std::optional<HttpResponse> take(std::string_view bytes) override {
      body_ += bytes;
      if (request_.path.back() == "breaks") {
        throw std::runtime_error("a secret of the operator");
      }
      return body_.size() > kMostBytes ? std::optional(error_response(request_, 413, "too long"))
                                       : std::nullopt;
    }
    void end(Reply reply) override {
      HttpResponse response = text_response(std::to_string(body_.size()) + " " + body_.substr(0, 5));
      response.status = 202;
      if (request_.path.back() == "later") {
        const std::scoped_lock lock(test_.mutex_);
        test_.waiting_.push_back([reply = std::move(reply), response] { reply(response); });
      } else {
        reply(response);
      }
    }

   private:
    HttpUploadsTest& test_;
    HttpRequest request_;
    std::string body_;
  };

  static std::string put(const std::string& target, const std::string& body,
                         const std::string& headers = "") {
    return head(target, "Content-Length: " + std::to_string(body.size()) + "\r\n" + headers) + body;
  }
  static std::string head(const std::string& target, const std::string& headers) {
    return "PUT " + target + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n";
  }

  std::atomic<int> gone_{0};
  std::mutex mutex_;
  std::vector<std::function<void()>> waiting_;  // answers that are to be given later, on the thread
};

TEST_F(HttpUploadsTest, BodiesArriveAndTheConnectionGoesOn) {
  serve_box();
  HttpClient client = this->client();
  for (int i = 0; i < 3; ++i) {
    client.send(put("/box", "hello " + std::string(900'000, 'x')));
    const ReceivedResponse response = client.response();
    EXPECT_EQ(response.status, 202);
    EXPECT_EQ(response.body, "900006 hello");
    EXPECT_EQ(client.ask("/").body, "page");
  }
  client.send(put("/box", ""));
  EXPECT_EQ(client.response().body, "0 ");
  until([&] { return gone_ == 4; });
}

TEST_F(HttpUploadsTest, ChunkedBodiesArrive) {
  serve_box();
  HttpClient client = this->client();
  client.send(head("/box", "Transfer-Encoding: chunked\r\n") + "5\r\nhello\r\n");
  client.send("6\r\n world\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(client.response().body, "11 hello");
  EXPECT_EQ(client.response().body, "page") << "what follows a body is a request";
}

TEST_F(HttpUploadsTest, PipelinedRequestsAreAnsweredInOrder) {
  serve_box();
  HttpClient client = this->client();
  client.send(put("/box/later", "first") + "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" +
              put("/box", "third"));
  until([&] { return waiting_.size() == 1; });
  on_thread([&] { waiting_.front()(), waiting_.front()(); });
  EXPECT_EQ(client.response().body, "5 first");
  EXPECT_EQ(client.response().body, "page");
  EXPECT_EQ(client.response().body, "5 third");
}

TEST_F(HttpUploadsTest, WhoAsksIsToldToGoOn) {
  serve_box();
  HttpClient client = this->client();
  client.send(head("/box", "Content-Length: 5\r\nExpect: 100-continue\r\n"));
  EXPECT_EQ(client.until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  client.send("hello");
  EXPECT_EQ(client.response().body, "5 hello");
  client.send(head("/box", "Content-Length: 5\r\nExpect: 100-continue\r\n") + "hello");
  EXPECT_EQ(client.response().body, "5 hello") << "it has gone on by itself";
  client.send(head("/box", "Content-Length: 5000000\r\nExpect: 100-continue\r\n"));
  EXPECT_EQ(client.response().status, 413) << "without the body";
  EXPECT_EQ(client.rest(), "");
}

TEST_F(HttpUploadsTest, RefusedBodyIsToldWhyAndTheConnectionEnds) {
  serve_box();
  const std::string long_body(kMostBytes + 1, 'x');
  const std::vector<std::pair<std::string, int>> table = {
      {put("/box", long_body), 413},
      {head("/box", "Transfer-Encoding: chunked\r\n") + "F4241\r\n" + long_body + "\r\n0\r\n\r\n", 413},
      {head("/box", "Transfer-Encoding: chunked\r\n") + "hello\r\n", 400},
      {put("/elsewhere", "hello"), 405},
      {put("/box/fault", "hello"), 500},
      {put("/box/breaks", "hello"), 500},
      {head("/box", ""), 411},
      {head("/box", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n") + "hello", 400},
      {head("/box", "Content-Length: 5\r\nContent-Length: 6\r\n") + "hello", 400},
      {head("/box", "Content-Length: -5\r\n") + "hello", 400},
      {head("/box", "Transfer-Encoding: gzip, chunked\r\n") + "hello", 400},
      {head("/box", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n") + "0\r\n\r\n", 400},
      {"PUT /box HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
      {put("/box", "hello", "Expect: miracles\r\n"), 417},
  };
  for (const auto& [request, status] : table) {
    HttpClient client = this->client();
    client.send(request);
    const ReceivedResponse response = client.response();
    EXPECT_EQ(response.status, status) << request.substr(0, 120);
    EXPECT_EQ(response.header("Connection"), "close");
    if (status != 400) {  // whoever breaks the rules of HTTP may not have said what it wants
      EXPECT_EQ(response.header("Content-Type"), "application/problem+json");
    }
    EXPECT_EQ(response.body.find("secret"), std::string::npos);
    EXPECT_EQ(client.rest(), "") << request.substr(0, 120);
  }
}

TEST_F(HttpUploadsTest, WithoutAnyoneWhoTakesThemBodiesAreRefused) {
  serve([](const HttpRequest&) { return text_response("page"); });
  HttpClient client = this->client();
  client.send(put("/", "hello"));
  const ReceivedResponse response = client.response();
  EXPECT_EQ(response.status, 405);
  EXPECT_EQ(response.header("Allow"), "GET, HEAD");
}

TEST_F(HttpUploadsTest, SlowBodiesAreNotWaitedFor) {
  options_.limits.body_time = Milliseconds(50);
  options_.limits.body_rate = 1'000'000'000;
  options_.limits.linger_time = Milliseconds(50);
  serve_box();
  HttpClient silent = client();
  silent.send(head("/box", "Content-Length: 5\r\n"));
  EXPECT_EQ(silent.response().status, 408);
  EXPECT_EQ(silent.rest(), "");
  HttpClient dripping = client();
  dripping.send(head("/box", "Transfer-Encoding: chunked\r\n"));
  while (dripping.send("1\r\na\r\n")) {  // a byte at a time puts nothing off
  }
  until([&] { return gone_ == 2; });
}

/// Sends single bytes for `time`, about one in a millisecond: as fast as a loop can, they would be more than
/// a body may have. False: this thread itself paused for `gap` or longer between two of them.
bool drips(HttpClient& client, Milliseconds time, Milliseconds gap) {
  const auto begin = std::chrono::steady_clock::now();
  for (auto last = begin; last - begin < time;) {
    client.send("1\r\na\r\n");
    std::this_thread::sleep_for(Milliseconds(1));
    const auto now = std::chrono::steady_clock::now();
    if (now - last >= gap) {
      return false;
    }
    last = now;
  }
  return true;
}

TEST_F(HttpUploadsTest, ABodyThatIsFastEnoughMayTakeLonger) {
  options_.limits.body_time = Milliseconds(500);
  options_.limits.body_rate = 1;
  serve_box();
  for (int tries = 0; tries < 100; ++tries) {
    HttpClient client = this->client();
    client.send(head("/box", "Transfer-Encoding: chunked\r\n"));
    if (drips(client, Milliseconds(1100), Milliseconds(250))) {  // more than two times
      client.send("0\r\n\r\n");
      EXPECT_EQ(client.response().status, 202);
      return;
    }
  }
  FAIL() << "no client on this machine was fast enough";
}

TEST_F(HttpUploadsTest, WhatCameFastIsNoCreditForLater) {
  options_.limits.body_time = Milliseconds(20);
  options_.limits.body_rate = 100;
  options_.limits.linger_time = Milliseconds(50);
  serve_box();
  HttpClient client = this->client();
  client.send(head("/box", "Content-Length: 100001\r\n") + std::string(100'000, 'x'));  // for 1000 s
  EXPECT_EQ(client.response().status, 408);
}

TEST_F(HttpUploadsTest, AnAnswerThatDoesNotComeIsNotWaitedFor) {
  options_.limits.answer_time = Milliseconds(50);
  serve_box();
  HttpClient client = this->client();
  client.send(put("/box/later", "hello"));
  EXPECT_EQ(client.response().status, 503);
  on_thread([&] { waiting_.front()(); });
  EXPECT_EQ(client.ask("/").body, "page") << "the late answer has no effect";
}

TEST_F(HttpUploadsTest, ClientsMayGoAtAnyTime) {
  serve_box();
  {
    HttpClient half = client();
    half.send(head("/box", "Content-Length: 5\r\n") + "he");
  }
  until([&] { return gone_ == 1; });
  {
    HttpClient gone = client();
    gone.send(put("/box/later", "hello"));
    until([&] { return waiting_.size() == 1; });
  }
  on_thread([&] { waiting_.front()(); });
  until([&] { return server_->connections() == 0; });
}

TEST_F(HttpUploadsTest, StoppingTheServerEndsThem) {
  serve_box();
  HttpClient half = client();
  half.send(head("/box", "Content-Length: 5\r\n") + "he");
  HttpClient waiting = client();
  waiting.send(put("/box/later", "hello"));
  until([&] { return waiting_.size() == 1 && server_->connections() == 2; });
  thread_.stop(test_support::kLong);
  EXPECT_EQ(half.rest(), "");
  EXPECT_EQ(waiting.rest(), "");
  waiting_.front()();
  EXPECT_EQ(gone_, 2);
}

}  // namespace
}  // namespace referee::web
